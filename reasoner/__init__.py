"""Beliefs with reasons: a belief reasoner on answer set programming.

Opening:     open, loads, run, check
Reasoning:   Reasoner, Limits, planned (Plan: what it costs)
In bulk:     Columns
Choosing:    SelectionFunction, IncisionFunction
Answers:     Status, Change, Belief, Why, Reply
Explaining:  Explanation, certify
Sentences:   Literal, If, Iff; and `-literal`, `~s`, `s & t`, `s | t`
Trouble:     ReasonerError
"""

from typing import TYPE_CHECKING

__all__ = [
    "Belief",
    "Change",
    "Columns",
    "Explanation",
    "If",
    "Iff",
    "IncisionFunction",
    "Limits",
    "Literal",
    "Plan",
    "Reasoner",
    "ReasonerError",
    "Reply",
    "SelectionFunction",
    "Status",
    "Why",
    "certify",
    "check",
    "loads",
    "open",
    "planned",
    "run",
]

if TYPE_CHECKING:
    from .answer import Belief, Change, Explanation, Status, Why
    from .errors import ReasonerError
    from .reason.certify import certify
    from .reason.functions import IncisionFunction, SelectionFunction
    from .reason.open import check, loads, open, run
    from .reason.reasoner import Reasoner
    from .reason.run import Reply
    from .solve import Limits, Plan, planned
    from .syntax.tree import If, Iff, Literal
    from .transfer import Columns
else:
    # Each name is imported when first used: `reasoner --help` needs neither solver nor parser.
    _ROOMS = {
        ".answer": ("Belief", "Change", "Explanation", "Status", "Why"),
        ".errors": ("ReasonerError",),
        ".reason.certify": ("certify",),
        ".reason.functions": ("IncisionFunction", "SelectionFunction"),
        ".reason.open": ("check", "loads", "open", "run"),
        ".reason.reasoner": ("Reasoner",),
        ".reason.run": ("Reply",),
        ".solve": ("Limits", "Plan", "planned"),
        ".syntax.tree": ("If", "Iff", "Literal"),
        ".transfer": ("Columns",),
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for room, names in _ROOMS.items():
            if name in names:
                return getattr(import_module(room, __name__), name)
        raise AttributeError(f"module `reasoner` has no attribute `{name}`")

    def __dir__() -> list[str]:
        return __all__
