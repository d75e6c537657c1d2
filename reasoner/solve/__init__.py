"""One rule program + atoms -> sorted answer sets, bounded in time and number."""

from .grounding import External, Row, Rows, ground
from .limits import MORE_TIME, Limits
from .plan import Phase, Plan, phase, planned, planning
from .search import AnswerSet, Assumption, Find, Search, answer_sets, listed

__all__ = [
    "MORE_TIME",
    "AnswerSet",
    "Assumption",
    "External",
    "Find",
    "Limits",
    "Phase",
    "Plan",
    "Row",
    "Rows",
    "Search",
    "answer_sets",
    "ground",
    "listed",
    "phase",
    "planned",
    "planning",
]
