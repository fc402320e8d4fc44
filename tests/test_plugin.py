"""The example package: its lattice, format, engine and family are registered by entry points, and used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.plugins import environment_with, run, started

PLUGIN = Path(__file__).resolve().parents[1] / "examples" / "plugin"
PUZZLE = PLUGIN / "puzzle.toml"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a process in which the package is installed: its sources, and its entry points."""
    return environment_with(PLUGIN, tmp_path_factory.mktemp("site"))


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
    done = started(environment, "count", "catalog:gold-5x5", "--engine", "subsets")
    assert done.returncode == 2 and "multiplicities" in done.stderr


def test_an_engine_lists(environment: dict[str, str]) -> None:
    solve = ("solve", "catalog:dominoes-4x4", "--engine", "subsets", "--json")
    whole = json.loads(run(environment, *solve, "--all"))
    assert (whole["status"], whole["solutions"], len(whole["found"])) == ("complete", 36, 36)
    assert (whole["engine"], whole["nodes"]) == ("subsets", 69)
    unique = json.loads(run(environment, *solve, "--all", "--unique"))
    assert (unique["up_to_symmetry"], len(unique["found"])) == (9, 9)
    some = json.loads(run(environment, *solve, "--limit", "5"))
    assert (some["status"], len(some["found"])) == ("limit", 5)
    one = json.loads(run(environment, *solve))
    assert (one["engine"], len(one["found"])) == ("subsets", 1)
    cut = started(environment, *solve, "--all", "--nodes", "20")
    assert (cut.returncode, json.loads(cut.stdout)["status"]) == (3, "limit")
    assert "--checkpoint" not in cut.stderr  # it keeps none


def test_an_engine_gives_one_solution(environment: dict[str, str], tmp_path: Path) -> None:
    solve = ("solve", "catalog:dominoes-4x4", "--engine", "dives")
    one = json.loads(run(environment, *solve, "--json"))
    assert (one["engine"], len(one["found"])) == ("dives", 1)
    refused = started(environment, *solve, "--checkpoint", tmp_path / "kept")
    assert refused.returncode == 2 and not list(tmp_path.iterdir())
    assert "the engine 'dives' keeps no checkpoints of a search for one solution" in refused.stderr
    # It never knows that there is none.
    hard = started(
        environment, "solve", "catalog:pentominoes-6x10", "--engine", "dives", "--nodes", "20", "--json"
    )
    assert (hard.returncode, json.loads(hard.stdout)["status"]) == (3, "limit")


def test_the_lines_of_its_page_run_in_order(environment: dict[str, str], tmp_path: Path) -> None:
    text = (PLUGIN / "README.md").read_text(encoding="utf-8")
    lines = [line.split()[1:] for line in text.splitlines() if line.startswith("    tilewright ")]
    assert len(lines) >= 8
    for line in lines:
        words = [word.replace("examples/plugin/", f"{PLUGIN}/") for word in line]
        command = [sys.executable, "-m", "tilewright", *words]
        done = subprocess.run(
            command, env=environment, capture_output=True, check=False, encoding="utf-8", cwd=tmp_path
        )
        assert done.returncode == 0, (line, done.stderr)


def test_a_family_has_a_command_of_its_own(environment: dict[str, str]) -> None:
    assert run(environment, "aztec", "4") == "1024\n"
    assert "Count the domino tilings of an Aztec diamond." in run(environment, "--help")


def test_the_tests_of_the_package_pass(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PLUGIN / "tests")]
    done = subprocess.run(
        command, env=environment, capture_output=True, check=False, encoding="utf-8", cwd=PLUGIN
    )
    assert done.returncode == 0, done.stdout


def test_a_strategy_takes_part_in_counts_and_in_plans(environment: dict[str, str], tmp_path: Path) -> None:
    diamond = tmp_path / "diamond.toml"
    diamond.write_text(
        '[board]\ndrawing = ".##.\\n####\\n####\\n.##."\n[[pieces]]\nname = "d"\ncopies = 6\ndrawing = "##"\n'
    )
    body = json.loads(run(environment, "count", diamond, "--json"))
    assert (body["solutions"], body["engine"], body["status"]) == (8, "aztec-formula", "complete")
    assert "a formula by aztec-formula" in run(environment, "explain", diamond, "--count")
    assert "8 solutions" in run(environment, "count", diamond, "--engine", "frontier")
    assert json.loads(run(environment, "count", diamond, "--unique", "--json"))["engine"] != "aztec-formula"
    assert "8" in run(environment, "estimate", diamond)
