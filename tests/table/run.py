"""The runs: which bases each table is tried on, and what is said of the outcome."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from . import verbs
from .bases import (
    CHOSEN,
    SPELT,
    TWO,
    Base,
    P,
    Proposition,
    Q,
    R,
    classes,
    larger,
    sampled,
    small,
    spell,
    three_atoms,
)
from .cells import (
    CONTRACTION_COLUMNS,
    CONTRACTION_LAWS,
    FOR_ALL_BASES,
    REVISION_COLUMNS,
    REVISION_LAWS,
    Column,
    Counterexample,
    Found,
    Goals,
    Law,
    search,
    shown,
)
from .expected import (
    CONTRACTION,
    INCONSISTENT_CONTRACTION,
    INCONSISTENT_REVISION,
    ONE_FUNCTION,
    REVISION,
    Cell,
)
from .families import Asked
from .logic import worlds
from .operators import CONTRACTIONS, REVISIONS, WAYS, Request
from .recheck import recheck_contraction, recheck_revision, stored

ASKED_OF_LARGER = 0.34  # of bases of four or more, and over three atoms, so many are asked about


@dataclass(frozen=True)
class Table:
    """What is searched, and what it is to come to.

    recheck: from law, column and counterexample to what is wrong with it.
    reasons: of the cells that are not as in the table of consistent bases.
    """

    name: str
    laws: Mapping[str, Law]
    columns: Sequence[Column]
    bases: Sequence[Base]
    goals: Callable[[Base], Goals]
    expected: Mapping[Cell, bool]
    recheck: Callable[[str, str, Counterexample], list[str]]
    reasons: Mapping[Cell, str] = field(default_factory=dict)


def is_asked(base: Base) -> bool:
    """Whether the reasoner says what the kernels and remainders are."""
    if len(base) <= 3 and base <= set(TWO):
        return True
    return random.Random(repr(sorted(base))).random() < ASKED_OF_LARGER


def _goals(base: Base) -> Goals:
    """All sixteen; over three atoms eight, made of the atoms and the base."""
    if base <= set(TWO):
        return TWO if worlds(base) else tuple(goal for goal in TWO if goal)
    draw = random.Random(repr(sorted(base)))
    pairs = sorted({one & other for one in base for other in base if one < other} - {0})
    some = draw.sample(pairs, min(3, len(pairs)))
    return tuple(dict.fromkeys([P, Q, R, *some, *draw.sample(SPELT, 2)]))


def _newcomers(base: Base) -> Goals:
    """What the background does not refute: the reasoner refuses to revise by `false`."""
    return tuple(goal for goal in TWO if goal)


def tables(section: int, seed: int, share: int = 1) -> tuple[Table, ...]:
    """The tables of a section: on every share-th base of each kind, and on those of the stored
    counterexamples.
    """
    return _contraction(seed, share) if section == 2 else _revision(seed, share)


def _contraction(seed: int, share: int) -> tuple[Table, ...]:
    kinds = [classes(small()), larger(seed), three_atoms(seed)]
    known = [*CHOSEN, *_known("contraction")]
    firm, torn = _split([*known, *(base for kind in kinds for base in kind[::share])])
    table = Table(
        "contraction", CONTRACTION_LAWS, CONTRACTION_COLUMNS, firm, _goals, CONTRACTION,
        recheck_contraction,
    )  # fmt: skip
    return table, _of_inconsistent(table, table.laws, torn, INCONSISTENT_CONTRACTION)


def _revision(seed: int, share: int) -> tuple[Table, ...]:
    kinds = [classes(small(2, least=0)), classes(sampled(seed, 120, (3, 4), TWO))]
    firm, torn = _split([*_known("revision"), *(base for kind in kinds for base in kind[::share])])
    table = Table(
        "revision", REVISION_LAWS, REVISION_COLUMNS, firm, _newcomers, REVISION, recheck_revision
    )
    on_closures = ("superexpansion", "subexpansion")  # an inconsistent base's is no belief set
    fewer = {law: it for law, it in table.laws.items() if law not in on_closures}
    one_function = replace(
        table,
        name="revision, one function",
        laws={law: table.laws[law] for law in ("uniformity", "pre-expansion")},
        columns=FOR_ALL_BASES,
        expected={**REVISION, **dict.fromkeys(ONE_FUNCTION, True)},
        recheck=_not_again,
        reasons=ONE_FUNCTION,
    )
    return table, _of_inconsistent(table, fewer, torn, INCONSISTENT_REVISION), one_function


def _of_inconsistent(
    table: Table, laws: Mapping[str, Law], bases: Sequence[Base], reasons: Mapping[Cell, str]
) -> Table:
    expected = {cell: holds and cell not in reasons for cell, holds in table.expected.items()}
    name = f"{table.name}, inconsistent"
    return replace(table, name=name, laws=laws, bases=bases, expected=expected, reasons=reasons)


def _not_again(law: str, column: str, case: Counterexample) -> list[str]:
    """The verbs don't know whether a function is used for other bases too."""
    return []


def _known(name: str) -> list[Base]:
    tables = (name, f"{name}, inconsistent")
    return [case.base for table in tables for case in stored(table).values()]


def _split(given: Sequence[Base]) -> tuple[list[Base], list[Base]]:
    """The consistent ones, and the inconsistent ones; each once."""
    bases = dict.fromkeys(given)
    return [b for b in bases if worlds(b)], [b for b in bases if not worlds(b)]


def searched(table: Table, asked: Asked, *, only_yes: bool = False) -> dict[Cell, Found]:
    """What is found for each cell; only_yes: for those that are expected to be yes."""

    def wanted(cell: Cell) -> bool:
        return table.expected[cell] or not only_yes

    return search(table.laws, table.columns, table.bases, asked, table.goals, wanted)


def differences(table: Table, found: Mapping[Cell, Found]) -> list[str]:
    """The cells that are not as expected, and the counterexamples that do not stand."""
    wrong = []
    for (law, column), cell in found.items():
        case = cell.counterexample
        if (case is None) != table.expected[law, column]:
            wrong.append(f"{law}, {column}: expected otherwise; {case or 'no counterexample'}")
        if case is not None:
            wrong += [f"{law}, {column}: {it}" for it in table.recheck(law, column, case)]
    return wrong


def lines(table: Table, found: Mapping[Cell, Found]) -> Iterator[str]:
    """The table, then what each cell rests on."""
    names = [column.name for column in table.columns]
    width = max(map(len, table.laws)) + 1
    yield " ".join([" " * width, *(name.ljust(3) for name in names)]).rstrip()
    for law in table.laws:
        marks = (
            ("yes" if found[law, name].counterexample is None else "no").ljust(max(3, len(name)))
            for name in names
        )
        yield " ".join([law.ljust(width), *marks]).rstrip()
    yield ""
    for reason in dict.fromkeys(table.reasons.values()):
        cells = [" of ".join(cell) for cell, its in table.reasons.items() if its == reason]
        yield f"otherwise than above: {', '.join(cells)}. {reason[0].upper()}{reason[1:]}."
    for (law, column), cell in found.items():
        if cell.counterexample is None:
            yield f"yes {law}, {column}: {cell.held} of {cell.applicable} applicable cases"
        else:
            yield f"{table.name} | {law} | {column} | {cell.counterexample}"


# -- the same through the verbs --------------------------------------------------------------------


def through_the_verbs(section: int, seed: int, count: int) -> tuple[int, list[str]]:
    """Random functions of each class, given to `contract` or `revise`: how many, and what differs.

    On bases of up to three sentences over two atoms, consistent or not.
    """
    draw = random.Random(seed)
    asked = Asked(lambda base: False)
    pool = small(3, least=2)
    tries = _contraction_tries if section == 2 else _revision_tries
    wrong = [it for base in draw.sample(pool, count) for it in tries(base, draw, asked)]
    return len(wrong), [it for it in wrong if it]


def _contraction_tries(base: Base, draw: random.Random, asked: Asked) -> Iterator[str]:
    """For each operator nothing, or what is wrong, on a goal that the base entails."""
    goals = [goal for goal in TWO[:4] + TWO[6:] if asked.of(base, goal).kernels]
    for operator in CONTRACTIONS if goals else ():
        goal = draw.choice(goals)
        if operator.fits(base):
            how, (kept,) = draw.choice([*operator.joint([Request(base, goal, base)], asked)])
            found = verbs.contracted(operator.name, base, goal, kept, how)
            yield _difference(operator.name, base, goal, found, kept)


def _revision_tries(base: Base, draw: random.Random, asked: Asked) -> Iterator[str]:
    newcomers = [said for said in TWO if said and asked.of(base, 255 ^ said).kernels]
    for way, operator in REVISIONS if newcomers else ():
        said = draw.choice(newcomers)
        outcomes = [*operator.joint([WAYS[way](base, said)], asked)]
        after = draw.choice(outcomes)[1][0] | {said}
        found = verbs.revised(way, operator.name, base, said, after)
        yield _difference(f"{way} {operator.name}", base, said, found, after)


def _difference(
    name: str, base: Base, by: Proposition, found: frozenset[int], kept: frozenset[int]
) -> str:
    if found == kept:
        return ""
    return f"{name}: {shown(base)} by {spell(by)} is {shown(found)}, not {shown(kept)}"
