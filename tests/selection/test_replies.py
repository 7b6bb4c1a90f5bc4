"""
The guard over a table of replies: admitted as they stand, or refused for the reason in the table.
"""

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.guard import LARGEST_REPLY, admit_coach, admit_expression, admit_polish
from checkin_cli.selection.reasons import Reason, Refused
from tests.conftest import FIXTURES
from tests.loopback import compact, reply_to
from tests.selection import asking
from tests.selection.stand_in import Scripted
from tests.selection.test_pipeline import ORDINARY, render

ADMIT: dict[str, Callable[[Any, str], object]] = {
    "expression": admit_expression,
    "coach": admit_coach,
    "polish": admit_polish,
}
CASES = tomllib.loads((FIXTURES / "selection" / "replies.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["claim"] for case in CASES])
def test_each_reply_is_judged_as_the_table_says(case: dict[str, Any], doctrine: Doctrine) -> None:
    mode = "expression" if case["stage"] == "expression" else "coach"
    probe = Probe()
    render(ORDINARY, mode, probe, doctrine)
    replies = [compact(reply_to(request.members())) for request in probe.asked]
    position = 1 if case["stage"] == "polish" else 0
    replies[position] = reply_of(case, replies[position])
    if case["reason"] != "admitted":
        with pytest.raises(Refused) as refused:
            ADMIT[case["stage"]](probe.asked[position], replies[position])
        assert refused.value.reason == case["reason"]
    selector = Scripted(replies)
    outcome = render(ORDINARY, mode, selector, doctrine)
    receipt = outcome.receipt
    assert receipt is not None
    good = "success" if mode == "expression" else "coached_and_polished"
    if case["reason"] == "admitted":
        assert receipt.outcome == good
        return
    failure = Reason(case["reason"]).failure
    expected = {
        "expression": (failure, case["reason"], 1),
        "coach": ("canonical", failure, 1),
        "polish": ("coached", failure, 2),
    }[case["stage"]]
    assert (receipt.outcome, receipt.reason, receipt.request_count) == expected
    assert len(selector.asked) == receipt.request_count
    if case["stage"] != "polish":
        assert outcome.copy == asking.canonical(doctrine)


def test_every_reason_of_the_guard_has_a_reply() -> None:
    guards = {reason for reason in Reason if reason.failure in {"invalid_response", "validation_rejected"}}
    of_the_endpoint = {Reason.BODY_TOO_LARGE, Reason.COMPRESSED, Reason.NO_COMPLETION, Reason.TRUNCATED}
    assert {case["reason"] for case in CASES} == {"admitted", *(guards - of_the_endpoint)}


class Probe(Scripted):
    """Answers with the last of everything and keeps what it was asked."""

    def choose(self, request: Any, task: str, turn: Any) -> Any:
        self._replies.append(compact(reply_to(request.members())))
        return super().choose(request, task, turn)


def reply_of(case: dict[str, Any], valid: str) -> str:
    """The reply of a case, made from the valid one."""
    if "text" in case:
        return str(case["text"]).replace("<<VALID>>", valid)
    if "pad_to" in case:
        assert case["pad_to"] <= LARGEST_REPLY + 1
        return valid.replace("{", "{" + " " * (case["pad_to"] - len(valid.encode())), 1)
    reply, doubled = json.loads(valid), None
    for verb, place, *rest in case.get("edits", ()):
        doubled = edit(reply, verb, place, rest) or doubled
    if doubled is None:
        return compact(reply)
    key, value, wanted = doubled
    pair = f'"{key}":{json.dumps(wanted)}'
    return compact(reply).replace(pair, f'"{key}":{json.dumps(value)},{pair}', 1)


def edit(reply: Any, verb: str, place: str, rest: list[Any]) -> tuple[str, Any, Any] | None:
    """Change the reply in place; a doubled key is returned, because no object can hold it."""
    steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", place)]
    holder = reply
    for step in steps[:-1]:
        holder = holder[step]
    last: Any = steps[-1] if steps else None
    target = holder if last is None else holder[last]
    match verb:
        case "set":
            holder[last] = None if rest == ["<<null>>"] else rest[0]
        case "add":
            target[rest[0]] = rest[1]
        case "delete":
            del holder[last]
        case "reverse":
            target.reverse()
        case "repeat":
            holder.insert(last + 1, target)
        case "upper":
            holder[last] = target.upper()
        case "flip":
            holder[last] = target[:-1] + ("0" if target[-1] != "0" else "1")
        case "duplicate_key":
            return rest[0], rest[1], target[rest[0]]
        case _:
            raise ValueError(verb)
    return None
