"""Terms, comparisons and atoms as the text of a program: only numbers and our own names."""

from __future__ import annotations

from collections.abc import Iterable

from ..syntax.tree import Comparison, Order, Term, Variable
from .numbers import Numbers

ORDERS = tuple(Order)


def atom_text(name: str, row: Iterable[str]) -> str:
    """A predicate with its arguments."""
    arguments = ",".join(row)
    return f"{name}({arguments})" if arguments else name


def term_text(numbers: Numbers, term: Term) -> str:
    """A variable, or the number of a constant."""
    return variable_name(term.name) if isinstance(term, Variable) else str(numbers.constant(term))


def comparison_text(numbers: Numbers, comparison: Comparison) -> str:
    """A call of the external function that `numbers.comparison` makes."""
    left, right = term_text(numbers, comparison.left), term_text(numbers, comparison.right)
    return f"@compare({ORDERS.index(comparison.order)},{left},{right})=1"


def variable_name(name: str) -> str:
    """Variables get names of our own: letters of any script become their code points."""
    return "V_" + "_".join(str(ord(character)) for character in name)
