"""
What a shadow run says on standard error.
"""

from collections import Counter
from collections.abc import Iterator

from checkin_cli.cli.guard import talk
from checkin_cli.errors import printable
from checkin_cli.numbers import figure, in_thousandths
from checkin_cli.runs.shadow import Bin, Ignores, Manner, ShadowReport, Sides, Verdict

_DIGITS = 12
"""
What is said of a digest, as `--verbose` of other commands says it.
"""


_MANNERS = {
    Manner.WORDING: "in other words",
    Manner.FEWER: "with fewer",
    Manner.MORE: "with more",
    Manner.OTHER: "with other statements",
}


def tell(sides: Sides, report: ShadowReport, verdict: Verdict, ignores: Ignores) -> None:
    """
    Say who was compared and what was found, the verdict last.
    """
    for line in (who(sides), *_counts(report), *_agreement(report), *_ignored(ignores), *_verdict(verdict)):
        talk(line)


def who(sides: Sides) -> str:
    """
    The candidate in words: a model with its configuration, or the doctrine that was compared beside the one written.
    """
    if sides.are_doctrines:
        written, compared = sides.written[:_DIGITS], sides.compared[:_DIGITS]
        return f"candidate: doctrine {compared} at --baseline, compared only; written: doctrine {written}"
    said = f"candidate: mode {sides.mode}, selector {sides.selector}"
    if sides.model is None:
        return said
    return f"{said}, model {printable(sides.model)}, configuration {sides.configuration[:_DIGITS]}"


def _counts(report: ShadowReport) -> Iterator[str]:
    bins = ", ".join(f"{report.bins[each]:,} {each}" for each in Bin)
    inputs = "1 input" if report.inputs == 1 else f"{report.inputs:,} inputs"
    yield f"{inputs}: {bins}, {report.refused:,} refused; something to choose in {report.choices:,}"
    yield f"control again: {report.control_noise:,} of {report.inputs:,} differ"
    if report.repeats:
        yield f"candidate again: {report.noise:,} of {report.repeated:,} differ"
    if report.requests:
        yield f"{report.requests:,} requests, at most {report.tokens_at_most:,} tokens"
    if report.latency.count:
        times = {f"at {each} %": report.latency.percentile(each) for each in (50, 90, 99)}
        told = (f"{figure(in_thousandths(time))} s {at}" for at, time in times.items())
        yield f"time of a request: {', '.join(told)}, longest {figure(in_thousandths(report.latency.longest))} s"
    faults = Counter[str]()
    for (_, outcome, reason), count in report.outcomes.items():
        faults[outcome if outcome == reason else f"{outcome} ({reason})"] += count
    if faults:
        yield "outcomes: " + ", ".join(f"{count:,} {words}" for words, count in sorted(faults.items()))


def _agreement(report: ShadowReport) -> Iterator[str]:
    for (surface, slot), each in sorted(report.slots.items()):
        if each.same < each.compared:
            found = ", ".join(f"{each.manners[manner]:,} {words}" for manner, words in _MANNERS.items())
            yield f"{surface} {slot}: {each.same:,} of {each.compared:,} agree, {found}"


def _ignored(ignores: Ignores) -> Iterator[str]:
    for each in ignores.every:
        if ignores.is_expired(each):
            yield f"note: the ignore {each.name} of {each.owner} expired on {each.expires} and covers nothing"
        else:
            used = ignores.used.get(each.name, 0)
            noun = "difference" if used == 1 else "differences"
            yield f"covered by {each.name} ({each.owner}, until {each.expires}): {used:,} {noun}"


def _verdict(verdict: Verdict) -> Iterator[str]:
    for criterion in verdict.criteria:
        yield f"{'ok' if criterion.passed else 'hold':4} {criterion}"
    yield f"verdict: {'promote' if verdict.promotes else 'hold'}"
