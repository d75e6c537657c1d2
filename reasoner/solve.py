"""One rule program + atoms -> sorted answer sets, bounded in time and number."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from types import SimpleNamespace, UnionType
from typing import Any, TypeVar

import clingo

from .errors import GroundingFailed, NotAValue, OutOfRange, SolveTimeout, TooManyAnswers
from .files import rule_file

AnswerSet = Mapping[str, frozenset[int]]
"""Output predicate -> its numbers; every output predicate of a rule file has one argument."""

Assumption = tuple[str, int, bool]
"""An atom by predicate and number, and whether it is to be true."""

Rows = Mapping[str, tuple[tuple[int, ...], ...]]
"""Predicate -> its ground atoms' arguments, sorted."""

Found = TypeVar("Found")

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
        return Limits(self.seconds, self.answers, time.monotonic() + self.seconds)

    def begun(self) -> Limits:
        """These limits, running: since they began, or else from now on."""
        return self if self.deadline is not None else self.begin()

    def left(self) -> float:
        """Seconds left; all of them before the verb began."""
        return self.seconds if self.deadline is None else self.deadline - time.monotonic()

    def after_a_pause(self, began: float) -> Limits:
        """These limits, without what went by since *began* (time.monotonic)."""
        if self.deadline is None:
            return self
        return replace(self, deadline=self.deadline + time.monotonic() - began)


def _is_number(value: object, kind: type | UnionType) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


class Find(Enum):
    """Which answer sets are wanted."""

    FIRST = ("--models=1",)
    SUBSETS = ("--models=0", "--heuristic=Domain", "--enum-mode=domRec")
    EVERY = ("--models=0", "--project=show")
    BEST = ("--models=0", "--opt-mode=optN", "--opt-strategy=usc,stratify", "--project=show")
    UNION = (
        "--models=0", "--opt-mode=optN", "--opt-strategy=usc,stratify", "--enum-mode=brave",
    )  # fmt: skip
    COMMON = ("--models=0", "--enum-mode=cautious")


def answer_sets(
    programs: Sequence[str],
    atoms: str,
    *,
    find: Find,
    read: Sequence[str] = ("dropped",),
    constants: Mapping[str, int] | None = None,
    limits: Limits | None = None,
) -> tuple[AnswerSet, ...]:
    """The answer sets of rule files together with atoms, sorted.

    Args:
        programs: names under rules/, such as `remainders.lp` or `policy/recency.lp`.
        atoms: a text of facts (facts.text).
        find: FIRST, one if there is any; EVERY, all, projected to what is shown; SUBSETS, all
            that are maximal (or minimal) as the program's #heuristic says; BEST, all optimal ones,
            projected to what is shown; UNION, one that holds all that some optimal one holds;
            COMMON, one that holds what all answer sets share.
        read: the output predicates that the answer sets tell of.
        constants: values of `#const` definitions.
    Raises:
        SolveTimeout: out of time; `.found` holds what was found.
        TooManyAnswers: more answer sets than allowed; `.found` holds those.
    """
    limits = (limits or Limits()).begun()
    search = Search(programs, atoms, find=find, read=read, constants=constants, limits=limits)
    return tuple(sorted(listed(search.answers(limits=limits), limits), key=_order))


def listed(each: Iterable[Found], limits: Limits) -> tuple[Found, ...]:
    """All that a search finds, in its order.

    Raises: TooManyAnswers, SolveTimeout; `.found` holds what was found by then.
    """
    found: list[Found] = []
    try:
        for one in each:
            found.append(one)
            if len(found) > limits.answers:
                raise TooManyAnswers(limits.answers, tuple(found))
    except SolveTimeout as error:
        error.found = tuple(found)
        raise
    return tuple(found)


class Search:
    """Rule files and atoms, grounded once and solved as often as asked, under assumptions."""

    def __init__(
        self,
        programs: Sequence[str],
        atoms: str,
        *,
        find: Find,
        read: Sequence[str] = ("dropped",),
        constants: Mapping[str, int] | None = None,
        limits: Limits,
    ) -> None:
        """Ground. The arguments are those of answer_sets.

        Raises: SolveTimeout.
        """
        values = (f"-c{name}={value}" for name, value in (constants or {}).items())
        self._find = find
        self._control, self._messages = _control([*find.value, *values])
        self._control.add("base", [], atoms)
        for program in programs:
            self._control.load(str(rule_file(program)))
        _ground(self._control, "base", (), None, self._messages, limits)
        self._shown = {
            atom.symbol: (name, atom.symbol.arguments[0].number)
            for name in read
            for atom in self._control.symbolic_atoms.by_signature(name, 1)
        }
        self._read = tuple(read)
        self._literals: dict[str, dict[int, int]] = {}
        with self._control.backend() as backend:
            self._never: int = backend.add_atom()  # no rule derives it

    def answers(
        self, assuming: Iterable[Assumption] = (), *, limits: Limits
    ) -> Generator[AnswerSet]:
        """One by one, in the solver's order; to stop iterating is to cancel the search.

        Raises: SolveTimeout, when the time that is spent here is over.
        """
        literals = [self._literal(*each) for each in assuming]
        with self._control.solve(literals, yield_=True, async_=True) as handle:
            last: AnswerSet | None = None
            while (model := _next(handle, limits)) is not None:
                optimal = model.optimality_proven or not model.cost
                if self._find in (Find.BEST, Find.UNION) and not optimal:
                    continue
                if self._find in (Find.UNION, Find.COMMON):  # each is nearer than the one before
                    last = self._answer(model)
                    continue
                answer = self._answer(model)
                if self._find is Find.SUBSETS:
                    if answer == last:
                        return  # nothing was open: the solver would go on with the same
                    last = answer
                began = time.monotonic()
                yield answer
                limits = limits.after_a_pause(began)
            if self._find in (Find.UNION, Find.COMMON) and last is not None:
                yield last

    def first(self, assuming: Iterable[Assumption] = (), *, limits: Limits) -> AnswerSet | None:
        """The first answer set, if there is any."""
        with closing(self.answers(assuming, limits=limits)) as answers:
            return next(answers, None)

    def forbid(self, *literals: Assumption) -> None:
        """From now on, no answer set in which all of these hold."""
        with self._control.backend() as backend:
            backend.add_rule([], [self._literal(*each) for each in literals])

    def extend(self, part: str, number: int, *, limits: Limits) -> None:
        """Ground a `#program part(n)`, and switch on the external atom of the same name."""
        _ground(self._control, part, (number,), None, self._messages, limits)
        self._control.assign_external(clingo.Function(part, [clingo.Number(number)]), True)

    def release(self, part: str, number: int) -> None:
        """Switch the external atom off for good."""
        self._control.release_external(clingo.Function(part, [clingo.Number(number)]))

    def _literal(self, name: str, number: int, holds: bool) -> int:
        """The solver's literal for an atom, or for its negation."""
        if name not in self._literals:
            atoms = self._control.symbolic_atoms.by_signature(name, 1)
            self._literals[name] = {a.symbol.arguments[0].number: a.literal for a in atoms}
        literal = self._literals[name].get(number, self._never)
        return literal if holds else -literal

    def _answer(self, model: clingo.Model) -> AnswerSet:
        found: dict[str, list[int]] = {name: [] for name in self._read}
        for symbol in model.symbols(shown=True):
            if symbol in self._shown:
                name, number = self._shown[symbol]
                found[name].append(number)
        return {name: frozenset(numbers) for name, numbers in found.items()}


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
    _ground(control, "base", (), _context(functions), messages, limits.begun())
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


def _ground(
    control: clingo.Control,
    part: str,
    numbers: Sequence[int],
    context: object,
    messages: list[str],
    limits: Limits,
) -> None:
    """Ground in a thread, since grounding itself hears neither Ctrl-C nor a clock."""
    failures: list[BaseException] = []

    def work() -> None:
        try:
            control.ground([(part, [clingo.Number(n) for n in numbers])], context=context)
        except BaseException as failure:
            failures.append(failure)

    _wait(work, limits)
    if failures:
        raise GroundingFailed(f"grounding stopped: {failures[0]}") from failures[0]
    if messages:
        raise GroundingFailed(f"grounding complained: {messages[0].strip()}")


def _wait(work: Callable[[], None], limits: Limits) -> None:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        left = limits.left()
        if left <= 0:
            raise SolveTimeout("grounding took too long", help=MORE_TIME)
        thread.join(min(_TICK_S, left))


def _next(handle: Any, limits: Limits) -> clingo.Model | None:
    handle.resume()
    while True:
        left = limits.left()
        if left <= 0:
            handle.cancel()
            raise SolveTimeout("solving took too long", help=MORE_TIME)
        if handle.wait(min(_TICK_S, left)):
            model: clingo.Model | None = handle.model()
            return model


def _order(answer: AnswerSet) -> list[tuple[str, list[int]]]:
    return [(name, sorted(numbers)) for name, numbers in sorted(answer.items())]


MORE_TIME = "allow more with `limits=Limits(seconds=…)`, or `--seconds` on the command line"
