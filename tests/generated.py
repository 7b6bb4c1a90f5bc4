"""
Generated documents, rendered.
"""

from collections.abc import Iterator

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.rendering import Rendering, render_canonical
from tests.sampling import sample
from tests.written import written


def renderings(surface: str, count: int, doctrine: Doctrine, seed: int = 7) -> Iterator[Rendering]:
    """Canonical renderings of ordinary documents of a surface, always the same ones."""
    for document in sample(surface, count, seed):
        yield render_canonical(read_document(written(document), ReadingRules()), doctrine)
