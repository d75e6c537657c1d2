"""Counterexamples are judged again: by the oracle, which shares no code, and through the verbs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path

from reasoner.syntax import parse_sentence
from reasoner.syntax.tree import And, Atom, Not, Sentence
from reasoner.theory.normal import normal

from ..oracle import change, laws, logic, revision_laws
from ..oracle.family import contract as contract_by_oracle
from ..oracle.family import implied
from . import verbs
from .bases import Base, Part, Proposition, read, spell
from .cells import CONTRACTION_LAWS, REVISION_LAWS, Changes, Counterexample
from .expected import Cell
from .operators import Hierarchy, How, Ranking, weighted

STORED = Path(__file__).with_name("counterexamples.txt")
Kept = tuple[Part, ...]
Contractions = Sequence[tuple[change.Base, Sentence, Part]]

# -- the stored ones -------------------------------------------------------------------------------


def stored(table: str) -> dict[Cell, Counterexample]:
    """Those of one table, by cell."""
    return read_all(STORED.read_text(encoding="utf-8"), table)


def read_all(text: str, table: str) -> dict[Cell, Counterexample]:
    """Those of one table, by cell. A line: table, law, column, base, inputs, results."""
    found = {}
    for line in text.strip().splitlines():
        its_table, law, column, base, inputs, results = line.split(" | ")
        if its_table == table:
            found[law, column] = Counterexample(
                _part(base),
                tuple(map(read, inputs.split("; "))),
                tuple(map(_part, results.split(" & "))),
            )
    return found


def _part(text: str) -> Part:
    return frozenset(read(each) for each in text.strip("{}").split("; ") if each)


# -- as the oracle has it --------------------------------------------------------------------------


def _sentence(proposition: Proposition) -> Sentence:
    return normal(parse_sentence(spell(proposition)))


def _base(base: Base) -> change.Base:
    return change.Base(tuple(_element(each) for each in sorted(base)))


def _element(proposition: Proposition) -> change.Element:
    return change.Element(f"s{proposition}", (_sentence(proposition),))


def _names(part: Part) -> change.Part:
    return frozenset(f"s{each}" for each in part)


def _numbers(part: change.Part) -> Part:
    return frozenset(int(str(name)[1:]) for name in part)


def function(operator: str, changes: Changes, kept: Kept) -> How | bool:
    """The function of a class that keeps these parts; False when there is none."""
    of_contractions = [
        (_base(base), _sentence(goal), part)
        for (base, goal), part in zip(changes, kept, strict=True)
    ]
    base = changes[0][0]
    match operator:
        case "TR":
            return _first(_rankings(of_contractions), of_contractions)
        case "TR max" | "TR max or":
            weights = product(range(1, 5), repeat=len(base))
            numbered = (dict(zip(sorted(base), each, strict=True)) for each in weights)
            return _first(map(weighted, numbered), of_contractions)
        case "safe":
            return _hierarchy(changes, kept)
    if not _is_function(of_contractions):
        return False
    return None if all(_keeps(operator, *each) for each in of_contractions) else False


def _is_function(contractions: Contractions) -> bool:
    """Whether one choice is made of one family."""
    families = [(base, frozenset(change.remainders(base, goal))) for base, goal, _ in contractions]
    return all(
        kept == other
        for (its, (_, _, kept)), (others, (_, _, other)) in combinations(
            zip(families, contractions, strict=True), 2
        )
        if its == others
    )


def _keeps(operator: str, base: change.Base, goal: Sentence, kept: Part) -> bool:
    """Whether some function of a class of free choice keeps this part."""
    remainders, kernels = change.remainders(base, goal), change.kernels(base, goal)
    part, dropped = _names(kept), base.names - _names(kept)
    if not kernels or frozenset() in kernels:
        return not dropped
    above = [each for each in remainders if part <= each]
    cuts = all(dropped & each for each in kernels) and dropped <= frozenset().union(*kernels)
    match operator:
        case "full meet" | "full kernel":
            return dropped == frozenset().union(*kernels)
        case "maxichoice" | "minimal kernel":
            return part in remainders
        case "partial meet":
            return bool(above) and change.meet(above) == part
        case "kernel":
            return cuts
        case "smooth kernel":
            return cuts and part | implied(base, part) == part
    raise ValueError(operator)


def _first(rankings: Iterator[Ranking], contractions: Contractions) -> Ranking | bool:
    families = [
        ([_numbers(each) for each in change.remainders(base, goal)], _numbers(base.names), kept)
        for base, goal, kept in contractions
    ]

    def keeps(ranking: Ranking) -> bool:
        return all(_best(ranking, family, every) == kept for family, every, kept in families)

    return next(filter(keeps, rankings), False)


def _best(ranking: Ranking, family: list[Part], every: Part) -> Part:
    greatest = max(map(ranking.key, family), default=None)
    return every.intersection(*(each for each in family if ranking.key(each) == greatest))


def _rankings(contractions: Contractions) -> Iterator[Ranking]:
    """Every way to rank the remainders of all the goals."""
    every = {
        _numbers(each) for base, goal, _ in contractions for each in change.remainders(base, goal)
    }
    for levels in product(range(min(len(every), 4)), repeat=len(every)):
        yield Ranking(dict(zip(sorted(every, key=sorted), levels, strict=True)).__getitem__)


def _hierarchy(changes: Changes, kept: Kept) -> Hierarchy | bool:
    base = changes[0][0]
    pairs = [(low, high) for low in sorted(base) for high in sorted(base) if low != high]
    for size in range(len(pairs) + 1):
        for some in combinations(pairs, size):
            if _is_order(frozenset(some)) and _is_safe(frozenset(some), changes, kept):
                return Hierarchy(frozenset(some))
    return False


def _is_order(pairs: frozenset[tuple[int, int]]) -> bool:
    return all(a != d and (a, d) in pairs for a, b in pairs for c, d in pairs if b == c)


def _is_safe(pairs: frozenset[tuple[int, int]], changes: Changes, kept: Kept) -> bool:
    below = frozenset((f"s{low}", f"s{high}") for low, high in pairs)
    bases = (change.Base(_base(base).elements, (), below) for base, _ in changes)
    return all(
        contract_by_oracle(base, _sentence(goal), method="safe").kept == _names(part)
        for base, (_, goal), part in zip(bases, changes, kept, strict=True)
    )


# -- contraction -----------------------------------------------------------------------------------


def contraction_fails(law: str, case: Counterexample) -> bool:
    """Whether the law fails by the oracle."""
    base, goals = _base(case.base), list(map(_sentence, case.inputs))
    kept = list(map(_names, case.results))
    match law:
        case "recovery":
            return not laws.recovery(base, goals[0], base.only(kept[0]))
        case "conjunctive overlap":
            return not laws.conjunctive_overlap((kept[0], kept[1]), kept[2])
        case "conjunctive inclusion":
            return not laws.conjunctive_inclusion(base, goals[0], kept[0], kept[2])
    return not getattr(laws, law.replace(" ", "_"))(base, goals[0], kept[0])


def recheck_contraction(law: str, operator: str, case: Counterexample) -> list[str]:
    """What is wrong with a counterexample; [] when it stands."""
    changes = CONTRACTION_LAWS[law].changes(case.base, case.inputs)
    how = function(operator, changes, case.results)
    wrong = [] if contraction_fails(law, case) else ["the oracle finds the law obeyed"]
    if how is False:
        return [*wrong, "no function of the class keeps this"]
    assert how is not True
    for (base, goal), kept in zip(changes, case.results, strict=True):
        found = verbs.contracted(operator, base, goal, kept, how)
        if found != kept:
            wrong.append(f"contract {spell(goal)} keeps {sorted(map(spell, found))}")
    return wrong


# -- revision --------------------------------------------------------------------------------------


def _after(base: change.Base, said: Proposition, after: Part) -> change.Base:
    return base.told(_element(said)).only(_names(after))


def revision_fails(law: str, case: Counterexample) -> bool:
    """Whether the law fails by the oracle."""
    before, said = _base(case.base), list(map(_sentence, case.inputs))
    changes = REVISION_LAWS[law].changes(case.base, case.inputs)
    after = [
        _after(_base(base), new, result)
        for (base, new), result in zip(changes, case.results, strict=True)
    ]
    match law:
        case "uniformity" | "weak uniformity":
            check = getattr(revision_laws, law.replace(" ", "_"))
            return not check(before, (said[0], said[1]), (after[0], after[1]))
        case "pre-expansion":
            return not revision_laws.pre_expansion(after[0], after[1])
        case "superexpansion":
            return not _models(after[0], said[1]) <= _models(after[1])
        case "subexpansion":
            added = _models(after[0], said[1])
            return bool(added) and not _models(after[1]) <= added
    return not getattr(revision_laws, law)(before, said[0], after[0])


def _models(base: change.Base, *more: Sentence) -> set[frozenset[Atom]]:
    return logic.models(map(Atom, "pqr"), [*(And(e.says) for e in base.elements), *more])


def _contraction(
    way: str, base: Base, said: Proposition, after: Part
) -> tuple[change.Base, Sentence, Part]:
    contracted = base - {said} if way == "int." else base | {said}
    return _base(contracted), normal(Not(_sentence(said))), after & contracted


def recheck_revision(law: str, column: str, case: Counterexample) -> list[str]:
    """What is wrong with a counterexample; [] when it stands."""
    way, _, operator = column.partition(" ")
    changes = REVISION_LAWS[law].changes(case.base, case.inputs)
    wrong = [] if revision_fails(law, case) else ["the oracle finds the law obeyed"]
    contractions = [
        _contraction(way, base, said, after)
        for (base, said), after in zip(changes, case.results, strict=True)
    ]
    keeps = all(_keeps(operator, *each) for each in contractions)
    if not keeps or not _is_function(contractions if law != "pre-expansion" else []):
        wrong.append("no function of the class leaves this")
    for (base, said), after in zip(changes, case.results, strict=True):
        found = verbs.revised(way, operator, base, said, after)
        if found != after:
            wrong.append(f"revise {spell(said)} leaves {sorted(map(spell, found))}")
    return wrong
