"""Kernels and remainders as the reasoner finds them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

import reasoner
from reasoner.reason.cutting import whole
from reasoner.reason.operators import Operators
from reasoner.slice import Base as Elements
from reasoner.solve import Limits
from reasoner.syntax import parse_sentence
from reasoner.theory.normal import normal
from reasoner.time import now
from reasoner.view import View

from .bases import SPELT, Base, Proposition, spell
from .logic import Families, by_truth_table, worlds

_LIMITS = Limits(seconds=60.0)


class Disagreement(AssertionError):
    """The reasoner's kernels or remainders are not those of the truth table."""


@cache
def _all_elements() -> Elements:
    """The base of all sentences with a spelling; every other base is a part of it."""
    lines = [f"believe s{each}: {spell(each)}." for each in SPELT]
    kb = reasoner.loads("\n".join(("relation p.  relation q.  relation r.", *lines)))
    view = View(kb.ledger, kb.theory)
    return Elements.revisable(whole(view, limits=_LIMITS), now())


@lru_cache(16)
def _operators(base: Base) -> Operators:
    names = {f"s{each}" for each in base}
    return Operators(_all_elements().where(lambda element: element.name in names), _LIMITS)


def by_reasoner(base: Base, goal: Proposition) -> Families:
    """The kernels and remainders from the layer under the verbs, solver and all."""
    operators, sentence = _operators(base), normal(parse_sentence(spell(goal)))

    def named(part: frozenset[int]) -> frozenset[Proposition]:
        return frozenset(int(each.name[1:]) for each in operators.base.names(part))

    return Families(
        frozenset(map(named, operators.kernels(sentence))),
        frozenset(map(named, operators.remainders(sentence))),
    )


class Asked:
    """The families of each base and goal, from the reasoner where *ask* says so.

    What the reasoner says is compared with the truth table. by_reasoner, by_table: how many
    families came from it, and how many from the truth table alone.
    """

    def __init__(self, ask: Callable[[Base], bool]) -> None:
        self._ask = ask
        self._found: dict[tuple[Base, Proposition], Families] = {}
        self.by_reasoner = 0
        self.by_table = 0

    def of(self, base: Base, goal: Proposition) -> Families:
        """Raises: Disagreement."""
        if (base, goal) not in self._found:
            self._found[base, goal] = self._families(base, goal)
        return self._found[base, goal]

    def _families(self, base: Base, goal: Proposition) -> Families:
        expected = by_truth_table(base, goal)
        is_special = goal == 0 and not worlds(base)  # by `false`: consolidation, not contraction
        if is_special or not self._ask(base):
            self.by_table += 1
            return expected
        self.by_reasoner += 1
        found = by_reasoner(base, goal)
        if found != expected:
            said = ", ".join(map(spell, base))
            raise Disagreement(f"{{{said}}}, {spell(goal)}: {found}, but {expected}")
        return found
