"""E3: logic."""

from __future__ import annotations

from .base import ReasonerError


class UnsafeVariable(ReasonerError):
    """A variable of a rule or constraint that its body does not bind."""

    code = "E301"


class NotInRule(ReasonerError):
    """`not` in the body of a rule or constraint."""

    code = "E302"


class CyclicRank(ReasonerError):
    """Ranks that go round in a circle."""

    code = "E303"


class NoModel(ReasonerError):
    """A background that contradicts itself."""

    code = "E304"


class Refused(ReasonerError):
    """A sentence that the background contradicts."""

    code = "E305"


class TooWeak(ReasonerError):
    """A revision by evidence that would not be accepted."""

    code = "E306"


class NotRecoverable(ReasonerError):
    """A recovery that cannot be: of what, or why not."""

    code = "E307"


class UnsafeQuery(ReasonerError):
    """A variable of a query that nothing gives a value."""

    code = "E308"


class NothingToChoose(ReasonerError):
    """An operation under the policy `surface`, which chooses nothing."""

    code = "E309"


class NotAConflict(ReasonerError):
    """A set of elements, named as a conflict, that is none."""

    code = "E310"


class NowhereCertain(ReasonerError):
    """A revision by what holds at no instant for sure."""

    code = "E311"


class StillRetracted(ReasonerError):
    """A revision by what was retracted, and stays ineffective until that is recovered."""

    code = "E313"


class NothingThere(ReasonerError):
    """A retraction or touch of what nothing supports."""

    code = "E312"
