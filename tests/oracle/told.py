"""What a small first-order base tells, and its elements: grounded over all constants at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product

from reasoner.ledger.entries import InstanceName
from reasoner.syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Literal,
    Not,
    Or,
    Sentence,
    Term,
    Truth,
)
from reasoner.theory.model import Relation, Rule, RuleKind, Theory
from reasoner.theory.normal import atom_key, negated, normal
from reasoner.theory.values import compare

from .logic import atoms_of
from .parts import Base, Element, Name, Part
from .ranks import Groups, Order

MILLION = 1_000_000
Value = tuple[bool, bool]  # (told true, told false)


@dataclass(frozen=True)
class Statement:
    """A sentence in normal form with all of its effective evidence.

    name: the label of its first evidence. weight: the sum, in millionths.
    evidence, sources: the names that a rank may give.
    """

    name: str
    sentence: Sentence
    weight: int = MILLION
    recorded: tuple[int, ...] = (1,)
    evidence: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def names(self) -> Groups:
        """The names that a rank may call it by, the most specific first."""
        relations = [atom.relation for atom in atoms_of(self.sentence)]
        return (self.evidence or (self.name,), relations, self.sources, ["facts"])


def _names_of(rule: Rule) -> Groups:
    return ([rule.label], ["defaults"] if rule.kind is RuleKind.DEFAULT else [])


@dataclass(frozen=True)
class Instance:
    """A ground instance of a rule, or of a denial when head is None; its comparisons are true."""

    rule: Rule
    name: InstanceName
    head: Literal | None
    body: tuple[Literal, ...]

    def says(self) -> Sentence:
        return Not(And(self.body)) if self.head is None else If(self.head, And(self.body))


class World:
    """A theory with statements (those accepted matter), rules given up, and a question.

    withdrawn: instances of defaults, and revisable rules (with binding ()).
    question: the sentences that will be asked about; their constants are at hand too.
    """

    def __init__(
        self,
        theory: Theory,
        statements: Iterable[Statement],
        withdrawn: Iterable[InstanceName] = (),
        question: Iterable[Sentence] = (),
    ) -> None:
        self.theory, self._order = theory, Order(theory.ranks)
        every, self._gone = tuple(statements), set(withdrawn)
        self.statements = [s for s in every if s.weight >= theory.threshold * MILLION]
        literals = [literal for rule in theory.rules for literal in _literals(rule)]
        atoms = [literal.atom for literal in literals]
        atoms += [atom for s in every for atom in atoms_of(s.sentence)]
        atoms += [atom for sentence in question for atom in atoms_of(sentence)]
        self._constants, self._sorts = _at_hand(theory, atoms)
        ground = [instance for rule in theory.rules for instance in self._instances(rule)]
        self.instances = [instance for instance in ground if instance.name not in self._gone]
        self.groups = [group for r in theory.relations for group in self._groups(r)]
        self.told = self._tell()

    # -- grounding ---------------------------------------------------------------------------------

    def _fits(self, atom: Atom) -> bool:
        """Whether no argument is known to be of another sort than the relation asks for."""
        relation = self.theory.relation(atom.relation)
        assert relation is not None
        return all(
            sort is None or self._sorts[constant] <= {sort}
            for constant, sort in zip(atom.arguments, relation.sorts, strict=True)
        )

    def _instances(self, rule: Rule) -> Iterator[Instance]:
        """Every well-sorted instance whose comparisons are true, by binding."""
        for values in product(self._constants, repeat=len(rule.variables)):
            binding = dict(zip(rule.variables, values, strict=True))
            ground = [_substitute(literal, binding) for literal in _literals(rule)]
            if all(self._fits(literal.atom) for literal in ground) and all(
                compare(_value(c.left, binding), c.order, _value(c.right, binding))
                for c in rule.comparisons
            ):
                head = None if rule.head is None else ground[0]
                body = tuple(ground if rule.head is None else ground[1:])
                named = values if rule.kind is RuleKind.DEFAULT else ()
                yield Instance(rule, InstanceName(rule.label, named), head, body)

    def _groups(self, relation: Relation) -> Iterator[tuple[Literal, ...]]:
        """The sets of atoms of one group that are just too many."""
        if relation.at_most is None:
            return
        tuples = product(self._constants, repeat=relation.arity)
        atoms = [atom for t in tuples if self._fits(atom := Atom(relation.name, t))]

        def key(atom: Atom) -> tuple[Term, ...]:
            return tuple(c for i, c in enumerate(atom.arguments) if i != relation.determined)

        for group in dict.fromkeys(map(key, atoms)):
            members = [Literal(atom) for atom in atoms if key(atom) == group]
            yield from combinations(members, relation.at_most + 1)

    # -- telling -----------------------------------------------------------------------------------

    def _tell(self) -> set[Sentence]:
        """The least set of sentences that what is accepted and every rule tells."""
        self.told = {statement.sentence for statement in self.statements}
        while more := set(self._consequences()) - self.told:
            self.told |= more
        return self.told

    def _consequences(self) -> Iterator[Sentence]:
        """What one step tells from what is told already."""
        for sentence in self.told:
            match sentence:
                case And(parts):
                    yield from parts
                case If(head, body) if self.value(body)[0]:
                    yield head
        for instance in self.instances:
            if instance.head is None:
                yield from self._exclusions(instance.body)
            elif self.told.issuperset(instance.body):
                yield instance.head
        for group in self.groups:
            yield from self._exclusions(group)

    def _exclusions(self, denial: tuple[Literal, ...]) -> Iterator[Sentence]:
        """The opposite of each member whose fellows are all told; a ground body is a set."""
        for member in denial:
            if self.told.issuperset(set(denial) - {member}):
                yield negated(member)

    def value(self, sentence: Sentence) -> Value:
        """FOUR's table of the parts' values, joined with what the sentence was told itself.

        It is told false itself when its negation is told, or a sentence whose negation it is;
        not so a literal: `p if -p` acts as a rule, and tells nothing but p.
        """
        true, false = self._table(sentence)
        itself, negation = normal(sentence), negated(sentence)
        denied = not isinstance(itself, Literal) and any(negated(t) == itself for t in self.told)
        return true or itself in self.told, false or denied or negation in self.told

    def _table(self, sentence: Sentence) -> Value:
        match sentence:
            case Literal():
                return False, False
            case Truth(value):
                return value, not value
            case Not(part):
                return _not(self.value(part))
            case And(parts):
                return _and(*map(self.value, parts))
            case Or(parts):
                return _or(*map(self.value, parts))
            case If(head, body):
                return _or(self.value(head), _not(self.value(body)))
            case Iff(left, right):
                one, other = self.value(left), self.value(right)
                return _and(_or(one, _not(other)), _or(other, _not(one)))

    def status(self, sentence: Sentence) -> str:
        """true, false, both or neither."""
        names = {(True, True): "both", (True, False): "true", (False, True): "false"}
        return names.get(self.value(sentence), "neither")

    # -- the base ----------------------------------------------------------------------------------

    def base(self) -> Base:
        """Revisable rules, instances of defaults whose body is told, then accepted statements."""
        elements = [*self._rules(), *self._defaults()]
        for statement in self.statements:
            level = self._order.level(statement.names())
            says = (statement.sentence,)
            elements.append(
                Element(statement.name, says, statement.recorded, statement.weight, level)
            )
        strict = [i.says() for i in self.instances if i.rule.kind is RuleKind.STRICT]
        background = (*strict, *(Not(And(group)) for group in self.groups))
        names = self._names()
        below = self._order.pairs({e.name: names[e.name] for e in elements})
        return Base(tuple(elements), background, below)

    def protected(self) -> Part:
        """The elements that `protect` names."""
        entries, names = set(self.theory.core.entries), self._names()
        return frozenset(
            e.name for e in self.base().elements if entries & set(chain(*names[e.name]))
        )

    def _names(self) -> dict[Name, Groups]:
        """By what names each statement and each rule or instance can be ranked."""
        rules = {InstanceName(rule.label): _names_of(rule) for rule in self.theory.rules}
        instances = {i.name: _names_of(i.rule) for i in self.instances}
        return {**rules, **instances, **{s.name: s.names() for s in self.statements}}

    def _rules(self) -> Iterator[Element]:
        """Each rule whole; one without instances says nothing, but stands."""
        for rule in self.theory.rules:
            name = InstanceName(rule.label)
            if rule.kind is RuleKind.REVISABLE and name not in self._gone:
                says = tuple(i.says() for i in self.instances if i.name == name)
                yield Element(name, says, level=self._order.level(_names_of(rule)))

    def _defaults(self) -> Iterator[Element]:
        for i in self.instances:
            if i.rule.kind is RuleKind.DEFAULT and self.told.issuperset(i.body):
                level = self._order.level(_names_of(i.rule))
                yield Element(i.name, (i.says(),), level=level)


def show(name: str | InstanceName) -> str:
    """`t`, `r1` or `fly(tweety)`."""
    if isinstance(name, str) or not name.binding:
        return name if isinstance(name, str) else name.rule
    return f"{name.rule}({', '.join(constant.spelling for constant in name.binding)})"


# -- FOUR ------------------------------------------------------------------------------------------


def _not(value: Value) -> Value:
    true, false = value
    return false, true


def _and(*values: Value) -> Value:
    return all(true for true, _ in values), any(false for _, false in values)


def _or(*values: Value) -> Value:
    return any(true for true, _ in values), all(false for _, false in values)


# -- grounding -------------------------------------------------------------------------------------


def _literals(rule: Rule) -> tuple[Literal, ...]:
    return rule.body if rule.head is None else (rule.head, *rule.body)


def _at_hand(theory: Theory, atoms: Iterable[Atom]) -> tuple[list[Constant], dict[Term, set[str]]]:
    """The constants in order, and the sorts that each is known to have."""
    constants: set[Constant] = set()
    sorts: dict[Term, set[str]] = {}
    for atom in atoms:
        relation = theory.relation(atom.relation)
        assert relation is not None
        for term, sort in zip(atom.arguments, relation.sorts, strict=True):
            if isinstance(term, Constant):
                constants.add(term)
                sorts.setdefault(term, set()).update([] if sort is None else [sort])
    return sorted(constants, key=lambda constant: atom_key(Atom("", (constant,)))), sorts


def _substitute(literal: Literal, binding: dict[str, Constant]) -> Literal:
    terms = tuple(_value(term, binding) for term in literal.atom.arguments)
    return Literal(Atom(literal.atom.relation, terms), literal.positive)


def _value(term: Term, binding: dict[str, Constant]) -> Constant:
    return term if isinstance(term, Constant) else binding[term.name]
