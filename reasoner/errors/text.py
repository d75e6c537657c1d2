"""E1: the text."""

from __future__ import annotations

from .base import ReasonerError


class UnexpectedText(ReasonerError):
    """Something that cannot stand where it does."""

    code = "E101"


class UnknownStatement(ReasonerError):
    """A statement begins with no word of the language."""

    code = "E102"


class NotYet(ReasonerError):
    """The language has it, and this version does not."""

    code = "E103"


class EmptyInterval(ReasonerError):
    """An interval that ends before it begins, or as it begins."""

    code = "E104"


class BadInstant(ReasonerError):
    """No date, date-time or duration that exists, or a longer time where an instant is needed."""

    code = "E105"


class BadText(ReasonerError):
    """A text in quotes that does not end, or holds an unknown escape; or no text at all."""

    code = "E106"


class BadNumber(ReasonerError):
    """Not a number, or not one of the kind that is needed."""

    code = "E107"


class VariableHere(ReasonerError):
    """A variable where only a value can stand."""

    code = "E108"


class NeedsBrackets(ReasonerError):
    """`if` and `iff` in a row, which could be read in two ways."""

    code = "E109"


class TooDeep(ReasonerError):
    """A sentence nested deeper than any person nests."""

    code = "E110"


class SaidTwice(ReasonerError):
    """A clause that its statement has already, or that must stand before another."""

    code = "E111"


class ReservedName(ReasonerError):
    """A relation called by a word that begins sentences."""

    code = "E112"


class UnknownWord(ReasonerError):
    """A unit or a granularity that the language does not have."""

    code = "E113"
