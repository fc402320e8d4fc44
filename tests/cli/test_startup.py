"""A command imports only the modules it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import puzzle_file

LIBRARIES = (
    "PIL",
    "dask",
    "defusedxml",
    "distributed",
    "highspy",
    "numpy",
    "ortools",
    "rich",
    "scipy",
    "sqlite3",
    "ssl",
    "starlette",
    "uvicorn",
    "xml.sax",
)
"""What some commands need and none of those below."""

ELSEWHERE = (
    "tilewright.families.dominosa",
    "tilewright.solve.count_by_piece",
    "tilewright.solve.engines.kasteleyn.counting",
    "tilewright.solve.optimisation",
    "tilewright.families.gunport",
    "tilewright.generators",
    "tilewright.render.png",
    "tilewright.render.sheet",
    "tilewright.render.svg",
    "tilewright.render.sheet",
    "tilewright.runs",
    "tilewright.families.vanishing",
    "tilewright.web",
    "tilewright.solve.infeasibility",
)
"""Our own modules that the first solution of a small puzzle has no use for."""

OTHER_FORMATS = tuple(
    f"tilewright.formats.{name}"
    for name in ("burrtools", "cnf", "compact_dpf", "dlx", "dpf", "exact_cover_text", "lp", "mps")
)

RUN = """
import sys
from tilewright.cli.program import program
try:
    program.main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
print("\\n" + " ".join(sys.modules))
"""


def imported_by(*words: object) -> set[str]:
    """The modules that are there after a command line has run well."""
    command = [sys.executable, "-c", RUN, *map(str, words)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def among(found: set[str], unwanted: tuple[str, ...]) -> list[str]:
    """Those of the unwanted modules that were imported."""
    return [name for name in unwanted if name in found]


@pytest.mark.parametrize("words", [("--help",), ("solve", "--help")])
def test_help_imports_no_solver(words: tuple[str, ...]) -> None:
    found = imported_by(*words)
    ours = (
        "tilewright._core",
        "tilewright.solve.api",
        "tilewright.formats",
        "tilewright.model.puzzle",
        "tilewright.render",
    )
    assert among(found, (*ours, *LIBRARIES)) == []


def test_solving_a_catalogue_puzzle_imports_no_unneeded_module() -> None:
    found = imported_by("solve", "catalog:dominoes-4x4")
    assert "tilewright.solve.api" in found and "tilewright.render.text" in found
    assert among(found, (*LIBRARIES, *ELSEWHERE, *OTHER_FORMATS)) == []


def test_solving_a_drawn_puzzle_imports_no_unneeded_module(tmp_path: Path) -> None:
    # All formats are asked whether the page is theirs, so their modules are there; what they lean on is not.
    found = imported_by("solve", puzzle_file(tmp_path))
    assert among(found, (*LIBRARIES, *ELSEWHERE)) == []


def test_a_png_imports_its_renderer(tmp_path: Path) -> None:
    found = imported_by("solve", "catalog:dominoes-4x4", "-o", tmp_path / "picture.png")
    assert {"PIL", "tilewright.render.sheet", "tilewright.render.png"} <= found
