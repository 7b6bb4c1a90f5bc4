"""
What must be true after a fault, whichever call it was.
"""

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from functools import cache

from tests.batch.corpus import NAME, NOTE, WEIGHT
from tests.batch.desk import KEY, Line
from tests.conftest import ROOT
from tests.faults.calls import Call, Disturbed
from tests.faults.choice import INTERRUPTED
from tests.faults.scenes import Scene

Files = Mapping[str, bytes]

_OF_OUTPUT, _OF_PARTS = (f".checkin-{zlib.crc32(name):08x}-" for name in (b"out.jsonl", b"out.jsonl.journal"))
ENDED = {"signal=SIGTERM": 143, "signal=SIGINT": 130}
_ERROR = re.compile(r"^error\[\w+\] (?P<place>.+?): found .+, required .+\nhint: .+$", re.MULTILINE)
_UNSTABLE = {"counts.prom", "said"}
"""Counts hold times, and what was said has no name to be whole under."""


def is_left(name: str) -> bool:
    """True for a file under construction."""
    return ".checkin-" in name


def codes(scene: Scene, call: Call, fault: str) -> set[int]:
    """The exit codes that are promised for a fault at a call."""
    return next(promised for applies, promised in _promises(scene, call, fault) if applies)


def _promises(scene: Scene, call: Call, fault: str) -> Iterator[tuple[bool, set[int]]]:
    """In the order in which they count."""
    well, path = {scene.code}, call.paths[0] if call.paths else ""
    reads = call.name in {"openat", "read", "pread64"} and not call.makes
    is_short, closes = fault == "retval=0", call.name == "close"
    # What is over already has its own code.
    yield fault in ENDED, well | {ENDED.get(fault, 0)}
    yield fault == INTERRUPTED, well | ({3} if call.lists else set())
    # A failing exchange is the canonical copy, and so is a gate that cannot read what it asks about.
    yield not path, well
    # A record that could not be written is written again by itself.
    yield call.name == "pwrite64", well | {4}
    yield call.thread > 0, {4} if path.endswith(".journal") or ".journal/" in path else well
    # The folder of a run whose output is in place is in nobody's way, wherever it stays.
    yield (call.name == "rename" and path.endswith(".journal")) or _discards(scene, call), well
    # Nobody can know of bytes that a pipe or terminal swallows.
    yield path == "said" and fault == "retval=1", well
    yield call.name == "newfstatat", well | {2, 3, 4} | ({1} if ".golden." in path else set())
    yield path.endswith((".toml", "consents.json")), well | {2} if closes or is_short else {2}
    # Leftovers of an earlier run are looked for beside the output, and may be found another time.
    yield call.lists or call.name == "getdents64", well if path == "." else {3}
    yield ".golden." in path and (reads or closes), well | {1, 4}
    # Read once for its name or digest, and again to be rendered.
    yield _is_document(path), well if closes else well | {3}
    # A folder that is there is made in vain, and what was renamed is removed in vain.
    yield call.name in {"mkdir", "unlink"}, well | {4}
    yield closes or is_short or path == "tmp" or path.startswith("tmp/"), well | {4}
    yield True, {4}


def _discards(scene: Scene, call: Call) -> bool:
    """True where a folder of parts got another name, which must be on disk before anything in it may be removed."""
    return scene.parts and call.name == "fsync" and call.paths == (".",)


def _is_document(path: str) -> bool:
    is_case = path.startswith("cases/") and path.endswith(".json") and ".golden." not in path and not is_left(path)
    return is_case or path.startswith("in/") or path == "days.jsonl"


def faults_after(
    scene: Scene, call: Call, fault: str, over: Disturbed, before: Files, now: Files, whole: Files
) -> Iterator[str]:
    """What is wrong after a run that was disturbed, in words; nothing where all promises hold."""
    if not over.hit:
        yield "another call was hit"
    if over.code not in codes(scene, call, fault):
        yield f"exit code {over.code}"
    if "Traceback" in over.told or "internal_fault" in over.told:
        yield f"a defect: {over.told}"
    if over.code in {2, 3, 4} and not _ERROR.search(over.told):
        yield f"no error with its place and the next command: {over.told}"
    yield from (f"told {secret[:8]}" for secret in _secrets() if secret in over.told)
    stays = _OF_PARTS if _discards(scene, call) else ()
    yield from (f"left {name}" for name in now if is_left(name) and not name.startswith(stays))
    loose = _is_partial(scene, call, over)
    yield from half_written(before, now, whole, loose=loose)
    if over.code == scene.code and not loose:
        yield from (f"{name} is not as promised" for name in whole.keys() - _UNSTABLE if _is_other(name, now, whole))


def _is_other(name: str, now: Files, whole: Files) -> bool:
    return not name.endswith(".toml") and now.get(name) != whole[name]


def half_written(before: Files, now: Files, whole: Files, *, loose: bool) -> Iterator[str]:
    """Files with neither their old bytes nor the new ones; with `loose` other copies may stand in them, whole."""
    for name in {*before, *now, *whole} - _UNSTABLE:
        found = now.get(name)
        if is_left(name) or _is_record(name) or name.endswith(".toml") or found in {before.get(name), whole.get(name)}:
            continue
        if not loose or found is None or not _is_whole(name, found):
            yield f"{name} is half"


def _is_record(name: str) -> bool:
    """True for what an unfinished run keeps for the one that goes on with it."""
    return name.endswith(".journal") or ".journal/" in name


def unfinished(scene: Scene, now: Files, whole: Files, *, loose: bool) -> Iterator[str]:
    """What is missing, or other, after the run that completes a disturbed one."""
    for name in {*now, *whole} - _UNSTABLE:
        # A run that goes on removes what was left of its output.
        if name.endswith(".toml") or (is_left(name) and not (scene.asks and name.startswith(_OF_OUTPUT))):
            continue
        if name not in now or name not in whole:
            yield f"{name} is {'missing' if name in whole else 'left'}"
        elif now[name] != whole[name] and not (scene.asks and loose and _is_whole(name, now[name])):
            yield from _differences(name, now[name], whole[name], asks=scene.asks)


def _differences(name: str, now: bytes, whole: bytes, *, asks: bool) -> Iterator[str]:
    if asks and name == "summary.json":
        return
    if not (asks and name.endswith(".jsonl")):
        yield f"{name} has other bytes"
        return
    found, expected = _lines(now), _lines(whole)
    if [each["ref"] for each in found] != [each["ref"] for each in expected]:
        yield f"{name} has other lines"
    other = [line for line, line_before in zip(found, expected, strict=False) if line != line_before]
    if len(other) > 1 or any(line["status"] != "interrupted" for line in other):
        yield f"{name} has other lines than those that were in flight"


def _is_partial(scene: Scene, call: Call, over: Disturbed) -> bool:
    """True where other copies are right: without an input, an answer, a golden or the whole configuration."""
    is_read = call.name in {"openat", "read", "close", "newfstatat"} and not call.makes
    path = call.paths[0] if call.paths else ""
    asked = scene.asks and (call.thread > 0 or not path or path.endswith(".toml"))
    return over.code == 3 or asked or (is_read and ".golden." in path)


def _is_whole(name: str, raw: bytes) -> bool:
    try:
        if name.endswith(".jsonl"):
            return raw.endswith(b"\n") and all(each["status"] for each in _lines(raw))
        if name.endswith(".json"):
            return isinstance(json.loads(raw), dict)
    except ValueError:
        return False
    return raw.endswith(b"</testsuites>\n") if name.endswith(".xml") else False


def _lines(raw: bytes) -> list[Line]:
    return [json.loads(line) for line in raw.splitlines()]


@cache
def _secrets() -> tuple[str, ...]:
    """What no message may hold: words and values of a customer, the key, and the tasks of a model."""
    prompts = [path.read_text().strip()[:40] for path in sorted((ROOT / "doctrine" / "prompts").glob("*.md"))]
    return (NOTE, NAME, WEIGHT, KEY, *filter(None, prompts))
