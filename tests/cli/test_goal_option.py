"""``tilewright solve`` where the least or the greatest cost is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import STRIP, printed_json, puzzle_file, run

LEAST_STRIP = f'goal = "least"\n{STRIP}'


def strip(folder: Path) -> Path:
    return puzzle_file(folder, LEAST_STRIP, "strip.toml")


def test_the_first_solution_is_one_of_the_best(tmp_path: Path) -> None:
    path = strip(tmp_path)
    result = run("solve", path)
    assert result.exit_code == 0 and result.stdout.count("┌───────┬───────┬───┐\n") == 1
    assert "found a solution of the least cost, -7 (use --all to list every one)   " in result.stdout
    body = printed_json(run("solve", path, "--json"))
    assert (body["status"], body["solutions"], body["goal"], body["cost"]) == ("complete", 1, "least", -7)
    assert {"piece": "I1", "cells": [[4, 0]]} in body["found"][0]


def test_all_are_those_of_the_best_cost(tmp_path: Path) -> None:
    path = strip(tmp_path)
    body = printed_json(run("solve", path, "--all", "--goal", "greatest", "--json"))
    assert (body["status"], body["solutions"], body["cost"]) == ("complete", 2, 13)
    assert sorted(next(p["cells"] for p in value if p["piece"] == "I1") for value in body["found"]) == [
        [[0, 0]],
        [[2, 0]],
    ]
    drawn = run("solve", path, "--all", "--goal", "greatest")
    assert "2 solutions of the greatest cost, 13   " in drawn.stdout
    some = printed_json(run("solve", path, "--limit", 1, "--goal", "greatest", "--json"))
    assert (some["status"], some["solutions"], some["cost"]) == ("limit", 1, 13)


def test_any_solution_may_be_asked_for(tmp_path: Path) -> None:
    body = printed_json(run("solve", strip(tmp_path), "--all", "--goal", "fill", "--json"))
    assert body["solutions"] == 3 and "goal" not in body and "cost" not in body


@pytest.mark.parametrize(
    "words",
    [
        ["--engine", "dense"],
        ["--nodes", "9"],
        ["--unique", "--all"],
        ["--labelled"],
        ["--seed", "1"],
        ["--checkpoint", "ck"],
    ],
)
def test_options_of_a_search_for_any_solution_are_refused(tmp_path: Path, words: list[str]) -> None:
    result = run("solve", strip(tmp_path), *words)
    assert result.exit_code == 2
    assert f"{words[0]} cannot be combined with a goal, and" in result.stderr
    assert "the goal of this puzzle is the least cost; --goal fill finds any solution" in result.stderr
    free = [str(tmp_path / word) if word == "ck" else word for word in words]
    assert run("solve", strip(tmp_path), *free, "--goal", "fill").exit_code == 0


def test_a_puzzle_without_solutions_has_no_best(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, LEAST_STRIP.replace("copies = 2", "copies = 3"), "strip.toml")
    body = printed_json(run("solve", path, "--all", "--json"))
    assert (body["status"], body["solutions"], body["cost"]) == ("complete", 0, None)
    assert body["proof"].startswith("The areas differ")
    result = run("solve", path)
    assert result.exit_code == 1 and "\nThe areas differ" in result.stdout


def test_the_goal_is_shown(tmp_path: Path) -> None:
    assert "Goal: the least cost\n" in run("show", strip(tmp_path)).stdout
    assert printed_json(run("show", strip(tmp_path), "--json"))["goal"] == "least"
    assert "Goal" not in run("show", "catalog:pentominoes-3x20").stdout
