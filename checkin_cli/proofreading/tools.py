"""
The packages of the authoring extra: whether they are here, and in which version.
"""

from importlib.metadata import version
from importlib.util import find_spec

from checkin_cli.errors import UsageError

_MODULES = {"hanlint": "hanlint", "kiwipiepy": "kiwipiepy", "korean-ai-tell": "korean_ai_tell"}


def missing_tools() -> tuple[str, ...]:
    """
    The packages of the authoring extra that cannot be imported, by name; nothing is imported to find out.
    """
    return tuple(package for package, module in _MODULES.items() if find_spec(module) is None)


def tool_versions() -> dict[str, str]:
    """
    The version of each package of the authoring extra that is here.
    """
    missing = missing_tools()
    return {package: version(package) for package in _MODULES if package not in missing}


def require_tools() -> None:
    """
    Raise `UsageError` if a package of the authoring extra is missing.
    """
    for package in missing_tools():
        raise UsageError("extra_missing", f"no {package}", "checkin-cli[authoring]")
