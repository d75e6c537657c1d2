"""Checking: all that is wrong in a program, before any of it is carried out."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import DuplicateName, Mistakes, ReasonerError, StoredClock
from ..ledger import MemoryLedger
from ..ledger.entries import Ledger
from ..solve import Limits
from ..syntax.tree import Clock, Program
from ..theory import check, declarations, theory_of
from ..theory.declare import label_of
from ..theory.model import Theory
from .background import require_background


def checked(
    program: Program, ledger: Ledger | None = None, *, limits: Limits | None = None
) -> Theory:
    """The theory of a program that has no mistake, and could be carried out on *ledger*.

    Raises:
        Mistakes: every mistake of the text, and what a stored ledger cannot take.
        NoModel: E304, the background contradicts itself.
    """
    names = (lambda _: False) if ledger is None else (lambda name: ledger.find(name) is not None)
    mistakes = list(check(program, ledger_names=names))
    if ledger is not None:
        mistakes.extend(_unfit(program, ledger))
    if mistakes:
        raise Mistakes(mistakes)
    theory = theory_of(declarations(program))
    require_background(theory, limits)
    return theory


def _unfit(program: Program, ledger: Ledger) -> Iterator[ReasonerError]:
    for statement in program.statements:
        given = label_of(statement)
        if given is not None and given[1].kind != "rule" and ledger.find(given[0]) is not None:
            yield DuplicateName(
                f"the ledger has a `{given[0]}` already",
                help="choose another label, or another ledger: a file runs on a ledger once",
                span=given[1].span,
            )
        if isinstance(statement, Clock) and not isinstance(ledger, MemoryLedger):
            yield StoredClock(
                "a stored ledger has its own time",
                help="run a file that sets the clock in memory, without a ledger",
                span=statement.span,
            )
