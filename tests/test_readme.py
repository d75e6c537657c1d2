"""The pages: every block of README, docs and examples does what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli import app
from reasoner.syntax import parse

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path
    for pattern in ("README.md", "docs/**/*.md", "examples/*/README.md")
    for path in ROOT.glob(pattern)
)
FENCED = re.compile(r"^```(?P<kind>\w+)(?P<rest>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)
FILE_NAME = re.compile(r"% (\w+\.bel)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block. A `bel` block that begins with `% name.bel` stands for a file so called.

    So does a block of kind `csv name.csv`.
    """

    page: Path
    line: int
    kind: str
    text: str

    @property
    def file_name(self) -> str | None:
        if self.kind.startswith("csv "):
            return self.kind.removeprefix("csv ")
        match = FILE_NAME.match(self.text) if self.kind == "bel" else None
        return match and match[1]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            f"{match['kind']}{match['rest']}",
            match["text"],
        )
        for match in FENCED.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks(page)]


def each(kind: str):
    """Parametrize over all blocks of a kind that stand for no file."""
    found = [block for block in BLOCKS if block.kind == kind and block.file_name is None]
    return pytest.mark.parametrize("block", found, ids=str)


def reasoner(command: str) -> str:
    """What `$ reasoner …` prints, errors among it."""
    _, *arguments = shlex.split(command)
    return CliRunner().invoke(app, arguments, prog_name="reasoner", catch_exceptions=False).output


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the examples and nothing else, to be in."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def save_files(page: Path, folder: Path) -> None:
    for block in blocks(page):
        if block.file_name is not None:
            (folder / block.file_name).write_text(block.text, encoding="utf-8")


@each("bel")
def test_a_rule_file_meets_its_expectations(folder, block):
    (folder / "block.bel").write_text(block.text, encoding="utf-8")
    ran = CliRunner().invoke(app, ["run", "block.bel"], catch_exceptions=False)
    assert (ran.exit_code, ran.output) == (0, ran.output)


@each("bel fragment")
def test_a_fragment_is_of_the_language(block):
    parse(block.text, str(block))


@each("console")
def test_a_command_prints_what_is_shown(folder, block):
    save_files(block.page, folder)
    commands = re.split(r"^\$ ", block.text, flags=re.M)[1:]
    for shown in commands:
        command, _, expected = shown.partition("\n")
        assert reasoner(command).strip() == expected.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_answers_what_is_shown(folder, page):
    save_files(page, folder)
    text = "\n".join(block.text for block in blocks(page) if block.kind == "python")
    test = doctest.DocTestParser().get_doctest(text, {}, str(page), str(page), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    result = runner.run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("story", sorted((ROOT / "examples").iterdir()), ids=lambda path: path.name)
def test_a_story_has_a_rule_file_and_a_transcript_of_it(story):
    commands = [block.text.split("\n")[0] for block in blocks(story / "README.md")]
    rule_file = f"examples/{story.name}/{story.name}.bel"
    assert (ROOT / rule_file).is_file()
    assert f"$ reasoner run {rule_file}" in commands


def test_readme_gives_the_two_commands_on_its_first_screen():
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").split("\n")[:40]
    venv = "python3 -m venv .venv && .venv/bin/pip install -q"
    assert f"{venv} -e . && .venv/bin/reasoner run examples/tweety/tweety.bel" in first_screen
    assert f'{venv} -e ".[dev]" && .venv/bin/pytest -q' in first_screen
