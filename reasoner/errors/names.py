"""E2: names and types."""

from __future__ import annotations

from .base import ReasonerError


class UnknownRelation(ReasonerError):
    """Nothing declares the relation."""

    code = "E201"


class WrongArity(ReasonerError):
    """More or fewer arguments than the relation has."""

    code = "E202"


class AlreadyDeclared(ReasonerError):
    """A second declaration of what has one."""

    code = "E203"


class UnknownSource(ReasonerError):
    """Nothing declares the source."""

    code = "E204"


class UnknownAgent(ReasonerError):
    """Nothing declares the agent."""

    code = "E205"


class UnknownArgument(ReasonerError):
    """A relation has no argument of that name."""

    code = "E206"


class DuplicateArgument(ReasonerError):
    """Two arguments of one relation have one name."""

    code = "E207"


class WrongProperty(ReasonerError):
    """A relation cannot have the property, for what its arguments are."""

    code = "E208"


class SortClash(ReasonerError):
    """One constant or variable stands for two sorts."""

    code = "E209"


class DuplicateLabel(ReasonerError):
    """Two of evidence, operations and rules have one label."""

    code = "E210"


class UnknownLabel(ReasonerError):
    """No operation, evidence or rule of the needed kind has the label."""

    code = "E211"


class UnknownRank(ReasonerError):
    """`rank` or `protect` names nothing that it could."""

    code = "E212"


class UnknownPolicy(ReasonerError):
    """No selection has the name, or it has no place where it stands."""

    code = "E213"


class UnknownType(ReasonerError):
    """Nothing declares the type of evidence."""

    code = "E214"


class OutOfRange(ReasonerError):
    """A number outside what its place allows."""

    code = "E215"


class NotAValue(ReasonerError):
    """A Python value that cannot stand where it was given."""

    code = "E216"


class NotAnInstant(ReasonerError):
    """A value that names no instant or interval."""

    code = "E217"


class NotASelection(ReasonerError):
    """A selection function that chooses nothing, or no remainder."""

    code = "E218"


class NotAnIncision(ReasonerError):
    """An incision function that leaves a kernel whole, or cuts what is in none."""

    code = "E219"
