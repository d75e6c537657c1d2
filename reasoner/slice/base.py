"""A slice at one instant -> the base: its elements, and the atoms that say all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .. import facts
from ..facts import Fact
from ..syntax.tree import Literal, Sentence
from ..theory.model import RuleKind
from .element import (
    Element,
    accepted,
    item_elements,
    ruled,
    ruled_at,
    statement_element,
    statement_ever,
)
from .encoding import Encoder
from .part import Slice

Selectable = Callable[[Element], bool]


@dataclass(frozen=True, slots=True)
class Base:
    """The elements of a slice at one instant, in ledger order; element E is elements[E - 1].

    Rules and instances are older than every statement. Until `settled`, instances of defaults
    whose bodies are not told stand among them: they are carried, but not elements.

    fixed: what holds besides the background, and is not up for revision.
    """

    part: Slice
    elements: tuple[Element, ...]
    fixed: tuple[Element, ...] = ()

    @staticmethod
    def at(part: Slice, valid: int) -> Base:
        """What is accepted, and not withdrawn, at the instant *valid*: statements go whole.

        They stand in the order of their first evidence at that instant.
        """
        statements = (statement_element(part, each, valid) for each in accepted(part, valid))
        return Base(part, (*ruled_at(part, valid), *statements))

    @staticmethod
    def revisable(part: Slice, valid: int) -> Base:
        """As `at`, but with the granularity that the theory declares for what is given up.

        Under `granularity evidence` the items of accepted statements are the elements, in ledger
        order; an item without weight carries nothing and is none.
        """
        if part.theory.granularity == "statement":
            return Base.at(part, valid)
        items = [
            item for each in accepted(part, valid) for item in item_elements(part, each, valid)
        ]
        items.sort(key=lambda pair: pair[0])
        return Base(part, (*ruled_at(part, valid), *(element for _, element in items)))

    @staticmethod
    def ever(part: Slice) -> Base:
        """All that may be accepted at some instant: what it does not do, no timeslice does."""
        rules = ruled(part, withdrawn=lambda _: False)
        return Base(part, (*rules, *map(statement_ever, part.statements)))

    def settled(self, told: frozenset[int]) -> Base:
        """Without the instances of defaults whose bodies are not told."""
        return self.where(lambda element: self._is_element(element, told))

    @property
    def awaited(self) -> frozenset[int]:
        """The literals in the bodies of instances of defaults."""
        instances = (self.part.instances[n] for each in self.elements for n in each.instances)
        defaults = (each for each in instances if each.rule.kind is RuleKind.DEFAULT)
        return frozenset(literal for each in defaults for literal in each.body)

    def where(self, holds: Selectable) -> Base:
        """The elements for which *holds*; the others are gone."""
        return replace(self, elements=tuple(filter(holds, self.elements)))

    def fixing(self, holds: Selectable) -> Base:
        """The elements for which *holds* are no more up for revision."""
        firm = tuple(filter(holds, self.elements))
        return replace(self.where(lambda each: not holds(each)), fixed=(*self.fixed, *firm))

    @property
    def unfixed(self) -> Base:
        """The same, with what is fixed as elements too, after the others."""
        return replace(self, elements=(*self.elements, *self.fixed), fixed=())

    @property
    def everything(self) -> frozenset[int]:
        """All elements, by number."""
        return frozenset(range(1, len(self.elements) + 1))

    def names(self, numbers: Iterable[int]) -> tuple[Element, ...]:
        """Elements by number, in ledger order."""
        return tuple(self.elements[number - 1] for number in sorted(numbers))

    def _is_element(self, element: Element, told: frozenset[int]) -> bool:
        instances = [self.part.instances[number] for number in element.instances]
        return all(
            instance.rule.kind is not RuleKind.DEFAULT or told.issuperset(instance.body)
            for instance in instances
        )

    def plainly_told(self) -> frozenset[int]:
        """What single literals tell, and rules with a head from these: some of what is told."""
        elements = tuple(self.carried())
        active = {number for element in elements for number in element.instances}
        rules = [
            instance
            for number, instance in enumerate(self.part.instances)
            if instance.head and (instance.rule.kind is RuleKind.STRICT or number in active)
        ]
        missing = [len(rule.body) for rule in rules]
        needing: dict[int, list[int]] = {}
        for number, rule in enumerate(rules):
            for literal in rule.body:
                needing.setdefault(literal, []).append(number)
        told: set[int] = set()
        said = (element.sentence for element in elements)
        waiting = [self.part.numbers.of_literal(s) for s in said if isinstance(s, Literal)]
        while waiting:
            if (literal := waiting.pop()) not in told:
                told.add(literal)
                for number in needing.get(literal, ()):
                    missing[number] -= 1
                    if not missing[number]:
                        waiting.append(rules[number].head)
        return frozenset(told)

    # -- as atoms ---

    def facts(
        self, goals: Sequence[Sentence] = (), *, believed: bool = False, forward: bool = False
    ) -> list[Fact]:
        """The base, and goals, for a rule program.

        believed: name the elements with believed/1, not with element/1.
        forward: say which sentences are opposites, for reasoning forward; so too if believed.
        """
        encoder = Encoder(self.part)
        encoder.background()
        if believed:
            for number, element in enumerate(self.carried(), 1):
                encoder.add(facts.Believed(number))
                encoder.element(number, element)
        else:
            for number, element in enumerate(self.elements, 1):
                encoder.add(facts.Element(number))
                encoder.element(number, element)
            for number, element in enumerate(self.fixed, len(self.elements) + 1):
                encoder.add(facts.Fixed(number))
                encoder.element(number, element)
        for goal in goals:
            encoder.add(facts.Goal(encoder.sentence(goal)))
        encoder.finish(opposites=believed or forward)
        return encoder.facts

    def carried(self) -> Iterator[Element]:
        """The elements, with items of evidence as the statements that they carry."""
        voices: dict[Sentence, dict[int, int]] = {}
        for element in (*self.fixed, *self.elements):
            if element.sentence is None or element.voice is None:
                yield element
            else:
                loudest = voices.setdefault(element.sentence, {})
                loudest[element.voice] = max(loudest.get(element.voice, 0), element.weight)
        for sentence, loudest in voices.items():
            if sum(loudest.values()) >= self.part.threshold:
                yield Element("", "", (), sentence)

    def values(self, policies: Sequence[str]) -> tuple[int, ...]:
        """How the policies value each single element, earlier policies first; 0 is the least."""
        keys = [
            tuple(_VALUES[name](self, n) for name in policies) for n in range(len(self.elements))
        ]
        levels = {key: level for level, key in enumerate(sorted(set(keys)))}
        return tuple(levels[key] for key in keys)

    def below(self, number: int, other: int) -> bool:
        """Whether an element is declared less firm than another (see Ranks.below)."""
        one, two = self.elements[number - 1], self.elements[other - 1]
        return self.part.theory.ranks.below(one.ranked_by, two.ranked_by)

    def preferences(self) -> list[Fact]:
        """What the policies compare the elements by."""
        instants = sorted({at for element in self.elements for at, _ in element.recorded})
        place = {at: index for index, at in enumerate(instants, 1)}
        found: list[Fact] = []
        for number, element in enumerate(self.elements, 1):
            found.append(facts.Weight(number, element.weight))
            found.append(facts.Ranked(number, element.rank))
            found.append(facts.Position(number, len(self.elements) - number))
            recorded = [(place[at], items) for at, items in element.recorded] or [(0, 1)]
            found.extend(facts.Recorded(number, time, items) for time, items in recorded)
        return found


_VALUES: dict[str, Callable[[Base, int], Any]] = {
    "entrenchment": lambda base, place: base.elements[place].rank,
    "confidence": lambda base, place: base.elements[place].weight,
    "recency": lambda base, place: base.elements[place].recorded,
    "maxichoice": lambda base, place: -place,
}
"""What each policy compares single elements by."""
