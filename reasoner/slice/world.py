"""A base and a sentence -> whether it fails in a world, or is told, where that is seen directly."""

from __future__ import annotations

from itertools import product

from ..syntax.tree import And, If, Iff, Literal, Or, Sentence, Truth
from ..theory.model import RuleKind
from .base import Base
from .certain import Certain, Clause, clause_of
from .numbers import Numbers

_MANY = 64  # clauses of one sentence, of which more are left to the solver


class Held:
    """The worlds in which the background and all elements of a base hold, seen directly."""

    def __init__(self, base: Base) -> None:
        self._numbers = base.part.numbers
        self._certain = _certain(base)

    def has_world(self, goal: Sentence) -> bool | None:
        """Whether *goal* fails in one of them; None where unit propagation does not decide it."""
        failing = _clauses(goal, self._numbers, holds=False)
        if self._certain is None or failing is None:
            return None
        return self._certain.supposing(failing).has_world


def tells(base: Base, sentence: Sentence) -> bool | None:
    """Whether a base tells a sentence forward, as `rules/belnap.lp` has it; None where unseen.

    Single literals tell, and rules with a head from these. What is told is true in every world in
    which all elements hold, so what fails in one is not told.
    """
    match sentence:
        case Literal() if base.part.numbers.of_literal(sentence) in base.plainly_told():
            return True
        case _:
            return False if Held(base).has_world(sentence) else None


def _certain(base: Base) -> Certain | None:
    """What is certain there; None where some sentence takes too many clauses."""
    instances = base.part.instances
    clauses = [clause_of(each) for each in instances if each.rule.kind is RuleKind.STRICT]
    for element in base.carried():
        clauses += (clause_of(instances[number]) for number in element.instances)
        if element.sentence is not None:
            found = _clauses(element.sentence, base.part.numbers)
            if found is None:
                return None
            clauses += found
    return Certain(clauses, base.part.groups)


def _clauses(sentence: Sentence, numbers: Numbers, *, holds: bool = True) -> list[Clause] | None:
    """The clauses that say that a sentence holds, or fails; None where they are many."""
    match sentence:
        case Literal():
            number = numbers.of_literal(sentence)
            return [(number if holds else -number,)]
        case Truth(value):
            return [] if value == holds else [()]
        case And(parts) | Or(parts):
            join = _all if isinstance(sentence, And) == holds else _any
            return join([_clauses(part, numbers, holds=holds) for part in parts])
        case If(head, body):
            join = _any if holds else _all
            return join(
                [_clauses(head, numbers, holds=holds), _clauses(body, numbers, holds=not holds)]
            )
        case Iff(one, other):
            return _all(
                [
                    _any(
                        [
                            _clauses(one, numbers, holds=positive),
                            _clauses(other, numbers, holds=positive != holds),
                        ]
                    )
                    for positive in (True, False)
                ]
            )
    raise AssertionError(f"not in normal form: {sentence}")


def _all(parts: list[list[Clause] | None]) -> list[Clause] | None:
    found: list[Clause] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found if len(found) <= _MANY else None


def _any(parts: list[list[Clause] | None]) -> list[Clause] | None:
    found: list[Clause] = [()]
    for part in parts:
        if part is None or len(found) * len(part) > _MANY:
            return None
        found = [(*one, *other) for one, other in product(found, part)]
    return found
