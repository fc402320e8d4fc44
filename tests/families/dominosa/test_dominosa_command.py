"""``tilewright dominosa``: counts, lists, forced placements, generated grids, pictures, errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, run
from tilewright.families.dominosa.counting import BEST_KNOWN, count_solutions
from tilewright.families.dominosa.puzzle import read_grid

GRID = "00020304 01213141 05062224 51612343 25264446 55634565 11333566"


def test_count(tmp_path: Path) -> None:
    assert run("dominosa", "count", GRID).stdout.startswith("20,160 solutions   ")
    path = tmp_path / "grid.txt"
    path.write_text(GRID.replace(" ", "\n"), encoding="utf-8")
    for words in (
        [path],
        ["-"],
        [GRID, "--engine", "frontier"],
        [GRID, "--engine", "dense", "--time", "1000h"],
    ):
        body = printed_json(run("dominosa", "count", *words, "--json", text=GRID))
        assert (body["status"], body["solutions"]) == ("complete", 20160)
    assert run("dominosa", "count", "010 101").exit_code == 1
    assert "1 solution " in run("dominosa", "count", "0001 .11").stdout


@pytest.mark.usefixtures("ticking_clock")
def test_a_count_that_a_limit_ends() -> None:
    many = BEST_KNOWN[6].rows  # a search for all looks at the clock far more often
    result = run("dominosa", "count", many, "--engine", "reference", "--time", "100")
    assert result.exit_code == 3 and " so far   " in result.stdout and "reached a limit" in result.stderr


def test_solve_draws_the_numbers() -> None:
    result = run("dominosa", "solve", "00 01 11", "--ascii")
    assert result.exit_code == 0 and result.stdout.count("+") >= 6
    assert "| 0" in result.stdout and "solution" not in result.stdout
    none = run("dominosa", "solve", "010 101")
    assert none.exit_code == 1 and none.stdout.startswith("no solution exists")
    body = printed_json(run("dominosa", "solve", GRID, "--json"))
    assert body["status"] == "complete" and len(body["found"]) == 1 and len(body["found"][0]) == 28


def test_list() -> None:
    result = run("dominosa", "list", "00 01 11", "--ascii")
    assert result.exit_code == 0
    assert result.stdout.count("solution ") == 3 and "\n3 solutions   " in result.stdout
    some = run("dominosa", "list", GRID, "--limit", 2)
    assert some.exit_code == 0 and "\n2 solutions   " in some.stdout
    assert some.stderr == "tilewright: --limit 2 ended the search; there may be more solutions\n"
    body = printed_json(run("dominosa", "list", "00 01 11", "--json"))
    assert body["solutions"] == 3 and len({str(value) for value in body["found"]}) == 3


@pytest.mark.parametrize("suffix", [".svg", ".png", ".txt"])
@pytest.mark.parametrize(
    "command", [["list", "00 01 11"], ["solve", "00 01 11"], ["forced", "0001 1122 2201"]]
)
def test_pictures(tmp_path: Path, command: list[str], suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    result = run("dominosa", *command, "-o", out)
    assert result.exit_code == 0 and f"wrote {out}" in result.stdout
    assert out.stat().st_size > 50


def test_forced() -> None:
    result = run("dominosa", "forced", "0001 1122 2201", "--ascii")
    assert result.exit_code == 0
    assert "| 0   0 | 0   1 |" in result.stdout and "always  0-0 on (0, 0) (1, 0)" in result.stdout
    body = printed_json(run("dominosa", "forced", "0001 1122 2201", "--json"))
    assert len(body["always"]) == 3 and body["undecided"] == []
    assert run("dominosa", "forced", "010 101").exit_code == 1


def test_generate_and_grade(tmp_path: Path) -> None:
    result = run("dominosa", "generate", 4, "--difficulty", "hard", "--seed", 2, "--solution")
    assert result.exit_code == 0
    rows = result.stdout.split("\n\n")[0]
    assert count_solutions(read_grid(rows)) == 1 and "hard: the techniques solve it" in result.stdout
    graded = run("dominosa", "grade", rows)
    assert graded.exit_code == 0 and graded.stdout in result.stdout
    body = printed_json(run("dominosa", "generate", 4, "--difficulty", "hard", "--seed", 2, "--json"))
    assert "\n".join("".join(map(str, row)) for row in body["grid"]) == rows
    assert body["techniques"]["trial and contradiction"] >= 1
    out = tmp_path / "g.svg"
    assert run("dominosa", "generate", 3, "-o", out).exit_code == 0 and out.exists()
    none = run("dominosa", "generate", 1, "--difficulty", "hard")
    assert none.exit_code == 3 and "none of 500 grids" in none.stderr
    nothing = printed_json(run("dominosa", "generate", 1, "--difficulty", "hard", "--json", "-o", out))
    assert nothing["grid"] is None and nothing["output"] is None


def test_grades_of_grids_with_several_solutions_or_none() -> None:
    assert "several solutions" in run("dominosa", "grade", "00 01 11").stdout
    result = run("dominosa", "grade", "010 101")
    assert result.exit_code == 1 and "no solution exists" in result.stdout
    assert printed_json(run("dominosa", "grade", "010 101", "--json"))["consistent"] is False


def test_maximise(tmp_path: Path) -> None:
    out = tmp_path / "best.txt"
    result = run("dominosa", "maximise", 2, "--rounds", 1, "--steps", 2000, "-o", out)
    assert result.exit_code == 0 and "10 solutions, the most found" in result.stdout
    assert "as many as the best known grid of the double-2 set: 10" in result.stdout
    assert out.read_text(encoding="utf-8").startswith("┌")
    proven = run("dominosa", "maximise", 3, "--prove")
    assert proven.exit_code == 0 and "88 solutions, and no grid has more" in proven.stdout
    body = printed_json(run("dominosa", "maximise", 3, "--prove", "--json"))
    assert (body["ways"], body["proven"], body["best_known"]) == (88, True, BEST_KNOWN[3].solutions)


@pytest.mark.usefixtures("ticking_clock")
def test_maximise_ends_at_its_time() -> None:
    short = run("dominosa", "maximise", 6, "--time", "100")
    assert short.exit_code == 3 and "the search reached a limit" in short.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "01 1a"], "argument grid, line 1, column 5: 'a' is not a number"),
        (["count", "00"], "only the number 0"),
        (["count", GRID, "--engine", "quantum"], "there is no engine named 'quantum'"),
        (["list", "00 01 11", "-o", "x.json"], "expected one of .svg, .png, .txt"),
        (["list", "00 01 11", "-o", "/nowhere/x.svg"], "there is no directory"),
        (["generate", 99], "the set is double-99; expected double-1 to double-15"),
        (["generate", 3, "--difficulty", "fiendish"], "'fiendish' is not one of"),
        (["maximise", 8], "double-1 to double-7"),
        (["maximise", 7, "--prove"], "double-1 to double-5"),
        (["maximise", 0], "not in the range"),
    ],
)
def test_errors(words: list[object], message: str) -> None:
    result = run("dominosa", *words)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""


def test_a_fault_in_a_file_names_it(tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_text("01\n1x\n", encoding="utf-8")
    assert f"{path}, line 2, column 2" in run("dominosa", "count", path).stderr
    path.write_text("000111", encoding="utf-8")
    refused = run("dominosa", "solve", path, "-o", path)
    assert refused.exit_code == 2 and path.read_text(encoding="utf-8") == "000111"
