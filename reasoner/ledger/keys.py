"""By what evidence is found: its atoms as text that is equal where the values are equal."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal

from ..syntax.tree import Atom, Constant, Literal, Sentence, Term
from ..theory.normal import each_atom
from .codec import TAGS, encode_with
from .entries import Pattern

Key = tuple[str | None, str | None, str | None]
"""Relation, first argument, second argument of an atom; None for what it has not."""

NO_KEY: Key = (None, None, None)
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


def constant_key(constant: Constant) -> str:
    """The kind, then the value: `30000` and `30000.0` have one key."""
    value = constant.value
    if isinstance(value, str):
        return f"t{value}"
    return TAGS[constant.kind] + (_plain(value) if isinstance(value, Decimal) else str(value))


def _plain(value: Decimal) -> str:
    """Without an end of zeros; `-0` is `0`."""
    return str(value.normalize(_EXACT)) if value else "0"


def sentence_key(sentence: Sentence) -> str:
    """Equal for equal sentences in normal form. Raises as `encode` does."""
    return encode_with(constant_key, sentence)


def pattern_key(pattern: Pattern) -> Key:
    """What the atoms that fit have in common; None where they may differ."""
    return _key(pattern.relation, pattern.arguments)


def literal_key(sentence: Sentence) -> Key:
    """That of a literal; NO_KEY for a compound sentence."""
    if isinstance(sentence, Literal):
        return _key(sentence.atom.relation, sentence.atom.arguments)
    return NO_KEY


def mentions(sentence: Sentence) -> list[Key]:
    """Those of the atoms of a compound sentence, sorted and without repeats; [] for a literal."""
    if isinstance(sentence, Literal):
        return []
    found = {_key(atom.relation, atom.arguments) for atom in each_atom(sentence)}
    return sorted(found, key=lambda key: [part or "" for part in key])


def fits(pattern: Pattern, sentence: Sentence) -> bool:
    """Whether the sentence has an atom that fits *pattern*."""
    return any(stands_for(pattern, atom) for atom in each_atom(sentence))


def stands_for(pattern: Pattern, atom: Atom) -> bool:
    """Whether *atom*, which is ground, fits *pattern*."""
    return (
        atom.relation == pattern.relation
        and len(atom.arguments) == len(pattern.arguments)
        and all(
            wanted is None or wanted == found
            for wanted, found in zip(pattern.arguments, atom.arguments, strict=True)
        )
    )


def _key(relation: str, arguments: Sequence[Term | None]) -> Key:
    first, second, *_ = (*arguments[:2], None, None)
    return (relation, _term_key(first), _term_key(second))


def _term_key(term: Term | None) -> str | None:
    return constant_key(term) if isinstance(term, Constant) else None
