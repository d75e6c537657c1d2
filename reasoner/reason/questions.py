"""Questions from text or values, at any pair of instants, each defaulting to now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from datetime import date, datetime

from ..answer import Belief, Moment, Status, Why
from ..errors import NotAnInstant, NotAValue, SaidTwice
from ..syntax import parse_query, parse_sentence
from ..syntax.tree import Query, Sentence
from ..theory import resolve_query, resolve_sentence
from ..theory.model import Theory
from ..theory.normal import normal
from ..theory.values import PythonValue, constant, python_value
from ..time import BEGINNING, END, Interval, from_datetime, instant
from .query import Binding
from .snapshot import Snapshot

_FIRST, _LAST = instant("-9999-01-01"), instant("9999-12-31T23:59:59.999999Z")

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
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-minimal consistent parts of the base that prove it, one by one, smallest first.

        To stop iterating is to cancel the search. Time counts while it is looked for the next.
        """
        return self._snapshot(valid, known).kernels(self._read(sentence))

    def remainders(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-maximal parts of the base that do not entail it, one by one, as `kernels`.

        None when the background entails it.
        """
        return self._snapshot(valid, known).remainders(self._read(sentence))

    def conflicts(
        self, *, valid: When | None = None, known: When | None = None
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-minimal inconsistent parts of the base, one by one, smallest first."""
        return self._snapshot(valid, known).conflicts()

    def ask(
        self,
        query: str | Query,
        *,
        valid: When | None = None,
        known: When | None = None,
    ) -> tuple[dict[str, PythonValue], ...]:
        """The bindings for which a query's body holds, as Python values, in the order of values.

        `?- true …` and `?- both …` narrow it to atoms that are TRUE, or BOTH. The instants may
        stand in the query instead: SaidTwice, E111, when it says one that `valid` or `known` does.
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
        if not isinstance(query, str | Query):
            raise _no_text(query, "query", '`"budget(P, X)"`')
        parsed = parse_query(query) if isinstance(query, str) else query
        resolve_query(self.theory, parsed)
        only = Status(parsed.mode) if parsed.mode is not None else None
        about = _one_of("valid", parsed.instants.valid, valid)
        as_known = _one_of("known", parsed.instants.known, known)
        return self._snapshot(about, as_known).ask(parsed.body, only=only)

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
            raise _no_text(sentence, "sentence", '`"p or q"`')
        parsed = parse_sentence(sentence) if isinstance(sentence, str) else sentence
        resolve_sentence(self.theory, parsed)
        return parsed


def _no_text(value: object, what: str, example: str) -> NotAValue:
    return NotAValue(
        f"a value of type {type(value).__name__} is no {what}", help=f"write it as text: {example}"
    )


def _one_of(name: str, in_query: int | None, given: When | None) -> When | None:
    """The instant that a query says, or the one that is given with it; both only if they agree.

    Raises: SaidTwice, E111; NotAnInstant.
    """
    if in_query is None:
        return given
    if given is not None and microseconds(given) != in_query:
        raise SaidTwice(
            f"the query says `{name}`, and so does its argument, and they differ",
            help=f"give `{name}` once, in the query or beside it",
        )
    return in_query


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
                found = int(when)
            case str():
                found = instant(when)
            case datetime():
                found = from_datetime(when)
            case date():
                found = int(constant(when).value)
            case _:
                raise ValueError(f"a value of type {type(when).__name__} is no instant")
        if not _FIRST <= found <= _LAST:
            raise ValueError("an instant lies in the years -9999 to 9999 in UTC")
        return found
    except ValueError as mistake:
        raise NotAnInstant(
            str(mistake), help='write it as `"2026-03-01"` or `"2026-03-09T23:59:59Z"`'
        ) from None


def _side(when: When | None, *ends: int) -> int | None:
    """One side of an interval: an instant, or one of the ends that only intervals have."""
    return when if type(when) is int and when in ends else microseconds(when)


def interval(valid: Interval | tuple[When | None, When | None] | None) -> Interval | None:
    """`(from, to)` as an interval, None (or BEGINNING, END) for an open side; `to` is exclusive.

    Raises: NotAnInstant, also for what is no pair, or does not end after it starts.
    """
    match valid:
        case None:
            return None
        case Interval(one, other) | (one, other):
            start, end = _side(one, BEGINNING), _side(other, END, _LAST + 1)
        case _:
            raise NotAnInstant(
                f"a value of type {type(valid).__name__} is no interval unless it is a pair",
                help='write it as `("2026-03-01", None)`: from, to',
            )
    try:
        return Interval(BEGINNING if start is None else start, END if end is None else end)
    except ValueError as mistake:
        raise NotAnInstant(str(mistake), help="give the earlier instant first") from None
