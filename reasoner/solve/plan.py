"""What a verb or question costs, phase by phase: look-ups, atoms, milliseconds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Phase:
    """What all steps of one kind cost together.

    times: how often it was carried out. seconds: of wall clock. counts: what it handled, by name.
    """

    name: str
    times: int
    seconds: float
    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        often = f" x {self.times}" if self.times > 1 else ""
        counts = "".join(f", {count:,} {what}" for what, count in self.counts)
        return f"{self.name}{often}: {self.seconds * 1000:.2f} ms{counts}"


@dataclass
class Plan:
    """The phases of what was carried out while it was open, in the order of their first step."""

    _seconds: dict[str, list[float]] = field(default_factory=dict)
    _counts: dict[str, Counter[str]] = field(default_factory=dict)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """What was met so far."""
        return tuple(
            Phase(name, len(seconds), sum(seconds), tuple(self._counts[name].items()))
            for name, seconds in self._seconds.items()
        )

    def add(self, name: str, seconds: float, counts: Counter[str]) -> None:
        """Take in one step."""
        self._seconds.setdefault(name, []).append(seconds)
        self._counts.setdefault(name, Counter()).update(counts)


_OPEN: ContextVar[Plan | None] = ContextVar("plan", default=None)


@contextmanager
def planned() -> Iterator[Plan]:
    """Note what verbs and questions cost, until the end of the block; of blocks, the innermost."""
    plan = Plan()
    token = _OPEN.set(plan)
    try:
        yield plan
    finally:
        _OPEN.reset(token)


def planning(each: Iterable[Found]) -> Iterator[tuple[Found, Plan]]:
    """Each of what is found one by one, with what it cost to find it."""
    waiting = iter(each)
    while True:
        with planned() as plan:
            try:
                found = next(waiting)
            except StopIteration:
                return
        yield found, plan


@contextmanager
def phase(name: str) -> Iterator[Counter[str]]:
    """One step of what is carried out; what it handles is to be counted in the counter."""
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    try:
        yield counts
    finally:
        plan = _OPEN.get()
        if plan is not None:
            plan.add(name, time.perf_counter() - began, counts)
