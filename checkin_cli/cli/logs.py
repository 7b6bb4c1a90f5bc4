"""
What rooms below log, on standard error. They log ids and enums alone.
"""

import logging

from checkin_cli.cli.guard import talk


class _Talking(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        talk(f"{record.levelname.lower()}: {record.getMessage()}")


def hear() -> None:
    """
    Say warnings and errors of this package to the operator from now on.
    """
    logger = logging.getLogger("checkin_cli")
    if not logger.handlers:
        logger.addHandler(_Talking(logging.WARNING))
        logger.propagate = False
