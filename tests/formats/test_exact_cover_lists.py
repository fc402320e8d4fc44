"""EC-sets and EC-counted, lists of items numbered from 1; EC-matrix, rows of 0 and 1."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import tilewright
from support.formats_strategies import abstract_puzzles
from support.shared_counts import EXACT_COVERS
from support.shared_files import shared_file
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import load
from tilewright.formats.exact_cover_lists import (
    dumps_counted,
    dumps_matrix,
    dumps_sets,
    loads_counted,
    loads_matrix,
    loads_sets,
    looks_counted,
    looks_like_matrix,
    looks_like_sets,
)
from tilewright.formats.files import choose
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

SETS = "c n = 4\np ec 4\ns 1 3\ns 4 2\ns 1 2\n\ns 3 4\ns 3 4\n"
MATRIX = "1,0,1,0\n0,1,0,1\n1,1,0,0\n0,0,1,1\n0,0,1,1\n"
COUNTED = "4 5\n2 1 3\n2 4 2\n2 1 2\n2 3 4\n2 3 4\n"


def test_all_are_the_same_puzzle() -> None:
    puzzle = loads_sets(SETS)
    assert puzzle == loads_counted(COUNTED) == loads_matrix(MATRIX)
    assert dumps_matrix(puzzle) == MATRIX
    assert [item.name for item in puzzle.items] == ["1", "2", "3", "4"]
    assert [name for name, _ in puzzle.options[1].uses] == ["2", "4"]
    assert tilewright.count(puzzle).solutions == 3  # equal lines are different options
    assert dumps_counted(puzzle) == COUNTED.replace("4 2", "2 4")
    assert loads_sets(dumps_sets(puzzle)) == puzzle


@given(abstract_puzzles())
def test_what_was_written_comes_back(puzzle: ExactCoverPuzzle) -> None:
    for dumps, loads in (
        (dumps_sets, loads_sets),
        (dumps_counted, loads_counted),
        (dumps_matrix, loads_matrix),
    ):
        try:
            text = dumps(puzzle)
        except UnsupportedError:
            continue
        there = loads(text)
        assert len(there.items) == len(puzzle.items) and len(there.options) == len(puzzle.options)
        assert dumps(there) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 0, 0, "the text is empty"),
        ("c only\n", 0, 0, "the text is empty"),
        ("s 1\n", 1, 1, "expected 'p ec'"),
        ("p cnf 3 2\n", 1, 1, "expected 'p ec'"),
        ("p ec 0\n", 1, 6, "from 1 to"),
        ("p ec 3\np ec 3\n", 2, 1, "'p' is here; expected 's'"),
        ("p ec 3\ns\n", 2, 1, "no item"),
        ("p ec 3\ns 1 4\n", 2, 5, "an item, from 1 to 3"),
        ("p ec 3\ns 1 x\n", 2, 5, "'x' is here"),
        ("p ec 3\ns 1 2 1\n", 2, 7, "for the second time"),
    ],
)
def test_faults_of_sets(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        loads_sets(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 0, 0, "the text is empty"),
        ("4\n", 1, 1, "the first line has 1 words"),
        ("4 1\n2 1 2\n1 3\n", 3, 1, "another option is here; the first line promises 1"),
        ("4 2\n2 1 2\n", 2, 0, "ends after 1 options; the first line promises 2"),
        ("4 1\n3 1 2\n", 2, 1, "has 2 items; its line promises 3"),
        ("4 1\n2 1 5\n", 2, 5, "an item, from 1 to 4"),
        ("4 1\n0\n", 2, 1, "from 1 to 4"),
        ("4 1\n2 1 1\n", 2, 5, "for the second time"),
    ],
)
def test_faults_of_counted_lists(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        loads_counted(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_motions_are_refused() -> None:
    for loads, text in ((loads_sets, SETS), (loads_counted, COUNTED)):
        with pytest.raises(UnsupportedError):
            loads(text, "all")


def test_detection() -> None:
    assert looks_like_sets(SETS) and not looks_like_sets("p cnf 3 2\n1 0\n")
    assert looks_counted(COUNTED)
    assert not looks_counted("4 5\n2 1 3\n") and not looks_counted("4 1\n3 1 2\n")
    for extension in ("", ".txt", ".ec"):
        assert choose(extension, SETS).name == "ec-sets"
    assert choose(".ec", "0110 a\n").name == "ec"
    assert choose("", COUNTED).name == "ec-counted"


@pytest.mark.parametrize(
    ("file", "solutions"), [row for row in EXACT_COVERS.items() if "latin8" not in row[0]]
)
def test_known_counts(file: str, solutions: int) -> None:
    assert (
        tilewright.count(load(shared_file(f"exact_cover/{file}")), engine="frontier").solutions == solutions
    )


def test_compressed_files_are_detected(tmp_path: Path) -> None:
    (tmp_path / "p.txt.gz").write_bytes(gzip.compress(COUNTED.encode()))
    assert tilewright.count(load(tmp_path / "p.txt.gz")).solutions == 3


# Matrices


@pytest.mark.parametrize("text", [MATRIX.replace(",", mark) for mark in (" ", "\t", ";", ", ")])
def test_a_matrix_has_any_separator(text: str) -> None:
    assert looks_like_matrix(text)
    assert choose(".txt", text).name == choose(".csv", text).name == "ec-matrix"
    assert not looks_like_matrix("0 1\n1 0\n") and not looks_like_matrix("0,1,0\n1,0,1\n")
    assert loads_matrix(text) == loads_matrix(MATRIX)


def test_a_first_row_of_words_names_the_items() -> None:
    puzzle = loads_matrix("a b c\n1 0 1\n0 1 0\n")
    assert [item.name for item in puzzle.items] == ["a", "b", "c"]
    assert tilewright.count(puzzle).solutions == 1


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 0, 0, "the text is empty; expected rows of 0 and 1"),
        (",,\n1 0\n", 1, 0, "the row has no entry"),
        ("1 0\n1\n", 2, 1, "the row has 1 entries; expected 2"),
        ("1 0\n1 1 1\n", 2, 3, "the row has 3 entries; expected 2"),
        ("1 0\n0 2\n", 2, 3, "'2' is here; expected 0 or 1"),
        ("1 0\n0 0\n", 2, 1, "the row has no 1"),
        ("a a\n1 0\n", 0, 0, "two items are named"),
    ],
)
def test_wrong_matrices(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        loads_matrix(text)
    assert (caught.value.line or 0, caught.value.column or 0) == (line, column)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float64"])
def test_arrays_of_numpy(tmp_path: Path, dtype: str) -> None:
    array = np.array([[int(entry) for entry in row.split(",")] for row in MATRIX.split()])
    path = tmp_path / "matrix.npy"
    np.save(path, array.astype(dtype))
    assert load(path) == loads_matrix(MATRIX)


def test_wrong_arrays_of_numpy(tmp_path: Path) -> None:
    path = tmp_path / "matrix.npy"
    for array, words in [
        (np.array([[0, 1], [2, 1]]), "row 2, column 1 is 2; expected 0 or 1"),
        (np.array([1, 0]), "1 dimensions of int64; expected a matrix"),
        (np.array([["a"]]), "2 dimensions of <U1; expected a matrix"),
        (np.array([[object()]]), "cannot be read"),
    ]:
        np.save(path, array)
        with pytest.raises(FormatError, match=words):
            load(path)
    np.save(path, np.eye(4))
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(FormatError, match="cannot be read"):
        load(path)
