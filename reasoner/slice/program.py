"""A theory -> the ASP program that finds its rule instances.

Two closures decide which instances matter, each a superset of what it stands for:

- *told*: a literal may be told when a rule instance may fire forward (Belnap status);
- *possible*: an atom may be true in some needed world. An instance matters to classical
  entailment only if the atoms it negates are all possible: in a world where the impossible atoms
  are false every other instance holds anyway (hyperresolution, Robinson 1965). So a theory with
  those instances has a model exactly when the theory with all instances has one.

Predicates, by relation r and rule k: `t_r` may be told true, `f_r` may be told false, `p_r`
possible, `h_r` at hand, `a_k` fires forward, `c_k` classical instance, `dom(S, X)` constant X has
sort S (0: any).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..syntax.tree import Comparison, Literal, Term, Variable
from ..theory.model import Relation, Rule, RuleKind, Theory
from .numbers import Numbers
from .writing import atom_text, comparison_text, term_text, variable_name


@dataclass(frozen=True, slots=True)
class Compiler:
    """Writes the program of one theory.

    numbers: gives every constant, relation and sort its number.
    spread: relations whose exclusions are wanted for every constant at hand, because a rule,
        a constraint or the question asks for their negation.
    follows: whether it is asked which of the rules that are up for revision follow from the rest.
    """

    theory: Theory
    numbers: Numbers
    spread: frozenset[str]
    follows: bool = False

    def text(self) -> str:
        """The program; only numbers and our own names stand in it."""
        lines = ["#defined dom/2."]
        for relation in self.theory.relations:
            lines.extend(self._relation(relation))
        for index, rule in enumerate(self.theory.rules):
            lines.extend(self._forward(index, rule))
            lines.extend(self._classical(index, rule))
            if self.follows and rule.kind is not RuleKind.STRICT:
                lines.extend(self._asked(index, rule))
        return "\n".join(lines)

    def wanted(self) -> list[tuple[str, int]]:
        """The predicates whose atoms make the slice: rule instances, and members of groups."""
        found = [
            (f"{kind}_{index}", len(rule.variables))
            for index, rule in enumerate(self.theory.rules)
            for kind in "ac"
        ]
        return found + [
            (f"{kind}_{self.numbers.relation(relation.name)}", relation.arity)
            for relation in self.theory.relations
            if relation.determined is not None
            for kind in "tfph"
        ]

    # -- relations ---

    def _relation(self, relation: Relation) -> Iterator[str]:
        r = self.numbers.relation(relation.name)
        row = [f"X{i}" for i in range(relation.arity)]
        yield from (f"#defined {kind}_{r}/{relation.arity}." for kind in "tfph")
        for kind in "tf":
            yield f"{_atom('h', r, row)} :- {_atom(kind, r, row)}."
        if relation.determined is None:
            return
        d = relation.determined
        other = [*row[:d], "Y", *row[d + 1 :]]
        if relation.name in self.spread:
            sort = self.numbers.sort(relation.sorts[d])
            yield f"{_atom('h', r, row)} :- {_atom('t', r, other)}, dom({sort},X{d})."
        yield (f"{_atom('f', r, row)} :- {_atom('t', r, other)}, {_atom('h', r, row)}, X{d} != Y.")

    # -- forward: what may be told ---

    def _forward(self, index: int, rule: Rule) -> Iterator[str]:
        fires = self._row("a", index, rule)
        comparisons = [self._comparison(c) for c in rule.comparisons]
        if rule.head is not None:
            body = [self._told(literal) for literal in rule.body]
            yield _clause(fires, body + comparisons)
            yield _clause(self._told(rule.head), [fires])
            return
        for i, excluded in enumerate(rule.body):
            for fellows, equations in _fellows(rule.body, i):
                body = [self._told(literal) for literal in fellows]
                body += self._at_hand(rule, excluded, _variables(fellows))
                body += [f"{self._term(one)}={self._term(other)}" for one, other in equations]
                yield _clause(fires, body + comparisons)
                yield _clause(self._told(-excluded), body + comparisons)

    def _at_hand(self, rule: Rule, literal: Literal, bound: set[str]) -> list[str]:
        """Bind the variables of *literal* that its fellows leave open."""
        free = _variables([literal]) - bound
        if not free:
            return []
        if literal.atom.relation in self.spread:
            return [self._domain(rule, name) for name in sorted(free)]
        return [self._literal("h", literal)]

    # -- classical: which instances can matter to a world ---

    def _classical(self, index: int, rule: Rule) -> Iterator[str]:
        clause = clause_of(rule)
        needed = [literal for literal in clause if not literal.positive]
        body = [self._literal("p", literal) for literal in needed]
        free = set(rule.variables) - _variables(needed)
        body += [self._domain(rule, name) for name in sorted(free)]
        body += [self._comparison(c) for c in rule.comparisons]
        row = self._row("c", index, rule)
        yield _clause(row, body)
        for literal in clause:
            if literal.positive:
                yield _clause(self._literal("p", literal), [row])

    def _asked(self, index: int, rule: Rule) -> Iterator[str]:
        """Every instance that may be an element, as something that may fail in a world."""
        row = self._row("c", index, rule)
        if rule.kind is RuleKind.DEFAULT:
            yield _clause(row, [self._row("a", index, rule)])
        else:
            body = [self._domain(rule, name) for name in rule.variables]
            yield _clause(row, body + [self._comparison(c) for c in rule.comparisons])
        yield from (_clause(self._literal("p", literal), [row]) for literal in clause_of(rule))

    # -- parts ---

    def _row(self, kind: str, index: int, rule: Rule) -> str:
        return _atom(kind, index, [variable_name(name) for name in rule.variables])

    def _told(self, literal: Literal) -> str:
        return self._literal("t" if literal.positive else "f", literal)

    def _literal(self, kind: str, literal: Literal) -> str:
        number = self.numbers.relation(literal.atom.relation)
        return _atom(kind, number, [self._term(term) for term in literal.atom.arguments])

    def _term(self, term: Term) -> str:
        return term_text(self.numbers, term)

    def _comparison(self, comparison: Comparison) -> str:
        return comparison_text(self.numbers, comparison)

    def _domain(self, rule: Rule, variable: str) -> str:
        return f"dom({self.numbers.sort(self._sort(rule, variable))},{variable_name(variable)})"

    def _sort(self, rule: Rule, variable: str) -> str | None:
        literals = (*rule.body, rule.head) if rule.head is not None else rule.body
        for literal in literals:
            relation = self.theory.relation(literal.atom.relation)
            assert relation is not None
            for term, sort in zip(literal.atom.arguments, relation.sorts, strict=True):
                if isinstance(term, Variable) and term.name == variable and sort is not None:
                    return sort
        return None


def negated_in_bodies(theory: Theory) -> frozenset[str]:
    """The relations that some rule or constraint of the theory uses as `-r(…)`."""
    return frozenset(
        literal.atom.relation
        for rule in theory.rules
        for literal in rule.body
        if not literal.positive
    )


def clause_of(rule: Rule) -> list[Literal]:
    """The literals of which one holds, the head last."""
    clause = [-literal for literal in rule.body]
    return clause + ([rule.head] if rule.head is not None else [])


def _fellows(
    body: tuple[Literal, ...], index: int
) -> Iterator[tuple[list[Literal], list[tuple[Term, Term]]]]:
    """The fellows of a denial's member, in each way in which some may be that same member.

    A ground body is a set: `:- edge(X, Y), edge(Y, X)` forbids edge(a, a) by itself. Each way
    gives the members that stay apart, and the terms that are equal for the others to coincide.
    """
    member = body[index]
    others = [*body[:index], *body[index + 1 :]]
    alike = [other for other in others if _may_coincide(member, other)]
    for size in range(len(alike) + 1):
        for same in combinations(alike, size):
            equations = [
                pair
                for literal in same
                for pair in zip(member.atom.arguments, literal.atom.arguments, strict=True)
            ]
            yield [other for other in others if other not in same], equations


def _may_coincide(one: Literal, other: Literal) -> bool:
    """Whether some instances are the same: nowhere do they hold different constants."""
    if (one.atom.relation, one.positive) != (other.atom.relation, other.positive):
        return False
    pairs = zip(one.atom.arguments, other.atom.arguments, strict=True)
    return all(isinstance(a, Variable) or isinstance(b, Variable) or a == b for a, b in pairs)


def _variables(literals: list[Literal]) -> set[str]:
    return {
        term.name
        for literal in literals
        for term in literal.atom.arguments
        if isinstance(term, Variable)
    }


def _atom(kind: str, number: int, row: list[str]) -> str:
    return atom_text(f"{kind}_{number}", row)


def _clause(head: str, body: list[str]) -> str:
    return f"{head} :- {', '.join(body)}." if body else f"{head}."
