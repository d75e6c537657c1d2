"""Operators on a base at one instant: what they keep, and what follows from what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import facts
from ..slice import Base, Element, Slice
from ..solve import Find, Limits, answer_sets
from ..syntax.tree import Sentence, Truth
from .selection import Remainders, sets_as_facts

FALSUM = Truth(False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an operator made of a base.

    entailed: whether there was anything to give up; when not, nothing changes (vacuity).
    possible: False when the background itself entails what should go; then nothing changes.
    """

    kept: tuple[Element, ...]
    dropped: tuple[Element, ...] = ()
    entailed: bool = True
    possible: bool = True


def told(base: Base, limits: Limits) -> frozenset[int]:
    """The literals that the base tells (Belnap), as numbers."""
    atoms = base.facts(believed=True)
    (answer,) = answer_sets(["belnap.lp"], atoms, find=Find.FIRST, limits=limits)
    return answer.get("told", frozenset())


def settled(base: Base, limits: Limits) -> Base:
    """The base with just those instances of defaults whose bodies are told."""
    return base.settled(told(base, limits))


def suspects(base: Base, limits: Limits) -> tuple[Slice, ...]:
    """The connected parts of a base in which there may be a conflict; () when there is none.

    One largest consistent part of the whole base leaves something out of each of them.
    """
    operators = Operators(base, limits)
    if operators.has_world():
        return ()
    kept = operators.one_largest()
    out = {e.key for n, e in enumerate(base.elements, 1) if n not in kept}
    return tuple(
        part
        for part in base.part.components()
        if any(element.key in out for element in Base.ever(part).elements)
    )


@dataclass(frozen=True, slots=True)
class Operators:
    """The operators of one settled base, within limits.

    Where the base is consistent one world decides, else kernels and their hitting sets do
    (DESIGN, two routes): both compute the same sets of elements.
    """

    base: Base
    limits: Limits

    # -- entailment ---

    def has_world(self, goal: Sentence = FALSUM) -> bool:
        """Whether base and background have a model in which *goal* fails."""
        atoms = self.base.facts([goal])
        return bool(answer_sets(["countermodel.lp"], atoms, find=Find.FIRST, limits=self.limits))

    def is_background(self, goal: Sentence) -> bool:
        """Whether the background alone entails *goal*."""
        bare = self.base.where(lambda _: False)
        return not Operators(bare, self.limits).has_world(goal)

    def entails(self, goal: Sentence) -> bool:
        """Whether some consistent part of the base, with the background, proves *goal*."""
        if self.has_world(goal):
            return False
        return self.has_world() or bool(self.kernels(goal))

    # -- sets of elements ---

    def largest(self, goal: Sentence) -> tuple[frozenset[int], ...]:
        """The ⊆-maximal parts that have a world with the background in which *goal* fails."""
        return self._worlds(goal).every()

    def one_largest(self) -> frozenset[int]:
        """One ⊆-maximal consistent part; the empty one when the background has no model."""
        answers = answer_sets(
            ["remainders.lp"], self.base.facts([FALSUM]), find=Find.SUBSET, limits=self.limits
        )
        return answers[0].get("kept", frozenset()) if answers else frozenset()

    def conflicts(self) -> tuple[frozenset[int], ...]:
        """The ⊆-minimal parts that have no model with the background (Reiter 1987)."""
        return self._transversals("transversals.lp", FALSUM)

    def kernels(self, goal: Sentence) -> tuple[frozenset[int], ...]:
        """The ⊆-minimal consistent parts that prove *goal* (Hansson 1994).

        When the background proves it, the one kernel is empty.
        """
        return self._transversals("kernels.lp", goal)

    def remainders(self, goal: Sentence) -> tuple[frozenset[int], ...]:
        """The ⊆-maximal parts that do not entail *goal*; of `false`, the consistent ones.

        () when the background alone entails it.
        """
        if goal == FALSUM or self.has_world():
            return self._worlds(goal).every()
        kernels = self.kernels(goal)
        return () if frozenset() in kernels else self._cut(kernels).every()

    def _obstacles(self, goal: Sentence) -> tuple[frozenset[int], ...]:
        """What each remainder of *goal* must leave something out of."""
        return self.conflicts() if goal == FALSUM else self.kernels(goal)

    def _transversals(self, program: str, goal: Sentence) -> tuple[frozenset[int], ...]:
        everything = frozenset(range(1, len(self.base.elements) + 1))
        corrections = [everything - part for part in self.largest(goal)]
        atoms = [*self.base.facts(), *sets_as_facts(corrections)]
        answers = answer_sets([program], atoms, find=Find.SUBSETS, limits=self.limits)
        found = {answer.get("chosen", frozenset()) for answer in answers}
        return tuple(sorted(found, key=lambda part: (len(part), sorted(part))))

    def _worlds(self, goal: Sentence) -> Remainders:
        atoms = self.base.facts([goal])
        return Remainders(self.base, "remainders.lp", tuple(atoms), self.limits)

    def _cut(self, kernels: Sequence[frozenset[int]]) -> Remainders:
        """What is left when each of *kernels* loses an element."""
        numbers = range(1, len(self.base.elements) + 1)
        atoms = [*map(facts.Element, numbers), *sets_as_facts(kernels)]
        return Remainders(self.base, "incisions.lp", tuple(atoms), self.limits)

    # -- change ---

    def contract(self, goals: Sequence[Sentence], policies: Sequence[str]) -> Outcome:
        """Stop entailing each of *goals*, by partial meet over what the policies prefer.

        To give up `false` is to consolidate: its remainders are the maximal consistent parts.
        Source: Alchourrón, Gärdenfors, Makinson 1985; Hansson 1991 (bases); Fuhrmann, Hansson
        1994 (package).
        """
        goals = [goal for goal in goals if not self.has_world(goal)]
        if not goals:
            return Outcome(self.base.elements, entailed=False)
        if len(goals) == 1 and self.has_world():
            return self._outcome(self._worlds(goals[0]).selected(policies))
        kernels = [kernel for goal in goals for kernel in self._obstacles(goal)]
        if frozenset() in kernels or self.is_background(FALSUM):
            return self._outcome(None)
        if not kernels:
            return Outcome(self.base.elements, entailed=False)
        return self._outcome(self._cut(kernels).selected(policies))

    def consolidate(self, policies: Sequence[str], about: Sentence | None = None) -> Outcome:
        """Resolve every conflict, or those that *about* takes part in, by partial meet.

        Source: Hansson 1991 (consolidation is contraction by falsity).
        """
        if self.has_world():
            return Outcome(self.base.elements, entailed=False)
        if about is None:
            return self._outcome(self._worlds(FALSUM).selected(policies))
        members = [n for n, e in enumerate(self.base.elements, 1) if e.sentence == about]
        conflicts = [found for found in self.conflicts() if found.intersection(members)]
        if not conflicts:
            return Outcome(self.base.elements, entailed=False)
        return self._outcome(self._cut(conflicts).selected(policies))

    def _outcome(self, kept: frozenset[int] | None) -> Outcome:
        """kept: None when there is no remainder at all, because the background entails the goal."""
        if kept is None:
            return Outcome(self.base.elements, possible=False)
        dropped = frozenset(range(1, len(self.base.elements) + 1)) - kept
        return Outcome(self.base.names(kept), self.base.names(dropped))
