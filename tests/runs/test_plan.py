"""
Plans of whole runs: never less than the run, and every document without a request has its reason.
"""

import io
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.runs.consent import Consents
from checkin_cli.runs.document import Context, Outcome, render_document
from checkin_cli.runs.inputs import RawInput, find_files, read_inputs
from checkin_cli.runs.plan import PlanReport, plan_all
from checkin_cli.runs.selection import Conditions
from checkin_cli.selection.bounds import Spared
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.built_in import Rotate
from checkin_cli.selection.selectors.endpoint import Endpoint, EndpointSettings
from tests.conftest import FIXTURES
from tests.selection import asking
from tests.selection.stand_in import Drawn

SETTINGS = EndpointSettings("http://127.0.0.1:9/v1", "stub", 1.0, "max_tokens", key=asking.KEY)


def inputs() -> list[RawInput]:
    """The bundled day, and an input that is refused."""
    files = find_files([str(FIXTURES / "day"), str(FIXTURES / "refused" / "wrong_type.json")])
    return list(read_inputs(files, io.BytesIO()))


def plan(given: list[RawInput], context: Context) -> PlanReport:
    return plan_all(given, context, ())


def reasons(report: PlanReport) -> set[object]:
    return {why for _, _, why in report.spared}


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_no_run_begins_more_requests_than_planned(mode: str, doctrine: Doctrine) -> None:
    """By surface, whatever is drawn; and where everything is drawn well, just as many."""
    report = plan(inputs(), asking.context(doctrine, Drawn(0), mode))
    planned: Counter[str] = Counter()
    for (_, surface), cost in report.costs.items():
        planned[surface] += cost.requests
    for seed in range(4):
        begun: Counter[str] = Counter()
        for given in inputs():
            receipt = render_document(given, asking.context(doctrine, Drawn(seed), mode)).receipt
            if receipt is not None:
                begun[receipt.surface] += receipt.request_count
        assert begun == +planned


def test_every_document_is_counted_once_a_stage(doctrine: Doctrine) -> None:
    """With a request or with the reason why there is none."""
    report = plan(inputs(), asking.context(doctrine, Drawn(0), "coach"))
    assert (report.inputs, report.refused, report.exit_code) == (19, 1, 3)
    for (stage, surface), cost in report.costs.items():
        without = sum(count for key, count in report.spared.items() if key[:2] == (stage, surface))
        assert cost.documents == cost.requests + without
        assert cost.output_tokens == 256 * cost.requests
    assert sum(cost.documents for (stage, _), cost in report.costs.items() if stage == "coach") == 18
    assert report.spared[None, None, Spared.REFUSED_INPUT] == 1


def test_nobody_is_asked_in_mode_canonical_or_by_a_selector_that_sends_nothing(doctrine: Doctrine) -> None:
    canonical = plan(inputs(), asking.context(doctrine, None, "canonical"))
    assert reasons(canonical) == {Spared.CANONICAL_MODE, Spared.REFUSED_INPUT}
    assert canonical.costs == {}
    rotate = plan(inputs(), asking.context(doctrine, Rotate(), "coach"))
    assert rotate.total.requests == rotate.total.input_tokens == 0
    assert Spared.SENDS_NOTHING in reasons(rotate)


@pytest.mark.parametrize("off", [Reason.SWITCHED_OFF, Reason.NOT_CONFIGURED, Reason.WRONG_CONFIGURATION])
def test_a_surface_that_is_off_is_not_asked_about(off: Reason, doctrine: Doctrine) -> None:
    context = asking.context(doctrine, Drawn(0), "coach")
    assert context.selection is not None
    conditions = Conditions(asking.OPEN, {"daily": off})
    report = plan(inputs(), replace(context, selection=replace(context.selection, conditions=lambda: conditions)))
    assert report.costs["coach", "daily"].requests == report.costs["polish", "daily"].requests == 0
    assert report.costs["polish", "weekly"].requests > 0
    assert report.spared["polish", "daily", off] == 7


def test_without_consent_nobody_is_asked(doctrine: Doctrine) -> None:
    nobody = Consents(None, (), personal=False)
    report = plan(inputs(), asking.context(doctrine, Drawn(0), "coach", nobody))
    assert report.total.requests == 0
    assert Reason.NO_CONSENT in reasons(report)


def test_a_document_that_changed_meanwhile_is_not_asked_about(doctrine: Doctrine, tmp_path: Path) -> None:
    path = tmp_path / "day.json"
    path.write_bytes(asking.DAY.read_bytes())
    given = asking.given(str(path))
    path.write_bytes(b"{}")
    report = plan([given], asking.context(doctrine, Drawn(0), "coach"))
    assert reasons(report) == {Reason.DOCUMENT_CHANGED}


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (SETTINGS, None),
        (replace(SETTINGS, key=None), Reason.NO_KEY),
        (replace(SETTINGS, key="two words"), Reason.NO_KEY),
        (replace(SETTINGS, model="kimi"), Reason.NAME_DISALLOWED),
        (replace(SETTINGS, base_url="https://moonshot.example/v1", key=None), Reason.NAME_DISALLOWED),
    ],
)
def test_an_endpoint_that_cannot_be_asked_costs_nothing(
    settings: EndpointSettings, why: Reason | None, doctrine: Doctrine
) -> None:
    report = plan([asking.given()], asking.context(doctrine, Endpoint(settings), "coach"))
    assert reasons(report) == ({why} if why else set())
    assert report.total.requests == (0 if why else 2)


def test_the_observers_see_what_was_refused(doctrine: Doctrine) -> None:
    seen: list[Outcome] = []
    plan_all(inputs(), asking.context(doctrine, None, "canonical"), [seen.append])
    assert [each.error.code for each in seen if each.error is not None] == ["wrong_type"]
    assert len(seen) == 19
