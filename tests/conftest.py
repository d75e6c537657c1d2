"""What the tests of all rooms share: hypothesis profiles, and the way to ../shared."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
CI = os.environ.get("CI") == "true"
SHARED = Path(os.environ.get("REASONER_SHARED") or ROOT.parent / "shared")

settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if CI else "here")


def hear_ctrl_c() -> None:
    """What a child does first, for a parent may ignore SIGINT, as a job in the background does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The place of a file under ../shared, or under REASONER_SHARED where that is set.

    Without the file the test is skipped; in CI it fails if the folder itself is there.
    """

    def find(name: str) -> Path:
        path = SHARED / name
        if path.exists():
            return path
        if CI and SHARED.exists():
            pytest.fail(f"{SHARED} is there, but {name} is not in it")
        pytest.skip(f"needs {path}")

    return find
