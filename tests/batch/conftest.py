"""
An endpoint, a desk whose configuration leads to it, and what a run gives that nobody disturbs.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.corpus import Corpus, corpus
from tests.batch.desk import Desk, Line, desk_of
from tests.batch.served import Served, serving


@pytest.fixture(scope="session")
def days() -> Corpus:
    """Two dozen documents."""
    return corpus(24)


@pytest.fixture
def served(days: Corpus) -> Iterator[Served]:
    with serving(days) as endpoint:
        yield endpoint


@pytest.fixture
def desk(tmp_path: Path, served: Served, days: Corpus) -> Iterator[Desk]:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "days.jsonl").write_bytes(days.text)
    with desk_of(folder, served) as made:
        yield made


@pytest.fixture(scope="session")
def undisturbed(days: Corpus, tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """The lines of a run from beginning to end."""
    return lines_of(days, tmp_path_factory.mktemp("undisturbed"))


def lines_of(documents: Corpus, folder: Path) -> list[Line]:
    """The lines that a run over these documents writes. The source is what the command line names."""
    (folder / "days.jsonl").write_bytes(documents.text)
    with serving(documents) as endpoint, desk_of(folder, endpoint) as desk:
        assert desk.run() == 0
        assert endpoint.repeated() == []
        assert {each["receipt"]["outcome"] for each in desk.lines()} == {"coached_and_polished"}
        return desk.lines()
