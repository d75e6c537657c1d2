"""What Python says of an operation -> the nodes that the language would build."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from typing import TypedDict

from ..answer import Belief
from ..errors import NotAValue, ReasonerError
from ..syntax import parse_elements
from ..syntax.tree import Clauses, Constant, ElementName, Name
from ..theory.names import near
from ..theory.values import PythonValue, constant, is_text
from ..time import Interval, Period
from .questions import When, period

Number = int | float | str | Decimal
Valid = Interval | tuple[When | None, When | None] | None
"""The interval of an operation: exact, None for an open side."""

Extent = Interval | Period | str | tuple[When | None, When | None] | None
"""When evidence holds: also by years and months, or in ISO 8601 (`2026-01-01/P3M`)."""


class Said(TypedDict, total=False):
    """What may be said of evidence: its label, where it comes from, its weight, when it holds.

    valid: a pair of instants (from, to); None on either side leaves it open. See Extent.
    origin: where the source has it from: what has one origin counts once.
    """

    label: str
    source: str
    agent: str
    weight: Number
    reliability: Number
    type: str
    origin: PythonValue
    valid: Extent


def text_of(given: str | None) -> str | None:
    """Plain text, also of one in another guise, such as the member of an enumeration."""
    if given is None:
        return None
    if not isinstance(given, str):
        raise NotAValue(
            f"a value of type {type(given).__name__} is no text",
            help="give a name or a reason as text",
        )
    if not is_text(given):
        raise NotAValue(f"{given!r} holds half a character", help="decode it as it was encoded")
    return str.__str__(given)


def name_of(given: str | None) -> Name | None:
    """A name as the language has it; whether it is one is checked with the operation."""
    text = text_of(given)
    return None if text is None else Name(text)


def label_of(said: Said) -> Name | None:
    """The label that is given to evidence."""
    return name_of(said.get("label"))


def clauses_of(said: Said) -> Clauses:
    """What is said of evidence.

    Raises: NotAValue, for what cannot be said.
    """
    for name in said:
        if name not in Said.__annotations__:
            raise _unsaid(name)
    return Clauses(
        source=name_of(said.get("source")),
        agent=name_of(said.get("agent")),
        weight=_number(said.get("weight")),
        reliability=_number(said.get("reliability")),
        type=name_of(said.get("type")),
        valid=period(said.get("valid")),
        origin=origin_of(said.get("origin")),
    )


def origin_of(given: PythonValue | None) -> Constant | None:
    """Where a source has it from, as a constant of the language."""
    return None if given is None else constant(given)


def _unsaid(name: str) -> ReasonerError:
    """The error that nothing called so can be said of evidence."""
    like = near(name, Said.__annotations__)
    known = f"say one of {', '.join(sorted(Said.__annotations__))}"
    return NotAValue(
        f"nothing called `{name}` can be said of evidence",
        help=known if like is None else f"did you mean `{like}`?",
    )


def _number(value: Number | None) -> Decimal | None:
    """A weight or reliability; whether it is in range is checked with the operation."""
    if value is None:
        return None
    with suppress(ArithmeticError, ValueError):
        if isinstance(value, int | float | str | Decimal) and not isinstance(value, bool):
            number = Decimal(float.__repr__(value) if isinstance(value, float) else value)
            if number.is_finite():
                return number
    shown = repr(value) if isinstance(value, str) else f"a value of type {type(value).__name__}"
    raise NotAValue(f"{shown} is no number", help="give one from 0 to 1")


def elements_of(conflict: Iterable[str | Belief] | None) -> tuple[ElementName, ...] | None:
    """The elements of a conflict, as `{ … }` names them."""
    if conflict is None:
        return None
    names = [each.name if isinstance(each, Belief) else text_of(each) or "" for each in conflict]
    return parse_elements("{ " + ", ".join(names) + " }")
