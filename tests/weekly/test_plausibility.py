"""
Which weights are believed, at every bound; and what a doubt says.
"""

from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.weekly.entries import Entry
from checkin_cli.weekly.history import history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.plausibility import believe
from tests.weekly.scene import LAST, entry, profile


def _doubts(days: dict[int, str], **person: object) -> list[tuple[str, int]]:
    """The doubts about weights on days counted from the last Monday."""
    entries = [entry(LAST + timedelta(days=day), kilograms=Decimal(kg)) for day, kg in days.items()]
    known = Person(profile(**person))
    height = known.profile.height_cm if known.profile else None
    believed = believe(history_of("c-1", entries).days.values(), known.vouched_for, height)
    return [(doubt.code, (doubt.day - LAST).days) for doubt in believed.doubts]


DOUBTS: dict[str, tuple[dict[int, str], dict[str, object], list[tuple[str, int]]]] = {
    "pounds": ({0: "70", 1: "146.3"}, {}, [("unit_slip", 1)]),
    "pounds-at-the-other-end": ({0: "70", 1: "162.4"}, {}, [("unit_slip", 1)]),
    "not-quite-pounds": ({0: "70", 1: "146.2"}, {}, [("implausible", 1)]),
    "kilograms-after-pounds": ({0: "155", 1: "70.3"}, {}, [("unit_slip", 1)]),
    "a-moved-point": ({0: "38", 1: "380"}, {}, [("decimal_slip", 1)]),
    "a-moved-point-the-other-way": ({0: "220", 1: "22"}, {}, [("decimal_slip", 1)]),
    "3-percent-is-near": ({0: "70", 1: "72.1"}, {}, []),
    "more-than-3-percent": ({0: "70", 1: "72.2"}, {}, [("soft_outlier", 1)]),
    "8-percent-of-a-light-person": ({0: "70", 1: "75.6"}, {}, [("soft_outlier", 1)]),
    "more-than-8-percent": ({0: "70", 1: "75.7"}, {}, [("implausible", 1)]),
    "6.8-kg-of-a-heavy-person": ({0: "120", 1: "126.9"}, {}, [("implausible", 1)]),
    "an-excluded-weight-is-no-measure": ({0: "70", 1: "155", 2: "70"}, {}, [("unit_slip", 1)]),
    "the-first-weight": ({0: "30"}, {}, []),
    "a-first-weight-too-low": ({0: "29.9"}, {}, [("first_weight", 0)]),
    "a-first-weight-too-high": ({0: "250.1"}, {}, [("first_weight", 0)]),
    "a-first-weight-beside-the-height": ({0: "34"}, {"height_cm": 170}, [("first_weight", 0)]),
    "28-days-later-the-old-median-holds": ({0: "70", 28: "72.2"}, {}, [("soft_outlier", 28)]),
    "29-days-later-only-8-percent-counts": ({0: "70", 29: "75.6"}, {}, []),
    "29-days-later-more-than-8-percent": ({0: "70", 29: "75.7"}, {}, [("long_gap", 29)]),
    "a-long-pause-brings-the-old-window-back": (
        {0: "76", 5: "74", 19: "155", 20: "76.3"},
        {},
        [("unit_slip", 19)],
    ),
    "the-old-window-comes-back-in-the-order-of-its-weights": (
        {0: "76", 3: "74", 5: "75", 19: "162", 20: "77.2"},
        {},
        [("unit_slip", 19)],
    ),
    "just-over-3-percent": ({0: "70", 1: "72.11"}, {}, [("soft_outlier", 1)]),
    "3-percent-below-is-near": ({0: "70", 1: "67.9"}, {}, []),
    "just-over-3-percent-below": ({0: "70", 1: "67.89"}, {}, [("soft_outlier", 1)]),
    "just-over-8-percent": ({0: "70", 1: "75.61"}, {}, [("implausible", 1)]),
    "8-percent-below": ({0: "70", 1: "64.4"}, {}, [("soft_outlier", 1)]),
    "just-over-8-percent-below": ({0: "70", 1: "64.39"}, {}, [("implausible", 1)]),
    "exactly-6.8-kg": ({0: "120", 1: "126.8"}, {}, [("soft_outlier", 1)]),
    "just-over-6.8-kg-below": ({0: "120", 1: "113.19"}, {}, [("implausible", 1)]),
    "just-under-pounds": ({0: "70", 1: "146.29"}, {}, [("implausible", 1)]),
    "just-over-pounds": ({0: "70", 1: "162.41"}, {}, [("implausible", 1)]),
    "kilograms-after-pounds-at-the-lower-end": ({0: "155", 1: "66.65"}, {}, [("unit_slip", 1)]),
    "just-under-kilograms-after-pounds": ({0: "155", 1: "66.64"}, {}, [("implausible", 1)]),
    "kilograms-after-pounds-at-the-upper-end": ({0: "155", 1: "74.4"}, {}, [("unit_slip", 1)]),
    "just-over-kilograms-after-pounds": ({0: "155", 1: "74.41"}, {}, [("implausible", 1)]),
    "a-moved-point-at-the-lower-end": ({0: "38", 1: "361"}, {}, [("decimal_slip", 1)]),
    "just-under-a-moved-point": ({0: "38", 1: "360.9"}, {}, [("implausible", 1)]),
    "a-moved-point-at-the-upper-end": ({0: "38", 1: "399"}, {}, [("decimal_slip", 1)]),
    "just-over-a-moved-point": ({0: "38", 1: "399.1"}, {}, [("implausible", 1)]),
    "a-point-moved-down-at-the-lower-end": ({0: "220", 1: "20.9"}, {}, [("decimal_slip", 1)]),
    "just-under-a-point-moved-down": ({0: "220", 1: "20.89"}, {}, [("implausible", 1)]),
    "a-point-moved-down-at-the-upper-end": ({0: "220", 1: "23.1"}, {}, [("decimal_slip", 1)]),
    "just-over-a-point-moved-down": ({0: "220", 1: "23.11"}, {}, [("implausible", 1)]),
    "the-highest-first-weight": ({0: "250"}, {}, []),
    "a-bmi-of-12": ({0: "34.68"}, {"height_cm": 170}, []),
    "a-bmi-under-12": ({0: "34.67"}, {"height_cm": 170}, [("first_weight", 0)]),
    "a-bmi-of-60": ({0: "173.4"}, {"height_cm": 170}, []),
    "a-bmi-over-60": ({0: "173.41"}, {"height_cm": 170}, [("first_weight", 0)]),
    "29-days-later-just-over-8-percent": ({0: "70", 29: "75.61"}, {}, [("long_gap", 29)]),
    "29-days-later-8-percent-below": ({0: "70", 29: "64.4"}, {}, []),
    "29-days-later-the-last-weight-counts": ({0: "72", 1: "70", 30: "75.61"}, {}, [("long_gap", 30)]),
    "the-old-window-has-14-days-with-the-last-weight": ({0: "72", 13: "70", 30: "73.1"}, {}, []),
    "the-old-window-has-no-more-than-14-days": ({0: "72", 14: "70", 31: "72.2"}, {}, [("soft_outlier", 31)]),
    "the-window-has-14-days-before-the-day": ({0: "72", 1: "70", 14: "73.1"}, {}, []),
    "the-window-has-no-more-than-14-days": ({0: "72", 1: "70", 15: "72.2"}, {}, [("soft_outlier", 15)]),
    "the-median-of-four-is-between-the-middle-two": ({0: "70", 1: "70.4", 2: "71.6", 3: "72", 4: "73.1"}, {}, []),
    "above-the-middle-of-the-middle-two": (
        {0: "70", 1: "70.4", 2: "71.6", 3: "72", 4: "73.5"},
        {},
        [("soft_outlier", 4)],
    ),
    "the-median-of-three-is-the-middle-one": ({0: "72", 1: "70", 2: "70.2", 3: "72.25"}, {}, []),
    "above-the-middle-one-of-three": ({0: "72", 1: "70", 2: "70.2", 3: "72.31"}, {}, [("soft_outlier", 3)]),
    "the-median-forgets-after-14-days": ({0: "74", 14: "72", 15: "70", 16: "70"}, {}, []),
}


@pytest.mark.parametrize("name", DOUBTS)
def test_which_weights_are_doubted(name: str) -> None:
    days, person, expected = DOUBTS[name]
    assert _doubts(days, **person) == expected


WHYS: dict[str, tuple[dict[int, str], list[str]]] = {
    "a-unit-slip": ({0: "70", 1: "155"}, ["2.21 times", "pounds"]),
    "a-decimal-slip": ({0: "38", 1: "380"}, ["10.00 times", "point"]),
    "implausible": ({0: "70", 1: "77.5"}, ["10.71%", "8%", "6.8 kg"]),
    "soft": ({0: "70", 1: "72.2"}, ["3.14%", "3%"]),
    "a-long-gap": ({0: "72", 1: "70", 30: "76"}, ["8%", "29 days before"]),
    "a-first-weight": ({0: "29.9"}, ["30 to 250 kg"]),
    "a-first-weight-beside-the-height": ({0: "34"}, ["a BMI of 12 to 60"]),
}


@pytest.mark.parametrize("name", WHYS)
def test_a_doubt_says_the_numbers_that_it_rests_on(name: str) -> None:
    days, expected = WHYS[name]
    entries = [entry(LAST + timedelta(days=day), kilograms=Decimal(kg)) for day, kg in days.items()]
    (doubt,) = believe(entries, lambda _day: False, Decimal(170)).doubts
    assert [words for words in expected if words not in doubt.why] == []


def test_only_a_soft_doubt_leaves_a_weight_that_counts_and_marks_it() -> None:
    """A weight that a person vouches for is an ordinary one."""
    days = {0: "70", 1: "72.2", 2: "155", 3: "70.1"}
    entries = [entry(LAST + timedelta(days=day), kilograms=Decimal(kg)) for day, kg in days.items()]
    left = believe(entries, lambda _day: False, None)
    assert [(str(weight.kilograms), weight.soft) for weight in left.weights] == [
        ("70", False),
        ("72.2", True),
        ("70.1", False),
    ]
    vouched = believe(entries, lambda _day: True, None)
    assert ([weight.soft for weight in vouched.weights], vouched.doubts) == ([False] * 4, [])


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(700, 720), st.booleans()), min_size=2, max_size=60))
def test_a_weight_is_measured_by_the_median_of_the_two_weeks_before(steps: list[tuple[int, int, bool]]) -> None:
    """
    After a pause of over two weeks: of the two weeks that end with the last weight that counts.

    Slips of a unit count nowhere, so that days without a weight lie between, and the window goes back.
    """
    day, entries, expected = LAST, list[Entry](), list[str]()
    counted: list[tuple[int, Decimal]] = []
    for apart, tenths, slips in steps:
        day += timedelta(days=apart)
        slipped = slips and bool(counted)
        kilograms = Decimal(tenths) / 10 * (Decimal("2.2") if slipped else 1)
        entries.append(entry(day, kilograms=kilograms))
        today = day.toordinal()
        if not slipped:
            counted.append((today, kilograms))
            continue
        latest = counted[-1][0]
        if today - latest > 28:
            expected.append(f"{today - latest} days before")
            continue
        first = today - 14 if latest >= today - 14 else latest - 13
        times = kilograms / median(weight for then, weight in counted if then >= first)
        expected.append(f"{times.quantize(Decimal('0.01'), ROUND_HALF_UP)} times")
    doubts = believe(entries, lambda _day: False, None).doubts
    assert [(doubt.why, words) for words, doubt in zip(expected, doubts, strict=True) if words not in doubt.why] == []
