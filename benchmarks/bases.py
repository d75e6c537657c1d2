"""Bases of clauses that both sides read: two families, and random ones from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pysat.solvers import Solver

Clause = tuple[int, ...]
"""Literals: atom k is k, its negation -k. The empty clause is `false`."""

HEAVIEST = 10  # weights are tenths, from the least that is accepted to 1
LIGHTEST = 3


@dataclass(frozen=True, slots=True)
class ClauseBase:
    """A base of clauses, and the clause that is not to be entailed.

    Element E is clauses[E - 1]; the reasoner knows it as `eE`. weights: tenths, one an element.
    """

    clauses: tuple[Clause, ...]
    goal: Clause
    weights: tuple[int, ...]

    @property
    def atoms(self) -> int:
        """The highest atom."""
        return max(abs(literal) for clause in self.clauses for literal in clause)

    @property
    def text(self) -> str:
        """The base in the language of the reasoner."""
        declared = [f"relation x{atom}." for atom in range(1, self.atoms + 1)]
        believed = [
            f"believe e{number}: {sentence(clause)} weight {weight / 10}."
            for number, (clause, weight) in enumerate(
                zip(self.clauses, self.weights, strict=True), 1
            )
        ]
        return "\n".join([*declared, *believed])


def sentence(clause: Clause) -> str:
    """A clause as one would write it: with one positive literal among others, a conditional."""
    heads = [literal for literal in clause if literal > 0]
    if len(heads) == 1 and len(clause) > 1:
        body = " and ".join(f"x{-literal}" for literal in clause if literal < 0)
        return f"x{heads[0]} if {body}"
    return " or ".join(f"x{x}" if x > 0 else f"not x{-x}" for x in clause) or "false"


# -- families ---


def chain(size: int) -> ClauseBase:
    """One proof of half the sentences (x1; x2 if x1; ...), and as many unrelated facts.

    It has size/2 remainders and one kernel.
    """
    half = size // 2
    proof = [(1,), *((-atom, atom + 1) for atom in range(1, half))]
    facts = [(atom,) for atom in range(half + 1, size + 1)]
    return _even((*proof, *facts), (half,))


def par(size: int) -> ClauseBase:
    """size/2 independent proofs of two sentences each (x; goal if x).

    It has 2^(size/2) remainders and size/2 kernels.
    """
    goal = 1
    pairs = (((atom,), (-atom, goal)) for atom in range(2, size // 2 + 2))
    return _even(tuple(clause for pair in pairs for clause in pair), (goal,))


def _even(clauses: tuple[Clause, ...], goal: Clause) -> ClauseBase:
    return ClauseBase(clauses, goal, (HEAVIEST,) * len(clauses))


def weighted(base: ClauseBase, seed: int) -> ClauseBase:
    """The same base with random weights, few enough that some remainders tie."""
    draw = random.Random(seed)
    return replace(base, weights=tuple(draw.randint(LIGHTEST, HEAVIEST) for _ in base.clauses))


# -- random ones ---


@dataclass(frozen=True, slots=True)
class Shape:
    """What a random base is like; lengths: those of its clauses, each as likely."""

    sentences: int
    atoms: int
    lengths: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.sentences}/{self.atoms}/{'-'.join(map(str, self.lengths))}"


def consistent(shape: Shape, seed: int) -> ClauseBase:
    """The first base of that shape that has a model and entails a literal without saying it.

    Its clauses all hold in one hidden world.
    """
    draw = random.Random(f"consistent {shape} {seed}")
    while True:
        world = [draw.choice((atom, -atom)) for atom in range(1, shape.atoms + 1)]
        clauses = _clauses(shape, draw, world)
        for goal in world:
            if (goal,) not in clauses and not _has_model((*clauses, (-goal,))):
                return weighted(_even(clauses, (goal,)), seed)


def inconsistent(shape: Shape, seed: int) -> ClauseBase:
    """The first base of that shape without a model; what is given up is `false`."""
    draw = random.Random(f"inconsistent {shape} {seed}")
    while True:
        clauses = _clauses(shape, draw)
        if not _has_model(clauses):
            return weighted(_even(clauses, ()), seed)


def _clauses(
    shape: Shape, draw: random.Random, world: list[int] | None = None
) -> tuple[Clause, ...]:
    """So many different clauses, true in the world when there is one."""
    found: dict[Clause, None] = {}
    for clause in _drawn(shape, draw):
        if world is None or not set(clause).isdisjoint(world):
            found[clause] = None
        if len(found) == shape.sentences:
            break
    return tuple(found)


def _drawn(shape: Shape, draw: random.Random) -> Iterator[Clause]:
    while True:
        atoms = sorted(draw.sample(range(1, shape.atoms + 1), draw.choice(shape.lengths)))
        yield tuple(draw.choice((atom, -atom)) for atom in atoms)


def _has_model(clauses: tuple[Clause, ...]) -> bool:
    with Solver("g3", bootstrap_with=map(list, clauses)) as solver:
        return bool(solver.solve())
