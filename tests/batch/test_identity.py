"""
What differs between a run and the one that is to go on with it is named, and nothing of what it holds.
"""

from pathlib import Path
from typing import Any

import pytest

from checkin_cli.runs.inputs import InputsDigest
from checkin_cli.runs.inputs.digest import inputs_digest
from checkin_cli.runs.journal import Identity, identity_of
from checkin_cli.runs.journal.lines import line_of
from tests.batch.test_journal import opened, refused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl.journal"


BEGUN = {
    "mode": "coach",
    "settings": {"provider.model": "stub", "provider.base_url": "http://private"},
    "export": [1, "c-1001"],
    "digests": "d",
}
OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "an option": ({"mode": "expression"}, "--mode"),
    "a key": ({"settings": {"provider.model": "other", "provider.base_url": "http://private"}}, "provider.model"),
    "a customer": ({"export": [1, "c-1002"]}, "--export-customer"),
    "a secret": ({"digests": "e"}, "the key of receipts.key_env"),
    "what was not there": ({"shard": [1, 2]}, "--shard"),
    "many": ({"mode": "x", "export": [2, "y"], "digests": "z"}, "--mode, --export-revision, --export-customer, 1 more"),
}


def begun(inputs: InputsDigest, *, configured: bool = True, **changes: Any) -> Identity:
    """The identity of a run with these options."""
    return identity_of(inputs, "d", BEGUN | changes, {"--config": configured})


@pytest.mark.parametrize(("changes", "named"), OPTIONS.values(), ids=OPTIONS)
def test_the_option_that_differs_is_named_and_its_value_is_not(changes: dict[str, Any], named: str, path: Path) -> None:
    inputs = inputs_digest([("days.jsonl", "x")])
    with opened(path, begun(inputs)):
        pass
    error = refused(path, begun(inputs, **changes))
    assert error.found == f"another configuration ({named}) than the run began with"
    assert not [each for each in ("coach", "stub", "private", "c-100") if each in path.read_text() + str(error)]


def test_a_configuration_that_is_not_named_any_more_is_told_where_something_differs(path: Path) -> None:
    """A file with the same keys may be found without being named: then nothing differs."""
    inputs = inputs_digest([("days.jsonl", "x")])
    with opened(path, begun(inputs)):
        pass
    with opened(path, begun(inputs, configured=False)):
        pass
    error = refused(path, begun(inputs, configured=False, settings={"provider.base_url": "http://private"}))
    assert error.found == "another configuration (--config, provider.model) than the run began with"


def test_the_input_that_differs_is_named(path: Path) -> None:
    """Where the number of them differs, that is said; of very many each has no digest of its own."""
    with opened(path, begun(inputs_digest([("a.json", "1"), ("b.json", "2")]))):
        pass
    changed = refused(path, begun(inputs_digest([("a.json", "1"), ("b.json", "3")])))
    assert changed.found == "another input (b.json) than the run began with"
    more = refused(path, begun(inputs_digest([("a.json", "1"), ("b.json", "2"), ("c.json", "3")])))
    assert more.found == "another input (3 files, not 2) than the run began with"
    many = refused(path, begun(inputs_digest((f"{number}.json", "1") for number in range(1000))))
    assert many.found == "another input than the run began with"


def test_another_shard_is_no_other_input(path: Path) -> None:
    """It has other documents of the same files, so the option alone is named."""
    with opened(path, begun(inputs_digest([("a.json", "1")]), shard=[1, 2])):
        pass
    error = refused(path, begun(inputs_digest([("a.json", "2")]), shard=[2, 2]))
    assert error.found == "another configuration (--shard) than the run began with"
    error = refused(path, begun(inputs_digest([("a.json", "2")]), shard=[1, 2]))
    assert error.found == "another input (a.json) than the run began with"


def test_a_journal_that_names_no_options_is_read_as_before(path: Path) -> None:
    """Earlier versions kept one digest over all of them."""
    inputs = inputs_digest([("a.json", "1")])
    run = begun(inputs)
    path.write_bytes(line_of({"journal": "checkin-journal-v1", **run.members()}))
    with opened(path, run):
        pass
    assert refused(path, begun(inputs, mode="x")).found == "another configuration than the run began with"
    assert refused(path, begun(inputs_digest([("a.json", "2")]))).found == "another input than the run began with"
