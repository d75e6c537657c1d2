"""Every way of revising a base by a newcomer, straight from its definition."""

from __future__ import annotations

from dataclasses import replace

from reasoner.syntax.tree import Not

from .change import Outcome
from .family import ENTRENCHMENT, VALUES, Method, contract, give_up, values
from .parts import FALSE, Base, Element, Part, conflicts, entails
from .selection import Selection

NOTHING: Part = frozenset()


def revise(
    base: Base,
    new: Element,
    way: str = "internal",
    *,
    method: Method = None,
    policies: Selection = (),
    protected: Part = NOTHING,
) -> Outcome:
    """Come to believe the newcomer, if the way lets it in.

    A statement that says the same takes the newcomer's evidence in; what is contracted is the base
    without it, except by the ways that expand first. What the background refutes is refused
    (not possible); a newcomer that loses leaves the base as it is, or falls in `semi`.
    """
    (said,) = new.says
    joined = base.told(new)
    own = frozenset(e.name for e in joined.elements if e.states(said))
    others = base.only(base.names - own)
    refused = Outcome(base, base.names, NOTHING, survived=False)
    if entails(base.only(NOTHING), Not(said)):
        return replace(refused, possible=False)
    match way:
        case "internal":
            done, brought = contract(others, Not(said), method=method, policies=policies), own
        case "external":
            done, brought = contract(joined, Not(said), method=method, policies=policies), own
        case "semi":
            bad = [conflict for conflict in conflicts(joined) if conflict & own]
            done, brought = give_up(joined, bad, method, policies), NOTHING
        case "negation free":
            given = replace(others, background=(*base.background, said))
            done, brought = contract(given, FALSE, method=method, policies=policies), own
        case "screened":
            firm = replace(others, firm=protected & others.names)
            done, brought = contract(firm, Not(said), method=method, policies=policies), own
        case "credible" if entails(_more_credible(joined, own, policies), Not(said)):
            return refused
        case "credible":
            done, brought = contract(others, Not(said), method=method, policies=policies), own
        case _:
            raise ValueError(way)
    if not done.possible:
        return refused
    after = done.kept | brought
    mine = own & {new.name} or own  # an item may fall where others keep its sentence
    stood = joined.names - {new.name}  # also items that count only with what the newcomer adds
    return Outcome(
        base=joined.only(after),
        kept=after & stood,
        dropped=stood - after,
        vacuous=done.vacuous,
        survived=bool(joined.heard(after) & mine),
    )


def _more_credible(joined: Base, own: Part, policies: Selection) -> Base:
    """The elements valued higher than the newcomer, by what orders elements (else by rank)."""
    value = values(joined, tuple(p for p in policies if p in VALUES) or ENTRENCHMENT)
    limit = max(value[name] for name in own)
    return joined.only(frozenset(name for name in joined.names - own if value[name] > limit))
