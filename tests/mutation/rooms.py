"""
Which tests answer for which module: quick ones first.
"""

from collections.abc import Mapping, Sequence

_WEEKLY = (
    "weekly/test_table.py",
    "weekly/test_bounds.py",
    "weekly/test_findings.py",
    "weekly/test_explained.py",
    "weekly/test_plausibility.py",
    "weekly/test_edges.py",
    "weekly/test_vectors.py",
    "weekly/test_imported.py",
    "independent/test_agreement.py",
)
_SELECTION = (
    "selection/test_attempt.py",
    "selection/test_choice.py",
    "selection/test_replies.py",
    "selection/test_gate.py",
    "runs/test_document.py",
    "selection/test_built_in.py",
    "selection/test_pipeline.py",
)

ROOMS: Mapping[str, Sequence[str]] = {
    "numbers": ("test_numbers.py", "weekly/test_imported.py", "weekly/test_vectors.py", "rendering/test_copy.py"),
    "selection.guard": ("selection/test_replies.py", "selection/test_guard.py", "selection/test_pipeline.py"),
    "selection.replies": ("selection/test_replies.py", "selection/test_schemas.py", "selection/test_pipeline.py"),
    "selection.pipeline": _SELECTION,
    "selection.attempt": _SELECTION,
    "rendering.promises": ("rendering/test_promises.py", "rendering/test_copy.py"),
    "selection.gate": ("selection/test_gate.py", "selection/test_watched.py"),
    "selection.watched": ("selection/test_watched.py", "selection/test_gate.py"),
    "weekly.plausibility": _WEEKLY,
    "weekly.rules.interface": _WEEKLY,
    "weekly.rules.range": _WEEKLY,
    "weekly.rules.records": _WEEKLY,
    "weekly.rules.safety": _WEEKLY,
    "weekly.rules.table": _WEEKLY,
}
"""
Modules of the package, and files below `tests`.
"""

SLOW = {"independent/test_agreement.py", "selection/test_pipeline.py"}
"""
Files that a mutant meets only if the others have let it through.
"""
