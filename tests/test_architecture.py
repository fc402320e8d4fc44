"""Reads the imports of every module and holds the direction that docs/architecture.md draws."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "tilewright"

_GROUND = {"errors", "lattices", "pieces", "puzzle", "abstract"}
_MIDDLE = {"cover", "verify", "symmetry", "formats", "render", "why", "catalogue"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "lattices": {"errors"},
    "pieces": {"errors", "lattices"},
    "puzzle": {"errors", "lattices", "pieces"},
    "abstract": {"errors", "lattices", "pieces", "puzzle"},
    "cover": _GROUND,
    "verify": _GROUND,
    "symmetry": {*_GROUND, "cover"},
    "formats": {*_GROUND, "cover"},
    "render": _GROUND,
    "why": {*_GROUND, "cover"},
    "catalogue": {*_GROUND, "formats"},
    "makers": _GROUND,
    "engines": {*_GROUND, *_MIDDLE, "_core"},
    "gunport": {*_GROUND, *_MIDDLE, "engines", "_core"},
    "dominosa": {*_GROUND, *_MIDDLE, "makers", "engines", "_core"},
    "games": {*_GROUND, *_MIDDLE, "makers", "engines", "gunport", "vanishing"},
    "runs": {*_GROUND, *_MIDDLE, "engines", ""},
    "cli": {
        *_GROUND,
        *_MIDDLE,
        "engines",
        "gunport",
        "dominosa",
        "makers",
        "vanishing",
        "games",
        "runs",
        "web",
        "",
    },
    "vanishing": {"errors", "lattices", "render", "formats", "_core"},
    "web": {*_GROUND, *_MIDDLE, "engines", "gunport", "vanishing", "runs", "games", ""},
    "__init__": {*_GROUND, *_MIDDLE, "engines"},
    "__main__": {"cli"},
}
"""Room -> the rooms that it may import, besides itself. "" is the package's own ``__init__``."""

DOORS = {"puzzle": {"engines"}}
"""Room -> rooms that some of its methods open when they are called: Puzzle.count, .optimise, .sample."""

HEAVY = (
    "numpy",
    "PIL",
    "rich",
    "click",
    "ortools",
    "distributed",
    "dask",
    "starlette",
    "uvicorn",
    "fastapi",
    "pydantic",
    "hypothesis",
)


def room_of(path: Path) -> str:
    """The room that a source file belongs to: its module or package right below tilewright."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(text: str, package: tuple[str, ...], rooms: set[str]) -> set[str]:
    """The rooms that a module imports anywhere in its text, under TYPE_CHECKING and in functions too.

    ``package`` is the package that relative imports start from; "" stands for tilewright itself.
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*start, *([node.module] if node.module else [])])
            names |= {f"{base}.{alias.name}" for alias in node.names}
    found = set()
    for name in names:
        root, _, rest = name.partition(".")
        if root == "tilewright":
            first = rest.partition(".")[0]
            found.add(first if first in rooms else "")
    return found


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(SOURCE.rglob("*.py"))


def rooms() -> set[str]:
    """Every room there is, the compiled core included."""
    return {room_of(path) for path in modules()} | {"_core"}


def test_every_room_has_its_place() -> None:
    assert {room_of(path) for path in modules()} <= MAY_IMPORT.keys(), (
        "give the new room a line in MAY_IMPORT"
    )


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(path)
    package = ("tilewright", *path.relative_to(SOURCE).parent.parts)
    found = imported(path.read_text(encoding="utf-8"), package, rooms())
    wrong = found - MAY_IMPORT[room] - {room} - DOORS.get(room, set())
    assert not wrong, f"{room} must not import {', '.join(sorted(wrong))}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import tilewright.cli.program", {"cli"}),
        ("from tilewright import cover, formats", {"cover", "formats"}),
        ("from tilewright import __version__", {""}),
        ("import tilewright", {""}),
        ("def late():\n    from tilewright.engines import run", {"engines"}),
        ("if TYPE_CHECKING:\n    from tilewright.why import reason", {"why"}),
        ("from . import exits", {"cli"}),
        ("from ..engines import run", {"engines"}),
        ("from .. import verify", {"verify"}),
        ("import os, rich.console", set()),
    ],
)
def test_reads_every_kind_of_import(text: str, expected: set[str]) -> None:
    known = {"cli", "cover", "engines", "formats", "verify", "why"}
    assert imported(text, ("tilewright", "cli"), known) == expected


def test_no_room_may_import_one_that_may_import_it() -> None:
    for room, allowed in MAY_IMPORT.items():
        for other in allowed & MAY_IMPORT.keys():
            assert room not in MAY_IMPORT[other], f"{room} and {other} may import each other"


def test_doors_stay_shut_until_they_are_used() -> None:
    code = (
        "import sys, tilewright.puzzle; print([m for m in sys.modules if m.startswith('tilewright.engines')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_import_leaves_the_heavy_modules_alone() -> None:
    code = f"import sys, tilewright; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
