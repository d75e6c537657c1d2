"""The operators: from kernels and remainders to what is kept, for every function of a class."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from .bases import Base, Part, Proposition, negation, or_closed
from .families import Asked
from .logic import RECENT, Families, implied

Sets = frozenset[Part]
MOST_FUNCTIONS = 64  # of one family; of more, that many at random
RELATIONS = 16  # random ones for each base


@dataclass(frozen=True)
class Request:
    """Contract a base by a goal, with a function that is one for *owner*.

    One function gives one choice for one family. owner: the base that it is a function for; None
    for a function that is the same for all bases.
    """

    base: Base
    goal: Proposition
    owner: Base | None


@dataclass(frozen=True)
class Ranking:
    """A transitive relation on parts, complete: the greater the key, the better the part."""

    key: Callable[[Part], Any]


@dataclass(frozen=True)
class Hierarchy:
    """A relation without circles on sentences, as pairs (lower, higher)."""

    pairs: frozenset[tuple[Proposition, Proposition]]


How = Ranking | Hierarchy | None
"""What one function was given by, where its results do not say so."""
Outcome = tuple[How, tuple[Part, ...]]


@dataclass(frozen=True)
class Operator:
    """A class of contraction operators; joint: what its functions keep, request by request."""

    name: str
    joint: Callable[[Sequence[Request], Asked], Iterator[Outcome]]
    fits: Callable[[Base], bool] = lambda base: True


# -- free choice: any function of the family -------------------------------------------------------


@lru_cache(RECENT)
def _subfamilies(sets: Sets) -> list[Sets]:
    """The non-empty ones; MOST_FUNCTIONS of more, at random."""
    listed = sorted(sets, key=sorted)
    if 2 ** len(listed) > MOST_FUNCTIONS:
        draw = random.Random(repr(listed))
        sizes = [draw.randint(1, len(listed)) for _ in range(MOST_FUNCTIONS)]
        return [frozenset(draw.sample(listed, size)) for size in sizes]
    return [frozenset(some) for k in range(1, len(listed) + 1) for some in combinations(listed, k)]


@lru_cache(RECENT)
def incisions(kernels: Sets) -> list[Part]:
    """The sets that cut every kernel, within the kernels; MOST_FUNCTIONS of more."""
    within = sorted(frozenset().union(*kernels))
    sizes = range(len(within) + 1)
    some = (frozenset(cut) for size in sizes for cut in combinations(within, size))
    found = [cut for cut in some if all(cut & kernel for kernel in kernels)]
    if len(found) > MOST_FUNCTIONS:
        found = random.Random(repr(within)).sample(found, MOST_FUNCTIONS)
    return found


def _meet(request: Request, chosen: Sets) -> Part:
    return frozenset.intersection(*chosen)


def _rest(request: Request, cut: Part) -> Part:
    return request.base - cut


def _saturated(request: Request, cut: Part) -> Part:
    """What is left, and what of the base that still implies (Hansson 1994)."""
    rest = request.base - cut
    return rest | implied(request.base, rest)


def _by_remainders(options: Callable[[Sets], Sequence[Sets]]) -> Callable[..., Iterator[Outcome]]:
    return _free(lambda families: families.remainders, options, _meet)


def _by_kernels(
    options: Callable[[Sets], Sequence[Part]],
    kept: Callable[[Request, Part], Part] = _rest,
) -> Callable[..., Iterator[Outcome]]:
    return _free(lambda families: families.kernels, options, kept)


def _free(
    family: Callable[[Families], Sets],
    options: Callable[[Sets], Sequence[Any]],
    kept: Callable[[Request, Any], Part],
) -> Callable[[Sequence[Request], Asked], Iterator[Outcome]]:
    """Every function from families to options: requests of one family share its choice."""

    def joint(requests: Sequence[Request], asked: Asked) -> Iterator[Outcome]:
        shared: dict[Hashable, list[int]] = {}
        found = [asked.of(request.base, request.goal) for request in requests]
        for place, request in enumerate(requests):
            shared.setdefault((request.owner, family(found[place])), []).append(place)
        choices = [
            dict.fromkeys(
                tuple((at, kept(requests[at], option)) for at in places)
                for option in options(family(found[places[0]]))
            )
            if found[places[0]].remainders  # else the goal is a tautology, and all is kept
            else [tuple((at, requests[at].base) for at in places)]
            for places in shared.values()
        ]
        for combination in product(*choices):
            by_place = dict(pair for pairs in combination for pair in pairs)
            yield None, tuple(by_place[place] for place in range(len(requests)))

    return joint


def _minimal(kernels: Sets) -> list[Part]:
    found = incisions(kernels)
    return [cut for cut in found if not any(other < cut for other in found)]


# -- choice by a relation: one relation for all families -------------------------------------------


def _related(
    relations: Callable[[Base], Sequence[How]], kept: Callable[[Families, Base, Any], Part]
) -> Callable[[Sequence[Request], Asked], Iterator[Outcome]]:
    @lru_cache(RECENT)
    def one(base: Base, goal: Proposition, relation: How, asked: Asked) -> Part:
        return kept(asked.of(base, goal), base, relation)

    def joint(requests: Sequence[Request], asked: Asked) -> Iterator[Outcome]:
        for relation in relations(requests[0].base):
            yield relation, tuple(one(each.base, each.goal, relation, asked) for each in requests)

    return joint


def best(families: Families, base: Base, ranking: Ranking) -> Part:
    """The meet of the remainders with the greatest key."""
    if not families.remainders:
        return base
    keys = {part: ranking.key(part) for part in families.remainders}
    greatest = max(keys.values())
    return frozenset.intersection(*(part for part, key in keys.items() if key == greatest))


def weighted(weights: dict[Proposition, int]) -> Ranking:
    """More weight is better: maximizing, as the weights are positive."""
    return Ranking(lambda part: sum(weights[each] for each in part))


@lru_cache(RECENT)
def _arbitrary(base: Base) -> list[How]:
    """Any transitive and complete relation: each part has a random level of four."""
    draw = random.Random(repr(sorted(base)))
    count = 2 ** len(base)
    return [_levels(base, [draw.randrange(4) for _ in range(count)]) for _ in range(RELATIONS)]


def _levels(base: Base, levels: list[int]) -> Ranking:
    bit = {each: 1 << place for place, each in enumerate(sorted(base))}
    return Ranking(lambda part: levels[sum(bit[each] for each in part)])


@lru_cache(RECENT)
def _maximizing(base: Base) -> list[How]:
    """Sums of weights: of up to three sentences all that weights can say, else some."""
    if len(base) <= 3:
        weights: Iterable[Sequence[int]] = product(range(1, 5), repeat=len(base))
    else:
        draw = random.Random(repr(sorted(base)))
        weights = [[draw.randint(1, 4) for _ in base] for _ in range(RELATIONS)]
    return [weighted(dict(zip(sorted(base), each, strict=True))) for each in weights]


@lru_cache(RECENT)
def hierarchies(base: Base) -> list[How]:
    """All strict partial orders of up to three sentences; of more, relations without circles."""
    pairs = [(a, b) for a in sorted(base) for b in sorted(base) if a != b]
    if len(base) <= 3:
        sizes = range(len(pairs) + 1)
        every = (frozenset(some) for size in sizes for some in combinations(pairs, size))
        return [Hierarchy(some) for some in every if _is_order(some)]
    draw = random.Random(repr(sorted(base)))
    found: list[How] = []
    for _ in range(RELATIONS):
        order = draw.sample(sorted(base), len(base))
        rising = [pair for pair in combinations(order, 2) if draw.random() < 0.4]
        found.append(Hierarchy(frozenset(rising)))
    return found


def _is_order(pairs: frozenset[tuple[int, int]]) -> bool:
    """Whether it is transitive and irreflexive; without pairs (a, a) to begin with."""
    return all(a != d and (a, d) in pairs for a, b in pairs for c, d in pairs if b == c)


def _safe(families: Families, base: Base, hierarchy: Hierarchy) -> Part:
    """What is in no kernel as one with none below it (Alchourrón, Makinson 1985)."""
    lowest = (
        each
        for kernel in families.kernels
        for each in kernel
        if not any((other, each) in hierarchy.pairs for other in kernel)
    )
    return base.difference(lowest)


# -- the columns -----------------------------------------------------------------------------------

_FULL_MEET = _by_remainders(lambda sets: [sets])
_MAXICHOICE = _by_remainders(lambda sets: [frozenset({part}) for part in sets])

CONTRACTIONS = (
    Operator("full meet", _FULL_MEET),
    Operator("maxichoice", _MAXICHOICE),
    Operator("partial meet", _by_remainders(_subfamilies)),
    Operator("TR", _related(_arbitrary, best)),
    Operator("TR max", _related(_maximizing, best)),
    Operator("TR max or", _related(_maximizing, best), or_closed),
    Operator("kernel", _by_kernels(incisions)),
    Operator("smooth kernel", _by_kernels(incisions, _saturated)),
    Operator("minimal kernel", _by_kernels(_minimal)),
    Operator("full kernel", _by_kernels(lambda kernels: [frozenset().union(*kernels)])),
    Operator("safe", _related(hierarchies, _safe)),
)
"""The columns of section 2. TR: transitively relational partial meet, by an arbitrary relation, by
a maximizing one, and that on bases that are closed under disjunction."""


def internal(base: Base, said: Proposition) -> Request:
    """(B ÷ ¬φ) + φ (Levi 1977); φ itself, where it is said already, is not at stake."""
    return Request(base - {said}, negation(said), base)


def external(base: Base, said: Proposition) -> Request:
    """(B + φ) ÷ ¬φ (Hansson 1993)."""
    return Request(base | {said}, negation(said), base | {said})


WAYS = {"int.": internal, "ext.": external}
REVISIONS = tuple(
    (way, operator)
    for way in WAYS
    for operator in CONTRACTIONS
    if operator.name in ("full meet", "maxichoice", "partial meet", "kernel", "smooth kernel")
    and (way, operator.name) != ("ext.", "smooth kernel")
)
"""The columns of section 3."""
