"""Bases of items of evidence: a sentence counts in a part whose items carry it together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reasoner.syntax.tree import Sentence

from .parts import Base, Element, Name, Part

THRESHOLD = 300_000  # millionths


@dataclass(frozen=True)
class Evidence(Base):
    """A base with `granularity evidence`: its statements are given up item by item.

    An item is an element with a voice; several items may say one sentence. idle: the items of
    sentences that all items together do not carry.
    """

    idle: tuple[Element, ...] = ()

    def heard(self, part: Part) -> Part:
        """The rules, and the items whose sentence the part carries."""
        items = [element for element in self.of(part) if element.voice is not None]
        carried = {
            said for said in {item.says for item in items} if _total(items, said) >= THRESHOLD
        }
        return frozenset(e.name for e in self.of(part) if e.voice is None or e.says in carried)

    def told(self, new: Element) -> Evidence:
        """The base with one more item, the last; others of its sentence may count now."""
        rules = [element for element in self.elements if element.voice is None]
        items = [element for element in self.elements if element.voice is not None]
        before = sorted((*items, *self.idle), key=lambda item: item.recorded)
        return evidence((*before, new), rules, self.background, self.below)


def evidence(
    items: Iterable[Element],
    rules: Iterable[Element] = (),
    background: tuple[Sentence, ...] = (),
    below: frozenset[tuple[Name, Name]] = frozenset(),
) -> Evidence:
    """The rules and the items of the accepted sentences, as a base."""
    every = Evidence((*rules, *items), background, below)
    heard = every.heard(every.names)
    idle = tuple(element for element in every.elements if element.name not in heard)
    return replace(every, elements=every.of(heard), idle=idle)


def _total(items: Iterable[Element], said: tuple[Sentence, ...]) -> int:
    """What the items give a sentence, in millionths: the strongest of each voice."""
    strongest: dict[str | None, int] = {}
    for item in items:
        if item.says == said:
            strongest[item.voice] = max(item.weight, strongest.get(item.voice, 0))
    return sum(strongest.values())
