"""Rule files: carried out, or checked, file by file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from ..errors import Mistakes, ReasonerError
from .app import AsJson, Code, app

if TYPE_CHECKING:
    from .. import Reply
    from ..report import Json, Line


@dataclass(slots=True)
class Account:
    """What one file came to, as far as it came."""

    file: str
    ledger: str | None = None
    replies: list[Reply] = field(default_factory=list)
    error: ReasonerError | None = None
    interrupted: bool = False

    @property
    def stopped(self) -> int | None:
        """The line of the statement at which it stopped, when some may be done before it."""
        place = None if self.error is None else self.error.stopped
        return None if place is None else place.line

    @property
    def code(self) -> Code:
        if self.interrupted:
            return Code.GAVE_UP
        if self.error is not None:
            gave_up = any(each.code.startswith("E4") for each in self.error.errors)
            return Code.GAVE_UP if gave_up else Code.BAD_INPUT
        failed = any(reply.met is False for reply in self.replies)
        return Code.FAILED if failed else Code.WELL


Show = Callable[[Iterable["Line"]], None]
Act = Callable[[Account, Show], None]

Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Rule files (.bel).")]
LedgerFile = Annotated[
    str | None, typer.Option(metavar="PATH", help="A stored ledger, made if it is not there.")
]
Relaxed = Annotated[
    bool,
    typer.Option("--relaxed", help="Faster: a power cut may take the ledger's last operations."),
]


@app.command()
def run(
    files: Files,
    ledger: LedgerFile = None,
    relaxed: Relaxed = False,
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(help="The longest that one solving may take.")] = 10.0,
    answers: Annotated[int, typer.Option(min=1, help="The most sets it may find.")] = 100_000,
    evidence: Annotated[
        int, typer.Option(min=1, help="The most evidence that one question may look up.")
    ] = 200_000,
    plan: Annotated[
        bool, typer.Option("--plan", help="Show what each statement costs: look-ups, time.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show met expectations too.")] = False,
) -> None:
    """Carry out each file on its own, and report.

    Shown are the operations with what they cost, the answers, and the expectations that failed
    with what was found instead. Without a ledger a file runs in memory. An error stops a file:
    what stands before it was carried out, and nothing after it.
    """
    _require_sense(seconds, ledger, relaxed=relaxed)

    def carry_out(account: Account, show: Show) -> None:
        from .. import Limits, report
        from .. import run as run_file
        from ..solve import planning

        account.ledger = ledger
        watch = report.counting(sys.stderr)
        limits = Limits(seconds, answers, evidence)
        replies = run_file(account.file, ledger, limits=limits, durable=not relaxed, watch=watch)
        for reply, cost in planning(replies):
            account.replies.append(reply)
            show(report.reply_lines(reply, verbose=verbose))
            if plan:
                show(report.plan_lines(cost))
        show(report.summary_lines(account.replies))

    _each(files, carry_out, as_json=as_json, errors_to=sys.stderr)


def _require_sense(seconds: float, ledger: str | None, *, relaxed: bool) -> None:
    if not seconds > 0:
        raise typer.BadParameter("must be more than 0", param_hint="--seconds")
    if relaxed and ledger is None:
        raise typer.BadParameter("is for a stored ledger", param_hint="--relaxed")


@app.command()
def check(files: Files, as_json: AsJson = False) -> None:
    """Say all that is wrong with each file; carry nothing out."""

    def look(account: Account, show: Show) -> None:
        from .. import check as check_file
        from .. import report

        if mistakes := check_file(account.file):
            raise Mistakes(mistakes)
        show([report.Line(f"{account.file}: no mistakes", report.Role.SUMMARY)])

    _each(files, look, as_json=as_json, errors_to=sys.stdout)


# -- file by file ----------------------------------------------------------------------------------


def _each(files: list[str], act: Act, *, as_json: bool, errors_to: TextIO | None) -> None:
    """Act on each file in turn and report: text as it comes, or JSON at the end.

    Raises: typer.Exit, with the worst code.
    """
    from ..report import Line, Printer, Role, error_lines

    out = Printer(None if as_json else sys.stdout)
    err = Printer(None if as_json else errors_to)
    accounts: list[Account] = []
    for file in files:
        accounts.append(account := Account(file))
        try:
            if len(files) > 1:
                out.show([Line(f"== {file}", Role.STATEMENT)])
            act(account, out.show)
        except ReasonerError as error:
            account.error = error
            err.show([*error_lines(error), *_stop_lines(account)])
        except KeyboardInterrupt:
            account.interrupted = True
            err.show([Line("interrupted", Role.ERROR)])
            break
    code = max(account.code for account in accounts)
    if as_json:
        document = {"code": code, "files": [_to_json(account) for account in accounts]}
        try:
            Printer(sys.stdout).write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        except ReasonerError as error:
            Printer(sys.stderr).show(error_lines(error))
            code = max(code, Code.BAD_INPUT)
    raise typer.Exit(code)


def _stop_lines(account: Account) -> Iterator[Line]:
    from ..report import Line, Role

    if account.stopped is not None:
        kept = "" if account.ledger is None else f" and recorded in {account.ledger}"
        text = f"what stands before it was carried out{kept}, and nothing after it"
        yield Line(f"stopped at line {account.stopped} of {account.file}: {text}", Role.DETAIL)


def _to_json(account: Account) -> Json:
    from ..report import errors_to_json, to_json

    return {
        "file": account.file,
        "code": account.code,
        "interrupted": account.interrupted,
        "stopped": account.stopped,
        "replies": [to_json(reply) for reply in account.replies],
        "errors": [] if account.error is None else errors_to_json(account.error),
    }
