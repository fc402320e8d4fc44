"""``tilewright optimise``: the best cost, a solution with it, and the number of such solutions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.cli import NOTHING_FITS, STRIP, TWO_SPARE, printed_json, puzzle_file, run
from tilewright.formats import load
from tilewright.formats.solutions import open_solutions
from tilewright.model.verification import is_solution
from tilewright.solving.answers import Optimum
from tilewright.solving.steps import Status


def strip(folder: Path) -> Path:
    return puzzle_file(folder, STRIP, "strip.toml")


def test_the_best_solution_is_drawn_with_its_cost(tmp_path: Path) -> None:
    result = run("optimise", strip(tmp_path))
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.count("┌───────┬───────┬───┐\n") == 1
    assert re.search(r"\nminimum cost: -7   \d.* s, [\d,]+ states?, \w+\n$", result.stdout)


def test_the_maximum_cost_and_its_solutions_are_counted(tmp_path: Path) -> None:
    result = run("optimise", strip(tmp_path), "--maximise", "--count-optima")
    assert result.exit_code == 0
    assert "maximum cost: 13, in 2 solutions   " in result.stdout
    american = run("optimise", strip(tmp_path), "--maximize", "--count-optima", "--ascii")
    assert "maximum cost: 13, in 2 solutions" in american.stdout and american.stdout.isascii()
    least = run("optimise", strip(tmp_path), "--count-optima")
    assert "minimum cost: -7, in 1 solution   " in least.stdout


def test_the_object(tmp_path: Path) -> None:
    path = strip(tmp_path)
    plain = printed_json(run("optimise", path, "--json"))
    assert (plain["status"], plain["cost"], plain["maximise"]) == ("complete", -7, False)
    assert "optima" not in plain and len(plain["found"]) == 1
    assert {"piece": "I1", "cells": [[4, 0]]} in plain["found"][0]
    most = printed_json(run("optimise", path, "--json", "--maximise", "--count-optima"))
    assert (most["cost"], most["optima"], most["maximise"]) == (13, 2, True)


@pytest.mark.parametrize("name", ["gold-3x3", "gold-5x5", "cheapest-gap-5x5", "priced-pentominoes-5x6"])
@pytest.mark.parametrize("words", [["--count-optima", "--minimise"], ["--count-optima", "--maximise"]])
def test_the_catalogue_knows(name: str, words: list[str]) -> None:
    known = {e["what"]: e["count"] for e in printed_json(run("catalog", "show", name, "--json"))["expect"]}
    body = printed_json(run("optimise", f"catalog:{name}", "--json", *words))
    wanted = ("most", "dearest") if "--maximise" in words else ("least", "cheapest")
    assert (body["cost"], body["optima"]) == tuple(known[what] for what in wanted)


@pytest.mark.parametrize(("goal", "cost"), [("fill", -7), ("least", -7), ("greatest", 13)])
def test_the_goal_of_the_puzzle_is_the_default(tmp_path: Path, goal: str, cost: int) -> None:
    path = puzzle_file(tmp_path, f'goal = "{goal}"\n{STRIP}', "strip.toml")
    body = printed_json(run("optimise", path, "--json"))
    assert (body["cost"], body["maximise"]) == (cost, goal == "greatest")
    assert printed_json(run("optimise", path, "--minimise", "--json"))["cost"] == -7
    assert printed_json(run("optimise", path, "--maximise", "--json"))["cost"] == 13


@pytest.mark.parametrize("suffix", [".json", ".ndjson", ".txt", ".svg", ".png"])
def test_output_files(tmp_path: Path, suffix: str) -> None:
    path, out = strip(tmp_path), tmp_path / f"out{suffix}"
    result = run("optimise", path, "-o", out)
    assert result.exit_code == 0, result.output
    assert f"wrote {out}: 1 solution\n" in result.stdout and "┌" not in result.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, out.name])
    if "json" in suffix:
        puzzle = load(path)
        with open_solutions(out) as reader:
            (best,) = reader
        assert is_solution(puzzle, best) and puzzle.cost(best) == -7
    body = printed_json(run("optimise", path, "-o", out, "--json"))
    assert body["output"] == str(out) and "found" not in body and body["cost"] == -7


def test_without_costs_every_solution_costs_nothing(tmp_path: Path) -> None:
    result = run("optimise", puzzle_file(tmp_path), "--count-optima")
    assert result.exit_code == 0
    assert "minimum cost: 0, in 4 solutions" in result.stdout
    assert result.stderr.count("\n") == 1
    assert "this puzzle has no costs, so every solution costs 0" in result.stderr
    assert "[[costs]]" in result.stderr


def test_no_solution(tmp_path: Path) -> None:
    path, out = puzzle_file(tmp_path, NOTHING_FITS), tmp_path / "out.svg"
    result = run("optimise", path, "-o", out)
    assert result.exit_code == 1 and not out.exists()
    assert "no solution exists" in result.stdout and "was not written" in result.stdout
    body = printed_json(run("optimise", path, "--json"))
    assert (body["status"], body["cost"], body["found"]) == ("complete", None, [])


def test_pieces_may_be_left_over_when_asked(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, TWO_SPARE)
    refused = run("optimise", path)
    assert refused.exit_code == 1 and "--use any" in refused.stderr
    result = run("optimise", path, "--use", "any", "--count-optima")
    assert result.exit_code == 0 and "in 3 solutions" in result.stdout
    assert "uses 3 of 4 pieces; unused: " in result.stdout


def test_motions_restrict_the_solutions(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    assert run("optimise", path, "--motions", "fixed").exit_code == 1


def test_threads_and_memory_change_nothing(tmp_path: Path) -> None:
    words = ["catalog:gold-5x5", "--maximise", "--count-optima", "--json"]
    bodies = [
        printed_json(run("optimise", *words, *more))
        for more in ([], ["--threads", 1], ["--threads", 2, "--memory", "1GB"], ["--time", "10m"])
    ]
    assert {(b["status"], b["cost"], b["optima"], json.dumps(b["found"])) for b in bodies} == {
        ("complete", 58, 2, json.dumps(bodies[0]["found"]))
    }


def stopped(status: Status, note: str, cost: int | None) -> Optimum:
    return Optimum(status, cost, None, None, 5, 0.5, 0.25, "frontier", "why", note)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_limit_gives_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, as_json: bool) -> None:
    remark = "the table of states reached 1.0 GB, the limit of --memory"
    answer = stopped(Status.LIMIT, remark, None)
    monkeypatch.setattr("tilewright.solving.api.optimise", lambda puzzle, **asked: answer)
    result = run("optimise", strip(tmp_path), *(["--json"] if as_json else []))
    assert result.exit_code == 3
    assert "the search reached a limit after 25%" in result.stderr and remark in result.stderr
    assert "exists" not in result.output
    if as_json:
        body = printed_json(result)
        assert (body["status"], body["cost"], body["note"]) == ("limit", None, remark)
    else:
        assert "no solution found in 25% of the search" in result.stdout


def test_a_partial_optimum_is_marked_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = stopped(Status.CANCELLED, "", 7)
    monkeypatch.setattr("tilewright.solving.api.optimise", lambda puzzle, **asked: answer)
    result = run("optimise", strip(tmp_path))
    assert result.exit_code == 130
    assert "minimum cost so far: 7   " in result.stdout
    assert "the search was stopped after 25%" in result.stderr


@pytest.mark.usefixtures("ticking_clock")
def test_a_limit_of_time_ends_a_search_that_is_too_long(tmp_path: Path) -> None:
    squares = "[board]\ndrawing = '''\n" + ("#" * 40 + "\n") * 40 + "'''\n"
    pieces = "[[pieces]]\nset = 'polyominoes 1-4'\ncopies = [0, 1600]\ncost = 1\n"
    result = run("optimise", puzzle_file(tmp_path, squares + pieces, "large.toml"), "--time", 60, "--json")
    assert result.exit_code == 3, result.output
    assert printed_json(result)["status"] == "limit"


@pytest.mark.parametrize(
    "words",
    [
        ["--memory", "much"],
        ["--memory", "0"],
        ["--memory", "999k"],
        ["--memory", "-1G"],
        ["--time", "0"],
        ["--threads", "0"],
        ["--motions", "some"],
        ["--limit", "3"],
        ["-o", "out.pdf"],
        ["extra"],
    ],
)
def test_usage(tmp_path: Path, words: list[str]) -> None:
    path = strip(tmp_path)
    result = run("optimise", path, *words)
    assert result.exit_code == 2
    assert "Usage: tilewright optimise" in result.stderr and "Traceback" not in result.output
    assert printed_json(run("optimise", path, "--json", *words))["error"]["kind"] == "usage"


def test_the_input_file_is_not_overwritten(tmp_path: Path) -> None:
    path = strip(tmp_path).rename(tmp_path / "strip.txt")
    before = path.read_bytes()
    result = run("optimise", path, "-o", path)
    assert result.exit_code == 2 and "input file" in result.stderr and path.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cost = 10\n", "cost = 1e3\n", "line 12, column 1"),
        ("cost = 10\n", "cost = 1000000000001\n", "up to 1,000,000,000,000"),
        ("[[4, 0]]", "[[5, 0]]", "leaves the board"),
        ('piece = "I1"', 'piece = "I7"', "'I7', which is not a piece"),
    ],
)
def test_costs_that_are_wrong_say_where(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = puzzle_file(tmp_path, STRIP.replace(old, new), "wrong.toml")
    result = run("optimise", path)
    assert result.exit_code == 2
    assert str(path) in result.stderr and words in result.stderr


def test_a_missing_file_of_items_is_refused() -> None:
    result = run("optimise", "no-such-puzzle.toml", "--json")
    assert result.exit_code == 2 and printed_json(result)["error"]["kind"] == "format"
