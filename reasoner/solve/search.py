"""Rule files and atoms -> sorted answer sets, bounded in time and number."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from enum import Enum
from functools import cached_property
from typing import Any, TypeVar

import clingo

from ..errors import SolveTimeout, TooManyAnswers
from ..files import rule_text
from .grounding import TICK_S, ground_part, new_control
from .limits import Limits
from .plan import phase

AnswerSet = Mapping[str, frozenset[int]]
"""Output predicate -> its numbers; every output predicate of a rule file has one argument."""

Assumption = tuple[str, int, bool]
"""An atom by predicate and number, and whether it is to be true."""

Found = TypeVar("Found")

_SMALL = 16_000  # characters of atoms that are grounded in a moment


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
        self._is_small = len(atoms) <= _SMALL
        self._name = f"solve {programs[0]}"
        with phase(f"ground {programs[0]}") as counts:
            self._control, self._messages = new_control([*find.value, *values])
            self._control.add("base", [], atoms)
            self._control.add("base", [], rule_text(*programs))
            self._ground("base", (), limits)
            counts["atoms"] += len(self._control.symbolic_atoms)
        self._shown = {
            atom.symbol: (name, atom.symbol.arguments[0].number)
            for name in read
            for atom in self._control.symbolic_atoms.by_signature(name, 1)
        }
        self._read = tuple(read)
        self._literals: dict[str, dict[int, int]] = {}

    def answers(
        self, assuming: Iterable[Assumption] = (), *, limits: Limits
    ) -> Generator[AnswerSet]:
        """One by one, in the solver's order; to stop iterating is to cancel the search.

        Raises: SolveTimeout, when the time that is spent here is over.
        """
        literals = [self._literal(*each) for each in assuming]
        with self._control.solve(literals, yield_=True, async_=True) as handle:
            last: AnswerSet | None = None
            while (model := self._next(handle, limits)) is not None:
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
        body = [self._literal(*each) for each in literals]
        with self._control.backend() as backend:
            backend.add_rule([], body)

    def extend(self, part: str, number: int, *, limits: Limits) -> None:
        """Ground a `#program part(n)`, and switch on the external atom of the same name."""
        self._ground(part, (number,), limits)
        self._control.assign_external(clingo.Function(part, [clingo.Number(number)]), True)

    def release(self, part: str, number: int) -> None:
        """Switch the external atom off for good."""
        self._control.release_external(clingo.Function(part, [clingo.Number(number)]))

    def _next(self, handle: clingo.SolveHandle, limits: Limits) -> clingo.Model | None:
        with phase(self._name) as counts:
            model = _next(handle, limits)
            counts["answers"] += model is not None
        return model

    def _ground(self, part: str, numbers: Sequence[int], limits: Limits) -> None:
        ground_part(
            self._control, part, numbers, None, self._messages, limits, at_once=self._is_small
        )

    @cached_property
    def _never(self) -> int:
        """An atom that no rule derives."""
        with self._control.backend() as backend:
            atom: int = backend.add_atom()
        return atom

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


def _next(handle: Any, limits: Limits) -> clingo.Model | None:
    handle.resume()
    while True:
        left = limits.left()
        if left <= 0:
            handle.cancel()
            limits.check("solving")
        if handle.wait(min(TICK_S, left)):
            model: clingo.Model | None = handle.model()
            return model


def _order(answer: AnswerSet) -> list[tuple[str, list[int]]]:
    return [(name, sorted(numbers)) for name, numbers in sorted(answer.items())]
