"""The ledger: append-only operations and evidence, and the stores that hold them."""

from .memory import MemoryLedger
from .sqlite import SqliteLedger

__all__ = ["MemoryLedger", "SqliteLedger"]
