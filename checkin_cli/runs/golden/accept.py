"""
Accept what a run renders as golden. Nothing else in the package writes over a golden, or removes one.
"""

from pathlib import Path

from checkin_cli.runs.files import differs, looking_at, replacing, sync_folder, unwritable
from checkin_cli.runs.golden.changes import Difference, Different, Orphaned


def accept(difference: Difference) -> None:
    """
    Write the goldens of a case, each whole or not at all, the receipt first; remove those of an orphan.

    Raises `OutputError` where that cannot be done; where a folder is in the way, before anything is written.
    """
    match difference:
        case Different():
            for folder in difference.blocking:
                raise unwritable(folder)
            overwrite_golden(difference.case.receipt, difference.fresh.receipt)
            overwrite_golden(difference.case.copy, difference.fresh.copy)
        case Orphaned():
            for golden in difference.orphan.files:
                _remove(golden)


def overwrite_golden(golden: Path, raw: bytes) -> None:
    """
    Put the bytes in the place of a golden; a file that holds them already is left as it is.
    """
    with looking_at(golden):
        stands = golden.is_file() and not differs(golden, raw)
    if stands:
        return
    with replacing(golden, force=True, private=False, golden=True) as file:
        file.write(raw)


def _remove(golden: Path) -> None:
    try:
        golden.unlink(missing_ok=True)
        sync_folder(golden.parent)
    except OSError:
        raise unwritable(golden) from None
