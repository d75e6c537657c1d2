"""A view and a goal -> the slice that matters: the grounding between two halves of a cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..slice import Slice, Sources
from ..solve import Limits, ground
from ..syntax.tree import Constant, Literal, Sentence
from ..view import Statement, View


def whole(
    view: View,
    goals: Iterable[Sentence] = (),
    *,
    statements: Sequence[Statement] | None = None,
    asked: Iterable[Literal] = (),
    constants: Iterable[Constant] = (),
    follows: bool = False,
    limits: Limits,
) -> Slice:
    """Everything in *view*, with every rule instance that can matter.

    Args:
        goals: sentences the answer must speak of, in normal form.
        statements: instead of the view's own.
        asked, constants: what a query speaks of; follows: what else is asked (see Sources.of).
    """
    statements = view.statements() if statements is None else statements
    sources = Sources.of(view, tuple(statements), tuple(goals), asked, constants, follows=follows)
    return sources.slice(
        ground(sources.program, sources.atoms, sources.wanted, sources.functions, limits=limits)
    )


def about(
    view: View,
    goals: Sequence[Sentence],
    *,
    statements: Sequence[Statement] | None = None,
    follows: bool = False,
    limits: Limits,
) -> Slice:
    """The part of *view* that can matter to *goals*."""
    everything = whole(view, goals, statements=statements, follows=follows, limits=limits)
    return everything.about(goals)
