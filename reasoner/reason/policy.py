"""Which selection an operation uses: what it names, else what is declared, else full meet."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NothingToChoose, Span
from ..syntax.tree import Selection, Sentence
from ..theory.model import Theory
from ..theory.normal import atoms
from ..theory.selections import WAYS, parts_of
from .contraction import Choice
from .functions import Function


def selection(
    theory: Theory,
    goals: Sequence[Sentence],
    named: Selection | None,
    function: Function | None = None,
) -> Choice:
    """How an operation about *goals* chooses: by what it names, else by the declared policy.

    The policy declared for a relation holds for goals that speak of no other; goals over several
    relations, or over one without a policy of its own, use the default one. A way of revising
    that is named alone is followed by the declared policy.
    """
    names = () if named is None else tuple(name.text for name in named.names)
    if function is not None:
        return Choice((*names, function.name), parts_of(names), function)
    if named is None or (len(names) == 1 and names[0] in WAYS):
        names += _declared(theory, goals)
    return Choice(names, parts_of(names))


def automatic(theory: Theory, said: Sentence) -> Choice | None:
    """How it is decided on arrival of evidence for a sentence: by semi-revision; None: it is not.

    A policy declared automatic for one of its relations decides, the first by name; else the
    default one, where that is automatic.
    """
    policies = dict(theory.policies)
    if not any(policy.automatic for policy in policies.values()):
        return None
    relations = sorted({atom.relation for atom in atoms(said)})
    own = [policies[name] for name in relations if name in policies]
    declared = own or [each for each in [policies.get(None)] if each is not None]
    for policy in declared:
        if policy.automatic and "surface" not in policy.names:
            names = ("semi", *policy.names)
            return Choice(names, parts_of(names))
    return None


def _declared(theory: Theory, goals: Sequence[Sentence]) -> tuple[str, ...]:
    policies = dict(theory.policies)
    relations = {atom.relation for goal in goals for atom in atoms(goal)}
    own = policies.get(next(iter(relations))) if len(relations) == 1 else None
    declared = own or policies.get(None)
    return () if declared is None else declared.names


def nothing_to_choose(span: Span | None = None) -> NothingToChoose:
    """The error for an operation that would have to choose under `surface`."""
    return NothingToChoose(
        "the policy `surface` chooses nothing, so nothing can be given up",
        help="say how to choose, for instance `by full meet`",
        span=span,
    )
