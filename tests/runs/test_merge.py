"""
Shards joined again: the bytes of the run in one piece, or an error that says why not; never another order.
"""

import io
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkin_cli.doctrine import Doctrine, load_doctrine
from checkin_cli.errors import CheckinError, InternalFault
from checkin_cli.json_text import json_line
from checkin_cli.runs.document import Context, Outcome
from checkin_cli.runs.inputs import Inputs, PartInputs, RawInput, cut, find_files
from checkin_cli.runs.merge import Joined, join_by_content, join_by_inputs
from checkin_cli.runs.outputs import JsonLinesSink
from checkin_cli.runs.render import render_all
from checkin_cli.selection.selectors.built_in import Rotate
from tests.conftest import FIXTURES
from tests.selection import asking

ORDINARY = FIXTURES / "documents" / "ordinary"


def lines_of(inputs: Any, context: Context) -> bytes:
    """What a run writes for these inputs."""
    stream = io.BytesIO()
    render_all(inputs, context, JsonLinesSink(stream), ())
    return stream.getvalue()


def inputs_of(*paths: Path) -> Inputs:
    return Inputs(find_files(map(str, paths)), io.BytesIO())


def cut_into(parts: int, folder: Path, context: Context, *paths: Path) -> list[str]:
    """The files of all shards of a run."""
    files = find_files(map(str, paths))
    named = []
    for number, part in enumerate(cut(files, parts)):
        named.append(folder / f"part.{number}.jsonl")
        named[-1].write_bytes(lines_of(PartInputs(part), context))
    return list(map(str, named))


def text(joined: Joined) -> bytes:
    return b"".join(joined.chunks())


@pytest.fixture(scope="module")
def plain() -> Context:
    return asking.context(load_doctrine(), None, "canonical")


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("name", ["day", "documents", "refused", "order"])
def test_any_cut_of_a_folder_joins_to_the_whole_run(name: str, parts: int, plain: Context, tmp_path: Path) -> None:
    """In the order of the arguments, and in any order where the inputs are there to tell."""
    whole = lines_of(inputs_of(FIXTURES / name), plain)
    shards = cut_into(parts, tmp_path, plain, FIXTURES / name)
    assert text(join_by_content(shards)) == whole
    random.Random(parts).shuffle(shards)  # noqa: S311  # repeatable, not secret
    joined = join_by_inputs(shards, inputs_of(FIXTURES / name))
    assert text(joined) == whole
    assert joined.report.inputs == whole.count(b"\n")
    assert joined.report.exit_code == (0 if name == "day" else 3)


def one_line(path: Path) -> bytes:
    return json_line(json.loads(path.read_bytes()))


LINES = [
    one_line(ORDINARY / "daily.json"),
    one_line(ORDINARY / "weekly.json"),
    one_line(FIXTURES / "day" / "week-held.json"),
    (FIXTURES / "refused" / "wrong_type.json").read_bytes().replace(b"\n", b""),
    b"{",
    b"",
    b" \r",
    b"\xef\xbb\xbf{}",
]
files_of_lines = st.lists(
    st.builds(
        lambda mark, lines, end: mark + b"\n".join(lines) + end,
        st.sampled_from([b"", b"", b"\xef\xbb\xbf"]),
        st.lists(st.sampled_from(LINES), max_size=8),
        st.sampled_from([b"\n", b"", b"\n\n"]),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=files_of_lines, parts=st.integers(1, 9), data=st.data())
def test_shards_in_any_order_give_the_whole_run_or_an_error(
    files: list[bytes], parts: int, data: st.DataObject, plain: Context, tmp_path: Path
) -> None:
    """Blank lines, refused lines, marks, no final newline, empty shards; the given order is never wrongly overruled."""
    paths = [tmp_path / f"{name}.jsonl" for name, _ in zip("abcd", files, strict=False)]
    for path, content in zip(paths, files, strict=True):
        path.write_bytes(content)
    whole = lines_of(inputs_of(*paths), plain)
    shards = cut_into(parts, tmp_path, plain, *paths)
    assert text(join_by_content(shards)) == whole
    shuffled = data.draw(st.permutations(shards))
    assert text(join_by_inputs(shuffled, inputs_of(*paths))) == whole
    try:
        joined = join_by_content(shuffled)
    except CheckinError as error:
        assert error.code == "shard_order_unknown"  # noqa: PT017  # either is right, nothing else is
    else:
        assert text(joined) == whole
    if len(files) == 1:
        assert text(join_by_content(shuffled)) == whole


def test_inputs_that_do_not_ascend_need_their_names_unless_files_were_cut(plain: Context, tmp_path: Path) -> None:
    """What was given as b, a is joined as b, a: where the lines cannot tell, nothing is guessed."""
    day = one_line(ORDINARY / "daily.json") + b"\n"
    b, a = tmp_path / "b.jsonl", tmp_path / "a.jsonl"
    for path in (a, b):
        path.write_bytes(day * 4)
    whole = lines_of(inputs_of(b, a), plain)
    shards = cut_into(2, tmp_path, plain, b, a)
    assert code(lambda: join_by_content(shards)) == "shard_order_unknown"
    assert text(join_by_inputs(shards, inputs_of(b, a))) == whole
    thirds = cut_into(3, tmp_path, plain, b, a)
    joined = join_by_content(thirds[::-1])
    assert joined.decided
    assert text(joined) == whole
    assert not join_by_content(cut_into(2, tmp_path, plain, a, b)).decided


def test_inputs_that_stand_twice_are_told_by_the_inputs_alone(plain: Context, tmp_path: Path) -> None:
    day = FIXTURES / "day" / "week-held.json"
    whole = lines_of(inputs_of(day, day), plain)
    shards = cut_into(2, tmp_path, plain, day, day)
    assert code(lambda: join_by_content(shards)) == "shards_overlap"
    assert text(join_by_inputs(shards, inputs_of(day, day))) == whole


def code(act: Callable[[], object]) -> str:
    with pytest.raises(CheckinError) as refused:
        act()
    return refused.value.code


@pytest.fixture(scope="module")
def good(plain: Context) -> list[bytes]:
    """The lines of the bundled day."""
    return lines_of(inputs_of(FIXTURES / "day"), plain).splitlines(keepends=True)


def edited(line: bytes, /, **changes: object) -> bytes:
    return json_line(json.loads(line) | changes) + b"\n"


SPOILED: dict[str, Callable[[Sequence[bytes]], bytes]] = {
    "no final newline": lambda good: b"".join(good)[:-1],
    "half a line": lambda good: good[0] + good[1][:40] + b"\n",
    "a blank line": lambda good: good[0] + b"\n" + good[1],
    "a byte order mark": lambda good: b"\xef\xbb\xbf" + good[0],
    "blanks": lambda good: json.dumps(json.loads(good[0]), ensure_ascii=False).encode() + b"\n",
    "keys in another order": lambda good: json_line(dict(reversed(json.loads(good[0]).items()))) + b"\n",
    "another key": lambda good: edited(good[0], more=1),
    "another copy": lambda good: edited(good[0], copy="다른 말"),
    "no copy": lambda good: edited(good[0], copy=None),
    "no receipt": lambda good: edited(good[0], receipt=None),
    "another status": lambda good: edited(good[0], status="interrupted"),
    "a line that is no number": lambda good: edited(good[0], line=True),
    "a line that is none": lambda good: edited(good[0], line=0),
    "an error that nobody knows": lambda good: edited(
        good[0], status="refused", copy=None, receipt=None, error=dict.fromkeys(("code", "place", "found"), "x")
    ),
    "the same line twice": lambda good: good[0] + good[0],
    "a later line first": lambda good: edited(good[0], source="a", line=2) + edited(good[0], source="a", line=1),
    "a source that comes back": lambda good: good[0] + good[1] + good[0],
    "a document": lambda good: (ORDINARY / "daily.json").read_bytes(),
    "not UTF-8": lambda good: b"\xff\n",
    "a line without end": lambda good: b" " * (3 << 20),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_what_no_run_writes_is_no_shard(
    spoil: Callable[[Sequence[bytes]], bytes], good: list[bytes], tmp_path: Path
) -> None:
    path = tmp_path / "part.jsonl"
    path.write_bytes(spoil(good))
    assert code(lambda: join_by_content([str(path)])) == "not_a_shard"


def written(folder: Path, *shards: bytes) -> list[str]:
    paths = [folder / f"{number}.jsonl" for number in range(len(shards))]
    for path, content in zip(paths, shards, strict=True):
        path.write_bytes(content)
    return list(map(str, paths))


def numbered(good: bytes, source: str, *lines: int) -> bytes:
    return b"".join(edited(good, source=source, line=line) for line in lines)


def test_shards_that_share_documents_are_refused(good: list[bytes], tmp_path: Path) -> None:
    """The same shard twice, lines that overlap, a source inside two shards, and sources that go round."""
    one = good[0]
    for shards in (
        [one, one],
        [numbered(one, "a", 1, 2), numbered(one, "a", 2, 3)],
        [numbered(one, "a", 1, 4), numbered(one, "a", 2, 3)],
        [numbered(one, "a", 1) + numbered(one, "b", 1), numbered(one, "a", 2)],
        [numbered(one, "b", 2) + numbered(one, "a", 1), numbered(one, "a", 2) + numbered(one, "b", 1)],
        [edited(one, source="a", line=None), numbered(one, "a", 2)],
    ):
        assert code(lambda shards=shards: join_by_content(written(tmp_path, *shards))) == "shards_overlap"  # type: ignore[misc]


def test_a_cut_file_is_put_in_order_beside_others(good: list[bytes], tmp_path: Path) -> None:
    first, second, other = numbered(good[0], "a", 1, 2), numbered(good[0], "a", 5), numbered(good[0], "b", 1)
    joined = join_by_content(written(tmp_path, second, first, other))
    assert text(joined) == first + second + other
    assert not joined.decided
    assert code(lambda: join_by_content(written(tmp_path, other, second, first))) == "shard_order_unknown"


def test_shards_of_two_runs_are_refused(doctrine: Doctrine, good: list[bytes], tmp_path: Path) -> None:
    rotated = lines_of(inputs_of(FIXTURES / "day"), asking.context(doctrine, Rotate(), "coach")).splitlines(True)
    shards = written(tmp_path, b"".join(good[:9]), b"".join(rotated[9:]))
    assert code(lambda: join_by_content(shards)) == "shards_differ"
    assert code(lambda: join_by_inputs(shards, inputs_of(FIXTURES / "day"))) == "shards_differ"


@pytest.mark.parametrize("change", ["missing", "left over", "twice", "swapped", "none"])
def test_the_inputs_find_gaps_and_what_is_left_over(change: str, good: list[bytes], tmp_path: Path) -> None:
    first, second, third = b"".join(good[:6]), b"".join(good[6:12]), b"".join(good[12:])
    shards = {
        "missing": [first, third],
        "left over": [first, second, third, edited(good[0], source="zz")],
        "twice": [first, second, third, third],
        "swapped": [first, good[7] + good[6] + b"".join(good[8:12]), third],
        "none": [b""],
    }[change]
    assert code(lambda: join_by_inputs(written(tmp_path, *shards), inputs_of(FIXTURES / "day"))) == "shards_incomplete"


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    assert code(lambda: join_by_content([str(tmp_path / "none.jsonl")])) == "no_such_input"
    assert code(lambda: join_by_content([str(tmp_path)])) == "input_unreadable"


def test_a_shard_that_changes_meanwhile_ends_the_merge(good: list[bytes], tmp_path: Path) -> None:
    [path] = written(tmp_path, good[0])
    joined = join_by_content([path])
    Path(path).write_bytes(good[1])
    assert code(lambda: text(joined)) == "not_a_shard"


def test_the_exit_code_is_the_highest_of_all_lines(good: list[bytes], tmp_path: Path) -> None:
    """That of a defect too, which one document of a run met."""
    fault = InternalFault("internal_fault", "KeyError", "none").at("zz")
    line = Outcome("zz", None, "zz", error=fault).json() + b"\n"
    joined = join_by_content(written(tmp_path, good[0], line))
    assert joined.report.exit_code == 70
    assert (joined.report.rendered, joined.report.refused) == (1, 1)


def test_empty_shards_are_shards(good: list[bytes], tmp_path: Path) -> None:
    assert text(join_by_content(written(tmp_path, b"", b""))) == b""
    assert text(join_by_content(written(tmp_path, b"", good[0], b""))) == good[0]


def test_observers_see_every_line(good: list[bytes], tmp_path: Path) -> None:
    seen: list[Outcome] = []
    join_by_content(written(tmp_path, *good), [seen.append])
    assert len(seen) == len(good)
    assert all(isinstance(each, Outcome) for each in seen)


def raw_inputs(*sources: str) -> list[RawInput]:
    return [RawInput(source, source, None, b"") for source in sources]


def test_an_input_without_any_shard_is_missing() -> None:
    assert code(lambda: join_by_inputs([], raw_inputs("a"))) == "shards_incomplete"
    assert text(join_by_inputs([], raw_inputs())) == b""
