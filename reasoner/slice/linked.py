"""What hangs together: things that are linked directly, or through others."""

from __future__ import annotations

from collections.abc import Hashable


class Linked:
    """Disjoint sets of things, which grow together (union-find, Tarjan 1975)."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}
        self._sizes: dict[Hashable, int] = {}

    def link(self, *things: Hashable) -> None:
        """Put all of them into one set."""
        roots = dict.fromkeys(self.root(thing) for thing in things)
        top = max(roots, key=self._sizes.__getitem__, default=None)
        for root in roots:
            if root != top:
                self._above[root] = top
                self._sizes[top] += self._sizes[root]

    def root(self, thing: Hashable) -> Hashable:
        """The same for all of one set, as long as nothing is linked."""
        above = self._above.setdefault(thing, thing)
        self._sizes.setdefault(thing, 1)
        while above != thing:
            self._above[thing] = self._above[above]
            thing, above = above, self._above[above]
        return thing
