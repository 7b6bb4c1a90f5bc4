"""
Control and candidate side by side: what a candidate would have said, and the page that shows it.
"""
