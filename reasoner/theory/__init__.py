"""Declarations to a theory: names, arities, sorts, safety, policies, all mistakes at once."""

from .assembly import declarations as declarations
from .assembly import theory_of as theory_of
from .check import build as build
from .check import check as check
from .check import resolve_operation as resolve_operation
from .check import resolve_query as resolve_query
from .check import resolve_sentence as resolve_sentence

__all__ = [
    "build",
    "check",
    "declarations",
    "resolve_operation",
    "resolve_query",
    "resolve_sentence",
    "theory_of",
]
