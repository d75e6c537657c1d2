"""Questions from text or values, at any pair of instants, each defaulting to now."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime

from ..answer import Belief, Moment, Rectangle, Status, Stretch, Why
from ..errors import NotAnInstant, NotAValue, ReasonerError, SaidTwice
from ..syntax import parse_query, parse_sentence
from ..syntax.tree import Atom, Literal, Query, Sentence
from ..theory import resolve_query, resolve_sentence
from ..theory.model import Theory
from ..theory.normal import normal
from ..theory.values import PythonValue, constant, python_value
from ..time import (
    ALWAYS,
    BEGINNING,
    END,
    FIRST,
    LAST,
    Interval,
    Period,
    beginning,
    from_datetime,
    partial,
)
from .overlaps import conflicts_over
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
        snapshot = self._snapshot(valid, known)
        return snapshot.status(self._read(sentence, snapshot.theory))

    def confidence(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> float | None:
        """(S + κ/2) / (S + A + κ), from the effective weights told for (S) and against (A).

        None when the declared prior κ is 0 and nothing is told.
        """
        snapshot = self._snapshot(valid, known)
        return snapshot.confidence(self._written(sentence, snapshot.theory))

    def why(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Why:
        """The minimal proofs for and against, smallest first, and evidence without effect."""
        snapshot = self._snapshot(valid, known)
        return snapshot.why(self._written(sentence, snapshot.theory))

    def entails(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> bool:
        """Whether some consistent part of the base, with the background, proves the sentence."""
        snapshot = self._snapshot(valid, known)
        return snapshot.entails(self._read(sentence, snapshot.theory))

    def kernels(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-minimal consistent parts of the base that prove it, one by one, smallest first.

        To stop iterating is to cancel the search. Time counts while it is looked for the next.
        """
        snapshot = self._snapshot(valid, known)
        return snapshot.kernels(self._read(sentence, snapshot.theory))

    def remainders(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-maximal parts of the base that do not entail it, one by one, as `kernels`.

        None when the background entails it.
        """
        snapshot = self._snapshot(valid, known)
        return snapshot.remainders(self._read(sentence, snapshot.theory))

    def conflicts(
        self, *, ever: bool = False, valid: When | None = None, known: When | None = None
    ) -> Iterator[tuple[Belief, ...]]:
        """The ⊆-minimal inconsistent parts of the base, one by one.

        Beliefs are looked at some thousand at a time, with all that they hang together with, never
        all at once: the conflicts among these come smallest first. The limits hold for each time.

        ever: those of all instants, each once, instead of those at *valid*.
        """
        if not ever:
            return self._snapshot(valid, known).conflicts()
        if valid is not None:
            raise SaidTwice("`ever` is every instant, and `valid` one", help="leave one out")
        snapshot = self._snapshot(None, known)
        return conflicts_over(snapshot.view, ALWAYS, snapshot.limits)

    def statuses(
        self,
        relation: str | None = None,
        *,
        valid: When | None = None,
        known: When | None = None,
    ) -> Iterator[tuple[Literal, Status]]:
        """Every atom that is told true or false, with its status, one by one.

        Atoms are those that evidence speaks of, and those that a rule or constraint concludes
        something of; each comes once, as a literal. NEITHER is left out, and so is what only a
        cardinality excludes, or a constraint forbids whatever is told. Beliefs are looked at as by
        `conflicts`, never all at once.

        The order is always the same: relations that rules join, in the order of the first of
        them; there by key, the argument that their rules share; what compound sentences join when
        the last of it was read, and what has no key as a whole; in such a part by relation, then
        by arguments.

        relation: list only its atoms. Raises: Mistakes, when nothing declares it.
        """
        snapshot = self._snapshot(valid, known)
        if relation is not None:
            if not isinstance(relation, str):
                raise _no_text(relation, "relation", '`"budget"`')
            if not any(each.relation(relation) for each in (self.theory, snapshot.theory)):
                resolve_sentence(self.theory, Literal(Atom(relation)))
        return snapshot.statuses(relation)

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
        tree = parse_query(query) if isinstance(query, str) else query
        only = Status(tree.mode) if tree.mode is not None else None
        about = _one_of("valid", tree.instants.valid, valid)
        as_known = _one_of("known", tree.instants.known, known)
        snapshot = self._snapshot(about, as_known)
        self._check(lambda theory: resolve_query(theory, tree), snapshot.theory)
        return snapshot.ask(tree.body, only=only)

    @abstractmethod
    def history(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[Moment, ...]:
        """The operations, and days of decay, after which its status was another, oldest first.

        At one instant of valid time, along the axis of transaction time up to *known*.
        """

    @abstractmethod
    def stretches(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Stretch, ...]:
        """Where on the axis of valid time it has which status; NEITHER is left out."""

    @abstractmethod
    def timeline(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Rectangle, ...]:
        """Where on both axes of time it has which status, up to *known*; NEITHER is left out."""

    def _read(self, sentence: str | Sentence, then: Theory) -> Sentence:
        """A sentence in normal form, its names checked."""
        return normal(self._written(sentence, then))

    def _written(self, sentence: str | Sentence, then: Theory | None = None) -> Sentence:
        """A sentence as it was written, its names checked.

        then: the theory of the time it is asked of, by whose names it may go too.
        """
        written = parsed(sentence)
        self._check(lambda theory: resolve_sentence(theory, written), then)
        return written

    def _check(self, check: Callable[[Theory], None], then: Theory | None) -> None:
        """See that names are right under the declarations of now, or else under those of then."""
        try:
            check(self.theory)
        except ReasonerError:
            if then is None or then is self.theory:
                raise
            with suppress(ReasonerError):
                return check(then)
            raise


def parsed(sentence: str | Sentence) -> Sentence:
    """A sentence as it was written, whose names are still to be checked."""
    if not isinstance(sentence, str | Sentence):
        raise _no_text(sentence, "sentence", '`"p or q"`')
    return parse_sentence(sentence) if isinstance(sentence, str) else sentence


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
    """The instant as the ledger counts it; of a year or a month (text) the first.

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
                found = beginning(when)
            case datetime():
                found = from_datetime(when)
            case date():
                found = int(constant(when).value)
            case _:
                raise ValueError(f"a value of type {type(when).__name__} is no instant")
        if not FIRST <= found <= LAST:
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
            start, end = _side(one, BEGINNING), _side(other, END, LAST + 1)
        case _:
            raise NotAnInstant(
                f"a value of type {type(valid).__name__} is no interval unless it is a pair",
                help='write it as `("2026-03-01", None)`: from, to',
            )
    try:
        return Interval(BEGINNING if start is None else start, END if end is None else end)
    except ValueError as mistake:
        raise NotAnInstant(str(mistake), help="give the earlier instant first") from None


def period(
    valid: Interval | Period | str | tuple[When | None, When | None] | None,
) -> Period | None:
    """When evidence holds: `(from, to)`, whose sides may be years and months; or as ISO 8601.

    None is an open side; "unknown" as `to` an end that is not known.

    Raises: NotAnInstant, as `interval`.
    """
    try:
        match valid:
            case None | Period():
                return valid
            case str():
                return Period.read(valid)
            case (str() | date() | int() as start, "unknown" | "?"):
                return Period.from_unknown_end(_range(start) or (BEGINNING, BEGINNING))
            case (str() as one, other) | (one, str() as other):
                return Period.of(_range(one), _range(other))
    except ValueError as mistake:
        help = 'write `("2026-03-01", None)`, from and to, or `"2026-03-01/2026-06-01"`'
        raise NotAnInstant(str(mistake), help=help) from None
    within = interval(valid)
    return None if within is None else Period.exact(within)


def _range(when: When | None) -> tuple[int, int] | None:
    """The first and the last instant that a side may be; None for an open one."""
    if isinstance(when, str):
        return partial(when)
    instant = None if when in (BEGINNING, END, None) else microseconds(when)
    return None if instant is None else (instant, instant)
