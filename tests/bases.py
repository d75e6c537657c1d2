"""Random bases: propositional ones as values, small first-order ones as text."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from oracle.change import Base, Element, conflicts
from oracle.ranks import Order
from reasoner.ledger.entries import InstanceName
from reasoner.syntax.show import show
from reasoner.syntax.tree import And, Atom, If, Iff, Literal, Not, Or, Sentence, Truth
from reasoner.theory.model import Ranks
from reasoner.theory.normal import normal

Thing = TypeVar("Thing")

# -- propositional bases ---------------------------------------------------------------------------

ATOMS = tuple(Atom(name) for name in "pqrst")


@cache
def literals(atoms: int = 4) -> st.SearchStrategy[Sentence]:
    return st.builds(Literal, st.sampled_from(ATOMS[:atoms]), st.booleans())


@cache
def sentences(atoms: int = 4) -> st.SearchStrategy[Sentence]:
    """Literals, and combinations of up to four of them."""
    literal = literals(atoms)
    small = _combined(literal)
    return st.one_of(literal, literal, small, _combined(literal | small))


def _combined(parts: st.SearchStrategy[Sentence]) -> st.SearchStrategy[Sentence]:
    pairs = st.tuples(parts, parts)
    return st.one_of(
        st.builds(Not, parts),
        st.builds(And, pairs),
        st.builds(Or, pairs),
        st.builds(If, parts, parts),
        st.builds(Iff, parts, parts),
    )


@cache
def _bodies(atoms: int) -> st.SearchStrategy[And]:
    """One or two literals, the first positive: so a background has a model, all atoms false."""
    first = st.builds(Literal, st.sampled_from(ATOMS[:atoms]))
    return st.builds(And, st.tuples(first) | st.tuples(first, literals(atoms)))


@cache
def _implications(atoms: int) -> st.SearchStrategy[Sentence]:
    return st.builds(If, literals(atoms), _bodies(atoms))


def _some(each: st.SearchStrategy[Thing], *lengths: int) -> st.SearchStrategy[list[Thing]]:
    """Different things; each length is as likely as the others (st.lists prefers short ones)."""
    return st.one_of([st.lists(each, min_size=n, max_size=n, unique=True) for n in lengths])


_NUMBERS = st.tuples(  # of one element: has its statement a second item, its weight, its level
    st.booleans(), st.sampled_from((300_000, 500_000, 500_001, 1_000_000)), st.integers(0, 2)
)


@cache
def bases(
    atoms: int = 4, size: int = 6, is_consistent: bool | None = None
) -> st.SearchStrategy[Base]:
    """Up to *size* elements over p q r s t (the first *atoms*): rules first, then statements.

    Statements differ in normal form, their evidence in transaction time; the background has a
    model. is_consistent: only bases that are so, or are not.
    """
    sentence = sentences(atoms).map(normal).filter(lambda said: not isinstance(said, Truth))
    found = st.builds(
        _base,
        _some(_implications(atoms) | st.builds(Not, _bodies(atoms)), 0, 1, 2, 3),
        _some(_implications(atoms), 0, 1),
        _some(sentence, *range(1, size)),
        st.lists(_NUMBERS, min_size=size, max_size=size),
        st.permutations(range(size)),
    )
    if is_consistent is None:
        return found
    return found.filter(lambda base: is_consistent == (not conflicts(base)))


def _base(
    background: list[Sentence],
    rules: list[Sentence],
    said: list[Sentence],
    numbers: list[tuple[bool, int, int]],
    again: list[int],
) -> Base:
    """again: the order in which the second items of statements are recorded, after all firsts."""
    elements = []
    for place, sentence in enumerate((*rules, *said)):
        has_second, weight, level = numbers[place]
        number = place + 1 - len(rules)
        if number < 1:
            name = InstanceName(f"r{place + 1}")
            elements.append(Element(name, (sentence,), level=level))
        else:
            recorded = (number, len(said) + 1 + again[place]) if has_second else (number,)
            elements.append(Element(f"e{number}", (sentence,), recorded, weight, level))
    return Base(tuple(elements), tuple(background))


@st.composite
def cases(draw: st.DrawFn, is_consistent: bool | None = None) -> tuple[Base, Sentence]:
    """A small base, some pairs of it a hierarchy, and a goal: often what two of its elements say.

    Earlier elements stand below later ones, so no hierarchy has a circle.
    """
    base = draw(bases(size=4, is_consistent=is_consistent))
    names = [element.name for element in base.elements]
    pairs = [(low, high) for place, low in enumerate(names) for high in names[place + 1 :]]
    chosen = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    one, other = (draw(st.sampled_from(base.elements)).says[0] for _ in range(2))
    goal = draw(st.sampled_from([one, And((one, other)), Or((one, other))]) | sentences())
    return replace(base, below=frozenset(chosen)), goal


NEWCOMER = "new"  # a name for what is still to come, and the source that will say it


@st.composite
def steps(draw: st.DrawFn, base: Base) -> frozenset[tuple[str, str]]:
    """Pairs (lower, higher) of names in rank declarations: a partial order, without circles.

    The newcomer may be among them; names in no pair have no rank.
    """
    names = draw(st.permutations([*map(_label, base.elements), NEWCOMER]))
    pairs = [(low, high) for place, low in enumerate(names) for high in names[place + 1 :]]
    return frozenset(draw(st.sets(st.sampled_from(pairs), max_size=5)))


def text_of(base: Base, ranked: frozenset[tuple[str, str]] | None = None) -> str:
    """A propositional base of `bases` as a program: the same elements, names and weights.

    ranked: the pairs (lower, higher) that are declared; None for those that the levels state.
    """
    lines = [f"relation {atom.relation}." for atom in ATOMS]
    lines += [f"source s1.  source s2.  source {NEWCOMER}."]
    lines += [_clause("rule", clause) for clause in base.background]
    believed: list[tuple[int, str]] = []
    for element in base.elements:
        if isinstance(element.name, InstanceName):
            lines.append(_clause(f"rule {element.name.rule} revisable:", element.says[0]))
            continue
        shares = len(element.recorded)
        for number, instant in enumerate(element.recorded):
            weight = element.weight // shares + (number < element.weight % shares)
            label = f"{element.name}{'x' * number}"
            source = f"from s{number + 1} weight {weight / 1_000_000:.6f}"
            believed.append((instant, f"believe {label}: {show(element.says[0])} {source}."))
    pairs = _levels(base) if ranked is None else sorted(ranked)
    lines += [f"rank {high} > {low}." for low, high in pairs]
    return "\n".join((*lines, *(line for _, line in sorted(believed)), ""))


def _levels(base: Base) -> list[tuple[str, str]]:
    return [
        (_label(low), _label(high))
        for high in base.elements
        for low in base.elements
        if high.level > low.level
    ]


def entrenched(base: Base, ranks: Ranks, new: Element) -> tuple[Base, Element]:
    """The base and a newcomer with the levels and the hierarchy that are declared.

    In the hierarchy a newcomer is part of the statement that says the same, if there is one.
    """
    order = Order(ranks)
    elements = tuple(replace(e, level=order.level([_evidence(e)])) for e in base.elements)
    fits = {element.name: [_evidence(element)] for element in elements}
    same = next((e.name for e in elements if e.states(new.says[0])), new.name)
    fits.setdefault(same, [[]])[0].append(NEWCOMER)
    found = replace(base, elements=elements, below=order.pairs(fits))
    return found, replace(new, level=order.level([[NEWCOMER]]))


def _evidence(element: Element) -> list[str]:
    """The names of an element's evidence, as `text_of` labels it; or a rule's."""
    items = range(max(1, len(element.recorded)))
    return [f"{_label(element)}{'x' * number}" for number in items]


def _label(element: Element) -> str:
    return element.name.rule if isinstance(element.name, InstanceName) else element.name


def _clause(opening: str, clause: Sentence) -> str:
    match clause:
        case If(head, And(body)):
            return f"{opening} {show(head)} :- {', '.join(map(show, body))}."
        case Not(And(body)):
            return f"constraint :- {', '.join(map(show, body))}."
    raise ValueError(f"no clause: {clause}")


# -- first-order programs, as text -----------------------------------------------------------------

VALID = (None, "2019-06-01", "2020-06-01", "2021-06-01", "2022-06-01")  # instants to ask about
_INTERVALS = (
    " valid from 2020-01-01",
    " valid to 2021-01-01",
    " valid from 2020-01-01 to 2021-01-01",
    " valid from 2021-01-01 to 2022-01-01",
)
_SOURCES = "source s2 trust 0.9.  source s3 trust 0.5.  source s4 trust 0.4.  source s5."
_RANKS = ("facts > defaults", "u > v", "e1 > facts > defaults", "v > u > p", "e > v")
_X, _XY = ("u(X)", "v(X)", "u(X)", "v(X)", "e(X, b)", "e(X, X)"), ("e(X, Y)", "e(Y, X)")
_NONE = ("p", "u(a)", "v(a)", "e(a, b)")


_GROUND = ("p", "u(a)", "v(a)", "u(b)", "e(a, b)")
_RARE = ("v(b)", "u(c)", "e(b, a)", "e(a, a)", "e(b, c)", "e(a, c)")  # so that sentences meet
QUESTIONS = tuple(sign + atom for atom in _GROUND + _RARE for sign in ("", "-"))


@cache
def _signed(atoms: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("{}{}".format, st.sampled_from(("", "", "-")), atoms)


@cache
def goals() -> st.SearchStrategy[str]:
    """A ground sentence over p, u(x), v(x), e(x, y) and a, b, c; a literal more often than not."""
    literal = _signed(st.sampled_from(_GROUND * 3 + _RARE))
    compound = st.one_of(
        st.builds("{} and {}".format, literal, literal),
        st.builds("{} or {}".format, literal, literal),
        st.builds("{} if {}".format, literal, literal),
        st.builds("{} if {} and {}".format, literal, literal, literal),
        st.builds("{} iff {}".format, literal, literal),
        st.builds("not ({} and {})".format, literal, literal),
        st.builds("not ({} if {})".format, literal, literal),
        st.builds("not ({} iff {})".format, literal, literal),
    )
    return st.one_of(literal, literal, literal, compound)


@cache
def _clauses(form: str, most_variables: int = 2) -> st.SearchStrategy[str]:
    """form: a text with {other} (a literal) and {body}, a body that binds all of its variables."""
    return st.one_of([_clauses_of(form, count) for count in range(most_variables + 1)])


def _clauses_of(form: str, variables: int) -> st.SearchStrategy[str]:
    """Bodies that bind X and Y, or X, or nothing, by a positive literal, which stands first."""
    pools = (_NONE, _X, _XY)
    literal = _signed(st.sampled_from([atom for pool in pools[: variables + 1] for atom in pool]))
    comparisons = ((), ("X != a", "X <= b"), ("X != Y", "X < Y", "Y >= b"))[variables]
    rest = st.one_of(st.none(), st.none(), literal, st.sampled_from(comparisons or (None,)))
    parts = st.tuples(st.sampled_from(pools[variables]), rest, literal)

    def text(parts: tuple[str, str | None, str]) -> str:
        first, second, other = parts
        body = first if second is None else f"{first}, {second}"
        return form.format(other=other, body=body)

    return parts.filter(lambda found: len(set(found)) == 3).map(text)


@cache
def _declarations() -> st.SearchStrategy[list[str]]:
    unary = st.sampled_from(("", "", " singular", " at most 2"))
    disjoint = st.sampled_from(("", "", " disjoint with u"))
    binary = st.sampled_from(
        ("", "", " singular", " singular(x)", " at most 2", " symmetric", " transitive")
    )
    default = _clauses("default d: {other} :- {body}.", most_variables=1)
    return st.tuples(
        st.builds("relation p.  relation u(x){}.  relation v(x){}.".format, unary, disjoint),
        st.builds("relation e(x, y){}.".format, binary),
        st.just(_SOURCES),
        _lines(_clauses("rule {other} :- {body}."), 0, 1, 2, 3),
        _lines(_clauses("constraint :- {body}, {other}."), 0, 1),
        _lines(_clauses("rule r revisable: {other} :- {body}."), 0, 1),
        _lines(default, 0, 1, 1),
    ).map(list)


def _lines(line: st.SearchStrategy[str], *lengths: int) -> st.SearchStrategy[str]:
    return _some(line, *lengths).map("\n".join)


_ITEM = st.tuples(
    st.sampled_from(("believe", "believe", "believe", "doubt")),
    goals(),
    st.sampled_from(("",) * 7 + (" weight 0.1", " weight 0.3", " weight 0.5")),
    st.sampled_from(("",) * 12 + _INTERVALS),
)


@cache
def programs() -> st.SearchStrategy[str]:
    """Declarations, and up to five labelled `believe` or `doubt` lines, e1 to e5.

    No two items have one source, and the rules and constraints have a model (all atoms false).
    """
    ranks = st.sampled_from(("", "", *(f"rank {rank}." for rank in _RANKS)))
    return st.builds(_program, _declarations(), _some(_ITEM, 1, 2, 3, 4, 4, 5, 5), ranks)


def _program(lines: list[str], items: list[tuple[str, str, str, str]], rank: str) -> str:
    believed = [
        f"{verb} e{n}: {sentence}{f' from s{n}' if n > 1 else ''}{weight}{valid}."
        for n, (verb, sentence, weight, valid) in enumerate(items, start=1)
    ]
    return "\n".join((*filter(None, lines), *believed, *([rank] if rank else []), ""))
