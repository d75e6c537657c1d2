"""How deep sentences and statements may nest."""

from __future__ import annotations

from ..errors import Span, TooDeep
from .sentences import And, If, Iff, Not, Or, Sentence

MAX_DEPTH = 100
CONDITIONAL = 10
"""What `if` and `iff` count. The negation of an `iff` says each of its sides twice, so n of them
inside one another, each negated, grow like the n-th power of 1.6."""

MAX_BLOCKS = 50  # of `suppose` and `refuse`


def depth(sentence: Sentence) -> int:
    """How deep the deepest part stands; does not recurse."""
    deepest = 0
    waiting = [(sentence, 0)]
    while waiting:
        part, level = waiting.pop()
        deepest = max(deepest, level)
        match part:
            case Not(inner):
                waiting.append((inner, level + 1))
            case And(parts) | Or(parts):
                waiting.extend((each, level + 1) for each in parts)
            case If(one, other) | Iff(one, other):
                waiting.extend(((one, level + CONDITIONAL), (other, level + CONDITIONAL)))
    return deepest


def too_deep(span: Span | None) -> TooDeep:
    """The error for a sentence that nests deeper than MAX_DEPTH."""
    return TooDeep(
        f"this sentence is nested more than {MAX_DEPTH} deep; `if` and `iff` count {CONDITIONAL}",
        help="give its parts names: `name iff part`, each in a statement of its own",
        span=span,
    )


def too_many_blocks(span: Span | None) -> TooDeep:
    """The error for a statement that stands in more than MAX_BLOCKS others."""
    return TooDeep(
        f"`suppose` and `refuse` are nested more than {MAX_BLOCKS} deep",
        help="take out some of the outer ones: one `suppose` holds many statements",
        span=span,
    )
