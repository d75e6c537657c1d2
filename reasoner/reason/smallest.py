"""A base and a goal -> its kernels, or its conflicts: one by one, smallest first."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice

from ..solve import Find, Limits, Search
from .parts import Part

_AT_ONCE = 2_000  # the most of the largest parts that are listed before anything is tried


def smallest_first(
    elements: int, worlds: Search, atoms: str, limits: Limits, *, with_a_world: bool
) -> Iterator[Part]:
    """The ⊆-minimal parts that leave a goal no world to fail in, by size.

    What is known of the parts is kept in a map: each largest part in which the goal fails rules
    out all that lies inside, each part found all that lies outside. The next to be tried is a
    smallest part that is not ruled out (Reiter 1987; Liffiton et al. 2016; Ignatiev et al. 2015).

    elements: how many there are. worlds: finds the largest parts in which the goal fails.
    with_a_world: only parts that have a world with the background themselves.
    Raises: SolveTimeout, when the time that is spent here is over.
    """
    known = _Map(worlds, atoms, limits, with_a_world=with_a_world)
    for size in range(known.least, elements + 1):
        for found in known.of_size(size, limits):
            began = time.monotonic()
            yield found
            limits = limits.after_a_pause(began)
        if known.is_complete(limits):
            return


def _apart(sets: Iterable[Part]) -> int:
    """How many of the sets share nothing, the small ones chosen first: all must be hit."""
    met: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if met.isdisjoint(each):
            met |= each
            count += 1
    return count


class _Map:
    """Which parts are ruled out, and so which may be sought.

    least: no part that is sought is smaller.
    """

    def __init__(self, worlds: Search, atoms: str, limits: Limits, *, with_a_world: bool) -> None:
        """Begin with the largest parts; where these are few, no others are to be found."""
        self._worlds = worlds
        program = "kernels.lp" if with_a_world else "subsets.lp"
        self._parts = Search([program], atoms, find=Find.EVERY, read=("chosen",), limits=limits)
        with closing(worlds.answers(limits=limits)) as answers:
            largest = list(islice(answers, _AT_ONCE + 1))
        for each in largest[:_AT_ONCE]:
            self._rule_out_without(each["dropped"])
        self._all_inside_known = len(largest) <= _AT_ONCE
        self.least = _apart(each["dropped"] for each in largest)

    def of_size(self, size: int, limits: Limits) -> Iterator[Part]:
        """Those of a size that are sought; the smaller ones have been found already."""
        self._parts.extend("within", size, limits=limits)
        found = self._all if self._all_inside_known else self._tried
        yield from found(limits)
        self._parts.release("within", size)

    def is_complete(self, limits: Limits) -> bool:
        return self._parts.first(limits=limits) is None

    def _all(self, limits: Limits) -> Iterator[Part]:
        found = []
        for answer in self._parts.answers(limits=limits):
            found.append(answer["chosen"])
            yield answer["chosen"]
        for each in found:
            self._rule_out_outside(each)

    def _tried(self, limits: Limits) -> Iterator[Part]:
        while (answer := self._parts.first(limits=limits)) is not None:
            chosen = answer["chosen"]
            assumed = [("kept", element, True) for element in sorted(chosen)]
            wider = self._worlds.first(assumed, limits=limits)
            if wider is not None:
                self._rule_out_without(wider["dropped"])
                continue
            self._rule_out_outside(chosen)
            began = time.monotonic()
            yield chosen
            limits = limits.after_a_pause(began)

    def _rule_out_without(self, part: Part) -> None:
        self._parts.forbid(*(("chosen", e, False) for e in sorted(part)))

    def _rule_out_outside(self, part: Part) -> None:
        self._parts.forbid(*(("chosen", e, True) for e in sorted(part)))
