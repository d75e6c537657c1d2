"""Assembly: declarations, already checked, to a theory."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import get_args

from ..syntax.show import show
from ..syntax.tree import (
    AgentDecl,
    AtMost,
    DecayDecl,
    Declaration,
    EvidenceType,
    GranularityDecl,
    Name,
    PolicyDecl,
    PriorDecl,
    Program,
    ProtectDecl,
    RankDecl,
    RelationDecl,
    SourceDecl,
    Suppose,
    ThresholdDecl,
)
from ..time import DAY_US, UNITS_US
from .model import HalfLife, Policy, Relation, Theory
from .ranks import core, ranks
from .rules import rules


def declarations(block: Program | Suppose) -> tuple[Declaration, ...]:
    """The declarations of a text, or of a `suppose`, without those of a `suppose` inside it."""
    kinds = get_args(Declaration)
    return tuple(each for each in block.statements if isinstance(each, kinds))


def theory_of(declared: Sequence[Declaration]) -> Theory:
    """The theory of declarations without mistakes (see check).

    Of two that set one thing (the threshold, a relation's policy …) the last holds, so the theory
    inside a `suppose` is that of the declarations around it, followed by its own.
    """
    text = "".join(f"{show(declaration)}\n" for declaration in declared)
    theory = Theory(
        rules=rules(declared),
        ranks=ranks(each for each in declared if isinstance(each, RankDecl)),
        core=core(each for each in declared if isinstance(each, ProtectDecl)),
        text=text,
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )
    return _with_settings(_with_names(theory, declared), declared)


def _with_names(theory: Theory, declared: Sequence[Declaration]) -> Theory:
    relations, sources, agents = {}, {}, set()
    for declaration in declared:
        match declaration:
            case RelationDecl(name):
                relations[name.text] = relation_of(declaration)
            case SourceDecl(name, trust):
                sources[name.text] = Decimal(1) if trust is None else trust
            case AgentDecl(name):
                agents.add(name.text)
    return replace(
        theory,
        relations=tuple(relations[name] for name in sorted(relations)),
        sources=tuple(sorted(sources.items())),
        agents=tuple(sorted(agents)),
    )


def _with_settings(theory: Theory, declared: Sequence[Declaration]) -> Theory:
    policies: dict[str | None, Policy] = {}
    half_lives: dict[str, HalfLife] = {}
    for declaration in declared:
        match declaration:
            case PolicyDecl(relation, selection, automatic):
                names = tuple(name.text for name in selection.names)
                policies[_text(relation)] = Policy(names, automatic)
            case DecayDecl(type_):
                half_lives[type_.text] = _half_life(declaration)
            case ThresholdDecl(value):
                theory = replace(theory, threshold=value)
            case PriorDecl(value):
                theory = replace(theory, prior=value)
            case GranularityDecl(value):
                theory = replace(theory, granularity=value)
    by_relation = sorted(policies.items(), key=lambda pair: (pair[0] is not None, pair[0] or ""))
    return replace(
        theory, policies=tuple(by_relation), half_lives=tuple(sorted(half_lives.items()))
    )


def relation_of(declaration: RelationDecl) -> Relation:
    """The relation; where a property is a mistake, as if it weren't there."""
    names = tuple(argument.name.text for argument in declaration.arguments)
    sorts = tuple(_text(argument.sort) for argument in declaration.arguments)
    relation = Relation(declaration.name.text, names, sorts)
    for stated in declaration.properties:
        match stated:
            case AtMost(limit, argument, possible):
                at = names[-1] if argument is None and names else _text(argument)
                if at in names:
                    relation = replace(
                        relation,
                        at_most=limit,
                        determined=names.index(at),
                        possible=possible,
                        span=stated.span,
                    )
            case EvidenceType(type_):
                relation = replace(relation, type=type_.text)
    return relation


def _text(name: Name | None) -> str | None:
    return None if name is None else name.text


def _half_life(declaration: DecayDecl) -> HalfLife:
    if declaration.amount is None or declaration.unit is None:
        return HalfLife(None)
    unit_us = UNITS_US[declaration.unit]
    microseconds = int(declaration.amount * unit_us)
    return HalfLife(microseconds, min(unit_us, DAY_US), declaration.from_use)
