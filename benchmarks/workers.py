"""A process with one stored base open, which carries out verbs and says how long each took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import reasoner
from reasoner import Change, Limits, Literal, Reasoner, ReasonerError
from reasoner.reason.contraction import contract
from reasoner.reason.cutting import whole
from reasoner.reason.operators import Operators, settled
from reasoner.reason.policy import selection
from reasoner.reason.questions import microseconds
from reasoner.reason.snapshot import status
from reasoner.slice import Base
from reasoner.syntax import show
from reasoner.time import now
from reasoner.view import View

from .shapes import SHAPES
from .tasks import CONTRACT, DERIVED, METHODS, Shape, Task

APPEND = "append, durable"
WHOLE = "whole base: "
ON_WHOLE = (WHOLE + DERIVED, WHOLE + CONTRACT)
WRONG, ENDED = "WRONG", "ended"
_GRACE_S = 1.0  # between a limit that the reasoner is to keep and the end of its process


@dataclass(frozen=True)
class Took:
    """How long one call took; trouble: "" or what came instead of the right answer."""

    seconds: float = 0.0
    trouble: str = ""


@dataclass(frozen=True)
class Stage:
    """A stored base of a shape, and how long a call may take on it, in seconds."""

    shape: str
    count: int
    seed: int
    path: Path
    limit: float

    @property
    def too_slow(self) -> Took:
        return Took(self.limit, f"> {self.limit:g} s")

    def made(self) -> Shape:
        """Its shape."""
        return SHAPES[self.shape](self.count, self.seed)


# -- on this side ---


class Worker:
    """The process at this end: begun when it is needed, ended when it hangs."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._process: Process | None = None
        self._most = 0

    def do(self, verb: str, turn: int) -> Took:
        """One call, on the target of that round.

        After one that was too slow the process ends: what it left behind may go on in it.
        """
        if self._process is None:
            self._process = Process(self.stage)
        took = self._process.ask((verb, turn), self.stage.limit + _GRACE_S)
        if took is None or took.seconds > self.stage.limit or took.trouble:
            self.close()
        if took is None or took.seconds > self.stage.limit:
            return self.stage.too_slow
        return took

    def memory(self) -> int:
        """The most memory that a process of it has had so far, in bytes (Linux)."""
        if self._process is not None:
            self._most = max(self._most, self._process.memory())
        return self._most

    def close(self) -> None:
        """End the process, if there is one."""
        self.memory()
        if self._process is not None:
            self._process.end()
        self._process = None


class Process:
    """The process itself, with the base open."""

    def __init__(self, stage: Stage) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(stage, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._connection.recv()  # it is ready
        except EOFError:
            raise RuntimeError(f"{stage.path.name} could not be opened: see above") from None

    def ask(self, order: tuple[str, int], patience: float) -> Took | None:
        """None, where nothing comes back in time."""
        self._connection.send(order)
        if not self._connection.poll(patience):
            return None
        try:
            took: Took = self._connection.recv()
        except EOFError:
            return Took(trouble=ENDED)
        return took

    def memory(self) -> int:
        """The most memory that it has had; 0 when it ended by itself."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii").splitlines()
        kilobytes = (int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
        return next(kilobytes, 0) * 1024

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.join()
        self._connection.close()


# -- on the other side ---


def _serve(stage: Stage, connection: Connection) -> None:
    shape = stage.made()
    with reasoner.loads(shape.text, ledger=stage.path) as opened:
        kb = Reasoner(opened.theory, opened.ledger, limits=Limits(stage.limit))
        connection.send(True)
        while True:
            verb, turn = connection.recv()
            connection.send(once(kb, shape, verb, turn, Limits(stage.limit)))


def once(kb: Reasoner, shape: Shape, verb: str, turn: int, limits: Limits) -> Took:
    """One verb on the target of that round; what changes is done in a sandbox.

    limits: of what solves the whole base, which is no verb of *kb*.
    """
    with _set_up(kb, shape, verb, turn, limits) as (call, is_right):
        start = time.perf_counter()
        try:
            answer = call()
        except ReasonerError as error:
            return Took(time.perf_counter() - start, f"{error.code}: {error.message}")
        seconds = time.perf_counter() - start
        return Took(seconds, "" if is_right(answer) else WRONG)


Call = tuple[Callable[[], object], Callable[[object], bool]]


@contextmanager
def _set_up(kb: Reasoner, shape: Shape, verb: str, turn: int, limits: Limits) -> Iterator[Call]:
    if verb == APPEND:
        fact = shape.fresh(kb.ledger.head)
        yield partial(kb.expand, fact), partial(_has_added, fact)
        return
    task = shape.task(verb.removeprefix(WHOLE), turn)
    if verb.startswith(WHOLE):
        yield partial(on_whole_base, kb, task, limits.begin()), task.is_right
    elif METHODS[verb] in ("believe", "revise", "contract"):
        with kb.suppose() as world:
            yield partial(task.do, world), task.is_right
    else:
        yield partial(task.do, kb), task.is_right


def _has_added(fact: Literal, change: object) -> bool:
    return isinstance(change, Change) and [each.text for each in change.added] == [show(fact)]


def on_whole_base(kb: Reasoner, task: Task, limits: Limits) -> object:
    """A status, or what a contraction drops, by our own rule programs with nothing cut away.

    At one instant: a contraction solves it anew for each stretch of time.
    """
    view = View(kb.ledger, kb.theory, clock=now())
    valid = microseconds(task.instant)
    part = whole(view, [task.goal], limits=limits)
    instant = view.clock if valid is None else valid
    if task.verb == DERIVED:
        return status(Base.at(part, instant), task.goal, limits)
    operators = Operators(settled(Base.revisable(part, instant), limits), limits)
    choice = selection(kb.theory, (task.goal,), None)
    outcome = contract(operators, [task.goal], choice)
    return frozenset(element.text for element in outcome.dropped)
