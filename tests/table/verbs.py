"""One function of a class, written as a user writes it, and what the verbs keep by it."""

from __future__ import annotations

from collections.abc import Iterable

import reasoner
from reasoner.reason.functions import Beliefs, By, IncisionFunction, SelectionFunction

from .bases import Base, Part, Proposition, in_order, spell
from .logic import by_truth_table
from .operators import WAYS, Hierarchy, How, Ranking

_BY_NAME = ("full meet", "full kernel", "safe")
_BY_INCISION = ("kernel", "smooth kernel", "minimal kernel")
_WAY_NAMES = {"int.": "internal", "ext.": "external"}


def contracted(operator: str, base: Base, goal: Proposition, kept: Part, how: How = None) -> Part:
    """What `contract` keeps of the base, by the function that is to keep *kept*."""
    change = _loaded(base, how).contract(spell(goal), by=_by(operator, base, goal, kept, how))
    return base - set(_named(change.dropped, newcomer=goal))


def revised(way: str, operator: str, base: Base, said: Proposition, after: Part) -> Part:
    """The base as `revise` leaves it, by the function that is to leave *after*."""
    request = WAYS[way](base, said)
    by = _by(operator, request.base, request.goal, after & request.base, None, newcomer=said)
    names = [_WAY_NAMES[way], *([by] if not isinstance(by, list) else by)]
    change = _loaded(base).revise(spell(said), by=names)
    return (base - set(_named(change.dropped, newcomer=said))) | {said}


def _loaded(base: Base, how: How = None) -> reasoner.Reasoner:
    lines = [f"believe s{each}: {spell(each)}." for each in in_order(base)]
    if isinstance(how, Hierarchy):
        # What nothing ranks is below all that is ranked: so all are, above a source of nothing.
        lines += ["source nothing.", *(f"rank s{each} > nothing." for each in in_order(base))]
        lines += [f"rank s{high} > s{low}." for low, high in sorted(how.pairs)]
    return reasoner.loads("\n".join(("relation p.  relation q.  relation r.", *lines)))


def _by(
    operator: str,
    base: Base,
    goal: Proposition,
    kept: Part,
    how: How,
    newcomer: Proposition = -1,
) -> By:
    if operator in _BY_NAME:
        return operator
    if operator in _BY_INCISION:
        return IncisionFunction(
            lambda kernels: {
                belief
                for kernel in kernels
                for belief in kernel
                if not {*_named([belief], newcomer)} <= kept
            }
        )
    shared = frozenset(base).intersection(*by_truth_table(base, goal).remainders)

    def whole(remainder: Beliefs) -> Part:
        """With what is not connected with the goal, which the function is not shown."""
        return shared.union(_named(remainder, newcomer))

    if isinstance(how, Ranking):
        key = how.key
        return SelectionFunction.ranking(lambda remainder: key(whole(remainder)))
    return SelectionFunction(
        lambda remainders: [each for each in remainders if kept <= whole(each)]
    )


def _named(beliefs: Iterable[reasoner.Belief], newcomer: Proposition) -> list[Proposition]:
    """What the beliefs say; one without a label is the newcomer."""
    return [int(belief.name[1:]) if belief.name[1:].isdigit() else newcomer for belief in beliefs]
