"""Declarations in the ledger: which theory was in force when."""

from __future__ import annotations

from functools import lru_cache

from ..errors import DamagedLedger, OtherArity, ReasonerError
from ..ledger.entries import Ledger
from ..syntax import parse
from ..theory import build
from ..theory.model import Theory


def in_force(ledger: Ledger, known: int, otherwise: Theory) -> Theory:
    """The theory in force at a transaction time; *otherwise* on a ledger without declarations."""
    text = ledger.declared(known)
    return otherwise if text in (None, otherwise.text) else _theory_of(text or "")


def require_same_arities(ledger: Ledger, theory: Theory) -> None:
    """See that relations have the arities under which the ledger ever spoke of them.

    Raises: OtherArity, E511.
    """
    declaring = [deed.recorded for deed in ledger.deeds((), ())]
    theories = {each.text: each for each in (in_force(ledger, at, theory) for at in declaring)}
    for old in (relation for each in theories.values() for relation in each.relations):
        new = theory.relation(old.name)
        if new is not None and new.arity != old.arity:
            raise OtherArity(
                f"`{old.name}` has {new.arity} arguments here, and {old.arity} in the ledger",
                help="give the new relation another name: the ledger keeps what it has",
                span=new.span,
            )


@lru_cache(maxsize=64)
def _theory_of(text: str) -> Theory:
    """What a ledger declares, which had no mistakes when it was recorded."""
    try:
        return build(parse(text, "<ledger>"))
    except ReasonerError as mistake:
        first = mistake.errors[0]
        raise DamagedLedger(
            f"the ledger is damaged: its declarations have mistakes ({first.message})",
            help="restore the file from a copy",
            span=first.span,
        ) from mistake
