"""The work as one does it with python-sat: its own enumerators, and loops over its solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pysat.examples.lbx import LBX
from pysat.examples.optux import OptUx
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF
from pysat.solvers import Solver

from .bases import Clause, ClauseBase

Elements = frozenset[int]
"""Numbers of elements, from 1."""


def formula(base: ClauseBase, *hard: Clause) -> WCNF:
    """The base as soft clauses, beside the negation of the goal as hard ones."""
    found = WCNF()
    for literal in base.goal:
        found.append([-literal])
    for clause in hard:
        found.append(list(clause))
    for clause, weight in zip(base.clauses, base.weights, strict=True):
        found.append(list(clause), weight=weight)
    return found


def everything(base: ClauseBase) -> Elements:
    """All elements."""
    return frozenset(range(1, len(base.clauses) + 1))


# -- minimal correction sets: complements of remainders (Mencia, Previti, Marques-Silva 2015) ---


def corrections(base: ClauseBase) -> list[Elements]:
    """All of them, by LBX."""
    return list(each_correction(base))


def each_correction(base: ClauseBase) -> Iterator[Elements]:
    """One after the other: each is blocked once it was found."""
    with LBX(formula(base), use_cld=True, solver_name="g3") as lbx:
        for found in lbx.enumerate():
            lbx.block(found)
            yield frozenset(found)


def dropped_by_all(base: ClauseBase) -> Elements:
    """What full meet drops: what is in some minimal correction set."""
    return frozenset().union(*corrections(base))


def dropped_by_first(base: ClauseBase) -> Elements:
    """What is left out when elements are kept one by one, the first ones first."""
    kept: list[int] = []
    with _Selected(base) as selected:
        model: frozenset[int] | None = None
        for number, clause in enumerate(base.clauses, 1):
            if model is None or model.isdisjoint(clause):
                if not selected.consistent([*kept, number]):
                    continue
                model = selected.model()
            kept.append(number)
    return everything(base).difference(kept)


# -- minimal unsatisfiable subsets: kernels of a consistent base, conflicts of another ---


def kernels_by_optux(base: ClauseBase) -> list[Elements]:
    """All of them, smallest first, by OptUx (Ignatiev, Previti, Liffiton, Marques-Silva 2015)."""
    unweighted = ClauseBase(base.clauses, base.goal, (1,) * len(base.clauses))
    with OptUx(formula(unweighted)) as optux:
        return [frozenset(found) for found in optux.enumerate()]


def kernels_by_marco(base: ClauseBase) -> list[Elements]:
    """All of them, by MARCO."""
    return list(each_kernel(base))


def each_kernel(base: ClauseBase) -> Iterator[Elements]:
    """One after the other, in no order (Liffiton, Previti, Malik, Marques-Silva 2016).

    Seeds are maximal, as far as the solver of the map keeps to the phases it is given.
    """
    all_ = everything(base)
    with _Selected(base) as selected, Solver("mgh") as map_:
        map_.set_phases(sorted(all_))
        while map_.solve():
            seed = all_.difference(-literal for literal in map_.get_model() if literal < 0)
            if selected.consistent(seed):
                map_.add_clause(sorted(all_ - selected.grown(seed)))
            else:
                kernel = selected.shrunk()
                map_.add_clause([-number for number in kernel])
                yield kernel


class _Selected:
    """One incremental solver in which every element stands behind a selector."""

    def __init__(self, base: ClauseBase) -> None:
        self._clauses = base.clauses
        self._shift = base.atoms
        self._solver = Solver("g3", bootstrap_with=[[-literal] for literal in base.goal])
        for number, clause in enumerate(base.clauses, 1):
            self._solver.add_clause([*clause, -self._shift - number])

    def __enter__(self) -> _Selected:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def consistent(self, numbers: Iterable[int]) -> bool:
        """Whether these elements hold in some world without the goal."""
        return bool(self._solver.solve([self._shift + number for number in sorted(numbers)]))

    def model(self) -> frozenset[int]:
        """The literals of the world found last."""
        return frozenset(self._solver.get_model())

    def core(self) -> list[int]:
        """Elements that together are inconsistent, of those tried last."""
        return sorted(literal - self._shift for literal in self._solver.get_core() or ())

    def grown(self, seed: Elements) -> Elements:
        """A maximal consistent set of elements around the consistent one tried last."""
        kept = seed | self._holding()
        for number in range(1, len(self._clauses) + 1):
            if number not in kept and self.consistent(kept | {number}):
                kept |= self._holding()
        return kept

    def _holding(self) -> Elements:
        model = self.model()
        return frozenset(n for n, c in enumerate(self._clauses, 1) if not model.isdisjoint(c))

    def shrunk(self) -> Elements:
        """A minimal inconsistent part of what was tried last, by deletion from cores."""
        left, needed = self.core(), 0
        while needed < len(left):
            if self.consistent([*left[:needed], *left[needed + 1 :]]):
                needed += 1
            else:
                core = frozenset(self.core())
                left = [number for number in left if number in core]
        return frozenset(left)


# -- weighted optima (Ignatiev, Morgado, Marques-Silva 2019) ---


def _optimiser(base: ClauseBase, *hard: Clause) -> RC2:
    kind = RC2 if len(set(base.weights)) == 1 else RC2Stratified
    return kind(formula(base, *hard), solver="g3", adapt=True, exhaust=True, minz=True)


def lightest_correction(base: ClauseBase) -> Elements:
    """One correction set of the least weight, by RC2."""
    with _optimiser(base) as rc2:
        return _left_out(base, rc2.compute())


def dropped_by_best(base: ClauseBase) -> Elements:
    """What the meet of all best remainders drops: RC2 enumerates the optima."""
    dropped: Elements = frozenset()
    least: int | None = None
    with _optimiser(base) as rc2:
        for model in rc2.enumerate(block=-1):
            least = rc2.cost if least is None else least
            if rc2.cost > least:
                break
            dropped |= _left_out(base, model)
    return dropped


def dropped_by_best_each(base: ClauseBase) -> Elements:
    """The same without enumeration: RC2 once for each element that no optimum found left out."""
    with _optimiser(base) as rc2:
        dropped = _left_out(base, rc2.compute())
        least = rc2.cost
    for number, clause in enumerate(base.clauses, 1):
        if number not in dropped:
            with _optimiser(base, *((-literal,) for literal in clause)) as rc2:
                model = rc2.compute()
                if model is not None and rc2.cost == least:
                    dropped |= _left_out(base, model)
    return dropped


def _left_out(base: ClauseBase, model: list[int]) -> Elements:
    world = frozenset(model)
    return frozenset(n for n, c in enumerate(base.clauses, 1) if world.isdisjoint(c))


def weight(base: ClauseBase, numbers: Iterable[int]) -> int:
    """The total weight of elements, in tenths."""
    return sum(base.weights[number - 1] for number in numbers)
