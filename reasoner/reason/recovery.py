"""Recovery: where an operation's withdrawals can cease, and what stands against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..answer import Belief
from ..errors import NotRecoverable, Span
from ..ledger.entries import Cause, InstanceName, Ledger, NewOperation, Operation, Withdrawal
from ..slice import Base, Element, Slice
from ..solve import Limits, listed
from ..syntax.tree import Sentence
from ..theory.model import Theory
from ..time import Interval, coalesce, cut, subtract, union
from ..view import View, words
from .cutting import whole
from .operators import Operators, settled

RECOVERABLE = ("contract", "retract", "revise", "consolidate")


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a recovery does: where it restores, what returns, and where what is in the way."""

    operation: Operation
    over: tuple[Interval, ...]
    restored: tuple[Belief, ...]
    blocked: tuple[tuple[Interval, tuple[Belief, ...]], ...]

    def entry(self, name: str | None, session: str) -> NewOperation:
        """Its entry for the ledger."""
        return _entry(self.operation, self.over, name, session)


def recovery(
    ledger: Ledger, theory: Theory, operation: Operation, clock: int, limits: Limits
) -> Recovery:
    """Judge, instant by instant, whether *operation* can be undone (DESIGN 3.6).

    Nothing is restored at an instant where something restored would be in a conflict with what
    a later revision, still in force, added.

    Raises:
        NotRecoverable: E307, not an operation that can be, recovered already, or in the way
            everywhere.
    """
    span = _open_span(ledger, operation)
    trial = ledger.fork()
    trial.append(_entry(operation, span, None, ""))
    view = View(trial, theory, clock=clock)
    part = whole(view, limits=limits)
    withdrawals = operation.said.withdrawals
    entombed = [tombstone.sentence for tombstone in operation.said.tombstones]
    targets = {withdrawal.target for withdrawal in withdrawals}
    part = part.about(_sentences(part, targets) + entombed)
    later = {
        evidence.name
        for each in ledger.operations()
        if each.seq > operation.seq and each.said.verb == "revise"
        for evidence in each.evidence
    }
    ends = [*part.intervals(), *(withdrawal.valid for withdrawal in withdrawals)]
    pieces = [
        (piece, _judge(part, piece.start, _Returning.at(operation, piece.start), later, limits))
        for interval in span
        for piece in cut(interval, ends)
    ]
    merged = coalesce(pieces)
    over = union(piece for piece, (_, against) in merged if not against)
    if not over:
        raise _in_the_way(operation, [belief for _, (_, against) in merged for belief in against])
    restored = [belief for _, (back, against) in merged if not against for belief in back]
    blocked = tuple((piece, against) for piece, (_, against) in merged if against)
    return Recovery(operation, over, tuple(dict.fromkeys(restored)), blocked)


def _open_span(ledger: Ledger, operation: Operation) -> tuple[Interval, ...]:
    """Where the operation did something that has not been undone yet."""
    if operation.said.verb not in RECOVERABLE:
        raise _evidence_alone(operation)
    done = [withdrawal.valid for withdrawal in operation.said.withdrawals]
    done += [tombstone.valid for tombstone in operation.said.tombstones]
    done += [evidence.said.valid.possible for evidence in operation.evidence]
    undone = [each for _, over in ledger.recoveries([operation.name]) for each in over]
    span = subtract(done, undone)
    if not span:
        why = "has been recovered already" if undone else "changed nothing"
        help = "leave this `recover` out: there is nothing to undo"
        raise NotRecoverable(f"`{operation.name}` {why}", help=help)
    return span


def _entry(
    operation: Operation, over: tuple[Interval, ...], name: str | None, session: str
) -> NewOperation:
    withdrawals = tuple(
        Withdrawal(evidence.name, shared, Cause.RECOVERY)
        for evidence in operation.evidence
        for interval in over
        if (shared := evidence.said.valid.possible.intersect(interval)) is not None
    )
    return NewOperation(
        "recover",
        name=name,
        goal=operation.name,
        session=session,
        withdrawals=withdrawals,
        recovers=(operation.name, over),
    )


@dataclass(frozen=True, slots=True)
class _Returning:
    """What an operation withdrew at an instant, and what its tombstones block there."""

    targets: frozenset[str | InstanceName]
    sentences: frozenset[Sentence]

    @staticmethod
    def at(operation: Operation, valid: int) -> _Returning:
        said = operation.said
        return _Returning(
            frozenset(each.target for each in said.withdrawals if valid in each.valid),
            frozenset(each.sentence for each in said.tombstones if valid in each.valid),
        )

    def __contains__(self, element: Element) -> bool:
        if element.sentence is not None and element.sentence in self.sentences:
            return True
        return not self.targets.isdisjoint(element.targets)


def _sentences(part: Slice, targets: set[str | InstanceName]) -> list[Sentence]:
    """What the targets speak of; `true`, about everything, when that is nothing."""
    found: list[Sentence] = [
        statement.sentence
        for statement in part.statements
        if any(item.evidence.name in targets for item in statement.items)
    ]
    for instance in part.instances:
        if instance.name in targets:
            found.extend(map(part.numbers.literal, instance.literals))
    return found


def _judge(
    part: Slice,
    valid: int,
    returning: _Returning,
    later: set[str],
    limits: Limits,
) -> tuple[tuple[Belief, ...], tuple[Belief, ...]]:
    """What returns at an instant, and which later revisions would be in a conflict with it."""
    base = settled(Base.revisable(part, valid), limits)
    numbered = list(enumerate(base.elements, 1))
    back = {number for number, element in numbered if element in returning}
    added = {number for number, element in numbered if set(element.targets) & later}
    against: frozenset[int] = frozenset()
    if back and added:
        conflicts = listed(Operators(base, limits).conflicts(), limits)
        against = frozenset().union(*(c & added for c in conflicts if c & back))
    return _beliefs(base.names(back)), _beliefs(base.names(against))


def _beliefs(elements: Iterable[Element]) -> tuple[Belief, ...]:
    return tuple(map(Belief.of, elements))


def _evidence_alone(operation: Operation) -> NotRecoverable:
    if any(each.cause is Cause.SUPERSEDED for each in operation.said.withdrawals):
        return NotRecoverable(
            f"`{operation.name}` cannot be recovered: an automatic policy decided it",
            help="to have it otherwise, revise by what you hold instead",
        )
    says = None
    for evidence in operation.evidence:
        says = words(evidence.said)
    return gave_nothing_up(operation.name, operation.said.verb, says)


def gave_nothing_up(
    name: str, verb: str, says: str | None, span: Span | None = None
) -> NotRecoverable:
    """The error for the recovery of an operation that only added *says*, or nothing (None)."""
    help = "name a `contract`, `revise` or `consolidate`"
    if says is not None:
        help = f"to stop believing what it says, write `contract {says}.`"
    article = "an" if verb == "expand" else "a"
    message = f"`{name}` cannot be recovered: {article} `{verb}` gives nothing up"
    return NotRecoverable(message, help=help, span=span)


def _in_the_way(operation: Operation, against: list[Belief]) -> NotRecoverable:
    names = ", ".join(dict.fromkeys(f"`{belief.name}`" for belief in against))
    return NotRecoverable(
        f"`{operation.name}` cannot be recovered: what would return contradicts {names}, "
        "which a later revision added",
        help=f"undo the later one first: `recover {against[0].name}.`",
    )
