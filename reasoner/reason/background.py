"""The background: whether a theory's rules and constraints have a model at all."""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger import MemoryLedger
from ..solve import Limits
from ..syntax.tree import Atom, Constant, Kind, Literal, Sentence
from ..theory.model import Theory
from ..view import View
from .cutting import whole
from .refusal import require_model

_FRESH = 2  # how many constants that nothing names are tried


def require_background(theory: Theory, limits: Limits | None = None) -> None:
    """Try the background over the theory's own constants and two that nothing names.

    A background that contradicts itself only over constants that come later is found by the
    operation that meets them.

    Raises: NoModel, E304, with a minimal set of rules and constraints that have no model.
    """
    limits = limits or Limits()
    view = View(MemoryLedger(), theory)
    require_model(whole(view, list(_anything(theory)), limits=limits), limits)


def _anything(theory: Theory) -> Iterator[Sentence]:
    """Sentences that bring constants of every sort to hand, and say nothing."""
    for relation in theory.relations:
        for number in range(_FRESH):
            arguments = tuple(
                Constant(Kind.TEXT, f"\0{sort or ''}{number}", f"some{number}")
                for sort in relation.sorts
            )
            yield Literal(Atom(relation.name, arguments))
