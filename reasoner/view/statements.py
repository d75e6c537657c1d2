"""What a view is made of: sentences, with the evidence that supports them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from ..ledger.entries import Evidence, NewEvidence
from ..syntax import show
from ..syntax.tree import Atom, Sentence
from ..theory.normal import atoms, negated, normal
from ..time import Interval

Voice = tuple[bool, str, str | None]
"""Whether no origin is declared; the source, or else the origin; the session."""


def supported(said: NewEvidence) -> Sentence:
    """What evidence says, in normal form: an attack on p says the negation of p."""
    return normal(said.sentence) if said.supports else negated(said.sentence)


def words(said: NewEvidence) -> str:
    """The same as it was written; an attack was not."""
    return said.text if said.supports else show(supported(said))


@dataclass(frozen=True, slots=True)
class Item:
    """One item of evidence that is effective at some instant.

    weight: millionths at the view's clock. effective: sorted and disjoint, never ().
    used: when it was last touched, where that counts.
    """

    evidence: Evidence
    weight: int
    effective: tuple[Interval, ...]
    used: int | None = None

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
        return total(self.items_at(valid))


def total(items: tuple[Item, ...]) -> int:
    """Millionths: the sum over the voices, each with its strongest item."""
    strongest: dict[Voice, int] = {}
    for item in items:
        strongest[item.voice] = max(strongest.get(item.voice, 0), item.weight)
    return sum(strongest.values())


class Counting(Enum):
    """Where evidence counts."""

    CERTAIN = "where it holds for sure"
    POSSIBLE = "where it may hold"
    EVER = "where it may hold, whatever was done to it"


class Why(Enum):
    """Why an item does not make its sentence accepted."""

    OUTSIDE = "holds at other times"
    POSSIBLE = "only may hold"
    WITHDRAWN = "withdrawn"
    ENTOMBED = "blocked"
    DECAYED = "decayed"
    WEAK = "too weak from the start"


@dataclass(frozen=True, slots=True)
class Silence:
    """An item without effect.

    by: the names of the operations that withdrew it, or left the tombstones that block it.
    since: transaction time from which its statement was under the threshold, when it decayed.
    """

    evidence: Evidence
    why: Why
    by: tuple[str, ...] = ()
    since: int | None = None
