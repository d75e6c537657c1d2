"""Questions from text or values, at any pair of instants, each defaulting to now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date, datetime

from ..answer import Belief, Moment, Status, Why
from ..errors import NotAnInstant, NotAValue
from ..syntax import parse_query, parse_sentence
from ..syntax.tree import Query, Sentence
from ..theory import resolve_query, resolve_sentence
from ..theory.model import Theory
from ..theory.normal import normal
from ..theory.values import PythonValue, constant, python_value
from ..time import BEGINNING, END, Interval, from_datetime, instant
from .query import Binding
from .snapshot import Snapshot

When = str | date | datetime | int
"""An instant: text as in the language, a date (its beginning in UTC), an aware datetime, or
microseconds since 1970-01-01 UTC."""


class Questions(ABC):
    """What can be asked; nothing here changes anything.

    Every question takes `valid`, the instant it is about, and `known`, the transaction time
    whose knowledge answers it. Sentences are text or values. All raise Mistakes for a sentence
    the theory does not allow, and SolveTimeout or TooManyAnswers at their limits.
    """

    @abstractmethod
    def _snapshot(self, valid: When | None, known: When | None) -> Snapshot: ...

    @property
    @abstractmethod
    def theory(self) -> Theory:
        """The declarations that sentences are read under."""

    def status(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Status:
        """Belnap's value of a sentence: what follows forward from what was told (Belnap 1977)."""
        return self._snapshot(valid, known).status(self._read(sentence))

    def confidence(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> float | None:
        """(S + κ/2) / (S + A + κ), from the effective weights told for (S) and against (A).

        None when the declared prior κ is 0 and nothing is told.
        """
        return self._snapshot(valid, known).confidence(self._written(sentence))

    def why(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Why:
        """The minimal proofs for and against, smallest first, and evidence without effect."""
        return self._snapshot(valid, known).why(self._written(sentence))

    def entails(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> bool:
        """Whether some consistent part of the base, with the background, proves the sentence."""
        return self._snapshot(valid, known).entails(self._read(sentence))

    def kernels(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[tuple[Belief, ...], ...]:
        """The ⊆-minimal consistent parts of the base that prove it, smallest first."""
        return self._snapshot(valid, known).kernels(self._read(sentence))

    def remainders(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[tuple[Belief, ...], ...]:
        """The ⊆-maximal parts of the base that do not entail it; () when the background does."""
        return self._snapshot(valid, known).remainders(self._read(sentence))

    def conflicts(
        self, *, valid: When | None = None, known: When | None = None
    ) -> tuple[tuple[Belief, ...], ...]:
        """The ⊆-minimal inconsistent parts of the base, smallest first."""
        return self._snapshot(valid, known).conflicts()

    def ask(
        self,
        query: str | Query,
        *,
        valid: When | None = None,
        known: When | None = None,
    ) -> tuple[dict[str, PythonValue], ...]:
        """The bindings for which a query's body holds, as Python values, in the order of values.

        `?- true …` and `?- both …` narrow it to atoms that are TRUE, or BOTH.
        """
        found = self.bindings(query, valid=valid, known=known)
        return tuple({name: python_value(value) for name, value in each} for each in found)

    def bindings(
        self,
        query: str | Query,
        *,
        valid: When | None = None,
        known: When | None = None,
    ) -> tuple[Binding, ...]:
        """As `ask`, with the constants as they were written."""
        parsed = parse_query(query) if isinstance(query, str) else query
        resolve_query(self.theory, parsed)
        only = Status(parsed.mode) if parsed.mode is not None else None
        return self._snapshot(valid, known).ask(parsed.body, only=only)

    @abstractmethod
    def history(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[Moment, ...]:
        """The operations after which its status was another, oldest first."""

    def _read(self, sentence: str | Sentence) -> Sentence:
        """A sentence in normal form, its names checked."""
        return normal(self._written(sentence))

    def _written(self, sentence: str | Sentence) -> Sentence:
        """A sentence as it was written, its names checked."""
        if not isinstance(sentence, str | Sentence):
            raise NotAValue(
                f"`{sentence}` is no sentence", help='write it as text, such as `"p or q"`'
            )
        parsed = parse_sentence(sentence) if isinstance(sentence, str) else sentence
        resolve_sentence(self.theory, parsed)
        return parsed


def microseconds(when: When | None) -> int | None:
    """The instant as the ledger counts it.

    Raises: NotAnInstant, E217.
    """
    try:
        match when:
            case None:
                return None
            case bool():
                raise ValueError("a truth value is no instant")
            case int():
                return when
            case str():
                return instant(when)
            case datetime():
                return from_datetime(when)
            case date():
                return int(constant(when).value)
            case _:
                raise ValueError(f"`{when}` is no instant")
    except ValueError as mistake:
        raise NotAnInstant(
            str(mistake), help='write it as `"2026-03-01"` or `"2026-03-09T23:59:59Z"`'
        ) from None


def interval(valid: Interval | tuple[When | None, When | None] | None) -> Interval | None:
    """`(from, to)` as an interval, None on either side for an open one; `to` is exclusive.

    Raises: NotAnInstant, also for what is no pair, or does not end after it starts.
    """
    if valid is None or isinstance(valid, Interval):
        return valid
    if not isinstance(valid, tuple | list) or len(valid) != 2:
        raise NotAnInstant(
            f"`{valid}` is no interval", help='write it as `("2026-03-01", None)`: from, to'
        )
    start, end = (microseconds(side) for side in valid)
    try:
        return Interval(BEGINNING if start is None else start, END if end is None else end)
    except ValueError as mistake:
        raise NotAnInstant(str(mistake), help="give the earlier instant first") from None
