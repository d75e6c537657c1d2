"""Every small propositional base, every goal: nothing is left to chance."""

from __future__ import annotations

import os
from itertools import combinations

import pytest

import reasoner
from conftest import CI
from oracle import change
from reasoner.syntax import show
from reasoner.syntax.tree import And, Atom, Literal, Not, Or, Sentence, Truth

P, Q = Literal(Atom("p")), Literal(Atom("q"))
# One sentence for each of the 16 propositions over two atoms.
PROPOSITIONS: tuple[Sentence, ...] = tuple(
    Or(worlds) if len(worlds) > 1 else worlds[0] if worlds else Truth(False)
    for size in range(5)
    for worlds in combinations([And((p, q)) for p in (P, Not(P)) for q in (Q, Not(Q))], size)
)
BASES = [base for size in (0, 1, 2) for base in combinations(PROPOSITIONS, size)]
SHARE = int(os.environ.get("SHARE") or (3 if CI else 12))  # one base in so many; SHARE=1: all


def _names(beliefs: tuple[reasoner.Belief, ...]) -> frozenset[str]:
    return frozenset(belief.name for belief in beliefs)


def _sets(parts: tuple[tuple[reasoner.Belief, ...], ...]) -> set[frozenset[str]]:
    return set(map(_names, parts))


@pytest.mark.parametrize("start", range(8))
def test_each_base_over_two_atoms_answers_each_goal(start: int) -> None:
    assert len(PROPOSITIONS) == 16
    for sentences in BASES[start :: 8 * SHARE]:
        lines = [f"believe e{n}: {show(said)}." for n, said in enumerate(sentences, 1)]
        kb = reasoner.loads("\n".join(("relation p.  relation q.", *lines)))
        base = change.Base(
            tuple(change.Element(f"e{n}", (said,), (n,)) for n, said in enumerate(sentences, 1))
        )
        for goal in PROPOSITIONS:
            assert _sets(kb.kernels(goal)) == set(change.kernels(base, goal))
            assert _sets(kb.remainders(goal)) == set(change.remainders(base, goal))
            with kb.suppose() as world:
                done = world.contract(goal)
            assert _names(done.dropped) == change.contract(base, goal).dropped
