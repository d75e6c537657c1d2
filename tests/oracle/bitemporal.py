"""What counts at a pair of instants, read off the operations of a ledger by definition.

DESIGN 3.1, 3.6 and 3.7: nothing here knows of intervals, indexes or states that are carried along;
each question goes through all operations again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

from reasoner.ledger.entries import Evidence, InstanceName, Operation
from reasoner.syntax import parse
from reasoner.syntax.show import show as show_sentence
from reasoner.syntax.tree import Sentence
from reasoner.theory import build
from reasoner.theory.model import HalfLife, Theory
from reasoner.theory.normal import negated, normal
from reasoner.time import DAY_US

from .told import MILLION, Statement, World

HALF_LIVES = {"fact": 365, "preference": 90, "inference": 30, "prediction": 3}  # days
_PRECISE = Context(prec=60)


@dataclass(frozen=True)
class Log:
    """All operations of a ledger, oldest first, asked about one pair of instants.

    clock: the instant to which ages run.
    """

    operations: Sequence[Operation]
    known: int
    valid: int
    clock: int

    @property
    def seen(self) -> list[Operation]:
        """What was recorded at or before `known`."""
        return [each for each in self.operations if each.recorded <= self.known]

    def in_force(self, operation: Operation) -> bool:
        """Whether, as known, nothing has undone it here."""
        return not any(
            each.said.recovers[0] == operation.name
            and any(self.valid in interval for interval in each.said.recovers[1])
            for each in self.seen
            if each.said.recovers is not None
        )

    def gone(self) -> set[str | InstanceName]:
        """The evidence and the instances that are withdrawn here."""
        return {
            withdrawal.target
            for operation in self.seen
            if self.in_force(operation)
            for withdrawal in operation.said.withdrawals
            if self.valid in withdrawal.valid
        }

    def buried(self) -> set[Sentence]:
        """The sentences under a tombstone here."""
        return {
            tombstone.sentence
            for operation in self.seen
            if self.in_force(operation)
            for tombstone in operation.said.tombstones
            if self.valid in tombstone.valid
        }

    def effective(self) -> list[Evidence]:
        """What holds here for sure, and neither is withdrawn nor lies under a tombstone."""
        gone, buried = self.gone(), self.buried()
        return [
            item
            for operation in self.seen
            for item in operation.evidence
            if item.said.valid.start_by <= self.valid < item.said.valid.end_from
            if item.name not in gone and says(item) not in buried
        ]

    # -- weight ------------------------------------------------------------------------------------

    def weight(self, item: Evidence, theory: Theory) -> int:
        """Millionths: weight times reliability, halved with every half-life, rounded once."""
        half_life = dict(theory.half_lives).get(item.said.type)
        if half_life is None:
            half_life = HalfLife(HALF_LIVES.get(item.said.type, 365) * DAY_US)
        strength = item.said.weight * item.said.reliability
        if half_life.microseconds is not None:
            assert half_life.unit_us == DAY_US, "days only"
            days = max(0, self.clock - self._used(item, half_life)) // DAY_US
            halvings = _PRECISE.divide(Decimal(days * DAY_US), Decimal(half_life.microseconds))
            strength *= _PRECISE.power(Decimal("0.5"), halvings)
        return int((strength * MILLION).to_integral_value(ROUND_HALF_EVEN))

    def _used(self, item: Evidence, half_life: HalfLife) -> int:
        """The instant from which it ages."""
        assert item.said.dated is not None
        touched = [each.recorded for each in self.seen if item.name in each.said.touches]
        return max([item.said.dated, *touched]) if half_life.from_use else item.said.dated

    # -- what follows ------------------------------------------------------------------------------

    def theory(self) -> Theory:
        """The declarations in force; before any was recorded, the first."""
        texts = [each.said.theory for each in self.seen if each.said.theory is not None]
        first = [each.said.theory for each in self.operations if each.said.theory is not None]
        return declared(texts[-1] if texts else first[0])

    def world(self, *question: Sentence, theory: Theory | None = None) -> World:
        """What is told here; elements are named by what they say."""
        theory = theory or self.theory()
        said: dict[Sentence, list[Evidence]] = {}
        for item in self.effective():
            said.setdefault(says(item), []).append(item)
        instances = [target for target in self.gone() if isinstance(target, InstanceName)]
        statements = [self._statement(s, items, theory) for s, items in said.items()]
        return World(theory, statements, instances, question)

    def _statement(self, sentence: Sentence, items: list[Evidence], theory: Theory) -> Statement:
        """Of the items of one voice the heaviest counts."""
        strongest: dict[tuple[object, ...], int] = {}
        for item in items:
            voice = (
                item.said.origin is None,
                item.said.origin or item.said.source,
                item.said.session,
            )
            strongest[voice] = max(strongest.get(voice, 0), self.weight(item, theory))
        return Statement(
            show_sentence(sentence),
            sentence,
            sum(strongest.values()),
            tuple(_recency(item) for item in items),
            tuple(item.name for item in items),
            tuple(item.said.source for item in items),
        )


def says(item: Evidence) -> Sentence:
    """What it supports, in normal form; an attack supports the negation."""
    said = item.said
    return normal(said.sentence) if said.supports else negated(said.sentence)


def _recency(item: Evidence) -> int:
    """Where it stands for `recency`: by its date, then by when it was recorded."""
    assert item.said.dated is not None
    return item.said.dated * 10**18 + item.recorded


@lru_cache(maxsize=64)
def declared(text: str) -> Theory:
    return build(parse(text))
