"""A view and what is asked -> the statements that the answer can depend on, looked up in grounding.

The program (`demand.py`) asks for what it needs, fact by fact; what it asks for is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..ledger.entries import Evidence, Pattern
from ..ledger.keys import fits, stands_for
from ..syntax.tree import Atom, Literal, Sentence, Variable
from ..theory.normal import atoms, negated
from ..view import Statement, View
from .demand import ENTAILED, TOLD, Demand, Program, call, rewritten
from .numbers import Numbers, comparison
from .part import Rows
from .reach import pattern_of
from .support import Instantiated, both, support
from .writing import term_text

Check = Callable[[int, Callable[[], str]], None]
"""Called at each look-up with the items of evidence so far, and what asks for most of them."""

Row = tuple[int, ...]
Said = dict[Sentence, list[Evidence]]
Function = Callable[..., int | Sequence[int] | Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks about a sentence in normal form.

    kind: ENTAILED, what entails it; TOLD, what tells it.
    """

    kind: str
    sentence: Sentence

    @property
    def demands(self) -> Iterator[tuple[Demand, Atom]]:
        """The literals that are demanded first; of a compound, all its atoms both ways."""
        match self.sentence:
            case Literal(atom, positive):
                yield self._demand(atom, positive), atom
            case sentence:
                for atom in atoms(sentence):
                    yield self._demand(atom, True), atom
                    yield self._demand(atom, False), atom

    def _demand(self, atom: Atom, positive: bool) -> Demand:
        return Demand(self.kind, atom.relation, positive, (True,) * len(atom.arguments))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a view.

    also: sentences in normal form whose own evidence belongs to the answer too.
    newcomer: what stands among the statements as if it were recorded; so does what says the same.
    """

    asked: tuple[Asked, ...]
    also: tuple[Sentence, ...] = ()
    newcomer: Statement | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Those that it speaks of."""
        own = () if self.newcomer is None else (self.newcomer.sentence,)
        return (*(each.sentence for each in self.asked), *self.also, *own)

    @property
    def demands(self) -> Iterator[tuple[Demand, Atom]]:
        """The literals that are demanded first."""
        return (pair for each in self.asked for pair in each.demands)


def entailing(*sentences: Sentence) -> Question:
    """What entails them, in any consistent part of the base."""
    return Question(tuple(Asked(ENTAILED, sentence) for sentence in sentences))


def telling(sentence: Sentence) -> Question:
    """What tells a sentence true or false."""
    return Question((Asked(TOLD, sentence), Asked(TOLD, negated(sentence))))


def contradicting(sentence: Sentence, newcomer: Statement | None = None) -> Question:
    """What a sentence, which stands in the base or joins it, may be in a conflict with."""
    return Question((Asked(ENTAILED, negated(sentence)),), (sentence,), newcomer)


class CompoundMet(Exception):
    """Evidence says a compound sentence, which the program did not count on."""


@dataclass
class Fetch:
    """One grounding: `program`, with the look-ups that it calls, and what they reached."""

    view: View
    question: Question
    check: Check
    program: Program
    numbers: Numbers = field(default_factory=Numbers)
    reached: dict[Sentence, list[Evidence]] = field(default_factory=dict)
    compounds: list[Sentence] = field(default_factory=list)
    places: dict[Sentence, int] = field(default_factory=dict)
    looked_up: dict[Pattern, Said] = field(default_factory=dict)
    spoken_of: dict[str, bool] = field(default_factory=dict)
    items: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for constant in self.program.constants:
            self.numbers.constant(constant)

    @staticmethod
    def of(view: View, question: Question, *, check: Check, compounds: bool) -> Fetch | None:
        """None where the constants of the whole base matter.

        Args:
            check: what it raises ends the grounding.
            compounds: whether compound sentences are counted on; if not, one raises CompoundMet.
        """
        demands = frozenset(demand for demand, _ in question.demands)
        program = rewritten(view.theory, demands, compounds=compounds)
        return None if program is None else Fetch(view, question, check, program)

    @property
    def atoms(self) -> str:
        """What is asked, as facts."""
        lines = []
        for demand, atom in self.question.demands:
            row = [term_text(self.numbers, term) for term in atom.arguments]
            lines.append(f"{call(self.view.theory.place(demand.relation), demand, row)}.")
        return "\n".join(dict.fromkeys(lines))

    @property
    def functions(self) -> dict[str, Function]:
        """The external functions of the program."""
        return {
            "look": self._look,
            "compounds": self._compounds,
            "atoms": self._atoms,
            "compare": comparison(self.numbers),
        }

    def found(self, rows: Rows) -> tuple[tuple[Statement, ...], frozenset[Instantiated]]:
        """The statements and rule instances that count, from the ground atoms of the program."""
        also, newcomer = self.question.also, self.question.newcomer
        if newcomer is not None:
            also = (*also, newcomer.sentence)
        for sentence in also:
            said = self.view.said(pattern_of(atoms(sentence)[0]))
            self.reached |= {s: evidence for s, evidence in said.items() if s == sentence}
        counted = {each.sentence: each for each in self.view.counted(self.reached)}
        sentences = set(counted)
        if newcomer is not None:
            sentences.add(newcomer.sentence)
        starts = [Literal(atom, demand.positive) for demand, atom in self.question.demands]
        starts += (literal for sentence in also for literal in both(sentence))
        found = support(self.program, rows, self.numbers, sentences, starts)
        statements = (each for each in counted.values() if each.sentence in found.sentences)
        return tuple(statements), found.instances

    # -- look-ups ---

    def _look(self, number: int, *given: int) -> list[Row]:
        """What is told of a demand: the arguments that are not given, once for each literal."""
        demand = self.program.demands[number]
        if not self._is_spoken_of(demand.relation):
            self.check_limits()
            return []
        rows: dict[Row, None] = {}
        for sentence, evidence in self._said(self._pattern(demand, given)).items():
            match sentence:
                case Literal(atom, positive):
                    if positive is demand.positive:
                        self.reached[sentence] = evidence
                        rows[self._free(demand, atom)] = None
                case _ if not self.program.compounds:
                    raise CompoundMet
        return list(rows)

    def _compounds(self, number: int, *given: int) -> list[int]:
        """The compounds that speak of a demand, and those linked with them outside all rules."""
        found: dict[int, None] = {}
        waiting = [self._pattern(self.program.demands[number], given)]
        while waiting:
            pattern = waiting.pop()
            is_joined = pattern.relation in self.program.joined
            for sentence, evidence in self._said(pattern).items():
                is_literal = isinstance(sentence, Literal)
                if not (is_literal and is_joined):
                    self.reached[sentence] = evidence
                if not is_literal and (place := self._place(sentence)) not in found:
                    found[place] = None
                    beyond = (a for a in atoms(sentence) if a.relation not in self.program.joined)
                    waiting.extend(map(pattern_of, beyond))
        return list(found)

    def _atoms(self, relation: int, compound: int) -> list[Row]:
        """The atoms of a relation in a compound."""
        name = self.view.theory.relations[relation].name
        return [self._row(a) for a in atoms(self.compounds[compound]) if a.relation == name]

    def _place(self, compound: Sentence) -> int:
        place = self.places.setdefault(compound, len(self.compounds))
        if place == len(self.compounds):
            self.compounds.append(compound)
        return place

    def _said(self, pattern: Pattern) -> Said:
        """All that is said of atoms that fit, by the newcomer too."""
        self.check_limits()
        if pattern not in self.looked_up:
            found = self._narrowed(pattern)
            self.looked_up[pattern] = self._looked_up(pattern) if found is None else found
        return self.looked_up[pattern]

    def _is_spoken_of(self, relation: str) -> bool:
        """Whether any evidence is about it, or the newcomer."""
        if relation not in self.spoken_of:
            newcomer = self.question.newcomer
            said = () if newcomer is None else (atom.relation for atom in newcomer.atoms)
            self.spoken_of[relation] = relation in said or self.view.ledger.speaks_of(relation)
        return self.spoken_of[relation]

    def _looked_up(self, pattern: Pattern) -> Said:
        found = self.view.said(pattern)
        self.items[pattern.relation] += sum(map(len, found.values()))
        newcomer = self.question.newcomer
        if newcomer is not None and any(stands_for(pattern, atom) for atom in newcomer.atoms):
            found.setdefault(newcomer.sentence, [])
        return found

    def check_limits(self) -> None:
        """Raises: what `check` raises when too much is looked up."""
        self.check(self.items.total(), self._because)

    def _because(self) -> str:
        """Which rules ask for most of what was looked up."""
        ((relation, _),) = self.items.most_common(1) or [("what is asked", 0)]
        labels = {
            f"`{through.rule.because}`": None
            for through in self.program.wanted.values()
            if any(each.atom.relation == relation for each in through.rule.literals)
        }
        asking = ", ".join(sorted(labels)[:3]) or "the question"
        return f"{asking} asks for `{relation}`"

    def _narrowed(self, pattern: Pattern) -> Said | None:
        """The same from a look-up of more, where that was made."""
        for wider in _wider(pattern):
            if (known := self.looked_up.get(wider)) is not None:
                return {
                    sentence: evidence
                    for sentence, evidence in known.items()
                    if fits(pattern, sentence)
                }
        return None

    # -- numbers ---

    def _pattern(self, demand: Demand, given: Iterable[int]) -> Pattern:
        rest = iter(given)
        constants = self.numbers.constants
        return Pattern(
            demand.relation,
            tuple(constants[next(rest)] if is_given else None for is_given in demand.given),
        )

    def _free(self, demand: Demand, atom: Atom) -> Row:
        row = zip(self._row(atom), demand.given, strict=True)
        return tuple(number for number, is_given in row if not is_given)

    def _row(self, atom: Atom) -> Row:
        return tuple(
            self.numbers.constant(term) for term in atom.arguments if not isinstance(term, Variable)
        )


def _wider(pattern: Pattern) -> Iterator[Pattern]:
    """The patterns that stand for more, each with one argument less."""
    for place, given in enumerate(pattern.arguments):
        if given is not None:
            arguments = list(pattern.arguments)
            arguments[place] = None
            yield Pattern(pattern.relation, tuple(arguments))
