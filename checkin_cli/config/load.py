"""
Read the configuration; remember where each value came from and what did not fit.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from checkin_cli.config.settings import SECTIONS, SETTINGS, Setting
from checkin_cli.errors import Place, UsageError, printable
from checkin_cli.shapes import Misfit

_DEFAULT_FILE = "checkin.toml"
_PREFIX = "CHECKIN_"

# A wrong key of these cannot be answered by switching selection off: it would change what is accepted or written.
_MUST_FIT = ("calendar", "receipts")


@dataclass(frozen=True)
class Problem:
    """
    A key that is unknown, or whose value does not fit. Selection is off while there is one.
    """

    name: str
    origin: str
    found: str
    required: str

    def __str__(self) -> str:
        return f"warning[config_invalid] {self.origin}, {self.name}: found {self.found}, required {self.required}"


@dataclass(frozen=True)
class Configuration:
    """
    The effective values by `section.key`, the origin of each, and what did not fit.
    """

    values: Mapping[str, object]
    origins: Mapping[str, str]
    problems: tuple[Problem, ...]
    has_file: bool = False
    path: str | None = None
    """
    The file that was asked for by name.
    """

    folder: Path = Path()
    """
    Where relative paths of the configuration start: beside its file, or the working folder.
    """

    def text(self, name: str) -> str | None:
        """
        The value of a key that holds words; None where nobody set it.
        """
        value = self.values[name]
        return None if value is None else str(value)

    def words(self, name: str) -> tuple[str, ...]:
        """
        The value of a key that holds a list of words.
        """
        value = self.values[name]
        return tuple(map(str, value)) if isinstance(value, tuple | list) else ()

    def flag(self, name: str) -> bool:
        """
        The value of a switch.
        """
        return self.values[name] is True


def load_configuration(
    path: str | None,
    environment: Mapping[str, str],
    folder: Path,
    read: Callable[[Path], bytes] = Path.read_bytes,
) -> Configuration:
    """
    Merge environment, file and defaults. Without `path`, `checkin.toml` in `folder` is read if it is there.

    `read` is for those who have its bytes already.

    Raises `UsageError` for a file that cannot be read or is not TOML, and for a wrong key of the calendar or the
    receipts; other wrong keys are listed as problems.
    """
    file = default_file(folder) if path is None else Path(path)
    has_file = path is not None or _is_there(file)
    given = _read(file, read) if has_file else {}
    origin = printable(str(file if path is not None else _DEFAULT_FILE))
    problems = [*_unknown_keys(given, origin), *_unknown_variables(environment)]
    values: dict[str, object] = {}
    origins: dict[str, str] = {}
    for setting in SETTINGS:
        values[setting.name], origins[setting.name] = setting.default, "default"
        section = given.get(setting.section, {})
        try:
            if setting.variable in environment:
                origins[setting.name] = setting.variable
                values[setting.name] = _read_variable(setting, environment[setting.variable])
            elif isinstance(section, dict) and setting.key in section:
                origins[setting.name] = origin
                values[setting.name] = setting.shape.read(section[setting.key])
        except Misfit as misfit:
            problems.append(Problem(setting.name, origins[setting.name], misfit.found, misfit.required))
    for problem in problems:
        if problem.name.split(".")[0] in _MUST_FIT:
            raise UsageError(
                "config_invalid", problem.found, problem.required, Place(problem.origin, path=problem.name)
            )
    return Configuration(values, origins, tuple(problems), has_file, path, file.parent)


def default_file(folder: Path) -> Path:
    """
    The file that is read where none is named.
    """
    return folder / _DEFAULT_FILE


def _is_there(file: Path) -> bool:
    """
    False for a file that certainly is not. One that cannot be looked at is to be read, and is never passed over.
    """
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _read(file: Path, read: Callable[[Path], bytes]) -> dict[str, object]:
    place = Place(printable(str(file)))
    try:
        return tomllib.loads(read(file).decode("utf-8"), parse_float=Decimal)
    except OSError:
        raise UsageError("config_unreadable", "no readable file", "a TOML file", place) from None
    except (ValueError, ArithmeticError, RecursionError):
        raise UsageError("config_unreadable", "a file that is not TOML in UTF-8", "a TOML file", place) from None


def _unknown_keys(given: Mapping[str, object], origin: str) -> Iterator[Problem]:
    known = {setting.name for setting in SETTINGS}
    for section, keys in given.items():
        if section not in SECTIONS or not isinstance(keys, dict):
            yield Problem(printable(section), origin, "an unknown section", f"one of {', '.join(SECTIONS)}")
            continue
        for key in keys:
            if f"{section}.{key}" not in known:
                yield Problem(f"{section}.{printable(key)}", origin, "an unknown key", f"a key of [{section}]")


def _unknown_variables(environment: Mapping[str, str]) -> Iterator[Problem]:
    known = {setting.variable for setting in SETTINGS}
    for variable in environment:
        section, separator, key = variable.removeprefix(_PREFIX).partition("__")
        if variable.startswith(_PREFIX) and separator and variable not in known:
            name = f"{printable(section.lower())}.{printable(key.lower())}"
            yield Problem(name, printable(variable), "an unknown key", "a key that checkin config show prints")


def _read_variable(setting: Setting, text: str) -> object:
    try:
        return setting.shape.read(tomllib.loads(f"value = {text}", parse_float=Decimal)["value"])
    except (ValueError, ArithmeticError, RecursionError, KeyError, Misfit):
        # Not TOML: words stand in the environment without quotes.
        return setting.shape.read(text)
