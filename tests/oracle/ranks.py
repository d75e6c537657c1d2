"""Ranks: the most specific entry that fits an element decides; of several, the highest."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

from reasoner.theory.model import Ranks

from .parts import Name

Groups = Sequence[Collection[str]]  # the names that fit an element, the most specific first


class Order:
    """How firm elements are, by the levels of chains or by the chains themselves."""

    def __init__(self, ranks: Ranks) -> None:
        self._levels = dict(ranks.levels)
        self._below = {(lower, higher) for higher, lower in ranks.steps}
        while (
            more := {(a, d) for (a, b), (c, d) in product(self._below, repeat=2) if b == c}
            - self._below
        ):
            self._below |= more

    def _deciding(self, groups: Groups) -> set[str]:
        ranked = [found for names in groups if (found := self._levels.keys() & set(names))]
        if not ranked:
            return set()
        highest = max(self._levels[name] for name in ranked[0])
        return {name for name in ranked[0] if self._levels[name] == highest}

    def level(self, groups: Groups) -> int:
        """0 for what nothing ranks."""
        return max((self._levels[name] for name in self._deciding(groups)), default=0)

    def pairs(self, fits: Mapping[Name, Groups]) -> frozenset[tuple[Name, Name]]:
        """(lower, higher), levels not compared; what nothing ranks is below all that is ranked.

        Where several entries decide, each of the lower's is below some entry of the higher's.
        """
        deciding = {name: self._deciding(groups) for name, groups in fits.items()}
        return frozenset(
            (low, high)
            for low, high in product(deciding, repeat=2)
            if deciding[high]
            and all(
                any((one, two) in self._below for two in deciding[high]) for one in deciding[low]
            )
        )
