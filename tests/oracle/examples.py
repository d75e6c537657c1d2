"""Small bases written by hand, and what a worked example says of them."""

from __future__ import annotations

from dataclasses import replace

from reasoner.syntax.tree import Atom, Literal, Sentence
from reasoner.theory.normal import normal

from .parts import Base, Element, Part

p, q, r = (Literal(Atom(name)) for name in "pqr")
not_p, not_q, not_r = (Literal(Atom(name), False) for name in "pqr")


def base_of(*background: Sentence, **said: Sentence) -> Base:
    """Each keyword is an element; the n-th was recorded at n."""
    elements = (
        Element(name, (normal(it),), (n,)) for n, (name, it) in enumerate(said.items(), start=1)
    )
    return Base(tuple(elements), background)


def ranked(base: Base, **levels: int) -> Base:
    """The base with these levels; what is not named has the lowest, 0."""
    elements = (replace(e, level=levels.get(str(e.name), 0)) for e in base.elements)
    return replace(base, elements=tuple(elements))


def below(base: Base, *pairs: tuple[str, str]) -> Base:
    """The base with a hierarchy, each pair (lower, higher)."""
    return replace(base, below=frozenset(pairs))


def parts(*names: str) -> set[Part]:
    """`"a b", "c"` as {{a, b}, {c}}."""
    return {frozenset(each.split()) for each in names}


def newcomer(said: Sentence, *, weight: int = 1_000_000, level: int = 0) -> Element:
    return Element("new", (normal(said),), (99,), weight, level)
