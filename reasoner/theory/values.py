"""Values: Python's and the language's, and how they compare."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from ..errors import NotAValue
from ..syntax.tree import Constant, Kind, Order

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 10_000  # decimal places before or after the point that a Decimal's exponent may add
_TIMES = frozenset((Kind.DATE, Kind.MOMENT))


def constant(value: object) -> Constant:
    """The constant for a str, int, Decimal, float (as its repr shows it), date or datetime.

    Raises:
        NotAValue: E216, for anything else, nan and infinities, and datetimes without a zone.
    """
    match value:
        case bool():
            raise _refused(value, "a truth value", "believe or doubt the sentence instead")
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
            start = datetime(value.year, value.month, value.day, tzinfo=UTC)
            return Constant(Kind.DATE, _microseconds(start), value.isoformat())
    allowed = "give a str, int, Decimal, float, date, or datetime with a time zone"
    raise _refused(value, f"of type {type(value).__name__}", allowed)


def python_value(constant: Constant) -> str | int | Decimal | date | datetime:
    """The Python value: an int for a number written without a point, UTC for a moment."""
    match constant.value:
        case str():
            return constant.value
        case Decimal():
            whole = constant.value.as_tuple().exponent == 0
            return int(constant.value) if whole else constant.value
        case int():
            moment = _EPOCH + timedelta(microseconds=constant.value)
            return moment.date() if constant.kind is Kind.DATE else moment


def compare(left: Constant, order: Order, right: Constant) -> bool:
    """Whether `left order right` holds, judged on the values.

    Values of one kind compare: numbers exactly, texts by code point. A date and a moment compare
    too, the date as its beginning in UTC, but are never equal. Other pairs are only unequal.
    """
    if order is Order.EQ or order is Order.NE:
        return (left == right) is (order is Order.EQ)
    if left.kind is not right.kind and not {left.kind, right.kind} <= _TIMES:
        return False
    before, after = _before(left, right), _before(right, left)
    match order:
        case Order.LT:
            return before
        case Order.LE:
            return not after
        case Order.GT:
            return after
        case Order.GE:
            return not before


def _before(left: Constant, right: Constant) -> bool:
    match left.value, right.value:
        case (str() as one, str() as other):
            return one < other
        case (Decimal() | int() as one, Decimal() | int() as other):
            return one < other
    return False


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
    try:
        moment = value.astimezone(UTC)
    except OverflowError:
        raise _refused(value, "outside the years 1 to 9999 in UTC", "give another") from None
    spelling = moment.replace(tzinfo=None).isoformat() + "Z"
    return Constant(Kind.MOMENT, _microseconds(moment), spelling)


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _refused(value: object, why: str, help: str) -> NotAValue:
    return NotAValue(f"{value!r} can be no argument: it is {why}", help=help)
