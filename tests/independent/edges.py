"""Small histories for the edge cases of the rules, each with the result worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from tests.independent.vectors import LAST, history, week

Doc = dict[str, Any]


def weekly(mode: str, means: Sequence[str | None], **profile: Any) -> Doc:
    """Six weigh-ins a week at the given means, the last one in the judged week; None is a week without check-ins."""
    count = len(means)
    weeks = [week(count - 1 - i, m, 6) if m else [] for i, m in enumerate(means)]
    doc = history(mode, *weeks)
    doc["profile"]["goals"] = [{"mode": mode, "started_on": "2026-01-05"}]
    doc["profile"].update(profile)
    return doc


def day(weeks_ago: int, offset: int = 0) -> str:
    """A date, by weeks before the judged week."""
    return (LAST - timedelta(days=7 * weeks_ago) + timedelta(days=offset)).isoformat()


def flag(name: str, weeks_ago: int, offset: int = 0) -> list[dict[str, str]]:
    """One context flag."""
    return [{"flag": name, "day": day(weeks_ago, offset)}]


def changed(doc: Doc, index: int, **members: Any) -> Doc:
    """The history with one check-in changed; the index counts from the end."""
    doc["days"][index].update(members)
    return doc


def proposals(*decisions: str | None) -> list[dict[str, Any]]:
    """Proposals to eat less, one a week up to the judged week's Monday."""
    count = len(decisions)
    return [{"day": day(count - 1 - i), "verdict": "review_down", "decision": d} for i, d in enumerate(decisions)]


SLOW = ["70.20", "70.10", "70.00", "69.93"]  # -0.14, -0.14, -0.10: too slow each week
CASES: list[tuple[str, Doc, tuple[str, str | None, int | None]]] = [
    ("slow three times", weekly("fat_loss", SLOW), ("above_range_2w", "-0.10", 1)),
    ("two missing weeks", weekly("fat_loss", ["70.00", None, None, "69.00"]), ("need_prior_week", None, None)),
    (
        "ill before",
        weekly("fat_loss", ["70", "69.5", "69.3"], context=flag("illness", 1)),
        ("low_confidence", "-0.50", 2),
    ),
    ("ill now", weekly("fat_loss", SLOW, context=flag("illness", 0, 6)), ("context_illness", "-0.10", 1)),
    (
        "holiday keeps count",
        weekly("fat_loss", SLOW, context=flag("travel_holiday", 1)),
        ("above_range_2w", "-0.10", 1),
    ),
    (
        "new scale last week",
        weekly("fat_loss", SLOW, context=flag("new_scale", 1, 1)),
        ("context_new_scale", "-0.10", 1),
    ),
    ("new scale Monday", weekly("fat_loss", SLOW[1:], context=flag("new_scale", 1, 0)), ("watch_1", "-0.10", 1)),
    (
        "creatine two weeks",
        weekly("fat_loss", SLOW, context=flag("creatine_start", 1, 3)),
        ("context_creatine_start", "-0.10", 1),
    ),
    ("creatine over", weekly("fat_loss", SLOW, context=flag("creatine_start", 2, 0)), ("watch_1", "-0.10", 1)),
    # (70.00 - 0.45 - 69.93) / 69.93 = -0.543: the cycle explains it
    (
        "cycle entering",
        weekly("fat_loss", ["69.93", "70.00"], context=flag("menstruation_phase", 0)),
        ("context_cycle", "0.10", 1),
    ),
    # leaving: (69.93 - 69.55) / 69.55 = +0.546: outside, so the raw rate is judged
    (
        "cycle leaving",
        weekly("fat_loss", ["70.00", "69.93"], context=flag("menstruation_phase", 1)),
        ("watch_1", "-0.10", 1),
    ),
    (
        "cycle in both",
        weekly("fat_loss", ["69.93", "70.00"], context=flag("menstruation_phase", 0) + flag("menstruation_phase", 1)),
        ("watch_1", "0.10", 1),
    ),
    ("undecided", weekly("fat_loss", SLOW, proposals=proposals(None, None, None)), ("undecided", "-0.10", 1)),
    (
        "undecided twice",
        weekly("fat_loss", SLOW, proposals=proposals(None, None)),
        ("above_range_2w", "-0.10", 1),
    ),
    (
        "decided between",
        weekly("fat_loss", SLOW, proposals=proposals(None, None, None, "rejected")),
        ("above_range_2w", "-0.10", 1),
    ),
    (
        "accepted last week",
        weekly("fat_loss", SLOW, proposals=proposals("accepted", "rejected")),
        ("watch_1", "-0.10", 1),
    ),
    # +0.2, -1.2, -1.2: above once, below twice within three weeks
    ("flip", weekly("fat_loss", ["70", "70.14", "69.2983", "68.4667"]), ("flip", "-1.20", 1)),
    # -1.1, in range twice, then up: the fast week is four weeks back
    (
        "flip long ago",
        weekly("fat_loss", ["70", "69.23", "68.8", "68.5", "68.5", "68.5"]),
        ("above_range_2w", "0.00", 1),
    ),
    ("floor", weekly("fat_loss", SLOW, plan={"calories_kcal": 1200}), ("adherence_first", "-0.10", 1)),
    # anchor (70 + 70) / 2; rate3 +1.40 / 3 = 0.47 is out once, drift +1.40 is not out
    (
        "maintenance rate3",
        weekly("maintenance", ["70", "70", "70", "70", "70.35", "70.70", "70.98"]),
        ("above_range_2w", "0.40", 1),
    ),
    (
        "maintenance drift 2 %",
        weekly(
            "maintenance",
            ["70", "70", "70", "70.17", "70.34", "70.51", "70.68", "70.85", "71.02", "71.19", "71.36", "71.40"],
        ),
        ("above_range_2w", "0.06", 1),
    ),
    (
        "maintenance 3 %",
        weekly("maintenance", ["70", "70", "70", "70.7", "71.4", "72.1"]),
        ("rate_bound_1w", "0.98", 1),
    ),
    ("unplanned loss", weekly("maintenance", ["74", "70.6", "70.6", "70.29"]), ("unplanned_loss", "-0.44", 1)),
    ("lean loss of 5 %", weekly("lean_mass_gain", ["72", "71", "70", "69", "68.39"]), ("unplanned_loss", "-0.88", 1)),
    (
        "lean loss of exactly 5 %",
        weekly("lean_mass_gain", ["72", "71", "70", "69", "68.4"]),
        ("below_range_2w", "-0.87", 1),
    ),
    ("kilogram bound", weekly("fat_loss", ["120", "118.4999"]), ("rate_bound_1w", "-1.25", 1)),
    ("on kilogram bound", weekly("fat_loss", ["120", "118.5"]), ("watch_1", "-1.25", 1)),
    ("pain of 7", changed(weekly("fat_loss", SLOW), -9, pain=7), ("safety_flag", "-0.10", 1)),
    ("pain of 6", changed(weekly("fat_loss", SLOW), -9, pain=6), ("above_range_2w", "-0.10", 1)),
    # one entry of 66.8 (-4.6 %) among 70.00: with it (5 * 70 + 66.8) / 6 = 69.4667, -0.76; without 70.00, 0.00, again
    ("soft outlier, same word", changed(weekly("fat_loss", ["70", "70"]), -1, weight="66.8"), ("in_range", "-0.76", 1)),
    (
        "soft outlier, other word",
        changed(weekly("fat_loss", ["70", "70", "70"]), -1, weight="66.8"),
        ("low_confidence", "-0.76", 1),
    ),
    # the day counts nowhere: (5 * 70) / 5; what it says is not known, so nothing follows from the rate
    ("disputed before", changed(weekly("fat_loss", SLOW), -14, disputed=True), ("low_confidence", "-0.10", 1)),
    ("disputed long ago", changed(weekly("fat_loss", SLOW), -28, disputed=True), ("above_range_2w", "-0.10", 1)),
    (
        "unit slip, enough left",
        changed(weekly("fat_loss", ["70", "69.58"]), -1, weight="153.4"),
        ("in_range", "-0.60", 1),
    ),
    (
        "8 % exactly is kept",
        changed(weekly("fat_loss", ["50", "50"], height_cm=None), -1, weight="46"),
        ("watch_1", "-1.33", 1),
    ),
]
