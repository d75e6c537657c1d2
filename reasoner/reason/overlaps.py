"""Conflicts at an instant or over an interval of valid time, certain and only possible ones."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..answer import Belief
from ..errors import SolveTimeout, TooManyAnswers
from ..slice import Base
from ..slice.batches import AT_ONCE
from ..solve import MORE_TIME, Limits
from ..theory.model import Rule, Theory
from ..time import Interval, cut
from ..view import Statement, View
from .cutting import whole
from .functions import Beliefs
from .groups import divided
from .operators import Operators, settled, suspects
from .parts import Part
from .partwise import Partwise


def conflicts_at(
    view: View, valid: int, limits: Limits, *, size: int = AT_ONCE
) -> Iterator[Beliefs]:
    """Every conflict at an instant, once; those of beliefs looked at together smallest first.

    Where constraints mind what is possible, what may hold then is looked at too, under those
    constraints alone.
    """
    if minds_what_is_possible(view.theory):
        yield from conflicts_over(view, Interval(valid, valid + 1), limits, size=size)
        return
    work = Partwise(view, limits, size=size)
    with work.telling():
        for batch, within in work.each():
            statements = view.counted(batch.evidence)
            yield from _at(view, statements, valid, within, wholly=work.is_one)


def _at(
    view: View, statements: Iterable[Statement], valid: int, limits: Limits, *, wholly: bool
) -> Iterator[Beliefs]:
    """wholly: whether rules alone, without a statement, may make a conflict.

    Otherwise each conflict is one of what shares atoms, however many instances its rules have.
    """
    groups, rest = divided(view, statements)
    at_once = [c for group in groups for c in group.conflicts_at(valid, view.threshold)]
    of_parts: list[Iterator[Beliefs]] = [iter(sorted(at_once, key=len))]
    if rest:
        everything = Base.at(whole(view, statements=rest, limits=limits), valid)
        for suspect in suspects(everything, limits):
            for part in (suspect,) if wholly else suspect.components(wholly=False):
                operators = Operators(settled(Base.revisable(part, valid), limits), limits)
                of_parts.append(named(operators.base, operators.conflicts()))
    yield from limited(heapq.merge(*of_parts, key=len), limits)


def named(base: Base, parts: Iterable[Part]) -> Iterator[Beliefs]:
    """The parts one by one, as beliefs in ledger order; none is held once it is handed out."""
    beliefs = [Belief.of(element) for element in base.elements]
    for part in parts:
        yield tuple(beliefs[number - 1] for number in sorted(part))


def limited(found: Iterable[Beliefs], limits: Limits) -> Iterator[Beliefs]:
    """One by one; TooManyAnswers, E402, when there are too many."""
    for count, each in enumerate(found):
        if count == limits.answers:
            raise TooManyAnswers(limits.answers, ())
        yield each


def conflicts_over(
    view: View, within: Interval, limits: Limits, *, size: int = AT_ONCE
) -> Iterator[Beliefs]:
    """Every conflict of some instant of *within*, once.

    Those of what holds for sure; and, under the constraints that mind what is possible, those of
    what may hold, unless a conflict for sure is inside them. Those of beliefs looked at together
    come smallest first, then by name.
    """
    possibly = None
    if minds_what_is_possible(view.theory):
        possibly = view.where_possible(_minding_the_possible(view.theory))
    work = Partwise(view, limits, size=size)
    with work.telling():
        for batch, running in work.each():
            found = _over(view, view.counted(batch.evidence), within, running)
            if possibly is not None:
                may_hold = possibly.counted(batch.evidence)
                found |= _only_possible(_over(possibly, may_hold, within, running), found)
            yield from sorted(found, key=lambda conflict: (len(conflict), conflict))


def _only_possible(found: set[Beliefs], for_sure: set[Beliefs]) -> set[Beliefs]:
    certain: defaultdict[Belief, list[set[Belief]]] = defaultdict(list)
    for conflict in for_sure:
        certain[conflict[0]].append(set(conflict))
    return {
        conflict
        for conflict in found
        if not any(part < set(conflict) for each in conflict for part in certain[each])
    }


def minds_what_is_possible(theory: Theory) -> bool:
    """Whether some constraint, or cardinality, minds more than what holds for sure."""
    rules, relations = theory.rules, theory.relations
    return any(rule.possible for rule in rules) or any(each.possible for each in relations)


def _minding_the_possible(theory: Theory) -> Theory:
    """The theory with only those constraints and cardinalities that mind what is possible."""

    def holds(rule: Rule) -> bool:
        return rule.head is not None or rule.possible

    relations = (
        each if each.possible else replace(each, at_most=None, determined=None)
        for each in theory.relations
    )
    return replace(
        theory, rules=tuple(filter(holds, theory.rules)), relations=tuple(relations)
    )  # fmt: skip


def _over(
    view: View, statements: Sequence[Statement], within: Interval, limits: Limits
) -> set[Beliefs]:
    """Those of each timeslice of each connected part, found once."""
    found: set[Beliefs] = set()

    def add(conflict: Beliefs) -> None:
        if len(found) == limits.answers and conflict not in found:
            raise TooManyAnswers(limits.answers, tuple(sorted(found)))
        found.add(conflict)

    groups, rest = divided(view, statements)
    for group in groups:
        if limits.left() <= 0:
            raise SolveTimeout("looking for conflicts took too long", help=MORE_TIME)
        for conflict in group.conflicts_over(within, view.threshold):
            add(conflict)
    if not rest:
        return found
    everything = whole(view, statements=rest, limits=limits)
    for part in suspects(Base.ever(everything), limits):
        solved = set()
        for interval in cut(within, part.intervals()):
            base = Base.revisable(part, interval.start)
            if base.elements in solved:
                continue
            solved.add(base.elements)
            operators = Operators(settled(base, limits), limits)
            for part_of_it in operators.conflicts():
                add(tuple(map(Belief.of, operators.base.names(part_of_it))))
    return found
