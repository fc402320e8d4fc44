"""Documents of all puzzles, those of families too: through JSON and TOML and back; the schema; errors."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support import pips_cases
from support.cli import run
from support.formats_strategies import abstract_puzzles, any_puzzles
from support.puzzle_schema import document_errors
from tilewright import documents
from tilewright.errors import FormatError, UnsupportedError
from tilewright.families.dominosa.puzzle import NumberGrid, read_grid
from tilewright.families.gunport.board import Arrangement, GunportBoard
from tilewright.families.gunport.board_files import read_board
from tilewright.families.pips.puzzle import PipsPuzzle
from tilewright.families.vanishing import files as vanishing_files
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.family import FamilyPuzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle

GRID = NumberGrid(((0, 0, None), (0, 1, 1), (1, None, 1)))
BOARD = GunportBoard.rectangle(3, 4)
VANISHING = DominoBoard(4, 3, (Domino(True, 1, 0, 0, 0), Domino(False, 2, 2, 1, 2)), from_right=True)


@st.composite
def family_puzzles(draw: st.DrawFn) -> FamilyPuzzle:
    """A puzzle of each family that has documents."""
    match draw(st.integers(0, 4)):
        case 4:
            return pips_cases.random_puzzle(draw(st.randoms(use_true_random=False)))
        case 0:
            numbers = st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=4).map(tuple)
            rows = draw(st.lists(numbers, min_size=1, max_size=4).map(tuple))
            return NumberGrid((*rows, (0,)))
        case 1:
            cells = draw(st.frozensets(st.tuples(st.integers(-3, 5), st.integers(0, 5)), min_size=1))
            ports = draw(st.frozensets(st.sampled_from(sorted(cells))))
            return GunportBoard(cells, ports=ports)
        case 2:
            board = GunportBoard.rectangle(draw(st.integers(1, 4)), 4)
            return Arrangement.of(board, [[(0, 0), (1, 0)]][: draw(st.integers(0, 1))])
    value = st.integers(0, 9)
    rows_of_dominoes = draw(st.lists(st.tuples(value, value), max_size=5))
    pieces = tuple(Domino(False, a, b, 0, y) for y, (a, b) in enumerate(rows_of_dominoes))
    return DominoBoard(3, 6, pieces, from_right=draw(st.booleans()))


@given(family_puzzles() | any_puzzles() | abstract_puzzles())
def test_a_document_is_the_whole_puzzle(puzzle: AnyPuzzle | FamilyPuzzle) -> None:
    document = json.loads(json.dumps(documents.to_document(puzzle)))
    assert document_errors(document) == []
    assert documents.from_document(document) == puzzle
    text = documents.dumps(puzzle)
    assert document_errors(tomllib.loads(text)) == []
    assert documents.loads(text) == puzzle


def test_every_class_of_a_family_has_documents() -> None:
    assert documents.kinds() == {
        "gunport-board": GunportBoard,
        "arrangement": Arrangement,
        "domino-board": DominoBoard,
        "number-grid": NumberGrid,
        "pips-puzzle": PipsPuzzle,
    }


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"kind": "number-grids"}, "did you mean number-grid?"),
        ({"kind": 3}, "kind is 3; expected one of gunport-board"),
        ({"kind": "number-grid", "rows": [[1]], "version": 2}, "this Tilewright reads version 1"),
        ({"kind": "number-grid", "rows": [[1]], "version": True}, "version is True"),
        (
            {"kind": "number-grid", "row": [[1]]},
            "no key 'row' in the document; expected rows; did you mean rows?",
        ),
        ({"kind": "number-grid"}, "the document has no key 'rows'"),
        ({"kind": "number-grid", "rows": [[1, 2.5]]}, r"rows\[0\]\[1\] is 2.5; expected a whole number"),
        ({"kind": "number-grid", "rows": [[True]]}, r"rows\[0\]\[0\] is True; expected a whole number"),
        ({"kind": "number-grid", "rows": 3}, "rows is 3; expected a list"),
        ({"kind": "number-grid", "rows": [[99]]}, "expected 0 to 60"),
        ({"kind": "gunport-board", "cells": [[0]]}, r"cell \(0,\) is on the board; expected two coordinates"),
        ({"kind": "gunport-board", "cells": []}, "the board has no cells"),
        ({"kind": "gunport-board", "cells": [0]}, r"cells\[0\] is 0; expected a list"),
        ({"kind": "arrangement", "board": 3, "pieces": []}, "board is 3; expected a table with cells"),
        (
            {"kind": "domino-board", "width": 1, "height": 2, "pieces": [{"upright": 1}]},
            r"pieces\[0\] has no key 'first'",
        ),
    ],
)
def test_faults(document: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        documents.from_document(document)


def test_what_is_no_puzzle_has_no_document() -> None:
    with pytest.raises(UnsupportedError, match="there is no document of"):
        documents.to_document(3)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="this is not TOML"):
        documents.loads('kind = "number-grid"\nrows = [')


@pytest.mark.parametrize("puzzle", [GRID, BOARD, VANISHING], ids=lambda one: type(one).__name__)
def test_the_commands_of_a_family_read_its_documents(puzzle: FamilyPuzzle, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(documents.dumps(puzzle), encoding="utf-8")
    match puzzle:
        case NumberGrid():
            assert read_grid(file.read_text()) == puzzle
        case GunportBoard():
            assert read_board(str(file)) == puzzle
        case _:
            assert vanishing_files.load(file) == puzzle
            assert vanishing_files.load_noting_order(file) == (puzzle, False)


def test_other_commands_name_the_one_for_the_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text(documents.dumps(GRID), encoding="utf-8")
    ended = run("count", file)
    assert ended.exit_code == 2
    assert "grid.toml, line 2, column 1: this is a document of kind 'number-grid'" in ended.stderr
    assert "use: tilewright dominosa solve FILE" in ended.stderr
    other = run("gunport", file)
    assert other.exit_code == 2 and "expected gunport-board" in other.stderr
