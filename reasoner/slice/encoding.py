"""Elements, rule instances and sentences -> the atoms that say all of it."""

from __future__ import annotations

from collections.abc import Iterator

from .. import facts
from ..errors import WeightsTooLarge
from ..facts import Fact
from ..syntax.tree import And, If, Iff, Literal, Or, Sentence, Truth
from ..theory.model import RuleKind
from ..theory.normal import negated
from .element import Element
from .part import Instance, Slice

_LARGEST = 2**31 - 1


def require_summable(total: int) -> None:
    """See that the solver, whose sums have 32 bits and wrap silently, can add up *total*.

    Raises: WeightsTooLarge, E406.
    """
    if total > _LARGEST:
        raise WeightsTooLarge(
            f"the weights in question add up to {total} millionths, more than the solver can sum",
            help="choose with another policy, such as `cardinality` or `recency`",
        )


class Encoder:
    """Collects facts; a sentence gets its number once."""

    def __init__(self, part: Slice) -> None:
        self._part = part
        self._sentences: dict[Sentence, int] = {}
        self._atoms: set[int] = set()
        self._lent: dict[int, int] = {}
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
            said = self.sentence(element.sentence)
            if element.voice is None:
                self.add(facts.Says(number, said))
            else:
                weight = min(element.weight, self._part.threshold)
                self.add(facts.Lends(number, said, element.voice, weight))
                self._lent[said] = self._lent.get(said, 0) + weight
        for instance in element.instances:
            self.add(facts.Carries(number, instance))

    def sentence(self, sentence: Sentence) -> int:
        """The number of a sentence in normal form, which is described when it is new."""
        if sentence in self._sentences:
            return self._sentences[sentence]
        number = self._sentences[sentence] = len(self._sentences) + 1
        match sentence:
            case Literal():
                literal = self._part.numbers.of_literal(sentence)
                self._atoms.add(abs(literal))
                self.add(facts.Literal(number, literal))
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

    def finish(self, *, opposites: bool) -> None:
        """The atoms that occur; and which of the sentences are each other's negation.

        Raises: WeightsTooLarge, for items of one sentence.
        """
        if self._lent:
            require_summable(max(self._lent.values()))
            self.add(facts.Threshold(self._part.threshold))
        self.facts.extend(facts.Atom(atom) for atom in sorted(self._atoms))
        if opposites:
            self.facts.extend(dict.fromkeys(self._opposites()))

    def _opposites(self) -> Iterator[Fact]:
        for sentence, number in self._sentences.items():
            if isinstance(sentence, Literal):
                continue  # of a literal, told/1 says all
            opposite = self._sentences.get(negated(sentence))
            if opposite is not None:
                # Both ways: `b and -h` denies `h if b`, though its own negation is `h or -b`.
                yield facts.Opposite(number, opposite)
                yield facts.Opposite(opposite, number)

    def _instance(self, number: int, instance: Instance) -> None:
        self._atoms.update(abs(literal) for literal in instance.literals)
        if instance.head:
            self.add(facts.Head(number, instance.head))
        self.facts.extend(facts.Body(number, literal) for literal in instance.body)
