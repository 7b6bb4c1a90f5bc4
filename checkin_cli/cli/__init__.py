"""
The command line: parse, call one use case, turn its report into text and an exit code.
"""
