"""
Use cases: one file each. They read and write files and return reports; they print nothing.
"""
