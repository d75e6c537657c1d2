"""Explanations -> lines: what was compared, and for each belief that went why it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..answer import Belief, Count, ExplainedOver, Explanation, Loss
from ..time import ALWAYS
from .lines import Line, Role


def explanation_lines(explanation: Explanation) -> Iterator[Line]:
    """What was asked, then each interval of valid time in turn."""
    yield Line(_asked(explanation))
    everywhere = [piece.valid for piece in explanation.over] == [ALWAYS]
    for piece in explanation.over:
        if not everywhere:
            yield Line(f"valid {piece.valid.show()}")
        for line in _piece(piece):
            yield line if everywhere else replace(line, indent=line.indent + 1)
    if not explanation.over:
        yield Line(_nothing(explanation))


def braced(beliefs: Iterable[Belief]) -> str:
    """The names of beliefs as a set."""
    inside = ", ".join(belief.name for belief in beliefs)
    return f"{{ {inside} }}" if inside else "{ }"


def _asked(explanation: Explanation) -> str:
    goals = ", ".join(explanation.goals) + (" together" if explanation.together else "")
    chosen = ", ".join(explanation.selection)
    by = f"by {chosen}" if chosen else ""
    return " ".join(filter(None, (f"{explanation.operation}:", explanation.verb, goals, by)))


def _nothing(explanation: Explanation) -> str:
    if "surface" in explanation.selection:
        return "nothing was chosen: the policy `surface` chooses nothing"
    if explanation.verb in ("contract", "revise", "consolidate"):
        return "nothing to give up"
    return f"nothing was chosen: `{explanation.verb}` gives nothing up"


def _piece(piece: ExplainedOver) -> Iterator[Line]:
    if not piece.possible:
        yield Line("not possible: the background entails it")
    elif not piece.entailed:
        yield Line("nothing to give up")
    elif piece.refused_by:
        yield Line(f"refused by {braced(piece.refused_by)}")
    else:
        yield from _compared(piece)
        for loss in piece.losses:
            yield from _loss(loss)
    if piece.kept:
        yield Line(f"kept {braced(piece.kept)}", Role.DETAIL)


def _compared(piece: ExplainedOver) -> Iterator[Line]:
    if piece.remainders is not None:
        yield Line(_remainders(piece.remainders))
    decided = piece.decided_by
    for stage in piece.stages:
        if stage.policy != "full meet":
            ending = ", and decided" if stage.policy == decided else ""
            yield Line(f"{stage.policy} left {stage.left}{ending}")
    if piece.met is not None and piece.met != Count(1):
        yield Line("what tied was met")
    if piece.values:
        by_level: dict[int, list[Belief]] = {}
        for belief, level in piece.values:
            by_level.setdefault(level, []).append(belief)
        levels = " > ".join(braced(by_level[level]) for level in sorted(by_level, reverse=True))
        yield Line(f"valued {levels}")
    if piece.cut is not None:
        below = [belief for belief, level in piece.values if level <= piece.cut]
        yield Line(f"at or below the cut {braced(below)}")


def _remainders(count: Count) -> str:
    return f"{count} remainder" if count == Count(1) else f"{count} remainders"


def _loss(loss: Loss) -> Iterator[Line]:
    yield Line(f"dropped {loss.belief}")
    yield Line(f"because {loss.reason}", Role.DETAIL, 1)
    if loss.kernel is None or loss.witness is None:
        yield Line("it is in no kernel", Role.DETAIL, 1)
        return
    goals = ", ".join(loss.goals)
    yield Line(f"{braced(loss.kernel)} entails {goals}", Role.DETAIL, 1)
    yield Line(f"{braced(loss.witness)} does what was asked, and not with it", Role.DETAIL, 1)
