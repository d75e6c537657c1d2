"""Operations on random bases that are explained, by every method and way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hypothesis import strategies as st

import bases
import reasoner
from oracle import family
from oracle.told import show as show_name
from reasoner import Belief, IncisionFunction, Reasoner, SelectionFunction
from reasoner.errors import Refused
from reasoner.syntax import show
from reasoner.syntax.tree import Truth
from reasoner.theory.normal import negated, normal

METHODS = list(family.METHODS)
WAYS = ("internal", "external", "semi", "screened", "credible", "negation free")
BY_ELEMENTS = (
    (),
    ("entrenchment",),
    ("confidence",),
    ("maxichoice",),
    ("entrenchment", "recency"),
)
BY_REMAINDERS = (
    *BY_ELEMENTS,
    ("cardinality",),
    ("inclusion",),
    ("recency", "inclusion"),
    ("cardinality", "inclusion", "maxichoice"),
)
SELECTING = SelectionFunction(lambda remainders: remainders[::2], "every second one")
CUTTING = IncisionFunction(lambda kernels: {kernel[-1] for kernel in kernels}, "the last of each")


def names(beliefs: Iterable[Belief]) -> frozenset[str]:
    return frozenset(belief.name for belief in beliefs)


@st.composite
def selections(draw: st.DrawFn) -> list[str]:
    """A method, if any, and policies that it can go by."""
    method = draw(st.sampled_from(METHODS))
    if method == "full kernel":
        return [method]
    of_remainders = method in (None, "minimal kernel")
    policies = draw(st.sampled_from(BY_REMAINDERS if of_remainders else BY_ELEMENTS))
    return [*([] if method is None else [method]), *policies] or ["full meet"]


@dataclass(frozen=True)
class Explained:
    """A reasoner after an operation, and the operation."""

    kb: Reasoner
    done: reasoner.Change
    text: str
    by: tuple[object, ...]


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, st.SearchStrategy[str]]:
    """A random base as a program, and goals for it: of what it says, more often than not.

    Some of it is protected, and what items say may be at stake instead of statements.
    """
    base = draw(bases.bases())
    text = bases.text_of(base)
    protected = draw(st.sets(st.sampled_from(sorted(map(show_name, base.names))), max_size=2))
    if protected:
        text += f"protect {', '.join(sorted(protected))}.\n"
    if draw(st.booleans()):
        text += "granularity evidence.\n"
    said = st.sampled_from([sentence for element in base.elements for sentence in element.says])
    goals = st.one_of(said, said.map(negated), bases.sentences()).filter(
        lambda goal: not isinstance(normal(goal), Truth)
    )
    return text, goals.map(show)


@st.composite
def operations(draw: st.DrawFn) -> Explained:
    """A contraction, revision or consolidation, by names or by a function."""
    text, goals = draw(programs() | st.tuples(bases.programs(), st.just(bases.goals())))
    kb = reasoner.loads(text)
    function = draw(st.sampled_from((None, None, None, SELECTING, CUTTING)))
    by = draw(selections()) if function is None else [function]
    one, other = draw(goals), draw(goals)
    match draw(st.sampled_from(("one", "each", "together", "revise", "revise", "all", "about"))):
        case "one":
            done = kb.contract(one, by=by)
        case "each":
            done = kb.contract(one, other, by=by)
        case "together":
            done = kb.contract(one, other, by=by, together=True)
        case "revise":
            way = draw(st.sampled_from(WAYS))
            names = [] if by == ["full meet"] else by
            try:
                weight = draw(st.sampled_from(("0.4", "1")))
                done = kb.revise(one, by=[way, *names], source="s2", weight=weight)
            except Refused:
                done = kb.contract(one, by=by)
        case "about":
            done = kb.consolidate(one, by=by)
        case _:
            done = kb.consolidate(by=by)
    return Explained(kb, done, text, tuple(by))
