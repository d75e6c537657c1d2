"""Why evidence about a sentence does not count: decayed, withdrawn, or about other times."""

from __future__ import annotations

from collections.abc import Iterable

from .. import view as views
from ..answer import Silence
from ..syntax.tree import Sentence
from ..time import show_instant
from ..view import View


def silences(view: View, sentence: Sentence, valid: int) -> tuple[Silence, ...]:
    """Every item for *sentence* that has no effect at *valid*, with the reason, in ledger order."""
    return tuple(
        Silence(silent.evidence.name, silent.evidence.said.text, _reason(silent))
        for silent in view.silent(sentence, valid)
    )


def _reason(silent: views.Silence) -> str:
    if silent.why is views.Why.WITHDRAWN:
        return "withdrawn by " + _listed(silent.by)
    if silent.why is views.Why.ENTOMBED:
        return "blocked by the tombstone of " + _listed(silent.by)
    if silent.why is views.Why.POSSIBLE:
        return f"may hold, valid {silent.evidence.said.valid.show()}"
    if silent.since is not None:
        return f"decayed, under the threshold since {show_instant(silent.since)}"
    if silent.why is views.Why.OUTSIDE:
        return f"valid {silent.evidence.said.valid.show()}"
    return str(silent.why.value)


def _listed(operations: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in operations)
