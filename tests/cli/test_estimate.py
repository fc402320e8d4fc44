"""``tilewright estimate`` about the engines that list nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_cases import puzzle_file, run, told

from tilewright.engines import answers

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
    line = (
        r"frontier   about [\d.]+[kMG] states, at most [\d.]+k at a time \([\d.]+ MB\), \d.* s; order: .+\n"
    )
    assert re.fullmatch(line, result.stdout), result.stdout
    body = told(run("estimate", "catalog:pentominoes-6x10", "--engine", "frontier", "--json"))
    assert body["engines"] == [] and body["kasteleyn"] is None
    assert not body["frontier"]["exact"] and body["frontier"]["states"] > body["frontier"]["live"] > 1000


def test_a_sweep_in_an_order_that_is_given() -> None:
    words = ["catalog:pentominoes-6x10", "--engine", "frontier", "--json"]
    ordered = told(run("estimate", *words, "--order", "9,5 0,0 X"))["frontier"]
    assert ordered["order"] == "as given"
    assert ordered["states"] > told(run("estimate", *words))["frontier"]["states"]


def test_a_small_sweep_is_exact() -> None:
    result = run("estimate", "catalog:dominoes-4x4", "--engine", "frontier")
    assert re.match(r"frontier   \d+ states, at most \d+ at a time", result.stdout)


def test_determinants_need_no_estimate() -> None:
    alone = run("estimate", "catalog:dominoes-4x4", "--engine", "kasteleyn")
    assert alone.exit_code == 0
    assert alone.stdout == "kasteleyn  needs no estimate: it counts by determinants, without a search\n"
    beside = run("estimate", "catalog:dominoes-4x4")
    assert alone.stdout in beside.stdout and "frontier   " in beside.stdout and "dense" in beside.stdout


def test_puzzles_that_they_do_not_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = run("estimate", "catalog:pentominoes-3x20", "--engine", "kasteleyn", "--json")
    assert wrong.exit_code == 2
    assert told(wrong)["error"]["message"].startswith(
        "the engine 'kasteleyn' cannot take this puzzle: each option"
    )
    path = many_pieces(tmp_path)
    alone = run("estimate", path, "--engine", "frontier")
    assert alone.exit_code == 2
    assert "the engine 'frontier' cannot take this puzzle: frontier takes states of up to" in alone.stderr
    monkeypatch.setattr(answers, "estimate", lambda *args, **how: ())  # minutes, with so many pieces
    every = run("estimate", path)
    assert every.exit_code == 0 and every.stdout.startswith("frontier   does not take this puzzle: ")
    assert "kasteleyn" not in every.stdout
    body = told(run("estimate", path, "--json"))
    assert body["frontier"]["refusal"] and body["kasteleyn"]["refusal"]
