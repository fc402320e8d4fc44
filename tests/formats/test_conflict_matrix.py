"""The conflict matrix: the edges of the conflict graph, by name."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given, settings

from support.formats_strategies import abstract_puzzles
from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.formats import conflict_graph, conflict_matrix, dlx, dpf
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Puzzle


def test_sticks_cut_into_pieces() -> None:
    """Sticks of 4 to 6 are cut into 1 to 5: orientations of one stick, or with a part in common, conflict."""
    puzzle = dpf.loads("5 3 2 1 3 2 0 2 3 1 4 2 0 3 2 1 2 3 2 0 4 2 1 3 3 0 1 2")
    rows = list(csv.reader(StringIO(conflict_matrix.dumps(puzzle))))
    labels = rows[0][1:]
    assert labels == ["p1:3", "p1:0,2", "p2:4", "p2:0,3", "p2:1,2", "p3:0,4", "p3:1,3", "p3:0,1,2"]
    assert [row[0] for row in rows[1:]] == labels
    parts = {label: (label[:2], set(label[3:].split(","))) for label in labels}
    for one, row in zip(labels, rows[1:], strict=True):
        for other, mark in zip(labels, row[1:], strict=True):
            (stick, cut), (stick_2, cut_2) = parts[one], parts[other]
            assert mark == str(int(one != other and (stick == stick_2 or bool(cut & cut_2))))


@settings(max_examples=40)
@given(puzzles() | abstract_puzzles())
def test_marks_are_the_edges_of_the_graph(puzzle: AnyPuzzle) -> None:
    try:
        graph = conflict_graph.dumps(puzzle)
    except UnsupportedError as error:
        with pytest.raises(UnsupportedError) as caught:
            conflict_matrix.dumps(puzzle)
        assert str(caught.value) == str(error)
        return
    text = conflict_matrix.dumps(puzzle)
    rows = list(csv.reader(StringIO(text)))
    marks = {(i, j) for i, row in enumerate(rows[1:], 1) for j, mark in enumerate(row[1:], 1) if mark == "1"}
    edges = {tuple(map(int, line.split()[1:])) for line in graph.splitlines() if line.startswith("e ")}
    assert marks == edges | {(j, i) for i, j in edges}
    assert len(rows) == 1 + len(to_exact_cover_puzzle(puzzle).options)
    assert conflict_matrix.looks_like(text) == (len(rows) > 1)


def test_colours_that_agree_exclude_nothing() -> None:
    puzzle = dlx.loads("a b | x\na x:red\nb x:red\nb x:blue\na b\n")
    assert conflict_matrix.dumps(puzzle) == (
        ",a x:red,b x:red,b x:blue,a b\na x:red,0,0,1,1\nb x:red,0,0,1,1\nb x:blue,1,1,0,1\na b,1,1,1,0\n"
    )


def test_large_matrices_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict_matrix, "MAX_OPTIONS", 16)
    with pytest.raises(UnsupportedError, match="a matrix of 17 options is not written; at most 16"):
        conflict_matrix.dumps(Puzzle(rectangle(3, 4), (piece("d", "##", copies=6),)))


@pytest.mark.parametrize("text", ["", ",", ",a\n", "a,b\n1,2\n", ',"a\n', ",a\nb,0\n"])
def test_looks_like_something_else(text: str) -> None:
    assert not conflict_matrix.looks_like(text)
