"""
What a shadow run showed, in counts.
"""

from collections import Counter
from dataclasses import dataclass, field

from checkin_cli.numbers import percent_of
from checkin_cli.runs.shadow.compare import Bin, Comparison, Difference, Manner, Pair
from checkin_cli.runs.shadow.latency import Latency

SHADOW = "checkin-shadow-v1"


@dataclass(slots=True)
class Agreement:
    """
    How often control and candidate agree in one slot.
    """

    same: int = 0
    manners: Counter[Manner] = field(default_factory=Counter)
    """
    How the others differ.
    """

    @property
    def compared(self) -> int:
        """
        Pairs in which the slot stands.
        """
        return self.same + self.manners.total()

    @property
    def atoms(self) -> int:
        """
        Pairs in which the statements differ, and not their words alone.
        """
        return self.manners.total() - self.manners[Manner.WORDING]

    def members(self) -> dict[str, object]:
        """
        The counts as JSON members; fewer, more and other make up `atoms`.
        """
        return {
            "compared": self.compared,
            "same": self.same,
            "wording": self.manners[Manner.WORDING],
            "atoms": self.atoms,
            "fewer": self.manners[Manner.FEWER],
            "more": self.manners[Manner.MORE],
            "other": self.manners[Manner.OTHER],
            "agreement": percent_of(self.same, self.compared),
        }


@dataclass(slots=True)
class Shares:
    """
    How many copies hold an atom.
    """

    control: int = 0
    candidate: int = 0
    both: int = 0


@dataclass(slots=True)
class ShadowReport:
    """
    The counts of a shadow run. Equal inputs and equal candidates give equal counts, but for the times.
    """

    inputs: int = 0
    refused: int = 0
    """
    Inputs that neither of the two has a copy of, for one reason.
    """

    exit_code: int = 0
    faults: int = 0
    """
    Candidates that somebody was to choose and of whom no answer counted, or not all of them.
    """

    choices: int = 0
    """
    Pairs in which somebody was to choose, or all of them where nobody chooses: what shares are taken over.
    """

    requests: int = 0
    tokens_at_most: int = 0
    control_noise: int = 0
    """
    Controls that, rendered again, were not the same bytes.
    """

    repeats: int = 0
    """
    How often the sample was asked again.
    """

    repeated: int = 0
    noise: int = 0
    """
    Of the repeated candidates, how many said something else.
    """

    bins: Counter[str] = field(default_factory=Counter)
    surfaces: Counter[tuple[str, Bin]] = field(default_factory=Counter)
    slots: dict[tuple[str, str], Agreement] = field(default_factory=dict)
    atoms: dict[tuple[str, str, str], Shares] = field(default_factory=dict)
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    latency: Latency = field(default_factory=Latency)

    @property
    def compared(self) -> int:
        """
        Pairs in a bin.
        """
        return self.bins.total()

    def count(self, pair: Pair, comparison: Comparison) -> None:
        """
        Add one pair; the highest exit code that applies to a control wins.
        """
        self.inputs += 1
        if pair.control.error is not None:
            self.exit_code = max(self.exit_code, pair.control.error.exit_code)
        if pair.is_refused:
            self.refused += 1
            return
        receipt = pair.candidate.receipt or pair.control.receipt
        surface = receipt.surface if receipt else ""
        self.bins[comparison.bin] += 1
        self.surfaces[surface, comparison.bin] += 1
        if pair.candidate.receipt is not None:
            chosen = pair.candidate.receipt
            self.outcomes[surface, chosen.outcome, chosen.reason] += 1
            self.requests += chosen.request_count
            self.faults += pair.is_fault
            self.choices += pair.has_choice
        elif pair.control.receipt is not None:
            self.choices += 1
        self._count_slots(surface, comparison)

    def _count_slots(self, surface: str, comparison: Comparison) -> None:
        control, candidate = comparison.control or {}, comparison.candidate or {}
        differing: dict[str, Difference] = {each.slot: each for each in comparison.differences}
        for slot in dict.fromkeys((*control, *candidate, *differing)):
            agreement = self.slots.setdefault((surface, slot), Agreement())
            difference = differing.get(slot)
            if difference is None:
                agreement.same += 1
            else:
                agreement.manners[difference.manner] += 1
            ours = {clause.atom for clause in control.get(slot, ())}
            theirs = {clause.atom for clause in candidate.get(slot, ())}
            for atom in ours | theirs:
                shares = self.atoms.setdefault((surface, slot, atom), Shares())
                shares.control += atom in ours
                shares.candidate += atom in theirs
                shares.both += atom in ours and atom in theirs

    def members(self) -> dict[str, object]:
        """
        The report as JSON members.
        """
        return {
            "inputs": self.inputs,
            "compared": self.compared,
            "refused": self.refused,
            "choices": self.choices,
            "faults": self.faults,
            "bins": {each.value: self.bins[each] for each in Bin},
            "noise": {
                "control": {"compared": self.inputs, "different": self.control_noise},
                "candidate": {"repeats": self.repeats, "compared": self.repeated, "different": self.noise},
            },
            "surfaces": [
                {"surface": surface, **{each.value: self.surfaces[surface, each] for each in Bin}}
                for surface in sorted({surface for surface, _ in self.surfaces})
            ],
            "slots": [
                {"surface": surface, "slot": slot, **each.members()}
                for (surface, slot), each in sorted(self.slots.items())
            ],
            "atoms": [
                {"surface": surface, "slot": slot, "atom": atom, **vars_of(each)}
                for (surface, slot, atom), each in sorted(self.atoms.items())
            ],
            "outcomes": [
                {"surface": surface, "outcome": outcome, "reason": reason, "count": count}
                for (surface, outcome, reason), count in sorted(self.outcomes.items())
            ],
            "latency_seconds": self.latency.members(),
            "requests": self.requests,
            "tokens_at_most": self.tokens_at_most,
        }


def vars_of(shares: Shares) -> dict[str, int]:
    """
    The counts of an atom as JSON members.
    """
    return {"control": shares.control, "candidate": shares.candidate, "both": shares.both}
