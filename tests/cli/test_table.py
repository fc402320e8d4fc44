"""``tilewright table``: rows, forms, results files, and what ends a table early."""

from __future__ import annotations

import csv
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from support.cli import NOTHING_FITS, TROMINOES, TWO_SPARE, endless, printed_json, puzzle_file, run, signalled
from support.shared_counts import TILING
from support.shared_files import shared_file
from tilewright.cli import table_output
from tilewright.solving import tabulation

COUNTS = ("labelled", "solutions", "up_to_symmetry")
HUGE = "catalog:hexominoes-knight"


def rows(*words: object, code: int = 0) -> list[dict[str, Any]]:
    result = run("table", *words, "--json", "-q")
    assert result.exit_code == code, result.output
    entries: list[dict[str, Any]] = printed_json(result)["rows"]
    return entries


def folder(tmp_path: Path) -> Path:
    """A folder with two puzzles, a text that is none, and a hidden file."""
    path = tmp_path / "puzzles"
    path.mkdir()
    puzzle_file(path, TROMINOES, "a.txt")
    puzzle_file(path, NOTHING_FITS, "b.txt")
    puzzle_file(path, "Dear Bob, this is a letter.\nYours, Ann\n", "letter.txt")
    puzzle_file(path, "", ".hidden")
    return path


def test_a_row_has_all_counts_and_times(tmp_path: Path) -> None:
    (row,) = rows(puzzle_file(tmp_path))
    assert [row[key] for key in COUNTS] == [96, 4, 2]
    assert (row["name"], row["status"]) == ("puzzle.txt", "complete") and row["engine"]
    assert row["first_seconds"] >= 0 and row["seconds"] >= 0 and row["nodes"] > 0
    assert "motions" not in row


def test_a_file_that_is_no_puzzle_gets_a_row_and_the_others_go_on(tmp_path: Path) -> None:
    entries = rows(folder(tmp_path), code=2)
    assert [(row["name"], row["status"]) for row in entries] == [
        ("a.txt", "complete"), ("b.txt", "complete"), ("letter.txt", "error"),
    ]  # fmt: skip
    assert entries[1]["solutions"] == 0 and entries[1]["first_seconds"] is None and entries[1]["note"]
    assert entries[2]["note"] and entries[2]["solutions"] is None
    text = run("table", tmp_path / "puzzles").stdout
    assert "error" in text and "letter.txt: " in text and "3 puzzles" in text


def test_motions_stand_side_by_side(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    entries = rows(path, "--motions", "fixed", "--motions", "all")
    assert [(row["motions"], row["solutions"]) for row in entries] == [("fixed", 0), ("all", 4)]
    text = run("table", path, "--motions", "fixed", "--motions", "all").stdout
    (line,) = (line for line in text.splitlines() if "puzzle.txt" in line)
    assert line.split()[2:5] == ["0", "0", "0"] and {"96", "4", "2"} <= set(line.split())


def test_numbers_of_threads_stand_side_by_side(tmp_path: Path) -> None:
    kept = tmp_path / "rows.ndjson"
    words = [puzzle_file(tmp_path), puzzle_file(tmp_path, NOTHING_FITS, "none.txt"), "--results", kept]
    entries = rows(*words, "--threads", "1,2")
    assert [(row["id"], row["threads"], row["solutions"]) for row in entries] == [
        (1, 1, 4), (1, 2, 4), (2, 1, 0), (2, 2, 0),
    ]  # fmt: skip
    assert entries[0]["speed_up"] == 1 and sum(row["best"] for row in entries[:2]) == 1
    first, second = (row["seconds"] for row in entries[:2])
    best = 1 + (second < first)
    html = run("table", *words, "--threads", "1,2", "--to", "html").stdout
    (line,) = (line for line in html.splitlines() if "puzzle.txt" in line)
    assert line.split("</td>")[4 + best].count("<strong>") == 1 and line.count("<strong>") == 1
    text = run("table", *words, "--threads", "1,2").stdout.splitlines()
    assert text[0].split()[-5:] == ["1", "thread", "2", "threads", "engine"] and text[2].count("*") == 1
    written = run("table", *words, "--threads", "1,2", "--to", "markdown").stdout
    assert written.splitlines()[2].count("**") == 2 and "In brackets: how many times as fast" in written
    assert "threads" not in rows(*words, "--threads", "2")[0]


def row_of(seconds: float, solutions: int = 4, **others: Any) -> tabulation.PuzzleRow:
    return tabulation.PuzzleRow(
        "a", others.pop("status", "complete"), None, solutions, 1, 0.1, seconds, 1, "dense", **others
    )


def test_speed_up_and_best_of_complete_rows_only() -> None:
    puzzle_rows = [row_of(4.0, threads=1), row_of(1.0, threads=2, status="limit"), row_of(2.5, workers=3)]
    assert "| 4.00 s | 1.00 s+ | **2.50 s (1.6x)** |" in table_output.markdown(puzzle_rows)
    keys = table_output.numbered_keys(puzzle_rows)
    assert [(row["speed_up"], row["best"]) for row in keys] == [(1, False), (None, False), (1.6, True)]
    assert "3 workers" in table_output.chart(puzzle_rows, ".svg").decode()


@pytest.mark.parametrize(("seconds", "text"), [(0.25, "(400x)"), (0.04, "(2,500x)"), (2e6, "(<0.001x)")])
def test_a_large_or_small_speed_up_has_no_exponent(seconds: float, text: str) -> None:
    assert text in table_output.text([row_of(100.0, threads=1), row_of(seconds, workers=1)])


def test_rows_that_contradict_each_other_are_named() -> None:
    text = table_output.text([row_of(1.0, threads=1), row_of(1.0, 5, threads=2)])
    assert "a (2 threads): 5 solutions contradict 4 of 1 thread: one of the two is wrong" in text
    assert text.splitlines()[2].count("*") == 2, "both are the best"


def test_pieces_may_be_left_over(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, TWO_SPARE)
    assert [row["solutions"] for row in (*rows(path), *rows(path, "--use", "any"))] == [0, 3]


def test_files_are_written_by_their_extension(tmp_path: Path) -> None:
    path = folder(tmp_path)
    outputs = [tmp_path / f"table{suffix}" for suffix in table_output.SUFFIXES]
    run("table", path, *(word for output in outputs for word in ("-o", output)))
    content = {output.suffix: output.read_bytes() for output in outputs}
    assert content[".svg"].startswith(b"<svg") and content[".png"].startswith(b"\x89PNG")
    assert content[".md"].startswith(b"| ID | puzzle | labelled | solutions |")
    assert content[".txt"].startswith(b"ID   puzzle ")
    written = list(csv.DictReader(content[".tsv"].decode().splitlines(), delimiter="\t"))
    assert written[0]["solutions"] == "4" and written[2]["solutions"] == "NA"
    assert [row["name"] for row in json.loads(content[".json"])["rows"]] == ["a.txt", "b.txt", "letter.txt"]


@pytest.mark.parametrize("form", table_output.FORMATS)
def test_each_form_can_be_printed(form: str, tmp_path: Path) -> None:
    result = run("table", puzzle_file(tmp_path), "--to", form)
    assert result.exit_code == 0 and "96" in result.stdout and "puzzle.txt" in result.stdout


def test_queries_to_the_catalogue() -> None:
    assert [row["name"] for row in rows("catalog:mutilated")] == [
        "catalog:mutilated-6x6", "catalog:mutilated-chessboard",
    ]  # fmt: skip
    (row,) = rows("board3", "catalog:BOARD3")
    assert (row["name"], [row[key] for key in COUNTS]) == ("board3", [1152, 2, 1])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.txt"], "nowhere.txt: no such file; expected files, folders, or catalog:QUERY"),
        (["-"], "standard input cannot be tabulated"),
        (["catalog:hundert"], "did you mean catalog:hundred"),
        (["EMPTY"], "the folder has no files"),
        (["PIPE"], "this is not an ordinary file; expected files, folders, or catalog:QUERY"),
        (["PUZZLE", "-o", "x.pdf"], "expected one of .txt, .tsv, .md, .html, .json, .svg, .png"),
        (["PUZZLE", "--results", "PUZZLE"], "this is an input file"),
        (["PUZZLE", "--motions", "fix"], "'fix' is not one of"),
        (["PUZZLE", "--time", "never"], "'never' is not a time"),
        (["PUZZLE", "--threads", "1,x"], "'1,x' is not a list of numbers; expected e.g. 4 or 1,2,4"),
        (["PUZZLE", "--threads", "0"], "0 is out of range; expected 1 to 1024"),
        (["PUZZLE", "--workers", "2,2"], "2 is given twice; expected different numbers"),
        (["PUZZLE", "--workers", "2", "--engine", "frontier"], "--workers needs an engine that splits"),
        (["PUZZLE", "--workers", "2", "--memory", "1G"], "--memory and --workers cannot be combined"),
        ([], "Missing argument"),
    ],
)
def test_wrong_words_are_refused_before_any_work(words: list[str], said: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    os.mkfifo(tmp_path / "pipe")  # to which nobody writes
    names = {"PUZZLE": puzzle_file(tmp_path), "EMPTY": empty, "PIPE": tmp_path / "pipe"}
    result = run("table", *(names.get(word, word) for word in words))
    assert result.exit_code == 2 and said in result.stderr and not result.stdout


def test_a_limit_ends_a_row_and_not_the_table(tmp_path: Path) -> None:
    entries = rows(
        "catalog:pentominoes-6x10", puzzle_file(tmp_path), "--engine", "dense", "--nodes", "2000", code=3
    )
    assert [row["status"] for row in entries] == ["limit", "complete"]
    assert 1 <= entries[0]["solutions"] < 9356 and entries[0]["note"]
    text = run("table", "catalog:pentominoes-6x10", "--engine", "dense", "--nodes", "2000").stdout
    assert "+: a limit ended" in text


def test_complete_rows_of_a_results_file_are_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kept = folder(tmp_path), tmp_path / "rows.ndjson"
    limited = rows(path, "catalog:pentominoes-3x20", "--nodes", "500", "--results", kept, code=2)
    with kept.open("a") as stream:
        stream.write('{"key": "a row that was cut o')  # by a crash
    computed = []

    def measure(name: str, *words: Any, **rules: Any) -> tabulation.PuzzleRow:
        computed.append(name)
        return tabulation.measure(name, *words, **rules)

    monkeypatch.setattr("tilewright.cli.table.measure", measure)
    again = rows(path, "catalog:pentominoes-3x20", "--results", kept, code=2)
    assert computed == ["catalog:pentominoes-3x20"], "it had ended by a limit"
    assert again[:3] == limited[:3] and again[3]["solutions"] == 8
    puzzle_file(path, TWO_SPARE, "a.txt")
    assert rows(path / "a.txt", "--results", kept)[0]["solutions"] == 0, "another puzzle under the old name"
    assert rows(path / "a.txt", "--use", "any", "--results", kept)[0]["solutions"] == 3


@pytest.mark.parametrize("text", ["not a results file\n", "{}\n", "no end of line"])
def test_another_file_is_no_results_file(text: str, tmp_path: Path) -> None:
    kept = puzzle_file(tmp_path, text, "kept")
    result = run("table", puzzle_file(tmp_path), "--results", kept)
    assert result.exit_code == 2 and "line 1: expected the first line of a results file" in result.stderr
    assert kept.read_text() == text


def test_a_damaged_row_of_a_results_file_is_named(tmp_path: Path) -> None:
    path, kept = puzzle_file(tmp_path), tmp_path / "kept"
    rows(path, "--results", kept)
    kept.write_text(kept.read_text() + "[]\n")
    result = run("table", path, "--results", kept)
    assert result.exit_code == 2 and "line 3: expected a row" in result.stderr


@pytest.mark.event
def test_ctrl_c_keeps_the_rows_that_are_done(tmp_path: Path) -> None:
    kept, output = tmp_path / "rows.ndjson", tmp_path / "table.tsv"
    done = signalled(
        "second row", signal.SIGINT,
        "table", puzzle_file(tmp_path, endless()), HUGE, "--results", kept, "-o", output, "-q",
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert "258,584,046,368" in done.stdout and "stopped after 1 of 2 rows" in done.stderr
    assert output.read_text().count("\n") == 2


def test_the_table_of_the_collection() -> None:
    paths = [shared_file(f"tiling/{name}") for name in TILING]
    assert {row["name"]: tuple(row[key] for key in COUNTS) for row in rows(*paths)} == TILING
