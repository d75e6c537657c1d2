"""The vocabulary shared with rules/: one NamedTuple per predicate, every argument an integer.

Letters as in the rule files: E element, L literal (an atom A, or -A), S sentence, I rule instance,
G group, C set, R remainder. Values never reach a program; whoever makes the numbers keeps what
they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


class Atom(NamedTuple):
    """A is a ground atom; numbers begin with 1, so that -A is its negation."""

    atom: int


class Strict(NamedTuple):
    """Instance I belongs to the background."""

    instance: int


class Head(NamedTuple):
    """Instance I concludes L; a denial has no head."""

    instance: int
    literal: int


class Body(NamedTuple):
    """Instance I needs L."""

    instance: int
    literal: int


class AtMost(NamedTuple):
    """At most N members of group G are true."""

    group: int
    limit: int


class Member(NamedTuple):
    """Atom A belongs to group G."""

    group: int
    atom: int


class Literal(NamedTuple):
    """Sentence S is the literal L."""

    sentence: int
    literal: int


class Conjunction(NamedTuple):
    """Sentence S is the conjunction of its parts; without parts it is true."""

    sentence: int


class Disjunction(NamedTuple):
    """Sentence S is the disjunction of its parts; without parts it is false."""

    sentence: int


class Part(NamedTuple):
    """The second sentence is a part of the first."""

    sentence: int
    part: int


class Conditional(NamedTuple):
    """Sentence S is `head if body`."""

    sentence: int
    head: int
    body: int


class Biconditional(NamedTuple):
    """Sentence S is `left iff right`."""

    sentence: int
    left: int
    right: int


class Opposite(NamedTuple):
    """The second sentence is the negation of the first."""

    sentence: int
    other: int


class Element(NamedTuple):
    """E is up for revision."""

    element: int


class Says(NamedTuple):
    """Element E says sentence S."""

    element: int
    sentence: int


class Carries(NamedTuple):
    """Instance I holds as long as E is kept."""

    element: int
    instance: int


class Believed(NamedTuple):
    """E is believed, whatever it leads to."""

    element: int


class Goal(NamedTuple):
    """S is the sentence in question."""

    sentence: int


class Set(NamedTuple):
    """C is a set of elements."""

    set: int


class Contains(NamedTuple):
    """Element E belongs to set C."""

    set: int
    element: int


class Fixed(NamedTuple):
    """E holds, and is not up for revision."""

    element: int


class Lends(NamedTuple):
    """Item E lends sentence S its weight, in millionths; a voice counts once for a sentence."""

    element: int
    sentence: int
    voice: int
    weight: int


class Threshold(NamedTuple):
    """The weight, in millionths, at which what items say is accepted."""

    weight: int


class Premise(NamedTuple):
    """E is given."""

    element: int


class Below(NamedTuple):
    """E is valued less than the other."""

    element: int
    other: int


class Recorded(NamedTuple):
    """N of E's evidence items were recorded at the T-th instant; T = 0 is older than all."""

    element: int
    time: int
    items: int


class Weight(NamedTuple):
    """E's effective weight, in millionths."""

    element: int
    weight: int


class Ranked(NamedTuple):
    """E's rank; 0 is the lowest."""

    element: int
    rank: int


class Position(NamedTuple):
    """E's place in ledger order, counted from the last, which is 0."""

    element: int
    place: int


# -- what rule files derive ---


class Kept(NamedTuple):
    """E survives."""

    element: int


class Dropped(NamedTuple):
    """E goes."""

    element: int


class Chosen(NamedTuple):
    """E is in the transversal."""

    element: int


class Best(NamedTuple):
    """No other set beats C."""

    set: int


class Above(NamedTuple):
    """All that has this rank is above the cut."""

    rank: int


class Follows(NamedTuple):
    """What E says holds too."""

    element: int


class Told(NamedTuple):
    """L is accepted or derived."""

    literal: int


class Yes(NamedTuple):
    """S is told true."""

    sentence: int


class No(NamedTuple):
    """S is told false."""

    sentence: int


Fact = tuple[int, ...]


@cache
def _name(predicate: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", predicate.__name__).lower()


PREDICATES: dict[str, int] = {
    _name(kind): len(kind._fields)
    for kind in (
        Atom, Strict, Head, Body, AtMost, Member, Literal, Conjunction, Disjunction, Part,
        Conditional, Biconditional, Opposite, Element, Says, Carries, Believed, Goal, Set,
        Contains, Fixed, Lends, Threshold, Premise, Below, Recorded, Weight, Ranked, Position, Kept,
        Dropped, Chosen, Best, Above, Follows, Told, Yes, No,
    )
}  # fmt: skip
"""Every predicate that rule files read or derive: its name and number of arguments."""


def text(facts: Iterable[Fact]) -> str:
    """The facts as a program, one a line, in the order given."""
    return "\n".join(f"{_name(type(fact))}({','.join(map(str, fact))})." for fact in facts)
