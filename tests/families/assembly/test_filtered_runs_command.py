"""``tilewright run`` with ``--only disassemblable``: levels that survive kill -9, status, export, verify."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.burrtools_cases import BOX, CHEST, LARGE_CHEST, LARGE_CHEST_LEVELS
from support.cli import printed_json, run, start
from support.filter_cases import Finding
from support.json_schema import schema_errors
from support.run_processes import wait_for
from tilewright.formats.burrtools_reader import saved_problems
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.runs import filters
from tilewright.runs.rows import RunState
from tilewright.solving.steps import CancelCheck, Status
from tilewright.solving.strategies.filtering import SolutionFilter

ONLY = ("--only", "disassemblable")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


def puzzle(folder: Path, text: str) -> Path:
    path = folder / "puzzle.xmpuzzle"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", [BOX, CHEST], ids=["box", "chest"])
def test_a_run_has_the_levels_of_disassemble(tmp_path: Path, db: Path, text: str) -> None:
    path = puzzle(tmp_path, text)
    apart = printed_json(run("disassemble", path, "--all", "--json"))
    body = printed_json(run("run", "start", path, *ONLY, "--db", db, "--json", "-q"))
    assert not schema_errors(body)
    assert (body["examined"], body["up_to_symmetry"]) == (apart["assemblies"], apart["solutions"])
    assert (body["by_level"], body["undecided"]) == (apart["by_level"], 0)
    counted = printed_json(run("count", path, *ONLY, "--json"))
    assert body["solutions"] == counted["solutions"]
    exported = printed_json(run("run", "export", "last", "--sort", "level", "--db", db, "--json"))
    assert not schema_errors(exported) and exported["solution_levels"] == apart["levels"]
    assert len(exported["found"]) == apart["solutions"]


@pytest.mark.event
def test_a_killed_run_ends_with_the_same_levels(tmp_path: Path, db: Path) -> None:
    path = puzzle(tmp_path, LARGE_CHEST)
    process = start("run", "start", path, *ONLY, "--db", db, "--workers", 1, "-q")
    with process:
        run_status = wait_for(db, lambda run_status: run_status.totals.examined > 0)
        process.kill()
    assert run_status.state is RunState.RUNNING
    before = printed_json(run("run", "status", "--db", db, "--json"))
    assert before["status"] == "interrupted" and 0 < before["examined"] < 1_286
    assert sum(row["solutions"] for row in before["by_level"]) == before["up_to_symmetry"]
    body = printed_json(run("run", "resume", "last", "--db", db, "--json", "-q"))
    assert (body["status"], body["examined"], body["undecided"]) == ("complete", 1_286, 0)
    assert {row["level"]: row["solutions"] for row in body["by_level"]} == LARGE_CHEST_LEVELS
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("SELECT sum(examined) FROM tasks").fetchone() == (1_286,)


def test_status_export_and_verify(tmp_path: Path, db: Path) -> None:
    path = puzzle(tmp_path, BOX)
    started = run("run", "start", path, *ONLY, "--db", db)
    assert started.exit_code == 0
    assert "all disassemblable solutions up to symmetry, kept" in started.stdout
    table = ["level   solutions", "    2           3   2.3 (1), 2.2 (2)"]
    text = "36 solutions, 36 of 96 up to symmetry"
    assert all(line in started.stdout for line in (*table, f"{text} (no symmetries)"))
    status = run("run", "status", "--db", db)
    assert all(line in status.stdout for line in (*table, text))
    levels, best = tmp_path / "levels.csv", tmp_path / "best.xmpuzzle"
    words = ("--min-level", 2, "--sort", "level", "-o", levels, "-o", best)
    exported = run("run", "export", "last", "--db", db, *words)
    assert exported.exit_code == 0 and f"wrote {best}: 3 solutions" in exported.stdout
    with levels.open(newline="") as stream:
        assert list(csv.reader(stream)) == [
            ["number", "level", "moves", "levels"],
            ["1", "2", "5", "2.3"],
            ["2", "2", "4", "2.2"],
            ["3", "2", "4", "2.2"],
        ]
    (problem,) = saved_problems(best.read_text(encoding="utf-8"))
    assert [one.separation is not None for one in problem.assemblies] == [True] * 3
    drawn = run("run", "export", "last", "--db", db, "--max-level", 1)
    assert drawn.stdout.count("\nlevel 1") == 32 and drawn.stdout.startswith("level 1")
    assert "no damage (" in run("run", "verify", "--db", db).stdout
    few = printed_json(run("run", "list", "--db", db, "--json"))["runs"][0]
    assert (few["only"], few["examined"]) == ("disassemblable", 96)


def test_one_assembly_and_counts_alone(tmp_path: Path, db: Path) -> None:
    path = puzzle(tmp_path, CHEST)
    first = run("run", "start", path, *ONLY, "--first", "--db", db)
    assert first.exit_code == 0 and "one disassemblable solution" in first.stdout
    assert "\nlevel 1." in first.stdout and "1 solution   " in first.stdout
    assert "by_level" not in printed_json(run("run", "status", "last", "--db", db, "--json"))
    counted = run("run", "start", path, *ONLY, "--count", "--db", db)
    assert (
        "16 solutions, 4 of 19 up to symmetry (4 rotations and 4 reflections of the board that keep"
        in counted.stdout
    )
    assert counted.stdout.splitlines()[1].split() == ["level", "solutions"]
    (row,) = printed_json(run("run", "status", "last", "--db", db, "--json"))["by_level"]
    assert row["solutions"] == sum(row["levels"].values()) == 4
    assert "stores no solutions" in run("run", "export", "last", "--db", db).stderr


def test_wrong_usage(tmp_path: Path, db: Path) -> None:
    path = puzzle(tmp_path, BOX)
    run("run", "start", path, "--unique", "--db", db)
    for words, said in (
        (["export", "last", "--min-level", 2], "has no levels; leave out --min-level"),
        (["export", "last", "-o", tmp_path / "x.xmpuzzle"], "cannot tell the format of"),
        (["start", path, "--only", "locked"], "there is no filter named 'locked'"),
        (["start", "catalog:pentominoes-6x10", *ONLY], "taken apart in space only"),
    ):
        result = run("run", *words, "--db", db)
        assert result.exit_code == 2 and said in result.stderr, words


class ForgetfulExaminer:
    """Decides every other solution: it has the level 1."""

    def __init__(self, puzzle: Puzzle, max_bytes: int) -> None:
        self.examined = 0

    def examine(self, solution: Solution, check_cancelled: CancelCheck) -> Finding:
        self.examined += 1
        return Finding((1,)) if self.examined % 2 else Finding((), Status.LIMIT)


def test_undecided_assemblies_are_no_proof(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forgetful = SolutionFilter("disassemblable", ForgetfulExaminer, 1)
    monkeypatch.setattr(filters, "filter_named", lambda name: forgetful)
    path = puzzle(tmp_path, CHEST)
    result = run("run", "start", path, *ONLY, "--db", db, "--workers", 1)
    assert result.exit_code == 3 and "not all is proven: 9 undecided, for want of memory" in result.stderr
    assert "cells to fill), 9 undecided" in result.stdout
    assert printed_json(run("run", "status", "--db", db, "--json"))["undecided"] == 9
