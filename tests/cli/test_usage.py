"""
A command line that cannot be read: an error like every other, and no word of it that was typed.
"""

import re
from collections.abc import Iterator

import pytest

from tests.cli.test_help import PAGES
from tests.conftest import Run

TYPED = "kim-minsu"
"""
A word that might be a customer.
"""

FORM = re.compile(r"error\[[a-z_]+\] checkin[a-z ]*(, \S+)?: found [^\n]+, required [^\n]+\nhint: [^\n]+\n")


def _wrong() -> Iterator[tuple[list[str], str, str]]:
    """Command lines with the word where none belongs, the code, and what is required."""
    yield [TYPED], "unknown_command", "doctrine"
    yield ["rendr", TYPED], "unknown_command", "perhaps render"
    yield ["golden", "chek", TYPED], "unknown_command", "perhaps check"
    yield ["schema", "daily-snapshot-v1", TYPED], "unexpected_argument", "help"
    yield ["render", TYPED, "--mode"], "wrong_value", "a value after it"
    yield ["render", f"--plan={TYPED}", TYPED], "wrong_value", "the option alone"
    yield ["render", f"--selectr={TYPED}", TYPED], "unknown_option", "perhaps --selector"
    yield ["render"], "missing_argument", "files, folders"
    yield ["verify", TYPED], "missing_argument", "what render wrote with -o"
    for name, page in PAGES.items():
        yield [*name.split(), f"--{TYPED}"], "unknown_option", "that it has"
        for param in page.params:
            long = max(param.opts, key=len)
            kind, choices = param.type.name.removesuffix(" range"), getattr(param.type, "choices", None)
            if long.startswith("--") and (choices or kind in {"integer", "float"}):
                required = str(getattr(choices[0], "value", choices[0])) if choices else "number"
                yield [*name.split(), long, TYPED, TYPED], "wrong_value", required
            if kind in {"integer", "float"}:
                for nothing in ("nan", "inf", "-inf", "1e999"):
                    yield [*name.split(), long, nothing, TYPED], "wrong_value", "number"


@pytest.mark.parametrize(("words", "code", "required"), list(_wrong()), ids=str)
def test_a_fault_of_usage_is_told_and_nothing_typed_is_echoed(
    words: list[str], code: str, required: str, checkin: Run
) -> None:
    run = checkin(*words)
    told = run.stderr.decode()
    assert run.returncode == 2
    assert run.stdout == b""
    assert FORM.fullmatch(told), told
    assert told.startswith(f"error[{code}] checkin")
    assert required in told.partition("required ")[2].partition("\n")[0]
    assert TYPED not in told


def test_the_place_of_an_unknown_option_is_counted(checkin: Run) -> None:
    run = checkin("render", "day.json", "--nothing-like-it=1")
    assert b"checkin render: found an unknown option, word 3 after checkin, required " in run.stderr


def test_a_number_out_of_its_range_is_told_the_range(checkin: Run) -> None:
    assert (
        b"--jobs: found another value, required a whole number from 1 to 256\n"
        in checkin("render", "x", "--jobs", "1000").stderr
    )


def test_no_command_is_answered_with_the_page(checkin: Run) -> None:
    run = checkin()
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.startswith(b"Usage: checkin [OPTIONS] COMMAND")
