"""The reasoner: a theory, a ledger, and the verbs between them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Self, Unpack

from ..answer import Belief, Change, Explanation, Moment, Status
from ..errors import ClockBackwards, NotAnInstant, NotAValue, StoredClock
from ..ledger import MemoryLedger, SqliteLedger
from ..ledger.entries import Ledger, NewOperation
from ..solve import Limits
from ..syntax.tree import (
    Atom,
    Believe,
    Consolidate,
    Contract,
    Literal,
    Name,
    Recover,
    Revise,
    Sentence,
)
from ..theory import resolve_operation
from ..theory.model import Theory
from ..theory.values import constant
from ..time import now, show_instant
from ..view import View
from .explaining import explained
from .functions import By, Function, choosing
from .history import history
from .inforce import in_force, require_same_arities
from .questions import Questions, When, interval, microseconds
from .replay import replay
from .said import Said, Valid, clauses_of, elements_of, label_of, name_of, text_of
from .snapshot import Snapshot
from .verbs import Operating, Verbs


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

        if self.theory.relation(text_of(name) or "") is None:
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
                agent=name_of(agent),
                valid=interval(valid),
                because=text_of(because),
                label=name_of(label),
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
        return self.execute(Revise(written, clauses_of(said), named, label_of(said)), function)

    def recover(self, operation: str | Change, *, label: str | None = None) -> Change:
        """Undo an operation from now on; what was believed in between stays answerable.

        Raises: NotRecoverable, with what stands in the way.
        """
        name = text_of(operation.operation if isinstance(operation, Change) else operation)
        if name is None:
            raise NotAValue("no operation is named", help="give its label, or the Change it made")
        return self.execute(Recover(Name(name), name_of(label)))

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
            Consolidate(written, named, name_of(label), elements_of(conflict)), function
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

    def explain(self, operation: str | Change) -> Explanation:
        """What an operation chose, and why: for all that went a kernel, and a witness.

        It is read again as it was known just before the operation, under the theory of then.
        operation: its label, or its name (`op3`), or the Change it made.
        Raises: UnknownLabel; SolveTimeout, TooManyAnswers at their limits, but counts say so.
        """
        name = text_of(operation.operation if isinstance(operation, Change) else operation)
        limits = self._limits.begin()
        return explained(replay(self._ledger, self.theory, name or "", limits), limits)

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
        return self.execute(Believe(verb, written, clauses_of(said), label_of(said)))


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
