"""Contraction methods other than partial meet: from a base and a task to what is kept.

Each gives the numbers of the kept elements. The task is possible, and the base must give
something up for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .. import facts
from ..slice import Base
from ..solve import Find, answer_sets
from ..syntax.tree import Sentence
from .operators import FALSUM, Operators, Task
from .parts import Part, sets_as_facts

Method = Callable[[Operators, Task, Sequence[str]], Part]


# -- incisions of kernels ---


def kernel(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """Cut from each kernel what the policies value least in it, all that tie (Hansson 1994)."""
    values = operators.base.values(policies)
    obstacles = operators.obstacles(task)
    return _cumulative(operators, obstacles, (
        facts.Below(least, other)
        for obstacle in obstacles
        for least in [min(sorted(obstacle), key=lambda e: values[e - 1])]
        for other in sorted(obstacle)
        if values[least - 1] < values[other - 1]
    ))  # fmt: skip


def smooth_kernel(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """As `kernel`, and what the rest still implies comes back (Hansson 1994)."""
    rest = kernel(operators, task, policies)
    return rest | closure(operators, rest)


def safe(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """Keep what has something below it in each kernel it is in (Alchourrón, Makinson 1985).

    The hierarchy is that of the declared ranks, levels not merged; or, with policies, their own.
    """
    if policies:
        return kernel(operators, task, policies)
    obstacles = operators.obstacles(task)
    return _cumulative(operators, obstacles, (
        facts.Below(one, other)
        for obstacle in obstacles
        for one in sorted(obstacle)
        for other in sorted(obstacle)
        if operators.base.below(one, other)
    ))  # fmt: skip


def _cumulative(
    operators: Operators, obstacles: Sequence[Part], below: Iterable[facts.Fact]
) -> Part:
    atoms = map(facts.Element, sorted(operators.everything))
    (answer,) = answer_sets(
        ["cumulative.lp"],
        facts.text([*atoms, *sets_as_facts(obstacles), *dict.fromkeys(below)]),
        find=Find.FIRST,
        limits=operators.limits,
    )
    return operators.everything - answer["dropped"]


# -- the cut: the largest part, closed upwards in value, that achieves the task ---


def possibilistic(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """Keep the cut alone (Dubois, Prade 1992)."""
    values = operators.base.values(policies or ("entrenchment",))
    if not operators.is_one_world(task):
        weakest = (min(values[e - 1] for e in part) for part in operators.obstacles(task))
        lost = max(weakest)
        return frozenset(e for e in operators.everything if values[e - 1] > lost)
    ranked = facts.text(facts.Ranked(e, value) for e, value in enumerate(values, 1))
    atoms = f"{operators.atoms(task.one_world_goals)}\n{ranked}"
    (answer,) = answer_sets(
        ["cut.lp"], atoms, find=Find.SUBSETS, read=("above",), limits=operators.limits
    )
    return frozenset(e for e in operators.everything if values[e - 1] in answer["above"])


def severe(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """Keep the cut and what it implies (Rott, Pagnucco 1999, on bases)."""
    cut = possibilistic(operators, task, policies)
    return cut | closure(operators, cut)


def ensconcement(operators: Operators, task: Task, policies: Sequence[str]) -> Part:
    """Keep the cut, and each β such that it implies `φ or β` for each goal φ (Williams 1994).

    Of several goals that are not to be entailed together, those count which the cut does not
    entail: at least one.
    """
    cut = possibilistic(operators, task, policies)
    goals = task.one_world_goals if operators.is_one_world(task) else task.goals
    rest = Operators(_part(operators.base, cut), operators.limits)
    failing = [goal for goal in goals if goal == FALSUM or not rest.entails(goal)]
    return cut | frozenset.intersection(*(closure(operators, cut, goal) for goal in failing))


METHODS: dict[str, Method] = {
    "kernel": kernel,
    "smooth kernel": smooth_kernel,
    "safe": safe,
    "possibilistic": possibilistic,
    "severe": severe,
    "ensconcement": ensconcement,
}


CUTS = ("possibilistic", "severe", "ensconcement")
"""The methods that may give up what has no part in any proof (drowning)."""

CLOSED = ("smooth kernel", "severe", "ensconcement")
"""The methods that keep what the rest implies."""


# -- what follows ---


def closure(operators: Operators, part: Part, goal: Sentence = FALSUM) -> Part:
    """The elements that each ⊆-maximal part of *part*, consistent without *goal*, implies then.

    Where *part* has a world in which the goal fails it is that part itself. What is fixed stands
    in *part* too.
    """
    every = operators.unfixed
    premises = part | (every.everything - operators.everything)
    implied = (_implied(every, wide, goal) for wide in _widest(every, premises, goal))
    return frozenset.intersection(*implied) & operators.everything


def _widest(operators: Operators, part: Part, goal: Sentence) -> Iterator[Part]:
    numbers = sorted(part)
    rest = Operators(_part(operators.base, part), operators.limits)
    if rest.has_world(goal):
        yield part
        return
    for found in rest.choices(Task((goal,), in_one_world=True)).each():
        yield frozenset(numbers[place - 1] for place in found)


def _implied(operators: Operators, premises: Part, goal: Sentence) -> Part:
    given = facts.text(map(facts.Premise, sorted(premises)))
    atoms = f"{operators.atoms((goal,))}\n{given}"
    (answer,) = answer_sets(
        ["consequences.lp"], atoms, find=Find.COMMON, read=("follows",), limits=operators.limits
    )
    return answer["follows"]


def _part(base: Base, part: Part) -> Base:
    kept = {id(base.elements[number - 1]) for number in part}
    return base.where(lambda element: id(element) in kept)
