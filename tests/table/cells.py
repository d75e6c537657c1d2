"""The search: every law on every base, goal and function of a class, cell by cell."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from . import laws
from .bases import TWO, Base, Part, Proposition, complexity, in_order, negation, or_closed, spell
from .expected import Cell
from .families import Asked
from .logic import entailing, worlds
from .operators import CONTRACTIONS, REVISIONS, WAYS, How, Operator, Outcome, Request

Inputs = tuple[Proposition, ...]
Changes = tuple[tuple[Base, Proposition], ...]  # a base, and what it is contracted or revised by
Goals = Sequence[Proposition]
PAIRS = 40

# -- laws, with what they compare ------------------------------------------------------------------


@dataclass(frozen=True)
class Law:
    """A law, and the inputs and changes that it speaks of.

    holds: gets the base, the inputs, and the results of the changes.
    """

    holds: Callable[..., laws.Verdict]
    inputs: Callable[[Base, Goals], Iterable[Inputs]]
    changes: Callable[[Base, Inputs], Changes] = lambda base, inputs: tuple(
        (base, each) for each in inputs
    )


def _one(base: Base, goals: Goals) -> Iterator[Inputs]:
    return ((goal,) for goal in goals)


def _pairs(base: Base, goals: Goals) -> Iterable[Inputs]:
    """All pairs, but of a base of five or more that is not closed under or PAIRS random ones."""
    found = [(one, other) for one in goals for other in goals if _is_goal(base, one & other)]
    if len(base) <= 4 or or_closed(base) or len(found) <= PAIRS:
        return found
    return random.Random(repr(sorted(base))).sample(found, PAIRS)


def _alike(base: Base, goals: Goals) -> Iterator[Inputs]:
    """Different goals that the same parts of the base entail."""
    return _same(goals, lambda goal: entailing(base, goal))


def _as_alike(base: Base, said: Goals) -> Iterator[Inputs]:
    """Different newcomers that the same parts of the base refute."""
    return _same(said, lambda each: entailing(base, negation(each)))


def _same(goals: Goals, by: Callable[[Proposition], object]) -> Iterator[Inputs]:
    keys = [by(goal) for goal in goals]
    for place, key in enumerate(keys):
        for other in range(place):
            if key == keys[other]:
                yield goals[other], goals[place]


def _within(base: Base, said: Goals) -> Iterator[Inputs]:
    """φ and φ ∧ ψ, where both may be true."""
    return (
        (one, both) for one in said for both in dict.fromkeys(one & other for other in said) if both
    )


def _is_goal(base: Base, goal: Proposition) -> bool:
    """Contraction of an inconsistent base by `false` is consolidation, which has its own laws."""
    return goal != 0 or worlds(base) != 0


def _with_conjunction(base: Base, inputs: Inputs) -> Changes:
    one, other = inputs
    return (base, one), (base, other), (base, one & other)


def _expanded_too(base: Base, inputs: Inputs) -> Changes:
    (said,) = inputs
    return (base, said), (base | {said}, said)


CONTRACTION_LAWS = {
    "success": Law(laws.success, _one),
    "inclusion": Law(laws.inclusion, _one),
    "vacuity": Law(laws.vacuity, _one),
    "failure": Law(laws.failure, _one),
    "relevance": Law(laws.relevance, _one),
    "core-retainment": Law(laws.core_retainment, _one),
    "relative closure": Law(laws.relative_closure, _one),
    "disjunctive elimination": Law(laws.disjunctive_elimination, _one),
    "fullness": Law(laws.fullness, _one),
    "recovery": Law(laws.recovery, _one),
    "uniformity": Law(laws.uniformity, _alike),
    "conjunctive overlap": Law(laws.conjunctive_overlap, _pairs, _with_conjunction),
    "conjunctive inclusion": Law(laws.conjunctive_inclusion, _pairs, _with_conjunction),
}

REVISION_LAWS = {
    "success": Law(laws.revision_success, _one),
    "inclusion": Law(laws.revision_inclusion, _one),
    "consistency": Law(laws.consistency, _one),
    "coherence": Law(laws.coherence, _one),
    "vacuity": Law(laws.revision_vacuity, _one),
    "core-retainment": Law(laws.revision_core_retainment, _one),
    "weak uniformity": Law(laws.weak_uniformity, _as_alike),
    "relevance": Law(laws.revision_relevance, _one),
    "uniformity": Law(laws.revision_uniformity, _as_alike),
    "pre-expansion": Law(laws.pre_expansion, _one, _expanded_too),
    "superexpansion": Law(laws.superexpansion, _within),
    "subexpansion": Law(laws.subexpansion, _within),
}

# -- columns ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A class of operators: what its functions make of some changes, one function at a time."""

    name: str
    results: Callable[[Changes, Asked], Iterator[Outcome]]
    fits: Callable[[Base], bool] = lambda base: True


def _contraction(operator: Operator) -> Column:
    def results(changes: Changes, asked: Asked) -> Iterator[Outcome]:
        return operator.joint([Request(base, goal, base) for base, goal in changes], asked)

    return Column(operator.name, results, operator.fits)


def revision(way: str, operator: Operator, *, for_all_bases: bool = False) -> Column:
    """for_all_bases: one function for all bases, instead of one for each."""

    def request(base: Base, said: Proposition) -> Request:
        found = WAYS[way](base, said)
        return Request(found.base, found.goal, None) if for_all_bases else found

    def results(changes: Changes, asked: Asked) -> Iterator[Outcome]:
        requests = [request(*change) for change in changes]
        for how, kept in operator.joint(requests, asked):
            yield how, tuple(part | {said} for part, (_, said) in zip(kept, changes, strict=True))

    return Column(f"{way} {operator.name}", results)


CONTRACTION_COLUMNS = tuple(map(_contraction, CONTRACTIONS))
REVISION_COLUMNS = tuple(revision(way, operator) for way, operator in REVISIONS)
FOR_ALL_BASES = tuple(revision(way, each, for_all_bases=True) for way, each in REVISIONS)

# -- what a search finds ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Counterexample:
    """A base, inputs, and the results by one function, for which a law fails.

    how: what the function was given by, if its results do not say so.
    """

    base: Base
    inputs: Inputs
    results: tuple[Part, ...]
    how: How = field(default=None, compare=False)

    @property
    def size(self) -> tuple[object, ...]:
        """Fewest sentences, a consistent base, two atoms, contingent inputs, little kept."""
        odd = sum(negation(each) == 0 or each == 0 for each in self.inputs)
        said = [*self.base, *self.inputs]
        return (
            len(self.base),
            worlds(self.base) == 0,
            any(each not in TWO for each in said),
            odd,
            sum(map(len, self.results)),
            sum(map(complexity, said)),
            [in_order(self.base), self.inputs, *map(in_order, self.results)],
        )

    def __str__(self) -> str:
        return f"{shown(self.base)} | {'; '.join(map(spell, self.inputs))} | " + " & ".join(
            map(shown, self.results)
        )


def shown(part: Part) -> str:
    return "{" + "; ".join(map(spell, in_order(part))) + "}"


@dataclass
class Found:
    """What the search found for one cell; held: of the applicable cases, so many."""

    applicable: int = 0
    held: int = 0
    counterexample: Counterexample | None = None

    def is_settled(self, base: Base) -> bool:
        """Whether no counterexample on this base would be smaller."""
        least = self.counterexample
        return least is not None and (len(base), worlds(base) == 0) > least.size[:2]


def search(
    law_of: Mapping[str, Law],
    columns: Sequence[Column],
    bases: Iterable[Base],
    asked: Asked,
    goals_of: Callable[[Base], Goals],
    wanted: Callable[[Cell], bool],
) -> dict[Cell, Found]:
    """The wanted cells, on all bases; what is refuted is tried for smaller counterexamples only."""
    cells = ((law, column.name) for law in law_of for column in columns)
    found = {cell: Found() for cell in cells if wanted(cell)}
    for base in bases:
        goals = goals_of(base)
        for name, law in law_of.items():
            verdicts: dict[tuple[Inputs, tuple[Part, ...]], laws.Verdict] = {}
            cases = [(inputs, law.changes(base, inputs)) for inputs in law.inputs(base, goals)]
            for column in columns:
                cell = found.get((name, column.name))
                if cell is not None and column.fits(base) and not cell.is_settled(base):
                    for inputs, changes in cases:
                        results = column.results(changes, asked)
                        _try(cell, law, base, inputs, results, verdicts)
    return found


def _try(
    cell: Found,
    law: Law,
    base: Base,
    inputs: Inputs,
    outcomes: Iterable[Outcome],
    verdicts: dict[tuple[Inputs, tuple[Part, ...]], laws.Verdict],
) -> None:
    for how, results in outcomes:
        if (inputs, results) not in verdicts:
            verdicts[inputs, results] = law.holds(base, *inputs, *results)
        verdict = verdicts[inputs, results]
        if verdict is None:
            continue
        cell.applicable += 1
        cell.held += verdict
        if not verdict:
            case = Counterexample(base, inputs, results, how)
            if cell.counterexample is None or case.size < cell.counterexample.size:
                cell.counterexample = case
