"""Proofs -> indented trees: each conclusion, in brackets what it rests on, its premises below."""

from __future__ import annotations

from collections.abc import Iterator

from ..answer import Proof, Why
from .lines import Line, Role


def why_lines(why: Why, *, most: int | None = None) -> Iterator[Line]:
    """The proofs for and against, at most *most* of each (all, for None), and what is silent."""
    for word, proofs in (("for", why.support), ("against", why.attack)):
        shown = proofs if most is None else proofs[:most]
        for number, proof in enumerate(shown, 1):
            count = f" {number} of {len(proofs)}" if len(proofs) > 1 else ""
            yield Line(f"{word}{count}:")
            yield from (line for line in proof_lines(proof))
    if why.silent:
        yield Line("without effect:")
    for silent in why.silent:
        yield Line(f"{silent.evidence}: {silent.text}  ({silent.reason})", Role.DETAIL, 1)


def proof_lines(proof: Proof) -> Iterator[Line]:
    """The tree of one proof, its conclusion first; what was shown above is not repeated."""
    if not proof.steps:
        yield Line("the rules alone", Role.DETAIL, 1)
        return
    steps = {step.conclusion: step for step in proof.steps}
    shown: set[str] = set()
    waiting = [(proof.steps[-1].conclusion, 1)]
    while waiting:
        conclusion, depth = waiting.pop()
        step = steps[conclusion]
        again = conclusion in shown and bool(step.premises)
        ending = "  (above)" if again else ""
        yield Line(f"{conclusion}  [{step.because}]{ending}", Role.DETAIL, depth)
        shown.add(conclusion)
        if not again:
            waiting.extend((premise, depth + 1) for premise in reversed(step.premises))
