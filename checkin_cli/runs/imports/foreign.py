"""
An export of another program to weigh-ins: recognise it, read it, convert once, check the range.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from checkin_cli.documents.parts import WEIGHT
from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.json_text.read import refuse_wide_encodings
from checkin_cli.runs.imports import apple_health, fitbit, libra, openscale, trendweight
from checkin_cli.runs.imports.days import Clock
from checkin_cli.runs.imports.interface import Format, Reading, Stated
from checkin_cli.runs.imports.units import Unit
from checkin_cli.runs.inputs import show
from checkin_cli.selection.watched import open_regular
from checkin_cli.shapes import Misfit
from checkin_cli.weekly.entries import WeighIn

FORMATS = (openscale.FORMAT, libra.FORMAT, fitbit.FORMAT, apple_health.FORMAT, trendweight.FORMAT)
"""
Every format, in the order in which they are tried.
"""

NAMES = tuple(each.name for each in FORMATS)

CONVERTED = "weights were converted to kilograms (1 lb = 0.45359237 kg, 1 st = 14 lb) and rounded to 0.01 kg"
"""
What `note` is told, once a file.
"""

_START = 1 << 16
_ZIP = "PK\x03\x04"

Note = Callable[[str], None]


def read_foreign(path: str, customer: str | None, known: str | None, note: Note = lambda _: None) -> Iterator[WeighIn]:
    """
    Yield the weigh-ins of an export in its order, several of one day included.

    Raises `DocumentRefused` at the first row that cannot be trusted.

    `known` is a word of `NAMES`, after it what the export does not say itself: `trendweight:kg`, `fitbit:local`. It is
    None for a file that is recognised by its content.
    """
    for entry in read_entries(path, customer, known, note):
        if isinstance(entry, DocumentRefused):
            raise entry
        yield entry


def read_entries(
    path: str, customer: str | None, known: str | None, note: Note = lambda _: None
) -> Iterator[WeighIn | DocumentRefused]:
    """
    The same, with refusals in their place and every later row after them.

    Raises `UsageError` for a `known` that names no format.
    """
    name, stated = _stated(known) if known is not None else (None, Stated())
    told = False
    try:
        form = _format(path, name)
        name = form.name
        for place, entry in form.read(path, stated):
            if isinstance(entry, Reading) and entry.unit is not Unit.kg and not told:
                told = True
                note(CONVERTED)
            yield _named(_weigh_in(entry, replace(place, source=show(path)), customer), name)
    except DocumentRefused as refused:
        yield _named(refused.at(show(path)), name)
    except OSError:
        yield DocumentRefused("input_unreadable", "a file that cannot be read", "a readable file").at(show(path))


def _named(entry: WeighIn | DocumentRefused, name: str | None) -> WeighIn | DocumentRefused:
    """
    The same, the hint of a refusal with the word of the format.
    """
    if isinstance(entry, DocumentRefused) and name is not None:
        entry.hint = entry.hint.replace("FORMAT", name)
    return entry


def recognised(path: str) -> str | None:
    """
    The name of the format that the content of a file shows; None for every other file, and for what cannot be read.
    """
    try:
        start = _start(path)
    except (OSError, DocumentRefused):
        return None
    return next((each.name for each in FORMATS if each.recognises(start)), None)


def check_known(known: str) -> None:
    """
    Raise `UsageError` for words that name no format, or say of it what is neither unit nor clock.
    """
    _stated(known)


def _weigh_in(entry: Reading | DocumentRefused, place: Place, customer: str | None) -> WeighIn | DocumentRefused:
    if isinstance(entry, DocumentRefused):
        entry.place = place
        return entry
    try:
        kilograms = WEIGHT.read(entry.unit.kilograms(entry.number))
    except Misfit as misfit:
        return DocumentRefused(misfit.code, misfit.found, misfit.required, place)
    return WeighIn(customer, entry.day, kilograms, entry.at, place)


def _format(path: str, name: str | None) -> Format:
    start = _start(path)
    if not start.strip():
        raise DocumentRefused("empty_export", "no text", "an export")
    if start.startswith(_ZIP):
        raise DocumentRefused("zip_archive", "a ZIP archive", "the file inside it")
    for each in FORMATS:
        if name in {None, each.name} and each.recognises(start):
            return each
    found = "an export of no format that is read" if name is None else f"nothing of an export of {name}"
    raise DocumentRefused("unknown_export", found, " or ".join(NAMES))


def _start(path: str) -> str:
    with open_regular(path) as handle:
        start = handle.read(_START)
    refuse_wide_encodings(start)
    return start.decode("utf-8-sig", "replace")


def _stated(known: str) -> tuple[str, Stated]:
    name, _, words = known.partition(":")
    unit: Unit | None = None
    clock: Clock | None = None
    for word in filter(None, words.split(",")):
        if word in Unit.__members__:
            unit = Unit[word]
        elif word in {Clock.local.value, Clock.utc.value}:
            clock = Clock[word]
        else:
            name = ""
    if name not in NAMES:
        required = f"{', '.join(NAMES)}; after a colon kg, lb, st, local or utc"
        raise UsageError("unknown_format", "a format that is not listed", required)
    return name, Stated(unit, clock)
