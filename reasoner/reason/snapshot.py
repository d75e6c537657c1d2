"""Questions at one pair of instants; they never change anything."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from .. import facts
from ..answer import Belief, Status, Why
from ..errors import TooManyAnswers
from ..slice import Base, Slice
from ..solve import Find, Limits, answer_sets
from ..syntax import show
from ..syntax.tree import Absent, Atom, Condition, Constant, Literal, Sentence, terms
from ..theory.normal import negated, normal
from ..view import MILLION, View
from .cutting import about, whole
from .functions import Beliefs
from .operators import Operators, settled, suspects
from .parts import Part
from .proofs import proofs
from .query import Binding, answers
from .silence import silences


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is believed at *valid* as it was known at the view's *known*.

    Sentences are in normal form here, which `Reasoner` reads from text; where what speaks against
    one counts, they come as written, since the negation of `not (p if q)` is `p if q`.
    """

    view: View
    valid: int
    limits: Limits

    # -- status ---

    def status(self, sentence: Sentence) -> Status:
        """Belnap's value of a sentence: what follows forward from what was told (Belnap 1977)."""
        return status(self._base(sentence), sentence, self.limits)

    def confidence(self, sentence: Sentence) -> float | None:
        """(S + κ/2) / (S + A + κ): S and A are the effective weights told for and against.

        κ is the declared prior; None when it is 0 and nothing is told. Only evidence about the
        sentence itself counts, not what rules derive.
        """
        support, attack = (
            Fraction(statement.weight_at(self.valid) if statement else 0, MILLION)
            for statement in self.view.told(sentence)
        )
        prior = Fraction(self.view.theory.prior)
        total = support + attack + prior
        return float((support + prior / 2) / total) if total else None

    def why(self, sentence: Sentence) -> Why:
        """The minimal proofs for and against, smallest first, and the evidence without effect."""
        goal, denial = normal(sentence), negated(sentence)
        base = self._base(goal)
        silent = silences(self.view, goal, self.valid)
        silent += silences(self.view, denial, self.valid)
        return Why(
            show(goal),
            status(base, goal, self.limits),
            proofs(base, goal, self.limits),
            proofs(base, denial, self.limits),
            tuple(dict.fromkeys(silent)),
        )

    def ask(
        self, body: tuple[Condition, ...], *, only: Status | None = None
    ) -> tuple[Binding, ...]:
        """The bindings whose atoms are TRUE or BOTH; only: TRUE or BOTH alone."""
        asked = [c.literal if isinstance(c, Absent) else c for c in body]
        part = whole(
            self.view,
            asked=[c for c in asked if isinstance(c, Literal)],
            constants=[term for c in body for term in terms(c) if isinstance(term, Constant)],
            limits=self.limits,
        )
        told = _told(part, self.valid, self.limits)

        def rows(
            relation: str, positive: bool, pattern: tuple[Constant | None, ...]
        ) -> Iterable[tuple[Constant, ...]]:
            return [
                arguments
                for arguments, status in told.get(relation, {}).items()
                if _counts(status, positive, only) and _matches(arguments, pattern)
            ]

        return answers(body, rows, limit_s=self.limits.left(), max_answers=self.limits.answers)

    # -- entailment ---

    def entails(self, sentence: Sentence) -> bool:
        """Whether some consistent part of the base, with the background, proves the sentence."""
        return self._operators(sentence).entails(sentence)

    def kernels(self, sentence: Sentence) -> Iterator[Beliefs]:
        """The ⊆-minimal consistent parts of the base that prove it, smallest first."""
        operators = self._operators(sentence)
        return _named(operators.base, operators.kernels(sentence), self.limits)

    def remainders(self, sentence: Sentence) -> Iterator[Beliefs]:
        """The ⊆-maximal parts of the base that do not entail it; of `false`, the consistent ones.

        None when the background alone entails it.
        """
        everything = whole(self.view, [sentence], limits=self.limits)
        base = self._revisable(everything.about([sentence]))
        all_of_it = self._revisable(everything)
        number = {element.target: n for n, element in enumerate(all_of_it.elements, 1)}
        place = [number.pop(element.target) for element in base.elements]
        others = frozenset(number.values())
        found = (
            others.union([place[n - 1] for n in part])
            for part in Operators(base, self.limits).remainders(sentence)
        )
        return _named(all_of_it, found, self.limits)

    def conflicts(self) -> Iterator[Beliefs]:
        """The ⊆-minimal parts of the base that have no model with the background, smallest first.

        A conflict is identified by its set of elements.
        """
        everything = Base.at(whole(self.view, limits=self.limits), self.valid)
        of_parts = []
        for part in suspects(everything, self.limits):
            operators = Operators(self._revisable(part), self.limits)
            of_parts.append(_named(operators.base, operators.conflicts(), self.limits))
        return heapq.merge(*of_parts, key=len)

    def _base(self, sentence: Sentence) -> Base:
        return Base.at(about(self.view, [sentence], limits=self.limits), self.valid)

    def _operators(self, sentence: Sentence) -> Operators:
        part = about(self.view, [sentence], limits=self.limits)
        return Operators(self._revisable(part), self.limits)

    def _revisable(self, part: Slice) -> Base:
        return settled(Base.revisable(part, self.valid), self.limits)


def status(base: Base, sentence: Sentence, limits: Limits) -> Status:
    """Belnap's value of *sentence* in a base."""
    atoms = base.facts([sentence, negated(sentence)], believed=True)
    goal = next(fact.sentence for fact in atoms if isinstance(fact, facts.Goal))
    (answer,) = answer_sets(
        ["belnap.lp"], facts.text(atoms), find=Find.FIRST, read=("yes", "no"), limits=limits
    )
    return Status.told(true=goal in answer["yes"], false=goal in answer["no"])


def _told(part: Slice, valid: int, limits: Limits) -> dict[str, dict[tuple[Constant, ...], Status]]:
    """Every atom that is told, by relation: its arguments and status."""
    atoms = facts.text(Base.at(part, valid).facts(believed=True))
    (answer,) = answer_sets(["belnap.lp"], atoms, find=Find.FIRST, read=("told",), limits=limits)
    told = answer["told"]
    found: dict[str, dict[tuple[Constant, ...], Status]] = {}
    for number in sorted({abs(literal) for literal in told}):
        atom = part.numbers.atoms[number - 1]
        value = Status.told(true=number in told, false=-number in told)
        found.setdefault(atom.relation, {})[_constants(atom)] = value
    return found


def _constants(atom: Atom) -> tuple[Constant, ...]:
    return tuple(term for term in atom.arguments if isinstance(term, Constant))


def _counts(status: Status, positive: bool, only: Status | None) -> bool:
    if only is Status.BOTH:
        return status is Status.BOTH
    if only is Status.TRUE:
        return status is (Status.TRUE if positive else Status.FALSE)
    return status.is_told_true if positive else status.is_told_false


def _matches(arguments: tuple[Constant, ...], pattern: tuple[Constant | None, ...]) -> bool:
    return all(want is None or want == have for have, want in zip(arguments, pattern, strict=True))


def _named(base: Base, parts: Iterable[Part], limits: Limits) -> Iterator[Beliefs]:
    """The parts one by one, as beliefs in ledger order; none is held once it is handed out.

    Raises: TooManyAnswers, SolveTimeout.
    """
    beliefs = [Belief.of(element) for element in base.elements]
    for count, part in enumerate(parts):
        if count == limits.answers:
            raise TooManyAnswers(limits.answers, ())
        yield tuple(beliefs[number - 1] for number in sorted(part))
