"""A view and a goal -> the slice that matters: the grounding between two halves of a cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..slice import Slice, Sources
from ..slice.reach import Reached, pattern_of, reached
from ..solve import Limits, ground
from ..syntax.tree import Constant, Literal, Sentence
from ..theory.normal import atoms
from ..view import Statement, View


def whole(
    view: View,
    goals: Iterable[Sentence] = (),
    *,
    supposed: Statement | None = None,
    reach: Reached | None = None,
    statements: Sequence[Statement] | None = None,
    asked: Iterable[Literal] = (),
    constants: Iterable[Constant] = (),
    follows: bool = False,
    limits: Limits,
) -> Slice:
    """Everything in *view*, with every rule instance that can matter.

    Args:
        goals: sentences the answer must speak of, in normal form.
        supposed: what stands among the statements as if it were recorded last.
        reach, statements: what was looked up, or other statements, instead of the view's own.
        asked, constants: what a query speaks of; follows: what else is asked (see Sources.of).
    """
    relations = None if reach is None else reach.relations
    if reach is not None:
        statements = reach.statements
    elif statements is None:
        statements = view.statements()
    if supposed is not None:
        statements = with_newcomer(statements, supposed)
    sources = Sources.of(
        view, tuple(statements), tuple(goals), asked, constants,
        relations=relations, follows=follows,
    )  # fmt: skip
    return sources.slice(
        ground(sources.program, sources.atoms, sources.wanted, sources.functions, limits=limits)
    )


def about(
    view: View,
    goals: Sequence[Sentence],
    *,
    supposed: Statement | None = None,
    follows: bool = False,
    limits: Limits,
) -> Slice:
    """The part of *view* that can matter to *goals*: what they are linked with, looked up."""
    everything = whole(
        view, goals, supposed=supposed, reach=_reach(view, goals, follows=follows),
        follows=follows, limits=limits,
    )  # fmt: skip
    return everything.about(goals)


def linked_statements(
    view: View, goals: Sequence[Sentence], *, follows: bool = False
) -> tuple[Statement, ...]:
    """What can have to do with *goals*; everything, where that cannot be looked up."""
    found = _reach(view, goals, follows=follows)
    return view.statements() if found is None else found.statements


def _reach(view: View, goals: Sequence[Sentence], *, follows: bool) -> Reached | None:
    topics = [atoms(goal) for goal in goals]
    if not all(topics):
        return None  # `false` is about everything
    patterns = [pattern_of(atom) for topic in topics for atom in topic]
    return reached(view, patterns, follows=follows)


def with_newcomer(statements: Sequence[Statement], newcomer: Statement) -> list[Statement]:
    """*statements* with what *newcomer* says, as the last of its sentence's evidence."""
    found = list(statements)
    for index, statement in enumerate(found):
        if statement.sentence == newcomer.sentence:
            found[index] = Statement(newcomer.sentence, (*statement.items, *newcomer.items))
            return found
    return [*found, newcomer]
