"""
Cases of a folder: which document has which goldens, in which order, and what belongs to nobody.
"""

import unicodedata
from pathlib import Path

import pytest

from checkin_cli.errors import UsageError
from checkin_cli.runs.golden import find_cases

GA, GA_IN_PARTS = "가", unicodedata.normalize("NFD", "가")


def made(folder: Path, *names: str) -> str:
    """A folder with empty files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    return str(folder)


def test_every_document_is_a_case_and_nothing_else_is(tmp_path: Path) -> None:
    folder = made(
        tmp_path,
        *("b.json", "B.json", "10.json", "a/x.json", "a-x.json"),
        *("days.jsonl", "b.receipt.json", "b.txt", ".hidden.json", ".git/c.json", "out.jsonl.journal/d.json"),
        *("b.golden.txt", "b.golden.receipt.json", ".e.golden.txt"),
    )
    cases = find_cases(folder)
    assert [case.name for case in cases.cases] == ["10", "B", "a-x", "a/x", "b"]
    assert cases.orphans == ()
    assert cases.cases[-1].copy == tmp_path / "b.golden.txt"
    assert cases.cases[3].receipt == tmp_path / "a" / "x.golden.receipt.json"


def test_goldens_without_a_document_are_orphans(tmp_path: Path) -> None:
    """Also where a run left a receipt, or lines, under that name; and below a folder that holds no case."""
    folder = made(
        tmp_path, "a.json", "b.golden.txt", "c/d.golden.receipt.json", "b.receipt.json", "b.golden.receipt.json"
    )
    orphans = find_cases(folder).orphans
    assert [(orphan.name, len(orphan.files)) for orphan in orphans] == [("b", 2), ("c/d", 1)]
    assert [orphan.name for orphan in find_cases(made(tmp_path / "c")).orphans] == ["d"]


@pytest.mark.parametrize("name", ["x.golden", "x.golden.golden", "x.receipt.golden"])
def test_odd_names_keep_their_goldens(name: str, tmp_path: Path) -> None:
    cases = find_cases(made(tmp_path, f"{name}.json", f"{name}.golden.txt", f"{name}.golden.receipt.json"))
    assert [case.name for case in cases.cases] == [name]
    assert cases.orphans == ()
    (tmp_path / f"{name}.json").unlink()
    assert [orphan.name for orphan in find_cases(str(tmp_path)).orphans] == [name]


@pytest.mark.parametrize(("document", "golden"), [(GA, GA_IN_PARTS), (GA_IN_PARTS, GA)])
def test_a_golden_is_found_in_the_other_normalisation_form(document: str, golden: str, tmp_path: Path) -> None:
    """Some file systems and archives decompose names, or compose them."""
    cases = find_cases(made(tmp_path, f"{document}.json", f"{golden}.golden.txt"))
    assert [(case.name, case.copy.name) for case in cases.cases] == [(GA, f"{golden}.golden.txt")]
    assert cases.cases[0].receipt.name == f"{document}.golden.receipt.json"
    assert cases.orphans == ()


def test_two_forms_of_one_name_keep_their_own_goldens(tmp_path: Path) -> None:
    names = [f"{name}{ending}" for name in (GA, GA_IN_PARTS) for ending in (".json", ".golden.txt")]
    cases = find_cases(made(tmp_path, *names))
    assert {case.document.path.removesuffix(".json") for case in cases.cases} == {
        str(case.copy).removesuffix(".golden.txt") for case in cases.cases
    }
    assert cases.orphans == ()


@pytest.mark.parametrize("spelling", [".", "./", "cases", "./cases", "cases/", "cases//", "cases/../cases", "cases/."])
def test_a_folder_may_be_written_in_many_ways(spelling: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is the same, and no golden looks like one without a document."""
    made(
        tmp_path / "cases",
        "a.json",
        "a.golden.txt",
        "a.golden.receipt.json",
        "b/c.json",
        "b/c.golden.txt",
        "d.golden.txt",
    )
    monkeypatch.chdir(tmp_path if "cases" in spelling else tmp_path / "cases")
    cases = find_cases(spelling)
    assert [case.name for case in cases.cases] == ["a", "b/c"]
    assert [orphan.name for orphan in cases.orphans] == ["d"]


def test_a_name_chooses_cases_and_orphans(tmp_path: Path) -> None:
    cases = find_cases(made(tmp_path, f"{GA}.json", "b.json", "c.golden.txt"))
    assert [case.name for case in cases.only([GA_IN_PARTS]).cases] == [GA]
    assert [orphan.name for orphan in cases.only(["c"]).orphans] == ["c"]
    assert cases.only([]) == cases
    with pytest.raises(UsageError) as refused:
        cases.only(["b", "B"])
    assert (refused.value.code, refused.value.place.source) == ("unknown_case", "B")


def test_what_is_no_folder_of_cases_is_a_usage_error(tmp_path: Path) -> None:
    made(tmp_path, "a.json", "empty/days.jsonl")
    for path, code in (("none", "no_such_input"), ("a.json", "no_such_input"), ("empty", "no_cases")):
        with pytest.raises(UsageError) as refused:
            find_cases(str(tmp_path / path))
        assert refused.value.code == code
