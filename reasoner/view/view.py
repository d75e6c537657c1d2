"""The view: what the ledger says as it was known at one instant; nothing else reads the store.

What it is asked of one atom it looks up; everything is read only when everything is asked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from ..ledger.entries import Evidence, InstanceName, Ledger, Operation, Pattern
from ..syntax.tree import Constant, Sentence
from ..theory.model import Theory
from ..theory.normal import atoms, negated, normal
from ..time import ALWAYS, BEGINNING, Interval, subtract, union
from .effects import Effects, InForce
from .statements import Counting, Item, Silence, Statement, Why, supported, total
from .weights import Weights, millionths


class View:
    """A ledger as it was known at one transaction time. A later append changes nothing in it.

    known: that instant; None for all that is recorded so far.
    clock: the instant to which ages run; None for *known*, or the last transaction time.
    counting: where evidence counts.
    """

    def __init__(
        self,
        ledger: Ledger,
        theory: Theory,
        *,
        known: int | None = None,
        clock: int | None = None,
        counting: Counting = Counting.CERTAIN,
    ) -> None:
        if known is None:
            last = ledger.last
            known = BEGINNING if last is None else last
        self.ledger = ledger
        self.theory = theory
        self.known = known
        self.clock = known if clock is None else clock
        self.counting = counting
        self.threshold = millionths(theory.threshold)
        self._weights = Weights.under(theory.half_lives)
        self._looked_up: dict[Pattern, tuple[Statement, ...]] = {}

    def where_possible(self, theory: Theory | None = None) -> View:
        """The same, with evidence counted wherever it may hold; under another theory, if given."""
        return self._counting(Counting.POSSIBLE, theory)

    def ever(self) -> View:
        """The same, with all evidence counted that was ever recorded, whatever was done to it."""
        return self._counting(Counting.EVER)

    def _counting(self, counting: Counting, theory: Theory | None = None) -> View:
        return View(
            self.ledger,
            theory or self.theory,
            known=self.known,
            clock=self.clock,
            counting=counting,
        )

    # -- everything --------------------------------------------------------------------------------

    def statements(self, within: Interval = ALWAYS) -> tuple[Statement, ...]:
        """Those with an item that is effective somewhere in *within*, by their first evidence."""
        if within == ALWAYS:
            return tuple(self._statements.values())
        return tuple(
            statement
            for statement in self._statements.values()
            if any(each.intersect(within) for item in statement.items for each in item.effective)
        )

    @cached_property
    def _statements(self) -> dict[Sentence, Statement]:
        """In the order of their first effective evidence."""
        operations = tuple(self.ledger.operations(self.known))
        found = self._counted(_by_sentence(_evidence_of(operations)), Effects.of_all(operations))
        return {statement.sentence: statement for statement in found}

    # -- look-ups ----------------------------------------------------------------------------------

    def about(self, pattern: Pattern) -> tuple[Statement, ...]:
        """Those that speak of an atom that fits *pattern*, alone or inside a compound."""
        if pattern not in self._looked_up:
            self._looked_up[pattern] = self.counted(self.said(pattern))
        return self._looked_up[pattern]

    def said(self, pattern: Pattern) -> dict[Sentence, list[Evidence]]:
        """What was said of atoms that fit *pattern*, whether it counts or not; sentences normal."""
        return _by_sentence(self.ledger.evidence(pattern, self.known))

    def counted(self, said: dict[Sentence, list[Evidence]]) -> tuple[Statement, ...]:
        """The sentences whose evidence counts somewhere, by the first of it that does.

        said: all the evidence of each, as `said` gives it.
        """
        return self._counted(said, self._effects(said))

    def statement(self, sentence: Sentence) -> Statement | None:
        """What supports *sentence*, or a sentence with its normal form; None for nothing."""
        goal = normal(sentence)
        if self._has_read_all or not atoms(goal):
            return self._statements.get(goal)
        found = self.about(_topic(goal))
        return next((each for each in found if each.sentence == goal), None)

    def told(self, sentence: Sentence) -> tuple[Statement | None, Statement | None]:
        """What supports *sentence*, what supports its negation."""
        return self.statement(sentence), self.statement(negated(sentence))

    def blocked(self, sentence: Sentence) -> InForce:
        """The tombstones of *sentence*: operations, each with where what supports it is blocked."""
        goal = normal(sentence)
        return self._effects({goal: []}).entombed.get(goal, ())

    def withdrawn(self) -> dict[InstanceName, tuple[Interval, ...]]:
        """When which instances of defaults, and revisable rules, are withdrawn; in ledger order."""
        return {
            target: union(interval for _, over in in_force for interval in over)
            for target, in_force in Effects.on_rules(self.ledger, self.known).withdrawn.items()
            if isinstance(target, InstanceName)
        }

    @property
    def _has_read_all(self) -> bool:
        return "_statements" in self.__dict__

    def _effects(self, found: dict[Sentence, list[Evidence]]) -> Effects:
        evidence = [item for items in found.values() for item in items]
        return Effects.on(
            evidence, found, self.ledger, self.known, ask_for_use=self._weights.ask_for_use
        )

    # -- what counts -------------------------------------------------------------------------------

    def _counted(
        self, found: dict[Sentence, list[Evidence]], effects: Effects
    ) -> tuple[Statement, ...]:
        """The statements that are effective somewhere, in the order of their first evidence."""
        statements = [
            Statement(sentence, items)
            for sentence, evidence in found.items()
            if (items := tuple(self._items(sentence, evidence, effects)))
        ]
        return tuple(sorted(statements, key=lambda each: each.items[0].evidence.seq))

    def _items(
        self, sentence: Sentence, evidence: Iterable[Evidence], effects: Effects
    ) -> Iterator[Item]:
        blocked = effects.entombed.get(sentence, ())
        for each in evidence:
            valid = each.said.valid
            extent = valid.certain if self.counting is Counting.CERTAIN else valid.possible
            if extent is None:
                continue
            effective: tuple[Interval, ...] = (extent,)
            holes = (*blocked, *effects.withdrawn.get(each.name, ()))
            if holes and self.counting is not Counting.EVER:
                effective = subtract(effective, [hole for _, over in holes for hole in over])
            if effective:
                used = effects.used.get(each.name)
                weight = self._weights.weight(each, used, self.clock)
                yield Item(each, weight, effective, used)

    # -- what does not -----------------------------------------------------------------------------

    def silent(self, sentence: Sentence, valid: int) -> tuple[Silence, ...]:
        """Every item that ever supported *sentence* and does not make it accepted at *valid*.

        In ledger order; () when nothing was ever told, or when the sentence is accepted and all
        its items count. Ask for the negation to see what was said against.
        """
        goal = normal(sentence)
        evidence = self._evidence(goal)
        effects = self._effects({goal: evidence})
        statement = self.statement(goal)
        accepted = statement is not None and statement.weight_at(valid) >= self.threshold
        since = None if statement is None else self.falls_silent(statement, valid)
        found = []
        for item in evidence:
            silence = self._without_effect(goal, item, valid, effects)
            if silence is not None:
                found.append(silence)
            elif not accepted:
                found.append(self._too_weak(item, effects, since))
        return tuple(found)

    def _evidence(self, goal: Sentence) -> list[Evidence]:
        """All that ever supported a sentence in normal form."""
        found: Iterable[Evidence] = (
            self.ledger.evidence(_topic(goal), self.known)
            if atoms(goal)
            else _evidence_of(self.ledger.operations(self.known))
        )
        return _by_sentence(found).get(goal, [])

    def _without_effect(
        self, goal: Sentence, item: Evidence, valid: int, effects: Effects
    ) -> Silence | None:
        period = item.said.valid
        if valid not in period.possible:
            return Silence(item, Why.OUTSIDE)
        if by := _covering(effects.withdrawn.get(item.name, ()), valid):
            return Silence(item, Why.WITHDRAWN, by)
        if by := _covering(effects.entombed.get(goal, ()), valid):
            return Silence(item, Why.ENTOMBED, by)
        if period.certain is None or valid not in period.certain:
            return Silence(item, Why.POSSIBLE)
        return None

    def _too_weak(self, item: Evidence, effects: Effects, since: int | None) -> Silence:
        weight = self._weights.weight(item, effects.used.get(item.name), self.clock)
        if weight < self._weights.fresh(item):
            return Silence(item, Why.DECAYED, since=since)
        return Silence(item, Why.WEAK)

    # -- decay -------------------------------------------------------------------------------------

    def falls_silent(
        self, statement: Statement, valid: int, after: int | None = None
    ) -> int | None:
        """The transaction time at which decay takes a statement under the threshold, by the clock.

        after: where to look from; None for when its evidence was last recorded or used. None as
        the answer when it is under the threshold then already, or over it at the clock still.
        """
        items = statement.items_at(valid)
        if not items:
            return None
        if after is None:
            after = max(max(item.evidence.recorded, item.used or BEGINNING) for item in items)

        def is_silent(clock: int) -> bool:
            aged = (
                replace(item, weight=self._weights.weight(item.evidence, item.used, clock))
                for item in items
            )
            return total(tuple(aged)) < self.threshold

        if after >= self.clock or is_silent(after) or not is_silent(self.clock):
            return None
        later = range(after, self.clock + 1)
        return later[bisect_left(later, True, key=is_silent)]


def _evidence_of(operations: Iterable[Operation]) -> Iterator[Evidence]:
    return (item for operation in operations for item in operation.evidence)


def _by_sentence(evidence: Iterable[Evidence]) -> dict[Sentence, list[Evidence]]:
    """What each sentence is supported by: an attack on p supports its negation."""
    found: dict[Sentence, list[Evidence]] = {}
    for item in evidence:
        found.setdefault(supported(item.said), []).append(item)
    return found


def _topic(sentence: Sentence) -> Pattern:
    """One atom of a sentence; whatever supports the sentence speaks of it."""
    atom = atoms(sentence)[0]
    return Pattern(
        atom.relation, tuple(each for each in atom.arguments if isinstance(each, Constant))
    )


def _covering(in_force: InForce, valid: int) -> tuple[str, ...]:
    return tuple(name for name, over in in_force if any(valid in interval for interval in over))
