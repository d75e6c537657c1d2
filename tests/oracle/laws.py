"""The laws of base contraction: whether one outcome obeys them."""

from __future__ import annotations

from dataclasses import replace

from reasoner.syntax.tree import And, Or, Sentence

from .parts import Base, Element, Name, Part, entails, kernels, subsets


def success(base: Base, goal: Sentence, kept: Part) -> bool:
    """The goal is no longer entailed, unless the background alone proves it."""
    return not entails(base.only(kept), goal) or entails(base.only(frozenset()), goal)


def inclusion(base: Base, goal: Sentence, kept: Part) -> bool:
    """Nothing is added."""
    return kept <= base.names


def vacuity(base: Base, goal: Sentence, kept: Part) -> bool:
    """What is not entailed costs nothing."""
    return entails(base, goal) or kept == base.names


def failure(base: Base, goal: Sentence, kept: Part) -> bool:
    """What the background alone proves costs nothing."""
    return not entails(base.only(frozenset()), goal) or kept == base.names


def _matters(base: Base, goal: Sentence, name: object, at_least: Part) -> bool:
    """Some part with *at_least* does not entail the goal, and does with *name* added."""
    found = kernels(base, goal)

    def entailed(part: frozenset[object]) -> bool:
        return any(kernel <= part for kernel in found)

    return any(
        at_least <= part and not entailed(part) and entailed(part | {name})
        for part in subsets(base)
    )


def relevance(base: Base, goal: Sentence, kept: Part) -> bool:
    """Whatever is dropped would, with some part between kept and all, bring the goal back."""
    return all(_matters(base, goal, name, kept) for name in base.names - kept)


def core_retainment(base: Base, goal: Sentence, kept: Part) -> bool:
    """Whatever is dropped makes the goal entailed beside some part of the base."""
    return all(_matters(base, goal, name, frozenset()) for name in base.names - kept)


def fullness(base: Base, goal: Sentence, kept: Part) -> bool:
    """The goal is gone, and whatever is dropped would alone bring it back (maxichoice)."""
    return kept == base.names or (
        not entails(base.only(kept), goal)
        and all(entails(base.only(kept | {name}), goal) for name in base.names - kept)
    )


def relative_closure(base: Base, goal: Sentence, kept: Part) -> bool:
    """Whatever is dropped does not follow from what is kept (Hansson 1991).

    Partial meet and smooth kernel contraction obey it on consistent bases only: elsewhere some
    consistent part of what is kept may prove what other consistent parts speak against.
    """
    after = base.only(kept)
    return not any(entails(after, _said(base, name)) for name in base.names - kept)


def disjunctive_elimination(base: Base, goal: Sentence, kept: Part) -> bool:
    """Whatever is dropped does not follow if the goal fails (Ferme, Krevneris, Reis 2008).

    As with relative closure, partial meet contraction obeys it on consistent bases only.
    """
    after = base.only(kept)
    dropped = base.names - kept
    return not any(entails(after, Or((goal, _said(base, name)))) for name in dropped)


def _said(base: Base, name: Name) -> Sentence:
    return And(next(element.says for element in base.elements if element.name == name))


def uniformity(base: Base, goals: tuple[Sentence, Sentence], kept: tuple[Part, Part]) -> bool:
    """Two goals that the same parts of the base entail are contracted alike."""
    first, second = (kernels(base, goal) for goal in goals)
    return set(first) != set(second) or kept[0] == kept[1]


def recovery(base: Base, goal: Sentence, after: Base) -> bool:
    """With the goal added to the base *after*, what was said and entailed is entailed again."""
    again = replace(after, elements=(*after.elements, Element("the goal", (goal,))))
    said = [sentence for element in base.elements for sentence in element.says]
    return all(entails(again, sentence) for sentence in said if entails(base, sentence))


def conjunctive_overlap(kept: tuple[Part, Part], kept_by_both: Part) -> bool:
    """What each of two goals' contractions keeps, that by their conjunction keeps."""
    return kept[0] & kept[1] <= kept_by_both


def conjunctive_inclusion(base: Base, goal: Sentence, kept: Part, kept_by_both: Part) -> bool:
    """Where contraction by a conjunction loses the goal, it keeps no more than the goal's own."""
    return entails(base.only(kept_by_both), goal) or kept_by_both <= kept


def incision(base: Base, goal: Sentence, kept: Part) -> bool:
    """What is dropped cuts every kernel, and lies in kernels."""
    dropped, found = base.names - kept, kernels(base, goal)
    return all(dropped & kernel for kernel in found if kernel) and dropped <= frozenset().union(
        *found
    )
