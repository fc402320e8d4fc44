"""A command imports only the modules it needs."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
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
    "tilewright.solving.engines.kasteleyn.counting",
    "tilewright.solving.strategies.sweeps",
    "tilewright.families.gunport",
    "tilewright.generators",
    "tilewright.render.png",
    "tilewright.render.sheet",
    "tilewright.render.svg",
    "tilewright.runs",
    "tilewright.families.vanishing",
    "tilewright.web",
    "tilewright.solving.infeasibility",
)
"""Our own modules that the first solution of a small puzzle has no use for."""

LONG_SEARCHES = (
    "tilewright.model.levels",
    *(
        f"tilewright.solving.{name}"
        for name in (
            "engines.checkpoint",
            "confirmation",
            "engines.frontier",
            "strategies.count_estimate",
            "search.orbits",
            "search.partition",
            "search.parts_run",
            "search.race",
            "search.reduction",
            "search.threads",
            "strategies.confirmed_count",
            "strategies.count_run",
            "strategies.filtering",
        )
    ),
)
"""What only a search needs that lasts longer than a trial, or that is confirmed, filtered or resumed."""

UNUSED = (
    "tilewright.cli.kept_solutions",
    "tilewright.formats.item_syntax",
    "tilewright.formats.to_exact_cover",
    "tilewright.formats.toml.writer",
    "tilewright.model.verification",
    "bz2",
    "click.shell_completion",
    "fractions",
    "gzip",
    "hashlib",
    "importlib.metadata",
    "importlib.resources",
    "json",
    "lzma",
    "random",
    "shutil",
    "tempfile",
)
"""What a count of a small puzzle in a TOML file has no use for, together with the long searches."""

OTHER_FORMATS = tuple(
    f"tilewright.formats.{name}"
    for name in (
        "burrtools_reader",
        "cnf",
        "compact_dpf",
        "dlx",
        "dpf",
        "exact_cover_text",
        "integer_program",
    )
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


def among(texts: set[str], unwanted: tuple[str, ...]) -> list[str]:
    """Those of the unwanted modules that were imported."""
    return [name for name in unwanted if name in texts]


def test_the_unwanted_modules_exist() -> None:
    names = (*ELSEWHERE, *LONG_SEARCHES, *UNUSED, *OTHER_FORMATS)
    assert [name for name in names if find_spec(name) is None] == []


@pytest.mark.parametrize("words", [("--help",), ("solve", "--help")])
def test_help_imports_no_solver(words: tuple[str, ...]) -> None:
    texts = imported_by(*words)
    ours = (
        "tilewright._core",
        "tilewright.solving.api",
        "tilewright.formats",
        "tilewright.model.puzzle",
        "tilewright.render",
    )
    assert among(texts, (*ours, *LIBRARIES)) == []


def test_solving_a_catalogue_puzzle_imports_no_unneeded_module() -> None:
    texts = imported_by("solve", "catalog:dominoes-4x4")
    assert "tilewright.solving.api" in texts and "tilewright.render.text" in texts
    assert among(texts, (*LIBRARIES, *ELSEWHERE, *OTHER_FORMATS)) == []


def test_counting_a_small_puzzle_imports_little(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    drawing = "##\\n##\\n#."
    file.write_text(
        f'[board]\ndrawing = "#####\\n#####\\n#####\\n#####"\n[[pieces]]\ncopies = 4\ndrawing = "{drawing}"\n'
    )
    texts = imported_by("count", file)
    assert "tilewright.solving.api" in texts
    assert among(texts, (*LIBRARIES, *ELSEWHERE, *OTHER_FORMATS, *LONG_SEARCHES, *UNUSED)) == []
    lattices = {name for name in texts if name.startswith("tilewright.model.lattices.")}
    assert lattices == {"tilewright.model.lattices.lattice", "tilewright.model.lattices.square"}


def test_solving_a_drawn_puzzle_imports_no_unneeded_module(tmp_path: Path) -> None:
    # All formats are asked whether the page is theirs, so their modules are there; what they lean on is not.
    paths = imported_by("solve", puzzle_file(tmp_path))
    assert among(paths, (*LIBRARIES, *ELSEWHERE)) == []


def test_taking_a_puzzle_apart_imports_no_renderer_and_nothing_about_turns(tmp_path: Path) -> None:
    file = tmp_path / "burr.xmpuzzle"
    subprocess.run([sys.executable, "-m", "tilewright", "convert", "catalog:burr-level-5", file], check=True)
    paths = imported_by("disassemble", file)
    assert "tilewright.families.assembly.disassembler" in paths
    unused = (
        "fractions",
        "tilewright.families.assembly.rotations",
        "tilewright.families.assembly.turn_replay",
        "tilewright.families.assembly.velocities",
        "tilewright.render",
    )
    others = [name for name in OTHER_FORMATS if not name.endswith("burrtools_reader")]
    assert among(paths, (*unused, *others, *(set(LIBRARIES) - {"defusedxml"}))) == []


def test_a_png_imports_its_renderer(tmp_path: Path) -> None:
    paths = imported_by("solve", "catalog:dominoes-4x4", "-o", tmp_path / "picture.png")
    assert {"PIL", "tilewright.render.sheet", "tilewright.render.png"} <= paths
