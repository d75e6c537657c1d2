"""Statements and rule instances -> the background under which they may contradict each other.

Whether a part of a base is consistent rests on more than on what proves the goal. The atoms that
may have to be true are found forward from what is said (hyperresolution, Robinson 1965: see
program.py); each contradiction ends in a clause without positive literals, so what counts is found
backwards from those. Of the rules that are up for revision only those that were reached count.

Predicates, by relation r and rule k: `p_r` possible, `n_r` counts as false, `c_k` instance that may
matter, `w_k` one that does, `i_k` reached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..syntax.tree import Constant, Literal, Sentence, Variable
from ..theory.model import Relation, Rule, RuleKind, Theory
from .demand import Unbound
from .numbers import Numbers, comparison
from .part import Rows
from .program import clause_of
from .support import Instantiated, both
from .writing import atom_text, comparison_text, term_text, variable_name


@dataclass(frozen=True, slots=True)
class Closure:
    """A program; its constants have the first numbers. wanted: rules by predicate and arity."""

    text: str
    wanted: dict[tuple[str, int], int]
    constants: tuple[Constant, ...]


@dataclass(frozen=True, slots=True)
class Closing:
    """A closure, about to be grounded for what is said and reached."""

    closure: Closure
    numbers: Numbers
    atoms: str

    @property
    def functions(self) -> Mapping[str, Callable[..., int]]:
        """The external functions of the program."""
        return {"compare": comparison(self.numbers)}

    def instances(self, rows: Rows) -> frozenset[Instantiated]:
        """What was found, from the ground atoms of the program."""
        return frozenset(
            (number, tuple(self.numbers.constants[each] for each in row))
            for (name, _), number in self.closure.wanted.items()
            for row in rows[name]
        )


def closing(
    theory: Theory, sentences: Iterable[Sentence], reached: Collection[Instantiated]
) -> Closing | None:
    """The program for sentences that are supposed together; None where they cannot conflict.

    reached: rule instances; of defaults only they count.
    Raises: Unbound.
    """
    said = {
        literal: None
        for each in sentences
        for literal in _literals(each)
        if theory.declares(literal.atom)
    }
    signs = frozenset((literal.atom.relation, literal.positive) for literal in said)
    revisable = frozenset(
        number for number, _ in reached if theory.rules[number].kind is not RuleKind.STRICT
    )
    closure = _closure(theory, signs, revisable)
    if closure is None:
        return None
    numbers = Numbers()
    for constant in closure.constants:
        numbers.constant(constant)
    lines = [_fact(theory, numbers, literal) for literal in said]
    for number, binding in reached:
        if theory.rules[number].kind is RuleKind.DEFAULT:
            row = [str(numbers.constant(constant)) for constant in binding]
            lines.append(f"{atom_text(f'i_{number}', row)}.")
    return Closing(closure, numbers, "\n".join(lines))


def _closure(
    theory: Theory, signs: frozenset[tuple[str, bool]], revisable: frozenset[int]
) -> Closure | None:
    """Made once."""
    key = ("closing", signs, revisable)
    if key not in theory.derived:
        theory.derived[key] = _Program(theory, revisable, signs).closure()
    found = theory.derived[key]
    assert found is None or isinstance(found, Closure)
    return found


def _fact(theory: Theory, numbers: Numbers, literal: Literal) -> str:
    kind = "p" if literal.positive else "n"
    row = [term_text(numbers, term) for term in literal.atom.arguments]
    return f"{atom_text(_predicate(kind, theory, literal.atom.relation), row)}."


@dataclass
class _Program:
    theory: Theory
    revisable: frozenset[int]
    signs: frozenset[tuple[str, bool]]
    numbers: Numbers = field(default_factory=Numbers)

    def closure(self) -> Closure | None:
        rules = list(self._bearing())
        grouped = self._grouped({each.atom.relation for _, rule in rules for each in rule.literals})
        is_negative = any(not positive for _, positive in self.signs)
        if not rules or not (is_negative or grouped or any(_is_denial(r) for _, r in rules)):
            return None
        lines = [line for number, rule in rules for line in self._rule(number, rule)]
        lines += [self._group(relation) for relation in grouped]
        wanted = {(f"w_{number}", len(rule.variables)): number for number, rule in rules}
        return Closure("\n".join(lines), wanted, tuple(self.numbers.constants))

    def _bearing(self) -> Iterator[tuple[int, Rule]]:
        """The rules whose conditions may hold together, by their relations alone."""
        possible = {relation for relation, positive in self.signs if positive}
        left = {
            number: clause_of(rule)
            for number, rule in enumerate(self.theory.rules)
            if rule.kind is RuleKind.STRICT or number in self.revisable
        }
        found: set[int] = set()
        size = -1
        while size < len(found):
            size = len(found)
            for number, clause in left.items():
                if number not in found and all(
                    each.positive or each.atom.relation in possible for each in clause
                ):
                    found.add(number)
                    possible.update(each.atom.relation for each in clause if each.positive)
        return ((number, self.theory.rules[number]) for number in sorted(found))

    def _grouped(self, derived: Collection[str]) -> list[Relation]:
        said = {relation for relation, positive in self.signs if positive}
        return [
            relation
            for relation in self.theory.relations
            if relation.determined is not None and relation.name in said.union(derived)
        ]

    def _rule(self, number: int, rule: Rule) -> Iterator[str]:
        clause = clause_of(rule)
        held = {
            term
            for each in clause
            if not each.positive
            for term in each.atom.arguments
            if isinstance(term, Variable)
        }
        if len(held) < len(rule.variables):
            raise Unbound
        row = atom_text(str(number), list(map(variable_name, rule.variables)))
        body = [self._literal("p", each) for each in clause if not each.positive]
        body += [comparison_text(self.numbers, each) for each in rule.comparisons]
        if rule.kind is RuleKind.DEFAULT:
            body.append(f"i_{row}")
        yield f"c_{row}" + (f" :- {', '.join(body)}." if body else ".")
        heads = [each for each in clause if each.positive]
        for head in heads:
            yield f"{self._literal('p', head)} :- c_{row}."
            yield f"w_{row} :- c_{row}, {self._literal('n', head)}."
        if not heads:
            yield f"w_{row} :- c_{row}."
        for each in clause:
            if not each.positive:
                yield f"{self._literal('n', each)} :- w_{row}."

    def _group(self, relation: Relation) -> str:
        row = [f"X{place}" for place in range(relation.arity)]
        other = list(row)
        assert relation.determined is not None
        other[relation.determined] = "Y"

        def member(kind: str, terms: list[str]) -> str:
            return atom_text(_predicate(kind, self.theory, relation.name), terms)

        apart = f"Y!=X{relation.determined}"
        return f"{member('n', row)} :- {member('p', row)}, {member('p', other)}, {apart}."

    def _literal(self, kind: str, literal: Literal) -> str:
        name = _predicate(kind, self.theory, literal.atom.relation)
        return atom_text(name, [term_text(self.numbers, term) for term in literal.atom.arguments])


def _literals(sentence: Sentence) -> Iterator[Literal]:
    """What a sentence may say of its atoms: a compound, either."""
    if isinstance(sentence, Literal):
        yield sentence
    else:
        yield from both(sentence)


def _is_denial(rule: Rule) -> bool:
    """Whether it has no positive literal, as a clause."""
    return not any(literal.positive for literal in clause_of(rule))


def _predicate(kind: str, theory: Theory, relation: str) -> str:
    return f"{kind}_{theory.place(relation)}"
