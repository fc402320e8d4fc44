"""``tilewright explain``: the plan of a question, what each step took, and what cannot be combined."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import NOTHING_FITS, STRIP, TROMINOES, printed_json, puzzle_file, run

pytestmark = pytest.mark.usefixtures("still_clock")


def test_the_plan_is_a_tree(tmp_path: Path) -> None:
    result = run("explain", puzzle_file(tmp_path, TROMINOES), "--count")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Count the solutions of ")
    assert "one after the other, until the question is answered" in lines
    assert any(line.startswith("├─ a short search of the whole tree by ") for line in lines)
    assert "Other engines, for all solutions:" in lines and "took:" not in result.stdout


def test_a_run_shows_what_each_step_took(tmp_path: Path) -> None:
    result = run("explain", puzzle_file(tmp_path, TROMINOES), "--count", "--unique", "--run")
    assert result.exit_code == 0
    assert "      took: " in result.stdout
    assert result.stdout.splitlines()[-1].startswith("4 solutions (2 up to symmetry")


def test_a_run_for_one_solution_is_complete(tmp_path: Path) -> None:
    result = run("explain", puzzle_file(tmp_path, TROMINOES), "--run")
    assert result.exit_code == 0 and result.stdout.splitlines()[-1].startswith("1 solution   ")
    result = run("explain", puzzle_file(tmp_path, NOTHING_FITS), "--run")
    assert result.exit_code == 1 and "no solution exists: " in result.stdout


def test_as_json(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, TROMINOES)
    body = printed_json(run("explain", path, "--json"))
    assert (body["command"], body["status"], body["answer"]) == ("explain", "complete", None)
    body = printed_json(run("explain", path, "--count", "--run", "--json"))
    assert body["answer"]["solutions"] == 4
    trial = body["plan"]["children"][0]
    assert trial["step"] == "trial" and trial["actual"][0]["status"] == "complete"


def test_the_least_cost(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, STRIP, "strip.toml")
    body = printed_json(run("explain", path, "--optimise", "--run", "--json"))
    assert body["answer"]["cost"] == printed_json(run("optimise", path, "--json"))["cost"]
    assert (body["plan"]["step"], body["answer"]["solutions"]) == ("sweep", None)
    assert run("explain", path, "--optimise", "--run").stdout.splitlines()[-1].startswith("minimum cost: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--labelled"], "--labelled requires --count"),
        (["--unique"], "--unique requires --count or --all"),
        (["--order", "A", "--all"], "--order requires --count or --optimise"),
        (["--optimise", "--engine", "frontier"], "--engine and --optimise cannot be combined"),
        (["--count", "--all"], "--count and --all cannot be combined"),
        (["--count", "--mirrors", "same"], "--mirrors requires --unique"),
        (["--count", "--time", "0"], "is too short"),
    ],
)
def test_what_cannot_be_combined(tmp_path: Path, words: list[str], message: str) -> None:
    result = run("explain", puzzle_file(tmp_path, TROMINOES), *words)
    assert result.exit_code == 2 and message in result.stderr
