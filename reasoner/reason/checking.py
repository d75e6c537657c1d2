"""Checking: all that is wrong in a program, before any of it is carried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..errors import (
    AlreadyDeclared,
    CyclicRank,
    DuplicateLabel,
    DuplicateName,
    Mistakes,
    NotRecoverable,
    ReasonerError,
    SortClash,
    Span,
    StoredClock,
    UnknownAgent,
    UnknownLabel,
    UnknownRank,
    UnknownRelation,
    UnknownSource,
    UnknownType,
    UnsafeQuery,
)
from ..ledger import MemoryLedger
from ..ledger.entries import Ledger
from ..solve import Limits
from ..syntax import parse_with_mistakes, show
from ..syntax.tree import (
    Believe,
    Clock,
    Condition,
    Consolidate,
    Contract,
    ExpectQuery,
    Name,
    Program,
    Query,
    Recover,
    Selection,
    StatementNode,
    Suppose,
)
from ..theory import check, declarations, theory_of
from ..theory.declare import label_of
from ..theory.model import Theory
from .background import require_background
from .body import plan
from .policy import nothing_to_choose
from .recovery import gave_nothing_up

_UNKNOWN = (UnknownAgent, UnknownLabel, UnknownRank, UnknownRelation, UnknownSource, UnknownType)
_OF_BLOCKS = (AlreadyDeclared, CyclicRank, DuplicateLabel, NotRecoverable, SortClash)
_QUOTED = re.compile("`(.*?)`")
_NUMBERED = re.compile(r"(rule|constraint)[0-9]+")  # named by where it stands among the others


def _no_name(name: str) -> bool:
    return False


def understood(
    text: str, name: str = "<text>", *, ledger_names: Callable[[str], bool] = _no_name
) -> Program:
    """The statements of a text, which messages call *name*.

    Raises:
        Mistakes: when some of it is not understood, that and all else that is wrong, but for
            names that what was not understood may have declared.
    """
    draft = parse_with_mistakes(text, name)
    if not draft.mistakes:
        return draft.program
    found = _mistakes(draft.program, ledger_names)
    raise Mistakes([*draft.mistakes, *(each for each in found if not _doubtful(each, draft.lost))])


def _doubtful(mistake: ReasonerError, lost: frozenset[str]) -> bool:
    """Whether it may come from the loss of statements of which only the words are left."""
    named = _QUOTED.search(mistake.message)
    name = named[1] if named is not None else ""
    if isinstance(mistake, _OF_BLOCKS) and "{" in lost:
        return True
    number = _NUMBERED.fullmatch(name)
    if number is not None and not lost.isdisjoint((number[1], "default")):
        return True
    return isinstance(mistake, _UNKNOWN) and name in lost


def checked(
    program: Program, ledger: Ledger | None = None, *, limits: Limits | None = None
) -> Theory:
    """The theory of a program that has no mistake, and could be carried out on *ledger*.

    Raises:
        Mistakes: every mistake of the text, and what a stored ledger cannot take.
        NoModel: E304, the background contradicts itself.
    """
    names = _no_name if ledger is None else (lambda name: ledger.deed(name) is not None)
    mistakes = list(_mistakes(program, names))
    if ledger is not None:
        mistakes.extend(_unfit(program, ledger))
    if mistakes:
        raise Mistakes(mistakes)
    theory = theory_of(declarations(program))
    require_background(theory, limits)
    return theory


def _mistakes(program: Program, ledger_names: Callable[[str], bool]) -> Iterator[ReasonerError]:
    """What is wrong with a text, whatever a ledger holds."""
    yield from check(program, ledger_names=ledger_names)
    yield from _hopeless(program.statements, {})


def _hopeless(
    statements: tuple[StatementNode, ...], told: dict[str, Believe]
) -> Iterator[ReasonerError]:
    """What is refused whenever it is carried out; what `refuse` expects to be is passed over.

    told: by label, the statements before these that only add evidence.
    """
    told = dict(told)
    for statement in statements:
        match statement:
            case Believe(label=Name(name)):
                told[name] = statement
            case Recover(Name(name)) if name in told:
                yield _irrecoverable(name, told[name], statement.span)
            case Contract(selection=Selection(names)) | Consolidate(selection=Selection(names)):
                if any(name.text == "surface" for name in names):
                    yield nothing_to_choose(statement.span)
            case Query(body) | ExpectQuery(Query(body)):
                yield from _unsafe(body)
            case Suppose(inner):
                yield from _hopeless(inner, told)


def _irrecoverable(name: str, told: Believe, span: Span | None) -> ReasonerError:
    given = label_of(told)
    says = None if given is None or given[1].says is None else show(given[1].says)
    return gave_nothing_up(name, told.verb, says, span)


def _unsafe(body: tuple[Condition, ...]) -> Iterator[UnsafeQuery]:
    try:
        plan(body)
    except UnsafeQuery as error:
        yield error


def _unfit(program: Program, ledger: Ledger) -> Iterator[ReasonerError]:
    for statement in program.statements:
        given = label_of(statement)
        if given is not None and given[1].kind != "rule" and ledger.deed(given[0]) is not None:
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
