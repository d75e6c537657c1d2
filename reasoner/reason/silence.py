"""Why evidence about a sentence does not count: decayed, withdrawn, or about other times."""

from __future__ import annotations

from .. import view as views
from ..answer import Silence
from ..syntax.tree import Sentence
from ..view import View


def silences(view: View, sentence: Sentence, valid: int) -> tuple[Silence, ...]:
    """Every item for *sentence* that has no effect at *valid*, with the reason, in ledger order."""
    return tuple(
        Silence(silent.evidence.name, silent.evidence.said.text, _reason(silent))
        for silent in view.silent(sentence, valid)
    )


def _reason(silent: views.Silence) -> str:
    if silent.why is views.Why.WITHDRAWN:
        return "withdrawn by " + ", ".join(f"`{operation.name}`" for operation in silent.by)
    if silent.why is views.Why.OUTSIDE:
        return f"valid {silent.evidence.said.valid.show()}"
    return str(silent.why.value)
