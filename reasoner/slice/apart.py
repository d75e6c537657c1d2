"""A base and a goal that is to fail -> the parts that then have nothing to do with each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..syntax.tree import And, Atom, If, Iff, Literal, Or, Sentence, Truth
from ..theory.model import RuleKind
from ..theory.normal import atoms, negated
from .base import Base
from .certain import Certain, clause_of
from .element import Element
from .linked import linked


@dataclass(frozen=True, slots=True)
class Piece:
    """Some elements of a base, with all of the background that bears on them.

    numbers: of its elements in the whole base, in order.
    holds_goal: whether the goal is to fail here; elsewhere it fails anyhow.
    """

    base: Base
    numbers: tuple[int, ...]
    holds_goal: bool

    def whole(self, part: Iterable[int]) -> frozenset[int]:
        """Elements of the piece by their numbers in the whole base."""
        return frozenset(self.numbers[number - 1] for number in part)


def apart(base: Base, goal: Sentence) -> tuple[Piece, ...]:
    """The pieces of a base whose background has a world in which *goal* fails.

    In all those worlds some literals are certain (unit propagation); what is left of elements,
    rules and the goal links only atoms that are not. So a ⊆-minimal part that leaves the goal no
    world lies in one piece, and a largest part is one of each piece, with all that is in none:
    elements that are certain. Pieces stand in the order of their first element.
    """
    if base.fixed:
        return (Piece(base, tuple(sorted(base.everything)), holds_goal=True),)
    strict = (i for i in base.part.instances if i.rule.kind is RuleKind.STRICT)
    certain = Certain(map(clause_of, strict), base.part.groups)
    certain.add(_units(base, negated(goal)))
    return tuple(_Pieces(base, goal, certain).pieces())


def _units(base: Base, sentence: Sentence) -> Iterator[int]:
    for part in sentence.parts if isinstance(sentence, And) else (sentence,):
        if isinstance(part, Literal):
            yield base.part.numbers.of_literal(part)


@dataclass(frozen=True)
class _Pieces:
    base: Base
    goal: Sentence
    certain: Certain

    def pieces(self) -> Iterator[Piece]:
        part, certain = self.base.part, self.certain
        elements = {n: self._open_atoms(e) for n, e in enumerate(self.base.elements, 1)}
        rules = {
            n: set(map(abs, certain.open(clause_of(instance)) or ()))
            for n, instance in enumerate(part.instances)
            if instance.rule.kind is RuleKind.STRICT
        }
        groups = {n: set(certain.open_members(group)) for n, group in enumerate(part.groups)}
        of_goal = self._open(negated(self.goal))
        linking = (*elements.values(), *rules.values(), *groups.values(), of_goal)
        found = linked(sorted(left) for left in linking if left)

        def gathered(opened: Mapping[int, set[int] | None]) -> dict[object, list[int]]:
            by_root: dict[object, list[int]] = {}
            for number, left in opened.items():
                if left:
                    by_root.setdefault(found[min(left)], []).append(number)
            return by_root

        members: dict[object, list[int]] = dict(gathered(elements))
        for number, left in elements.items():
            if left is not None and not left:
                members.setdefault(self._refuted(number), []).append(number)
        home = found[min(of_goal)] if of_goal else None
        if len(members) == 1 and home in members and len(*members.values()) == len(elements):
            yield Piece(self.base, tuple(elements), holds_goal=True)
            return
        rules_of, groups_of = gathered(rules), gathered(groups)
        for root, numbers in sorted(members.items(), key=lambda pair: pair[1]):
            base = self._only(numbers, rules_of.get(root, []), groups_of.get(root, []))
            holds_goal = home is not None and home == root
            spoken_of = atoms(self.goal) if holds_goal else ()
            yield Piece(self._knowing(base, spoken_of), tuple(numbers), holds_goal)

    def _refuted(self, number: int) -> object:
        """What an element that fails has in common with others: items, what they carry."""
        element = self.base.elements[number - 1]
        return ("alone", number) if element.voice is None else ("carries", element.sentence)

    def _open_atoms(self, element: Element) -> set[int] | None:
        """The atoms that decide whether an element holds; () if it fails, None if it holds."""
        found: set[int] = set()
        fails = False
        if element.sentence is not None:
            left = self._open(element.sentence)
            fails = left is not None and not left
            found |= left or set()
        for number in element.instances:
            clause = self.certain.open(clause_of(self.base.part.instances[number]))
            if clause is not None:
                fails = fails or not clause
                found.update(map(abs, clause))
        if fails:
            return set()
        return found or None

    def _open(self, sentence: Sentence) -> set[int] | None:
        """The atoms that decide a sentence; the empty set if it fails, None if it holds."""
        match sentence:
            case Literal():
                literal = self.base.part.numbers.of_literal(sentence)
                if literal in self.certain.literals:
                    return None
                return set() if -literal in self.certain.literals else {abs(literal)}
            case Truth(value):
                return None if value else set()
            case And(parts):
                left = [each for part in parts if (each := self._open(part)) is not None]
                return None if not left else set() if set() in left else set().union(*left)
            case Or(parts):
                return self._open_or([self._open(part) for part in parts])
            case If(head, body):
                return self._open_or([self._open(head), self._open(negated(body))])
            case Iff(left_side, right_side):
                return self._open_iff(left_side, right_side)
            case _:
                raise AssertionError(f"not in normal form: {sentence}")

    def _open_or(self, parts: list[set[int] | None]) -> set[int] | None:
        found: set[int] = set()
        for part in parts:
            if part is None:
                return None
            found |= part
        return found

    def _open_iff(self, left: Sentence, right: Sentence) -> set[int] | None:
        one, other = self._open(left), self._open(right)
        if one is None:
            return other
        if other is None:
            return one
        if one and other:
            return one | other
        return self._open(negated(right if not one else left))

    def _only(self, numbers: list[int], rules: list[int], groups: list[int]) -> Base:
        """The elements, with the rules and groups among what is strict."""
        part = self.base.part
        elements = [self.base.elements[number - 1] for number in numbers]
        kept = [*rules, *(i for element in elements for i in element.instances)]
        place = {old: new for new, old in enumerate(dict.fromkeys(kept))}
        own = replace(
            part,
            instances=tuple(part.instances[old] for old in place),
            groups=tuple(part.groups[number] for number in groups),
        )
        return Base(own, tuple(_moved(element, place) for element in elements))

    def _knowing(self, base: Base, spoken_of: Iterable[Atom]) -> Base:
        """The same, with what is certain of its atoms, and of others that are spoken of."""
        numbers = base.part.numbers
        mentioned = set(map(numbers.atom, spoken_of)).union(
            _atoms_of(base),
            *(map(abs, instance.literals) for instance in base.part.instances),
            *(group.members for group in base.part.groups),
        )
        known = sorted(n for n in self.certain.literals if abs(n) in mentioned)
        return replace(
            base, fixed=tuple(Element("", "", (), numbers.literal(number)) for number in known)
        )


def _atoms_of(base: Base) -> Iterator[int]:
    for element in base.elements:
        if element.sentence is not None:
            yield from map(base.part.numbers.atom, atoms(element.sentence))


def _moved(element: Element, place: Mapping[int, int]) -> Element:
    return replace(element, instances=tuple(place[old] for old in element.instances))
