"""
TOML tables to records, or to one error that names the file and the place.
"""

import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from checkin_cli.errors import Place, UsageError, printable
from checkin_cli.shapes import ListOf, Misfit, Record, json_path

T = TypeVar("T")


class Tables:
    """
    The records of TOML files, each with the file that it stands in.
    """

    def __init__(self, folder: Path, contents: Mapping[str, bytes], code: str = "doctrine_invalid") -> None:
        self.folder = folder
        self.contents = contents
        self.code = code
        """
        Of the errors: its hint is what to do about these files.
        """

        self.home: dict[str, str] = {}

    def invalid(self, name: str, path: str, found: str, required: str) -> UsageError:
        """
        The error of a place in a file.
        """
        return UsageError(self.code, found, required, Place(printable(str(self.folder / name)), path=path))

    def by_id(self, names: Iterable[str], table: str, cls: type[T], id_of: Callable[[T], str]) -> dict[str, T]:
        """
        Read one table of several files into records by id; an id used twice is an error.
        """
        record = Record(cls)
        records: dict[str, T] = {}
        for name in names:
            for each in self._read(name, table, record):
                if id_of(each) in records:
                    raise self.invalid(name, id_of(each), "an id used twice", "each id once")
                records[id_of(each)] = each
                self.home[id_of(each)] = name
        return records

    def words(self, name: str) -> str:
        """
        Read a file of plain text.
        """
        try:
            text = self.contents[name].decode("utf-8")
        except UnicodeDecodeError:
            text = ""
        if not text.strip() or not unicodedata.is_normalized("NFC", text) or "\r" in text:
            raise self.invalid(name, "", "a file without clean text", "text in UTF-8, composed, with LF endings")
        return text

    def _read(self, name: str, table: str, record: Record[T]) -> list[T]:
        try:
            text = self.contents[name].decode("utf-8")
            parsed = tomllib.loads(text, parse_float=Decimal)
        except (ValueError, ArithmeticError, RecursionError):
            raise self.invalid(name, "", "a file that is not TOML in UTF-8", "TOML") from None
        if not unicodedata.is_normalized("NFC", text):
            raise self.invalid(name, "", "text that is not NFC", "NFC")
        others = parsed.keys() - {table}
        if others:
            raise self.invalid(name, json_path([min(others)]), "another table", f"[[{table}]]")
        try:
            records = ListOf(record).read(parsed.get(table, []))
        except Misfit as misfit:
            raise self.invalid(name, json_path(misfit.path), misfit.found, misfit.required) from None
        return [each for each in records if isinstance(each, record.cls)]
