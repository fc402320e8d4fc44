"""``tilewright run export``, ``delete`` and ``verify``: kept solutions, and recovery of a damaged file."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from support.cli import printed_json, puzzle_file, run
from tilewright.runs.rows import solution_key


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one complete run: four L-trominoes on 4 by 3, its 4 solutions kept."""
    path = tmp_path / "runs.db"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    assert run("run", "start", puzzle_file(tmp_path)).exit_code == 0
    return path


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one complete run whose 2,339 solutions lie on many pages."""
    path = tmp_path / "wide.db"
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(path))
    assert run("run", "start", "catalog:pentominoes-6x10", "--unique").exit_code == 0
    return path


def test_export_formats(runs: Path, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    for suffix in ("json", "ndjson", "txt", "svg", "png"):
        out = tmp_path / f"out.{suffix}"
        result = run("run", "export", "last", "-o", out)
        assert result.exit_code == 0 and f"wrote {out}: 4 solutions" in result.stdout
        assert out.stat().st_size > 0
    for suffix in ("json", "ndjson"):
        assert printed_json(run("verify", puzzle, tmp_path / f"out.{suffix}", "--json"))["solutions"] == 4
    drawn = (tmp_path / "out.txt").read_text()
    assert run("run", "export", "last").stdout.count("┌") == drawn.count("┌") > 0


def test_a_picture_of_the_first_solutions(runs: Path, tmp_path: Path) -> None:
    result = run("run", "export", "last", "-o", tmp_path / "two.svg", "--sheet", "2")
    assert "2 solutions, 2 more left out (--sheet)" in result.stdout


def test_json_has_the_solutions(runs: Path, tmp_path: Path) -> None:
    body = printed_json(run("run", "export", "last", "--json"))
    assert len(body["found"]) == body["solutions"] == 4 and body["output"] is None
    written = printed_json(run("run", "export", "last", "--json", "-o", tmp_path / "out.json"))
    assert written["output"] == str(tmp_path / "out.json") and "found" not in written
    assert set(body) - {"found"} == set(written)


@pytest.mark.usefixtures("ticking_clock")
def test_export_of_an_incomplete_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_RUNS", str(tmp_path / "runs.db"))
    run("run", "start", "catalog:pentominoes-6x10", "--time", "30")
    result = run("run", "export", "last", "-o", tmp_path / "some.ndjson")
    assert result.exit_code == 0 and "the run is not complete" in result.stderr
    assert "so far" in result.stdout or "no solution found in" in result.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["export"], "expected the ID of a run"),
        (["export", "last", "-o", "x.pdf"], "cannot tell the format"),
        (["export", "last", "-o", "x.db"], "leave out the ID"),
        (["export", "last", "-o", "runs.db"], "leave out the ID"),
        (["export", "-o", "runs.db"], "this file exists already"),
        (["export", "last", "--view", "all"], "--view applies to pictures"),
        (["export", "last", "-o", "none/x.svg"], "there is no directory"),
        (["export", "zzzz"], "there is no run 'zzzz'"),
        (["delete", "zzzz"], "there is no run 'zzzz'"),
        (["verify", "zzzz"], "there is no run 'zzzz'"),
        (["stop", "zzzz"], "there is no run 'zzzz'"),
    ],
)
def test_export_refuses(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = runs.read_bytes()
    result = run("run", *words)
    assert result.exit_code == 2 and sentence in result.stderr
    assert runs.read_bytes() == before


def test_delete_asks(runs: Path) -> None:
    name = printed_json(run("run", "status", "--json"))["run"]
    assert "nothing was deleted" in run("run", "delete", name, text="n\n").stdout
    nobody = run("run", "delete", name, text="")
    assert nobody.exit_code == 2 and "not confirmed" in nobody.stderr
    assert printed_json(run("run", "list", "--json"))["runs"][0]["run"] == name
    gone = run("run", "delete", name[:5], text="y\n")
    assert gone.exit_code == 0 and f"deleted run {name}" in gone.stdout and "4 solutions, kept" in gone.stdout
    assert printed_json(run("run", "list", "--json"))["runs"] == []
    assert "there are no runs" in run("run", "status").stderr


def test_delete_without_asking(runs: Path) -> None:
    assert printed_json(run("run", "delete", "last", "--yes", "--json"))["command"] == "run delete"
    assert "there are no runs" in run("run", "list").stdout


def test_verify_a_sound_file(wide: Path) -> None:
    result = run("run", "verify")
    assert result.exit_code == 0 and "2,339 solutions)" in result.stdout
    assert result.stdout.endswith(f"{wide}: no damage in 1 run\n")
    body = printed_json(run("run", "verify", "last", "--json"))
    assert body["valid"] and body["runs"][0]["solutions"] == 2_339 and body["faults_total"] == 0


def damage(path: Path) -> None:
    """Overwrite the page with a solution in the middle of those that a run has stored.

    Which page that is depends on how the workers took turns; any other one might hold the run's own row.
    """
    with closing(sqlite3.connect(path)) as connection:
        (text,) = connection.execute(
            "SELECT options FROM solutions ORDER BY id LIMIT 1 OFFSET 1000"
        ).fetchone()
    data = bytearray(path.read_bytes())
    page = data.index(text.encode()) // 4096 * 4096
    data[page : page + 4096] = b"\x5a" * 4096
    path.write_bytes(data)


def refused(result: Result) -> bool:
    return result.exit_code == 2 and "damaged" in result.stderr and result.stderr.count("\n") == 1


def test_a_damaged_file_is_recovered(wide: Path, tmp_path: Path) -> None:
    name = printed_json(run("run", "status", "--json"))["run"]
    damage(wide)
    before = wide.read_bytes()
    result = run("run", "verify")
    assert result.exit_code == 1 and f"{wide} is damaged" in result.stdout
    assert "to recover what is intact: tilewright run export -o good.db" in result.stderr
    assert not printed_json(run("run", "verify", "--json"))["valid"]
    assert refused(run("run", "start", "catalog:soma-cube", "--first"))
    assert wide.read_bytes() == before
    good = tmp_path / "good.db"
    saved = run("run", "export", "-o", good)
    assert saved.exit_code == 0 and f"wrote {good}: 1 run" in saved.stdout
    assert run("run", "verify", "--db", good).exit_code == 0
    ended = run("run", "resume", name, "--db", good)
    assert ended.exit_code == 0, ended.stderr
    assert ended.stdout.startswith("9,356 solutions (2,339 up to symmetry: 2 rotations and 2 reflections)")
    assert wide.read_bytes() == before


def test_solutions_that_do_not_solve_the_puzzle_are_left_out_with_a_sentence(
    wide: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(wide)) as connection, connection:
        number, text = connection.execute("SELECT id, options FROM solutions LIMIT 1").fetchone()
        altered = text.partition(" ")[2]
        connection.execute(
            "UPDATE solutions SET options = ?, key = ? WHERE id = ?", (altered, solution_key(altered), number)
        )
    saved = run("run", "export", "-o", tmp_path / "good.db")
    assert saved.exit_code == 0
    assert "be found again with them, 1 solution left out that does not solve the puzzle\n" in saved.stdout
    assert run("run", "verify", "--db", tmp_path / "good.db").exit_code == 0


def test_recovery_as_json(wide: Path, tmp_path: Path) -> None:
    body = printed_json(run("run", "export", "-o", tmp_path / "good.db", "--json"))
    assert body["runs"][0]["solutions"] == 2_339 and body["runs"][0]["requeued"] == 0
    assert json.dumps(body["runs"][0]["lost"]) == '""'
