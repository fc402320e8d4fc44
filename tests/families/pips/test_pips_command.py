"""``tilewright pips``: counts, solutions, pictures, explanations, new puzzles, games, errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import pips_cases
from support.cli import printed_json, run
from tilewright.families.pips.files import loads, to_json

DAY = json.dumps(to_json({"easy": loads(pips_cases.UNIQUE)[""], "hard": loads(pips_cases.WITHOUT)[""]}))


@pytest.fixture
def day(tmp_path: Path) -> Path:
    path = tmp_path / "day.json"
    path.write_text(DAY, encoding="utf-8")
    return path


def test_count(day: Path) -> None:
    both = run("pips", "count", day)
    assert both.exit_code == 1
    assert both.stdout.startswith("easy: 4 placements, 4 fillings   ")
    assert "\nhard: no solution exists   " in both.stdout
    one = run("pips", "count", "-", "--puzzle", "easy", "--confirm", text=DAY)
    assert one.exit_code == 0 and "confirmed by search" in one.stdout
    body = printed_json(run("pips", "count", day, "--puzzle", "easy", "--json"))
    assert (body["placements"], body["fillings"], body["status"]) == (4, 4, "complete")
    assert len(printed_json(run("pips", "count", day, "--json"))["puzzles"]) == 2


def test_solve(day: Path, tmp_path: Path) -> None:
    first = run("pips", "solve", day, "--puzzle", "easy", "--ascii")
    assert first.exit_code == 0 and "|" in first.stdout and "solution" not in first.stdout
    assert "no solution exists" in run("pips", "solve", day).stdout
    every = run("pips", "solve", day, "--puzzle", "easy", "--all")
    assert every.stdout.count("\nsolution ") + every.stdout.startswith("solution ") == 4
    assert "\n4 solutions   " in every.stdout
    some = run("pips", "solve", day, "--puzzle", "easy", "--limit", 2)
    assert some.exit_code == 0 and "--limit 2 ended the search" in some.stderr
    body = printed_json(run("pips", "solve", day, "--puzzle", "easy", "--fillings", "--json"))
    assert len(body["found"]) == body["solutions"] == 4
    for suffix in (".svg", ".png", ".txt"):
        path = tmp_path / f"all{suffix}"
        result = run("pips", "solve", day, "--puzzle", "easy", "--all", "-o", path)
        assert f"wrote {path}: 4 solutions" in result.stdout and path.stat().st_size
    refused = run("pips", "solve", day, "-o", tmp_path / "x.svg")
    assert refused.exit_code == 2 and "choose one with --puzzle" in refused.stderr


def test_show(day: Path, tmp_path: Path) -> None:
    shown = run("pips", "show", day)
    assert shown.stdout.count("all equal") == 3 and "easy" in shown.stdout
    for form in ("text", "json", "toml"):
        text = run("pips", "show", day, "--puzzle", "easy", "--to", form).stdout
        assert run("pips", "count", "-", text=text).stdout.startswith("4 placements")
    path = tmp_path / "board.svg"
    assert run("pips", "show", day, "--puzzle", "easy", "-o", path).exit_code == 0
    assert "<svg" in path.read_text(encoding="utf-8")
    assert len(printed_json(run("pips", "show", day, "--json"))["puzzles"]) == 2
    assert run("pips", "show", day, "--json", "--to", "text").exit_code == 2


def test_explain(day: Path) -> None:
    result = run("pips", "explain", day, "--puzzle", "easy")
    assert result.exit_code == 0 and "guess: solved in" in result.stdout
    none = run("pips", "explain", day, "--puzzle", "hard")
    assert none.exit_code == 1 and "no solution exists: " in none.stdout
    body = printed_json(run("pips", "explain", day, "--puzzle", "easy", "--json"))
    assert body["solved"] and body["guesses"] == len([s for s in body["steps"] if s["level"] == "guess"])


def test_make(tmp_path: Path) -> None:
    made = run("pips", "make", "--level", "easy", "--seed", 3, "--count", 2)
    assert made.exit_code == 0 and len(loads(made.stdout)) == 2
    assert run("pips", "make", "--level", "easy", "--seed", 3, "--count", 2).stdout == made.stdout
    for suffix in (".json", ".txt", ".svg", ".png", ".pdf"):
        path = tmp_path / f"sheet{suffix}"
        result = run("pips", "make", "--level", "easy", "--seed", 3, "--count", 2, "-o", path)
        assert result.stdout == f"wrote {path}: 2 puzzles\n" and path.stat().st_size
    for name in ("sheet.json", "sheet.txt"):
        assert run("pips", "count", tmp_path / name).stdout.count("1 placement, 1 filling") == 2
    dated = run("pips", "make", "--date", "2026-11-24", "--level", "easy", "--solution", "--ascii").stdout
    assert dated.startswith("# Pips of 2026-11-24, easy\n") and "|" in dated
    shape = tmp_path / "shape.txt"
    shape.write_text("###\n###\n##\n", encoding="utf-8")
    (puzzle,) = loads(run("pips", "make", "--level", "easy", "--shape", shape).stdout).values()
    assert len(puzzle.cells) == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--date", "24.11.2026"], "'24.11.2026' is no date; expected one such as 2026-11-24"),
        (["--date", "2026-11-24", "--count", 2], "--date says which puzzle it is"),
        (["--cells", 9], "--cells 9 is odd"),
        (["--shape", "EMPTY"], "the drawing has no cells"),
        (["--shape", "EMPTY", "--cells", 8], "so --cells cannot be given"),
        (["--shape", "none.txt"], "no such file"),
    ],
)
def test_wishes_that_are_refused(words: list[object], message: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("...\n", encoding="utf-8")
    result = run("pips", "make", *[empty if word == "EMPTY" else word for word in words])
    assert result.exit_code == 2 and message in result.stderr


def test_play(day: Path) -> None:
    puzzle = loads("AB\nAB\n\nA sum 5\nB sum 4\n2-3 1-3\n")[""]
    path = day.with_name("small.json")
    path.write_text(json.dumps(to_json({"": puzzle})), encoding="utf-8")
    wrong = "1-3 1 1 2 1\nc\nh\nh\nh\nu\nu\nr\nlift 1 1\nlift 1 1\n?\nx\n\n"
    moves = f"{wrong}2-3 1 1 2 1\nh\nc\n1-3 1 2 2 2\n"
    result = run("pips", "play", path, "--ascii", text=moves)
    assert result.exit_code == 0 and result.stdout.endswith("Solved.\n")
    for words in (
        "Something is wrong.",
        "Look at row 1, column 1 and row 2, column 1.",
        "Lift 1-3.",
        "there is nothing to undo",
        "there is no domino on row 1, column 1",
        "'x' is not a move; ? lists the moves",
        "So far right.",
        "A  sum 5  right",
        "0 dominoes left",
    ):
        assert words in result.stdout, words
    ended = run("pips", "play", path, "--json", text="1-3 1 1 2 1\nq\n")
    assert ended.exit_code == 1 and not printed_json(ended)["solved"]
    assert run("pips", "play", "-", text="q").exit_code == 2


def test_a_domino_is_laid_either_way_round(day: Path) -> None:
    puzzle = loads("AB\nAB\n\nA sum 5\nB sum 4\n2-3 1-3\n")[""]
    path = day.with_name("small.json")
    path.write_text(json.dumps(to_json({"": puzzle})), encoding="utf-8")
    moves = "3-2 2 1 1 1\n2-3 1 2 2 2\n3-1 2 2 1 2\n"
    result = run("pips", "play", path, "--ascii", text=moves)
    assert result.exit_code == 0 and "2-3 lies on the board already; lift it first" in result.stdout


def test_errors_name_the_file(day: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(DAY.replace("[3, 6]", "[3, 7]", 1), encoding="utf-8")
    result = run("pips", "count", bad)
    assert result.exit_code == 2
    assert result.stderr == f"tilewright: {bad}: easy.dominoes[0][1] is 7; expected 0 to 6 pips\n"
    other = run("pips", "count", day, "--puzzle", "medium")
    assert other.exit_code == 2 and "it has the puzzles easy, hard" in other.stderr
    other = run("solve", day)
    assert other.exit_code == 2 and "use: tilewright pips solve FILE" in other.stderr
