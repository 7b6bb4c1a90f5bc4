"""
Change the rooms that everything rests on, one small change at a time, and see the tests notice.

    python -m tests.mutation [MODULE…] [--most N] [--seed N] [--results FILE] [--again] [--quick]

With `--results` each trial is written to a file of lines, and those that stand there are not made again;
`--again` repeats the ones that nobody noticed. `--quick` makes no second trial, with the slow tests too and with
everything imported anew, of what the first one lets through.
"""

import argparse
import ast
import importlib
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutation.mutants import Mutant, mutants_of, source_of
from tests.mutation.rooms import ROOMS, SLOW
from tests.mutation.trial import PACKAGE, ROOT, Change, Result, path_of, quick_trials, whole_trial

_HEAVY = ("h11", "httpx2", "openai", "jsonschema", "rich", "typer", "tomllib", "hypothesis.strategies", "zoneinfo")
_REASONS = ROOT / "docs" / "mutation.md"


class Asked(NamedTuple):
    """
    What the command line says.
    """

    modules: list[str]
    most: int
    seed: int
    results: Path | None
    again: bool
    quick: bool


def main() -> int:
    """
    1 if a mutant survived without a reason in `docs/mutation.md`.
    """
    asked = _asked()
    for name in _HEAVY:
        importlib.import_module(name)
    if any(name.split(".")[0] == PACKAGE for name in sys.modules):
        raise AssertionError
    os.environ["HOME"] = "/nonexistent"
    found = 0
    for module in asked.modules:
        lines, without = _told(module, _try_all(module, asked), _excused(module))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
        found += without
    return 1 if found else 0


def _excused(module: str) -> str:
    """
    What the page of reasons says of a module.
    """
    _, _, after = _REASONS.read_text("utf-8").partition(f"\n## {module}\n")
    return after.partition("\n## ")[0]


def _told(module: str, ends: Mapping[str, str], excused: str) -> tuple[list[str], int]:
    """
    What is said of a module, and how many mutants survived without a reason.
    """
    survived = [name for name, end in ends.items() if end == "survived"]
    unknown = [name for name in survived if name not in excused]
    counts = Counter(ends.values())
    able = len(ends) - len(survived) + len(unknown)
    share = f"{100 * (able - len(unknown)) / able:.1f}%" if able else "nothing to kill"
    first = f"{module}: {len(ends)} mutants, {counts['killed']} killed, {counts['timeout']} timeouts, "
    second = f"{len(survived)} survived, {len(survived) - len(unknown)} of them with a reason, {share}"
    return [first + second, *(f"  {name}" for name in unknown)], len(unknown)


def _asked() -> Asked:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("modules", nargs="*", metavar="MODULE", choices=[[], *ROOMS])
    parser.add_argument("--most", type=int, default=1000, help="mutants of a module, drawn where it has more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--quick", action="store_true", help="one trial each, without the slow tests")
    given = parser.parse_args()
    return Asked(given.modules or list(ROOMS), given.most, given.seed, given.results, given.again, given.quick)


def _try_all(module: str, asked: Asked) -> dict[str, str]:
    tree, mutants = mutants_of(path_of(module))
    chosen, known = _drawn(module, mutants, asked), _known(module, asked)
    left = [each for each in chosen if each.name not in known]
    for mutant, result in _results(module, tree, left, quick=asked.quick):
        known[mutant.name] = result.end
        _keep(asked.results, module, mutant, result)
    return {mutant.name: known[mutant.name] for mutant in chosen}


def _results(
    module: str, tree: ast.Module, mutants: Sequence[Mutant], *, quick: bool
) -> Iterator[tuple[Mutant, Result]]:
    """
    Quick trials first. What they do not notice, or cannot try, meets all tests, with everything imported anew.
    """
    if not mutants:
        return
    rest = [each for each in mutants if not each.function]
    within = [each for each in mutants if each.function]
    changes = [Change(source_of(tree, each), each.function) for each in within]
    fast = [name for name in ROOMS[module] if name not in SLOW]
    trials = quick_trials(module, changes, fast)
    _pass(module, next(trials))
    for mutant, result in zip(within, trials, strict=True):
        if result.end in {"killed", "timeout"} or (quick and result.end == "survived"):
            yield mutant, result
        else:
            rest.append(mutant)
    tests = fast if quick else ROOMS[module]
    plain = _pass(module, whole_trial(module, tree, tests)) if rest else Result("survived")
    for mutant in rest:
        yield mutant, whole_trial(module, source_of(tree, mutant), tests, plain.limit)


def _pass(module: str, plain: Result) -> Result:
    if plain.end != "survived":
        sys.exit(f"{module}: the tests fail without a change: {plain.by}")
    return plain


def _drawn(module: str, mutants: list[Mutant], asked: Asked) -> list[Mutant]:
    if len(mutants) <= asked.most:
        return mutants
    draw = random.Random(f"{asked.seed}/{module}")  # noqa: S311  # repeatable, not secret
    places = sorted(draw.sample(range(len(mutants)), asked.most))
    return [mutants[place] for place in places]


def _known(module: str, asked: Asked) -> dict[str, str]:
    if asked.results is None or not asked.results.exists():
        return {}
    lines = map(json.loads, asked.results.read_text("utf-8").splitlines())
    ends = {line["mutant"]: line["end"] for line in lines if line["module"] == module}
    return {name: end for name, end in ends.items() if not (asked.again and end == "survived")}


def _keep(results: Path | None, module: str, mutant: Mutant, result: Result) -> None:
    if results is None:
        return
    line = {"module": module, "line": mutant.line, "mutant": mutant.name, **result._asdict()}
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
