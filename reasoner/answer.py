"""Answers: statuses, changes and justifications, in the user's own names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .slice import Element
from .time import Interval


class Status(Enum):
    """Belnap's four values: told true, told false, both, neither (Belnap 1977)."""

    TRUE = "true"
    FALSE = "false"
    BOTH = "both"
    NEITHER = "neither"

    @staticmethod
    def told(*, true: bool, false: bool) -> Status:
        """The value of what was told true, told false, both or neither."""
        if true:
            return Status.BOTH if false else Status.TRUE
        return Status.FALSE if false else Status.NEITHER

    def __bool__(self) -> bool:
        raise TypeError("a status has four values: compare it, or ask `.is_told_true`")

    @property
    def is_told_true(self) -> bool:
        return self in (Status.TRUE, Status.BOTH)

    @property
    def is_told_false(self) -> bool:
        return self in (Status.FALSE, Status.BOTH)


@dataclass(frozen=True, slots=True, order=True)
class Belief:
    """One element of a base: a statement, an instance of a default, or a revisable rule.

    name: as `{ … }` in the language names it: `t`, `fly(tweety)`.
    text: what it says.
    """

    name: str
    text: str

    @staticmethod
    def of(element: Element) -> Belief:
        return Belief(element.name, element.text)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


@dataclass(frozen=True, slots=True)
class ChangeOver:
    """What an operation did over one interval of valid time.

    kept: of the beliefs that support the goal, or contradict it, those that stayed.
    possible: False when the background itself entails what should go.
    entailed: False when there was nothing to give up.
    still_told: the status still tells what was to go (an incoherent derivation).
    """

    valid: Interval
    dropped: tuple[Belief, ...] = ()
    kept: tuple[Belief, ...] = ()
    possible: bool = True
    entailed: bool = True
    still_told: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One operation and what it cost.

    operation: the name of its entry in the ledger.
    verb, goal: what was asked, in the language.
    selection: the policies that chose, () for full meet or where nothing was chosen.
    over: what happened in each interval of valid time, in order; adjacent ones differ. Of a
        consolidation: so for each connected part of the base in which there were conflicts.
    added: the evidence it recorded, by the names later statements may use.
    restored: what a recovery brought back; blocked: where it could not, and by what.
    note: what the user should know of the outcome, or "".
    """

    operation: str
    verb: str
    goal: str
    selection: tuple[str, ...] = ()
    over: tuple[ChangeOver, ...] = ()
    added: tuple[Belief, ...] = ()
    restored: tuple[Belief, ...] = ()
    blocked: tuple[tuple[Interval, tuple[Belief, ...]], ...] = ()
    note: str = ""

    def __str__(self) -> str:
        parts = [f"{self.operation}: {self.verb} {self.goal}".rstrip()]
        for name in ("added", "dropped", "restored"):
            if beliefs := getattr(self, name):
                parts.append(f"{name} " + "; ".join(map(str, beliefs)))
        return ", ".join(parts)

    @property
    def dropped(self) -> tuple[Belief, ...]:
        """Everything that went in some interval."""
        return tuple(dict.fromkeys(belief for part in self.over for belief in part.dropped))

    @property
    def kept(self) -> tuple[Belief, ...]:
        """Everything that has to do with the goal and stayed in every interval it stood in."""
        dropped = set(self.dropped)
        kept = dict.fromkeys(belief for part in self.over for belief in part.kept)
        return tuple(belief for belief in kept if belief not in dropped)

    @property
    def possible(self) -> bool:
        """Whether what was asked could be done in every interval."""
        return all(part.possible for part in self.over)

    @property
    def entailed(self) -> bool:
        """Whether there was something to give up in some interval."""
        return any(part.entailed for part in self.over)


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are: `number`; or, where counting stopped at a limit, more than that."""

    number: int
    is_complete: bool = True

    def __str__(self) -> str:
        return str(self.number) if self.is_complete else f"more than {self.number}"


@dataclass(frozen=True, slots=True)
class Stage:
    """One policy in its turn, and how many remainders it left."""

    policy: str
    left: Count


@dataclass(frozen=True, slots=True)
class Loss:
    """Why one belief was given up.

    reason: what the method says of it.
    kernel: a ⊆-minimal set with it that entails `goals` (a conflict, for `false`): one of those
        that were to go, or with `together` all; None where it is in no such set (drowning), or
        is a newcomer that was refused.
    witness: a largest set that achieves what was asked, and would not with the belief. Where
        remainders are met it is one of those selected, and so holds all that is kept.
    """

    belief: Belief
    reason: str
    kernel: tuple[Belief, ...] | None = None
    goals: tuple[str, ...] = ()
    witness: tuple[Belief, ...] | None = None


@dataclass(frozen=True, slots=True)
class ExplainedOver:
    """Why an operation kept and dropped what it did, over one interval of valid time.

    kept, entailed, possible: as in ChangeOver.
    losses: one for each belief that went, in ledger order.
    remainders: how many there were to choose among; None where a newcomer was refused before.
    stages: the policies that compared remainders, each in its turn.
    values: what a method compared instead, the least valued 0; () where all were alike.
    cut: the value at and below which a method with a cut keeps only what the rest implies.
    refused_by: where the newcomer lost: a ⊆-minimal set that refuses it.
    """

    valid: Interval
    kept: tuple[Belief, ...] = ()
    losses: tuple[Loss, ...] = ()
    entailed: bool = True
    possible: bool = True
    remainders: Count | None = None
    stages: tuple[Stage, ...] = ()
    values: tuple[tuple[Belief, int], ...] = ()
    cut: int | None = None
    refused_by: tuple[Belief, ...] = ()

    @property
    def dropped(self) -> tuple[Belief, ...]:
        return tuple(loss.belief for loss in self.losses)

    @property
    def decided_by(self) -> str | None:
        """The last policy that left fewer remainders than it found; None when none did."""
        decided, before = None, self.remainders
        for stage in self.stages:
            if stage.left != before:
                decided, before = stage.policy, stage.left
        return decided

    @property
    def met(self) -> Count | None:
        """How many remainders tied in the end, and were met; None where a method chose."""
        return self.stages[-1].left if self.stages else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an operation chose, and why.

    operation, verb: its entry in the ledger. goals: what it was about, in the language.
    selection: as in Change. together: not all of the goals were to go.
    over: for each interval, and each connected part of the base, as in Change; () for an
        operation that chooses nothing.
    """

    operation: str
    verb: str
    goals: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    together: bool = False
    over: tuple[ExplainedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One claim of an explanation, over one interval of valid time, and whether it holds."""

    valid: Interval
    claim: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """An explanation, checked by another engine; it is true when every check holds.

    engine: "python-sat" or "truth table".
    """

    operation: str
    engine: str
    checks: tuple[Check, ...]

    def __bool__(self) -> bool:
        return not self.failed

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.holds)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: what is concluded, by which rule, from which conclusions."""

    conclusion: str
    because: str
    premises: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A ⊆-minimal set of premises that tells a sentence, and the steps from them to it."""

    premises: tuple[Belief, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Silence:
    """One item of evidence that does not count now, and why."""

    evidence: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why a sentence has its status: proofs for it and against it, smallest first.

    silent: the evidence about it that does not count, with the reason for each.
    """

    sentence: str
    status: Status
    support: tuple[Proof, ...] = ()
    attack: tuple[Proof, ...] = ()
    silent: tuple[Silence, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A step in a statement's history: the operation after which its status was another.

    operation, verb: None and "decay" where no operation moved it, but the age of its evidence.
    """

    operation: str | None
    verb: str
    recorded: int  # transaction time, microseconds since 1970-01-01 UTC
    status: Status


@dataclass(frozen=True, slots=True)
class Stretch:
    """The instants of valid time over which a statement has one status, as known at one instant."""

    valid: Interval
    status: Status


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Where on the two axes of time a statement has one status.

    known: transaction time, half-open; the last ends where the question was asked, so it is open.
    """

    known: Interval
    valid: Interval
    status: Status
