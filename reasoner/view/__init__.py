"""The view: what the ledger says as it was known at one instant, with weights."""

from .statements import Item, Silence, Statement, Voice, Why, supported, words
from .view import View
from .weights import MILLION

__all__ = [
    "MILLION", "Item", "Silence", "Statement", "View", "Voice", "Why", "supported", "words",
]  # fmt: skip
