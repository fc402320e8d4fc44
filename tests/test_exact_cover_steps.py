"""The seven programs of the learning path: each runs by itself and prints what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
STEPS = sorted((ROOT / "examples" / "exact_cover").glob("step_*.py"))
PAGE = ROOT / "docs" / "tutorial" / "how-exact-cover-is-solved.md"


def test_there_are_seven_steps() -> None:
    assert [path.name.split("_")[1] for path in STEPS] == list("1234567")


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_a_step_prints_what_the_page_says(path: Path) -> None:
    done = subprocess.run([sys.executable, str(path)], capture_output=True, check=True, encoding="utf-8")
    section = PAGE.read_text(encoding="utf-8").partition(f"`{path.name}`")[2]
    printed = re.search(r"```text\n(.*?)```", section, re.DOTALL)
    assert printed is not None and done.stdout == printed[1]
