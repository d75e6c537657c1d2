"""The part of a view, with the rule instances, that can matter to a goal."""

from .apart import Piece, apart
from .base import Base, Selectable
from .element import Element
from .part import Slice, Sources

__all__ = ["Base", "Element", "Piece", "Selectable", "Slice", "Sources", "apart"]
