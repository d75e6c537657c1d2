"""The timeline of a statement: a table, a picture, or data."""

from __future__ import annotations

from typing import Annotated

import typer

from .app import AsJson, app
from .ledger import Known, LedgerFile, declared
from .outcome import existing, outcome, whole_file


@app.command()
def timeline(
    path: LedgerFile,
    sentence: Annotated[str, typer.Argument(metavar="SENTENCE")],
    known: Known = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Which status a sentence has where on the two axes of time, by a stored ledger."""
    from .. import Reasoner
    from ..report import rectangles_to_json, timeline_lines, timeline_svg

    with outcome(as_json=as_json) as said, existing(path) as stored:
        kb = Reasoner(declared(stored, path), stored.fork())  # a question writes nothing
        found = kb.timeline(sentence, known=known)
        said.data |= {"sentence": sentence, "timeline": rectangles_to_json(found)}
        if svg is None:
            said.lines.extend(timeline_lines(found))
            return
        with whole_file(svg) as part:
            part.write_text(timeline_svg(found, sentence), encoding="utf-8", newline="")
        said.say(f"drew {len(found)} rectangles in {svg}")
