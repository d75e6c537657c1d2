"""One rule program + atoms -> sorted answer sets, bounded in time and number."""

from .grounding import External, Row, Rows, ground
from .limits import MORE_TIME, Limits
from .search import AnswerSet, Assumption, Find, Search, answer_sets, listed

__all__ = [
    "MORE_TIME",
    "AnswerSet",
    "Assumption",
    "External",
    "Find",
    "Limits",
    "Row",
    "Rows",
    "Search",
    "answer_sets",
    "ground",
    "listed",
]
