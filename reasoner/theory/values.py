"""Values: Python's and the language's, and how they compare."""

from __future__ import annotations

import math
import re
from datetime import date, datetime
from decimal import Decimal

from ..errors import NotAValue
from ..syntax.tree import Constant, Kind, Order
from ..time import from_datetime, instant, partial, show_instant, to_datetime

_LATEST = instant("9999-12-31T23:59:59.999999Z")
_LONGEST = 10_000  # decimal places before or after the point that a Decimal's exponent may add
PythonValue = str | int | Decimal | date | datetime | Constant
_LONE = re.compile("[\ud800-\udfff]")
_TIMES = frozenset((Kind.MONTH, Kind.DATE, Kind.MOMENT))


def constant(value: object) -> Constant:
    """The constant for a str, int, Decimal, float (as its repr shows it), date or datetime.

    A Constant stands for itself.

    Raises:
        NotAValue: E216, for anything else, nan and infinities, lone surrogates, and datetimes
            without a zone.
    """
    match value:
        case Constant():
            return value
        case bool():
            raise _refused(value, "a truth value", "believe or doubt the sentence instead")
        case str() if not is_text(value):
            raise _refused(value, "half a character", "decode the text as it was encoded")
        case str():
            return Constant(Kind.TEXT, value, value)
        case int() | Decimal():
            return _number(Decimal(value))
        case float() if math.isfinite(value):
            return _number(Decimal(repr(value)))
        case float():
            raise _refused(value, "not a finite number", "give a finite number")
        case datetime():
            return _moment(value)
        case date():
            return Constant(Kind.DATE, instant(value.isoformat()), value.isoformat())
    allowed = "give a str, int, Decimal, float, date, or datetime with a time zone"
    raise _refused(value, f"of type {type(value).__name__}", allowed)


def is_text(text: str) -> bool:
    """Whether *text* holds whole characters only, so that it can be written and shown."""
    return _LONE.search(text) is None


def python_value(constant: Constant) -> PythonValue:
    """The Python value: an int for a number written without a point, UTC for a moment.

    A month, and what lies before the year 1, for which Python has nothing, stay Constants.
    """
    match constant.value:
        case str():
            return constant.value
        case Decimal():
            whole = constant.value.as_tuple().exponent == 0
            return int(constant.value) if whole else constant.value
        case int() if constant.kind is not Kind.MONTH:
            try:
                moment = to_datetime(constant.value)
            except ValueError:
                return constant
            return moment.date() if constant.kind is Kind.DATE else moment
    return constant


def compare(left: Constant, order: Order, right: Constant) -> bool:
    """Whether `left order right` holds, judged on the values.

    Values of one kind compare: numbers exactly, texts by code point. Dates, moments and months
    compare too, a date as its beginning in UTC, a month as some instant in it: they are in an
    order only where they are for sure. Of different kinds they are never equal. Other pairs are
    only unequal.
    """
    match order:
        case Order.EQ:
            return left == right
        case Order.NE:
            return left != right
        case Order.GT | Order.GE:
            left, right = right, left
    if left.kind is not right.kind and not {left.kind, right.kind} <= _TIMES:
        return False
    return _before(left, right, strictly=order in (Order.LT, Order.GT))


def _before(left: Constant, right: Constant, *, strictly: bool) -> bool:
    """Whether *left* is for sure before *right*, or where not *strictly* not after it."""
    if left == right:
        return not strictly
    match _latest(left), right.value:
        case (str() as one, str() as other):
            return one < other
        case (Decimal() | int() as one, Decimal() | int() as other):
            return one < other or (one == other and not strictly)
    return False


def _latest(constant: Constant) -> str | Decimal | int:
    """The value; of a month its last instant."""
    value = constant.value
    if constant.kind is Kind.MONTH and isinstance(value, int):
        return partial(show_instant(value).removesuffix("-01"))[1]
    return value


def _number(value: Decimal) -> Constant:
    if not value.is_finite():
        raise _refused(value, "not a finite number", "give a finite number")
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and abs(exponent) > _LONGEST:
        raise _refused(value, "too long to write out", f"stay below {_LONGEST} digits")
    return Constant(Kind.NUMBER, value, f"{value:f}")


def _moment(value: datetime) -> Constant:
    if value.utcoffset() is None:
        help = "give it one, as in value.replace(tzinfo=datetime.UTC)"
        raise _refused(value, "a datetime without a time zone", help)
    us = from_datetime(value)
    if us > _LATEST:
        raise _refused(value, "after the year 9999 in UTC", "give an earlier one")
    shown = show_instant(us)
    return Constant(Kind.MOMENT, us, shown if "T" in shown else f"{shown}T00:00:00Z")


def _refused(value: object, why: str, help: str) -> NotAValue:
    return NotAValue(f"{value!r} can be no argument: it is {why}", help=help)
