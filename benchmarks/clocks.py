"""How long the two sides take, alternating, and where the time of ours goes."""

from __future__ import annotations

import cProfile
import gc
import io
import pstats
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import clingo

import reasoner

from .ours import LIMITS

LIMIT_MS = LIMITS.seconds * 1000  # of each call, on either side
ROW_S = 1.5  # no new round of a task begins after this
COUNTS_MS = 50.0  # what the other side does faster says nothing

_OUT_OF_LIMITS = ("E401", "E402")
_Work = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work, for both sides.

    against: what the other side is; "" where it has no way that ends soon, and theirs is None.
    same: whether a result of ours says the same as one of theirs, or as what is known.
    size: of a result of ours, as the table shows it.
    load_ms: reads the base, before anything else, and says how long that took.
    """

    name: str
    ours: _Work
    theirs: _Work | None
    same: Callable[[Any, Any], bool]
    against: str
    size: Callable[[Any], int] = len
    load_ms: Callable[[], float] = float
    known: Any = None


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of a task: milliseconds, one a round; () where there was none.

    agree: whether the results are the same; None where there is nothing to compare with.
    parts: shares of ours: ground, solve and read (in clingo, as far as it is waited for), rest.
    """

    name: str
    against: str
    found: int | None
    agree: bool | None
    load_ms: float
    ours_ms: tuple[float, ...]
    theirs_ms: tuple[float, ...]
    parts: dict[str, float] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """Median of ours over median of theirs; None where a side was stopped."""
        if not self.ours_ms or not self.theirs_ms:
            return None
        return statistics.median(self.ours_ms) / statistics.median(self.theirs_ms)

    @property
    def bounds(self) -> tuple[float, float]:
        """What the ratio lies between: a side that was stopped takes at least LIMIT_MS."""
        if not self.against:
            return 0.0, float("inf")
        if self.ratio is not None:
            return self.ratio, self.ratio
        if self.ours_ms:
            return 0.0, statistics.median(self.ours_ms) / LIMIT_MS
        low = LIMIT_MS / statistics.median(self.theirs_ms) if self.theirs_ms else 0.0
        return low, float("inf")

    @property
    def counts(self) -> bool:
        """Whether there is another side, and it takes long enough to be compared with."""
        if not self.against:
            return False
        return not self.theirs_ms or statistics.median(self.theirs_ms) >= COUNTS_MS


def measured(task: Task, repeat: int) -> Row:
    """One call of each side to warm up, then rounds in which the sides take turns to begin."""
    load_ms = task.load_ms()
    our_result, their_result = _ours(task), _theirs(task)
    expected = their_result if task.known is None else task.known
    times: dict[_Work, list[float]] = {}
    if our_result is not None:
        times[task.ours] = []
    if task.theirs is not None and their_result is not None:
        times[task.theirs] = []
    _rounds(times, repeat)
    return Row(
        task.name,
        task.against,
        None if our_result is None else task.size(our_result),
        None if our_result is None or expected is None else task.same(our_result, expected),
        load_ms,
        tuple(times.get(task.ours, ())),
        tuple(times[task.theirs]) if task.theirs in times else (),
        {} if our_result is None else _parts(task),
    )


def _rounds(times: dict[_Work, list[float]], repeat: int) -> None:
    begun = time.monotonic()
    sides = list(times)
    for _ in range(repeat):
        for work in sides:
            times[work].append(_milliseconds(work))
        sides.reverse()
        if time.monotonic() - begun > ROW_S:
            return


def _milliseconds(work: _Work) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def _ours(task: Task) -> Any:
    """The result; None when the limits are reached."""
    try:
        return task.ours()
    except reasoner.ReasonerError as error:
        if error.code not in _OUT_OF_LIMITS:
            raise
        return None


def _theirs(task: Task) -> Any:
    """The result; None when it is not there in time."""
    if task.theirs is None:
        return None
    try:
        with _alarm(LIMIT_MS / 1000):
            return task.theirs()
    except _OutOfTime:
        return None


class _OutOfTime(Exception):
    """The alarm went off."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -- where the time goes ---


def profile(task: Task, top: int = 15) -> str:
    """The functions of ours in which most time is spent, those they call included."""
    _ours(task)
    profiler = cProfile.Profile()
    with profiler:
        _ours(task)
    text = io.StringIO()
    pstats.Stats(profiler, stream=text).sort_stats("cumulative").print_stats(top)
    return text.getvalue()


PARTS = ("ground", "solve", "read", "rest")

_CLINGO: dict[str, tuple[tuple[type, tuple[str, ...]], ...]] = {
    "ground": ((clingo.Control, ("__init__", "add", "load", "ground")),),
    "solve": (
        (clingo.Control, ("solve",)),
        (clingo.SolveHandle, ("resume", "wait", "get", "cancel", "model", "__exit__")),
    ),
    "read": (
        (clingo.Model, ("symbols", "is_true")),
        (clingo.Symbol, ("name", "arguments", "number")),
    ),
}


def _parts(task: Task) -> dict[str, float]:
    """Shares of one more call. Watching makes short calls longer, so `read` is a little large."""
    spent = dict.fromkeys(_CLINGO, 0.0)
    with _watched(spent):
        start = time.perf_counter()
        _ours(task)
        whole = time.perf_counter() - start
    shares = {part: seconds / whole for part, seconds in spent.items()}
    return {**shares, "rest": 1 - sum(shares.values())}


@contextmanager
def _watched(spent: dict[str, float]) -> Iterator[None]:
    """Inside, clingo's methods add to *spent* the seconds that they take by themselves."""
    own = threading.local()  # .inner: seconds in watched calls that the current one made

    def watched(method: Callable[..., Any], part: str) -> Callable[..., Any]:
        @wraps(method)
        def call(*args: Any, **named: Any) -> Any:
            before, own.inner = getattr(own, "inner", 0.0), 0.0
            start = time.perf_counter()
            try:
                return method(*args, **named)
            finally:
                taken = time.perf_counter() - start
                spent[part] += taken - own.inner
                own.inner = before + taken

        return call

    places = [
        (owner, name, part)
        for part, owners in _CLINGO.items()
        for owner, names in owners
        for name in names
    ]
    methods = [(owner, name, owner.__dict__[name]) for owner, name, _ in places]
    for owner, name, part in places:
        method = owner.__dict__[name]
        is_property = isinstance(method, property)
        made = property(watched(method.fget, part)) if is_property else watched(method, part)
        setattr(owner, name, made)
    try:
        yield
    finally:
        for owner, name, method in methods:
            setattr(owner, name, method)
