"""The rooms: imports point one way, libraries stay where they belong, everything is small."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reasoner"

# From left to right: a module imports only from rooms to its left, or from its own.
# The front door stands before the command line, which is a user of it.
ORDER = (
    "errors", "files", "time", "syntax", "theory", "ledger", "view", "transfer", "facts", "slice",
    "solve", "answer", "reason", "postulates", "report", "__init__", "cli", "serve", "__main__",
)  # fmt: skip
SIDE_BY_SIDE = frozenset({("serve", "cli"), ("cli", "serve")})  # neither imports the other
ONLY_IN = {"lark": "syntax", "clingo": "solve", "pyDatalog": "reason", "typer": "cli"}

MODULE_LINES = 400
FUNCTION_LINES = 40
RULE_FILE_LINES = 80
LINE_WIDTH = 100
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")


@dataclass(frozen=True)
class Module:
    """One Python file of the package; its name is dotted and begins with `reasoner`."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else "__init__"


def read(path: Path, package: Path = PACKAGE) -> Module:
    parts = ("reasoner", *path.relative_to(package).with_suffix("").parts)
    name = ".".join(parts).removesuffix(".__init__")
    return Module(name, path, ast.parse(path.read_text(encoding="utf-8")))


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that *module* imports, wherever in it the import stands."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                inside = module.path.name == "__init__.py"
                parts = module.name.split(".")
                here = parts[: len(parts) - node.level + inside]
                origin = ".".join([*here, *filter(None, [node.module])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def room_of(imported: str) -> str:
    """The room that `reasoner.x...` belongs to; a name that is no room is the front door's."""
    parts = imported.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ORDER else "__init__"


def wrong_imports(module: Module) -> list[str]:
    """The imports of *module* that point right, or bring in a library of another room."""
    wrong = []
    if module.room not in ORDER:
        return [f"{module.name}: {module.room} is no room of the list"]
    for line, imported in imports(module):
        library = imported.split(".")[0]
        if library == "reasoner":
            room = room_of(imported)
            backward = ORDER.index(room) > ORDER.index(module.room)
            if backward or (module.room, room) in SIDE_BY_SIDE:
                wrong.append(f"{module.name}:{line}: {module.room} may not import {imported}")
        elif ONLY_IN.get(library, module.room) != module.room:
            wrong.append(f"{module.name}:{line}: {library} belongs to {ONLY_IN[library]}")
    return wrong


def cycle(modules: list[Module]) -> list[str]:
    """The names of modules that import each other in a ring; [] where there is none."""
    names = {module.name for module in modules}
    graph: dict[str, set[str]] = {name: set() for name in names}
    for module in modules:
        for _, imported in imports(module):
            target = imported if imported in names else imported.rpartition(".")[0]
            if target in names:
                graph[module.name].add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def undocumented(module: Module) -> list[str]:
    """What has no docstring: the module, unless empty, and its public functions and classes."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    nodes = [node for node in module.tree.body if isinstance(node, kinds)]
    public = [(node.name, node) for node in nodes if not node.name.startswith("_")]
    everything = [("the module itself", module.tree), *public] if module.tree.body else []
    return [name for name, node in everything if ast.get_docstring(node) is None]


MODULES = [read(path) for path in sorted(PACKAGE.rglob("*.py"))]
TEXTS = sorted(
    path
    for folder, pattern in (("reasoner", "*.py"), ("rules", "*.lp"), ("grammar", "*.lark"))
    for path in (ROOT / folder).rglob(pattern)
)
each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)


@each_module
def test_imports_point_left_in_the_list_of_rooms(module):
    assert wrong_imports(module) == []


def test_no_modules_import_each_other_in_a_ring():
    assert cycle(MODULES) == []


@each_module
def test_a_module_is_short(module):
    lines = module.path.read_text(encoding="utf-8").count("\n")
    assert lines <= MODULE_LINES


@each_module
def test_functions_are_short(module):
    long = [
        f"{module.name}:{node.lineno}: {node.name} has {lines} lines"
        for node in functions(module)
        if (lines := node.end_lineno - node.lineno + 1) > FUNCTION_LINES
    ]
    assert long == []


@each_module
def test_public_things_are_documented(module):
    assert undocumented(module) == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_marked_as_unfinished(path):
    assert UNFINISHED.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rules").rglob("*.lp")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_rule_file_is_short_and_narrow(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= RULE_FILE_LINES
    assert [line for line in lines if len(line) > LINE_WIDTH] == []


# -- the checks themselves -----------------------------------------------------------------------


def planted(folder: Path, **texts: str) -> list[Module]:
    """Modules of a small package in *folder*; `a__b` is written to a/b.py."""
    for name, text in texts.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [read(path, folder) for path in sorted(folder.rglob("*.py"))]


@pytest.mark.parametrize(
    ("room", "text", "expected"),
    [
        pytest.param("view", "from reasoner.errors import Span", 0, id="to the left"),
        pytest.param("view", "from reasoner.solve import solve", 1, id="to the right"),
        pytest.param("view", "from reasoner import solve", 1, id="a room by its name"),
        pytest.param("view", "from reasoner import Status", 1, id="through the front door"),
        pytest.param("view", "from .solve import solve", 1, id="relative"),
        pytest.param("view", "def f():\n    import reasoner.cli", 1, id="inside a function"),
        pytest.param("cli", "from reasoner import Status", 0, id="the command line is a user"),
        pytest.param("cli", "from reasoner import serve", 1, id="side by side"),
        pytest.param("solve", "import clingo.ast", 0, id="a library in its room"),
        pytest.param("theory", "from lark import Lark", 1, id="a library in another room"),
        pytest.param("helpers", "", 1, id="a room that is not in the list"),
    ],
)
def test_a_planted_import_is_judged(tmp_path, room, text, expected):
    [module] = planted(tmp_path, **{room: text})
    assert len(wrong_imports(module)) == expected


def test_a_planted_ring_is_found(tmp_path):
    modules = planted(
        tmp_path,
        theory__rules="from .sorts import check",
        theory__sorts="from reasoner.theory import rules",
        theory__names="from .rules import check",
    )
    assert set(cycle(modules)) == {"reasoner.theory.rules", "reasoner.theory.sorts"}
