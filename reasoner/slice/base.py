"""A slice at one instant -> the base: its elements, and the atoms that say all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .. import facts
from ..facts import Fact
from ..ledger.entries import InstanceName
from ..syntax import show, show_constant
from ..syntax.tree import And, If, Iff, Literal, Or, RuleDecl, Sentence, Truth
from ..theory.model import Ranks, Rule, RuleKind
from ..theory.normal import atoms, negated
from ..view import Item, Statement
from .part import Instance, Slice

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a base, and what a selection may compare it by.

    name: the label of a statement's first evidence at that instant, or rule and binding
        (`fly(tweety)`).
    text: what it says.
    target: what a withdrawal names: the names of its evidence, or an instance.
    weight: effective weight in millionths; a rule or an instance has 1,000,000.
    recorded: (instant, items) newest first; () is older than every transaction.
    rank: 0 is the lowest.
    """

    name: str
    text: str
    target: tuple[str, ...] | InstanceName
    sentence: Sentence | None = field(default=None, repr=False)
    instances: tuple[int, ...] = field(default=(), repr=False)
    weight: int = MILLION
    recorded: tuple[tuple[tuple[int, int], int], ...] = field(default=(), repr=False)
    rank: int = 0

    @property
    def targets(self) -> tuple[str | InstanceName, ...]:
        """What withdrawals of it name, one by one."""
        return self.target if isinstance(self.target, tuple) else (self.target,)

    @property
    def key(self) -> Sentence | InstanceName:
        """What it is at every instant, however its evidence changes."""
        if self.sentence is not None:
            return self.sentence
        assert isinstance(self.target, InstanceName)
        return self.target


Selectable = Callable[[Element], bool]


@dataclass(frozen=True, slots=True)
class Base:
    """The elements of a slice at one instant, in ledger order; element E is elements[E - 1].

    Rules and instances are older than every statement. Until `settled`, instances of defaults
    whose bodies are not told stand among them: they are carried, but not elements.
    """

    part: Slice
    elements: tuple[Element, ...]

    @staticmethod
    def at(part: Slice, valid: int) -> Base:
        """What is accepted, and not withdrawn, at the instant *valid*.

        Statements stand in the order of their first evidence at that instant.
        """
        accepted = [s for s in part.statements if s.weight_at(valid) >= part.threshold]
        accepted.sort(key=lambda statement: statement.items_at(valid)[0].evidence.seq)
        statements = [_statement_element(part, statement, valid) for statement in accepted]

        def withdrawn(name: InstanceName) -> bool:
            return any(valid in interval for interval in part.withdrawn.get(name, ()))

        return Base(part, (*_elements(part, withdrawn), *statements))

    @staticmethod
    def ever(part: Slice) -> Base:
        """All that may be accepted at some instant: what it does not do, no timeslice does."""
        ruled = _elements(part, withdrawn=lambda _: False)
        return Base(part, (*ruled, *map(_statement_ever, part.statements)))

    def settled(self, told: frozenset[int]) -> Base:
        """Without the instances of defaults whose bodies are not told."""
        return self.where(lambda element: self._is_element(element, told))

    def where(self, holds: Selectable) -> Base:
        """The elements for which *holds*; the others are gone."""
        return replace(self, elements=tuple(filter(holds, self.elements)))

    def names(self, numbers: Iterable[int]) -> tuple[Element, ...]:
        """Elements by number, in ledger order."""
        return tuple(self.elements[number - 1] for number in sorted(numbers))

    def _is_element(self, element: Element, told: frozenset[int]) -> bool:
        instances = [self.part.instances[number] for number in element.instances]
        return all(
            instance.rule.kind is not RuleKind.DEFAULT or told.issuperset(instance.body)
            for instance in instances
        )

    # -- as atoms ---

    def facts(self, goals: Sequence[Sentence] = (), *, believed: bool = False) -> list[Fact]:
        """The base, and goals, for a rule program.

        believed: name the elements with believed/1, for forward reasoning, not with element/1.
        """
        encoder = _Encoder(self.part)
        encoder.background()
        kind = facts.Believed if believed else facts.Element
        for number, element in enumerate(self.elements, 1):
            encoder.add(kind(number))
            encoder.element(number, element)
        for goal in goals:
            encoder.add(facts.Goal(encoder.sentence(goal)))
        encoder.finish()
        return encoder.facts

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


class _Encoder:
    """Collects facts; a sentence gets its number once."""

    def __init__(self, part: Slice) -> None:
        self._part = part
        self._sentences: dict[Sentence, int] = {}
        self._atoms: set[int] = set()
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        self.facts.append(fact)

    def background(self) -> None:
        """Every rule instance and group of the slice."""
        for number, instance in enumerate(self._part.instances):
            self._instance(number, instance)
            if instance.rule.kind is RuleKind.STRICT:
                self.add(facts.Strict(number))
        for number, group in enumerate(self._part.groups):
            self.add(facts.AtMost(number, group.limit))
            self._atoms.update(group.members)
            self.facts.extend(facts.Member(number, atom) for atom in group.members)

    def element(self, number: int, element: Element) -> None:
        if element.sentence is not None:
            self.add(facts.Says(number, self.sentence(element.sentence)))
        for instance in element.instances:
            self.add(facts.Carries(number, instance))

    def sentence(self, sentence: Sentence) -> int:
        """The number of a sentence in normal form, which is described when it is new."""
        if sentence in self._sentences:
            return self._sentences[sentence]
        number = self._sentences[sentence] = len(self._sentences) + 1
        match sentence:
            case Literal(atom, positive):
                a = self._part.numbers.atom(atom)
                self._atoms.add(a)
                self.add(facts.Literal(number, a if positive else -a))
            case And(parts):
                self.add(facts.Conjunction(number))
                self.facts.extend(facts.Part(number, self.sentence(part)) for part in parts)
            case Or(parts):
                self.add(facts.Disjunction(number))
                self.facts.extend(facts.Part(number, self.sentence(part)) for part in parts)
            case If(head, body):
                self.add(facts.Conditional(number, self.sentence(head), self.sentence(body)))
            case Iff(left, right):
                self.add(facts.Biconditional(number, self.sentence(left), self.sentence(right)))
            case Truth(value):
                self.add(facts.Conjunction(number) if value else facts.Disjunction(number))
            case _:
                raise AssertionError(f"not in normal form: {sentence}")
        return number

    def number(self, sentence: Sentence) -> int:
        return self._sentences[sentence]

    def finish(self) -> None:
        """The atoms that occur, and which of the sentences are each other's negation."""
        self.facts.extend(facts.Atom(atom) for atom in sorted(self._atoms))
        opposites: dict[Fact, None] = {}
        for sentence, number in self._sentences.items():
            negation = negated(sentence)
            if isinstance(negation, Literal) or negation not in self._sentences:
                continue  # of a literal, told/1 says all
            # Both ways: `b and -h` denies `h if b`, though its own negation is `h or -b`.
            opposite = self._sentences[negation]
            opposites[facts.Opposite(number, opposite)] = None
            opposites[facts.Opposite(opposite, number)] = None
        self.facts.extend(opposites)

    def _instance(self, number: int, instance: Instance) -> None:
        self._atoms.update(abs(literal) for literal in instance.literals)
        if instance.head:
            self.add(facts.Head(number, instance.head))
        self.facts.extend(facts.Body(number, literal) for literal in instance.body)


def _elements(part: Slice, withdrawn: Callable[[InstanceName], bool]) -> Iterator[Element]:
    """Revisable rules, then instances of defaults, less those withdrawn."""
    ranks = _Ranked(part.theory.ranks)
    texts = {InstanceName(rule.label): show_rule(rule) for rule in part.revisable}
    carried: dict[InstanceName, list[int]] = {name: [] for name in texts}
    for number, instance in enumerate(part.instances):
        if instance.rule.kind is not RuleKind.STRICT:
            carried.setdefault(instance.name, []).append(number)
    for name, numbers in carried.items():
        if not withdrawn(name):
            rank = ranks.of_rule(name.rule, default=name not in texts)
            text = texts.get(name) or show_instance(part, part.instances[numbers[0]])
            yield Element(show_name(name), text, name, instances=tuple(numbers), rank=rank)


def _statement_ever(statement: Statement) -> Element:
    names = tuple(item.evidence.name for item in statement.items)
    return Element(names[0], show(statement.sentence), names, statement.sentence)


def _statement_element(part: Slice, statement: Statement, valid: int) -> Element:
    items = statement.items_at(valid)
    first = items[0].evidence.said
    recorded: dict[tuple[int, int], int] = {}
    for item in items:
        at = (item.evidence.said.dated or item.evidence.recorded, item.evidence.recorded)
        recorded[at] = recorded.get(at, 0) + 1
    return Element(
        items[0].evidence.name,
        first.text if first.supports else show(statement.sentence),
        tuple(item.evidence.name for item in items),
        statement.sentence,
        weight=statement.weight_at(valid),
        recorded=tuple(sorted(recorded.items(), reverse=True)),
        rank=_Ranked(part.theory.ranks).of_statement(statement.sentence, items),
    )


def show_name(name: InstanceName) -> str:
    """`fly(tweety)`."""
    binding = ", ".join(show_constant(constant) for constant in name.binding)
    return f"{name.rule}({binding})" if binding else name.rule


def show_rule(rule: Rule) -> str:
    """`flies(X) :- bird(X)`, without its label."""
    assert rule.head is not None
    shown = show(RuleDecl(rule.head, (*rule.body, *rule.comparisons)))
    return shown.removeprefix("rule ").removesuffix(".")


def show_instance(part: Slice, instance: Instance) -> str:
    """`flies(tweety) :- bird(tweety)`; a denial has no head."""
    head = show(part.numbers.literal(instance.head)) if instance.head else ""
    body = ", ".join(show(part.numbers.literal(needed)) for needed in instance.body)
    return " ".join(filter(None, (head, f":- {body}" if body else "")))


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Entrenchment of elements: the most specific entry that matches decides."""

    ranks: Ranks

    def of_rule(self, label: str, *, default: bool) -> int:
        return self._first([[label], ["defaults"] if default else []])

    def of_statement(self, sentence: Sentence, items: Sequence[Item]) -> int:
        """Evidence, then relation, then source, then `facts`; of several, the highest."""
        return self._first(
            [
                [item.evidence.name for item in items],
                [atom.relation for atom in atoms(sentence)],
                [item.evidence.said.source for item in items],
                ["facts"],
            ]
        )

    def _first(self, candidates: list[list[str]]) -> int:
        for names in candidates:
            levels = [level for name in names if (level := self.ranks.level(name)) is not None]
            if levels:
                return max(levels)
        return 0
