"""
Exports of other programs: what is read of them, and what is refused.
"""

import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.hints import HINTS
from checkin_cli.runs.imports import NAMES, read_entries, read_foreign
from checkin_cli.runs.imports.days import Clock, moment_of, on_clock, us_day_of
from checkin_cli.runs.imports.units import Unit
from checkin_cli.weekly.entries import WeighIn
from tests.conftest import FIXTURES

FOLDER = FIXTURES / "imports"
CASES = sorted(path.name for path in FOLDER.iterdir() if path.suffix != ".read")


def told(path: Path, known: str | None) -> str:
    """What comes of an export, a line each, with what was noted first."""
    notes: list[str] = []
    lines = [line_of(entry) for entry in read_entries(str(path), "kim-01", known, notes.append)]
    return "".join(f"{line}\n" for line in [*(f"note: {note}" for note in notes), *lines])


def line_of(entry: WeighIn | DocumentRefused) -> str:
    if isinstance(entry, DocumentRefused):
        return str(entry).replace(f"{FOLDER}/", "").partition("\n")[0]
    at = "time unknown" if entry.at is None else entry.at.isoformat()
    return f"{entry.day} {entry.kilograms}kg {at} {str(entry.place).rpartition(', ')[2]}"


@pytest.mark.parametrize("name", CASES)
def test_each_export_is_read_as_expected(name: str) -> None:
    """The file beside it begins with what `--from` says, if anything, and goes on with what is read."""
    expected = FOLDER.joinpath(f"{name}.read").read_text("utf-8")
    first, _, rest = expected.partition("\n")
    known = first.removeprefix("--from ") if first.startswith("--from ") else None
    assert told(FOLDER / name, known) == (rest if known else expected)


def test_every_code_of_an_export_has_a_case_that_forces_it() -> None:
    expected = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.read"))
    codes = list(HINTS)
    of_exports = set(codes[codes.index("unknown_export") : codes.index("unknown_chart")])
    assert of_exports - set(re.findall(r"^error\[(\w+)\]", expected, re.MULTILINE)) == {"unknown_format"}


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("openscale-3-needs-a-unit.csv", "--from openscale:kg"),
        ("libra-without-its-unit.csv", "--from libra:kg"),
        ("fitbit-evening-of-an-unknown-clock.json", "--from fitbit:local or fitbit:utc"),
        ("libra-unknown-unit.csv", "no other unit is read"),
        ("apple-health-still-zipped.zip", "unpack the archive"),
        ("empty.csv", "holds nothing"),
    ],
)
def test_a_hint_names_what_helps_with_this_format(name: str, hint: str) -> None:
    (refusal, *_) = (entry for entry in read_entries(str(FOLDER / name), None, None) if not isinstance(entry, WeighIn))
    assert hint in refusal.hint
    assert "trendweight" not in refusal.hint


@pytest.mark.parametrize("known", ["", "fitbit:stone", "withings", "openscale:either", "OPENSCALE"])
def test_an_unknown_format_is_a_usage_error_before_anything_is_read(known: str) -> None:
    with pytest.raises(UsageError) as raised:
        next(read_foreign("/nonexistent", None, known))
    assert raised.value.code == "unknown_format"


def test_the_first_row_that_cannot_be_trusted_ends_the_strict_reading() -> None:
    path = str(FOLDER / "fitbit-evening-of-an-unknown-clock.json")
    weigh_ins = read_foreign(path, "kim-01", "fitbit")
    first = next(weigh_ins)
    assert (first.customer, first.day, first.kilograms) == ("kim-01", date(2026, 11, 25), Decimal("72.39"))
    with pytest.raises(DocumentRefused) as raised:
        next(weigh_ins)
    assert raised.value.place == Place(path, path="$[1]")


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    """A pipe too: an export is looked at before it is read."""
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing.csv", "pipe", "."):
        [refused] = read_entries(str(tmp_path / name), None, None)
        assert isinstance(refused, DocumentRefused)
        assert refused.code == "input_unreadable"


@given(st.decimals("45", "800", places=1))
def test_pounds_come_back_from_their_kilograms(pounds: Decimal) -> None:
    """To 0.01 kg is finer than to 0.1 lb, so nothing that a scale shows is lost."""
    kilograms = Unit.lb.kilograms(pounds)
    assert abs(Fraction(kilograms) - Fraction(pounds) * Fraction("0.45359237")) <= Fraction("0.005")
    assert round(kilograms / Decimal("0.45359237"), 1) == pounds


@pytest.mark.parametrize(
    ("unit", "number", "kilograms"),
    [
        (Unit.lb, "100", "45.36"),
        (Unit.lb, "159.6", "72.39"),
        (Unit.st, "1", "6.35"),
        (Unit.kg, "72.345", "72.35"),
        (Unit.kg, "72.344999999999999", "72.34"),
    ],
)
def test_a_weight_is_rounded_once_and_half_away(unit: Unit, number: str, kilograms: str) -> None:
    assert unit.kilograms(Decimal(number)) == Decimal(kilograms)


def test_a_stone_is_fourteen_pounds() -> None:
    assert Unit.st.value == 14 * Unit.lb.value


@given(st.dates(date(1990, 1, 1), date(2099, 12, 30)), st.times(), st.integers(-12 * 60, 14 * 60))
def test_a_moment_falls_on_its_day_in_seoul_whatever_its_offset(there: date, wall: time, minutes: int) -> None:
    moment = datetime.combine(there, wall.replace(microsecond=0), timezone(timedelta(minutes=minutes)))
    day, at = moment_of(moment.strftime("%Y-%m-%d %H:%M:%S %z"), None)
    assert at == moment
    assert day == (moment.astimezone(UTC) + timedelta(hours=9)).date()


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_a_us_day_comes_back_from_its_text(day: date) -> None:
    assert us_day_of(day.strftime("%m/%d/%y")) == day


@given(st.times())
def test_a_time_of_an_unknown_clock_is_taken_only_where_both_clocks_agree_on_the_day(wall: time) -> None:
    day = date(2026, 11, 25)
    by_utc, _ = on_clock(day, wall, Clock.utc)
    if by_utc == day:
        assert on_clock(day, wall, Clock.either)[0] == day
    else:
        with pytest.raises(DocumentRefused):
            on_clock(day, wall, Clock.either)


@given(st.binary(max_size=300), st.sampled_from([None, *NAMES]))
def test_any_bytes_are_read_or_refused(raw: bytes, known: str | None) -> None:
    """What is anyone's never ends in a traceback."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(raw)
        file.flush()
        list(read_entries(file.name, None, known))


@given(st.sampled_from([name for name in CASES if not name.startswith("empty")]), st.data())
def test_a_damaged_export_is_read_or_refused(name: str, data: st.DataObject) -> None:
    raw = bytearray(FOLDER.joinpath(name).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.NamedTemporaryFile() as file:
        file.write(raw)
        file.flush()
        list(read_entries(file.name, None, None))


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (b'<HealthData locale="', "xml_syntax"),
        (b"dateTime,weight\n", "row_unreadable"),
        (b"<HealthData>", "xml_syntax"),
    ],
)
def test_what_never_ends_is_refused_early(start: bytes, code: str, tmp_path: Path) -> None:
    """A tag or a line of any length would be kept whole in memory."""
    path = tmp_path / "endless"
    path.write_bytes(start + b"a" * (4 << 20))
    [refused] = read_entries(str(path), None, None)
    assert isinstance(refused, DocumentRefused)
    assert refused.code == code


@pytest.mark.full
def test_memory_is_flat_however_long_the_export(tmp_path: Path) -> None:
    """A hundred megabytes of records cost no more memory than one."""
    peaks = [_peak_of_reading(tmp_path / f"{size}.xml", size << 20) for size in (1, 100)]
    assert peaks[1] < peaks[0] + (8 << 20)


def _peak_of_reading(path: Path, size: int) -> int:
    day = 'startDate="2026-11-23 07:00:00 +0900"'
    step = f'<Record type="HKQuantityTypeIdentifierStepCount" unit="count" {day} value="1"/>'
    mass = f'<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" {day} value="72.4"/>'
    records = (f" {step}\n" * 9 + f" {mass}\n").encode()
    with path.open("wb") as file:
        file.write(b'<HealthData locale="ko_KR">\n')
        for _ in range(size // len(records)):
            file.write(records)
        file.write(b"</HealthData>\n")
    code = (
        "import resource, sys; from checkin_cli.runs.imports import read_foreign\n"
        "print(sum(1 for _ in read_foreign(sys.argv[1], None, None)))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)\n"
    )
    run = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    count, peak = map(int, run.stdout.split())
    assert count == size // len(records)
    return peak
