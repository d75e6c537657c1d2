"""Evidence and a clock -> its effective weight: decay is read off, and never written."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from ..ledger.entries import Evidence
from ..theory.model import HalfLife
from ..time import DAY_US

MILLION = 1_000_000
_FADED = 64  # half-lives after which nothing is left of a weight up to 1
_DEFAULT_DAYS = {"fact": 365, "preference": 90, "inference": 30, "prediction": 3}
_PRECISE = Context(prec=60)


class Weights:
    """How heavy evidence is under the half-lives that a theory declares (Theory.half_lives)."""

    def __init__(self, declared: tuple[tuple[str, HalfLife], ...]) -> None:
        defaults = {type_: HalfLife(days * DAY_US) for type_, days in _DEFAULT_DAYS.items()}
        self._half_lives = {**defaults, **dict(declared)}
        self.ask_for_use = any(each.from_use for each in self._half_lives.values())

    @staticmethod
    @lru_cache(maxsize=64)
    def under(declared: tuple[tuple[str, HalfLife], ...]) -> Weights:
        """The weights under these half-lives: made once, as every question asks for them."""
        return Weights(declared)

    def weight(self, evidence: Evidence, used: int | None, clock: int) -> int:
        """Millionths, aged to *clock*. used: when it was last used, None for never."""
        said = evidence.said
        half_life = self._half_lives.get(said.type, self._half_lives["fact"])
        since = said.dated
        assert since is not None
        if half_life.from_use and used is not None:
            since = max(since, used)
        units = max(0, clock - since) // min(half_life.unit_us, DAY_US)
        return _millionths(said.weight, said.reliability, half_life, units)

    def fresh(self, evidence: Evidence) -> int:
        """Millionths, as if it had no age."""
        said = evidence.said
        return _millionths(said.weight, said.reliability, HalfLife(None), 0)


@lru_cache(maxsize=64)
def millionths(number: Decimal) -> int:
    """A declared number in millionths, rounded half to even."""
    return round(Fraction(number) * MILLION)


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
