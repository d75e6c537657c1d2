"""The reasoner: a theory, a ledger, and the verbs between them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self, Unpack

from ..answer import Belief, Change, Explanation, Moment, Rectangle, Status, Stretch
from ..errors import ClockBackwards, NotAnInstant, NotAValue, StoredClock
from ..ledger import MemoryLedger, SqliteLedger
from ..ledger.entries import Deed, Ledger, NewOperation
from ..solve import Limits
from ..syntax.tree import (
    Atom,
    Believe,
    Consolidate,
    Contract,
    Literal,
    Name,
    Recover,
    Retract,
    Revise,
    Sentence,
    Touch,
)
from ..theory import resolve_operation
from ..theory.model import Theory
from ..theory.values import constant
from ..time import now, show_instant
from ..transfer import Columns, load_facts
from ..transfer.tables import PythonRow
from ..view import View
from .at import At
from .explaining import explained
from .functions import By, Function, choosing
from .history import history, movements
from .inforce import in_force, require_same_arities
from .questions import Questions, When, interval, microseconds, parsed
from .replay import replay
from .said import Said, Valid, clauses_of, elements_of, label_of, name_of, text_of
from .snapshot import Snapshot
from .timeline import fadings, rectangles, stretches
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
                tuple(map(parsed, (sentence, *others))),
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
        written = parsed(sentence)
        return self.execute(Revise(written, clauses_of(said), named, label_of(said)), function)

    def retract(
        self,
        sentence: str | Sentence,
        *,
        because: str,
        agent: str | None = None,
        label: str | None = None,
    ) -> Change:
        """Give a sentence up for good: whatever supports it, now or later, has no effect.

        That is so until the retraction is recovered. What it rests on goes as by `contract`. The
        change's note names what the retracted evidence had displaced, and how that returns.

        agent: the author. because: the reason, which may not be left out.
        Raises: NothingThere, when nothing supports the sentence and it is not entailed.
        """
        reason = text_of(because)
        if not reason:
            raise NotAValue("a retraction needs a reason", help='say why: `because="…"`')
        written = parsed(sentence)
        return self.execute(Retract(written, name_of(agent), reason, name_of(label)))

    def touch(self, sentence: str | Sentence, *, label: str | None = None) -> Change:
        """Record that the evidence for a sentence is used now: `decay … from use` counts from it.

        Raises: NothingThere, when nothing supports the sentence.
        """
        return self.execute(Touch(parsed(sentence), name_of(label)))

    def load_facts(
        self,
        table: str | Path | Iterable[PythonRow],
        columns: Columns,
        *,
        delimiter: str = ",",
        header: bool = True,
    ) -> int:
        """Record each row of a table as evidence for a fact, all or none; return how many.

        No policy acts on them (as `expand`). See transfer.load_facts and Columns.

        table: the path of a CSV or Parquet file, or rows: mappings or sequences.
        Raises: Mistakes, with the place of each bad row; UnreadableFile, MissingLibrary.
        """
        return load_facts(
            self._ledger, self.theory, table, columns,
            session=self._session, delimiter=delimiter, header=header,
        )  # fmt: skip

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
        written = None if sentence is None else parsed(sentence)
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
        goal = self._read(sentence, self._then(microseconds(known)))
        about = self._now() if valid is None else microseconds(valid)

        def status_at(recorded: int) -> Status:
            return self._taken(about, recorded).status(goal)

        return history(self._movements(goal, known, about), status_at)

    def stretches(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Stretch, ...]:
        as_known = microseconds(known)
        view = self._view(as_known, self._now() if as_known is None else as_known)
        return stretches(view, self._read(sentence, view.theory), self._limits.begin())

    def timeline(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Rectangle, ...]:
        goal = self._read(sentence, self._then(microseconds(known)))
        instants = [at for at, _ in self._movements(goal, known, None)]
        limits = self._limits.begin()
        return rectangles(instants, lambda at: self._view(at, at), goal, limits)

    def _snapshot(self, valid: When | None, known: When | None) -> Snapshot:
        return self._taken(microseconds(valid), microseconds(known))

    def _taken(self, instant: int | None, as_known: int | None) -> Snapshot:
        """At a pair of instants; what was recorded at the end of time has one after it."""
        reading = self._now()
        view = self._view(as_known, reading if as_known is None else as_known)
        return Snapshot(view, reading if instant is None else instant, self._limits.begin())

    def _view(self, known: int | None, clock: int) -> View:
        """As it was known at an instant, under the theory of then; None for now."""
        return View(self._ledger, self._then(known), known=known, clock=clock)

    def _then(self, known: int | None) -> Theory:
        """The theory of the time that is asked about; None for now."""
        return self.theory if known is None else in_force(self._ledger, known, self.theory)

    def _movements(
        self, goal: Sentence, known: When | None, valid: int | None
    ) -> Iterator[tuple[int, Deed | None]]:
        """When the status of *goal* may have changed, up to *known*; valid: at it, None: at any."""

        def fading(after: int, end: int) -> list[int]:
            return fadings(self._view(after, end), goal, valid)

        return movements(self._ledger, self.theory, goal, self._until(known), fading)

    def _until(self, known: When | None) -> int:
        """Where a history ends: at *known*, else now, or at the last that was recorded."""
        if known is not None:
            return microseconds(known) or 0
        last = self._ledger.last
        return self._now() if last is None else max(self._now(), last)

    def _now(self) -> int:
        if self._clock is not None:
            return self._clock
        return self._began if self._in_memory else now()

    def _record(self, verb: str, sentence: str | Sentence, said: Said) -> Change:
        return self.execute(Believe(verb, parsed(sentence), clauses_of(said), label_of(said)))
