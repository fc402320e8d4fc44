"""``tilewright forced``: output, drawings, files and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import NOTHING_FITS, printed_json, puzzle_file, run


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    path = tmp_path / "grid.toml"
    assert run("make", "dominosa", "0001 1122 2201", "-o", path).exit_code == 0
    return path


def test_what_is_forced_is_drawn_and_listed(grid: Path) -> None:
    result = run("forced", grid, "--ascii")
    assert result.exit_code == 0 and result.stderr == ""
    assert "| 0   0 | 0   1 |" in result.stdout
    assert "always  0-0 on (0, 0) (1, 0)\n" in result.stdout and "never" not in result.stdout
    assert "of 17 placements: 3 in every solution, 8 in none, 6 in some   " in result.stdout
    assert run("forced", grid, "--list").stdout.count("\nnever   ") == 8


def test_the_object(grid: Path) -> None:
    body = printed_json(run("forced", grid, "--json"))
    assert (body["status"], body["has_solution"], body["sometimes"]) == ("complete", True, 6)
    assert (len(body["always"]), len(body["never"]), body["undecided"]) == (3, 8, [])
    assert body["always"][0] == {"piece": "0-0", "cells": [[0, 0], [1, 0]]}


@pytest.mark.parametrize("suffix", [".svg", ".png", ".txt"])
def test_drawings(grid: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    result = run("forced", grid, "-o", out)
    assert result.exit_code == 0 and f"wrote {out}: 3 placements\n" in result.stdout
    assert out.stat().st_size > 100


def test_items_and_options(tmp_path: Path) -> None:
    path = tmp_path / "latin.dlx"
    assert run("make", "latin", 4, "--givens", "1... .2.. ..3. ...4", "-o", path).exit_code == 0
    result = run("forced", path)
    assert result.exit_code == 0 and result.stdout.count("always") == 4
    assert "of 52 placements: 4 in every solution, 24 in none, 24 in some" in result.stdout
    drawn = run("forced", path, "-o", tmp_path / "x.svg")
    assert drawn.exit_code == 2 and "items and options" in drawn.stderr


def test_no_solution(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, NOTHING_FITS)
    result = run("forced", path)
    assert result.exit_code == 1 and result.stdout.startswith("no solution exists")
    body = printed_json(run("forced", path, "--json"))
    assert body["has_solution"] is False and body["always"] == [] and body["undecided"] == []


def test_a_limit_leaves_placements_undecided() -> None:
    result = run("forced", "catalog:pentominoes-6x10", "--nodes", 2000, "--threads", 1)
    assert result.exit_code == 3
    assert " not decided   " in result.stdout and "of 2,056 not decided" in result.stderr
    body = printed_json(run("forced", "catalog:pentominoes-6x10", "--nodes", 2, "--threads", 1, "--json"))
    assert body["has_solution"] is None and len(body["undecided"]) == 2056


def test_what_is_refused(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    assert run("forced", path, "-o", tmp_path / "x.ndjson").exit_code == 2
    assert run("forced", path, "-o", path).exit_code == 2
    assert run("forced", tmp_path / "none").exit_code == 2
