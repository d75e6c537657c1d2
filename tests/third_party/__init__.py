"""Third-party data -> theories and operations; each module says in which reading."""

from __future__ import annotations

import json


def quoted(name: str) -> str:
    """A name as a constant of the language, whatever letters it has."""
    return json.dumps(name, ensure_ascii=False)
