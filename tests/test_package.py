"""The package as a user gets it: built from a clean copy, installed elsewhere, and run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("budget", "doctors", "swan", "tweety")

# Both tests on one worker: the wheel is built once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("package")]

FOLDERS = {"reasoner": "reasoner", "rules": "reasoner/rules", "grammar": "reasoner/grammar"}
KINDS = (".py", ".lp", ".lark", ".typed")

SMALL = """\
relation bird(animal).
relation flies(animal).
default fly: flies(X) :- bird(X).
believe r: bird(robin).
expect true flies(robin).
"""


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run *command* in *folder*, out of reach of this checkout."""
    hidden = ("PYTHONPATH", "PYTEST_ADDOPTS")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False
    )


def build(folder: Path) -> Path:
    """The wheel made from the source distribution of a copy of the tree without leftovers."""
    copy = folder / "copy"
    leftovers = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name, ignore=leftovers)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    built = run(sys.executable, "-m", "build", "--outdir", folder / "dist", folder=copy)
    assert built.returncode == 0, built.stdout + built.stderr
    [wheel] = (folder / "dist").glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The command of the wheel, installed with its dependencies in an environment in *folder*."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    installed = run(scripts / "python", "-m", "pip", "install", "-q", wheel, folder=folder)
    assert installed.returncode == 0, installed.stderr
    return scripts / "reasoner"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    return install(wheel, tmp_path_factory.mktemp("environment"))


def test_the_wheel_holds_the_tree_and_nothing_else(wheel):
    names = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"{target}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, target in FOLDERS.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in KINDS
    }
    assert names == expected


def test_the_installed_command_runs_a_file_in_another_folder(command, tmp_path):
    (tmp_path / "small.bel").write_text(SMALL, encoding="utf-8")
    ran = run(command, "run", "small.bel", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("story", EXAMPLES)
def test_the_installed_command_runs_the_examples(command, shared, tmp_path, story):
    ran = run(command, "run", shared(f"examples/{story}/{story}.bel"), folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
