"""The reasoner: a theory, a ledger, and the verbs between them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from decimal import Decimal
from typing import Self, TypedDict, Unpack

from ..answer import Belief, Change, Moment, Status
from ..errors import ClockBackwards, NotAnInstant, NotAValue, NotYet, ReasonerError, StoredClock
from ..ledger import MemoryLedger, SqliteLedger
from ..ledger.entries import Ledger, NewOperation
from ..solve import Limits
from ..syntax import parse_elements
from ..syntax.tree import (
    Atom,
    Believe,
    Clauses,
    Consolidate,
    Contract,
    ElementName,
    Literal,
    Name,
    Recover,
    Revise,
    Sentence,
)
from ..theory import resolve_operation
from ..theory.model import Theory
from ..theory.names import near
from ..theory.values import constant, is_text
from ..time import Interval, now, show_instant
from ..view import View
from .functions import By, Function, choosing
from .history import history
from .inforce import in_force, require_same_arities
from .questions import Questions, When, interval, microseconds
from .snapshot import Snapshot
from .verbs import Operating, Verbs

Number = int | float | str | Decimal
Valid = Interval | tuple[When | None, When | None] | None


class Said(TypedDict, total=False):
    """What may be said of evidence: its label, where it comes from, its weight, when it holds.

    valid: a pair of instants (from, to); None on either side leaves it open.
    """

    label: str
    source: str
    agent: str
    weight: Number
    reliability: Number
    type: str
    valid: Valid


class Reasoner(Questions):
    """Beliefs with reasons: verbs change the ledger, questions never do.

    In memory, `now` is the clock once it was set, else the instant at which this began; on a
    stored ledger it is the wall clock, read once per question.
    """

    def __init__(
        self, theory: Theory, ledger: Ledger | None = None, *, limits: Limits | None = None
    ) -> None:
        """Take up a ledger; on a stored one, record the declarations if they are new to it."""
        self._theory = theory
        self._ledger: Ledger = MemoryLedger() if ledger is None else ledger
        self._in_memory = isinstance(self._ledger, MemoryLedger)
        self._limits = limits or Limits()
        self._session = "run" if self._in_memory else uuid.uuid4().hex
        self._began = now()
        self._clock: int | None = None
        if not self._in_memory and self._ledger.declared() != theory.text:
            require_same_arities(self._ledger, theory)
            self._ledger.append(NewOperation("declare", session=self._session, theory=theory.text))

    @property
    def theory(self) -> Theory:
        return self._theory

    @property
    def ledger(self) -> Ledger:
        """The ledger, to read from."""
        return self._ledger

    def close(self) -> None:
        """Close a stored ledger; `with` does it too."""
        if isinstance(self._ledger, SqliteLedger):
            self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- statements as values ---

    def relation(self, name: str) -> Callable[..., Literal]:
        """A function that makes literals of a relation: `budget("apollo", 30000)`.

        Raises: Mistakes, when nothing declares the relation.
        """

        def literal(*values: object) -> Literal:
            made = Literal(Atom(name, tuple(constant(value) for value in values)))
            self._written(made)
            return made

        if self.theory.relation(_text(name) or "") is None:
            literal()
        return literal

    # -- verbs ---

    def believe(self, sentence: str | Sentence, **said: Unpack[Said]) -> Change:
        """Record evidence for a sentence; nothing is chosen and nothing is given up.
        said: see Said.
        """
        return self._record("believe", sentence, said)

    def doubt(self, sentence: str | Sentence, **said: Unpack[Said]) -> Change:
        """Record evidence against a sentence."""
        return self._record("doubt", sentence, said)

    def expand(self, sentence: str | Sentence, **said: Unpack[Said]) -> Change:
        """As `believe`, whatever policy is automatic (Alchourrón, Gärdenfors, Makinson 1985)."""
        return self._record("expand", sentence, said)

    def contract(
        self,
        sentence: str | Sentence,
        *others: str | Sentence,
        together: bool = False,
        by: By | None = None,
        keeping_recovery: bool = False,
        valid: Valid = None,
        because: str | None = None,
        agent: str | None = None,
        label: str | None = None,
    ) -> Change:
        """Stop entailing each of the sentences, giving up as little as the selection allows.

        Args:
            together: not all of them need be entailed any more, instead of none.
            by: names such as "entrenchment, recency" or a function; None for what is declared.
            keeping_recovery: keep what goes on condition, so that it returns with the sentence.
        """
        named, function = choosing(by)
        return self.execute(
            Contract(
                tuple(map(self._written, (sentence, *others))),
                together=together,
                selection=named,
                keeping_recovery=keeping_recovery,
                agent=_name(agent),
                valid=interval(valid),
                because=_text(because),
                label=_name(label),
            ),
            function,
        )

    def revise(
        self, sentence: str | Sentence, *, by: By | None = None, **said: Unpack[Said]
    ) -> Change:
        """Believe a sentence, giving up what contradicts it (Levi identity, unless `by` says how).

        Raises: Refused, when the background contradicts it; TooWeak, under the threshold.
        """
        named, function = choosing(by)
        written = self._written(sentence)
        return self.execute(Revise(written, _clauses(said), named, _label(said)), function)

    def recover(self, operation: str | Change, *, label: str | None = None) -> Change:
        """Undo an operation from now on; what was believed in between stays answerable.

        Raises: NotRecoverable, with what stands in the way.
        """
        name = _text(operation.operation if isinstance(operation, Change) else operation)
        if name is None:
            raise NotAValue("no operation is named", help="give its label, or the Change it made")
        return self.execute(Recover(Name(name), _name(label)))

    def consolidate(
        self,
        sentence: str | Sentence | None = None,
        *,
        conflict: Iterable[str | Belief] | None = None,
        by: By | None = None,
        label: str | None = None,
    ) -> Change:
        """Resolve every conflict, or those that the sentence takes part in, or one of them.

        conflict: all its elements, by name, or as `conflicts` gives them.
        Raises: NotAConflict.
        """
        named, function = choosing(by)
        written = None if sentence is None else self._written(sentence)
        return self.execute(
            Consolidate(written, named, _name(label), _elements(conflict)), function
        )

    def execute(self, operation: Operating, function: Function | None = None) -> Change:
        """Carry out an operation given as a tree; the other verbs end here.

        function: what chooses, instead of what the operation names.
        """
        if not isinstance(operation, Operating):
            raise NotAValue(
                f"a value of type {type(operation).__name__} is no operation",
                help="call a verb instead, such as `kb.believe(sentence)`",
            )
        resolve_operation(self.theory, operation)
        verbs = Verbs(
            self._ledger, self.theory, self._session, self._now(), self._clock is not None,
            self._limits.begin(), function,
        )  # fmt: skip
        return verbs.execute(operation)

    def set_clock(self, instant: When) -> None:
        """Set transaction time, in memory only; it never goes back.

        Raises: StoredClock, ClockBackwards.
        """
        if not self._in_memory:
            raise StoredClock(
                "a stored ledger has its own time", help="set a clock in memory, without a ledger"
            )
        reading = microseconds(instant)
        if reading is None:
            raise NotAnInstant("a clock shows some instant", help='set it as to `"2026-03-01"`')
        last = self._clock if self._clock is not None else self._ledger.last
        if last is not None and reading < last:
            raise ClockBackwards(
                f"the clock shows {show_instant(last)} already; it never goes back",
                help=f"set it to {show_instant(last)} or later",
            )
        self._clock = reading

    @contextmanager
    def suppose(self, theory: Theory | None = None) -> Iterator[Reasoner]:
        """A sandbox that begins as this reasoner; what happens there stays there.

        theory: other declarations to hold inside.
        """
        inner = Reasoner(theory or self.theory, self._ledger.fork(), limits=self._limits)
        inner._began, inner._clock = self._now(), self._clock
        yield inner

    # -- questions ---

    def at(self, *, valid: When | None = None, known: When | None = None) -> Questions:
        """A view: the same questions at another pair of instants."""
        return At(self, valid, known)

    def history(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[Moment, ...]:
        goal = self._read(sentence)
        about = self._now() if valid is None else microseconds(valid)

        def status_at(recorded: int) -> Status:
            return self._taken(about, recorded).status(goal)

        return history(self._ledger, self.theory, goal, microseconds(known), status_at)

    def _snapshot(self, valid: When | None, known: When | None) -> Snapshot:
        return self._taken(microseconds(valid), microseconds(known))

    def _taken(self, instant: int | None, as_known: int | None) -> Snapshot:
        """At a pair of instants; what was recorded at the end of time has one after it."""
        reading = self._now()
        theory = self.theory
        if as_known is not None:
            theory = in_force(self._ledger, as_known, otherwise=theory)
        clock = reading if as_known is None else as_known
        view = View(self._ledger, theory, known=as_known, clock=clock)
        return Snapshot(view, reading if instant is None else instant, self._limits.begin())

    def _now(self) -> int:
        if self._clock is not None:
            return self._clock
        return self._began if self._in_memory else now()

    def _record(self, verb: str, sentence: str | Sentence, said: Said) -> Change:
        written = self._written(sentence)
        return self.execute(Believe(verb, written, _clauses(said), _label(said)))


class At(Questions):
    """The questions of a reasoner, at a pair of instants of its own."""

    def __init__(self, reasoner: Reasoner, valid: When | None, known: When | None) -> None:
        self._reasoner = reasoner
        self._valid, self._known = microseconds(valid), microseconds(known)

    @property
    def theory(self) -> Theory:
        return self._reasoner.theory

    def history(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[Moment, ...]:
        valid, known = self._instants(valid, known)
        return self._reasoner.history(sentence, valid=valid, known=known)

    def _snapshot(self, valid: When | None, known: When | None) -> Snapshot:
        return self._reasoner._snapshot(*self._instants(valid, known))

    def _instants(self, valid: When | None, known: When | None) -> tuple[When | None, When | None]:
        return (
            self._valid if valid is None else valid,
            self._known if known is None else known,
        )


def _text(given: str | None) -> str | None:
    """Plain text, also of one in another guise, such as the member of an enumeration."""
    if given is None:
        return None
    if not isinstance(given, str):
        raise NotAValue(
            f"a value of type {type(given).__name__} is no text",
            help="give a name or a reason as text",
        )
    if not is_text(given):
        raise NotAValue(f"{given!r} holds half a character", help="decode it as it was encoded")
    return str.__str__(given)


def _name(given: str | None) -> Name | None:
    text = _text(given)
    return None if text is None else Name(text)


def _label(said: Said) -> Name | None:
    return _name(said.get("label"))


def _clauses(said: Said) -> Clauses:
    for name in said:
        if name not in Said.__annotations__:
            raise _unsaid(name)
    return Clauses(
        source=_name(said.get("source")),
        agent=_name(said.get("agent")),
        weight=_number(said.get("weight")),
        reliability=_number(said.get("reliability")),
        type=_name(said.get("type")),
        valid=interval(said.get("valid")),
    )


def _unsaid(name: str) -> ReasonerError:
    """The error that nothing called so can be said of evidence."""
    if name == "origin":
        return NotYet(
            "`origin` is not supported yet", help="leave it out, and name the source: `source=…`"
        )
    like = near(name, Said.__annotations__)
    known = f"say one of {', '.join(sorted(Said.__annotations__))}"
    return NotAValue(
        f"nothing called `{name}` can be said of evidence",
        help=known if like is None else f"did you mean `{like}`?",
    )


def _number(value: Number | None) -> Decimal | None:
    """A weight or reliability; whether it is in range is checked with the operation."""
    if value is None:
        return None
    with suppress(ArithmeticError, ValueError):
        if isinstance(value, int | float | str | Decimal) and not isinstance(value, bool):
            number = Decimal(float.__repr__(value) if isinstance(value, float) else value)
            if number.is_finite():
                return number
    shown = repr(value) if isinstance(value, str) else f"a value of type {type(value).__name__}"
    raise NotAValue(f"{shown} is no number", help="give one from 0 to 1")


def _elements(conflict: Iterable[str | Belief] | None) -> tuple[ElementName, ...] | None:
    if conflict is None:
        return None
    names = [each.name if isinstance(each, Belief) else _text(each) or "" for each in conflict]
    return parse_elements("{ " + ", ".join(names) + " }")
