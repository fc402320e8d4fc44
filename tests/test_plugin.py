"""The example package: its lattice, format, engine and family are registered by entry points, and used."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PLUGIN = Path(__file__).resolve().parents[1] / "examples" / "plugin"
PUZZLE = PLUGIN / "puzzle.toml"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a process in which the package is installed: its sources, and its entry points."""
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = tmp_path_factory.mktemp("site")
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {reference}" for name, reference in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(PLUGIN / "src")))}


def run(environment: dict[str, str], *words: object) -> str:
    """What the program prints when the package is installed."""
    command = [sys.executable, "-m", "tilewright", *map(str, words)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_the_package_nothing_of_it_is_known() -> None:
    command = [sys.executable, "-m", "tilewright", "show", str(PUZZLE)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 2 and "'tetrakis'" in done.stderr


def test_a_puzzle_is_counted(environment: dict[str, str]) -> None:
    assert "648 solutions" in run(environment, "count", PUZZLE)


def test_a_puzzle_is_drawn_as_text(environment: dict[str, str], tmp_path: Path) -> None:
    one = tmp_path / "one.toml"
    one.write_text(
        'lattice = "tetrakis"\n[board]\ndrawing = ".v\\n>.<\\n.^"\n'
        '[[pieces]]\nname = "A"\ncopies = 2\ndrawing = ".v\\n>"\n'
    )
    assert run(environment, "show", one).startswith(
        "4 cells, 2 pieces\n"
        "\n"
        "┌───────┐\n"
        "│   ·   │\n"
        "│ ·   · │\n"
        "│   ·   │\n"
        "└───────┘\n"
    )  # fmt: skip
    assert "2 solutions" in run(environment, "count", one)


def test_a_solution_is_drawn_as_a_picture(environment: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "solution.svg"
    run(environment, "solve", PUZZLE, "-o", picture)
    assert picture.read_text(encoding="utf-8").count("<path") > 18


def test_a_puzzle_is_converted(environment: dict[str, str], tmp_path: Path) -> None:
    table = tmp_path / "dominoes.csv"
    run(environment, "convert", "catalog:dominoes-4x4", table)
    assert table.read_text(encoding="utf-8").startswith("lattice,square\nboard,,0,0\n")
    assert "36 solutions" in run(environment, "count", table)
    assert run(environment, "convert", table, "-", "--to", "csv") == table.read_text(encoding="utf-8")


def test_an_engine_counts_and_says_what_it_does_not_take(environment: dict[str, str]) -> None:
    assert "8 solutions" in run(environment, "count", "catalog:pentominoes-3x20", "--engine", "subsets")
    assert "subsets" in run(environment, "count", "--help")
    command = [sys.executable, "-m", "tilewright", "count", "catalog:gold-5x5", "--engine", "subsets"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 2 and "multiplicities" in done.stderr


def test_a_family_has_a_command_of_its_own(environment: dict[str, str]) -> None:
    assert run(environment, "aztec", "4") == "1024\n"
    assert "Count the domino tilings of an Aztec diamond." in run(environment, "--help")


def test_the_tests_of_the_package_pass(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PLUGIN / "tests")]
    done = subprocess.run(
        command, env=environment, capture_output=True, check=False, encoding="utf-8", cwd=PLUGIN
    )
    assert done.returncode == 0, done.stdout
