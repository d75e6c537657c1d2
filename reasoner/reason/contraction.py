"""Contraction and consolidation of a base: what is kept, what goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..answer import Belief
from ..slice import Element
from ..solve import listed
from ..syntax.tree import Sentence
from ..theory.selections import Chosen
from .functions import Function, IncisionFunction, SelectionFunction
from .methods import CLOSED, CUTS, METHODS
from .operators import FALSUM, Operators, Task
from .parts import Part, smallest


@dataclass(frozen=True, slots=True)
class Choice:
    """How an operation chooses: a list of names, or a function of the user's."""

    names: tuple[str, ...] = ()
    chosen: Chosen = field(default_factory=Chosen)
    function: Function | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """The names as answers have them; () for full meet."""
        return tuple(name for name in self.names if name != "full meet")

    @property
    def looks_at_all(self) -> bool:
        """Whether what has no part in any proof may go too."""
        return self.chosen.method in CUTS or self.chosen.way in ("negation free", "credible")

    @property
    def asks_what_follows(self) -> bool:
        """Whether elements return that the others imply."""
        return self.chosen.method in CLOSED

    @property
    def policies(self) -> tuple[str, ...]:
        return tuple(name for name in self.chosen.policies if name != "full meet")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an operator made of a base.

    entailed: whether there was anything to give up; when not, nothing changes (vacuity).
    possible: False when the background itself entails what should go; then nothing changes.
    """

    kept: tuple[Element, ...]
    dropped: tuple[Element, ...] = ()
    entailed: bool = True
    possible: bool = True


def contract(
    operators: Operators,
    goals: Sequence[Sentence],
    choice: Choice,
    *,
    together: bool = False,
) -> Outcome:
    """Stop entailing each of *goals*; *together*: not all of them need go.

    To give up `false` is to consolidate: its remainders are the maximal consistent parts.
    Source: Alchourrón, Gärdenfors, Makinson 1985; Hansson 1991 (bases); Fuhrmann, Hansson 1994
    (several goals).
    """
    return _done(operators, assigned(operators, goals, together=together), choice)


def consolidate(
    operators: Operators, choice: Choice, among: Sequence[Part] | None = None
) -> Outcome:
    """Give up something of every conflict, or of those *among* which it is to choose.

    Source: Hansson 1991 (consolidation is contraction by falsity).
    """
    return _done(operators, assigned_among(operators, among), choice)


def assigned(
    operators: Operators, goals: Sequence[Sentence], *, together: bool = False
) -> Task | Outcome:
    """What a contraction is to achieve; or what comes of it, where there is nothing to choose."""
    elements = operators.base.elements
    pending = tuple(goal for goal in goals if not operators.has_world(goal))
    if not pending or (together and len(pending) < len(goals)):
        return Outcome(elements, entailed=False)
    beyond = [operators.is_background(goal) for goal in pending]
    if all(beyond) if together else any(beyond):
        return Outcome(elements, possible=False)
    task = Task(pending, together, in_one_world=all(goal == FALSUM for goal in pending))
    if operators.is_one_world(task):
        return task
    entailed = [goal for goal in pending if operators.proofs(goal, in_one_world=False)]
    if not entailed or (together and len(entailed) < len(pending)):
        return Outcome(elements, entailed=False)
    return Task(tuple(entailed), together)


def assigned_among(operators: Operators, among: Sequence[Part] | None) -> Task | Outcome:
    """As `assigned`, of a consolidation."""
    if among is None:
        return assigned(operators, [FALSUM])
    if not among:
        return Outcome(operators.base.elements, entailed=False)
    if frozenset() in among:
        return Outcome(operators.base.elements, possible=False)
    return Task((FALSUM,), given=smallest(among))


def _done(operators: Operators, task: Task | Outcome, choice: Choice) -> Outcome:
    if isinstance(task, Outcome):
        return task
    return outcome(operators, _kept(operators, task, choice))


def _kept(operators: Operators, task: Task, choice: Choice) -> Part:
    method, policies = choice.chosen.method, choice.policies
    match choice.function:
        case SelectionFunction() as selection:
            return _by_selection(operators, task, selection)
        case IncisionFunction() as incision:
            return _by_incision(operators, operators.obstacles(task), incision)
    if method in METHODS:
        return METHODS[method](operators, task, policies)
    if method == "minimal kernel":  # by theorem: Falappa, Fermé, Kern-Isberner 2006
        policies = (*policies, "maxichoice")  # and full kernel is full meet
    if not policies and not operators.is_one_world(task):
        return operators.everything.difference(*operators.obstacles(task))  # by the same theorem
    kept = operators.choices(task).selected(policies)
    assert kept is not None, "a possible task has a remainder"
    return kept


def _by_selection(operators: Operators, task: Task, selection: SelectionFunction) -> Part:
    found = sorted(listed(operators.choices(task).each(), operators.limits), key=sorted)
    named = {_beliefs(operators, part): part for part in found}
    return frozenset.intersection(*(named[part] for part in selection.selected(tuple(named))))


def _by_incision(
    operators: Operators, obstacles: Sequence[Part], incision: IncisionFunction
) -> Part:
    beliefs = [Belief.of(element) for element in operators.base.elements]
    cut = incision.incised(tuple(_beliefs(operators, part) for part in obstacles))
    return frozenset(n for n, belief in enumerate(beliefs, 1) if belief not in cut)


def _beliefs(operators: Operators, part: Part) -> tuple[Belief, ...]:
    return tuple(map(Belief.of, operators.base.names(part)))


def outcome(operators: Operators, kept: Part) -> Outcome:
    """The outcome of an operator that had something to give up."""
    base = operators.base
    return Outcome(base.names(kept), base.names(operators.everything - kept))
