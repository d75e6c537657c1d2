"""E5: files and ledgers."""

from __future__ import annotations

from .base import ReasonerError


class UnreadableFile(ReasonerError):
    """A file cannot be opened, read or written."""

    code = "E501"


class NotALedger(ReasonerError):
    """The file is there, and it is something else."""

    code = "E502"


class NewerLedger(ReasonerError):
    """A later version wrote the ledger."""

    code = "E503"


class DamagedLedger(ReasonerError):
    """What is stored is not what was written."""

    code = "E504"


class LedgerBusy(ReasonerError):
    """Another program has held the ledger for too long."""

    code = "E505"


class LedgerMoved(ReasonerError):
    """Someone wrote between the reading and the writing."""

    code = "E506"


class DuplicateName(ReasonerError):
    """An operation or evidence has the name already."""

    code = "E507"


class ClockBackwards(ReasonerError):
    """The clock was set to an instant before the one it showed."""

    code = "E508"


class StoredClock(ReasonerError):
    """A clock was set on a stored ledger."""

    code = "E509"


class Unstorable(ReasonerError):
    """A text or sentence that no file can hold."""

    code = "E510"


class OtherArity(ReasonerError):
    """A relation that a ledger has with another number of arguments."""

    code = "E511"


class LedgerNotEmpty(ReasonerError):
    """A whole ledger goes only into an empty one."""

    code = "E512"


class UnknownColumn(ReasonerError):
    """A column that a table does not have, or cannot have for what it is to say."""

    code = "E513"


class MissingLibrary(ReasonerError):
    """A library that comes only with an extra."""

    code = "E514"


class NotAnExport(ReasonerError):
    """A file that is no exported ledger, or not as it was exported."""

    code = "E515"


class RowsRefused(ReasonerError):
    """A table with rows that cannot be loaded; none of it was."""

    code = "E516"


class NotOneTable(ReasonerError):
    """Facts that one table cannot hold."""

    code = "E517"
