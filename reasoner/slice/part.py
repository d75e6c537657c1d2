"""Statements, theory and goal -> the rule instances, groups and statements that can matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..ledger.entries import InstanceName
from ..syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Literal,
    Or,
    Sentence,
    Term,
    Truth,
    Variable,
)
from ..theory.model import Relation, Rule, RuleKind, Theory
from ..theory.normal import atoms, constants_key
from ..time import Interval
from ..view import Statement, View
from .linked import linked
from .numbers import Numbers, comparison
from .program import Compiler, negated_in_bodies

if TYPE_CHECKING:
    from networkx.utils import UnionFind

Node = tuple[str, int]  # "s" statement, "i" instance, "g" group; its place in the slice
Rows = Mapping[str, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Instance:
    """A ground rule; literals are atom numbers, negative for `-p`; a denial's head is 0."""

    rule: Rule
    binding: tuple[Constant, ...]
    head: int
    body: tuple[int, ...]

    @property
    def name(self) -> InstanceName:
        """What a withdrawal names: a revisable rule goes whole, a default by its binding."""
        whole = self.rule.kind is RuleKind.REVISABLE
        return InstanceName(self.rule.label, () if whole else self.binding)

    @property
    def literals(self) -> tuple[int, ...]:
        return (*self.body, self.head) if self.head else self.body


@dataclass(frozen=True, slots=True)
class Group:
    """At most `limit` of the members, atom numbers, are true: `because` says who demands it."""

    because: str
    limit: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Slice:
    """What can matter, whatever the instant; a Base is this at one instant."""

    theory: Theory
    numbers: Numbers = field(repr=False)
    instances: tuple[Instance, ...]
    groups: tuple[Group, ...]
    statements: tuple[Statement, ...]
    revisable: tuple[Rule, ...]  # also those without an instance, while this is everything
    withdrawn: Mapping[InstanceName, tuple[Interval, ...]]
    threshold: int  # millionths

    def about(self, sentences: Iterable[Sentence]) -> Slice:
        """The part connected with *sentences* through statements, instances and groups.

        The rest shares no atom with it, so no kernel reaches across; a sentence without atoms
        (`false`) is about everything. Without sentences: nothing.
        """
        topics = [atoms(sentence) for sentence in sentences]
        if not all(topics):
            return self
        goals = [self.numbers.atom(atom) for topic in topics for atom in topic]
        found = self._linked()
        roots = {found[goal] for goal in goals}
        return self._only({node for node, _ in self._edges() if found[node] in roots})

    def components(self, *, wholly: bool = True) -> tuple[Slice, ...]:
        """The parts that share nothing, in the order of their first statement or instance.

        wholly: nor a revisable rule; otherwise parts may have instances of one such rule.
        """
        found = self._linked(wholly=wholly)
        nodes: dict[object, set[Node]] = {}
        for node, _ in self._edges(wholly=wholly):
            nodes.setdefault(found[node], set()).add(node)
        return tuple(map(self._only, nodes.values()))

    def intervals(self) -> Iterator[Interval]:
        """Every interval at whose ends something in this part changes."""
        for statement in self.statements:
            for item in statement.items:
                yield from item.effective
        for name in dict.fromkeys(instance.name for instance in self.instances):
            yield from self.withdrawn.get(name, ())

    def _only(self, nodes: set[Node]) -> Slice:
        chosen: dict[str, list[int]] = {"s": [], "i": [], "g": []}
        for kind, number in sorted(nodes):
            chosen[kind].append(number)
        instances = tuple(self.instances[number] for number in chosen["i"])
        labels = {instance.rule.label for instance in instances}
        return replace(
            self,
            instances=instances,
            groups=tuple(self.groups[number] for number in chosen["g"]),
            statements=tuple(self.statements[number] for number in chosen["s"]),
            revisable=tuple(rule for rule in self.revisable if rule.label in labels),
        )

    def _linked(self, *, wholly: bool = True) -> UnionFind:
        return linked((node, *others) for node, others in self._edges(wholly=wholly))

    def _edges(self, *, wholly: bool = True) -> Iterator[tuple[Node, list[object]]]:
        for n, statement in enumerate(self.statements):
            yield ("s", n), [self.numbers.atom(atom) for atom in statement.atoms]
        for n, instance in enumerate(self.instances):
            links: list[object] = [abs(literal) for literal in instance.literals]
            if wholly and instance.rule.kind is RuleKind.REVISABLE:
                links.append(instance.rule.label)
            yield ("i", n), links
        for n, group in enumerate(self.groups):
            yield ("g", n), list(group.members)


@dataclass(frozen=True, slots=True)
class Sources:
    """What a slice is cut from: `program` and `atoms`, to be grounded with `functions`.

    wanted: the predicates to read from the result.
    """

    view: View
    theory: Theory
    statements: tuple[Statement, ...]
    numbers: Numbers
    program: str
    atoms: str
    wanted: list[tuple[str, int]]
    functions: Mapping[str, Callable[..., int]]

    @staticmethod
    def of(
        view: View,
        statements: tuple[Statement, ...],
        goals: Iterable[Sentence] = (),
        asked: Iterable[Literal] = (),
        constants: Iterable[Constant] = (),
        *,
        relations: frozenset[str] | None = None,
        follows: bool = False,
    ) -> Sources:
        """Write the grounding program for a question.

        Args:
            statements: the view's, with those that are only supposed.
            goals: sentences whose atoms the answer must speak of.
            asked: literals of a query, with variables; what is asked as `-r(…)` is answered for
                every constant at hand.
            constants: others that the question brings to hand.
            relations: those that the statements and the question have to do with; None for all.
            follows: whether it is asked which statements and rules follow from others.
        """
        numbers = Numbers()
        theory = view.theory if relations is None else view.theory.about(relations)
        asked = tuple(asked)
        spread = negated_in_bodies(theory) | {
            literal.atom.relation for literal in asked if not literal.positive
        }
        compiler = Compiler(theory, numbers, spread, follows)
        lines = dict.fromkeys(_statement_facts(numbers, statements))
        of_goals = [atom for goal in goals for atom in atoms(goal)]
        at_hand = [atom for statement in statements for atom in statement.atoms]
        in_question = of_goals + at_hand if follows else of_goals
        lines.update(dict.fromkeys(_atom_facts(numbers, in_question)))
        at_hand += [*of_goals, *(literal.atom for literal in asked)]
        at_hand += [Atom("", (constant,)) for constant in constants]
        lines.update(dict.fromkeys(_domain_facts(theory, numbers, at_hand)))
        return Sources(
            view, theory, statements, numbers, compiler.text(), "\n".join(lines),
            compiler.wanted(), {"compare": comparison(numbers)},
        )  # fmt: skip

    def slice(self, rows: Rows) -> Slice:
        """The slice, from the ground atoms of `program`."""
        theory = self.theory
        instances = [
            instance
            for index, rule in enumerate(theory.rules)
            for instance in _instances(self.numbers, rule, index, rows)
        ]
        groups = [
            group
            for relation in theory.relations
            for group in _groups(self.numbers, relation, rows)
        ]
        return Slice(
            self.view.theory, self.numbers, tuple(instances), tuple(groups), self.statements,
            tuple(rule for rule in theory.rules if rule.kind is RuleKind.REVISABLE),
            self.view.withdrawn(), self.view.threshold,
        )  # fmt: skip


def _instances(numbers: Numbers, rule: Rule, index: int, rows: Rows) -> Iterator[Instance]:
    found = {*rows.get(f"a_{index}", ()), *rows.get(f"c_{index}", ())}
    bindings = (tuple(numbers.constants[number] for number in row) for row in found)
    for binding in sorted(bindings, key=constants_key):
        yield instance_of(numbers, rule, binding)


def instance_of(numbers: Numbers, rule: Rule, binding: tuple[Constant, ...]) -> Instance:
    """A rule with its variables bound."""
    values = dict(zip(rule.variables, binding, strict=True))
    head = _number(numbers, rule.head, values) if rule.head is not None else 0
    body = dict.fromkeys(_number(numbers, literal, values) for literal in rule.body)
    return Instance(rule, binding, head, tuple(body))


def _number(numbers: Numbers, literal: Literal, values: Mapping[str, Constant]) -> int:
    number = numbers.atom(Atom(literal.atom.relation, bound(literal.atom.arguments, values)))
    return number if literal.positive else -number


def bound(terms: Iterable[Term], values: Mapping[str, Constant]) -> tuple[Constant, ...]:
    """The constants that terms stand for, by the values of variables."""
    return tuple(values[term.name] if isinstance(term, Variable) else term for term in terms)


def _groups(numbers: Numbers, relation: Relation, rows: Rows) -> Iterator[Group]:
    r = numbers.relation(relation.name)
    found = {row for kind in "tfph" for row in rows.get(f"{kind}_{r}", ())}
    members = (tuple(numbers.constants[number] for number in row) for row in found)
    yield from groups_of(numbers, relation, members)


def groups_of(
    numbers: Numbers, relation: Relation, members: Iterable[tuple[Constant, ...]]
) -> Iterator[Group]:
    """The groups of a cardinality of which there are more members than it allows."""
    if relation.at_most is None or relation.determined is None:
        return
    d = relation.determined
    groups: dict[tuple[Constant, ...], list[int]] = {}
    for row in sorted(members, key=constants_key):
        number = numbers.atom(Atom(relation.name, row))
        groups.setdefault(row[:d] + row[d + 1 :], []).append(number)
    how = "singular" if relation.at_most == 1 else f"at most {relation.at_most}"
    for numbered in groups.values():
        if len(numbered) > relation.at_most:
            yield Group(f"{relation.name} is {how}", relation.at_most, tuple(sorted(numbered)))


# -- what the grounding starts from ---


def _statement_facts(numbers: Numbers, statements: Iterable[Statement]) -> Iterator[str]:
    for statement in statements:
        sentence = statement.sentence
        for literal in _tells(sentence):
            yield _fact(numbers, "t" if literal.positive else "f", literal.atom)
        if isinstance(sentence, Literal):
            yield _fact(numbers, "h", sentence.atom)
            if sentence.positive:
                yield _fact(numbers, "p", sentence.atom)
        else:
            yield from _atom_facts(numbers, statement.atoms)


def _atom_facts(numbers: Numbers, spoken_of: Iterable[Atom]) -> Iterator[str]:
    for atom in spoken_of:
        yield _fact(numbers, "h", atom)
        yield _fact(numbers, "p", atom)


def _domain_facts(theory: Theory, numbers: Numbers, at_hand: list[Atom]) -> Iterator[str]:
    in_rules = [
        literal.atom
        for rule in theory.rules
        for literal in (*rule.body, *((rule.head,) if rule.head is not None else ()))
    ]
    for atom in (*at_hand, *in_rules):
        relation = theory.relation(atom.relation)
        sorts: tuple[str | None, ...] = (None,) * len(atom.arguments)
        if relation is not None and relation.arity == len(atom.arguments):
            sorts = relation.sorts  # otherwise the ledger has it from another theory
        for term, sort in zip(atom.arguments, sorts, strict=True):
            if not isinstance(term, Variable):
                constant = numbers.constant(term)
                yield f"dom(0,{constant})."
                if sort is not None:
                    yield f"dom({numbers.sort(sort)},{constant})."


def _fact(numbers: Numbers, kind: str, atom: Atom) -> str:
    row = ",".join(
        str(numbers.constant(term)) for term in atom.arguments if not isinstance(term, Variable)
    )
    return f"{kind}_{numbers.relation(atom.relation)}" + (f"({row})." if row else ".")


def _tells(sentence: Sentence) -> Iterator[Literal]:
    """Every literal that the sentence may tell, once accepted."""
    match sentence:
        case Literal():
            yield sentence
        case And(parts):
            for part in parts:
                yield from _tells(part)
        case If(head, _):
            yield from _tells(head)
        case Or() | Iff() | Truth():
            return
        case _:
            raise AssertionError(f"not in normal form: {sentence}")
