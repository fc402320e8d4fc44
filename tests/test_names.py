"""Names in the code: none says only that something was found or is held."""

from __future__ import annotations

import subprocess
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAGUE = {"found", "held"}
MOST = 80
"""Attributes and fields that were called so before: times in libraries, listeners of solvers."""


def test_vague_names_do_not_spread() -> None:
    """A local variable is called after what it is: ``solutions``, ``match``, ``blocked``."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    names = listed.stdout.split() or [str(path.relative_to(ROOT)) for path in ROOT.glob("src/**/*.py")]
    uses = []
    kept = "tests/plugin_of_0_2/"  # as it was written then
    for name in (name for name in names if (ROOT / name).is_file() and not name.startswith(kept)):
        with (ROOT / name).open("rb") as stream:
            for token in tokenize.tokenize(stream.readline):
                if token.type == tokenize.NAME and token.string in VAGUE:
                    uses.append(f"{name}:{token.start[0]}: {token.line.strip()}")
    assert len(uses) <= MOST, "\n".join(uses)
