"""Entrenchment: chains of ranks to levels, the circles that forbid it, the protected core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from ..errors import CyclicRank, Span
from ..syntax.tree import ProtectDecl, RankDecl
from .model import Core, Ranks

Step = tuple[str, str]  # from a name to the next lower one


def ranks(chains: Iterable[RankDecl]) -> Ranks:
    """All chains merged, without circles.

    A name's level is the length of the longest chain below it, plus 1: what stands lowest has
    level 1, above the 0 of all that no chain names. Higher is firmer.
    """
    chains = tuple(chains)
    steps = tuple(_steps(chains))
    below: dict[str, list[str]] = {name.text: [] for chain in chains for name in chain.names}
    for higher, lower in steps:
        below[higher].append(lower)
    levels: dict[str, int] = {}
    for name in TopologicalSorter(below).static_order():
        levels[name] = 1 + max((levels[lower] for lower in below[name]), default=0)
    return Ranks(tuple(sorted(levels.items())), steps)


def core(protected: Iterable[ProtectDecl]) -> Core:
    """The entries of all `protect` declarations together."""
    return Core(tuple(sorted({name.text for each in protected for name in each.names})))


def circles(chains: Iterable[RankDecl]) -> Iterator[CyclicRank]:
    """One error for each circle, at its last step; circles that share a step are told in turn."""
    steps = _steps(chains)
    while path := _circle(steps):
        spans = [steps.pop(step) for step in path]
        last = max((span for span in spans if span is not None), default=None)
        end = spans.index(last) + 1
        shown = [lower for _, lower in (*path[end:], *path[:end])]
        names = " > ".join(f"`{name}`" for name in (shown[-1], *shown))
        yield CyclicRank(
            f"the ranks go round in a circle: {names}",
            help="leave one of these steps out",
            span=last,
        )


def _steps(chains: Iterable[RankDecl]) -> dict[Step, Span | None]:
    """All steps of all chains, sorted, with the last place of the lower name."""
    found = {
        (higher.text, lower.text): lower.span
        for chain in chains
        for higher, lower in pairwise(chain.names)
    }
    return dict(sorted(found.items()))


def _circle(steps: Iterable[Step]) -> list[Step]:
    """Steps that lead back to where they began; [] where none do."""
    above = TopologicalSorter[str]()
    for higher, lower in steps:
        above.add(lower, higher)
    try:
        above.prepare()
    except CycleError as error:
        return list(pairwise(error.args[1]))
    return []
