"""
Trials: processes that run the tests until one fails, with one module of the package changed.

A quick trial is a copy of a process that has collected the tests; one function gets the code of the mutant. Who has
imported the function sees that, and what was made of it before does not. A whole trial imports everything anew.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[2]
PACKAGE = "checkin_cli"

_UNKNOWN = 99
_SPARE_SECONDS = 10
_FIRST_SECONDS = 600
_OPTIONS = ("-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-m", "not full", "--hypothesis-profile=mutation")

settings.register_profile(
    "mutation", derandomize=True, deadline=None, max_examples=40, database=None, phases=[Phase.explicit, Phase.generate]
)


class Result(NamedTuple):
    """
    How a trial ended, and the first test that failed.
    """

    end: str
    """
    `killed`, `survived`, `timeout`, or `unknown` where a quick trial is none.
    """

    by: str = ""
    seconds: float = 0.0

    @property
    def limit(self) -> float:
        """
        Seconds that the same tests may take with a change.
        """
        return 3 * self.seconds + _SPARE_SECONDS


class Change(NamedTuple):
    """
    A changed module, and the function that the change is in: the names that lead to it, none for the module itself.
    """

    tree: ast.Module
    function: tuple[str, ...]


def path_of(module: str) -> Path:
    """
    The file of a module, named without its package.
    """
    return ROOT.joinpath(PACKAGE, *module.split(".")).with_suffix(".py")


def whole_trial(module: str, tree: ast.Module, tests: Sequence[str], limit: float = _FIRST_SECONDS) -> Result:
    """
    Import the package with this tree in the place of the module, and run the tests.
    """

    def run(writer: int) -> NoReturn:
        sys.meta_path.insert(0, _Changed(module, tree))
        os._exit(pytest.main([*_OPTIONS, *_files(tests)], plugins=[_First(writer)]))

    return _watched(run, limit)


def quick_trials(module: str, changes: Sequence[Change], tests: Sequence[str]) -> Iterator[Result]:
    """
    Of the module without a change, and then of each change.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _hush()
        pytest.main([*_OPTIONS, *_files(tests)], plugins=[_Loop(module, changes, writer)])
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as lines:
        for line in lines:
            yield Result(*json.loads(line))
    os.waitpid(child, 0)


class _Loop:
    """
    Runs the collected tests once for each change, each time in a copy of this process.
    """

    def __init__(self, module: str, changes: Sequence[Change], writer: int) -> None:
        self._module, self._changes, self._writer = module, changes, writer

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes the place of the loop of pytest."""
        plain = self._tell(session, None, _FIRST_SECONDS)
        for change in self._changes if plain.end == "survived" else ():
            self._tell(session, change, plain.limit)
        return True

    def _tell(self, session: pytest.Session, change: Change | None, limit: float) -> Result:
        def run(writer: int) -> NoReturn:
            session.config.pluginmanager.register(_First(writer))
            if change is not None:
                _put(self._module, change)
            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            os._exit(0)

        result = _watched(run, limit)
        os.write(self._writer, json.dumps(result).encode() + b"\n")
        return result


class _First:
    """
    Names the first test that fails, and ends the process.
    """

    def __init__(self, writer: int) -> None:
        self._writer = writer

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """What pytest says of a test."""
        if report.failed:
            os.write(self._writer, report.nodeid.encode())
            os._exit(1)


def _put(module: str, change: Change) -> None:
    name = f"{PACKAGE}.{module}"
    scratch: dict[str, Any] = {"__name__": name, "__file__": str(path_of(module))}
    exec(compile(change.tree, str(path_of(module)), "exec"), scratch)  # noqa: S102  # what the trial is about
    old, new = (_function(names, change.function) for names in (vars(sys.modules[name]), scratch))
    if old is None or new is None or old.__code__.co_freevars != new.__code__.co_freevars:
        os._exit(_UNKNOWN)
    old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__


def _function(names: Any, path: Sequence[str]) -> FunctionType | None:
    found: Any = None
    for name in path:
        found = names[name]
        names = vars(found) if isinstance(found, type) else {}
    found = found.fget if isinstance(found, property) else found
    found = inspect.unwrap(found) if callable(found) else found
    return found if isinstance(found, FunctionType) else None


def _watched(run: Callable[[int], NoReturn], limit: float) -> Result:
    """
    How a process ends that does this; one that lasts longer than the limit is ended.
    """
    began = time.monotonic()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _alone(run, writer)
    os.close(writer)
    said, ended = b"", False
    while not ended and (left := began + limit - time.monotonic()) > 0:
        if select.select([reader], [], [], left)[0]:
            part = os.read(reader, 4096)
            said, ended = said + part, not part
    os.close(reader)
    if not ended:
        os.killpg(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    end = {0: "survived", _UNKNOWN: "unknown"}.get(code, "killed") if ended else "timeout"
    return Result(end, said.decode(errors="replace"), round(time.monotonic() - began, 2))


def _alone(run: Callable[[int], NoReturn], writer: int) -> NoReturn:
    try:
        os.setpgid(0, 0)
        _hush()
        run(writer)
    finally:
        os._exit(70)


def _hush() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)


def _files(tests: Sequence[str]) -> list[str]:
    return [str(ROOT / "tests" / name) for name in tests]


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """
    Loads one module of the package from a tree.
    """

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._name, self._path = f"{PACKAGE}.{module}", path_of(module)
        self._tree = tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A specification for the module, and None for every other one."""
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """As usual."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the tree."""
        exec(compile(self._tree, str(self._path), "exec"), module.__dict__)  # noqa: S102  # what the trial is about
