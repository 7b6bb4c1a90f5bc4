"""
Doctrine as lines for people.
"""

from collections.abc import Iterable, Iterator, Sequence

from checkin_cli.doctrine import Principle, Quarantined, Source
from checkin_cli.runs.catalogue import Catalogue
from checkin_cli.runs.search import Hit


def principles(found: Sequence[Principle], catalogue: Catalogue) -> Iterator[str]:
    """
    Two lines a principle, then the counts of everything.
    """
    for each in found:
        yield f"{each.id}  {' '.join(each.surfaces)}  {each.topic}  {each.claim}  {each.risk}"
        yield f"    {each.text}"
    counts = catalogue.counts()
    shown = "" if len(found) == counts["principles"] else f"{len(found)} of "
    yield shown + ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())


def sources(found: Iterable[Source], catalogue: Catalogue) -> Iterator[str]:
    """
    Three lines a source.
    """
    for each in found:
        mark = "verified" if each.verified else "NOT VERIFIED"
        carries = len(catalogue.carried_by(each))
        use = f"carries {carries}" if each.can_carry else "may carry no principle" + (": a model" * each.verified)
        yield f"{each.id}  {mark}  {each.kind}  {each.doi or 'no DOI'}  {use}"
        yield f"    {each.citation}"
        yield f"    {each.finding}"


def hits(found: Iterable[Hit]) -> Iterator[str]:
    """
    One line a hit.
    """
    for each in found:
        yield f"{each.score:3}  {each.kind}  {each.id}  {each.text}"


def quarantined(found: Iterable[Quarantined]) -> Iterator[str]:
    """
    Three lines a sentence.
    """
    for each in found:
        yield f"{each.id}  {each.category}"
        yield f"    {each.text}"
        yield f"    {each.why}"


def tree(value: object, indent: str = "") -> Iterator[str]:
    """
    Members with their members below them, indented.
    """
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _branch(f"{indent}{key}:", each, indent)
    elif isinstance(value, list):
        for each in value:
            yield from _branch(f"{indent}-", each, indent)


def _branch(label: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value)):
        yield label
        yield from tree(value, f"{indent}    ")
    else:
        shown = " ".join(map(str, value)) if isinstance(value, list) else value
        yield f"{label} {shown}"
