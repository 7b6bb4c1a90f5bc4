"""
Weekly summaries: from what each day gives to one judged week. Pure: no file, no clock, no environment.
"""
