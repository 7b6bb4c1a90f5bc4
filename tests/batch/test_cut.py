"""
Parts of the inputs: one after the other they hold every document once, in order, whatever their number.
"""

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkin_cli.errors import DocumentRefused
from checkin_cli.runs.inputs import InputFile, PartInputs, RawInput, cut, find_files, read_inputs

BOM = b"\xef\xbb\xbf"

LINE = st.one_of(
    st.just(b""),
    st.sampled_from([b" ", b"\t", b"\r", b" \r", b"\x0b", BOM, BOM + b"{}", b"\0", "가\u2028나\u0085다".encode()]),
    st.integers(1, 90).map(lambda size: b"{" + b"x" * size + b"}"),
)
ENDING = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"\n\n"])
WIDE = st.sampled_from(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"]).map('{"a":1}\n{"a":2}\n'.encode)


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    """Lines with any ending, perhaps with a mark before the first and without an end after the last."""
    parts = [draw(LINE) + draw(ENDING) for _ in range(draw(st.integers(0, 12)))]
    return draw(st.sampled_from([b"", b"", BOM])) + b"".join(parts) + draw(st.sampled_from([b"", b"{}", b" "]))


FILES = st.lists(
    st.tuples(st.sampled_from(["json", "jsonl", "jsonl", "jsonl"]), st.one_of(lines(), lines(), WIDE)),
    min_size=1,
    max_size=5,
)


def seen(inputs: Iterator[RawInput]) -> list[tuple[object, ...]]:
    """All that is known of each document; an error counts by its code."""
    return [
        (each.source, each.name, each.line, each.raw.code if isinstance(each.raw, DocumentRefused) else each.raw)
        for each in inputs
    ]


def parted(files: list[InputFile], parts: int) -> list[RawInput]:
    """The documents of all parts, each where it says it stands."""
    made = cut(files, parts)
    assert len(made) == parts
    found = [given for part in made for given in PartInputs(part)]
    assert all(given.is_unchanged() for given in found if isinstance(given.raw, bytes))
    return found


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(FILES, st.integers(1, 14))
def test_the_parts_hold_every_document_once_and_in_order(contents: list[tuple[str, bytes]], parts: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, (ending, content) in enumerate(contents):
            Path(folder, f"{number}.{ending}").write_bytes(content)
        files = find_files([folder])
        whole = seen(read_inputs(files, io.BytesIO()))
        assert seen(iter(parted(files, parts))) == whole
        sizes = [PartInputs(part).size() for part in cut(files, parts)]
        assert sum(sizes) == sum(len(content) for _, content in contents)


@pytest.mark.parametrize("parts", [1, 2, 3, 5, 16])
def test_long_lines_are_never_cut(parts: int, tmp_path: Path) -> None:
    """Lines of a megabyte, of a byte more than a document may have, and short ones between them."""
    long, longer, short = b"a" * (1 << 20), b"b" * ((1 << 20) + 1), b'{"a":1}'
    path = tmp_path / "days.jsonl"
    path.write_bytes(b"\n".join((long, short, longer, short, short, long, b"", longer * 3, short)))
    files = find_files([str(path)])
    assert seen(iter(parted(files, parts))) == seen(read_inputs(files, io.BytesIO()))


def test_parts_are_of_about_equal_size(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_bytes(b"".join(b'{"a":%d}\n' % number for number in range(10_000)))
    sizes = [PartInputs(part).size() for part in cut(find_files([str(path)]), 7)]
    assert max(sizes) - min(sizes) < 64


def test_a_file_that_is_gone_is_refused_once(tmp_path: Path) -> None:
    """Whatever happens between looking and reading, each input has its line."""
    for name in ("a.jsonl", "b.json"):
        (tmp_path / name).write_bytes(b'{"a":1}\n')
    files = find_files([str(tmp_path)])
    (tmp_path / "a.jsonl").unlink()
    for parts in (1, 2, 3):
        assert seen(iter(parted(files, parts))) == seen(read_inputs(files, io.BytesIO()))


@given(st.integers(1, 30), st.integers(1, 8))
def test_a_shard_in_parts_is_the_shard(of: int, count: int) -> None:
    """The parts of a shard hold what the shard holds, so that it may be spread too."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "days.jsonl").write_bytes(b"".join(b'{"a":%d}\n' % number for number in range(40)))
        files = find_files([folder])
        spread = cut(files, of * count)
        for number, shard in enumerate(cut(files, of)):
            parts = spread[number * count : (number + 1) * count]
            assert seen(given for part in parts for given in PartInputs(part)) == seen(iter(PartInputs(shard)))
