"""What a verb or question may cost, and the clock that tells when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import UnionType

from ..errors import NotAValue, OutOfRange, SolveTimeout, TooMuchEvidence

_LONGEST_S = 10**9  # some thirty years
MORE_TIME = "allow more with `limits=Limits(seconds=…)`, or `--seconds` on the command line"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one verb or question may cost.

    seconds: of wall clock. answers: the most answer sets that one step may find. evidence: the
        most items of it that may be looked up for what matters.
    deadline: when the seconds are over (time.monotonic); None before the verb began.
    """

    seconds: float = 10.0
    answers: int = 100_000
    evidence: int = 200_000
    deadline: float | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Raises: NotAValue, E216; OutOfRange, E215, for what limits nothing or allows nothing."""
        if not _is_number(self.seconds, int | float) or self.seconds != self.seconds:
            raise NotAValue("`seconds` is no number", help="give seconds, such as 10 or 0.5")
        if not 0 <= self.seconds <= _LONGEST_S:
            help = f"give a number from 0 to {_LONGEST_S}"
            raise OutOfRange("the number of seconds is out of range", help=help)
        for name in ("answers", "evidence"):
            if not _is_number(getattr(self, name), int):
                raise NotAValue(f"`{name}` is no whole number", help="give a number from 1")
            if getattr(self, name) < 1:
                message = f"the number for `{name}` is out of range"
                raise OutOfRange(message, help="give a number from 1")

    def begin(self) -> Limits:
        """These limits, running from now on."""
        return replace(self, deadline=time.monotonic() + self.seconds)

    def begun(self) -> Limits:
        """These limits, running: since they began, or else from now on."""
        return self if self.deadline is not None else self.begin()

    def left(self) -> float:
        """Seconds left; all of them before the verb began."""
        return self.seconds if self.deadline is None else self.deadline - time.monotonic()

    def check(self, what: str = "looking up what matters") -> None:
        """See that there is time left.

        Raises: SolveTimeout, with *what* took too long.
        """
        if self.left() <= 0:
            raise SolveTimeout(f"{what} took too long", help=MORE_TIME)

    def check_look_up(self, evidence: int, because: Callable[[], str]) -> None:
        """See that more may be looked up.

        Args:
            evidence: items so far. because: what asks for most of them.
        Raises: SolveTimeout; TooMuchEvidence, E408.
        """
        if evidence > self.evidence:
            raise TooMuchEvidence(self.evidence, because())
        if self.left() <= 0:
            raise SolveTimeout(
                f"looking up what matters took too long, most of it because {because()}",
                help=MORE_TIME,
            )

    def after_a_pause(self, began: float) -> Limits:
        """These limits, without what went by since *began* (time.monotonic)."""
        if self.deadline is None:
            return self
        return replace(self, deadline=self.deadline + time.monotonic() - began)


def _is_number(value: object, kind: type | UnionType) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
