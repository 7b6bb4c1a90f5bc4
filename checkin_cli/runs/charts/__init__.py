"""
Charts of weights and weekly means: SVG, PNG, and a few lines for a terminal. Equal data gives equal bytes.
"""

from checkin_cli.runs.charts.draw import ENDINGS, check_drawable, draw
from checkin_cli.runs.charts.terminal import terminal_chart
from checkin_cli.runs.charts.values import ChartData

__all__ = ["ENDINGS", "ChartData", "check_drawable", "draw", "terminal_chart"]
