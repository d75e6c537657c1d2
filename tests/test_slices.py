"""What is looked up by demand gives every answer that the whole base gives.

Each seed is a theory with its evidence (theories.py); `SLICES=10000 pytest tests/test_slices.py` is
the full search of some hours. That the search can find a mistake is shown by making some.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest

import reasoner
from reasoner.errors import TooMuchEvidence
from reasoner.reason import cutting
from reasoner.slice import demand, fetch
from reasoner.slice.demand import Demand, Program, Through
from reasoner.solve import Limits
from reasoner.theory.model import Theory
from reasoner.time import coalesce
from theories import theory

SLICES = int(os.environ.get("SLICES") or 24)
AT = "2021-06-01"

BY = (
    (),
    ("recency",),
    ("entrenchment",),
    ("confidence", "maxichoice"),
    ("cardinality",),
    ("inclusion",),
    ("maxichoice",),
    ("kernel",),
    ("full kernel",),
    ("minimal kernel",),
    ("smooth kernel",),
    ("safe",),
    ("ensconcement",),
)  # fmt: skip
WAYS = ("internal", "external", "semi", "screened", "credible", "negation free")


@contextmanager
def all_of_the_base() -> Iterator[None]:
    """Everything is read and grounded, and nothing is looked up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "_demanded", lambda *_: None)
        patch.setattr(cutting, "linked", lambda *_, **__: None)
        yield


def attempted(verb: Callable[[], reasoner.Change]) -> object:
    """What a verb did where, or which error refused it."""
    try:
        done = verb()
    except reasoner.ReasonerError as error:
        return error.code
    return coalesce(
        (each.valid, (each.dropped, each.entailed, each.possible, each.still_told))
        for each in done.over
    )


def questions(kb: reasoner.Reasoner, goal: str) -> list[object]:
    """The answer to every question about a sentence."""
    return [
        kb.status(goal, valid=AT),
        kb.entails(goal, valid=AT),
        kb.why(goal, valid=AT),
        set(kb.kernels(goal, valid=AT)),
        kb.stretches(goal),
    ]


def verbs(kb: reasoner.Reasoner, goal: str, other: str, rng: Random) -> list[object]:
    """What every verb makes of a sentence."""
    by, way, together = rng.choice(BY), rng.choice(WAYS), rng.random() < 0.5
    found = []
    with kb.suppose() as world:
        found.append(attempted(lambda: world.contract(goal, by=by, valid=(AT, None))))
    with kb.suppose() as world:
        found.append(attempted(lambda: world.contract(goal, other, by=by, together=together)))
    with kb.suppose() as world:
        valid = rng.choice(((AT, None), ("2020-01-01", "2022-01-01")))
        chosen = () if way in ("external", "semi") and by == ("ensconcement",) else by
        found.append(attempted(lambda: world.revise(goal, by=(way, *chosen), valid=valid)))
    with kb.suppose() as world:
        found.append(attempted(lambda: world.consolidate(goal, by=by)))
    return found


def loaded(text: str) -> reasoner.Reasoner | str:
    """The theory, unless its background contradicts itself."""
    try:
        return reasoner.loads(text, limits=Limits(seconds=120))
    except reasoner.ReasonerError as error:
        assert error.code == "E304", error
        return error.code


def decided(kb: reasoner.Reasoner) -> list[object]:
    """What automatic policies made of the evidence, operation by operation."""
    return [(each.name, each.said.withdrawals) for each in kb.ledger.operations()]


def differing(seed: int) -> list[str]:
    """What differs when nothing is looked up, by the sentence that was asked about."""
    case = theory(seed)
    kb = loaded(case.text)
    with all_of_the_base():
        other = loaded(case.text)
    if isinstance(kb, str) or isinstance(other, str):
        return [] if kb == other else ["background"]
    found = [] if decided(kb) == decided(other) else ["automatic"]
    for number, goal in enumerate(case.goals):
        beside = case.goals[number - 1]
        ours = questions(kb, goal) + verbs(kb, goal, beside, Random(seed + number))
        with all_of_the_base():
            whole = questions(other, goal) + verbs(other, goal, beside, Random(seed + number))
        pairs = enumerate(zip(ours, whole, strict=True))
        found += [f"{goal} ({n})" for n, (mine, theirs) in pairs if mine != theirs]
    return found


@pytest.mark.parametrize("seed", range(SLICES))
def test_what_is_demanded_answers_as_the_whole_does(seed: int) -> None:
    assert differing(seed) == []


# -- mistakes made on purpose ----------------------------------------------------------------------


def _backwards(through: Through) -> bool:
    return through.rule.head is not None and through.place < len(through.rule.body)


def _without(text: str, wanted: Iterable[Through]) -> str:
    """The program without some clauses."""
    gone = tuple(f"i_{each.number}_{each.place}" for each in wanted)
    names = re.compile(r"i_\d+_\d+")
    return "\n".join(
        line for line in text.splitlines() if not any(n in gone for n in names.findall(line))
    )


def _but(text: str, pattern: str) -> str:
    """The program without the lines that begin so."""
    return "\n".join(line for line in text.splitlines() if not re.match(pattern, line))


BREAKS: dict[str, Callable[[Program], str]] = {
    "contrapositives": lambda p: _without(p.text, filter(_backwards, p.wanted.values())),
    "denials": lambda p: _without(
        p.text,
        (each for each in p.wanted.values() if not each.rule.head and not each.is_exclusion),
    ),
    "cardinalities": lambda p: _without(
        p.text, (each for each in p.wanted.values() if each.is_exclusion)
    ),
    "open arguments": lambda p: _but(p.text, r"[sd]_t\d+_b*f"),
    "conditions of defaults": lambda p: _but(p.text, r"d_.* :- s_"),
    "proof by cases": lambda p: _but(p.text, r"e_\w+(\(.*\))? :- s_f[^ ]*, s_t"),
    "compounds": lambda p: _but(p.text, r"c\("),
}

EXAMPLES = {
    "contrapositives": ("-a", "rule b :- a. believe -b."),
    "denials": ("-b", "constraint :- a, b. believe a."),
    "cardinalities": ("-o(x, y)", "believe o(x, z)."),
    "open arguments": ("b", "rule b :- e(X, Y), e(Y, X). believe e(u, v). believe e(v, u)."),
    "conditions of defaults": (
        "-b",
        "rule b :- c. default d: a :- b. believe c. believe -a.",
    ),
    "proof by cases": ("c", "rule c :- a. rule c :- b, -a. believe b."),
    "compounds": ("b", "believe a. believe b if a."),
    "the closure": ("c", "constraint :- a, b. rule c :- a, b. believe a. believe b."),
}  # fmt: skip
"""A sentence and what decides about it, by what must not be forgotten there."""

DECLARED = "relation a. relation b. relation c. relation o(x, y) singular. relation e(x, y). "


@contextmanager
def broken(what: str) -> Iterator[None]:
    """A rewriting that forgets something."""

    def rewritten(theory: Theory, asked: frozenset[Demand], *, compounds: bool) -> Program | None:
        program = demand.rewritten(theory, asked, compounds=compounds)
        return program and replace(program, text=BREAKS[what](program))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch, "rewritten", rewritten)
        yield


@contextmanager
def unclosed() -> Iterator[None]:
    """Slices without the background under which they may contradict themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "_closed", lambda *_: frozenset())
        yield


@pytest.mark.parametrize("what", EXAMPLES)
def test_what_a_rewriting_must_not_forget(what: str) -> None:
    goal, text = EXAMPLES[what]
    kb = reasoner.loads(DECLARED + text)
    found = set(kb.kernels(goal))
    with all_of_the_base():
        assert found == set(kb.kernels(goal))
    with unclosed() if what == "the closure" else broken(what):
        assert found != set(kb.kernels(goal))


# -- limits ----------------------------------------------------------------------------------------


def test_a_slice_that_is_too_large_names_the_rule_that_makes_it_so():
    chain = "".join(f"believe e(n{n}, n{n + 1}). " for n in range(60))
    text = f"relation e(x, y). relation way(x, y). rule one: way(X, Y) :- e(X, Y). {chain}"
    text += "rule more: way(X, Z) :- e(X, Y), way(Y, Z)."
    kb = reasoner.loads(text, limits=Limits(evidence=50))
    assert kb.entails("way(n30, n40)")
    with pytest.raises(TooMuchEvidence, match="50 items of evidence, most of it because `more`"):
        kb.entails("way(n0, n60)")


def test_what_is_far_from_a_question_costs_it_nothing():
    theory = "relation e(x, y). relation way(x, y). rule one: way(X, Y) :- e(X, Y)."
    theory += "rule more: way(X, Z) :- e(X, Y), way(Y, Z). constraint :- way(X, X)."
    chains = "".join(f"believe e({c}{n}, {c}{n + 1}). " for c in "abcdefghij" for n in range(20))
    kb = reasoner.loads(f"{theory}{chains}", limits=Limits(evidence=45))
    assert kb.entails("way(c2, c15)")
    assert len(kb.contract("way(c2, c15)", by="recency").dropped) == 1
    assert kb.revise("e(c30, c31)").dropped == ()
    with pytest.raises(TooMuchEvidence):
        kb.entails("way(a0, a1) and way(b0, b1) and way(d0, d9)")


def test_a_plan_says_what_was_looked_up_and_solved():
    kb = reasoner.loads(DECLARED + "rule c :- a, b. default d: -c :- e(X, X). believe e(u, u).")
    for said in ("a", "b", "e(v, w)"):
        kb.believe(said)
    with reasoner.planned() as plan:
        kb.contract("c", by="recency")
    counts = {phase.name: dict(phase.counts) for phase in plan.phases}
    looked_up = counts["look up by demand"]
    assert (looked_up["statements"], looked_up["rule instances"]) == (2, 1)
    assert looked_up["items of evidence"] == 2
    assert counts["solve remainders.lp"]["answers"] > 0
    with reasoner.planned() as plan:
        kb.status("o(x, y)")
    assert plan.phases == ()
