"""What a rule file must keep to, as a list of the places where it does not.

A file's header lists what its own text reads (`in`), and all that is shown when it runs (`out`).
What an included sibling reads stands in the sibling's header.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import clingo
from clingo import ast

Signature = tuple[str, int]

INCLUDE = re.compile(r"^[^%]*?#include\s*([\"<])([^\">]*)[\">]", re.MULTILINE)
HEADER = re.compile(r"%% (in|out|law|ref)\s+(\S.*)")
PREDICATE = re.compile(r"(-?\w+)/(\d+)\s+\S")
LAW = re.compile(r"\w+:( \w+)+")
LOWER_SNAKE = re.compile(r"_?[a-z][a-z0-9]*(_[a-z0-9]+)*")
RULE_LINES = 3


@dataclass(frozen=True)
class Header:
    """The `%%` lines of a file, and what is wrong with their form."""

    reads: frozenset[Signature]
    shows: frozenset[Signature]
    problems: tuple[str, ...]


@dataclass
class Program:
    """The statements of one file without what it includes; the sets fill up as it is read."""

    path: Path
    text: str
    statements: list[ast.AST] = field(default_factory=list)
    comments: set[int] = field(default_factory=set)  # lines on which a comment begins
    reads: set[Signature] = field(default_factory=set)
    derives: set[Signature] = field(default_factory=set)
    defined: set[Signature] = field(default_factory=set)
    shown: set[Signature] = field(default_factory=set)

    @property
    def includes(self) -> list[tuple[str, str]]:
        """The opening mark, a quote or `<`, and the name of each file included."""
        return INCLUDE.findall(self.text)


def problems(path: Path, predicates: Mapping[str, int]) -> list[str]:
    """What is wrong with the rule file at *path*; [] when nothing is.

    Args:
        predicates: the shared vocabulary: name to number of arguments.
    """
    text = path.read_text(encoding="utf-8")
    header = read_header(path.name, text)
    found = [*header.problems, *_wrong_includes(path, text)]
    if not found:
        found += _wrong_program(path, header, predicates)
    return [f"{path.name}: {problem}" for problem in found]


def shared_private(paths: Iterable[Path]) -> list[str]:
    """The `_private` predicates that more than one of the files mentions."""
    homes: dict[str, set[str]] = {}
    for path in paths:
        program = read_program(path)
        for name, _ in program.reads | program.derives:
            if name.startswith("_"):
                homes.setdefault(name, set()).add(path.name)
    return [
        f"{name} is private, and is in {', '.join(sorted(files))}"
        for name, files in sorted(homes.items())
        if len(files) > 1
    ]


def laws(path: Path) -> list[tuple[str, str]]:
    """The laws that the file claims, as pairs of operation and law, in the order written."""
    lines = HEADER.findall(path.read_text(encoding="utf-8"))
    claims = [text.split(":") for word, text in lines if word == "law"]
    return [(operation, law) for operation, names in claims for law in names.split()]


# -- the header ----------------------------------------------------------------------------------


def read_header(name: str, text: str) -> Header:
    """The contract in the `%%` lines at the top of the file called *name*."""
    lines = [line for line in text.splitlines() if line.startswith("%%")]
    wrong = []
    if not re.match(rf"%% {re.escape(name)}: \S", text):
        wrong.append(f"the first line is not '%% {name}: purpose'")
    if text.splitlines()[: len(lines)] != lines:
        wrong.append("a %% line stands outside the header")
    predicates: dict[str, set[Signature]] = {"in": set(), "out": set()}
    words = []
    for line in lines[1:]:
        if line == "%%" or line.startswith("%%     "):  # empty, or the line before goes on
            continue
        match = HEADER.fullmatch(line)
        if not match:
            wrong.append(f"not a header line: {line}")
            continue
        word, rest = match.groups()
        words.append(word)
        if word in predicates and (found := PREDICATE.match(rest)):
            predicates[word].add((found[1], int(found[2])))
        elif word in predicates or (word == "law" and not LAW.fullmatch(rest)):
            wrong.append(f"not the form of '{word}': {line}")
    if words != sorted(words, key=("in", "out", "law", "ref").index):
        wrong.append("the order of the header is in, out, law, ref")
    if "ref" not in words:
        wrong.append("no %% ref says where it comes from")
    return Header(frozenset(predicates["in"]), frozenset(predicates["out"]), tuple(wrong))


# -- the program ---------------------------------------------------------------------------------


def _wrong_includes(path: Path, text: str) -> Iterator[str]:
    for mark, name in INCLUDE.findall(text):
        sibling = path.with_name(name) if "/" not in name else None
        if mark == "<" or sibling is None or not sibling.is_file():
            yield f"#include {name}: only a sibling may be included"
        elif INCLUDE.search(sibling.read_text(encoding="utf-8")):
            yield f"#include {name}: it includes another in turn"


def _wrong_program(path: Path, header: Header, predicates: Mapping[str, int]) -> Iterator[str]:
    try:
        program = read_program(path)
    except RuntimeError as error:
        yield f"clingo cannot read it: {error}"
        return
    siblings = [path.with_name(name) for _, name in program.includes]
    yield from _wrong_statements(program)
    yield from _wrong_names(program, header, predicates)
    yield from _wrong_contract(program, header, siblings)
    yield from (f"clingo says: {message}" for message in _messages(path))


def _messages(path: Path) -> list[str]:
    """What clingo has to say when it grounds the file alone."""
    messages: list[str] = []
    try:
        control = clingo.Control(logger=lambda _, message: messages.append(message.strip()))
        control.load(str(path))
        control.ground([("base", [])])
    except RuntimeError as error:
        messages.append(str(error))
    return messages


def read_program(path: Path) -> Program:
    """The statements of the file, and which predicates they read, derive, define and show.

    Raises:
        RuntimeError: the file or one it includes is no program.
    """
    program = Program(path, path.read_text(encoding="utf-8"))

    def take(statement: ast.AST) -> None:
        if statement.location.begin.filename != str(path):
            return
        if statement.ast_type is ast.ASTType.Comment:
            program.comments.add(statement.location.begin.line)
        elif statement.ast_type is not ast.ASTType.Program:
            program.statements.append(statement)
            _Reader(program).visit(statement)

    ast.parse_files([str(path)], take, logger=lambda *_: None)
    return program


class _Reader(ast.Transformer):
    """Sorts the predicates of a statement into those it derives and those it reads."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802
        self._program.reads.add(_signature(atom.symbol))
        return atom

    def visit_Rule(self, rule: ast.AST) -> ast.AST:  # noqa: N802
        self._head(rule.head)
        self.visit_sequence(rule.body)
        return rule

    def visit_External(self, external: ast.AST) -> ast.AST:  # noqa: N802
        self._program.derives.add(_signature(external.atom.symbol))
        self.visit_sequence(external.body)
        return external

    def visit_Defined(self, defined: ast.AST) -> ast.AST:  # noqa: N802
        self._program.defined.add(_named(defined))
        return defined

    def visit_ShowSignature(self, shown: ast.AST) -> ast.AST:  # noqa: N802
        if shown.name:
            self._program.shown.add(_named(shown))
        return shown

    def _head(self, head: ast.AST) -> None:
        if head.ast_type is ast.ASTType.Literal:
            if head.atom.ast_type is ast.ASTType.SymbolicAtom:
                self._program.derives.add(_signature(head.atom.symbol))
        elif head.ast_type is ast.ASTType.ConditionalLiteral:
            self._head(head.literal)
            self.visit_sequence(head.condition)
        elif head.ast_type is ast.ASTType.HeadAggregateElement:
            self._head(head.condition)
        else:  # a disjunction, a choice, an aggregate
            for element in head.elements:
                self._head(element)


def _signature(symbol: ast.AST) -> Signature:
    if symbol.ast_type is ast.ASTType.UnaryOperation:
        name, arity = _signature(symbol.argument)
        return f"-{name}", arity
    return symbol.name, len(symbol.arguments)


def _named(statement: ast.AST) -> Signature:
    return statement.name if statement.positive else f"-{statement.name}", statement.arity


# -- what must be so -----------------------------------------------------------------------------


def _wrong_statements(program: Program) -> Iterator[str]:
    begin_rules, end_rules = _stretch_of_rules(program)
    for statement in program.statements:
        kind, place = statement.ast_type, statement.location
        first, last = place.begin.line, place.end.line
        if kind is ast.ASTType.Script:
            yield f"line {first}: #script is not allowed"
        if kind is ast.ASTType.Minimize and program.path.parent.name != "policy":
            yield f"line {first}: only a file in policy/ may prefer by #minimize or #maximize"
        if _is_constraint(statement) and last not in program.comments:
            yield f"line {last}: the constraint ends in no comment that names its law"
        if kind is ast.ASTType.Rule and last - first >= RULE_LINES:
            yield f"line {first}: the rule takes more than {RULE_LINES} lines"
        if kind is ast.ASTType.Defined and first > begin_rules:
            yield f"line {first}: #defined comes before the rules"
        if kind is ast.ASTType.ShowSignature and first < end_rules:
            yield f"line {first}: #show comes after the rules"


def _stretch_of_rules(program: Program) -> tuple[float, float]:
    rules = [s.location for s in program.statements if s.ast_type is ast.ASTType.Rule]
    begin = min((place.begin.line for place in rules), default=float("inf"))
    return begin, max((place.end.line for place in rules), default=0)


def _is_constraint(statement: ast.AST) -> bool:
    if statement.ast_type is not ast.ASTType.Rule:
        return False
    head = statement.head
    return head.ast_type is ast.ASTType.Literal and (
        head.atom.ast_type is ast.ASTType.BooleanConstant
    )


def _wrong_names(program: Program, header: Header, predicates: Mapping[str, int]) -> Iterator[str]:
    for name, _ in sorted(program.reads | program.derives):
        if not LOWER_SNAKE.fullmatch(name.removeprefix("-")):
            yield f"{name} is not in lower_snake"
    for name, arity in sorted(header.reads | header.shows):
        if predicates.get(name) != arity:
            yield f"{name}/{arity} is not in the shared vocabulary"


def _wrong_contract(program: Program, header: Header, siblings: list[Path]) -> Iterator[str]:
    """Header, program, and the siblings' headers and programs, held against each other."""
    every = [program, *map(read_program, siblings)]
    derives = set().union(*(one.derives for one in every))
    needs = set().union(*(one.reads for one in every)) - derives
    defined = set().union(*(one.defined for one in every)) - derives
    headers = [header, *(read_header(p.name, p.read_text(encoding="utf-8")) for p in siblings)]
    listed = set().union(*(one.reads for one in headers)) - derives
    yield from _differ("read but not in any 'in' line", needs - listed)
    yield from _differ("in an 'in' line but never read, or derived here", header.reads - needs)
    yield from _differ("read but not #defined", needs - defined)
    yield from _differ("#defined but not in an 'in' line", program.defined - header.reads)
    shown = set().union(*(one.shown for one in every))
    yield from _differ("shown but not in an 'out' line", shown - header.shows)
    yield from _differ("in an 'out' line but not shown", header.shows - shown)
    yield from _differ("shown but never derived", shown - derives)


def _differ(what: str, signatures: Iterable[Signature]) -> Iterator[str]:
    names = ", ".join(f"{name}/{arity}" for name, arity in sorted(signatures))
    if names:
        yield f"{what}: {names}"
