"""``tilewright estimate``: exact numbers, intervals, lower bounds, and what they rest on."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from support.cli import dominoes, printed_json, puzzle_file, run
from tilewright.solving import api
from tilewright.solving.quantity import Kind, Quantity
from tilewright.solving.steps import Status
from tilewright.solving.strategies import count_estimate
from tilewright.solving.strategies.count_estimate import Estimate

pytestmark = pytest.mark.usefixtures("still_clock")

MANY_PIECES = 1_100
"""Each may be left out, so a state needs a bit for each: more than a sweep takes."""


def many_pieces(folder: Path) -> Path:
    pieces = "".join(
        f'[[pieces]]\nname = "P{k}"\ndrawing = "##"\ncopies = [0, 1]\n' for k in range(MANY_PIECES)
    )
    return puzzle_file(folder, f'[board]\ndrawing = """\n##\n##\n"""\n{pieces}', "many.toml")


def test_what_is_soon_counted_is_exact() -> None:
    result = run("estimate", "catalog:pentominoes-6x10", "--time", "20")
    assert result.exit_code == 0
    assert re.fullmatch(r"exactly 9,356 solutions   [\d.]+ s, [\d,]+ (nodes|states), \S+\n", result.stdout)
    unique = run("estimate", "catalog:pentominoes-6x10", "--unique", "--engine", "dense", "--time", "20")
    assert re.fullmatch(
        r"exactly 2,339 solutions up to symmetry   [\d.]+ s, [\d,]+ nodes, dense\n", unique.stdout
    )
    body = printed_json(run("estimate", "catalog:pentominoes-6x10", "--json", "--time", "20"))
    assert (body["solutions"]["kind"], body["solutions"]["value"]) == ("exact", 9356)
    assert body["counted"]["status"] == "complete" and body["frontier"] is None
    assert body["nodes"]["value"] == body["counted"]["nodes"]


def test_a_puzzle_without_solutions() -> None:
    result = run("estimate", "catalog:mutilated-chessboard", "--time", "20")
    assert result.exit_code == 0 and result.stdout.startswith("no solution exists   ")


def test_a_long_number_is_exact(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(20, 20))
    body = printed_json(run("estimate", path, "--json", "--time", "60"))
    assert body["engine"] == "kasteleyn" and body["solutions"]["value"] > 10**40
    assert body["solutions"]["value_text"] == str(body["solutions"]["value"])
    assert body["solutions"]["log10"] == pytest.approx(math.log10(body["solutions"]["value"]))


@pytest.fixture
def without_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_estimate, "COUNT_SHARE", 0.0)


@pytest.mark.usefixtures("without_a_count")
def test_a_guess_at_a_sweep() -> None:
    words = ["catalog:pentominoes-6x10", "--engine", "frontier", "--time", "60"]
    result = run("estimate", *words)
    assert result.exit_code == 0
    first, line = result.stdout.splitlines()
    assert first == "solutions  unknown by frontier"
    pattern = (
        r"frontier   a guess: [\d.]+[kMG] states, at most [\d.]+k at a time \([\d.]+ MB\), \d.* s; order: .+"
    )
    assert re.fullmatch(pattern, line), line
    body = printed_json(run("estimate", *words, "--json"))
    assert body["solutions"] == {**body["nodes"], "kind": "unknown"} and body["solutions"]["value"] is None
    assert not body["frontier"]["exact"] and body["frontier"]["states"] > body["frontier"]["live"] > 1000
    ordered = printed_json(run("estimate", *words, "--json", "--order", "9,5 0,0 X"))["frontier"]
    assert ordered["order"] == "as given" and ordered["states"] > body["frontier"]["states"]


@pytest.mark.usefixtures("without_a_count")
def test_repetitions_over_the_tree() -> None:
    words = ["catalog:bedlam-cube", "--runs", "10", "--seed", "2", "--time", "200"]
    result = run("estimate", *words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    heads = [line.split()[0] for line in lines if not line.startswith("counted")]
    assert heads == ["solutions", "nodes", "time", "estimated", "frontier"]
    known = r"(about [\d.]+k: [\d.]+k to [\d.]+k with 95%|at least [\d.]+k with 99%) confidence"
    assert re.fullmatch(f"solutions  {known}", lines[0]), lines
    assert re.match(r"nodes      (about|at least) [\d.]+M of dense", lines[1])
    assert " on one thread" in lines[2] and lines[3].startswith("estimated  10 repetitions by dense")
    body = printed_json(run("estimate", *words, "--json"))
    assert body["solutions"]["repetitions"] == body["nodes"]["repetitions"] == 10
    assert 19_186 * 24 / 4 < 10 ** body["solutions"]["log10"] < 19_186 * 24 * 4


@pytest.mark.usefixtures("without_a_count")
def test_few_repetitions_give_lower_bounds() -> None:
    result = run("estimate", "catalog:bedlam-cube", "--runs", "3", "--time", "200")
    lines = result.stdout.splitlines()
    assert re.fullmatch(r"solutions  at least [\d.]+k? with 99% confidence", lines[0])
    assert lines[3] == (
        "estimated  3 repetitions by dense: too few for more than lower bounds, which takes 8"
    )


def test_what_was_counted_is_certain() -> None:
    result = run("estimate", "catalog:bedlam-cube", "--runs", "1", "--time", "5")
    assert re.search(r"^(counted    |solutions  at least )[\d,]+( solutions in .+ s)?$", result.stdout, re.M)


@pytest.mark.usefixtures("ticking_clock")
def test_a_count_that_the_time_ended_says_so() -> None:
    result = run("estimate", "catalog:bedlam-cube", "--runs", "1", "--time", "100")
    assert result.exit_code == 0
    assert "the time was up before the real count had done its part" in result.stderr
    words = ("catalog:bedlam-cube", "--runs", "1", "--time", "100", "--engine", "dense")
    assert printed_json(run("estimate", *words, "--json"))["status"] == "limit"
    first = run("estimate", *words).stdout.splitlines()[0]
    assert re.match(r"solutions  (unknown by dense|at least [\d.,k]+( by dense)?$)", first)


def quantity(kind: Kind, value: float, share: float = 0.1) -> Quantity:
    confidence = 0.95 if kind is Kind.ESTIMATE else 0.99
    low, high = (value / 2, value * 2) if kind is Kind.ESTIMATE else (None, None)
    log10 = math.log10(value) if math.isfinite(value) else 420.25
    return Quantity(kind, value, low, high, confidence, log10, 12, 11.0, share)


def printed(monkeypatch: pytest.MonkeyPatch, solutions: Quantity, nodes: Quantity) -> str:
    estimate = Estimate(Status.COMPLETE, solutions, nodes, nodes.times(1e-7), "dense", "dense")
    monkeypatch.setattr(api, "estimate", lambda *args, **how: estimate)
    return run("estimate", "catalog:soma-cube").stdout


def test_numbers_above_the_range_of_floats(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = quantity(Kind.AT_LEAST, math.inf, 0.54)
    text = printed(monkeypatch, huge, huge)
    assert text.splitlines()[0] == "solutions  at least 10^420.2 with 99% confidence"
    assert "which do not agree (one of them is 54% of the sum): lower bounds only" in text
    body = printed_json(run("estimate", "catalog:soma-cube", "--json"))
    assert body["solutions"]["value"] is None and body["solutions"]["log10"] == 420.25
    assert "about 10^420.2\n" in printed(monkeypatch, quantity(Kind.ESTIMATE, math.inf), huge)


def test_lower_bounds_are_rounded_down(monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(monkeypatch, quantity(Kind.AT_LEAST, 12_399.0), quantity(Kind.ESTIMATE, 5e6))
    assert "solutions  at least 12.3k with" in text
    assert "nodes      about 5M of dense: 2.5M to 10M with 95% confidence" in text


def test_unsupported_puzzles_are_refused_with_a_reason(tmp_path: Path) -> None:
    wrong = run("estimate", "catalog:pentominoes-3x20", "--engine", "kasteleyn", "--json")
    assert wrong.exit_code == 2
    assert printed_json(wrong)["error"]["message"].startswith(
        "the engine 'kasteleyn' does not support this puzzle: each option"
    )
    alone = run("estimate", many_pieces(tmp_path), "--engine", "frontier")
    assert alone.exit_code == 2
    assert "'frontier' does not support this puzzle: frontier takes states of up to" in alone.stderr


def test_sequential_monte_carlo_estimates_the_number_of_solutions() -> None:
    words = [
        *("catalog:soma-cube", "--engine", "sequential-monte-carlo", "--time", "100"),
        *("--states", "1000", "--runs", "10", "--seed", "2"),
    ]
    result = run("estimate", *words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert re.fullmatch(r"solutions  about 1[\d.]+k: [\d.]+k to [\d.]+k with 95% confidence", lines[0]), lines
    assert lines[1:] == ["estimated  10 repetitions by sequential-monte-carlo with up to 1,000 states"]
    body = printed_json(run("estimate", *words, "--json"))
    assert (body["estimator"], body["states"], body["counted"]) == ("sequential-monte-carlo", 1000, None)
    assert body["solutions"]["repetitions"] == 10


def test_sequential_monte_carlo_without_dropped_states_is_exact() -> None:
    words = ("--engine", "sequential-monte-carlo", "--time", "20")
    result = run("estimate", "catalog:dominoes-8x8", *words)
    assert result.stdout.startswith("solutions  exactly 12,988,816\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--engine", "sequential-monte-carlo", "--unique"],
            "--unique does not apply to the engine sequential-monte-carlo",
        ),
        (
            ["--engine", "dense", "--states", "5"],
            "--states applies to the engine sequential-monte-carlo, not dense",
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
