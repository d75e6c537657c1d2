"""Programs and atoms -> ground programs, bounded in time."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace

import clingo

from ..errors import GroundingFailed
from .limits import Limits

Rows = Mapping[str, tuple[tuple[int, ...], ...]]
"""Predicate -> its ground atoms' arguments, sorted."""

Row = tuple[int, ...]

External = Callable[..., "int | Sequence[int] | Sequence[Row]"]
"""An external function: from numbers to a number, or to all values it can have."""

TICK_S = 0.05  # how often a running solver lets Ctrl-C through
_AT_EXIT_S = 60.0  # how long the interpreter waits for grounding that was given up


def ground(
    program: str,
    atoms: str,
    wanted: Iterable[tuple[str, int]],
    functions: Mapping[str, External],
    *,
    limits: Limits | None = None,
) -> Rows:
    """The ground atoms of a program without choices, by predicate.

    Args:
        program, atoms: texts made of numbers and our own names only.
        wanted: the predicates to read, by name and number of arguments.
        functions: what the program's external functions compute.
    Raises:
        SolveTimeout: out of time; and what an external function raises.
    """
    limits = limits or Limits()
    control, messages = new_control(["-Wno-atom-undefined"])
    control.add("base", [], atoms)
    control.add("base", [], program)
    raised: list[BaseException] = []
    try:
        ground_part(control, "base", (), _context(functions, raised), messages, limits.begun())
    except GroundingFailed:
        if raised:
            raise raised[0] from None
        raise
    found = control.symbolic_atoms
    return {
        name: tuple(
            sorted(
                tuple(argument.number for argument in atom.symbol.arguments)
                for atom in found.by_signature(name, arity)
            )
        )
        for name, arity in wanted
    }


def _context(functions: Mapping[str, External], raised: list[BaseException]) -> object:
    """raised: where what a function raises is noted, since it ends the grounding by another."""

    def external(function: External) -> Callable[..., clingo.Symbol | list[clingo.Symbol]]:
        def called(*symbols: clingo.Symbol) -> clingo.Symbol | list[clingo.Symbol]:
            try:
                return _symbols(function(*(symbol.number for symbol in symbols)))
            except BaseException as error:
                raised.append(error)
                raise

        return called

    return SimpleNamespace(**{name: external(function) for name, function in functions.items()})


def _symbols(value: int | Sequence[int] | Sequence[Row]) -> clingo.Symbol | list[clingo.Symbol]:
    match value:
        case int():
            return clingo.Number(value)
        case _:
            return [
                clingo.Number(each)
                if isinstance(each, int)
                else clingo.Tuple_([clingo.Number(number) for number in each])
                for each in value
            ]


def new_control(arguments: list[str]) -> tuple[clingo.Control, list[str]]:
    """A Control, and what it complains of from now on."""
    messages: list[str] = []
    control = clingo.Control(arguments, logger=lambda _, text: messages.append(text))
    return control, messages


def ground_part(
    control: clingo.Control,
    part: str,
    numbers: Sequence[int],
    context: object,
    messages: list[str],
    limits: Limits,
    *,
    at_once: bool = False,
) -> None:
    """Ground a part of a program.

    at_once: whether that is done in a moment, and needs no thread.
    """
    failures: list[BaseException] = []

    def work() -> None:
        try:
            control.ground([(part, [clingo.Number(n) for n in numbers])], context=context)
        except BaseException as failure:
            failures.append(failure)

    if at_once:
        limits.check("grounding")
        work()
    else:
        _wait(work, limits)
    if failures:
        if isinstance(failures[0], KeyboardInterrupt):
            raise failures[0]
        raise GroundingFailed(f"grounding stopped: {failures[0]}") from failures[0]
    if messages:
        raise GroundingFailed(f"grounding complained: {messages[0].strip()}")


def _wait(work: Callable[[], None], limits: Limits) -> None:
    """Work in a thread, since grounding itself hears neither Ctrl-C nor a clock."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            limits.check("grounding")
            thread.join(min(TICK_S, max(limits.left(), 0)))
    except BaseException:
        atexit.register(thread.join, _AT_EXIT_S)  # or it might outlive what it works on
        raise
