"""The view: what the ledger says as it was known at one instant, with weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache

from .ledger.entries import Evidence, InstanceName, Ledger, Operation
from .syntax.tree import Atom, Sentence
from .theory.model import HalfLife, Theory
from .theory.normal import atoms, negated, normal
from .time import ALWAYS, BEGINNING, DAY_US, Interval, subtract, union

MILLION = 1_000_000
_FADED = 64  # half-lives after which nothing is left of a weight up to 1
_DEFAULT_DAYS = {"fact": 365, "preference": 90, "inference": 30, "prediction": 3}
_PRECISE = Context(prec=60)


Voice = tuple[bool, str, str | None]
"""Whether no origin is declared; the source, or else the origin; the session."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of evidence that is effective at some instant.

    weight: millionths at the view's clock. effective: sorted and disjoint, never ().
    """

    evidence: Evidence
    weight: int
    effective: tuple[Interval, ...]

    def at(self, valid: int) -> bool:
        return any(valid in interval for interval in self.effective)

    @property
    def voice(self) -> Voice:
        """Items of one source, or of one declared origin, in one session count once."""
        said = self.evidence.said
        voice = said.source if said.origin is None else said.origin
        return (said.origin is None, voice, said.session)


@dataclass(frozen=True)
class Statement:
    """A sentence in normal form with what supports it; an attack on p supports its negation.

    items: in ledger order, at least one.
    """

    sentence: Sentence
    items: tuple[Item, ...]

    @property
    def name(self) -> str:
        """That of its first item."""
        return self.items[0].evidence.name

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """What it speaks of."""
        return atoms(self.sentence)

    def items_at(self, valid: int) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.at(valid))

    def weight_at(self, valid: int) -> int:
        """Millionths: the sum over the voices at that instant, each with its strongest item."""
        strongest: dict[Voice, int] = {}
        for item in self.items_at(valid):
            strongest[item.voice] = max(strongest.get(item.voice, 0), item.weight)
        return sum(strongest.values())


class Why(Enum):
    """Why an item does not make its sentence accepted."""

    OUTSIDE = "holds at other times"
    WITHDRAWN = "withdrawn"
    DECAYED = "decayed"
    WEAK = "too weak from the start"


@dataclass(frozen=True, slots=True)
class Silence:
    """An item without effect. by: the operations that withdrew it, when why is WITHDRAWN."""

    evidence: Evidence
    why: Why
    by: tuple[Operation, ...] = ()


Target = str | InstanceName


class View:
    """A ledger as it was known at one transaction time. A later append changes nothing in it.

    known: that instant; None for all that is recorded so far.
    clock: the instant to which ages run; None for *known*, or the last transaction time.
    """

    def __init__(
        self, ledger: Ledger, theory: Theory, *, known: int | None = None, clock: int | None = None
    ) -> None:
        last = BEGINNING if ledger.last is None else ledger.last
        self.theory = theory
        self.known = last if known is None else known
        self.clock = self.known if clock is None else clock
        self.threshold = round(Fraction(theory.threshold) * MILLION)
        self._operations = tuple(ledger.operations(self.known))
        self._half_lives = _half_lives(theory)

    # -- questions ---------------------------------------------------------------------------------

    def statements(self, within: Interval = ALWAYS) -> tuple[Statement, ...]:
        """Those with an item that is effective somewhere in *within*, by their first evidence."""
        if within == ALWAYS:
            return tuple(self._statements.values())
        return tuple(
            statement
            for statement in self._statements.values()
            if any(each.intersect(within) for item in statement.items for each in item.effective)
        )

    def statement(self, sentence: Sentence) -> Statement | None:
        """What supports *sentence*, or a sentence with its normal form; None for nothing."""
        return self._statements.get(normal(sentence))

    def told(self, sentence: Sentence) -> tuple[Statement | None, Statement | None]:
        """What supports *sentence*, what supports its negation."""
        return self.statement(sentence), self._statements.get(negated(sentence))

    def withdrawn(self) -> dict[InstanceName, tuple[Interval, ...]]:
        """When which instances of defaults, and revisable rules, are withdrawn; in ledger order."""
        return {
            target: union(interval for _, over in withdrawals for interval in over)
            for target, withdrawals in self._withdrawals.items()
            if isinstance(target, InstanceName)
        }

    def silent(self, sentence: Sentence, valid: int) -> tuple[Silence, ...]:
        """Every item that ever supported *sentence* and does not make it accepted at *valid*.

        In ledger order; () when nothing was ever told, or when the sentence is accepted and all
        its items count. Ask for the negation to see what was said against.
        """
        goal = normal(sentence)
        statement = self._statements.get(goal)
        accepted = statement is not None and statement.weight_at(valid) >= self.threshold
        silences = (self._silence(item, valid, accepted) for item in self._evidence.get(goal, ()))
        return tuple(silence for silence in silences if silence is not None)

    def _silence(self, evidence: Evidence, valid: int, accepted: bool) -> Silence | None:
        if valid not in evidence.said.valid:
            return Silence(evidence, Why.OUTSIDE)
        by = tuple(
            operation
            for operation, over in self._withdrawals.get(evidence.name, ())
            if any(valid in interval for interval in over)
        )
        if by:
            return Silence(evidence, Why.WITHDRAWN, by)
        if accepted:
            return None
        faded = self._weight(evidence) < self._weight(evidence, fresh=True)
        return Silence(evidence, Why.DECAYED if faded else Why.WEAK)

    # -- what the ledger says ----------------------------------------------------------------------

    @cached_property
    def _evidence(self) -> dict[Sentence, tuple[Evidence, ...]]:
        """What each sentence is supported by, effective or not, in ledger order."""
        found: defaultdict[Sentence, list[Evidence]] = defaultdict(list)
        for operation in self._operations:
            for item in operation.evidence:
                said = item.said
                supported = normal(said.sentence) if said.supports else negated(said.sentence)
                found[supported].append(item)
        return {sentence: tuple(items) for sentence, items in found.items()}

    @cached_property
    def _withdrawals(self) -> dict[Target, tuple[tuple[Operation, tuple[Interval, ...]], ...]]:
        """By target: (operation, when its withdrawal is in force); what is in force never is ()."""
        recovered: defaultdict[str, list[Interval]] = defaultdict(list)
        for operation in self._operations:
            if operation.said.recovers is not None:
                name, over = operation.said.recovers
                recovered[name].extend(over)
        found: defaultdict[Target, list[tuple[Operation, tuple[Interval, ...]]]]
        found = defaultdict(list)
        for operation in self._operations:
            for withdrawal in operation.said.withdrawals:
                over = subtract((withdrawal.valid,), recovered.get(operation.name, ()))
                if over:
                    found[withdrawal.target].append((operation, over))
        return {target: tuple(each) for target, each in found.items()}

    @cached_property
    def _statements(self) -> dict[Sentence, Statement]:
        """In the order of their first effective evidence."""
        found = (
            Statement(sentence, items)
            for sentence, evidence in self._evidence.items()
            if (items := self._items(evidence))
        )
        ordered = sorted(found, key=lambda statement: statement.items[0].evidence.seq)
        return {statement.sentence: statement for statement in ordered}

    def _items(self, evidence: Iterable[Evidence]) -> tuple[Item, ...]:
        effective = (
            (
                each,
                subtract(
                    (each.said.valid,),
                    (i for _, over in self._withdrawals.get(each.name, ()) for i in over),
                ),
            )
            for each in evidence
        )
        return tuple(Item(each, self._weight(each), when) for each, when in effective if when)

    # -- weight ------------------------------------------------------------------------------------

    def _weight(self, evidence: Evidence, *, fresh: bool = False) -> int:
        """Millionths, aged to the view's clock; *fresh*: as if the item had no age."""
        said = evidence.said
        half_life = self._half_lives.get(said.type, self._half_lives["fact"])
        assert said.dated is not None
        age_us = 0 if fresh else max(0, self.clock - said.dated)
        unit_us = min(half_life.unit_us, DAY_US)
        return _millionths(said.weight, said.reliability, half_life, age_us // unit_us)


def _half_lives(theory: Theory) -> dict[str, HalfLife]:
    defaults = {type_: HalfLife(days * DAY_US) for type_, days in _DEFAULT_DAYS.items()}
    return {**defaults, **dict(theory.half_lives)}


@lru_cache(maxsize=4096)
def _decay(half_life: HalfLife, units: int) -> Fraction:
    """0.5 to the power of an age in completed units over the half-life: exact, or to 60 digits."""
    if half_life.microseconds is None:
        return Fraction(1)
    halvings = Fraction(units * min(half_life.unit_us, DAY_US), half_life.microseconds)
    if halvings > _FADED:
        return Fraction(0)
    if halvings.denominator == 1:
        return Fraction(1, 2**halvings.numerator)
    exponent = _PRECISE.divide(Decimal(halvings.numerator), Decimal(halvings.denominator))
    return Fraction(_PRECISE.power(Decimal("0.5"), exponent))


@lru_cache(maxsize=65536)
def _millionths(weight: Decimal, reliability: Decimal, half_life: HalfLife, units: int) -> int:
    """weight times reliability times decay, rounded once, half to even."""
    return round(Fraction(weight) * Fraction(reliability) * _decay(half_life, units) * MILLION)
