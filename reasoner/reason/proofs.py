"""Minimal proofs: which premises tell a sentence, and by which steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import facts
from ..answer import Belief, Proof, Step
from ..errors import SolveTimeout
from ..slice import Base, Element
from ..slice.part import Group, Instance
from ..solve import MORE_TIME, Find, Limits, answer_sets
from ..syntax import show
from ..syntax.tree import And, If, Iff, Literal, Or, Sentence, Truth
from ..theory.model import RuleKind
from ..theory.normal import negated


def proofs(base: Base, sentence: Sentence, limits: Limits) -> tuple[Proof, ...]:
    """Every ⊆-minimal set of elements that tells *sentence*, with its steps; smallest first."""
    answers = answer_sets(
        ["justification.lp"],
        facts.text(base.facts([sentence], forward=True)),
        find=Find.SUBSETS,
        read=("believed",),
        limits=limits,
    )
    found = {answer["believed"] for answer in answers}
    built = (_Chain(base, premises, limits).proof(sentence) for premises in found)
    return tuple(sorted(built, key=lambda p: (len(p.premises), len(p.steps), p.premises)))


Texts = tuple[str, ...]
_Why = tuple[str, tuple[Sentence, ...]]  # because, the sentences it rests on


class _Chain:
    """Chains forward from a set of premises, round by round, so that no step is needed too early.

    derived: each sentence told, with the first way to it; what it rests on stands before it. What
    is told is what belnap.lp tells.
    """

    def __init__(self, base: Base, premises: frozenset[int], limits: Limits) -> None:
        self._base = base
        self._limits = limits
        self._premises = base.names(premises)
        self._derived: dict[Sentence, _Why] = {}
        carried = {i for element in self._premises for i in element.instances}
        self._sources: list[Instance | Group] = [
            instance
            for number, instance in enumerate(base.part.instances)
            if instance.rule.kind is RuleKind.STRICT or number in carried
        ]
        self._sources += base.part.groups
        self._waiting: dict[Sentence, list[int]] = {}  # a literal -> the sources that look at it
        for number, source in enumerate(self._sources):
            looks_at = source.members if isinstance(source, Group) else source.body
            for literal in map(base.part.numbers.literal, looks_at):
                self._waiting.setdefault(literal, []).append(number)

    def proof(self, goal: Sentence) -> Proof:
        """The steps from the premises to *goal*, in an order in which each can be taken."""
        sources: Iterable[int] = range(len(self._sources))
        while (support := self._support(goal)) is None:
            new: dict[Sentence, _Why] = {}
            for told, why in self._round(sources):
                if told not in self._derived:
                    new.setdefault(told, why)
            if not new:
                raise AssertionError(f"no proof of {show(goal)} from premises that tell it")
            self._derived.update(new)
            sources = sorted({n for told in new for n in self._waiting.get(told, ())})
            if self._limits.left() <= 0:
                raise SolveTimeout("explaining took too long", help=MORE_TIME)
        steps = [Step(show(told), *why) for told, why in self._used(support)]
        if support != (goal,):
            steps.append(Step(show(goal), "its parts", _shown(support)))
        return Proof(tuple(map(Belief.of, self._premises)), tuple(steps))

    def _used(self, support: tuple[Sentence, ...]) -> Iterator[tuple[Sentence, tuple[str, Texts]]]:
        """What *support* rests on, and itself, with the reason for each."""
        used: set[Sentence] = set()
        rest = list(support)
        while rest:
            told = rest.pop()
            if told not in used:
                used.add(told)
                rest.extend(self._derived[told][1])
        for told, (because, needed) in self._derived.items():
            if told in used:
                yield told, (because, _shown(needed))

    # -- one round ---

    def _round(self, sources: Iterable[int]) -> Iterator[tuple[Sentence, _Why]]:
        """What the premises tell by now, and those of the rules and groups that *sources* names."""
        for element in self._premises:
            if element.sentence is not None:
                yield from self._telling(element.sentence, _evidence(element))
        for source in map(self._sources.__getitem__, sources):
            if isinstance(source, Group):
                yield from self._excluding(source)
            else:
                yield from self._firing(source)

    def _telling(self, sentence: Sentence, name: str) -> Iterator[tuple[Sentence, _Why]]:
        yield sentence, (name, ())
        match sentence:
            case And(parts):
                for part in parts:
                    yield from self._telling(part, name)
            case If(head, body):
                support = self._support(body)
                if support is not None:
                    for told, _ in self._telling(head, name):
                        yield told, (name, support)

    def _firing(self, instance: Instance) -> Iterator[tuple[Sentence, _Why]]:
        body = [self._base.part.numbers.literal(number) for number in instance.body]
        because = instance.rule.because
        if instance.head:
            if self._all_told(body):
                yield self._base.part.numbers.literal(instance.head), (because, tuple(body))
            return
        for index, literal in enumerate(body):
            fellows = [*body[:index], *body[index + 1 :]]
            if self._all_told(fellows):
                yield Literal(literal.atom, not literal.positive), (because, tuple(fellows))

    def _excluding(self, group: Group) -> Iterator[tuple[Sentence, _Why]]:
        members = [self._base.part.numbers.literal(number) for number in group.members]
        told = [member for member in members if member in self._derived]
        for member in members:
            fellows = [other for other in told if other != member][: group.limit]
            if len(fellows) == group.limit:
                yield Literal(member.atom, False), (group.because, tuple(fellows))

    def _all_told(self, literals: Iterable[Sentence]) -> bool:
        return all(literal in self._derived for literal in literals)

    # -- Belnap's tables ---

    def _support(self, sentence: Sentence) -> tuple[Sentence, ...] | None:
        """What tells *sentence* so far: itself, or enough of its parts; None when nothing does."""
        if sentence in self._derived:
            return (sentence,)
        match sentence:
            case Truth(value):
                return () if value else None
            case And(parts):
                return self._all(parts)
            case Or(parts):
                return self._any(parts)
            case If(head, body):
                return self._any((head, negated(body)))
            case Iff(left, right):
                return self._all((If(left, right), If(right, left)))
        return None

    def _all(self, parts: Iterable[Sentence]) -> tuple[Sentence, ...] | None:
        supports = [self._support(part) for part in parts]
        found = [each for support in supports if support is not None for each in support]
        return None if None in supports else tuple(dict.fromkeys(found))

    def _any(self, parts: Iterable[Sentence]) -> tuple[Sentence, ...] | None:
        return next((s for part in parts if (s := self._support(part)) is not None), None)


def _evidence(element: Element) -> str:
    """All that carries a statement: items below the threshold count together."""
    return ", ".join(element.target) if isinstance(element.target, tuple) else element.name


def _shown(sentences: Iterable[Sentence]) -> Texts:
    return tuple(show(sentence) for sentence in sentences)
