"""
Inputs: which files, in which order, how lines and encodings are told apart.
"""

import io
import os
import unicodedata
from pathlib import Path

import pytest

from checkin_cli.errors import DocumentRefused, UsageError
from checkin_cli.runs.inputs import LARGEST_DOCUMENT, RawInput, find_files, read_inputs


def read(path: Path | str, given: bytes = b"") -> list[RawInput]:
    """All documents of a path, or of standard input for `-`."""
    return list(read_inputs(find_files([str(path)]), io.BytesIO(given)))


def code(given: RawInput) -> str | None:
    """The code of an input without bytes."""
    return given.raw.code if isinstance(given.raw, DocumentRefused) else None


def test_a_folder_is_ordered_by_code_points_of_the_composed_path(tmp_path: Path) -> None:
    """Locale, letter case, digits and the order of the directory move nothing; equal names go by raw bytes."""
    decomposed = unicodedata.normalize("NFD", "가.json")
    for name in ("가.json", decomposed, "b.json", "B.json", "10.json", "2.jsonl", "a/x.json", "a-x.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"{}")
    names = [os.path.relpath(file.path, tmp_path) for file in find_files([str(tmp_path)])]
    assert names == ["10.json", "2.jsonl", "B.json", "a-x.json", "a/x.json", "b.json", decomposed, "가.json"]


def test_hidden_files_receipts_and_other_endings_are_no_inputs(tmp_path: Path) -> None:
    for name in (".a.json", ".b/c.json", "d.receipt.json", "e.txt", "f.golden.txt", "f.golden.receipt.json", "f.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"{}")
    assert [file.name for file in find_files([str(tmp_path)])] == ["f"]


def test_missing_paths_and_empty_folders_are_usage_errors(tmp_path: Path) -> None:
    for path, expected in ((tmp_path / "none.json", "no_such_input"), (tmp_path, "no_inputs")):
        with pytest.raises(UsageError) as refused:
            find_files([str(path)])
        assert refused.value.code == expected


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\r\n \t\r\n"])
def test_blank_lines_are_skipped_and_counted(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_bytes(f'{{"a":1}}\r\n\r\n \t\n{{"b":"\u2028\u2029"}}{ending}'.encode())
    for given in (read(path), read("-", path.read_bytes())):
        assert [each.line for each in given] == [1, 4]
    assert [each.name for each in read(path)] == ["days.1", "days.4"]


@pytest.mark.parametrize("blank", [b"", b"\n", b" \t\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n\n"])
def test_nothing_to_read_is_refused_as_empty(blank: bytes, tmp_path: Path) -> None:
    lines = tmp_path / "days.jsonl"
    lines.write_bytes(blank)
    [given] = read(lines)
    assert (code(given), given.line) == ("empty_input", None)
    assert len(read("-", blank)) == 1


def test_standard_input_is_one_document_or_lines() -> None:
    one, pretty, broken = b'{"a":1}', b'{\n "a": 1\n}\n', b'{\n "a": 1,\n}\n'
    for raw in (one, one + b"\n\n", pretty, broken, b"[1,\n2]"):
        assert [each.line for each in read("-", raw)] == [None]
    assert [each.line for each in read("-", b'{"a":\n{"b":1}\n,"c":2}')] == [None]
    assert [each.line for each in read("-", b'{bad\n{bad\n{"a":1}\n')] == [1, 2, 3]
    for raw in (one + b"\n" + one, b'{"a":1,}\n{"b":2}\n', b'{"cut":\n{"b":2}\n'):
        assert [each.line for each in read("-", raw)] == [1, 2]


def test_long_standard_input_is_lines_and_is_not_held_in_memory() -> None:
    line = b'{"a":"' + b"x" * 1000 + b'"}\n'
    assert len(read("-", line * 2000)) == 2000


def test_one_long_document_on_standard_input_is_one_refusal() -> None:
    raw = b'{\n "note": "' + b"x" * LARGEST_DOCUMENT + b'"\n}\n'
    assert [code(each) for each in read("-", raw)] == ["document_too_large"]


def test_one_byte_over_the_limit_is_refused_alone(tmp_path: Path) -> None:
    fits, over = b"x" * LARGEST_DOCUMENT, b"x" * (LARGEST_DOCUMENT + 1)
    lines = tmp_path / "days.jsonl"
    lines.write_bytes(over + b"\n{}\n" + over)
    assert [code(each) for each in read(lines)] == ["document_too_large", None, "document_too_large"]
    whole = tmp_path / "day.json"
    for raw, expected in ((fits, None), (over, "document_too_large")):
        whole.write_bytes(raw)
        assert [code(each) for each in read(whole)] == [expected]


def test_a_mark_is_dropped_at_the_start_of_lines_and_refused_later(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_bytes(b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n")
    assert [code(each) for each in read(path)] == [None, "stray_bom"]


def test_lines_of_a_wider_encoding_are_one_refusal(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_bytes("\ufeff{}\n{}\n".encode("utf-16-le"))
    assert len(read(path)) == 1


def test_what_cannot_be_opened_is_refused_alone(tmp_path: Path) -> None:
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "here.json").write_bytes(b"{}")
    assert [code(each) for each in read(tmp_path)] == ["input_unreadable", None]


def test_odd_bytes_in_a_name_are_shown_and_still_opened(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"odd\xff\x1b.json")
    Path(os.fsdecode(path)).write_bytes(b"{}")
    [given] = read(os.fsdecode(path))
    assert given.raw == b"{}"
    assert given.source.endswith("odd\\xffU+001B.json")


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n"])
def test_only_a_line_feed_ends_a_line(end: str, tmp_path: Path) -> None:
    """A line separator in somebody's words is a character; a file may end with any number of line ends."""
    path = tmp_path / "days.jsonl"
    lines = '{"note":"a\u2028b"}\n{"note":"a\u2029b"}\n{"note":"a\u0085\x0b\x0cb"}'
    path.write_bytes((lines + end).encode())
    given = read(path)
    assert [each.line for each in given] == [1, 2, 3]
    assert [each.content().count(b"a") for each in given] == [1, 1, 1]


def test_a_pipe_in_a_folder_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    (tmp_path / "b.json").write_bytes(b"{}")
    assert [code(each) for each in read(tmp_path)] == ["input_unreadable", None]


def test_names_of_outputs_are_printable_whatever_the_file_is_called(tmp_path: Path) -> None:
    for name in (b"m\xff.json", b"\x1b[31m.json", b"a\nb.json"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_bytes(b"{}")
    names = [file.name for file in find_files([str(tmp_path)])]
    assert all(name.isprintable() and name.encode() for name in names)


def test_a_mark_alone_on_a_later_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_bytes(b"{}\n\xef\xbb\xbf\n{}\n")
    assert [code(each) for each in read(path)] == [None, "stray_bom", None]
