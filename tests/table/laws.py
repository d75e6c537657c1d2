"""The laws, one function each: True, False, or None where a law says nothing about a case.

B is the base, φ and ψ the inputs; the results are what is kept of B, or the revised bases. Cn is
entailment. A law compares what it is given: that it holds for every function of a class is for the
search to try. B + β is B with the sentence β added.
"""

from __future__ import annotations

from .bases import EVERY, Base, Part, Proposition, negation
from .logic import entailing, entails, parts, worlds

Verdict = bool | None

# -- contraction -----------------------------------------------------------------------------------


def success(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If φ ∉ Cn(∅) then φ ∉ Cn(B ÷ φ) (Alchourrón, Gärdenfors, Makinson 1985)."""
    return None if goal == EVERY else not entails(kept, goal)


def inclusion(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """B ÷ φ ⊆ B (Alchourrón, Gärdenfors, Makinson 1985)."""
    return kept <= base


def vacuity(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If φ ∉ Cn(B) then B ÷ φ = B (Alchourrón, Gärdenfors, Makinson 1985)."""
    return None if entails(base, goal) else kept == base


def failure(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If φ ∈ Cn(∅) then B ÷ φ = B (Fuhrmann, Hansson 1994)."""
    return kept == base if goal == EVERY else None


def relevance(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If β ∈ B \\ (B ÷ φ), some B' has B ÷ φ ⊆ B' ⊆ B, φ ∉ Cn(B'), φ ∈ Cn(B' + β).

    Source: Hansson 1989.
    """
    return _each_matters(base, goal, base - kept, kept)


def core_retainment(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If β ∈ B \\ (B ÷ φ), some B' ⊆ B has φ ∉ Cn(B') and φ ∈ Cn(B' + β) (Hansson 1991)."""
    return _each_matters(base, goal, base - kept, frozenset())


def _each_matters(base: Base, goal: Proposition, dropped: Part, at_least: Part) -> Verdict:
    if not dropped:
        return None
    proving = entailing(base, goal)
    without = [part for part in parts(base) if at_least <= part and part not in proving]
    return all(any(part | {each} in proving for part in without) for each in dropped)


def relative_closure(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """B ∩ Cn(B ÷ φ) ⊆ B ÷ φ (Hansson 1991)."""
    dropped = base - kept
    return not any(entails(kept, each) for each in dropped) if dropped else None


def disjunctive_elimination(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If β ∈ B \\ (B ÷ φ) then (φ or β) ∉ Cn(B ÷ φ) (Fermé, Krevneris, Reis 2008)."""
    dropped = base - kept
    return not any(entails(kept, goal | each) for each in dropped) if dropped else None


def fullness(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """If β ∈ B \\ (B ÷ φ) then φ ∉ Cn(B ÷ φ) and φ ∈ Cn((B ÷ φ) + β) (Hansson 1999)."""
    dropped = base - kept
    if not dropped:
        return None
    return not entails(kept, goal) and all(entails(kept | {each}, goal) for each in dropped)


def recovery(base: Base, goal: Proposition, kept: Part) -> Verdict:
    """B ∩ Cn(B) ⊆ Cn((B ÷ φ) + φ) (Alchourrón, Gärdenfors, Makinson 1985)."""
    if kept == base:
        return None
    return all(entails(kept | {goal}, each) for each in base if entails(base, each))


def uniformity(
    base: Base, goal: Proposition, other: Proposition, kept: Part, by_other: Part
) -> Verdict:
    """If just the same parts of B entail φ as entail ψ then B ÷ φ = B ÷ ψ (Hansson 1992)."""
    return kept == by_other if entailing(base, goal) == entailing(base, other) else None


def conjunctive_overlap(
    base: Base, goal: Proposition, other: Proposition, kept: Part, by_other: Part, by_both: Part
) -> Verdict:
    """(B ÷ φ) ∩ (B ÷ ψ) ⊆ B ÷ (φ ∧ ψ) (Alchourrón, Gärdenfors, Makinson 1985)."""
    return None if by_both == base else kept & by_other <= by_both


def conjunctive_inclusion(
    base: Base, goal: Proposition, other: Proposition, kept: Part, by_other: Part, by_both: Part
) -> Verdict:
    """If φ ∉ Cn(B ÷ (φ ∧ ψ)) then B ÷ (φ ∧ ψ) ⊆ B ÷ φ (Alchourrón, Gärdenfors, Makinson 1985)."""
    return None if entails(by_both, goal) else by_both <= kept


# -- revision: Hansson 1993, "Reversing the Levi identity", where no other source is named -------


def revision_success(base: Base, said: Proposition, after: Part) -> Verdict:
    """φ ∈ B * φ."""
    return said in after


def revision_inclusion(base: Base, said: Proposition, after: Part) -> Verdict:
    """B * φ ⊆ B + φ."""
    return after <= base | {said}


def consistency(base: Base, said: Proposition, after: Part) -> Verdict:
    """If φ is consistent then B * φ is."""
    return worlds(after) != 0 if said else None


def coherence(base: Base, said: Proposition, after: Part) -> Verdict:
    """¬φ ∉ Cn(B * φ): the newcomer has no part in a conflict.

    It stands in for consistency where the base was inconsistent before.
    """
    return not entails(after, negation(said)) if said else None


def revision_vacuity(base: Base, said: Proposition, after: Part) -> Verdict:
    """If ¬φ ∉ Cn(B) then B + φ ⊆ B * φ."""
    return None if entails(base, negation(said)) else base | {said} <= after


def revision_relevance(base: Base, said: Proposition, after: Part) -> Verdict:
    """If β ∈ B \\ (B * φ), some B' has B ∩ (B * φ) ⊆ B' ⊆ B, ¬φ ∉ Cn(B'), ¬φ ∈ Cn(B' + β)."""
    return _each_matters(base, negation(said), base - after, base & after)


def revision_core_retainment(base: Base, said: Proposition, after: Part) -> Verdict:
    """If β ∈ B \\ (B * φ), some B' ⊆ B has ¬φ ∉ Cn(B') and ¬φ ∈ Cn(B' + β).

    It is the core-retainment of contraction (Hansson 1991), by ¬φ.
    """
    return _each_matters(base, negation(said), base - after, frozenset())


def revision_uniformity(
    base: Base, said: Proposition, other: Proposition, after: Part, by_other: Part
) -> Verdict:
    """If just the same parts of B entail ¬φ as entail ¬ψ then B ∩ (B * φ) = B ∩ (B * ψ)."""
    alike = entailing(base, negation(said)) == entailing(base, negation(other))
    return base & after == base & by_other if alike else None


def weak_uniformity(
    base: Base, said: Proposition, other: Proposition, after: Part, by_other: Part
) -> Verdict:
    """Uniformity for φ and ψ that are in B."""
    if not {said, other} <= base:
        return None
    return revision_uniformity(base, said, other, after, by_other)


def pre_expansion(base: Base, said: Proposition, after: Part, after_expansion: Part) -> Verdict:
    """(B + φ) * φ = B * φ."""
    return None if said in base else after == after_expansion


def superexpansion(
    base: Base, said: Proposition, both: Proposition, after: Part, by_both: Part
) -> Verdict:
    """K*7 on closures: Cn(B * (φ ∧ ψ)) ⊆ Cn((B * φ) + (φ ∧ ψ)).

    Source: Alchourrón, Gärdenfors, Makinson 1985. As φ ∈ B * φ, adding φ ∧ ψ is adding ψ.
    """
    return worlds(after) & both & ~worlds(by_both) == 0


def subexpansion(
    base: Base, said: Proposition, both: Proposition, after: Part, by_both: Part
) -> Verdict:
    """K*8 on closures: if ¬ψ ∉ Cn(B * φ) then Cn((B * φ) + ψ) ⊆ Cn(B * (φ ∧ ψ)).

    Source: Alchourrón, Gärdenfors, Makinson 1985.
    """
    added = worlds(after) & both
    return worlds(by_both) & ~added == 0 if added else None
