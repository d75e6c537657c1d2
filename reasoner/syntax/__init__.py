"""Text to a tree of frozen values, each with its span, and back."""

from .parse import Draft as Draft
from .parse import parse as parse
from .parse import parse_elements as parse_elements
from .parse import parse_query as parse_query
from .parse import parse_sentence as parse_sentence
from .parse import parse_with_mistakes as parse_with_mistakes
from .show import show as show
from .show import show_constant as show_constant

__all__ = [
    "Draft",
    "parse",
    "parse_elements",
    "parse_query",
    "parse_sentence",
    "parse_with_mistakes",
    "show",
    "show_constant",
]
