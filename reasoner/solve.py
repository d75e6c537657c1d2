"""One rule program + atoms -> sorted answer sets, bounded in time and number."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import SimpleNamespace, UnionType
from typing import Any

import clingo

from . import facts
from .errors import GroundingFailed, NotAValue, OutOfRange, SolveTimeout, TooManyAnswers
from .files import rule_file

AnswerSet = Mapping[str, frozenset[int]]
"""Output predicate -> its numbers; every output predicate of a rule file has one argument."""

Rows = Mapping[str, tuple[tuple[int, ...], ...]]
"""Predicate -> its ground atoms' arguments, sorted."""

_LONGEST_S = 10**9  # some thirty years
_TICK_S = 0.05  # how often a running solver lets Ctrl-C through


@dataclass(frozen=True, slots=True)
class Limits:
    """What one verb or question may cost.

    seconds: of wall clock. answers: the most answer sets that one step may find.
    deadline: when the seconds are over (time.monotonic); None before the verb began.
    """

    seconds: float = 10.0
    answers: int = 100_000
    deadline: float | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Raises: NotAValue, E216; OutOfRange, E215, for what limits nothing or allows nothing."""
        if not _is_number(self.seconds, int | float) or self.seconds != self.seconds:
            raise NotAValue("`seconds` is no number", help="give seconds, such as 10 or 0.5")
        if not _is_number(self.answers, int):
            raise NotAValue("`answers` is no whole number", help="give a number from 1")
        if not 0 <= self.seconds <= _LONGEST_S:
            help = f"give a number from 0 to {_LONGEST_S}"
            raise OutOfRange("the number of seconds is out of range", help=help)
        if self.answers < 1:
            raise OutOfRange("the number of answers is out of range", help="give a number from 1")

    def begin(self) -> Limits:
        """These limits, running from now on."""
        return replace(self, deadline=time.monotonic() + self.seconds)

    def left(self) -> float:
        """Seconds left; all of them before the verb began."""
        return self.seconds if self.deadline is None else self.deadline - time.monotonic()


def _is_number(value: object, kind: type | UnionType) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


class Find(Enum):
    """Which answer sets are wanted."""

    FIRST = ("--models=1",)
    SUBSET = ("--models=1", "--heuristic=Domain", "--enum-mode=domRec")
    SUBSETS = ("--models=0", "--heuristic=Domain", "--enum-mode=domRec")
    BEST = ("--models=0", "--opt-mode=optN", "--project=show")
    COMMON = ("--models=0", "--opt-mode=optN", "--enum-mode=cautious")


def answer_sets(
    programs: Sequence[str],
    atoms: Iterable[facts.Fact],
    *,
    find: Find,
    constants: Mapping[str, int] | None = None,
    limits: Limits | None = None,
) -> tuple[AnswerSet, ...]:
    """The answer sets of rule files together with atoms.

    Args:
        programs: names under rules/, such as `remainders.lp` or `policy/recency.lp`.
        find: FIRST, one if there is any; SUBSETS, all that are maximal (or minimal) as the
            program's #heuristic says; SUBSET, one of these; BEST, all optimal ones, projected
            to what is shown; COMMON, one that holds what all optimal ones share.
        constants: values of `#const` definitions.
    Raises:
        SolveTimeout: out of time.
        TooManyAnswers: more answer sets than allowed; `.found` holds those.
    """
    limits = limits or Limits()
    deadline = time.monotonic() + limits.left()
    arguments = [*find.value, *(f"-c{name}={value}" for name, value in (constants or {}).items())]
    control, messages = _control(arguments)
    control.add("base", [], facts.text(atoms))
    for program in programs:
        control.load(str(rule_file(program)))
    _ground(control, None, messages, deadline)
    return _solve(control, find, limits, deadline)


def ground(
    program: str,
    atoms: str,
    wanted: Iterable[tuple[str, int]],
    functions: Mapping[str, Callable[..., int]],
    *,
    limits: Limits | None = None,
) -> Rows:
    """The ground atoms of a program without choices, by predicate.

    Args:
        program, atoms: texts made of numbers and our own names only.
        wanted: the predicates to read, by name and number of arguments.
        functions: what the program's external functions compute, from numbers to a number.
    Raises:
        SolveTimeout: out of time.
    """
    limits = limits or Limits()
    control, messages = _control([])
    control.add("base", [], atoms)
    control.add("base", [], program)
    _ground(control, _context(functions), messages, time.monotonic() + limits.left())
    found = control.symbolic_atoms
    return {
        name: tuple(
            sorted(
                tuple(argument.number for argument in atom.symbol.arguments)
                for atom in found.by_signature(name, arity)
            )
        )
        for name, arity in wanted
    }


def _context(functions: Mapping[str, Callable[..., int]]) -> object:
    def external(function: Callable[..., int]) -> Callable[..., clingo.Symbol]:
        return lambda *symbols: clingo.Number(function(*(s.number for s in symbols)))

    return SimpleNamespace(**{name: external(function) for name, function in functions.items()})


def _control(arguments: list[str]) -> tuple[clingo.Control, list[str]]:
    messages: list[str] = []
    control = clingo.Control(arguments, logger=lambda _, text: messages.append(text))
    return control, messages


def _ground(control: clingo.Control, context: object, messages: list[str], deadline: float) -> None:
    """Ground in a thread, since grounding itself hears neither Ctrl-C nor a clock."""
    failures: list[BaseException] = []

    def work() -> None:
        try:
            control.ground([("base", [])], context=context)
        except BaseException as failure:
            failures.append(failure)

    _wait(work, deadline)
    if failures:
        raise GroundingFailed(f"grounding stopped: {failures[0]}") from failures[0]
    if messages:
        raise GroundingFailed(f"grounding complained: {messages[0].strip()}")


def _wait(work: Callable[[], None], deadline: float) -> None:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        left = deadline - time.monotonic()
        if left <= 0:
            raise SolveTimeout("grounding took too long", help=MORE_TIME)
        thread.join(min(_TICK_S, left))


def _solve(
    control: clingo.Control, find: Find, limits: Limits, deadline: float
) -> tuple[AnswerSet, ...]:
    found: list[AnswerSet] = []
    with control.solve(yield_=True, async_=True) as handle:
        while (model := _next(handle, deadline, found)) is not None:
            if find is Find.COMMON:
                if model.optimality_proven or not model.cost:
                    found = [_read(model)]
            elif find is not Find.BEST or model.optimality_proven or not model.cost:
                found.append(_read(model))
            if len(found) > limits.answers:
                handle.cancel()
                raise TooManyAnswers(limits.answers, tuple(found))
    return tuple(sorted(found, key=_order))


def _next(handle: Any, deadline: float, found: list[AnswerSet]) -> clingo.Model | None:
    handle.resume()
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            handle.cancel()
            raise SolveTimeout("solving took too long", help=MORE_TIME, found=tuple(found))
        if handle.wait(min(_TICK_S, left)):
            model: clingo.Model | None = handle.model()
            return model


def _read(model: clingo.Model) -> AnswerSet:
    answer: dict[str, set[int]] = {}
    for symbol in model.symbols(shown=True):
        answer.setdefault(symbol.name, set()).add(symbol.arguments[0].number)
    return {name: frozenset(numbers) for name, numbers in sorted(answer.items())}


def _order(answer: AnswerSet) -> list[tuple[str, list[int]]]:
    return [(name, sorted(numbers)) for name, numbers in sorted(answer.items())]


MORE_TIME = "allow more with `limits=Limits(seconds=…)`, or `--seconds` on the command line"
