"""A base at one instant: what follows from it, and what its operators choose among."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from .. import facts
from ..slice import Base, Piece, Slice, apart
from ..slice.world import Held
from ..solve import Find, Limits, Search, answer_sets, listed
from ..syntax.tree import And, Or, Sentence, Truth
from ..theory.normal import normal
from .parts import Part, joint, sets_as_facts, smallest
from .selection import Remainders
from .smallest import smallest_first

FALSUM = Truth(False)
REMAINDERS = "remainders.lp"


def told(base: Base, limits: Limits) -> frozenset[int]:
    """The literals that the base tells (Belnap), as numbers."""
    atoms = facts.text(base.facts(believed=True))
    (answer,) = answer_sets(["belnap.lp"], atoms, find=Find.FIRST, read=("told",), limits=limits)
    return answer["told"]


def settled(base: Base, limits: Limits) -> Base:
    """The base with just those instances of defaults whose bodies are told."""
    awaited = base.awaited
    if not awaited:
        return base
    plainly = base.plainly_told()
    rest = tuple(map(base.part.numbers.literal, sorted(awaited - plainly)))
    if not rest or Held(base).has_world(
        Or(rest)
    ):  # where all is true in a world, so is what is told
        return base.settled(plainly)
    return base.settled(told(base, limits))


def suspects(base: Base, limits: Limits) -> tuple[Slice, ...]:
    """The connected parts of a base in which there may be a conflict; () when there is none.

    One largest consistent part of the whole base leaves something out of each of them.
    """
    operators = Operators(base, limits)
    if operators.is_consistent:
        return ()
    kept = operators.one_largest()
    out = {e.key for n, e in enumerate(base.elements, 1) if n not in kept}
    return tuple(
        part
        for part in base.part.components()
        if any(element.key in out for element in Base.ever(part).elements)
    )


@dataclass(frozen=True)
class Task:
    """What a contraction is to achieve.

    goals: each entailed until then, at least one.
    together: not all of them are to be entailed (choice), instead of none (package).
    in_one_world: what is kept must have a world in which each goal fails; so it is of `false`,
        which no consistent part entails, and where the base is consistent it comes to the same.
    given: the parts of which something must go, where not all that entail the goals matter.
    """

    goals: tuple[Sentence, ...]
    together: bool = False
    in_one_world: bool = False
    given: tuple[Part, ...] | None = None

    @property
    def one_world_goals(self) -> tuple[Sentence, ...]:
        """The goals, each to fail in a world of its own, where one world decides."""
        return (normal(And(self.goals)),) if self.together else self.goals


@dataclass(frozen=True)
class Operators:
    """A settled base, within limits.

    Where the base is consistent one world decides, else kernels and their hitting sets do
    (DESIGN, two routes): both compute the same sets of elements.
    """

    base: Base
    limits: Limits

    # -- entailment ---

    @cached_property
    def is_consistent(self) -> bool:
        """Whether base and background have a model."""
        return self.has_world(FALSUM)

    def has_world(self, goal: Sentence) -> bool:
        """Whether base and background have a model in which *goal* fails."""
        if goal not in self._has_world:
            found = self._held.has_world(goal)
            if found is None:
                whole = [("kept", element, True) for element in sorted(self.everything)]
                found = self._worlds((goal,)).first(whole, limits=self.limits) is not None
            self._has_world[goal] = found
        return self._has_world[goal]

    def is_background(self, goal: Sentence) -> bool:
        """Whether the background, and what is fixed, entails *goal*.

        What is fixed entails as any base does, where it is inconsistent too.
        """
        if goal not in self._is_background:
            self._is_background[goal] = self._proves_background(goal)
        return self._is_background[goal]

    def _proves_background(self, goal: Sentence) -> bool:
        found = Held(replace(self.base, elements=())).has_world(goal)
        if found is None:
            found = self._worlds((goal,)).first(limits=self.limits) is not None
        fixed = self.base.fixed
        if found or goal == FALSUM or not fixed:
            return not found
        return Operators(Base(self.base.part, fixed), self.limits).entails(goal)

    def entails(self, goal: Sentence) -> bool:
        """Whether some consistent part of the base, with the background, proves *goal*."""
        if self.has_world(goal):
            return False
        return self.is_consistent or next(self.unfixed.kernels(goal), None) is not None

    @cached_property
    def unfixed(self) -> Operators:
        """Those of the base with what is fixed as elements too, after the others."""
        return Operators(self.base.unfixed, self.limits) if self.base.fixed else self

    # -- sets of elements, as numbers ---

    @property
    def everything(self) -> Part:
        return self.base.everything

    def one_largest(self) -> Part:
        """One ⊆-maximal consistent part; the empty one when the background has no model."""
        found = self._worlds((FALSUM,)).first(limits=self.limits)
        return frozenset() if found is None else self.everything - found["dropped"]

    def conflicts(self) -> Iterator[Part]:
        """The ⊆-minimal parts without a model with the background, smallest first (Reiter 1987)."""
        return self._smallest_first(FALSUM, in_one_world=True)

    def kernels(self, goal: Sentence) -> Iterator[Part]:
        """The ⊆-minimal consistent parts that prove *goal*, smallest first (Hansson 1994).

        When the background proves it, the one kernel is empty. Of kernels that hold something
        fixed, what else they hold; the ⊆-minimal of these.
        """
        return self._smallest_first(goal, in_one_world=self.is_consistent)

    def _smallest_first(self, goal: Sentence, *, in_one_world: bool) -> Iterator[Part]:
        if self.has_world(goal):
            return iter(())
        if self.is_background(goal):
            return iter([frozenset()])
        if self.base.fixed and not in_one_world:
            found = listed(self.unfixed.kernels(goal), self.limits)
            return iter(smallest(kernel & self.everything for kernel in found))
        pieces = (each for each in self._pieces(goal) if not each.operators.has_world(each.goal))
        parts = (each.smallest_first(None if in_one_world else self.base) for each in pieces)
        return heapq.merge(*parts, key=len)

    def _pieces(self, goal: Sentence) -> list[_Piece]:
        """What has nothing to do with each other once the goal fails: it is not background."""
        return [
            _Piece(piece, self._of(piece), goal if piece.holds_goal else FALSUM)
            for piece in apart(self.base, goal)
        ]

    def _of(self, piece: Piece) -> Operators:
        return self if piece.base is self.base else Operators(piece.base, self.limits)

    def remainders(self, goal: Sentence) -> Iterator[Part]:
        """The ⊆-maximal parts that do not entail *goal*; of `false`, the consistent ones.

        None when the background alone entails it.
        """
        return self.choices(Task((goal,), in_one_world=goal == FALSUM)).each()

    # -- what a contraction chooses among ---

    def choices(self, task: Task) -> Remainders:
        """The remainders of a task; none when the background makes it impossible."""
        if not self.is_one_world(task):
            return self.cut(self.obstacles(task))
        goals = task.one_world_goals
        return replace(self._remainders(goals), divide=lambda: self._divided(goals))

    def _divided(self, goals: tuple[Sentence, ...]) -> tuple[tuple[Piece, Remainders], ...]:
        """The remainders piece by piece; () where the base hangs together."""
        if len(goals) > 1 or self.is_background(goals[0]):
            return ()
        pieces = self._pieces(goals[0])
        if len(pieces) == 1:
            return ()
        return tuple((each.piece, each.operators._remainders((each.goal,))) for each in pieces)

    def _remainders(self, goals: tuple[Sentence, ...]) -> Remainders:
        return Remainders(
            self.base, REMAINDERS, self.atoms(goals), self.limits, lambda: self._worlds(goals)
        )

    def obstacles(self, task: Task) -> tuple[Part, ...]:
        """The ⊆-minimal parts of which something must go, smallest first.

        Raises: TooManyAnswers, SolveTimeout; `.found` holds those found by then.
        """
        if task.given is not None:
            return task.given
        one_world = self.is_one_world(task)
        found = [
            self.proofs(goal, in_one_world=one_world)
            for goal in (task.one_world_goals if one_world else task.goals)
        ]
        if task.together and not one_world:
            return joint(found)
        return smallest(part for parts in found for part in parts)

    def proofs(self, goal: Sentence, *, in_one_world: bool) -> tuple[Part, ...]:
        """The kernels of *goal*, of `false` the conflicts, smallest first; found once.

        in_one_world: the parts that leave the goal no world, consistent or not.
        """
        key = goal, in_one_world or goal == FALSUM
        if key not in self._proofs:
            found = self._smallest_first(goal, in_one_world=key[1])
            self._proofs[key] = listed(found, self.limits)
        return self._proofs[key]

    def cut(self, obstacles: Iterable[Part]) -> Remainders:
        """What is left when each of the obstacles loses an element."""
        elements = map(facts.Element, sorted(self.everything))
        atoms = facts.text([*elements, *sets_as_facts(obstacles)])
        return Remainders(self.base, "incisions.lp", atoms, self.limits)

    def is_one_world(self, task: Task) -> bool:
        """Whether one world decides what can be kept."""
        return task.given is None and (task.in_one_world or self.is_consistent)

    # -- what is written and grounded once ---

    def atoms(self, goals: tuple[Sentence, ...]) -> str:
        """The base and the goals, for a rule program."""
        if goals not in self._written:
            self._written[goals] = facts.text(self.base.facts(goals))
        return self._written[goals]

    def _worlds(self, goals: tuple[Sentence, ...]) -> Search:
        """The largest parts that have worlds in which the goals fail."""
        if goals not in self._grounded:
            atoms = self.atoms(goals)
            self._grounded[goals] = Search(
                [REMAINDERS], atoms, find=Find.SUBSETS, limits=self.limits
            )
        return self._grounded[goals]

    @cached_property
    def _held(self) -> Held:
        return Held(self.base)

    @cached_property
    def _has_world(self) -> dict[Sentence, bool]:
        return {}

    @cached_property
    def _is_background(self) -> dict[Sentence, bool]:
        return {}

    @cached_property
    def _proofs(self) -> dict[tuple[Sentence, bool], tuple[Part, ...]]:
        return {}

    @cached_property
    def _written(self) -> dict[tuple[Sentence, ...], str]:
        return {}

    @cached_property
    def _grounded(self) -> dict[tuple[Sentence, ...], Search]:
        return {}


@dataclass(frozen=True)
class _Piece:
    """A piece of a base, its operators, and the goal that is to fail in it."""

    piece: Piece
    operators: Operators
    goal: Sentence

    def smallest_first(self, within: Base | None) -> Iterator[Part]:
        """The parts that leave the goal no world, as numbers of the whole base.

        within: the whole base, where they are to have a world, without the goal, themselves.
        """
        numbers, operators = self.piece.numbers, self.operators
        if within is None and len(numbers) == 1:
            return iter([frozenset(numbers)])
        worlds, atoms = operators._worlds((self.goal,)), operators.atoms((self.goal,))
        if within is not None:  # with all of the background, and nothing of what is certain here
            atoms = facts.text(replace(within, elements=within.names(numbers)).facts())
        found = smallest_first(
            len(numbers), worlds, atoms, operators.limits, with_a_world=within is not None
        )
        return map(self.piece.whole, found)
