"""An operation of the ledger -> what it met over each interval, and what it was to achieve there.

The ledger is append-only, so what an operation met can be read again: as it was known just before
it, under the theory that was in force.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..answer import Belief
from ..errors import UnknownLabel
from ..ledger.entries import ITSELF, InstanceName, Ledger, Operation
from ..slice import Base, Element, Slice
from ..solve import Limits
from ..syntax import parse_elements, parse_sentence, show
from ..syntax.tree import Sentence
from ..theory.model import Theory
from ..theory.normal import negated, normal
from ..theory.selections import parts_of
from ..time import ALWAYS, BEGINNING, Interval, cut
from ..view import View, supported
from . import consolidating
from .consolidating import Consolidation, parts_in_question
from .contraction import Choice, Outcome, assigned, assigned_among
from .inforce import in_force
from .operators import FALSUM, Operators, Task, settled
from .revising import looked_at, supposed
from .ways import Newcomer, more_credible, protected

_CHOOSING = ("believe", "doubt", "contract", "retract", "revise", "consolidate")

Asked = tuple[Base, tuple[Sentence, ...], Consolidation | None]


@dataclass(frozen=True, slots=True)
class Case:
    """What an operation met over one interval of valid time.

    before: all elements that stood there, in ledger order.
    base: what was up for revision.
    goals: none of them is to be entailed (together: not all of them).
    wanted: instead, which conflicts are to go.
    gone: the targets that the operation withdrew there.
    newcomer: the name of the evidence that it recorded.
    is_lost: the newcomer was refused; then *base* holds what could refuse it.
    """

    valid: Interval
    before: tuple[Element, ...]
    base: Base
    goals: tuple[Sentence, ...]
    wanted: Consolidation | None
    together: bool
    gone: frozenset[str | InstanceName]
    newcomer: str | None = None
    is_lost: bool = False

    def task(self, operators: Operators) -> Task | Outcome:
        """What was to be achieved; or what came of it, where there was nothing to choose."""
        if self.wanted is not None:
            return assigned_among(operators, self.wanted.among(operators))
        return assigned(operators, self.goals, together=self.together)

    @property
    def dropped(self) -> tuple[int, ...]:
        """What went of the base, as numbers."""
        if self.is_lost:
            return ()
        return tuple(n for n, each in enumerate(self.base.elements, 1) if self.went(each))

    @property
    def named(self) -> frozenset[int] | None:
        """The elements of the one conflict that was to go, where all of them stand here."""
        if self.wanted is None or self.wanted.conflict is None:
            return None
        names = set(map(show, self.wanted.conflict))
        found = frozenset(n for n, each in enumerate(self.base.elements, 1) if each.name in names)
        return found if len(found) == len(names) else None

    @property
    def kept(self) -> tuple[Belief, ...]:
        """What stood there and stayed."""
        stood = (each for each in self.before if each.targets != (ITSELF,))
        return tuple(self.belief(each) for each in stood if not self.went(each))

    @property
    def newcomer_belief(self) -> Belief:
        """What the operation recorded, where that was refused."""
        stands = next(each for each in self.before if ITSELF in each.targets)
        return Belief(self.newcomer or "", stands.text)

    def went(self, element: Element) -> bool:
        return self.gone.issuperset(element.targets)

    def belief(self, element: Element) -> Belief:
        """The element in the user's own names."""
        own = element.name == ITSELF and self.newcomer is not None
        return Belief(self.newcomer or "", element.text) if own else Belief.of(element)

    def beliefs(self, numbers: Iterable[int]) -> tuple[Belief, ...]:
        """Elements of the base by number, in ledger order."""
        return tuple(map(self.belief, self.base.names(numbers)))


@dataclass(frozen=True, slots=True)
class Replay:
    """An operation that chose, as it was: its cases stand in order of time, part by part.

    function: "SelectionFunction" or "IncisionFunction", where a function of Python chose.
    """

    operation: Operation
    goals: tuple[str, ...] = ()
    together: bool = False
    choice: Choice = field(default_factory=Choice)
    function: str | None = None
    cases: tuple[Case, ...] = ()


def replay(ledger: Ledger, theory: Theory, name: str, limits: Limits) -> Replay:
    """Read again what an operation met; without cases, where it had nothing to choose.

    theory: for a ledger without declarations.
    Raises: UnknownLabel, E211.
    """
    operation = ledger.find(name)
    if operation is None:
        raise UnknownLabel(
            f"no operation is called `{name}`",
            help="name it by its label, or as its answer named it (`op3`)",
        )
    verb, outcome = operation.said.verb, json.loads(operation.said.outcome)
    if verb not in _CHOOSING or "selection" not in outcome:
        return Replay(operation, tuple(filter(None, [operation.said.goal])))
    names, function = tuple(outcome["selection"]), outcome["function"]
    choice = Choice(names, parts_of(names[:-1] if function else names))
    done = Replay(operation, choice=choice, function=function)
    known = max((o.recorded for o in ledger.operations(operation.recorded - 1)), default=BEGINNING)
    theory = in_force(ledger, operation.recorded, otherwise=theory)
    view = View(ledger, theory, known=known, clock=outcome["clock"])
    if verb in ("contract", "retract"):
        return _contraction(done, view, outcome, limits)
    return (_consolidation if verb == "consolidate" else _revision)(done, view, limits)


def _contraction(done: Replay, view: View, outcome: dict[str, Any], limits: Limits) -> Replay:
    goals = tuple(normal(parse_sentence(text)) for text in outcome["goals"])
    part = looked_at(view, goals, done.choice, limits)
    together: bool = outcome["together"]
    cases = (
        Case(valid, base.elements, base, goals, None, together, _gone(done.operation, valid))
        for valid, base in _timeslices(part, Interval(*outcome["valid"]), limits)
    )
    return replace(done, goals=tuple(outcome["goals"]), together=together, cases=tuple(cases))


def _revision(done: Replay, view: View, limits: Limits) -> Replay:
    (said,) = (item.said for item in done.operation.evidence)
    if "surface" in done.choice.names:
        return replace(done, goals=(said.text,))
    sentence, extent = supported(said), said.valid.certain
    assert extent is not None, "an operation acts where its evidence holds for sure"
    newcomer = supposed(view, sentence, said)
    part = looked_at(view, [sentence], done.choice, limits, newcomer)
    cases = []
    for valid, full in _timeslices(part, extent, limits):
        came = Newcomer(full, sentence, limits)
        gone = _gone(done.operation, valid)
        is_lost = ITSELF in gone and done.choice.chosen.way in ("screened", "credible")
        base, goals, wanted = _asked(came, done.choice, is_lost=is_lost)
        cases.append(
            Case(valid, full.elements, base, goals, wanted, False, gone, said.name, is_lost)
        )
    return replace(done, goals=(said.text,), cases=tuple(cases))


def _asked(newcomer: Newcomer, choice: Choice, *, is_lost: bool) -> Asked:
    """The base that a revision contracts, and what for; of a lost newcomer, what refused it."""
    goal = negated(newcomer.sentence)
    goals = () if goal == FALSUM else (goal,)
    match choice.chosen.way:
        case "semi":
            return newcomer.base, (FALSUM,), Consolidation(newcomer.sentence)
        case "negation free":
            return newcomer.base.fixing(newcomer.says), (FALSUM,), Consolidation()
        case "external":
            return newcomer.base, goals, None
        case "screened" if is_lost:
            return protected(newcomer), goals, None
        case "screened":
            return newcomer.others.fixing(lambda element: element.protected), goals, None
        case "credible" if is_lost:
            return more_credible(newcomer, choice), goals, None
    return newcomer.others, goals, None


def _consolidation(done: Replay, view: View, limits: Limits) -> Replay:
    text = done.operation.said.goal
    if text.startswith("{"):
        wanted = Consolidation(conflict=parse_elements(text))
    else:
        wanted = Consolidation(normal(parse_sentence(text)) if text else None)
    part = consolidating.looked_at(view, wanted, done.choice, limits)
    parts = parts_in_question(part, wanted, done.choice, limits) or (part,)
    cases = (
        Case(valid, base.elements, base, (FALSUM,), wanted, False, _gone(done.operation, valid))
        for part in parts
        for valid, base in _timeslices(part, ALWAYS, limits)
    )
    return replace(done, goals=tuple(filter(None, [text])), cases=tuple(cases))


def _timeslices(part: Slice, within: Interval, limits: Limits) -> Iterator[tuple[Interval, Base]]:
    for interval in cut(within, part.intervals()):
        yield interval, settled(Base.revisable(part, interval.start), limits)


def _gone(operation: Operation, valid: Interval) -> frozenset[str | InstanceName]:
    """What the operation withdrew over an interval; its own evidence as ITSELF."""
    own = {item.name for item in operation.evidence}
    return frozenset(
        ITSELF if each.target in own else each.target
        for each in operation.said.withdrawals
        if valid.start in each.valid
    )
