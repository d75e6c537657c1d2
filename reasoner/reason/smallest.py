"""A base and a goal -> its kernels, or its conflicts: one by one, smallest first."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..slice import Base
from ..solve import Find, Limits, Search
from ..syntax.tree import Sentence
from .parts import Part


def smallest_first(
    base: Base, goal: Sentence, limits: Limits, *, with_a_world: bool
) -> Iterator[Part]:
    """The ⊆-minimal parts that leave *goal* no world to fail in, by size.

    What is known of the parts is kept in a map: each largest part in which the goal fails rules
    out all that lies inside, each part found all that lies outside. The next to be tried is a
    smallest part that is not ruled out (Reiter 1987; Liffiton et al. 2016; Ignatiev et al. 2015).

    with_a_world: only parts that have a world with the background themselves.
    Raises: SolveTimeout, when the time that is spent here is over.
    """
    numbers = range(1, len(base.elements) + 1)
    worlds = Search(["remainders.lp"], base.facts([goal]), find=Find.SUBSET, limits=limits)
    program = "kernels.lp" if with_a_world else "subsets.lp"
    parts = Search([program], base.facts(), find=Find.FIRST, read=("chosen",), limits=limits)
    for size in range(len(numbers) + 1):
        parts.extend("within", size, limits=limits)
        while (tried := parts.first(limits=limits)) is not None:
            chosen = tried["chosen"]
            wider = worlds.first((("kept", e, True) for e in sorted(chosen)), limits=limits)
            if wider is None:
                parts.forbid(*(("chosen", e, True) for e in sorted(chosen)))
                began = time.monotonic()
                yield chosen
                limits = limits.after_a_pause(began)
            else:
                parts.forbid(*(("chosen", e, False) for e in numbers if e not in wider["kept"]))
        parts.release("within", size)
        if parts.first(limits=limits) is None:
            return
