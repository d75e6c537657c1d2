"""Replies and errors -> lines of text, in the user's own names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from ..answer import (
    Belief,
    Change,
    ChangeOver,
    Explanation,
    Moment,
    Rectangle,
    Status,
    Stretch,
    Why,
)
from ..errors import ReasonerError
from ..reason.run import Reply
from ..solve import Plan
from ..syntax import show, show_constant
from ..syntax.tree import Believe, Contract, ExpectConflicts, Query, Refuse
from ..time import ALWAYS, Interval, show_instant
from .explanations import explanation_lines
from .lines import Line, Role
from .proofs import why_lines
from .timeline import timeline_lines

_GIVE_UP = ("contract", "retract", "revise", "consolidate")
_PROOFS = 1  # for and against, where an expectation failed; `why` shows them all


def reply_lines(reply: Reply, *, verbose: bool = False) -> Iterator[Line]:
    """The statement and its answer; nothing for an expectation that was met, unless *verbose*."""
    if reply.met and not verbose:
        return
    statement = show(reply.statement).split("\n")
    yield from (Line(text, Role.STATEMENT).inside(reply.depth) for text in statement)
    for line in _body(reply):
        yield replace(line, indent=line.indent + 1, within=reply.depth)


def _body(reply: Reply) -> Iterator[Line]:
    if reply.met is None:
        yield from _answer(reply)
    elif reply.met:
        yield Line("met")
    else:
        yield Line(f"failed{_place(reply)}: {_found(reply)}", Role.FAILURE)
        if reply.why is not None:
            for line in why_lines(reply.why, most=_PROOFS):
                yield replace(line, indent=line.indent + 1)


def plan_lines(plan: Plan) -> Iterator[Line]:
    """What a statement cost, phase by phase; nothing where it needed none."""
    for phase in plan.phases:
        yield Line(str(phase), Role.DETAIL, indent=2)


def summary_lines(replies: Sequence[Reply]) -> Iterator[Line]:
    """How many expectations were met, of how many; nothing when there were none."""
    expected = [reply.met for reply in replies if reply.met is not None]
    failed = expected.count(False)
    if failed:
        yield Line(f"{failed} of {_count(len(expected), 'expectation')} failed", Role.FAILURE)
    elif expected:
        yield Line(f"{_count(len(expected), 'expectation')} met", Role.SUMMARY)


def error_lines(error: ReasonerError) -> Iterator[Line]:
    """Every mistake that *error* stands for, with an empty line between two."""
    for number, each in enumerate(error.errors):
        if number:
            yield Line("", Role.DETAIL)
        first, *rest = str(each).split("\n")
        yield Line(first, Role.ERROR)
        yield from (Line(text, Role.DETAIL) for text in rest)


# -- answers ---------------------------------------------------------------------------------------


def _answer(reply: Reply) -> Iterator[Line]:
    match reply.answer:
        case Change() as change:
            yield from _change(reply, change)
        case Why() as why:
            yield Line(why.status.value)
            yield from why_lines(why)
        case Explanation() as explanation:
            yield from explanation_lines(explanation)
        case None:
            pass
        case ((),) if isinstance(reply.statement, Query):
            yield Line("yes")
        case (Rectangle(), *_) as found:
            yield from timeline_lines([each for each in found if isinstance(each, Rectangle)])
        case tuple() as found:
            yield from _several(found)
        case other:
            yield Line(_word(other))


def _word(answer: Status | bool | str) -> str:
    match answer:
        case Status():
            return answer.value
        case bool():
            return "yes" if answer else "no"
    return answer


def _several(found: tuple[object, ...]) -> Iterator[Line]:
    """Sets of beliefs with what each belief says, moments, stretches, or bindings; one a line."""
    if not found:
        yield Line("none")
    for each in found:
        yield Line(_one_of_several(each))
    sets = [each for each in found if isinstance(each, tuple)]
    beliefs = [each for each in chain.from_iterable(sets) if isinstance(each, Belief)]
    yield from (Line(str(belief), Role.DETAIL, 1) for belief in dict.fromkeys(beliefs))


def _one_of_several(each: object) -> str:
    match each:
        case Moment(operation, verb, recorded, status):
            by = verb if operation is None else f"{verb} {operation}"
            return f"{status.value} since {show_instant(recorded)}, by {by}"
        case Stretch(valid, status):
            return f"{status.value} {valid.show()}"
        case tuple():
            return _braced(_member(member) for member in each)
    raise TypeError(f"{type(each).__name__} is no part of an answer")


def _member(member: object) -> str:
    """A belief by its name, a variable with its value."""
    if isinstance(member, Belief):
        return member.name
    assert isinstance(member, tuple)
    variable, value = member
    return f"{variable} = {show_constant(value)}"


def _braced(members: Iterable[str]) -> str:
    inside = ", ".join(members)
    return f"{{ {inside} }}" if inside else "{ }"


# -- changes ---------------------------------------------------------------------------------------


def _change(reply: Reply, change: Change) -> Iterator[Line]:
    yield from _names(reply, change)
    pieces = _pieces(change)
    everywhere = [piece.valid for piece in pieces] == [ALWAYS]
    for piece in pieces:
        if not everywhere:
            yield Line(f"valid {piece.valid.show()}")
        for line in _piece(change, piece):
            yield line if everywhere else replace(line, indent=line.indent + 1)
    if not pieces and change.verb in _GIVE_UP:
        yield Line("nothing to give up")
    yield from (Line(f"restored {belief}") for belief in change.restored)
    for valid, against in change.blocked:
        names = ", ".join(belief.name for belief in against)
        yield Line(f"not restored, valid {valid.show()}: it would contradict {names}")
    if change.note:
        yield Line(f"note: {change.note}")


def _names(reply: Reply, change: Change) -> Iterator[Line]:
    """The names that the ledger chose: of an operation, and of what it recorded."""
    statement = reply.statement
    if getattr(statement, "label", None) is None:
        names = [change.operation] if not isinstance(statement, Believe) else []
        if not isinstance(statement, Contract):
            names += [belief.name for belief in change.added]
        yield Line(f"recorded as {', '.join(names)}")
    if isinstance(statement, Contract):
        yield from (Line(f"kept on condition {belief}") for belief in change.added)


def _pieces(change: Change) -> list[ChangeOver]:
    """One for each interval over which there is something to tell, in order of time."""
    found: dict[Interval, ChangeOver] = {}
    for piece in change.over:
        if piece.dropped or piece.still_told or not piece.possible:
            known = found.get(piece.valid)
            found[piece.valid] = piece if known is None else _together(known, piece)
    return [found[valid] for valid in sorted(found)]


def _together(one: ChangeOver, other: ChangeOver) -> ChangeOver:
    """Two pieces over one interval: parts of the base that are not connected."""
    return ChangeOver(
        one.valid,
        one.dropped + other.dropped,
        one.kept + other.kept,
        one.possible and other.possible,
        one.entailed or other.entailed,
        one.still_told or other.still_told,
    )


def _piece(change: Change, piece: ChangeOver) -> Iterator[Line]:
    if not piece.possible:
        yield Line("not possible: the background entails it")
    elif not piece.entailed:
        yield Line("nothing to give up")
    yield from (Line(f"dropped {belief}") for belief in piece.dropped)
    if piece.dropped:
        chosen = ", ".join(change.selection) or "full meet"
        kept = f", kept {_count(len(piece.kept), 'connected belief')}" if piece.kept else ""
        yield Line(f"chosen by {chosen}{kept}", Role.DETAIL)
    if piece.still_told:
        yield Line("still told: its status follows from beliefs that contradict each other")


# -- expectations ----------------------------------------------------------------------------------


def _place(reply: Reply) -> str:
    span = reply.statement.span
    return "" if span is None else f" ({span.source.name}:{span.line}:{span.column})"


def _found(reply: Reply) -> str:
    match reply:
        case Reply(statement=Refuse()):
            return "it was not refused"
        case Reply(statement=ExpectConflicts(), answer=tuple() as sets):
            return f"found {len(sets)}" + (": " if sets else "") + _sets(sets)
        case Reply(answer=tuple() as sets):
            return f"found {_sets(sets) or 'none'}"
        case Reply(answer=bool(entailed)):
            return "it is entailed" if entailed else "it is not entailed"
        case Reply(answer=Status() as status):
            return f"found {status.value}"
    raise TypeError(f"{type(reply.answer).__name__} is no answer to an expectation")


def _sets(sets: tuple[object, ...]) -> str:
    return " ".join(map(_one_of_several, sets))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
