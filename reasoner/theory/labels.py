"""Labels that statements use: what they name, and whether it stands before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from typing import get_args

from ..errors import DuplicateLabel, NotAValue, ReasonerError, UnknownLabel, UnknownRank
from ..syntax.grammar import is_name
from ..syntax.tree import (
    Consolidate,
    ElementName,
    ExpectSets,
    Explain,
    Name,
    Operation,
    Program,
    ProtectDecl,
    RankDecl,
    Recover,
    StatementNode,
    Suppose,
)
from .declare import label_of
from .model import Theory
from .names import UNNAMED, Label, Scope, is_automatic, line, unknown

_WORDS = ("facts", "defaults")
_NO_LABELS = frozenset({"not", "true", "false"})  # where a label stands, a sentence begins too


@dataclass(frozen=True, slots=True)
class Known:
    """What can be named besides what a scope holds.

    anywhere: all labels of the text, in whatever block.
    ledger_names: whether a ledger has evidence or an operation of that name.
    complete: whether the text holds operations. One that only declares leaves it to others to
        give evidence its labels, so that `rank` and `protect` may name any.
    """

    anywhere: dict[str, Label]
    ledger_names: Callable[[str], bool]
    complete: bool

    def elsewhere(self, name: str) -> bool:
        return is_automatic(name) or self.ledger_names(name)


def known(program: Program, ledger_names: Callable[[str], bool]) -> Known:
    """The labels of a text and, through *ledger_names*, those of a ledger."""
    complete = any(isinstance(each, get_args(Operation)) for each in program.statements)
    return Known(dict(_labels(program)), ledger_names, complete)


def _labels(block: Program | Suppose) -> Iterator[tuple[str, Label]]:
    for statement in block.statements:
        if isinstance(statement, Suppose):
            yield from _labels(statement)
        elif (given := label_of(statement)) is not None:
            yield given


def label_mistakes(
    known: Known, scope: Scope, earlier: Set[str], statement: StatementNode
) -> Iterator[ReasonerError]:
    """What is wrong with the labels that *statement* uses; *earlier* ones stand before it."""
    match statement:
        case Recover(name) | Explain(name):
            if name.text not in earlier and not known.elsewhere(name.text):
                verb = "recover" if isinstance(statement, Recover) else "explain"
                yield _no_operation(scope, earlier, name, verb)
        case ExpectSets(sets=sets):
            for elements in sets:
                yield from _elements(known, scope, elements)
        case Consolidate(conflict=conflict) if conflict is not None:
            yield from _elements(known, scope, conflict)
        case RankDecl(names) | ProtectDecl(names):
            verb = "rank" if isinstance(statement, RankDecl) else "protect"
            for name in names:
                if known.complete and not _fits_elements(known, scope, name.text):
                    yield _unknown_rank(known, scope, name, verb)


def _elements(
    known: Known, scope: Scope, elements: tuple[ElementName, ...]
) -> Iterator[UnknownLabel]:
    for element in elements:
        if element.label not in scope.labels and not known.elsewhere(element.label):
            yield _unknown(scope.labels, Name(element.label, element.span), "element")


def is_label(name: object) -> bool:
    """Whether evidence and operations can be labelled so."""
    return isinstance(name, str) and is_name(name) and name not in _NO_LABELS


def given_label_mistakes(theory: Theory, operation: Operation) -> Iterator[ReasonerError]:
    """What is wrong with the label that an operation gives, but a ledger's names."""
    given = label_of(operation)
    if given is None:
        return
    name, label = given
    if not is_label(name):
        yield NotAValue(
            f"{name!r} can be no label", help="write it as one small word, such as `first_report`"
        )
    elif any(rule.label == name for rule in theory.rules):
        yield DuplicateLabel(
            f"the label `{name}` is taken", help="choose another: it names a rule", span=label.span
        )


def _no_operation(scope: Scope, earlier: Set[str], name: Name, verb: str) -> UnknownLabel:
    label = scope.labels.get(name.text)
    if label is None:
        before = {text: scope.labels[text] for text in earlier}
        return _unknown(before, name, "operation")
    if label.kind == "rule":
        which = "a `contract`, `revise`, `retract` or `consolidate`"
        which = which if verb == "recover" else "an operation"
        return UnknownLabel(
            f"`{name.text}` is a rule{line(label.span)}, and no operation",
            help=f"name {which} by its label",
            span=name.span,
        )
    return UnknownLabel(
        f"`{name.text}` comes only later{line(label.span)}",
        help=f"{verb} it after that statement",
        span=name.span,
    )


def _unknown(labels: dict[str, Label], name: Name, what: str) -> UnknownLabel:
    places = {text: label.span for text, label in labels.items()}
    automatic = "op3" if what == "operation" else "e7"
    help = f"name it by its label, or as an answer named it (`{automatic}`)"
    return unknown(UnknownLabel, what, name, places, help)


def _fits_elements(known: Known, scope: Scope, name: str) -> bool:
    """Whether `rank` and `protect` can take the name for elements."""
    label = known.anywhere.get(name) or scope.labels.get(name)
    if label is not None and label.kind != "operation":
        return True
    named = name in scope.relations or name in scope.sources or name in (*_WORDS, UNNAMED)
    return named or known.elsewhere(name)


def _unknown_rank(known: Known, scope: Scope, name: Name, verb: str) -> UnknownRank:
    places = {
        **dict.fromkeys(_WORDS),
        **scope.sources,
        **scope.places,
        **{
            text: label.span
            for text, label in (scope.labels | known.anywhere).items()
            if label.kind != "operation"
        },
    }
    help = f"{verb} evidence, rules, relations or sources by name, or `facts` and `defaults`"
    return unknown(UnknownRank, "evidence, rule, relation or source", name, places, help)
