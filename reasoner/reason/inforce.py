"""Declarations in the ledger: which theory was in force when."""

from __future__ import annotations

from functools import lru_cache

from ..ledger.entries import Ledger
from ..syntax import parse
from ..theory import build
from ..theory.model import Theory


def in_force(ledger: Ledger, known: int, otherwise: Theory) -> Theory:
    """The theory in force at a transaction time; *otherwise* on a ledger without declarations."""
    text = ledger.declared(known)
    return otherwise if text in (None, otherwise.text) else _theory_of(text or "")


@lru_cache(maxsize=64)
def _theory_of(text: str) -> Theory:
    return build(parse(text, "<ledger>"))
