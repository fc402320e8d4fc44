"""``show --pieces`` and ``--placements``, and solutions as numbers of rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run

MATRIX = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"
"""A matrix of D. E. Knuth, Dancing links (2000); rows 1, 4 and 5 are its only exact cover."""


def test_orientations_and_placements_of_the_twelve_pentominoes() -> None:
    """63 orientations; their placements in 6 x 10 make the matrix of 2,056 rows that is often quoted."""
    lines = run("show", "catalog:pentominoes-6x10", "--pieces").stdout.splitlines()
    assert lines[0].split() == ["piece", "cells", "copies", "motions", "orientations", "placements"]
    assert [line.split()[4] for line in lines[1:13]] == list("828884444184")
    assert lines[13:] == ["12 pieces, 63 orientations, 2,056 placements", "matrix: 2,056 rows, 72 columns"]
    body = printed_json(run("show", "catalog:pentominoes-6x10", "--pieces", "--json"))
    assert sum(own["placements"] for own in body["piece_numbers"]) == 2056
    assert body["matrix"] == {"rows": 2056, "columns": 72}
    assert "placements" not in body
    forced = run("show", "catalog:pentominoes-6x10-cross-in-the-middle", "--pieces").stdout.splitlines()
    assert forced[13] == lines[13], "on the empty board"
    assert forced[14] == "matrix: 1,223 rows, 72 columns, without the placements that forced ones exclude"
    numbered = run("show", "catalog:pentominoes-6x10", "--placements").stdout.splitlines()
    assert [line.split()[0] for line in numbered[:-1]] == [str(number) for number in range(1, 2057)]


def test_placements_are_the_rows_of_the_matrix(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "##\n##\n\n##  ##\n")
    rows = ["1  I2:0,0;1,0", "2  I2:0,1;1,1", "3  I2:0,0;0,1", "4  I2:1,0;1,1"]
    lines = run("show", path, "--placements").stdout.splitlines()
    assert sorted(line[3:] for line in lines[:4]) == sorted(row[3:] for row in rows)
    assert [line[:3] for line in lines[:4]] == [f"{number}  " for number in range(1, 5)]
    body = printed_json(run("show", path, "--placements", "--json"))
    assert [f"{row['row']}  {row['name']}" for row in body["placements"]] == lines[:4]
    assert body["placements"][0]["items"][-2:] == lines[0].partition(":")[2].split(";")


def test_solutions_as_numbers_of_rows(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, MATRIX, "matrix.ec")
    result = run("solve", path, "--all", "--as", "rows")
    assert result.stdout == "1 4 5\n" and result.stderr.startswith("1 solution")
    assert printed_json(run("solve", path, "--as", "rows", "--json"))["found"] == [[1, 4, 5]]
    out = tmp_path / "rows.txt"
    assert run("solve", path, "--all", "--as", "rows", "-o", out).exit_code == 0
    assert out.read_text() == "1 4 5\n"
    for command in ("sample", "optimise"):
        assert run(command, path, "--as", "rows").stdout == "1 4 5\n"


def test_rows_are_lines_of_the_converted_puzzle(tmp_path: Path) -> None:
    source = "catalog:pentominoes-3x20"
    matrix = run("convert", source, "-", "--to", "ec").stdout.splitlines()
    body = printed_json(run("solve", source, "--all", "--as", "rows", "--json"))["found"]
    assert len(body) == 8
    for rows in body:
        chosen = [matrix[row - 1].split()[0] for row in rows]
        assert [sum(map(int, column)) for column in zip(*chosen, strict=True)] == [1] * 72


def test_counts_know_the_size_of_the_matrix() -> None:
    for command in ("count", "solve"):
        body = printed_json(run(command, "catalog:pentominoes-6x10", "--json"))
        assert body["matrix"] == {"rows": 2056, "columns": 72}
    forced = "catalog:pentominoes-6x10-cross-in-the-middle"
    assert printed_json(run("count", forced, "--json"))["matrix"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show", "--pieces"), "--pieces does not apply to this puzzle"),
        (("show", "--placements", "-o", "x.txt"), "--pieces and --placements cannot be combined with -o"),
        (("solve", "--as", "rows", "-o", "x.json"), "--as applies to solutions on the screen"),
        (("solve", "--as", "rows", "--json", "-o", "x.txt"), "--as applies to solutions on the screen"),
        (("solve", "--as", "cnf"), "expected one of dlx, "),
    ],
)
def test_what_has_no_rows_is_refused(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    command, *options = words
    result = run(command, puzzle_file(tmp_path, MATRIX, "matrix.ec"), *options)
    assert result.exit_code == 2 and message in result.stderr
