"""
Find the cases of a folder: each document with the goldens beside it, and goldens that no document has.
"""

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.files import GOLDENS
from checkin_cli.runs.inputs import InputFile, nfc, search, show

_DOCUMENT, _RECEIPT = ".json", ".receipt.json"


@dataclass(frozen=True, slots=True)
class Case:
    """
    A document, and where its accepted copy and receipt are or will be.
    """

    document: InputFile
    copy: Path
    receipt: Path

    @property
    def name(self) -> str:
        """
        The path of the document below the folder, without its ending.
        """
        return self.document.name


@dataclass(frozen=True, slots=True)
class Orphan:
    """
    Goldens without a document.
    """

    name: str
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """
    What a folder holds, cases and orphans each in the order of the inputs of a run.
    """

    cases: tuple[Case, ...]
    orphans: tuple[Orphan, ...]

    def only(self, names: Collection[str]) -> Self:
        """
        The cases and orphans of these names; all of them without a name. Raises `UsageError` for a name nobody has.
        """
        wanted = {nfc(name) for name in names}
        if not wanted:
            return self
        cases = tuple(case for case in self.cases if case.name in wanted)
        orphans = tuple(orphan for orphan in self.orphans if orphan.name in wanted)
        known = {case.name for case in cases} | {orphan.name for orphan in orphans}
        for name in sorted(wanted - known):
            raise UsageError("unknown_case", "no such case", "a name or group that check prints", Place(show(name)))
        return replace(self, cases=cases, orphans=orphans)


def find_cases(folder: str) -> Cases:
    """
    Every `*.json` below a folder is a case. Hidden files and receipts of runs are left out, and nothing outside counts.

    A golden belongs to the document of the same name, in whatever normalisation form the file system keeps either.
    Raises `UsageError` for what is no folder, and for a folder with neither case nor golden.
    """
    if not os.path.isdir(folder):  # noqa: PTH112  # false for what cannot be looked at, where a path raises
        what = "a file" if os.path.exists(folder) else "no such folder"  # noqa: PTH110  # as above
        raise UsageError("no_such_input", what, "a folder of cases", Place(show(folder)))
    found = search(folder, _is_of_a_case)
    documents = [file for file in found if not file.path.endswith(GOLDENS)]
    goldens = {file.path: file for file in found if file.path.endswith(GOLDENS)}
    cases = _paired(documents, set(goldens))
    # As paths: a folder may be written in more than one way.
    taken = {path for case in cases for path in (case.copy, case.receipt)}
    orphans = _orphans([file for path, file in goldens.items() if Path(path) not in taken])
    if not (cases or orphans):
        raise UsageError("no_cases", "no .json file", "a folder of cases", Place(show(folder)))
    return Cases(tuple(cases), tuple(orphans))


def _is_of_a_case(name: str) -> bool:
    return name.endswith(GOLDENS) or (name.endswith(_DOCUMENT) and not name.endswith(_RECEIPT))


def _paired(documents: list[InputFile], goldens: set[str]) -> list[Case]:
    stems = [file.path.removesuffix(_DOCUMENT) for file in documents]
    exact = {f"{stem}{ending}" for stem in stems for ending in GOLDENS} & goldens
    spare = {nfc(path): path for path in goldens - exact}

    def golden(path: str) -> Path:
        return Path(path if path in exact else spare.pop(nfc(path), path))

    return [
        Case(file, *(golden(f"{stem}{ending}") for ending in GOLDENS))
        for file, stem in zip(documents, stems, strict=True)
    ]


def _orphans(goldens: list[InputFile]) -> list[Orphan]:
    files: dict[str, list[InputFile]] = {}
    for golden in goldens:
        files.setdefault(_stem(golden.path), []).append(golden)
    in_order = sorted(files, key=lambda stem: (nfc(f"{stem}{_DOCUMENT}"), stem))
    return [Orphan(_name(files[stem][0]), tuple(Path(file.path) for file in files[stem])) for stem in in_order]


def _name(golden: InputFile) -> str:
    # Of a receipt the search has taken the ending of JSON away already.
    return _stem(golden.name if golden.name.endswith(GOLDENS) else f"{golden.name}{_DOCUMENT}")


def _stem(path: str) -> str:
    return next(path.removesuffix(ending) for ending in GOLDENS if path.endswith(ending))
