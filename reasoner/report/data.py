"""Replies and errors -> values that JSON can hold, always with the same keys."""

from __future__ import annotations

from collections.abc import Iterable

from ..answer import (
    Belief,
    Change,
    ChangeOver,
    Count,
    ExplainedOver,
    Explanation,
    Loss,
    Moment,
    Proof,
    Rectangle,
    Status,
    Stretch,
    Why,
)
from ..errors import ReasonerError, Span
from ..reason.run import Reply
from ..syntax import show
from ..syntax.tree import Constant, ExpectQuery, Kind, Query
from ..time import BEGINNING, END, Interval, show_instant

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def to_json(reply: Reply) -> dict[str, Json]:
    """One reply. Instants are ISO 8601 text in UTC; an open end is null.

    Keys: statement, line, column, depth, met, answer, why. A number keeps its spelling as text,
    since JSON's own would lose digits.
    """
    span = reply.statement.span
    return {
        "statement": show(reply.statement),
        "line": None if span is None else span.line,
        "column": None if span is None else span.column,
        "depth": reply.depth,
        "met": reply.met,
        "answer": _answer(reply),
        "why": _value(reply.why),
    }


def rectangles_to_json(rectangles: Iterable[Rectangle]) -> list[Json]:
    """A timeline. Keys: known, valid (each `from` and `to`), status."""
    return [_part(each) for each in rectangles]


def errors_to_json(error: ReasonerError) -> list[Json]:
    """Every mistake that *error* stands for. Keys: code, message, help, file, line, column, end.

    end: line and column of the place after the last character, or null.
    """
    return [
        {"code": each.code, "message": each.message, "help": each.help, **_place(each.span)}
        for each in error.errors
    ]


def _place(span: Span | None) -> dict[str, Json]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end": None}
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end": {"line": span.end_line, "column": span.end_column},
    }


# -- answers ---------------------------------------------------------------------------------------


def _answer(reply: Reply) -> Json:
    match reply:
        case Reply(statement=Query() | ExpectQuery(), answer=tuple() as bindings):
            return [_binding(binding) for binding in bindings]
    return _value(reply.answer)


def _binding(binding: object) -> Json:
    assert isinstance(binding, tuple)
    return {variable: _constant(value) for variable, value in binding}


def _value(answer: object) -> Json:
    match answer:
        case None | bool() | str():
            return answer
        case Status():
            return answer.value
        case Change():
            return _change(answer)
        case Why():
            return _why(answer)
        case Explanation():
            return _explanation(answer)
        case tuple():
            return [_part(each) for each in answer]
    raise TypeError(f"{type(answer).__name__} is no answer")


def _part(part: object) -> Json:
    """A moment, a stretch, a rectangle, or a set of beliefs."""
    match part:
        case Moment(operation, verb, recorded, status):
            return {
                "operation": operation,
                "verb": verb,
                "recorded": show_instant(recorded),
                "status": status.value,
            }
        case Stretch(valid, status):
            return {"valid": _interval(valid), "status": status.value}
        case Rectangle(known, valid, status):
            return {"known": _interval(known), "valid": _interval(valid), "status": status.value}
        case tuple():
            return _beliefs(part)
    raise TypeError(f"{type(part).__name__} is no part of an answer")


def _constant(value: Constant) -> Json:
    spelling = value.value if value.kind is Kind.TEXT else value.spelling
    return {"kind": value.kind.value, "value": str(spelling)}


def _beliefs(beliefs: tuple[Belief, ...]) -> Json:
    return [{"name": belief.name, "text": belief.text} for belief in beliefs]


def _interval(interval: Interval) -> Json:
    return {
        "from": None if interval.start == BEGINNING else show_instant(interval.start),
        "to": None if interval.end == END else show_instant(interval.end),
    }


def _change(change: Change) -> Json:
    return {
        "operation": change.operation,
        "verb": change.verb,
        "goal": change.goal,
        "selection": list(change.selection),
        "possible": change.possible,
        "entailed": change.entailed,
        "dropped": _beliefs(change.dropped),
        "kept": _beliefs(change.kept),
        "added": _beliefs(change.added),
        "over": [_over(piece) for piece in change.over],
        "restored": _beliefs(change.restored),
        "blocked": [
            {"valid": _interval(valid), "by": _beliefs(beliefs)}
            for valid, beliefs in change.blocked
        ],
        "note": change.note,
    }


def _over(piece: ChangeOver) -> Json:
    return {
        "valid": _interval(piece.valid),
        "dropped": _beliefs(piece.dropped),
        "kept": _beliefs(piece.kept),
        "possible": piece.possible,
        "entailed": piece.entailed,
        "still_told": piece.still_told,
    }


def _why(why: Why) -> Json:
    return {
        "sentence": why.sentence,
        "status": why.status.value,
        "support": [_proof(proof) for proof in why.support],
        "attack": [_proof(proof) for proof in why.attack],
        "silent": [
            {"evidence": silent.evidence, "text": silent.text, "reason": silent.reason}
            for silent in why.silent
        ],
    }


def _proof(proof: Proof) -> Json:
    return {
        "premises": _beliefs(proof.premises),
        "steps": [
            {
                "conclusion": step.conclusion,
                "because": step.because,
                "premises": list(step.premises),
            }
            for step in proof.steps
        ],
    }


def _explanation(explanation: Explanation) -> Json:
    return {
        "operation": explanation.operation,
        "verb": explanation.verb,
        "goals": list(explanation.goals),
        "selection": list(explanation.selection),
        "together": explanation.together,
        "over": [_explained(piece) for piece in explanation.over],
    }


def _explained(piece: ExplainedOver) -> Json:
    return {
        "valid": _interval(piece.valid),
        "kept": _beliefs(piece.kept),
        "losses": [_loss(loss) for loss in piece.losses],
        "entailed": piece.entailed,
        "possible": piece.possible,
        "remainders": _count(piece.remainders),
        "stages": [{"policy": stage.policy, "left": _count(stage.left)} for stage in piece.stages],
        "decided_by": piece.decided_by,
        "values": [
            {"name": belief.name, "text": belief.text, "value": value}
            for belief, value in piece.values
        ],
        "cut": piece.cut,
        "refused_by": _beliefs(piece.refused_by),
    }


def _loss(loss: Loss) -> Json:
    return {
        "name": loss.belief.name,
        "text": loss.belief.text,
        "reason": loss.reason,
        "kernel": None if loss.kernel is None else _beliefs(loss.kernel),
        "goals": list(loss.goals),
        "witness": None if loss.witness is None else _beliefs(loss.witness),
    }


def _count(count: Count | None) -> Json:
    """`is_complete` false: there are more than `number`."""
    if count is None:
        return None
    return {"number": count.number, "is_complete": count.is_complete}
