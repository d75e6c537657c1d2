"""In and out of a ledger: facts in bulk, and whole ledgers as text."""

from .columns import Columns as Columns
from .loading import load_facts as load_facts
from .saving import Facts as Facts
from .saving import facts as facts
from .saving import write_csv as write_csv
from .saving import write_parquet as write_parquet
from .whole import export_ledger as export_ledger
from .whole import import_ledger as import_ledger

__all__ = [
    "Columns",
    "Facts",
    "export_ledger",
    "facts",
    "import_ledger",
    "load_facts",
    "write_csv",
    "write_parquet",
]
