"""An explanation -> whether its kernels and witnesses show what it claims, by another engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..answer import Belief, Certificate, Check, ExplainedOver, Explanation, Loss
from ..solve import Limits
from ..time import ALWAYS, union
from .classical import engine_named
from .explaining import REASONS, REFUSED, VALUING, chosen_by
from .methods import CUTS
from .parts import Part
from .reading import Reading
from .reasoner import Reasoner
from .replay import Case, Replay, replay

Claim = tuple[str, bool]  # in words, and whether it holds


def certify(
    kb: Reasoner,
    explanation: Explanation,
    *,
    engine: str | None = None,
    limits: Limits | None = None,
) -> Certificate:
    """Check an explanation of `kb.explain` without a solver of ours.

    Each kernel has a model and entails its goal, and nothing less does; each witness achieves
    what was asked, and with any more, so with what went, it does not; what is kept achieves it
    too; what is kept and what went are the base as it was, and the ledger withdrew just the latter.
    What entails what is decided from the definitions, by python-sat where it is installed (the
    extra `certify`), else by a truth table: of an inconsistent set, by all its ⊆-maximal
    consistent subsets.

    The base is read as operations read it: which ground rules there are, and which defaults
    apply, comes from the slice. Not checked are the numbers of remainders, of which there is no
    witness, and that what drowned is in no kernel.

    Args:
        engine: "python-sat" or "truth table".
    Raises:
        UnknownLabel: the ledger has no such operation.
        TooManyAtoms: for a truth table; python-sat would do.
        SolveTimeout, TooManyAnswers: beyond the limits.
    """
    limits = (limits or Limits()).begin()
    again = replay(kb.ledger, kb.theory, explanation.operation, limits)
    checking = _Checking(again, explanation, engine_named(engine), limits)
    return Certificate(explanation.operation, checking.engine, tuple(checking.checks()))


@dataclass(frozen=True)
class _Checking:
    again: Replay
    explanation: Explanation
    engine: str
    limits: Limits

    def checks(self) -> Iterator[Check]:
        recorded = self.again.operation.said.verb, self.again.goals, self.again.choice.shown
        told = self.explanation
        claim = "it tells what the ledger says was asked"
        is_so = recorded == (told.verb, told.goals, told.selection)
        yield Check(ALWAYS, claim, is_so and self.again.together == told.together)
        covered: list[list[Case]] = [[] for _ in told.over]
        known: set[object] = set()
        for case in self.again.cases:
            found = [n for n, piece in enumerate(told.over) if _is_about(piece, case)]
            for number in found:
                covered[number].append(case)
            key = tuple(found), case.before, case.dropped, case.is_lost
            if key not in known:
                known.add(key)
                claims = self._claims(case, [told.over[number] for number in found])
                yield from (Check(case.valid, *claim) for claim in claims)
        for piece, cases in zip(told.over, covered, strict=True):
            over = union(case.valid for case in cases)
            yield Check(
                piece.valid, "the base is the same over the interval", over == (piece.valid,)
            )

    def _claims(self, case: Case, pieces: list[ExplainedOver]) -> Iterator[Claim]:
        reading = Reading(case, self.engine, self.limits)
        if not pieces and self.explanation.verb == "consolidate":
            yield "there is no conflict to resolve", reading.fits(reading.everything)
            return
        yield "it is explained once", len(pieces) == 1
        for piece in pieces:
            yield from _Claims(self.again, case, reading, piece).all()


def _is_about(piece: ExplainedOver, case: Case) -> bool:
    """Whether a piece tells of the instants of a case, and of the same part of the base."""
    if case.valid.start not in piece.valid:
        return False
    told, there = {*piece.kept, *piece.dropped}, set(map(case.belief, case.before))
    return case.wanted is None or case.newcomer is not None or not told.isdisjoint(there)


@dataclass(frozen=True)
class _Claims:
    """What one piece of an explanation claims of one case."""

    again: Replay
    case: Case
    reading: Reading
    piece: ExplainedOver

    def all(self) -> Iterator[Claim]:
        piece = self.piece
        chose = piece.entailed and piece.possible
        yield from self._outcome()
        yield "it tells what refused the newcomer", bool(piece.refused_by) == self.case.is_lost
        if not chose or self.case.is_lost:
            yield "nothing was compared", not (piece.stages or piece.values) and piece.cut is None
        if not chose:
            yield "nothing went", not piece.losses
        elif self.case.is_lost:
            yield from self._refusal()
        else:
            rest = self.reading.everything.difference(self.case.dropped)
            yield "what is kept achieves what was asked", self.reading.fits(rest)
            yield from self._comparison()
            for loss in piece.losses:
                yield from self._loss(loss)

    def _outcome(self) -> Iterator[Claim]:
        case, piece = self.case, self.piece
        went = (case.newcomer_belief,) if case.is_lost else case.beliefs(case.dropped)
        is_base = sorted((*piece.kept, *piece.dropped)) == sorted((*case.kept, *went))
        yield "what is kept and what went are the base as it was", is_base
        yield "what went is what the ledger withdrew", piece.dropped == went
        fails = not self.reading.fits(self.reading.everything)
        yield "there was something to give up, or not", fails == piece.entailed
        yield "it was possible, or not", self.reading.fits(frozenset()) == piece.possible

    def _refusal(self) -> Iterator[Claim]:
        by = self._part(self.piece.refused_by)
        yield "what refused the newcomer does so, and nothing less", self._is_obstacle(by)
        yield (
            "the newcomer was refused",
            self.piece.losses == (Loss(self.case.newcomer_belief, REFUSED),),
        )

    def _comparison(self) -> Iterator[Claim]:
        """What a method compared, and its cut: the most that fits, closed upwards in value."""
        values, cut, everything = self._values, self.piece.cut, self.reading.everything
        beliefs = self.case.beliefs(sorted(everything))
        shown = tuple(zip(beliefs, values, strict=True)) if values else ()
        yield "the elements are valued so", self.piece.values == shown
        yield "there is a cut, or not", (cut is not None) == (self._method in CUTS)
        if cut is not None and values:
            above = frozenset(e for e in everything if values[e - 1] > cut)
            with_it = frozenset(e for e in everything if values[e - 1] >= cut)
            fits = self.reading.fits
            yield "the cut is where it must be", fits(above) and not fits(with_it)
            yield "nothing above the cut went", above.isdisjoint(self.case.dropped)

    def _loss(self, loss: Loss) -> Iterator[Claim]:
        name, number = loss.belief.name, self._numbers.get(loss.belief, 0)
        yield (
            f"`{name}` went by the method that was asked for",
            loss.reason == REASONS[self._method],
        )
        if loss.kernel is None or loss.witness is None:
            drowned = loss.kernel is None and loss.witness is None and not loss.goals
            cut = self.piece.cut
            is_below = cut is not None and number > 0 and self._values[number - 1] <= cut
            yield f"`{name}` is at or below the cut", drowned and is_below
            return
        yield from self._kernel(name, number, loss.goals, self._part(loss.kernel))
        yield from self._witness(name, number, self._part(loss.witness))

    def _kernel(
        self, name: str, number: int, goals: tuple[str, ...], kernel: Part | None
    ) -> Iterator[Claim]:
        is_so = kernel is not None and number in kernel
        yield f"`{name}` is in its kernel", is_so
        yield f"the kernel of `{name}` is one, and nothing less", self._is_obstacle(kernel)
        is_so = kernel is not None and goals == self.reading.goals_of(kernel)
        yield f"the kernel of `{name}` entails just these goals", is_so
        yield f"the method may cut `{name}` from its kernel", self._may_be_cut(number, kernel)

    def _witness(self, name: str, number: int, witness: Part | None) -> Iterator[Claim]:
        is_so = witness is not None and number not in witness and self._is_remainder(witness)
        yield f"the witness of `{name}` is a remainder without it", is_so
        if self._method in _MEETS:
            rest = self.reading.everything.difference(self.case.dropped)
            is_so = witness is not None and rest <= witness
            yield f"the witness of `{name}` holds what is kept", is_so

    # -- parts ---

    @property
    def _method(self) -> str:
        return chosen_by(self.again)[0]

    @cached_property
    def _values(self) -> tuple[int, ...]:
        """How the method values the elements; () where it compares none."""
        method, policies = chosen_by(self.again)
        return self.case.base.values(policies) if method in VALUING and policies else ()

    @cached_property
    def _numbers(self) -> dict[Belief, int]:
        return {each: n for n, each in enumerate(self.case.beliefs(self.reading.everything), 1)}

    def _part(self, beliefs: tuple[Belief, ...]) -> Part | None:
        """Beliefs of the base by number; None when there are others among them, or twice."""
        found = frozenset(self._numbers.get(belief, 0) for belief in beliefs)
        return None if 0 in found or len(found) != len(beliefs) else found

    def _is_obstacle(self, part: Part | None) -> bool:
        """Whether a part fails, has a model where it should, and nothing less fails."""
        if part is None or self.reading.fits(part) or not self.reading.is_proof(part):
            return False
        return all(self.reading.fits(part - {element}) for element in part)

    def _is_remainder(self, part: Part) -> bool:
        """Whether a part fits, and no more does."""
        others = self.reading.everything - part
        fits = self.reading.fits
        return fits(part) and not any(fits(part | {element}) for element in others)

    def _may_be_cut(self, number: int, kernel: Part | None) -> bool:
        """Whether the method cuts an element from a kernel: of those that cut kernels."""
        if kernel is None or number == 0:
            return False
        method, policies = chosen_by(self.again)
        if method == "safe" and not policies:
            return not any(self.case.base.below(other, number) for other in kernel)
        if method in CUTS or not self._values:
            return True
        return all(self._values[number - 1] <= self._values[other - 1] for other in kernel)


_MEETS = ("partial meet", "full kernel", "SelectionFunction")
"""The methods that meet remainders."""
