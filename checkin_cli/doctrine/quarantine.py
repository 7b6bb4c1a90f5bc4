"""
Sentences that must not reach a customer, each with why. No render opens them.
"""

from pathlib import Path
from typing import Annotated

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine.tables import Tables
from checkin_cli.doctrine.values import ID, SENTENCE
from checkin_cli.errors import Place, UsageError
from checkin_cli.shapes import OneOf, record

CATEGORIES = ("unsourced", "overclaiming", "medical", "guilt", "extreme_practice", "order", "praise_of_loss")


@record
class Quarantined:
    """
    One sentence kept as a warning.
    """

    id: Annotated[str, ID]
    category: Annotated[str, OneOf(CATEGORIES)]
    text: Annotated[str, SENTENCE]
    why: Annotated[str, SENTENCE]


def load_quarantine(folder: Path | None) -> list[Quarantined]:
    """
    Read every file of `quarantine/`, in the order of their names.

    Raises `UsageError` for a file that does not read.
    """
    where = folder or bundled_folder()
    names = sorted(f"quarantine/{path.name}" for path in (where / "quarantine").glob("*.toml"))
    try:
        contents = {name: (where / name).read_bytes() for name in names}
    except OSError:
        place = Place(str(where / "quarantine"))
        raise UsageError("doctrine_invalid", "no readable file", "a file of sentences", place) from None
    tables = Tables(where, contents)
    return list(tables.by_id(names, "sentence", Quarantined, lambda sentence: sentence.id).values())
