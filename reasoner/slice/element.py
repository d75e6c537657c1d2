"""A slice -> the elements of a base: rules, instances, statements, items of evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..ledger.entries import InstanceName
from ..syntax import show, show_constant
from ..syntax.tree import RuleDecl, Sentence
from ..theory.model import Rule, RuleKind
from ..view import Item, Statement, Voice, words
from .part import Instance, Slice

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a base, and what a selection may compare it by.

    name: the label of a statement's first evidence at that instant, or rule and binding
        (`fly(tweety)`).
    text: what it says.
    target: what a withdrawal names: the names of its evidence, or an instance.
    sentence: what a statement says, or an item of evidence lends its weight to.
    voice: of an item of evidence, whose items for the sentence count once; None of all else.
    weight: effective weight in millionths; a rule or an instance has 1,000,000.
    recorded: (instant, items) newest first; () is older than every transaction.
    rank: 0 is the lowest. ranked_by: the declared entries that decide it; () for no rank.
    protected: whether screened revision takes it for granted.
    """

    name: str
    text: str
    target: tuple[str, ...] | InstanceName
    sentence: Sentence | None = field(default=None, repr=False)
    instances: tuple[int, ...] = field(default=(), repr=False)
    voice: int | None = field(default=None, repr=False)
    weight: int = MILLION
    recorded: tuple[tuple[tuple[int, int], int], ...] = field(default=(), repr=False)
    rank: int = 0
    ranked_by: tuple[str, ...] = field(default=(), repr=False)
    protected: bool = field(default=False, repr=False)

    @property
    def targets(self) -> tuple[str | InstanceName, ...]:
        """What withdrawals of it name, one by one."""
        return self.target if isinstance(self.target, tuple) else (self.target,)

    @property
    def key(self) -> Sentence | InstanceName | tuple[str, ...]:
        """What it is at every instant, however its evidence changes."""
        if self.sentence is None or self.voice is not None:
            return self.target
        return self.sentence


def ruled(part: Slice, withdrawn: Callable[[InstanceName], bool]) -> Iterator[Element]:
    """Revisable rules, then instances of defaults, less those withdrawn."""
    texts = {InstanceName(rule.label): show_rule(rule) for rule in part.revisable}
    carried: dict[InstanceName, list[int]] = {name: [] for name in texts}
    for number, instance in enumerate(part.instances):
        if instance.rule.kind is not RuleKind.STRICT:
            carried.setdefault(instance.name, []).append(number)
    for name, numbers in carried.items():
        if not withdrawn(name):
            text = texts.get(name) or show_instance(part, part.instances[numbers[0]])
            found = Element(show_name(name), text, name, instances=tuple(numbers))
            fitting = [[name.rule], [] if name in texts else ["defaults"]]
            yield _entrenched(part, found, fitting)


def ruled_at(part: Slice, valid: int) -> Iterator[Element]:
    """As `ruled`, less those withdrawn at an instant."""

    def withdrawn(name: InstanceName) -> bool:
        return any(valid in interval for interval in part.withdrawn.get(name, ()))

    return ruled(part, withdrawn)


def statement_ever(statement: Statement) -> Element:
    """A statement with all its evidence, whenever that is effective."""
    names = tuple(item.evidence.name for item in statement.items)
    return Element(names[0], show(statement.sentence), names, statement.sentence)


def accepted(part: Slice, valid: int) -> list[Statement]:
    """The statements over the threshold at an instant, by their first evidence there."""
    found = [s for s in part.statements if s.weight_at(valid) >= part.threshold]
    return sorted(found, key=lambda statement: statement.items_at(valid)[0].evidence.seq)


def statement_element(part: Slice, statement: Statement, valid: int) -> Element:
    """A statement, with all its evidence that is effective at an instant."""
    items = statement.items_at(valid)
    recorded: dict[tuple[int, int], int] = {}
    for item in items:
        at = _recorded(item)
        recorded[at] = recorded.get(at, 0) + 1
    found = Element(
        items[0].evidence.name,
        words(items[0].evidence.said),
        tuple(item.evidence.name for item in items),
        statement.sentence,
        weight=statement.weight_at(valid),
        recorded=tuple(sorted(recorded.items(), reverse=True)),
    )
    return _entrenched(part, found, _fitting(statement, items))


def item_elements(part: Slice, statement: Statement, valid: int) -> Iterator[tuple[int, Element]]:
    """Each item of a statement as an element, with its place in the ledger."""
    voices: dict[Voice, int] = {}
    for item in statement.items_at(valid):
        voice = voices.setdefault(item.voice, len(voices))
        if item.weight:
            name = item.evidence.name
            found = Element(
                name, words(item.evidence.said), (name,), statement.sentence, voice=voice,
                weight=item.weight, recorded=((_recorded(item), 1),),
            )  # fmt: skip
            yield item.evidence.seq, _entrenched(part, found, _fitting(statement, [item]))


def _recorded(item: Item) -> tuple[int, int]:
    return item.evidence.said.dated or item.evidence.recorded, item.evidence.recorded


def _fitting(statement: Statement, items: Sequence[Item]) -> list[list[str]]:
    """By what `rank` and `protect` reach a statement, or some of its items (see Fitting)."""
    return [
        [item.evidence.name for item in items],
        [atom.relation for atom in statement.atoms],
        [item.evidence.said.source for item in items],
        ["facts"],
    ]


def _entrenched(part: Slice, element: Element, fitting: list[list[str]]) -> Element:
    """The element with its rank: the most specific entry decides, of several the highest."""
    ranks = part.theory.ranks
    entries = ranks.deciding(fitting)
    rank = max((ranks.level(entry) or 0 for entry in entries), default=0)
    protected = part.theory.core.protects(fitting)
    return replace(element, rank=rank, ranked_by=entries, protected=protected)


def show_name(name: InstanceName) -> str:
    """`fly(tweety)`."""
    binding = ", ".join(show_constant(constant) for constant in name.binding)
    return f"{name.rule}({binding})" if binding else name.rule


def show_rule(rule: Rule) -> str:
    """`flies(X) :- bird(X)`, without its label."""
    assert rule.head is not None
    shown = show(RuleDecl(rule.head, (*rule.body, *rule.comparisons)))
    return shown.removeprefix("rule ").removesuffix(".")


def show_instance(part: Slice, instance: Instance) -> str:
    """`flies(tweety) :- bird(tweety)`; a denial has no head."""
    head = show(part.numbers.literal(instance.head)) if instance.head else ""
    body = ", ".join(show(part.numbers.literal(needed)) for needed in instance.body)
    return " ".join(filter(None, (head, f":- {body}" if body else "")))
