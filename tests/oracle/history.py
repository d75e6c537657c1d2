"""What a history comes to at one valid instant: each operation is done there alone, by definition.

Nothing here knows of intervals: an operation either reaches the instant or does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Context, Decimal

from reasoner.ledger.entries import InstanceName
from reasoner.syntax.show import show as show_sentence
from reasoner.syntax.tree import (
    And,
    Believe,
    Clauses,
    Consolidate,
    Contract,
    If,
    Recover,
    Revise,
    Selection,
    Sentence,
)
from reasoner.theory.model import Theory
from reasoner.theory.normal import negated, normal
from reasoner.time import ALWAYS, DAY_US, Period

from . import change
from .told import MILLION, Statement, World, show

Target = str | InstanceName
Operation = Believe | Contract | Revise | Consolidate | Recover

HALF_LIFE_DAYS = 365  # of a fact, where nothing is declared
_PRECISE = Context(prec=60)


@dataclass(frozen=True)
class Item:
    """One item of evidence. strength: weight times reliability. dated, recorded: microseconds."""

    name: str
    sentence: Sentence
    source: str
    session: int
    strength: Decimal
    dated: int
    recorded: int

    def weight(self, clock: int) -> int:
        """Millionths, halved every HALF_LIFE_DAYS, rounded once."""
        days = (clock - self.dated) // DAY_US
        faded = _PRECISE.power(Decimal("0.5"), _PRECISE.divide(Decimal(days), HALF_LIFE_DAYS))
        return int((self.strength * faded * MILLION).to_integral_value(ROUND_HALF_EVEN))

    @property
    def instant(self) -> int:
        """Where it stands for `recency`: by its date, then by when it was recorded."""
        return self.dated * 10**18 + self.recorded


@dataclass(frozen=True)
class Done:
    """What one operation came to here; the default is that it did nothing."""

    dropped: frozenset[str] = frozenset()
    possible: bool = True


@dataclass
class Deed:
    """What an operation took and brought here, until it is recovered."""

    is_revision: bool
    took: tuple[Target, ...]
    brought: tuple[str, ...]
    recovered: bool = False


@dataclass(frozen=True)
class When:
    """The transaction time of an operation, what the clock shows, and the session it is in."""

    recorded: int
    clock: int
    session: int = 0


@dataclass
class Here:
    """One valid instant: its evidence, what was withdrawn by whom, and what was done."""

    theory: Theory
    valid: int
    items: list[Item] = field(default_factory=list)
    withdrawn: list[tuple[Target, str]] = field(default_factory=list)
    deeds: dict[str, Deed] = field(default_factory=dict)

    # -- what is believed --------------------------------------------------------------------------

    def world(self, clock: int, *question: Sentence) -> World:
        """What is effective here, as the clock shows it; elements are named by what they say."""
        gone = {target for target, _ in self.withdrawn}
        said: dict[Sentence, list[Item]] = {}
        for item in self.items:
            if item.name not in gone:
                said.setdefault(item.sentence, []).append(item)
        instances = [target for target in gone if isinstance(target, InstanceName)]
        statements = [_statement(sentence, items, clock) for sentence, items in said.items()]
        return World(self.theory, statements, instances, question)

    def base(self, clock: int, *question: Sentence) -> change.Base:
        return self.world(clock, *question).base()

    # -- operations --------------------------------------------------------------------------------

    def do(self, node: Operation, name: str, at: When) -> Done:
        """Carry out one operation, if it reaches this instant."""
        match node:
            case Believe(verb, sentence, clauses):
                said = negated(sentence) if verb == "doubt" else normal(sentence)
                reaches = _holds_at(clauses.valid, self.valid)
                self.items += [self.item(name, said, clauses, at)] if reaches else []
                return Done()
            case Contract(valid=valid) if self.valid in (valid or ALWAYS):
                return self._contract(node, name, at)
            case Revise(clauses=clauses) if _holds_at(clauses.valid, self.valid):
                return self._revise(node, name, at)
            case Consolidate():
                return self._consolidate(node, name, at)
            case Recover(operation) if self.can_restore(operation.text):
                if not self.is_blocked(operation.text, at.clock):
                    self._recover(operation.text, name)
        return Done()

    def _contract(self, node: Contract, name: str, at: When) -> Done:
        goals = tuple(map(normal, node.sentences))
        base = self.base(at.clock, *goals)
        outcome = change.contract(
            base, *goals, selection=_names(node.selection), together=node.together
        )
        brought: tuple[str, ...] = ()
        if node.keeping_recovery:
            kept = list(self._on_condition(outcome.dropped, normal(And(goals)), name, at))
            self.items += kept
            brought = tuple(item.name for item in kept)
        return self._drop(outcome, name, brought)

    def _revise(self, node: Revise, name: str, at: When) -> Done:
        sentence = normal(node.sentence)
        new = self.item(name, sentence, node.clauses, at)
        told = replace(self, items=[*self.items, new]).base(at.clock, sentence)
        base = told.only(frozenset(e.name for e in told.elements if e.says != (sentence,)))
        outcome = change.contract(base, negated(sentence), selection=_names(node.selection))
        if not outcome.possible:
            return Done(possible=False)
        done = self._drop(outcome, name, (name,), is_revision=True)
        self.items.append(new)
        return done

    def _consolidate(self, node: Consolidate, name: str, at: When) -> Done:
        about = None if node.sentence is None else normal(node.sentence)
        base = self.base(at.clock, *([] if about is None else [about]))
        outcome = change.consolidate(base, selection=_names(node.selection), about=about)
        return self._drop(outcome, name, ())

    def _drop(
        self, outcome: change.Outcome, name: str, brought: Sequence[str], is_revision: bool = False
    ) -> Done:
        took = tuple(t for element in outcome.dropped for t in self._targets(element))
        self.withdrawn += [(target, name) for target in took]
        self.deeds[name] = Deed(is_revision, took, tuple(brought))
        dropped = frozenset(map(show, outcome.dropped))
        return Done(dropped, outcome.possible)

    # -- recovery ----------------------------------------------------------------------------------

    def can_restore(self, name: str) -> bool:
        """Whether the operation did something here that nobody has undone."""
        deed = self.deeds.get(name)
        return deed is not None and not deed.recovered and bool(deed.took or deed.brought)

    def is_blocked(self, name: str, clock: int) -> bool:
        """Whether something restored would be in a conflict with what a later revision added."""
        trial = replace(self, withdrawn=list(self.withdrawn), deeds={**self.deeds})
        trial.deeds[name] = replace(self.deeds[name])
        trial._recover(name, "trial")
        order = list(self.deeds)
        later = order[order.index(name) + 1 :]
        added = {
            n for each in later if self.deeds[each].is_revision for n in trial.deeds[each].brought
        }
        back = trial._elements_of(self.deeds[name].took)
        news = trial._elements_of(added)
        found = change.conflicts(trial.base(clock))
        return any(conflict & back and conflict & news for conflict in found)

    def _recover(self, name: str, by: str) -> None:
        deed = self.deeds[name]
        deed.recovered = True
        self.withdrawn = [(t, who) for t, who in self.withdrawn if who != name]
        self.withdrawn += [(brought, by) for brought in deed.brought]

    def _elements_of(self, targets: Iterable[Target]) -> set[change.Name]:
        """The elements that effective items, or instances, make."""
        wanted, gone = set(targets), {target for target, _ in self.withdrawn}
        effective = [i for i in self.items if i.name in wanted and i.name not in gone]
        instances = {t for t in wanted if isinstance(t, InstanceName)}
        return {show_sentence(item.sentence) for item in effective} | instances

    # -- items -------------------------------------------------------------------------------------

    def _targets(self, element: change.Name) -> list[Target]:
        """What a withdrawal of an element names: all of its effective items, or the instance."""
        if isinstance(element, InstanceName):
            return [element]
        return [item.name for item in self._items_of(element)]

    def _items_of(self, element: change.Name) -> list[Item]:
        gone = {target for target, _ in self.withdrawn}
        return [
            item
            for item in self.items
            if item.name not in gone and show_sentence(item.sentence) == element
        ]

    def item(self, name: str, sentence: Sentence, clauses: Clauses, at: When) -> Item:
        source = "unnamed" if clauses.source is None else clauses.source.text
        trust = dict(self.theory.sources).get(source, Decimal(1))
        reliability = trust if clauses.reliability is None else clauses.reliability
        strength = (Decimal(1) if clauses.weight is None else clauses.weight) * reliability
        return Item(name, sentence, source, at.session, strength, at.clock, at.recorded)

    def _on_condition(
        self, dropped: frozenset[change.Name], goal: Sentence, name: str, at: When
    ) -> Iterator[Item]:
        """`it if goal` for each dropped statement, item by item."""
        for item in self.items:
            if any(item in self._items_of(element) for element in dropped):
                yield replace(
                    item,
                    name=f"{name}, {item.name}",
                    sentence=normal(If(item.sentence, goal)),
                    recorded=at.recorded,
                )


def _holds_at(period: Period | None, valid: int) -> bool:
    """Whether it holds there for sure; None: always."""
    return period is None or period.start_by <= valid < period.end_from


def _names(selection: Selection | None) -> tuple[str, ...]:
    return ("full meet",) if selection is None else tuple(name.text for name in selection.names)


def _statement(sentence: Sentence, items: list[Item], clock: int) -> Statement:
    """Of one source's items in one session the heaviest counts."""
    strongest: dict[tuple[str, int], int] = {}
    for item in items:
        voice = item.source, item.session
        strongest[voice] = max(strongest.get(voice, 0), item.weight(clock))
    return Statement(
        show_sentence(sentence),
        sentence,
        sum(strongest.values()),
        tuple(item.instant for item in items),
        tuple(item.name for item in items),
        tuple(item.source for item in items),
    )
