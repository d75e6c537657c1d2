"""Retraction: a sentence is given up, and stays so whatever is said for it later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import NothingThere
from ..ledger.entries import Cause, Deed, InstanceName, Ledger, Withdrawal
from ..syntax import show
from ..syntax.tree import Sentence
from ..time import Interval, union
from ..view import View
from .sequence import Sequenced

Targets = dict[str | InstanceName, list[Interval]]


def retracted(view: View, sentence: Sentence, done: Sequenced) -> tuple[Withdrawal, ...]:
    """What a retraction withdraws: all that supports *sentence*, and what a contraction gave up.

    Raises: NothingThere, E312, when there is none.
    """
    over: Targets = {}
    for name, interval in _support(view, sentence):
        over.setdefault(name, []).append(interval)
    for each in done.withdrawals(Cause.MANUAL):
        over.setdefault(each.target, []).append(each.valid)
    if not over:
        entailed = any(piece.entailed for piece in done.over)
        why = "the background entails it" if entailed else "it is not entailed"
        raise NothingThere(
            f"nothing supports `{show(sentence)}`, and {why}: nothing to retract",
            help=f"`{'why' if entailed else 'history'} {show(sentence)}.` shows what there is",
        )
    return tuple(
        Withdrawal(target, interval, Cause.MANUAL)
        for target, intervals in over.items()
        for interval in union(intervals)
    )


def supporting(view: View, sentence: Sentence) -> tuple[str, ...]:
    """The names of the evidence that supports a sentence somewhere, be it only possibly."""
    return tuple(dict.fromkeys(name for name, _ in _support(view, sentence)))


def _support(view: View, sentence: Sentence) -> Iterator[tuple[str, Interval]]:
    statement = view.where_possible().statement(sentence)
    for item in () if statement is None else statement.items:
        yield item.evidence.name, item.evidence.said.valid.possible


def displaced(ledger: Ledger, withdrawals: Iterable[Withdrawal]) -> str:
    """What the operations that brought the retracted evidence had displaced, in words, or ""."""
    names = [each.target for each in withdrawals if isinstance(each.target, str)]
    others: dict[Deed, list[str]] = {}
    for deed, each in ledger.displaced(names):
        target = each.target if isinstance(each.target, str) else each.target.rule
        others.setdefault(deed, []).append(target)
    return "; ".join(_words(deed, dict.fromkeys(targets)) for deed, targets in others.items())


def _words(deed: Deed, displaced: Iterable[str]) -> str:
    what = ", ".join(f"`{name}`" for name in displaced)
    if deed.verb == "revise":
        return (
            f"`{deed.name}` had displaced {what}: "
            f"`recover {deed.name}.` brings back what can return"
        )
    return f"`{deed.name}` had displaced {what}: believe again what still holds"
