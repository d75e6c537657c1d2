"""The ground clauses of a demand program -> those that support what is asked, and their evidence.

Much is demanded that nothing supports in the end. What counts is found backwards: the clauses that
support a literal, then what their other literals rest on, and whatever compounds speak of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..syntax.tree import Atom, Constant, Literal, Sentence
from ..theory.model import RuleKind
from ..theory.normal import atoms
from .demand import Program, Through
from .numbers import Numbers
from .part import Rows, bound
from .program import clause_of

Binding = tuple[Constant, ...]
Instantiated = tuple[int, Binding]
"""A rule by its number in the theory, and the constants of its variables."""


@dataclass(frozen=True, slots=True)
class Support:
    """What a question rests on.

    sentences: those of the evidence that counts, literals and compounds.
    """

    sentences: frozenset[Sentence]
    instances: frozenset[Instantiated]


def support(
    program: Program,
    rows: Rows,
    numbers: Numbers,
    said: Iterable[Sentence],
    starts: Iterable[Literal],
) -> Support:
    """What of the clauses and of what was *said* supports *starts*, directly or not."""
    walk = _Walk(_supporting(program, rows, numbers), _speaking(said), frozenset(said))
    walk.from_(starts)
    return Support(frozenset(walk.sentences), frozenset(walk.instances))


@dataclass
class _Walk:
    """supporting: the clauses that support a literal. speaking: the compounds about an atom."""

    supporting: Mapping[Literal, list[tuple[Through, Binding]]]
    speaking: Mapping[Atom, list[Sentence]]
    said: frozenset[Sentence]
    seen: set[Literal] = field(default_factory=set)
    sentences: set[Sentence] = field(default_factory=set)
    instances: set[Instantiated] = field(default_factory=set)

    def from_(self, starts: Iterable[Literal]) -> None:
        waiting = list(starts)
        while waiting:
            literal = waiting.pop()
            if literal in self.seen:
                continue
            self.seen.add(literal)
            if literal in self.said:
                self.sentences.add(literal)
            for through, binding in self.supporting.get(literal, ()):
                if not through.is_exclusion:
                    self.instances.add((through.number, binding))
                waiting += _rest(through, binding)
            for compound in self.speaking.get(literal.atom, ()):
                if compound not in self.sentences:
                    self.sentences.add(compound)
                    waiting += both(compound)


def both(sentence: Sentence) -> Iterator[Literal]:
    """Every atom of a sentence, true and false."""
    for atom in atoms(sentence):
        yield Literal(atom)
        yield Literal(atom, False)


def _rest(through: Through, binding: Binding) -> Iterator[Literal]:
    """What has to hold for a clause to support its literal; of a default, its conditions too."""
    clause = clause_of(through.rule)
    values = dict(zip(through.rule.variables, binding, strict=True))
    for place, literal in enumerate(clause):
        if place != through.place:
            yield _ground(-literal, values)
    if through.rule.kind is RuleKind.DEFAULT:
        for literal in through.rule.body:
            yield _ground(literal, values)


def _supporting(
    program: Program, rows: Rows, numbers: Numbers
) -> dict[Literal, list[tuple[Through, Binding]]]:
    found: defaultdict[Literal, list[tuple[Through, Binding]]] = defaultdict(list)
    for (name, _), through in program.wanted.items():
        literal = clause_of(through.rule)[through.place]
        for row in rows[name]:
            binding = tuple(numbers.constants[number] for number in row)
            values = dict(zip(through.rule.variables, binding, strict=True))
            found[_ground(literal, values)].append((through, binding))
    return found


def _speaking(said: Iterable[Sentence]) -> dict[Atom, list[Sentence]]:
    found: defaultdict[Atom, list[Sentence]] = defaultdict(list)
    for sentence in said:
        if not isinstance(sentence, Literal):
            for atom in atoms(sentence):
                found[atom].append(sentence)
    return found


def _ground(literal: Literal, values: Mapping[str, Constant]) -> Literal:
    return Literal(
        Atom(literal.atom.relation, bound(literal.atom.arguments, values)), literal.positive
    )
