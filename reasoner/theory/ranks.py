"""Entrenchment: chains of ranks to levels, and the circles that forbid it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import networkx as nx

from ..errors import CyclicRank
from ..syntax.tree import RankDecl
from .model import Ranks


def ranks(chains: Iterable[RankDecl]) -> Ranks:
    """All chains merged, without circles.

    A name's level is the length of the longest chain below it, plus 1: what stands lowest has
    level 1, above the 0 of all that no chain names. Higher is firmer.
    """
    graph = _graph(chains)
    levels: dict[str, int] = {}
    for name in reversed(list(nx.topological_sort(graph))):
        levels[name] = 1 + max((levels[lower] for lower in graph[name]), default=0)
    return Ranks(tuple(sorted(levels.items())))


def circles(chains: Iterable[RankDecl]) -> Iterator[CyclicRank]:
    """One error for each group of names that stand above each other, at its last step."""
    graph = _graph(chains)
    for group in nx.strongly_connected_components(graph):
        steps = sorted(step for step in graph.edges if group.issuperset(step))
        if steps:
            yield _circle(graph, nx.find_cycle(nx.DiGraph(steps)))


def _graph(chains: Iterable[RankDecl]) -> nx.DiGraph:
    """An edge from each name to the next lower one, with the place of the latter."""
    graph = nx.DiGraph()
    for chain in chains:
        graph.add_nodes_from(name.text for name in chain.names)
        for higher, lower in pairwise(chain.names):
            graph.add_edge(higher.text, lower.text, span=lower.span)
    return graph


def _circle(graph: nx.DiGraph, steps: list[tuple[str, str]]) -> CyclicRank:
    spans = [span for step in steps if (span := graph.edges[step]["span"]) is not None]
    path = " > ".join(f"`{name}`" for name in (steps[0][0], *(lower for _, lower in steps)))
    return CyclicRank(
        f"the ranks go round in a circle: {path}",
        help="leave one of these steps out",
        span=max(spans, default=None),
    )
