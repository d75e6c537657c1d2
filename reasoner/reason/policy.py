"""Which selection an operation uses: what it names, else what is declared, else full meet."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NothingToChoose, Span
from ..syntax.tree import Selection, Sentence
from ..theory.model import Theory
from ..theory.normal import atoms


def selection(
    theory: Theory, goals: Sequence[Sentence], named: Selection | None
) -> tuple[str, ...]:
    """The policies by name, the first decides first; () is full meet.

    The policy declared for a relation holds for goals that speak of no other; goals over several
    relations, or over one without a policy of its own, use the default one.
    """
    policies = dict(theory.policies)
    relations = {atom.relation for goal in goals for atom in atoms(goal)}
    own = policies.get(next(iter(relations))) if len(relations) == 1 else None
    declared = own or policies.get(None)
    if named is not None:
        names = tuple(name.text for name in named.names)
    else:
        names = declared.names if declared is not None else ()
    return tuple(name for name in names if name != "full meet")


def nothing_to_choose(span: Span | None = None) -> NothingToChoose:
    """The error for an operation that would have to choose under `surface`."""
    return NothingToChoose(
        "the policy `surface` chooses nothing, so nothing can be given up",
        help="say how to choose, for instance `by full meet`",
        span=span,
    )
