"""A goal -> the statements that can have to do with it, looked up pattern by pattern.

What is reached is closed under everything that links atoms: statements that speak of several,
rules and constraints in both directions, and the groups of a cardinality. So it holds the whole
connected part of the goal (Slice.about), whatever the size of the base.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..ledger.entries import Pattern
from ..syntax.tree import Atom, Constant, Literal, Term, Variable
from ..theory.model import Rule, RuleKind, Theory
from ..view import Statement, View


@dataclass(frozen=True, slots=True)
class Reached:
    """What was reached.

    relations: those of its atoms. by_rules: whether any rule or constraint has to do with it.
    """

    statements: tuple[Statement, ...]
    relations: frozenset[str]
    by_rules: bool


def reached(view: View, patterns: Iterable[Pattern], *, follows: bool = False) -> Reached | None:
    """All that is linked with atoms that fit *patterns*; statements by their first evidence.

    follows: whether it is asked which revisable rules follow from others.

    None where the constants of the whole base matter: a rule that it is linked with asks for
    negations of every constant at hand.
    """
    reach = _Reach(view, follows)
    reach.waiting.extend(patterns)
    return reach.run()


def pattern_of(atom: Atom) -> Pattern:
    """The atoms that an atom with variables stands for."""
    return Pattern(atom.relation, tuple(map(_fixed, atom.arguments)))


def grouped(theory: Theory, pattern: Pattern) -> Pattern:
    """The pattern with all of the group, where a cardinality links what fits."""
    relation = theory.relation(pattern.relation)
    if relation is None or relation.determined is None:
        return pattern
    if len(pattern.arguments) != relation.arity:
        return pattern  # the ledger has it from another theory
    arguments = list(pattern.arguments)
    arguments[relation.determined] = None
    return Pattern(pattern.relation, tuple(arguments))


def _fixed(term: Term) -> Constant | None:
    return None if isinstance(term, Variable) else term


@dataclass(slots=True)
class _Reach:
    view: View
    follows: bool
    waiting: list[Pattern] = field(default_factory=list)
    seen: defaultdict[str, list[Pattern]] = field(default_factory=lambda: defaultdict(list))
    statements: dict[str, Statement] = field(default_factory=dict)
    by_rules: bool = False

    def run(self) -> Reached | None:
        while self.waiting:
            pattern = grouped(self.view.theory, self.waiting.pop())
            if any(_subsumes(other, pattern) for other in self.seen[pattern.relation]):
                continue
            self.seen[pattern.relation].append(pattern)
            self._statements(pattern)
            if not self._rules(pattern):
                return None
        ordered = sorted(self.statements.values(), key=lambda s: s.items[0].evidence.seq)
        return Reached(tuple(ordered), frozenset(self.seen), self.by_rules)

    def _statements(self, pattern: Pattern) -> None:
        for statement in self.view.about(pattern):
            if statement.name not in self.statements:
                self.statements[statement.name] = statement
                if not isinstance(statement.sentence, Literal):
                    self.waiting.extend(map(pattern_of, statement.atoms))

    def _rules(self, pattern: Pattern) -> bool:
        """Follow every rule that speaks of such atoms; False where all constants matter."""
        for rule, literal in self.view.theory.occurrences(pattern.relation):
            binding = _unified(literal.atom, pattern)
            if binding is None:
                continue
            self.by_rules = True
            if _ranges_over_everything(rule, follows=self.follows):
                return False
            if rule.kind is RuleKind.REVISABLE:
                binding = {}  # it goes whole: all its instances hang together
            for other in rule.literals:
                self.waiting.append(_bound(other.atom, binding))
        return True


def _ranges_over_everything(rule: Rule, *, follows: bool) -> bool:
    negated = any(not literal.positive for literal in rule.body)
    return negated or (follows and rule.kind is RuleKind.REVISABLE)


def _unified(atom: Atom, pattern: Pattern) -> dict[str, Constant] | None:
    """What the variables of *atom* are where it fits *pattern*; None where it cannot."""
    if len(atom.arguments) != len(pattern.arguments):
        return None
    binding: dict[str, Constant] = {}
    for term, given in zip(atom.arguments, pattern.arguments, strict=True):
        if given is None:
            continue
        if isinstance(term, Variable):
            if binding.setdefault(term.name, given) != given:
                return None
        elif term != given:
            return None
    return binding


def _bound(atom: Atom, binding: dict[str, Constant]) -> Pattern:
    return Pattern(
        atom.relation,
        tuple(
            binding.get(term.name) if isinstance(term, Variable) else term
            for term in atom.arguments
        ),
    )


def _subsumes(general: Pattern, pattern: Pattern) -> bool:
    """Whether all atoms that fit *pattern* fit *general*, of the same relation."""
    return len(general.arguments) == len(pattern.arguments) and all(
        any_ is None or any_ == given
        for any_, given in zip(general.arguments, pattern.arguments, strict=True)
    )
