"""A verb on a target whose answer is known, and the bases it is drawn from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any, ClassVar

from reasoner import Change, Columns, Literal, Reasoner, Why
from reasoner.answer import Belief
from reasoner.syntax import show
from reasoner.syntax.tree import Atom
from reasoner.theory.values import constant

from .dated import bits

Row = tuple[object, ...]
Table = tuple[Columns, Iterator[Row]]

TOLD, DERIVED = "status, told", "status, derived"
WHY, ENTAILS, KERNELS = "why", "entails", "kernels"
BELIEVE, ARRIVE = "believe", "believe, conflict"
CONTRACT, REVISE, OPPOSE = "contract", "revise", "revise, conflict"
METHODS = {
    TOLD: "status",
    DERIVED: "status",
    WHY: "why",
    ENTAILS: "entails",
    KERNELS: "kernels",
    BELIEVE: "believe",
    ARRIVE: "believe",
    CONTRACT: "contract",
    REVISE: "revise",
    OPPOSE: "revise",
}
"""The verbs that are measured, and what they are called by."""


@dataclass(frozen=True)
class Task:
    """One verb on one target.

    expected: the answer, as `plain` puts it. given: what is said beside the goal.
    when: an instant that it is about, where none is given (None: any).
    """

    verb: str
    goal: Literal
    expected: object
    given: dict[str, Any] = field(default_factory=dict)
    when: date | None = None

    def do(self, kb: Reasoner) -> object:
        """What is timed: the call, and all that it finds."""
        answer = getattr(kb, METHODS[self.verb])(self.goal, **self.given)
        return list(answer) if isinstance(answer, Iterator) else answer

    @property
    def instant(self) -> date | None:
        """One at which the goal is, or is to be, entailed or not; None for now."""
        valid = self.given.get("valid", self.when)
        return valid[0] if isinstance(valid, tuple) else valid

    def is_right(self, answer: object) -> bool:
        """Whether it is what is known of the base."""
        return plain(answer) == self.expected


def plain(answer: object) -> object:
    """Statuses and truth values as they are; sets of sets of beliefs; of a change what goes."""
    match answer:
        case Why():
            return _texts(proof.premises for proof in answer.support)
        case Change():
            return frozenset(belief.text for belief in answer.dropped)
        case list():
            return _texts(answer)
    return answer


def _texts(sets: Iterable[Iterable[Belief]]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(belief.text for belief in each) for each in sets)


def literal(relation: str, *values: object, positive: bool = True) -> Literal:
    """As a program makes it, from values."""
    return Literal(Atom(relation, tuple(map(constant, values))), positive)


def texts(*literals: Literal) -> frozenset[str]:
    """What beliefs in them say."""
    return frozenset(map(show, literals))


class Shape(ABC):
    """A base of some *count* beliefs: as many whole islands as that makes.

    Nothing of it is held: each fact is drawn from its number.

    says: what it is, in a line. island: beliefs that it repeats.
    """

    name: ClassVar[str]
    says: ClassVar[str]
    text: ClassVar[str]
    island: ClassVar[int]

    def __init__(self, count: int, seed: int = 0) -> None:
        self.islands = max(1, count // self.island)
        self.seed = seed

    @abstractmethod
    def tables(self) -> Iterator[Table]:
        """What it holds, to be loaded."""

    @abstractmethod
    def tasks(self, draw: Random) -> Iterator[Task]:
        """Every verb once, on one target that is drawn."""

    @abstractmethod
    def fresh(self, number: int) -> Literal:
        """A fact that has nothing to do with any other."""

    def task(self, verb: str, turn: int) -> Task:
        """That of a verb in a round, on a target of its own."""
        draw = Random(f"{self.seed} {self.name} {verb} {turn}")
        return next(task for task in self.tasks(draw) if task.verb == verb)

    def weight(self, number: int) -> Decimal:
        """Of a fact, by its number: from 0.5 up, in steps of 0.0001, so that few are equal."""
        return Decimal(5_000 + bits(number, self.seed + 1) % 5_000) / 10_000
