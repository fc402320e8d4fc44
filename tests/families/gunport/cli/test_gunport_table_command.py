"""``tilewright gunport table``: what it prints and writes, bad input, Ctrl-C."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from support.cli import parse_json, printed_json, run, signalled
from tilewright.cli.exit_codes import ExitCode


def test_a_table_on_the_screen() -> None:
    result = run("gunport", "table", "--max", "5")
    grid, _, words = result.stdout.partition("\n\n")
    assert result.exit_code == 0 and grid.splitlines()[1].split() == ["1", "0-", "1", "1", "1-", "2"]
    first, second = words.splitlines()
    assert first.startswith("15 boards   ")
    assert second == "Pearce's formula holds for all boards of 2 rows or more."


def test_failures_are_named() -> None:
    result = run("gunport", "table", "--min", "14", "--max", "16")
    assert (
        "fails for 1 board of 2 rows or more; the smallest: 14x16 (76, the formula gives 75).\n"
        in result.stdout
    )
    assert "Squares where it fails: none." in result.stdout


def test_no_slide() -> None:
    result = run("gunport", "table", "--max", "4", "--no-slide")
    assert result.stdout.splitlines()[1].split() == ["1", "0-", "1", "x", "2"]
    assert "always slide" in result.stdout


def test_files(tmp_path: Path) -> None:
    paths = [tmp_path / f"t{suffix}" for suffix in (".tsv", ".svg", ".png", ".txt")]
    result = run("gunport", "table", "--max", "6", *(word for path in paths for word in ("-o", path)))
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line.startswith("wrote")] == [
        f"wrote {path}: 21 boards" for path in paths
    ]
    assert paths[0].read_text().splitlines()[-1] == "6\t6\t12\t12\t12\t0"
    assert paths[1].read_bytes().startswith(b"<svg") and paths[2].read_bytes().startswith(b"\x89PNG")
    assert "Pearce's formula holds" in paths[3].read_text()


def test_json() -> None:
    body = printed_json(run("gunport", "table", "--max", "16", "--rows", "14..15", "--json"))
    assert set(body) == {
        "command", "status", "min", "max", "no_slide", "boards", "smallest_failures", "square_failures",
        "seconds", "note", "output",
    }  # fmt: skip
    assert body["smallest_failures"] == [[14, 16]] and body["square_failures"] == []
    assert [(board["rows"], board["columns"]) for board in body["boards"]] == [
        (14, 14), (14, 15), (14, 16), (15, 15), (15, 16),
    ]  # fmt: skip
    assert body["boards"][2] == {
        "rows": 14, "columns": 16, "dominoes": 76, "ports": 72, "pearce": 75, "deviation": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--max", "0"], "not in the range"),
        (["--max", "x"], "'x'"),
        (["--min", "6", "--max", "5"], "--min 6 is more than --max 5"),
        (["--rows", "3..x"], "is not a range of rows; expected a form like 5 or 3..8"),
        (["--rows", "8..3"], "the smaller number first"),
        (["--rows", "0..3"], "1 or more rows"),
        (["--rows", "30..40"], "there is no board with"),
        (["--max", "1000"], "1,000,000 cells"),
        (["--max", "70"], "up to 63 rows"),
        (["--max", "20", "--no-slide"], "of memory"),
        (["-o", "x.gif"], "expected one of .tsv, .txt, .svg, .png"),
        (["-o", "/nosuch/x.svg"], "there is no directory"),
        (["8x8"], "unexpected extra argument"),
    ],
)
def test_bad_input(words: list[str], sentence: str) -> None:
    result = run("gunport", "table", *words)
    assert result.exit_code == ExitCode.BAD_INPUT and result.stdout == ""
    assert sentence in result.stderr and "Traceback" not in result.stderr


@pytest.mark.usefixtures("ticking_clock")
def test_a_limit_leaves_the_boards_done(tmp_path: Path) -> None:
    result = run("gunport", "table", "--max", "20", "--time", "1000", "-o", tmp_path / "t.tsv")
    assert result.exit_code == ExitCode.LIMIT and "the time limit was reached after" in result.stderr
    assert 20 < len((tmp_path / "t.tsv").read_text().splitlines()) < 211
    assert "that were solved" in result.stdout


@pytest.mark.event
def test_ctrl_c_leaves_the_boards_done() -> None:
    done = signalled(
        "searched long", signal.SIGINT, "gunport", "table", "--max", "23", "--memory", "1G", "--json"
    )
    assert done.returncode == ExitCode.INTERRUPTED
    body = parse_json(done.stdout)
    assert body["status"] == "cancelled" and len(body["boards"]) > 20
    assert f"stopped after {len(body['boards'])} boards" in done.stderr
