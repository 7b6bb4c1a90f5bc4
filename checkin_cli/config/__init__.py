"""
The configuration: option, environment, file, default, in that order.
"""

from checkin_cli.config.load import Configuration, Problem, default_file, load_configuration
from checkin_cli.config.settings import SETTINGS, Setting

__all__ = ["SETTINGS", "Configuration", "Problem", "Setting", "default_file", "load_configuration"]
