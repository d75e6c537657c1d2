"""E4: the solver, and what runs out of time or space."""

from __future__ import annotations

from .base import ReasonerError


class SolveTimeout(ReasonerError):
    """Out of time; `.found` holds what was found by then, but for what was handed out already."""

    code = "E401"

    def __init__(
        self, message: str, *, help: str | None = None, found: tuple[object, ...] = ()
    ) -> None:
        super().__init__(message, help=help)
        self.found = found


class TooManyAnswers(ReasonerError):
    """More answers than allowed; `.found` holds those, but for what was handed out already."""

    code = "E402"

    def __init__(self, limit: int, found: tuple[object, ...]) -> None:
        super().__init__(
            f"more than {limit} answer sets",
            help="allow more with `limits=Limits(answers=…)`, or `--answers` on the command line",
        )
        self.found = found


class TooMuchEvidence(ReasonerError):
    """A question depends on more evidence than may be looked up for it."""

    code = "E408"

    def __init__(self, limit: int, because: str) -> None:
        super().__init__(
            f"what matters here is more than {limit:,} items of evidence, most of it because "
            f"{because}",
            help="bind more of its variables, or allow more with `limits=Limits(evidence=…)`, "
            "or `--evidence` on the command line",
        )


class QueryTimeout(ReasonerError):
    """A query took longer than its limit."""

    code = "E403"


class GroundingFailed(ReasonerError):
    """A rule program could not be grounded."""

    code = "E404"


class QueryTooLarge(ReasonerError):
    """A query has more answers than its limit."""

    code = "E405"


class WeightsTooLarge(ReasonerError):
    """The weights to compare add up to more than the solver can sum."""

    code = "E406"


class TooManyAtoms(ReasonerError):
    """More atoms than a truth table can be written for."""

    code = "E407"
