"""Selection functions: which of some parts are the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from reasoner.time import BEGINNING

from .parts import Base, Element, Part

Selection = tuple[str, ...]  # names of SELECTIONS, earlier ones first
FULL_MEET: Selection = ("full meet",)
Choice = Callable[[Base, list[Part]], list[Part]]  # from some parts to the best of them


def times(element: Element) -> tuple[int, ...]:
    return element.recorded or (BEGINNING,)


def _recency(base: Base, part: Part) -> tuple[int, ...]:
    """How many items of evidence it keeps of each transaction time, the newest first."""
    every = {time for element in base.elements for time in times(element)}
    kept = [time for element in base.of(part) for time in times(element)]
    return tuple(kept.count(time) for time in sorted(every, reverse=True))


def _confidence(base: Base, part: Part) -> tuple[int, ...]:
    return (base.weight(part),)


def _cardinality(base: Base, part: Part) -> tuple[int, ...]:
    return (len(part),)


def _by_level(base: Base, part: Part) -> list[Part]:
    """What it keeps of each rank, the highest first."""
    levels = sorted({element.level for element in base.elements}, reverse=True)
    kept = base.of(part)
    return [frozenset(e.name for e in kept if e.level == level) for level in levels]


def _entrenchment(base: Base, part: Part) -> tuple[int, ...]:
    return tuple(map(len, _by_level(base, part)))


def _beats_by_inclusion(base: Base, better: Part, worse: Part) -> bool:
    """At the highest rank at which the two differ, *better* keeps strictly more."""
    for more, less in zip(_by_level(base, better), _by_level(base, worse), strict=True):
        if more != less:
            return more > less
    return False


def _unbeaten(base: Base, parts: list[Part]) -> list[Part]:
    return [
        part for part in parts if not any(_beats_by_inclusion(base, other, part) for other in parts)
    ]


def _first(base: Base, parts: list[Part]) -> list[Part]:
    """The one whose elements come first in the base."""
    places = {element.name: place for place, element in enumerate(base.elements)}
    return [min(parts, key=lambda part: sorted(places[name] for name in part))]


def _most(key: Callable[[Base, Part], tuple[int, ...]]) -> Choice:
    """The choice of the parts whose key is the largest."""

    def choose(base: Base, parts: list[Part]) -> list[Part]:
        keys = [key(base, part) for part in parts]
        return [part for part, its in zip(parts, keys, strict=True) if its == max(keys)]

    return choose


SELECTIONS: dict[str, Choice] = {
    "full meet": lambda base, parts: parts,
    "maxichoice": _first,
    "recency": _most(_recency),
    "confidence": _most(_confidence),
    "cardinality": _most(_cardinality),
    "entrenchment": _most(_entrenchment),
    "inclusion": _unbeaten,
}


def select(base: Base, parts: list[Part], selection: Selection) -> list[Part]:
    """The best of the parts; each name decides among the best of the name before it."""
    for name in selection:
        parts = SELECTIONS[name](base, parts)
    return parts


def meet(parts: Iterable[Part]) -> Part:
    """What all of the parts (at least one) have in common."""
    return frozenset.intersection(*parts)
