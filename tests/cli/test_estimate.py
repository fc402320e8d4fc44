"""``tilewright estimate`` for the engines that only count, and sequential Monte Carlo."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run
from tilewright.solve import api
from tilewright.solve.estimation.tree_size import Estimate

MANY_PIECES = 1_100
"""Each may be left out, so a state needs a bit for each: more than a sweep takes."""


def many_pieces(folder: Path) -> Path:
    pieces = "".join(
        f'[[pieces]]\nname = "P{k}"\ndrawing = "##"\ncopies = [0, 1]\n' for k in range(MANY_PIECES)
    )
    return puzzle_file(folder, f'[board]\ndrawing = """\n##\n##\n"""\n{pieces}', "many.toml")


def test_a_sweep() -> None:
    result = run("estimate", "catalog:pentominoes-6x10", "--engine", "frontier")
    assert result.exit_code == 0
    line = r"frontier +about [\d.]+[kMG] states, at most [\d.]+k at a time \([\d.]+ MB\), \d.* s; order: .+\n"
    assert re.fullmatch(line, result.stdout), result.stdout
    body = printed_json(run("estimate", "catalog:pentominoes-6x10", "--engine", "frontier", "--json"))
    assert body["engines"] == [] and body["kasteleyn"] is None
    assert not body["frontier"]["exact"] and body["frontier"]["states"] > body["frontier"]["live"] > 1000


def test_a_sweep_in_an_order_that_is_given() -> None:
    words = ["catalog:pentominoes-6x10", "--engine", "frontier", "--json"]
    ordered = printed_json(run("estimate", *words, "--order", "9,5 0,0 X"))["frontier"]
    assert ordered["order"] == "as given"
    assert ordered["states"] > printed_json(run("estimate", *words))["frontier"]["states"]


def test_a_small_sweep_is_exact() -> None:
    result = run("estimate", "catalog:dominoes-4x4", "--engine", "frontier")
    assert re.match(r"frontier +\d+ states, at most \d+ at a time", result.stdout)


def test_determinants_are_not_estimated() -> None:
    alone = run("estimate", "catalog:dominoes-4x4", "--engine", "kasteleyn")
    assert alone.exit_code == 0
    assert " ".join(alone.stdout.split()) == "kasteleyn supported: counts by determinants without a search"
    beside = run("estimate", "catalog:dominoes-4x4")
    assert alone.stdout in beside.stdout and "frontier   " in beside.stdout and "dense" in beside.stdout


def test_unsupported_puzzles_are_refused_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = run("estimate", "catalog:pentominoes-3x20", "--engine", "kasteleyn", "--json")
    assert wrong.exit_code == 2
    assert printed_json(wrong)["error"]["message"].startswith(
        "the engine 'kasteleyn' does not support this puzzle: each option"
    )
    path = many_pieces(tmp_path)
    alone = run("estimate", path, "--engine", "frontier")
    assert alone.exit_code == 2
    assert "'frontier' does not support this puzzle: frontier takes states of up to" in alone.stderr
    monkeypatch.setattr(api, "estimate", lambda *args, **how: ())  # minutes, with so many pieces
    every = run("estimate", path)
    assert every.exit_code == 0 and re.match("frontier +not supported: ", every.stdout)
    assert "kasteleyn" not in every.stdout
    body = printed_json(run("estimate", path, "--json"))
    assert body["frontier"]["refusal"] and body["kasteleyn"]["refusal"]


def test_sequential_monte_carlo_estimates_the_number_of_solutions() -> None:
    words = [
        "catalog:soma-cube",
        "--engine",
        "sequential-monte-carlo",
        "--states",
        "300",
        "--runs",
        "6",
        "--seed",
        "2",
    ]
    result = run("estimate", *words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert re.fullmatch(r"sequential-monte-carlo  6 runs of up to 300 states, .+", lines[0])
    assert re.fullmatch(r"about 1[\d.]+k \+- [\d.]+k? solutions", lines[1]), lines
    body = printed_json(run("estimate", *words, "--json"))
    assert body["engines"] == [] and body["frontier"] is None and body["kasteleyn"] is None
    told_of = body["sequential_monte_carlo"]
    assert (told_of["repetitions"], told_of["states"], told_of["exact"]) == (6, 300, False)
    assert told_of["nodes"] > 6 * 300 and told_of["error"] > 0


def test_sequential_monte_carlo_without_dropped_states_is_exact(tmp_path: Path) -> None:
    result = run("estimate", "catalog:dominoes-8x8", "--engine", "sequential-monte-carlo")
    assert "12,988,816 solutions (exact: no state was dropped)" in result.stdout
    path = puzzle_file(
        tmp_path, '[board]\ndrawing = "###"\n[[pieces]]\ndrawing = "##"\ncopies = 1\n', "no.toml"
    )
    result = run("estimate", path, "--engine", "sequential-monte-carlo")
    assert "0 solutions (exact: no state was dropped)" in result.stdout


def test_sequential_monte_carlo_runs_when_dives_find_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Estimate("dense", 1e9, 1e8, 10.0, 1.0, 0.0, 0.0, 400)
    monkeypatch.setattr(api, "estimate", lambda *args, **how: (nothing,))
    lines = run("estimate", "catalog:soma-cube", "--states", "300", "--runs", "4").stdout.splitlines()
    assert lines[-3].startswith("dense  ") and lines[-2].startswith("sequential-monte-carlo  4 runs")
    assert re.match(r"about 1\S+k \+- ", lines[-1])
    # One solution of each orbit is not what a population counts.
    assert "no dive reached a solution" in run("estimate", "catalog:soma-cube", "--unique").stdout


def test_sequential_monte_carlo_is_chosen_for_a_large_packing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "estimate", lambda *args, **how: pytest.fail("dives say nothing there"))
    result = run("estimate", "catalog:hexominoes-rook", "--states", "20", "--runs", "3")
    assert result.exit_code == 0
    assert result.stdout.endswith("no run reached a solution, so the number of solutions is unknown\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--engine", "sequential-monte-carlo", "--unique"],
            "--unique does not apply to the engine sequential-monte-carlo",
        ),
        (
            ["--engine", "dense", "--states", "5"],
            "--states and --runs apply to the engine sequential-monte-carlo, not dense",
        ),
        (
            ["--engine", "sequential-monte-carlo", "--states", "1e9"],
            "it keeps 1 to 5,000,000 states, not 1,000,000,000",
        ),
    ],
)
def test_invalid_options_of_sequential_monte_carlo_are_refused(words: list[str], message: str) -> None:
    result = run("estimate", "catalog:soma-cube", *words)
    assert result.exit_code == 2 and message in " ".join(result.stderr.split())


def test_numbers_above_the_range_of_floats_are_null(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = Estimate("dense", math.inf, math.inf, math.inf, math.inf, 1e300, 0.0, 8)
    monkeypatch.setattr(api, "estimate", lambda *args, **how: (huge,))
    words = ["catalog:dominoes-4x4", "--engine", "dense"]
    [printed] = printed_json(run("estimate", *words, "--json"))["engines"]
    assert [printed[key] for key in ("nodes", "nodes_error", "seconds", "seconds_error")] == [None] * 4
    assert printed["solutions"] == 1e300
    assert "over 1e+308 nodes +- over 1e+308, forever" in run("estimate", *words).stdout
