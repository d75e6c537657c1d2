"""Conflicts over an interval of valid time, certain ones and those that are only possible."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from ..answer import Belief
from ..errors import SolveTimeout, TooManyAnswers
from ..slice import Base
from ..solve import MORE_TIME, Limits
from ..theory.model import Rule, Theory
from ..time import Interval, cut
from ..view import View
from .cutting import whole
from .functions import Beliefs
from .groups import divided
from .operators import Operators, settled, suspects


def conflicts_over(view: View, within: Interval, limits: Limits) -> tuple[Beliefs, ...]:
    """Every conflict of some instant of *within*, smallest first, then by name.

    Those of what holds for sure; and, under the constraints that mind what is possible, those of
    what may hold, unless a conflict for sure is inside them.
    """
    found = _conflicts(view, within, limits)
    if minds_what_is_possible(view.theory):
        possibly = view.where_possible(_minding_the_possible(view.theory))
        certain: defaultdict[Belief, list[set[Belief]]] = defaultdict(list)
        for conflict in found:
            certain[conflict[0]].append(set(conflict))
        found |= {
            conflict
            for conflict in _conflicts(possibly, within, limits)
            if not any(part < set(conflict) for each in conflict for part in certain[each])
        }
    return tuple(sorted(found, key=lambda conflict: (len(conflict), conflict)))


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


def _conflicts(view: View, within: Interval, limits: Limits) -> set[Beliefs]:
    """Those of each timeslice of each connected part, found once."""
    found: set[Beliefs] = set()

    def add(conflict: Beliefs) -> None:
        if len(found) == limits.answers and conflict not in found:
            raise TooManyAnswers(limits.answers, tuple(sorted(found)))
        found.add(conflict)

    groups, rest = divided(view)
    for group in groups:
        if limits.left() <= 0:
            raise SolveTimeout("looking for conflicts took too long", help=MORE_TIME)
        for conflict in group.conflicts_over(within, view.threshold):
            add(conflict)
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
