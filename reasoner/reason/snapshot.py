"""Questions at one pair of instants; they never change anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .. import facts
from ..answer import Status, Why
from ..slice import Base, Slice
from ..slice.fetch import entailing, telling
from ..slice.reach import pattern_of, reached
from ..slice.world import tells
from ..solve import Find, Limits, answer_sets
from ..syntax import show
from ..syntax.tree import Absent, Atom, Condition, Constant, Literal, Sentence, terms
from ..theory.model import Theory
from ..theory.normal import negated, normal
from ..view import MILLION, View
from .cutting import about, whole
from .direct import direct_status, direct_statuses
from .functions import Beliefs
from .operators import Operators, settled
from .overlaps import conflicts_at, limited, named
from .proofs import proofs
from .query import Binding, answers
from .silence import silences
from .statuses import statuses

Row = tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is believed at *valid* as it was known at the view's *known*.

    Sentences are in normal form here, which `Reasoner` reads from text; where what speaks against
    one counts, they come as written, since the negation of `not (p if q)` is `p if q`.
    """

    view: View
    valid: int
    limits: Limits

    @property
    def theory(self) -> Theory:
        """The declarations that were in force."""
        return self.view.theory

    # -- status ---

    def status(self, sentence: Sentence) -> Status:
        """Belnap's value of a sentence: what follows forward from what was told (Belnap 1977)."""
        found = direct_status(self.view, sentence, self.valid)
        if found is not None:
            return found
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
        conditions = [c.literal if isinstance(c, Absent) else c for c in body]
        asked = [c for c in conditions if isinstance(c, Literal)]
        constants = [term for c in body for term in terms(c) if isinstance(term, Constant)]
        told = _Index.of(self._told(asked, constants))

        def rows(
            relation: str, positive: bool, pattern: tuple[Constant | None, ...]
        ) -> Iterable[tuple[Constant, ...]]:
            return [
                arguments
                for arguments, status in told.fitting(relation, pattern)
                if _counts(status, positive, only)
            ]

        return answers(body, rows, limit_s=self.limits.left(), max_answers=self.limits.answers)

    def _told(
        self, asked: Sequence[Literal], constants: Sequence[Constant]
    ) -> Mapping[Atom, Status]:
        """The status of every atom that is told and may answer what is asked."""
        found = None
        if all(literal.positive for literal in asked):  # `-r(…)` is asked of every constant at hand
            found = reached(self.view, [pattern_of(literal.atom) for literal in asked])
        if found is not None and not found.by_rules:
            statuses = direct_statuses(self.view, found.statements, self.valid)
            if statuses is not None:
                return statuses
        part = whole(
            self.view, reach=found, asked=asked, constants=constants, limits=self.limits
        )  # fmt: skip
        return _told_by_rules(part, self.valid, self.limits)

    # -- entailment ---

    def entails(self, sentence: Sentence) -> bool:
        """Whether some consistent part of the base, with the background, proves the sentence."""
        return self._operators(sentence).entails(sentence)

    def kernels(self, sentence: Sentence) -> Iterator[Beliefs]:
        """The ⊆-minimal consistent parts of the base that prove it, smallest first."""
        operators = self._operators(sentence)
        return limited(named(operators.base, operators.kernels(sentence)), self.limits)

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
        return limited(named(all_of_it, found), self.limits)

    def conflicts(self) -> Iterator[Beliefs]:
        """The ⊆-minimal parts of the base that have no model with the background.

        A conflict is identified by its set of elements. See `conflicts_at`, also for their order.
        """
        return conflicts_at(self.view, self.valid, self.limits)

    def statuses(self, relation: str | None = None) -> Iterator[tuple[Literal, Status]]:
        """Every atom at hand that is told true or false, with its status (see `statuses`)."""
        return statuses(self.view, self.valid, self.limits, relation=relation)

    def _base(self, sentence: Sentence) -> Base:
        return Base.at(about(self.view, telling(sentence), limits=self.limits), self.valid)

    def _operators(self, sentence: Sentence) -> Operators:
        part = about(self.view, entailing(sentence), limits=self.limits)
        return Operators(self._revisable(part), self.limits)

    def _revisable(self, part: Slice) -> Base:
        return settled(Base.revisable(part, self.valid), self.limits)


def status(base: Base, sentence: Sentence, limits: Limits) -> Status:
    """Belnap's value of *sentence* in a base."""
    true, false = tells(base, sentence), tells(base, negated(sentence))
    if true is not None and false is not None:
        return Status.told(true=true, false=false)
    atoms = base.facts([sentence, negated(sentence)], believed=True)
    goal = next(fact.sentence for fact in atoms if isinstance(fact, facts.Goal))
    (answer,) = answer_sets(
        ["belnap.lp"], facts.text(atoms), find=Find.FIRST, read=("yes", "no"), limits=limits
    )
    return Status.told(true=goal in answer["yes"], false=goal in answer["no"])


def _told_by_rules(part: Slice, valid: int, limits: Limits) -> dict[Atom, Status]:
    """Every atom that is told, and how."""
    atoms = facts.text(Base.at(part, valid).facts(believed=True))
    (answer,) = answer_sets(["belnap.lp"], atoms, find=Find.FIRST, read=("told",), limits=limits)
    told = answer["told"]
    return {
        part.numbers.atoms[number - 1]: Status.told(true=number in told, false=-number in told)
        for number in sorted({abs(literal) for literal in told})
    }


@dataclass(slots=True)
class _Index:
    """The told atoms of each relation, found by the arguments that are given."""

    relations: dict[str, dict[Row, Status]]
    _by_arguments: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = field(
        default_factory=dict
    )

    @staticmethod
    def of(statuses: Mapping[Atom, Status]) -> _Index:
        relations: dict[str, dict[Row, Status]] = {}
        for atom, status in statuses.items():
            relations.setdefault(atom.relation, {})[_constants(atom)] = status
        return _Index(relations)

    def fitting(
        self, relation: str, pattern: tuple[Constant | None, ...]
    ) -> Iterator[tuple[Row, Status]]:
        """The atoms that fit *pattern*, with their statuses; None stands for any constant."""
        told = self.relations.get(relation, {})
        given = tuple(place for place, constant in enumerate(pattern) if constant is not None)
        if (relation, given) not in self._by_arguments:
            found: dict[Row, list[Row]] = {}
            for row in told:
                found.setdefault(tuple(row[place] for place in given), []).append(row)
            self._by_arguments[relation, given] = found
        key = tuple(constant for constant in pattern if constant is not None)
        for row in self._by_arguments[relation, given].get(key, ()):
            yield row, told[row]


def _constants(atom: Atom) -> tuple[Constant, ...]:
    return tuple(term for term in atom.arguments if isinstance(term, Constant))


def _counts(status: Status, positive: bool, only: Status | None) -> bool:
    if only is Status.BOTH:
        return status is Status.BOTH
    if only is Status.TRUE:
        return status is (Status.TRUE if positive else Status.FALSE)
    return status.is_told_true if positive else status.is_told_false
