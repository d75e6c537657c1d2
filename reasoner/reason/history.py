"""History: how a statement's status moved along transaction time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..answer import Moment, Status
from ..ledger.entries import InstanceName, Ledger, Operation
from ..slice.linked import linked
from ..syntax.tree import Sentence
from ..theory.model import Rule, Theory
from ..theory.normal import atoms


def history(
    ledger: Ledger,
    theory: Theory,
    sentence: Sentence,
    known: int | None,
    status_at: Callable[[int], Status],
) -> tuple[Moment, ...]:
    """The operations after which the status of *sentence* was another, oldest first.

    Args:
        status_at: the status as it was known at a transaction time. It is asked only after
            operations that speak of relations connected with those of the sentence.
    """
    operations = tuple(ledger.operations(known))
    topics = _Topics({rule.label: _rule_relations(rule) for rule in theory.rules})
    found = linked(topics.links(operations))
    roots = {found[name] for name in _relations(sentence)}
    moments: list[Moment] = []
    before = Status.NEITHER
    for operation in operations:
        about = {found[name] for name in topics.of[operation.name]}
        if operation.said.theory is None and not about & roots:
            continue
        now = status_at(operation.recorded)
        if now is not before:
            moments.append(Moment(operation.name, operation.said.verb, operation.recorded, now))
        before = now
    return tuple(moments)


@dataclass(slots=True)
class _Topics:
    """Which relations each operation, item of evidence and rule speaks of.

    rules: by label. of: filled by `links`; by name of operation or evidence.
    """

    rules: dict[str, set[str]]
    of: dict[str, set[str]] = field(default_factory=dict)

    def links(self, operations: tuple[Operation, ...]) -> Iterator[set[str]]:
        """Every set of relations that something speaks of together."""
        yield from self.rules.values()
        for operation in operations:
            about: set[str] = set()
            for evidence in operation.evidence:
                about |= self.of.setdefault(evidence.name, _relations(evidence.said.sentence))
                yield self.of[evidence.name]
            for withdrawal in operation.said.withdrawals:
                about |= self._target(withdrawal.target)
            if operation.said.recovers is not None:
                about |= self.of.get(operation.said.recovers[0], set())
            self.of[operation.name] = self.of.get(operation.name, set()) | about

    def _target(self, target: str | InstanceName) -> set[str]:
        if isinstance(target, InstanceName):
            return self.rules.get(target.rule, set())
        return self.of.get(target, set())


def _rule_relations(rule: Rule) -> set[str]:
    head = {rule.head.atom.relation} if rule.head is not None else set()
    return head | {literal.atom.relation for literal in rule.body}


def _relations(sentence: Sentence) -> set[str]:
    return {atom.relation for atom in atoms(sentence)}
