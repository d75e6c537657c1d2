"""Policies -> what is kept of the remainders they prefer.

The remainders come from one of two programs, remainders.lp (worlds) or incisions.lp (kernels);
policies are preferences over kept/1 and do not know which.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, product

from .. import facts
from ..errors import SolveTimeout, TooManyAnswers
from ..slice import Base, Piece
from ..slice.encoding import require_summable
from ..solve import MORE_TIME, AnswerSet, Find, Limits, Search, answer_sets, listed
from .parts import Part, sets_as_facts

_AT_ONCE = 2_000  # the most remainders that are listed before their meet is looked for otherwise


@dataclass(frozen=True, slots=True)
class Remainders:
    """A program whose answer sets, as far as their kept/1 is subset-maximal, are the remainders.

    divide: gives the remainders of each piece, where the base falls apart, else (). A remainder
        is then one of each, with all that is in no piece.
    """

    base: Base
    program: str
    atoms: str
    limits: Limits
    grounded: Callable[[], Search] | None = None  # the program with its atoms, for all who need it
    divide: Callable[[], tuple[tuple[Piece, Remainders], ...]] = tuple

    def each(self) -> Generator[Part]:
        """The remainders one by one, as numbers of the kept elements."""
        pieces = self.divide()
        if not pieces:
            yield from self._undivided()
            return
        losses = [
            [piece.whole(rest.base.everything - part) for part in listed(rest.each(), self.limits)]
            for piece, rest in pieces
        ]
        limits = self.limits
        for lost in product(*losses):
            if limits.left() <= 0:
                raise SolveTimeout("listing remainders took too long", help=MORE_TIME)
            began = time.monotonic()
            yield self.base.everything.difference(*lost)
            limits = limits.after_a_pause(began)

    def _undivided(self) -> Generator[Part]:
        with closing(self._free().answers(limits=self.limits)) as answers:
            for answer in answers:
                yield self._kept(answer)

    def _kept(self, answer: AnswerSet) -> Part:
        return self.base.everything - answer["dropped"]

    def selected(self, policies: Sequence[str]) -> Part | None:
        """The meet of the remainders that the policies prefer, earlier policies first.

        What still ties is met; without a policy every remainder ties (full meet). None when there
        is no remainder.
        """
        if not policies:
            return self._meet()
        if "inclusion" not in policies:
            return self._common(policies)
        if pieces := self.divide():
            return self.base.everything.difference(*_lost(pieces, policies))
        at = policies.index("inclusion")
        best = self._undominated(self.preferred(policies[:at]))
        if not best:
            return None
        return _listed(self.base, best, self.limits).selected(policies[at + 1 :])

    def preferred(self, policies: Sequence[str]) -> tuple[Part, ...]:
        """The remainders that additive policies prefer, all of them; without policies, all."""
        if not policies:
            return tuple(sorted(listed(self.each(), self.limits), key=sorted))
        return tuple(map(self._kept, self._prefer(policies, Find.BEST)))

    def all_selected(self, policies: Sequence[str]) -> tuple[Part, ...]:
        """The remainders whose meet is `selected`, all of them."""
        if "inclusion" not in policies:
            return self.preferred(policies)
        at = policies.index("inclusion")
        best = self._undominated(self.preferred(policies[:at]))
        return _listed(self.base, best, self.limits).all_selected(policies[at + 1 :])

    def _free(self) -> Search:
        return self.grounded() if self.grounded else self._search()

    def _search(self) -> Search:
        return Search([self.program], self.atoms, find=Find.SUBSETS, limits=self.limits)

    def _meet(self) -> Part | None:
        """What all remainders share: of few, by listing them."""
        if pieces := self.divide():
            return self.base.everything.difference(*_lost(pieces, ()))
        found: list[Part] = []
        common: Part | None = None
        with closing(self._undivided()) as remainders:
            for part in islice(remainders, _AT_ONCE):
                found.append(part)
                common = part if common is None else common & part
                if not common:
                    return common
        if common is None or len(found) < _AT_ONCE:
            return common
        return self._meet_of_many(found, common)

    def _meet_of_many(self, found: list[Part], common: Part) -> Part:
        """What all remainders share, by as few of them as can show it.

        Each step asks for a part that lacks something of what was shared until then, and widens
        it to a remainder. So what the others share is never listed.

        found: some of them. common: what these share.
        """
        free, steered = self._free(), self._search()
        for part in found:
            steered.forbid(*(("kept", e, False) for e in sorted(self.base.everything - part)))
        while common:
            steered.forbid(*(("kept", e, True) for e in sorted(common)))
            lacking = steered.first(limits=self.limits)
            if lacking is None:
                break
            assumed = [("kept", e, True) for e in sorted(self._kept(lacking))]
            wider = free.first(assumed, limits=self.limits)
            assert wider is not None, "a part of a remainder is in a remainder"
            found.append(self._kept(wider))
            if len(found) > self.limits.answers:
                raise TooManyAnswers(self.limits.answers, tuple(found))
            common &= found[-1]
            steered.forbid(*(("kept", e, False) for e in sorted(wider["dropped"])))
        return common

    def _common(self, policies: Sequence[str]) -> Part | None:
        dropped = self._prefer(policies, Find.UNION)
        return self._kept(dropped[0]) if dropped else None

    def _prefer(self, policies: Sequence[str], find: Find) -> tuple[AnswerSet, ...]:
        preferences = self.base.preferences()
        if "confidence" in policies:
            require_summable(sum(f.weight for f in preferences if isinstance(f, facts.Weight)))
        return answer_sets(
            [self.program, *(f"policy/{name}.lp" for name in policies)],
            f"{self.atoms}\n{facts.text(preferences)}",
            find=find,
            constants=_priorities(policies, preferences),
            limits=self.limits,
        )

    def _undominated(self, sets: tuple[Part, ...]) -> tuple[Part, ...]:
        ranked = [fact for fact in self.base.preferences() if isinstance(fact, facts.Ranked)]
        (answer,) = answer_sets(
            ["undominated.lp"],
            facts.text([*sets_as_facts(sets), *ranked]),
            find=Find.FIRST,
            read=("best",),
            limits=self.limits,
        )
        return tuple(sets[number - 1] for number in sorted(answer["best"]))


def _lost(pieces: Sequence[tuple[Piece, Remainders]], policies: Sequence[str]) -> Iterator[Part]:
    """What goes of each piece: every policy goes by sums or by ranks, so each decides alone."""
    for piece, rest in pieces:
        kept = rest.selected(policies)
        assert kept is not None, "each piece has a world in which the goal fails"
        yield piece.whole(rest.base.everything - kept)


def _listed(base: Base, sets: tuple[Part, ...], limits: Limits) -> Remainders:
    elements = map(facts.Element, sorted(base.everything))
    atoms = facts.text([*elements, *sets_as_facts(sets)])
    return Remainders(base, "listed.lp", atoms, limits)


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
