"""Opening: from a file or a text, and a ledger, to a reasoner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..errors import NotAValue, ReasonerError
from ..files import user_path
from ..ledger import SqliteLedger
from ..solve import Limits
from ..syntax.tree import (
    Believe,
    Clock,
    Consolidate,
    Contract,
    Program,
    Recover,
    Retract,
    Revise,
    Touch,
)
from ..theory import declarations
from .checking import checked, understood
from .reasoner import Reasoner
from .run import Reply, Run, Watch, read
from .run import run as run_program

_OPERATIONS = (Believe, Contract, Revise, Retract, Touch, Recover, Consolidate, Clock)


def open(
    path: str | Path,
    ledger: str | Path | None = None,
    *,
    limits: Limits | None = None,
    durable: bool = True,
) -> Reasoner:
    """A reasoner on the declarations of a rule file.

    Without a ledger it lives in memory and the file's operations are carried out; on a stored
    ledger (made if it is not there) only the declarations are read, since the ledger holds what
    was done. Questions and expectations are for `run`.

    durable: see SqliteLedger; False lets a power cut take the last operations, and is faster.

    Raises: UnreadableFile, Mistakes, and what a ledger or an operation of the file refuses.
    """
    program = read(user_path(path), stored=ledger is not None)
    return _reasoner(program, ledger, limits, durable)


def loads(
    text: str,
    ledger: str | Path | None = None,
    *,
    limits: Limits | None = None,
    durable: bool = True,
) -> Reasoner:
    """As `open`, from a text."""
    if not isinstance(text, str):
        raise NotAValue(
            f"a value of type {type(text).__name__} is no text of rules",
            help='give it as text, such as `"relation p."`, or `open` a file',
        )
    program = understood(text, ledger_names=lambda _: ledger is not None)
    return _reasoner(program, ledger, limits, durable)


def run(
    path: str | Path,
    ledger: str | Path | None = None,
    *,
    limits: Limits | None = None,
    durable: bool = True,
    watch: Watch = iter,
) -> Iterator[Reply]:
    """Carry out a rule file, once, and reply to each of its statements.

    durable: as for `open`.
    watch: sees the sets that `kernels`, `remainders` and `conflicts` find, one by one.
    Raises: UnreadableFile and Mistakes before anything is done; later, what an operation refuses.
    """
    program = read(user_path(path), stored=ledger is not None)
    if ledger is None:
        yield from run_program(program, limits=limits, watch=watch)
        return
    if not user_path(ledger).exists():
        checked(program, limits=limits)  # a file with mistakes makes no ledger
    with SqliteLedger(ledger, durable=durable) as stored:
        yield from run_program(program, stored, limits=limits, watch=watch)


def check(path: str | Path) -> tuple[ReasonerError, ...]:
    """Every mistake of a rule file, without carrying it out; () when there is none."""
    try:
        checked(read(user_path(path)))
    except ReasonerError as error:
        return error.errors
    return ()


def _reasoner(
    program: Program, ledger: str | Path | None, limits: Limits | None, durable: bool
) -> Reasoner:
    if ledger is not None:
        theory = checked(Program(declarations(program)), limits=limits)
        return Reasoner(theory, SqliteLedger(ledger, durable=durable), limits=limits)
    reasoner = Reasoner(checked(program, limits=limits), limits=limits)
    operations = tuple(s for s in program.statements if isinstance(s, _OPERATIONS))
    for _ in Run(reasoner, declarations(program)).replies(operations):
        pass
    return reasoner
