"""
Where the doctrine lies that ships with the package.
"""

from pathlib import Path


def bundled_folder() -> Path:
    """
    The doctrine that ships with the package: inside an installed wheel, beside the package in a checkout.
    """
    package = Path(__file__).parent
    installed = package / "approved"
    return installed if installed.is_dir() else package.parent / "doctrine"
