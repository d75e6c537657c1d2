"""A base, and what a change of it was to achieve -> which parts of it do, by classical logic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from ..errors import SolveTimeout, TooManyAnswers
from ..slice import Element, Slice
from ..slice.part import Instance
from ..solve import MORE_TIME, Limits
from ..syntax import show
from ..syntax.tree import And, If, Not, Or, Sentence
from ..theory.model import RuleKind
from .classical import logic
from .operators import FALSUM
from .parts import Part
from .replay import Case

Unit = tuple[Sentence, ...]
"""What is said together, and given up together."""


class Reading:
    """One case of an operation, read from the definitions.

    A part is given by the numbers of its elements. Under `granularity evidence` what counts of a
    part is what its items carry: each set of the sentences that they carry is carried by some.
    """

    def __init__(self, case: Case, engine: str, limits: Limits) -> None:
        """Raises: TooManyAtoms, E407, for a truth table."""
        self.case, self._limits = case, limits
        part, base = case.base.part, case.base
        self.everything = base.everything
        self._goals = () if case.wanted is not None else case.goals
        firm = base.fixed if self._looks_for_conflicts else ()  # else it may be inconsistent
        self._firm = frozenset(_units(part, firm))
        given = [*_background(part), *chain.from_iterable(self._firm)]
        others = chain(self._goals, *self._said(self.everything))
        self._logic = logic(engine, given, others)
        self._known: dict[Part, bool] = {}

    def fits(self, part: Part) -> bool:
        """Whether a part achieves what was asked: none of the goals is entailed (together: not
        all), or none of the conflicts in question is left."""
        if part not in self._known:
            self._known[part] = not self._fails(part)
        return self._known[part]

    def is_consistent(self, part: Part) -> bool:
        """Whether a part and the background have a model."""
        return self._logic.is_possible(_all(self._said(part)))

    def entails(self, part: Part, goal: Sentence) -> bool:
        """Whether some consistent part of it, with the background, proves the goal."""
        units = self._said(part)
        if self._logic.is_possible(_all(units), [goal]):
            return False
        return any(not self._logic.is_possible(_all(u), [goal]) for u in self._largest(units))

    def goals_of(self, part: Part) -> tuple[str, ...]:
        """Which of the goals a part entails, as text; `false` where conflicts are in question."""
        if self._looks_for_conflicts:
            return (show(FALSUM),)
        return tuple(show(goal) for goal in self._goals if self.entails(part, goal))

    def is_proof(self, part: Part) -> bool:
        """Whether a part has a model, as a kernel must, unless conflicts are in question, or it
        is one of several proofs together. What is fixed need not have one with it."""
        if self._looks_for_conflicts or (self.case.together and len(self._goals) > 1):
            return True
        alone = _units(self.case.base.part, self.case.base.names(part))
        return self._logic.is_possible(_all(alone))

    # -- what was asked ---

    @property
    def _looks_for_conflicts(self) -> bool:
        """To give up `false` alone is to consolidate."""
        asked = bool(self._goals) and all(goal == FALSUM for goal in self._goals)
        return self.case.wanted is not None or asked

    def _fails(self, part: Part) -> bool:
        wanted = self.case.wanted
        if wanted is not None and wanted.conflict is not None:
            named = self.case.named
            return named is not None and named <= part and self._is_a_conflict(named)
        if wanted is not None and wanted.about is not None:
            return self._is_in_a_conflict(part, (wanted.about,))
        if self._looks_for_conflicts:
            return not self.is_consistent(part)
        if not self._goals:
            return False
        found = (self.entails(part, goal) for goal in self._goals)
        return all(found) if self.case.together else any(found)

    def _is_a_conflict(self, part: Part) -> bool:
        less = (self.is_consistent(part - {element}) for element in part)
        return not self.is_consistent(part) and all(less)

    def _is_in_a_conflict(self, part: Part, unit: Unit) -> bool:
        """What is in some conflict is lacking in some ⊆-maximal consistent part."""
        units = self._said(part)
        return unit in units and any(unit not in largest for largest in self._largest(units))

    # -- what is said ---

    def _said(self, part: Part) -> tuple[Unit, ...]:
        base = self.case.base
        said = _units(base.part, (*base.fixed, *base.names(part)))
        return tuple(unit for unit in said if unit not in self._firm)

    def _largest(self, units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
        """The ⊆-maximal sets of them that have a model with the background.

        Each next one must hold something that each found before lacks.
        """
        if self._logic.is_possible(_all(units)):
            yield units
            return
        new: list[Sentence] = []
        for found in range(self._limits.answers + 1):
            if found == self._limits.answers:
                raise TooManyAnswers(found, ())
            if not self._logic.is_possible(new):
                return
            kept: list[Unit] = []
            for unit in units:
                if self._limits.left() <= 0:
                    raise SolveTimeout("certifying took too long", help=MORE_TIME)
                if self._logic.is_possible([*new, *_all((*kept, unit))]):
                    kept.append(unit)
            yield tuple(kept)
            lacking = [unit for unit in units if unit not in kept]
            new.append(Or(tuple(And(unit) for unit in lacking)))


def _all(units: Iterable[Unit]) -> list[Sentence]:
    return list(chain.from_iterable(units))


def _units(part: Slice, elements: Iterable[Element]) -> Iterator[Unit]:
    """What elements say, each on its own; items, what those of them that suffice carry."""
    voices: dict[Sentence, dict[int, int]] = {}
    for element in elements:
        if element.sentence is None:
            yield tuple(_material(part, part.instances[number]) for number in element.instances)
        elif element.voice is None:
            yield (element.sentence,)
        else:
            loudest = voices.setdefault(element.sentence, {})
            loudest[element.voice] = max(loudest.get(element.voice, 0), element.weight)
    for sentence, loudest in voices.items():
        if sum(loudest.values()) >= part.threshold:
            yield (sentence,)


def _background(part: Slice) -> Iterator[Sentence]:
    """The strict instances, and that of each group no more members are true than may be."""
    for instance in part.instances:
        if instance.rule.kind is RuleKind.STRICT:
            yield _material(part, instance)
    for group in part.groups:
        for members in combinations(group.members, group.limit + 1):
            yield Not(And(tuple(part.numbers.literal(member) for member in members)))


def _material(part: Slice, instance: Instance) -> Sentence:
    """A rule instance as a material implication; in a form that no statement has."""
    body = And(tuple(part.numbers.literal(number) for number in instance.body))
    return If(part.numbers.literal(instance.head), body) if instance.head else Not(body)
