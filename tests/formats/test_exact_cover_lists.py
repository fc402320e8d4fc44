"""EC-sets and EC-counted: lists of items numbered from 1."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from hypothesis import given

import tilewright
from support.formats_strategies import abstract_puzzles
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import load
from tilewright.formats.exact_cover_lists import (
    dumps_counted,
    dumps_sets,
    loads_counted,
    loads_sets,
    looks_counted,
    looks_like_sets,
)
from tilewright.formats.files import choose
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

SETS = "c n = 4\np ec 4\ns 1 3\ns 4 2\ns 1 2\n\ns 3 4\ns 3 4\n"
COUNTED = "4 5\n2 1 3\n2 4 2\n2 1 2\n2 3 4\n2 3 4\n"


def test_both_are_the_same_puzzle() -> None:
    puzzle = loads_sets(SETS)
    assert puzzle == loads_counted(COUNTED)
    assert [item.name for item in puzzle.items] == ["1", "2", "3", "4"]
    assert [name for name, _ in puzzle.options[1].uses] == ["2", "4"]
    assert tilewright.count(puzzle).solutions == 3  # equal lines are different options
    assert dumps_counted(puzzle) == COUNTED.replace("4 2", "2 4")
    assert loads_sets(dumps_sets(puzzle)) == puzzle


@given(abstract_puzzles())
def test_what_was_written_comes_back(puzzle: ExactCoverPuzzle) -> None:
    for dumps, loads in ((dumps_sets, loads_sets), (dumps_counted, loads_counted)):
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


_CHECKOUT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TILEWRIGHT_SHARED", _CHECKOUT.parent / "shared"))
TABLE = SHARED / "oracles" / "exact_cover.tsv"
LINES = TABLE.read_text(encoding="utf-8").splitlines()[1:] if TABLE.is_file() else []
ROWS = [
    (file, int(count))
    for file, count in (line.split("\t") for line in LINES if line[0] != "#")
    if count.isdigit()
]


@pytest.mark.skipif(not ROWS, reason="the collected exact covers are not here")
def test_all_files_are_there() -> None:
    assert len(ROWS) >= 16


@pytest.mark.parametrize(("file", "solutions"), [row for row in ROWS if "latin8" not in row[0]])
def test_known_counts(file: str, solutions: int) -> None:
    assert (
        tilewright.count(load(SHARED / "puzzles" / "exact_cover" / file), engine="frontier").solutions
        == solutions
    )


def test_compressed_files_are_detected(tmp_path: Path) -> None:
    (tmp_path / "p.txt.gz").write_bytes(gzip.compress(COUNTED.encode()))
    assert tilewright.count(load(tmp_path / "p.txt.gz")).solutions == 3
