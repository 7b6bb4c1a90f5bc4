"""
Facts and approved wordings to copy: segments, one layout a surface, and the promises that every copy keeps.

No file, clock or environment is read here: equal arguments give equal bytes.
"""

from checkin_cli.rendering.canonical import STEPS, Draft, Rendering, render_canonical
from checkin_cli.rendering.compose import canonical_clauses, compose
from checkin_cli.rendering.daily import chosen_actions
from checkin_cli.rendering.layout import RENDERER_VERSION, lay_out
from checkin_cli.rendering.promises import check_promises
from checkin_cli.rendering.segments import Block, Clause, Locked, OwnWords, Prose, Screen, Segment, Tone

__all__ = [
    "RENDERER_VERSION",
    "STEPS",
    "Block",
    "Clause",
    "Draft",
    "Locked",
    "OwnWords",
    "Prose",
    "Rendering",
    "Screen",
    "Segment",
    "Tone",
    "canonical_clauses",
    "check_promises",
    "chosen_actions",
    "compose",
    "lay_out",
    "render_canonical",
]
