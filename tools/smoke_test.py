"""Test an installed Tilewright: ``smoke_test.py``; it counts, solves, draws and imports the web server.

Run it with the Python that has Tilewright and its extra ``web``. It needs no compiler and no checkout.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import tilewright
from tilewright.render import to_png, to_svg


def check(value: object, expected: object, what: str) -> None:
    """Exit with a message if something else was found than expected."""
    if value != expected:
        raise SystemExit(f"smoke test: {what}: found {value!r}, expected {expected!r}")


def program(*words: str) -> str:
    """What the command ``tilewright`` prints."""
    command = [sys.executable, "-m", "tilewright", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check((done.returncode, done.stderr), (0, ""), " ".join(words))
    return done.stdout


def main() -> None:
    """Run all checks."""
    puzzle = tilewright.load("catalog:pentominoes-6x10")
    for engine in ("bitmask", "dancing-cells", "dense", "frontier"):
        check(tilewright.count(puzzle, engine=engine).solutions, 9356, f"count by {engine}")
    check(tilewright.count(puzzle, unique=True).up_to_symmetry, 2339, "count up to symmetry")
    solution = next(tilewright.solutions(puzzle))
    check(len(solution.used()), 12, "pieces of a solution")
    check(to_svg(puzzle, [solution])[:4], "<svg", "SVG picture")
    check(to_png(puzzle, [solution])[:4], b"\x89PNG", "PNG picture")
    check(
        len(program("solve", "catalog:pentominoes-3x20", "--all", "--ascii").splitlines()) > 8,
        True,
        "solve --all",
    )
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "soma.stl"
        program("show", "catalog:soma-cube", "-o", str(picture))
        check(picture.stat().st_size > 1000, True, "size of an STL file")
    check(program("--version"), f"tilewright {tilewright.__version__}\n", "--version")
    import_module("tilewright.web.app")
    print(program("--version", "--verbose"), end="")
    print("The smoke test has passed.")


if __name__ == "__main__":
    main()
