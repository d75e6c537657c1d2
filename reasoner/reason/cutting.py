"""A view and a goal -> the slice that matters: the grounding between two halves of a cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import SolveTimeout
from ..slice import Slice, Sources
from ..slice.assemble import assembled
from ..slice.closure import closing as closure_of
from ..slice.demand import ENTAILED, Unbound
from ..slice.fetch import CompoundMet, Fetch, Question
from ..slice.reach import Reached, pattern_of, reached
from ..slice.support import Instantiated
from ..solve import Limits, ground, phase
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
    with phase("ground all that is linked") as counts:
        found = sources.slice(
            ground(sources.program, sources.atoms, sources.wanted, sources.functions, limits=limits)
        )
        counts["statements"] += len(found.statements)
        counts["rule instances"] += len(found.instances)
    return found


def about(view: View, question: Question, *, follows: bool = False, limits: Limits) -> Slice:
    """The part of *view* that the answer to a question can depend on, looked up.

    follows: see `whole`; where it is asked what follows, all that is linked counts.
    """
    if not follows and all(map(atoms, question.sentences)):  # `false` is about everything
        found = _demanded(view, question, limits)
        if found is not None:
            return found
    goals = question.sentences
    return whole(
        view, goals, supposed=question.newcomer, reach=linked(view, goals, follows=follows),
        follows=follows, limits=limits,
    ).about(goals)  # fmt: skip


def _demanded(view: View, question: Question, limits: Limits) -> Slice | None:
    """None where the constants of the whole base matter."""
    try:
        fetched = _fetched(view, question, limits, compounds=False)
    except CompoundMet:
        fetched = _fetched(view, question, limits, compounds=True)
    if fetched is None:
        return None
    statements, instances = fetched
    if question.newcomer is not None:
        statements = with_newcomer(statements, question.newcomer)
    if any(each.kind == ENTAILED for each in question.asked):
        try:
            instances |= _closed(view, statements, instances, limits)
        except Unbound:
            return None
    return assembled(view, statements, instances, question.sentences)


def _fetched(
    view: View, question: Question, limits: Limits, *, compounds: bool
) -> tuple[Sequence[Statement], frozenset[Instantiated]] | None:
    fetch = Fetch.of(view, question, check=limits.check_look_up, compounds=compounds)
    if fetch is None:
        return None
    program = fetch.program
    with phase("look up by demand") as counts:
        try:
            rows = ground(program.text, fetch.atoms, program.wanted, fetch.functions, limits=limits)
        except SolveTimeout:
            fetch.check_limits()  # which says what asked for so much
            raise
        statements, instances = fetch.found(rows)
        counts["look-ups"] += len(fetch.looked_up)
        counts["items of evidence"] += fetch.items.total()
        counts["statements"] += len(statements)
        counts["rule instances"] += len(instances)
    return statements, instances


def _closed(
    view: View,
    statements: Sequence[Statement],
    instances: frozenset[Instantiated],
    limits: Limits,
) -> frozenset[Instantiated]:
    """The background under which what was found may contradict itself."""
    closing = closure_of(view.theory, [each.sentence for each in statements], instances)
    if closing is None:
        return frozenset()
    closure = closing.closure
    with phase("close under the background") as counts:
        found = closing.instances(
            ground(closure.text, closing.atoms, closure.wanted, closing.functions, limits=limits)
        )
        counts["rule instances"] += len(found)
    return found


def linked_statements(
    view: View, goals: Sequence[Sentence], *, follows: bool = False
) -> tuple[Statement, ...]:
    """What can have to do with *goals*; everything, where that cannot be looked up."""
    found = linked(view, goals, follows=follows)
    return view.statements() if found is None else found.statements


def linked(view: View, goals: Sequence[Sentence], *, follows: bool) -> Reached | None:
    """What *goals* are linked with, looked up; None where that is about everything."""
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
