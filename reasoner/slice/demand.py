"""A theory and what is asked -> the ASP program that finds the evidence the answer can depend on.

A magic-set rewriting (Beeri, Ramakrishnan 1991) of the theory's clauses and their contrapositives:
a literal is *demanded* (with some arguments given) when the answer may rest on it, and *supported*
when evidence, or a clause whose other literals may all fail, speaks for it. Two kinds of demand:

- `s`, for what entails a literal: each clause that holds it, in every direction. All of a
  refutation of its negation is demanded (set of support, model elimination: Loveland 1968);
- `d`, for what tells it (Belnap): rules forward, and what a denial tells of a member.

What is demanded is too much rather than too little, so the slice that is made of it is exact.

Predicates, by relation number r and arguments given (`b`) or not (`f`): `s_tr_bf`, `s_fr_bf`
demanded as true, as false; `d_…` likewise; `e_tr`, `e_fr` supported; `i_k_n` an instance of the
clause k, whose literal n it supports; `c(S)` the compound S is reached. External functions:
`@look(K, …)` what evidence says of the demand K; `@compounds(K, …)` the compounds that speak of it;
`@atoms(r, S)` their atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress

from ..syntax.tree import Atom, Comparison, Constant, Literal, Order, Term, Variable
from ..theory.model import Relation, Rule, RuleKind, Theory
from .numbers import Numbers
from .program import clause_of
from .writing import atom_text, comparison_text, term_text, variable_name

ENTAILED, TOLD = "s", "d"


@dataclass(frozen=True, slots=True)
class Demand:
    """Literals of one relation that are asked for. given: which arguments are.

    kind: ENTAILED or TOLD.
    """

    kind: str
    relation: str
    positive: bool
    given: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Through:
    """A clause as it supports one of its literals, the one at *place* (see clause_of).

    number: of the rule in the theory.
    """

    number: int
    rule: Rule
    place: int

    @property
    def is_exclusion(self) -> bool:
        """Whether a cardinality stands behind it, and no rule."""
        return not self.rule.label


@dataclass(frozen=True, slots=True)
class Program:
    """A rewritten theory.

    demands: what `@look` and `@compounds` are asked about, by number.
    joined: the relations that a rule or a cardinality speaks of.
    constants: those in the text, by number.
    compounds: whether it follows compound sentences.
    wanted: the predicates of ground clauses, by name and number of arguments.
    """

    text: str
    demands: tuple[Demand, ...]
    joined: frozenset[str]
    constants: tuple[Constant, ...]
    compounds: bool
    wanted: Mapping[tuple[str, int], Through]


class Unbound(Exception):
    """A clause is needed for every value of a variable that nothing binds."""


def rewritten(theory: Theory, asked: frozenset[Demand], *, compounds: bool) -> Program | None:
    """The program for what is *asked*, made once; None where it would need all constants.

    compounds: whether evidence says compound sentences, which may speak of any relation.
    """
    key = ("demand", asked, compounds)
    if key not in theory.derived:
        try:
            theory.derived[key] = _Rewriting(theory, compounds).program(asked)
        except Unbound:
            theory.derived[key] = None
    found = theory.derived[key]
    assert found is None or isinstance(found, Program)
    return found


def call(relation: int, demand: Demand, arguments: Sequence[str]) -> str:
    """A demand as an atom, with those of all the arguments that are given."""
    how = "".join("b" if is_given else "f" for is_given in demand.given)
    return atom_text(
        f"{demand.kind}_{_sign(demand.positive)}{relation}_{how}", compress(arguments, demand.given)
    )


@dataclass
class _Rewriting:
    theory: Theory
    compounds: bool
    numbers: Numbers = field(default_factory=Numbers)
    demands: dict[Demand, int] = field(default_factory=dict)
    clauses: dict[str, list[tuple[int, Rule]]] = field(default_factory=dict)
    wanted: dict[tuple[str, int], Through] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.derived.update(rule.head.atom.relation for rule in self.theory.rules if rule.head)
        rules = (*self.theory.rules, *_exclusions(self.theory.relations))
        for number, rule in enumerate(rules):
            for relation in dict.fromkeys(literal.atom.relation for literal in rule.literals):
                self.clauses.setdefault(relation, []).append((number, rule))

    def program(self, asked: frozenset[Demand]) -> Program:
        lines: list[str] = []
        looks: dict[Demand, str] = {}
        waiting = sorted(asked, key=_order)
        if self.compounds:
            kind = max((demand.kind for demand in asked), default=TOLD)  # `s` is for all of it
            waiting += self._of_compounds(kind)
            lines += self._compound_lines(kind)
        while waiting:
            demand = waiting.pop()
            if demand in self.demands:
                continue
            self.demands[demand] = len(self.demands)
            looks[demand] = self._look(demand)
            for line, others in self._lines(demand):
                lines.append(line)
                waiting += others
        lines += self._cases()
        first = sorted(looks, key=lambda demand: sum(demand.given))  # a wide one holds the narrow
        return Program(
            "\n".join(dict.fromkeys([*lines, *(looks[demand] for demand in first)])),
            tuple(self.demands),
            frozenset(self.clauses),
            tuple(self.numbers.constants),
            self.compounds,
            self.wanted,
        )

    # -- one demand ---

    def _lines(self, demand: Demand) -> Iterator[tuple[str, list[Demand]]]:
        """Lines of the program, each with what it demands in turn."""
        if self.compounds:
            yield self._reach_compounds(demand), []
        for number, rule in self.clauses.get(demand.relation, ()):
            clause = clause_of(rule)
            for place, literal in enumerate(clause):
                is_it = (literal.atom.relation, literal.positive) == (
                    demand.relation, demand.positive,
                )  # fmt: skip
                is_head = rule.head is not None and place == len(rule.body)
                if is_it and (demand.kind == ENTAILED or is_head or rule.head is None):
                    yield from self._through(demand, number, rule, place, is_head=is_head)

    def _look(self, demand: Demand) -> str:
        row = [f"X{place}" for place in range(len(demand.given))]
        free = [each for each, is_given in zip(row, demand.given, strict=True) if not is_given]
        found = f"({','.join(free)},)" if free else "()"
        asked = ",".join([str(self.demands[demand]), *compress(row, demand.given)])
        head = atom_text(f"e_{_sign(demand.positive)}{self._number(demand.relation)}", row)
        return f"{head} :- {self._call(demand, row)}, {found}=@look({asked})."

    def _reach_compounds(self, demand: Demand) -> str:
        row = [f"X{place}" for place in range(len(demand.given))]
        asked = ",".join([str(self.demands[demand]), *compress(row, demand.given)])
        return f"c(S) :- {self._call(demand, row)}, S=@compounds({asked})."

    def _through(
        self, demand: Demand, number: int, rule: Rule, place: int, *, is_head: bool
    ) -> Iterator[tuple[str, list[Demand]]]:
        """By a clause: its literal at *place* is demanded, so the others are, as failing."""
        clause = clause_of(rule)
        literal = clause[place]
        terms = list(map(self._term, literal.atom.arguments))
        given = zip(literal.atom.arguments, demand.given, strict=True)
        bound = {t.name for t, is_given in given if is_given and isinstance(t, Variable)}
        body = [self._call(demand, terms)]
        comparisons = list(rule.comparisons)
        body += self._checks(comparisons, bound)
        left = [-other for n, other in enumerate(clause) if n != place]
        while left:
            other = min(left, key=lambda each: self._cost(each, bound))
            left.remove(other)
            asked = _demand_of(demand.kind, other, bound)
            yield f"{self._called(asked, other)} :- {', '.join(body)}.", [asked]
            body.append(self._supported(other))
            bound |= _names(other)
            body += self._checks(comparisons, bound)
        if not _names(literal) <= bound:
            raise Unbound
        instance = self._instance(number, rule, place)
        yield f"{instance} :- {', '.join(body)}.", []
        yield f"{self._supported(literal)} :- {instance}.", []
        if rule.kind is RuleKind.DEFAULT and demand.kind == ENTAILED and not is_head:
            for condition in rule.body:  # its instance is an element when they are told
                asked = _demand_of(TOLD, condition, bound)
                yield f"{self._called(asked, condition)} :- {', '.join(body)}.", [asked]

    def _checks(self, comparisons: list[Comparison], bound: set[str]) -> list[str]:
        """Those that can be decided by now; they are done with."""
        ready = [each for each in comparisons if _names_in((each.left, each.right)) <= bound]
        comparisons[:] = [each for each in comparisons if each not in ready]
        return [comparison_text(self.numbers, each) for each in ready]

    def _cost(self, literal: Literal, bound: set[str]) -> tuple[bool, int, bool]:
        """What to look for first: what leaves least open, and is told rather than derived.

        Negative literals come last: they can only be looked for with all arguments given.
        """
        free = len(_names(literal) - bound)
        is_derived = literal.atom.relation in self.derived
        return (not literal.positive and free > 0, free, is_derived)

    # -- what is demanded both ways ---

    def _cases(self) -> Iterator[str]:
        """A literal may be assumed where the answer rests on its opposite: proof by cases."""
        for demand in self.demands:
            if demand.kind == ENTAILED and not demand.positive:
                row = [f"X{place}" for place in range(len(demand.given))]
                for other in self.demands:
                    if (other.kind, other.relation, other.positive) == (
                        ENTAILED, demand.relation, True,
                    ):  # fmt: skip
                        body = f"{self._call(demand, row)}, {self._call(other, row)}"
                        for sign in "tf":
                            head = atom_text(f"e_{sign}{self._number(demand.relation)}", row)
                            yield f"{head} :- {body}."

    # -- compounds ---

    def _of_compounds(self, kind: str) -> list[Demand]:
        return [
            Demand(kind, relation.name, positive, (True,) * relation.arity)
            for relation in self.theory.relations
            if relation.name in self.clauses
            for positive in (True, False)
        ]

    def _compound_lines(self, kind: str) -> Iterator[str]:
        for demand in self._of_compounds(kind):
            r = self._number(demand.relation)
            row = [f"X{place}" for place in range(len(demand.given))]
            body = (
                f"c(S), ({','.join([*row, ''])})=@atoms({r},S)"
                if row
                else f"c(S), ()=@atoms({r},S)"
            )
            yield f"{self._call(demand, row)} :- {body}."
            yield f"{atom_text(f'e_{_sign(demand.positive)}{r}', row)} :- {body}."

    # -- parts ---

    def _instance(self, number: int, rule: Rule, place: int) -> str:
        """A ground clause by which its literal at *place* is supported."""
        name = f"i_{number}_{place}"
        self.wanted[name, len(rule.variables)] = Through(number, rule, place)
        return atom_text(name, list(map(variable_name, rule.variables)))

    def _number(self, relation: str) -> int:
        return self.theory.place(relation)

    def _call(self, demand: Demand, arguments: Sequence[str]) -> str:
        return call(self._number(demand.relation), demand, arguments)

    def _called(self, demand: Demand, literal: Literal) -> str:
        return self._call(demand, list(map(self._term, literal.atom.arguments)))

    def _supported(self, literal: Literal) -> str:
        name = f"e_{_sign(literal.positive)}{self._number(literal.atom.relation)}"
        return atom_text(name, list(map(self._term, literal.atom.arguments)))

    def _term(self, term: Term) -> str:
        return term_text(self.numbers, term)


def _exclusions(relations: Iterable[Relation]) -> Iterator[Rule]:
    """A cardinality as a denial of two members: with a higher limit it asks for too few others."""
    for relation in relations:
        if relation.determined is not None:
            row = [Variable(f"X{place}") for place in range(relation.arity)]
            other = [*row]
            other[relation.determined] = Variable("Y")
            members = (Literal(Atom(relation.name, tuple(row)), True),
                       Literal(Atom(relation.name, tuple(other)), True))  # fmt: skip
            apart = Comparison(Variable("Y"), Order.NE, row[relation.determined])
            names = tuple(each.name for each in (*row, Variable("Y")))
            yield Rule("", RuleKind.STRICT, None, members, (apart,), names, "")


def _demand_of(kind: str, literal: Literal, bound: set[str]) -> Demand:
    given = tuple(
        not isinstance(term, Variable) or term.name in bound for term in literal.atom.arguments
    )
    if not literal.positive and not all(given):
        raise Unbound
    return Demand(kind, literal.atom.relation, literal.positive, given)


def _names(literal: Literal) -> set[str]:
    return _names_in(literal.atom.arguments)


def _names_in(terms: Iterable[Term]) -> set[str]:
    return {term.name for term in terms if isinstance(term, Variable)}


def _sign(positive: bool) -> str:
    return "t" if positive else "f"


def _order(demand: Demand) -> tuple[str, str, bool, tuple[bool, ...]]:
    return demand.kind, demand.relation, demand.positive, demand.given
