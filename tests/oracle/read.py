"""A program of declarations, `believe` and `doubt`, read as the statements of one instant."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from reasoner.syntax.tree import Believe, Program, Sentence
from reasoner.theory.model import Theory
from reasoner.theory.normal import negated, normal
from reasoner.time import Period, instant

from .told import MILLION, Statement

NOW = instant("9999-01-01")  # after every interval that ends


def statements(program: Program, theory: Theory, valid: int = NOW) -> list[Statement]:
    """Every sentence with evidence at *valid*, in order; nothing has decayed.

    Each item must have a label. The program is one session: of one source's items for the same
    sentence and polarity, the heaviest counts. Recorded instants are positions in the text.
    """
    items: dict[Sentence, dict[tuple[str, bool], tuple[int, int, str]]] = {}
    for position, node in enumerate(program.statements):
        if not isinstance(node, Believe):
            continue
        assert node.label is not None
        doubted = node.verb == "doubt"
        sentence = (negated if doubted else normal)(node.sentence)
        if _holds_at(node, valid):
            source = "unnamed" if node.clauses.source is None else node.clauses.source.text
            item = (_weight(node, theory), -position, node.label.text)
            said = items.setdefault(sentence, {})
            said[source, doubted] = max(item, said.get((source, doubted), item))
    return [_statement(sentence, said) for sentence, said in items.items()]


def _holds_at(node: Believe, valid: int) -> bool:
    period = node.clauses.valid or Period()
    return period.start_by <= valid < period.end_from


def _weight(node: Believe, theory: Theory) -> int:
    """Weight times reliability in millionths, rounded once; trust where no reliability is said."""
    said = node.clauses
    trust = dict(theory.sources).get(said.source.text, Decimal(1)) if said.source else Decimal(1)
    reliability = trust if said.reliability is None else said.reliability
    product = (Decimal(1) if said.weight is None else said.weight) * reliability * MILLION
    return int(product.to_integral_value(ROUND_HALF_EVEN))


def _statement(sentence: Sentence, said: dict[tuple[str, bool], tuple[int, int, str]]) -> Statement:
    items = sorted(said.items(), key=lambda pair: -pair[1][1])
    return Statement(
        name=items[0][1][2],
        sentence=sentence,
        weight=sum(weight for _, (weight, _, _) in items),
        recorded=tuple(-minus_position for _, (_, minus_position, _) in items),
        evidence=tuple(name for _, (_, _, name) in items),
        sources=tuple(source for (source, _), _ in items),
    )
