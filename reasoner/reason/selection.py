"""Policies -> what is kept of the remainders they prefer.

The remainders come from one of two programs, remainders.lp (worlds) or incisions.lp (kernels);
policies are preferences over kept/1 and do not know which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import facts
from ..errors import WeightsTooLarge
from ..slice import Base
from ..solve import AnswerSet, Find, Limits, answer_sets

_LARGEST = 2**31 - 1

ADDITIVE = ("recency", "confidence", "cardinality", "entrenchment", "maxichoice")
"""Policies that are sums per level; `inclusion` compares sets, `full meet` prefers nothing."""


@dataclass(frozen=True, slots=True)
class Remainders:
    """A program whose answer sets, as far as their kept/1 is subset-maximal, are the remainders."""

    base: Base
    program: str
    atoms: tuple[facts.Fact, ...]
    limits: Limits

    def every(self) -> tuple[frozenset[int], ...]:
        """All remainders, as numbers of the kept elements."""
        return _kept(answer_sets([self.program], self.atoms, find=Find.SUBSETS, limits=self.limits))

    def selected(self, policies: Sequence[str]) -> frozenset[int] | None:
        """The meet of the remainders that the policies prefer, earlier policies first.

        What still ties is met; without a policy every remainder ties (full meet). None when there
        is no remainder.
        """
        if not policies:
            every = self.every()
            return frozenset.intersection(*every) if every else None
        if "inclusion" not in policies:
            return self._common(policies)
        at = policies.index("inclusion")
        best = self._undominated(self._best(policies[:at]))
        if not best:
            return None
        return _listed(self.base, best, self.limits).selected(policies[at + 1 :])

    def _common(self, policies: Sequence[str]) -> frozenset[int] | None:
        common = _kept(self._prefer(policies, Find.COMMON))
        return common[0] if common else None

    def _best(self, policies: Sequence[str]) -> tuple[frozenset[int], ...]:
        return _kept(self._prefer(policies, Find.BEST)) if policies else self.every()

    def _prefer(self, policies: Sequence[str], find: Find) -> tuple[AnswerSet, ...]:
        preferences = self.base.preferences()
        _check_totals(preferences)
        return answer_sets(
            [self.program, *(f"policy/{name}.lp" for name in policies)],
            [*self.atoms, *preferences],
            find=find,
            constants=_priorities(policies, preferences),
            limits=self.limits,
        )

    def _undominated(self, sets: tuple[frozenset[int], ...]) -> tuple[frozenset[int], ...]:
        ranked = [fact for fact in self.base.preferences() if isinstance(fact, facts.Ranked)]
        (answer,) = answer_sets(
            ["undominated.lp"], [*sets_as_facts(sets), *ranked], find=Find.FIRST, limits=self.limits
        )
        return tuple(sets[number - 1] for number in sorted(answer.get("best", ())))


def _listed(base: Base, sets: tuple[frozenset[int], ...], limits: Limits) -> Remainders:
    return Remainders(base, "listed.lp", tuple(sets_as_facts(sets)), limits)


def sets_as_facts(sets: Sequence[frozenset[int]]) -> list[facts.Fact]:
    """Sets of elements for a rule program, numbered from 1."""
    found: list[facts.Fact] = []
    for number, members in enumerate(sets, 1):
        found.append(facts.Set(number))
        found.extend(facts.Contains(number, member) for member in sorted(members))
    return found


def _kept(answers: Sequence[AnswerSet]) -> tuple[frozenset[int], ...]:
    return tuple(answer.get("kept", frozenset()) for answer in answers)


def _priorities(policies: Sequence[str], preferences: Sequence[facts.Fact]) -> dict[str, int]:
    """The lowest priority of each policy: above all levels of those that come after it."""
    times = [fact.time for fact in preferences if isinstance(fact, facts.Recorded)]
    ranks = [fact.rank for fact in preferences if isinstance(fact, facts.Ranked)]
    levels = {
        "recency": max(times, default=0) + 1,
        "entrenchment": max(ranks, default=0) + 1,
        "maxichoice": len(ranks),
    }
    priorities: dict[str, int] = {}
    lowest = 1
    for policy in reversed(policies):
        priorities[policy] = lowest
        lowest += levels.get(policy, 1)
    return priorities


def _check_totals(preferences: Sequence[facts.Fact]) -> None:
    """The solver's sums are 32-bit and wrap silently."""
    total = sum(fact.weight for fact in preferences if isinstance(fact, facts.Weight))
    if total > _LARGEST:
        raise WeightsTooLarge(
            f"the weights in question add up to {total} millionths, more than the solver can sum",
            help="choose with another policy, such as `cardinality` or `recency`",
        )
