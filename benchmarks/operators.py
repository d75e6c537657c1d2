"""The operators on bases, against python-sat: `python -m benchmarks.operators`.

Milliseconds are medians of rounds in which the two sides alternate, after one call each to warm
up; a ratio is ours over theirs in the same run. Reading the base is outside (column `load`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from typing import Any

import reasoner

from . import ours, theirs
from .bases import Clause, ClauseBase, Shape, chain, consistent, inconsistent, par, weighted
from .clocks import COUNTS_MS, LIMIT_MS, PARTS, Row, Task, measured, profile

# -- tasks ---

OurWork = Callable[[ClauseBase], Any]
TheirWork = Callable[[ClauseBase], Any] | None


def all_remainders(name: str, base: ClauseBase) -> Task:
    """All remainders, against all minimal correction sets by LBX."""

    def same(found: ours.Sets, corrections: Sequence[theirs.Elements]) -> bool:
        everything = theirs.everything(base)
        return _same_sets(found, [everything - correction for correction in corrections])

    return _task(name, base, ours.remainders, theirs.corrections, "LBX", same)


def all_kernels(
    name: str, base: ClauseBase, work: TheirWork, against: str, known: Sequence[Clause] = ()
) -> Task:
    """All kernels, or all conflicts, against all minimal unsatisfiable subsets."""
    task = _task(name, base, ours.kernels, work, against, _same_sets)
    return replace(task, known=known) if known else task


def contraction(
    name: str,
    base: ClauseBase,
    by: str,
    work: TheirWork,
    against: str,
    known: theirs.Elements | None = None,
) -> Task:
    """A contraction, against what drops the same elements."""

    def same(change: reasoner.Change, expected: theirs.Elements) -> bool:
        return ours.numbers(change.dropped) == expected

    task = _task(name, base, partial(ours.contraction, by=by), work, against, same)
    return replace(task, size=_dropped, known=known)


def one_best(name: str, base: ClauseBase) -> Task:
    """One remainder of the largest weight, against RC2's: not always the same, as heavy."""

    def same(change: reasoner.Change, expected: theirs.Elements) -> bool:
        found = ours.numbers(change.dropped)
        return theirs.weight(base, found) == theirs.weight(base, expected)

    work = partial(ours.contraction, by="confidence, maxichoice")
    task = _task(name, base, work, theirs.lightest_correction, "RC2", same)
    return replace(task, size=_dropped)


def _task(
    name: str,
    base: ClauseBase,
    our_work: OurWork,
    their_work: TheirWork,
    against: str,
    same: Callable[..., bool],
) -> Task:
    return Task(
        name,
        partial(our_work, base),
        None if their_work is None else partial(their_work, base),
        same,
        against,
        load_ms=partial(ours.load_ms, base),
    )


def _same_sets(found: ours.Sets, expected: Collection[Iterable[int]]) -> bool:
    return len(found) == len(expected) and ours.as_sets(found) == set(map(frozenset, expected))


def _dropped(change: reasoner.Change) -> int:
    return len(change.dropped)


# -- benchmarks ---


def chains(seed: int, small: bool) -> Iterator[Task]:
    """One proof of n/2 sentences and n/2 unrelated facts."""
    few, many = (8, 8) if small else (80, 1000)
    yield all_remainders(f"chain/remainders/{few}", chain(few))
    yield all_kernels(f"chain/kernels/{few}", chain(few), theirs.kernels_by_marco, "MARCO")
    yield contraction(
        f"chain/maxichoice/{many}", chain(many), "maxichoice", theirs.dropped_by_first, "greedy"
    )


def pairs(seed: int, small: bool) -> Iterator[Task]:
    """n/2 independent proofs of two sentences: 2^(n/2) remainders, n/2 kernels.

    MARCO has all kernels at once, but must see every remainder to know that there are no more.
    """
    for size in (8,) if small else (40, 200):
        base = par(size)
        proofs = [(number, number + 1) for number in range(1, size, 2)]
        marco, name = (theirs.kernels_by_marco, "MARCO") if size <= 40 else (None, "")
        yield all_kernels(f"par/kernels/{size}", base, marco, name, proofs)
        yield contraction(
            f"par/full meet/{size}", base, "full meet", None, "", theirs.everything(base)
        )
        yield contraction(
            f"par/maxichoice/{size}", base, "maxichoice", theirs.dropped_by_first, "greedy"
        )
        for by, each in ("cardinality", base), ("confidence", weighted(base, seed)):
            yield contraction(
                f"par/{by}/{size}", each, by, theirs.dropped_by_best_each, "RC2, each element"
            )


def remainders(seed: int, small: bool) -> Iterator[Task]:
    """All remainders of random bases with 500 to 1,500 of them, and their meet."""
    shapes = (
        (consistent, Shape(60, 16, (2, 3))),
        (consistent, Shape(60, 30, (2,))),
        (inconsistent, Shape(50, 20, (2, 3))),
        (inconsistent, Shape(80, 15, (3,))),
    )
    for make, shape in _SMALL if small else shapes:
        within = range(2, 100) if small else range(500, 1501)
        base = _drawn(make, shape, seed, theirs.each_correction, within)
        title = f"{make.__name__} {shape}"
        yield all_remainders(f"remainders/{title}", base)
        yield contraction(
            f"full meet/{title}", base, "full meet", theirs.dropped_by_all, "LBX, union"
        )


def kernels(seed: int, small: bool) -> Iterator[Task]:
    """All kernels of random bases with 150 to 800 of them; of `false`, all conflicts."""
    shapes = (
        (consistent, Shape(40, 14, (2, 3))),
        (consistent, Shape(60, 20, (3,))),
        (inconsistent, Shape(40, 14, (2, 3))),
        (inconsistent, Shape(50, 20, (2, 3))),
    )
    for make, shape in _SMALL if small else shapes:
        within = range(2, 100) if small else range(150, 801)
        base = _drawn(make, shape, seed, theirs.each_kernel, within)
        for work, against in (theirs.kernels_by_marco, "MARCO"), (theirs.kernels_by_optux, "OptUx"):
            yield all_kernels(f"kernels/{make.__name__} {shape}", base, work, against)


def best(seed: int, small: bool) -> Iterator[Task]:
    """Remainders of the largest weight of random bases: one of them, and the meet of all."""
    shapes = (
        (consistent, Shape(300, 60, (3,))),
        (inconsistent, Shape(150, 30, (2, 3))),
        (inconsistent, Shape(150, 20, (3,))),
    )
    for make, shape in _SMALL if small else shapes:
        base, title = make(shape, seed), f"{make.__name__} {shape}"
        yield one_best(f"best one/{title}", base)
        yield contraction(
            f"best meet/{title}", base, "confidence", theirs.dropped_by_best, "RC2, all optima"
        )


BENCHMARKS: dict[str, Callable[[int, bool], Iterator[Task]]] = {
    "chain": chains,
    "par": pairs,
    "remainders": remainders,
    "kernels": kernels,
    "best": best,
}

Maker = Callable[[Shape, int], ClauseBase]

_SMALL: tuple[tuple[Maker, Shape], ...] = (
    (consistent, Shape(12, 6, (2, 3))),
    (inconsistent, Shape(14, 6, (1, 2))),
)
_DRAWS = 1000  # bases tried of one seed


def _drawn(
    make: Maker,
    shape: Shape,
    seed: int,
    each: Callable[[ClauseBase], Iterable[theirs.Elements]],
    within: range,
) -> ClauseBase:
    """The first base of that shape and seed that has so many sets."""
    for draw in range(seed * _DRAWS, (seed + 1) * _DRAWS):
        base = make(shape, draw)
        if sum(1 for _ in islice(each(base), within.stop)) in within:
            return base
    raise ValueError(f"no base of shape {shape} has {within.start} to {within.stop - 1} sets")


# -- the command ---


def table(rows: Sequence[Row]) -> str:
    """The rows as text, one line each, and what they come to."""
    head = ("", "against", "found", "ours ms", "theirs ms", "ratio", "load ms",
            *PARTS)  # fmt: skip
    cells = [head, *map(_cells, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = (
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )
    return "\n".join([*(line.rstrip() for line in lines), "", _summary(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.name,
        row.against,
        "" if row.found is None else str(row.found),
        _median(row.ours_ms),
        _median(row.theirs_ms),
        "DIFFER" if row.agree is False else _ratio(row),
        f"{row.load_ms:.0f}",
        *(f"{row.parts[part]:.0%}" if row.parts else "" for part in PARTS),
    )


def _median(times_ms: Sequence[float]) -> str:
    return f"{statistics.median(times_ms):.1f}" if times_ms else "-"


def _ratio(row: Row) -> str:
    low, high = row.bounds
    if not row.against:
        return ""
    if low == high:
        return f"{low:.2f}" if row.counts else f"({low:.2f})"
    if row.ours_ms:
        return f"< {high:.2f}"
    return f"> {low:.2f}" if low else "-"


def _summary(rows: Sequence[Row]) -> str:
    counted = [row for row in rows if row.counts]
    close = [row for row in counted if row.bounds[1] <= 2]
    faster = [row for row in close if row.bounds[1] < 1]
    return (
        f"-: not within {LIMIT_MS / 1000:g} s. Theirs takes {COUNTS_MS:g} ms or more in "
        f"{len(counted)} of {len(rows)} rows:\nthere ours takes at most twice as long in "
        f"{len(close)}, and less in {len(faster)}. (Ratios) of the others."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run benchmarks; 1 when the two sides differ somewhere."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.operators", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--seed", type=int, default=0, help="of the random bases")
    parser.add_argument("--repeat", type=int, default=7, help="the most rounds of a row")
    parser.add_argument("--small", action="store_true", help="the smallest bases, as a check")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")
    parser.add_argument("--profile", metavar="NAME", help="where our time goes, task by task")
    given = parser.parse_args(arguments)
    for name in (*given.names, *filter(None, [given.profile])):
        if name not in BENCHMARKS:
            parser.error(f"no benchmark is called {name}; there are {', '.join(BENCHMARKS)}")
    if given.profile:
        for task in BENCHMARKS[given.profile](given.seed, given.small):
            print(task.name, profile(task), sep="\n")
        return 0
    rows = [
        measured(task, given.repeat)
        for name in given.names or BENCHMARKS
        for task in BENCHMARKS[name](given.seed, given.small)
    ]
    if given.json:
        data = [asdict(row) | {"ratio": row.ratio, "counts": row.counts} for row in rows]
        print(json.dumps({"seed": given.seed, "rows": data}, indent=1))
    else:
        print(table(rows))
    return 1 if any(row.agree is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
