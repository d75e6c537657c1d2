"""Declarations in the ledger: which theory was in force when."""

from __future__ import annotations

from functools import lru_cache

from ..ledger.entries import Ledger
from ..syntax import parse
from ..theory import build
from ..theory.model import Theory


def in_force(ledger: Ledger, known: int | None = None) -> str | None:
    """The text of the declarations in force at *known* (None: now); None for a ledger without.

    Before the first were recorded, the first are in force: they cannot have been others.
    """
    first = last = None
    for operation in ledger.operations():
        text = operation.said.theory
        if text is None:
            continue
        first = text if first is None else first
        if known is None or operation.recorded <= known:
            last = text
    return first if last is None else last


@lru_cache(maxsize=64)
def theory_of(text: str) -> Theory:
    """The theory that a text of declarations, as recorded, stands for."""
    return build(parse(text, "<ledger>"))
