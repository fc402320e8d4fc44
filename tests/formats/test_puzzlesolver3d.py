"""Files of PuzzleSolver3D, in the form in which BurrTools wrote them."""

from __future__ import annotations

import pytest

from tilewright import catalogue
from tilewright.errors import FormatError
from tilewright.formats import FORMATS, puzzlesolver3d
from tilewright.formats.files import choose
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count


def shape_text(heading: str, cells: set[Cell], mark: str) -> str:
    """A shape as BurrTools' early versions wrote it (puzzle_c::PS3Dsave)."""
    cells = set(CUBE.normalise(cells))
    width, depth, height = (max(column) + 1 for column in zip(*cells, strict=True))
    lines = [f"{heading} {width},{depth},{height}"]
    for y in range(depth):
        rows = ["".join(mark if (x, y, z) in cells else " " for x in range(width)) for z in range(height)]
        lines.append(",".join(rows))
    return "\n".join(lines) + "\n"


def text_of(puzzle: Puzzle) -> str:
    """A puzzle in the format: each copy a piece."""
    pieces = [piece for piece in puzzle.pieces for _ in range(piece.min_copies)]
    shapes = [shape_text("PIECE", set(piece.cells), chr(65 + k)) for k, piece in enumerate(pieces)]
    return "".join([*shapes, shape_text("RESULT", set(puzzle.board.cells), "A")])


@pytest.mark.parametrize("name", ["soma-cube", "slothouber-graatsma", "diabolical-cube"])
def test_puzzles_are_read_with_their_solutions(name: str) -> None:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    read = puzzlesolver3d.loads(text_of(puzzle))
    assert read.lattice is CUBE and len(read.board.cells) == len(puzzle.board.cells)
    assert sum(piece.min_copies for piece in read.pieces) == sum(piece.min_copies for piece in puzzle.pieces)
    assert all(piece.motions == "rotation" for piece in read.pieces)
    assert count(read).solutions == count(puzzle).solutions


def test_axes_are_those_of_the_file() -> None:
    puzzle = puzzlesolver3d.loads("PIECE 3,2,2\nA  ,AA \n   ,   \nRESULT 1,1,1\nA\n")
    assert puzzle.pieces[0].cells == ((0, 0, 0), (0, 0, 1), (1, 0, 1))
    assert puzzlesolver3d.loads("RESULT 1,2,1\nA\nA\nnotes\nPIECE 1,1,1\nB").board.cells == {
        (0, 0, 0),
        (0, 1, 0),
    }


def test_blanks_at_the_end_of_a_line_may_be_missing_and_lines_may_end_otherwise() -> None:
    text = "PIECE 3,2,2\nA  ,AA \n   ,   \nRESULT 3,2,2\nAAA,AAA\nAAA,AAA\n"
    stripped = "\r\n".join(line.rstrip() for line in text.splitlines())
    assert puzzlesolver3d.loads(stripped) == puzzlesolver3d.loads(text)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("PIECE 1,1,1\nA\n", 0, "there is no RESULT"),
        ("RESULT 1,1,1\nA\n", 0, "there is no PIECE"),
        ("PIECE 3\nAAA\n", 1, "expected its size as x,y,z"),
        ("PIECE 0,1,1\n\n", 1, "the sizes of a PIECE are 1 to 500"),
        ("PIECE 1,1,501\n\n", 1, "the sizes of a PIECE are 1 to 500"),
        ("PIECE 2,1,2\nAA;AA\n", 2, "2 rows of 2 characters, divided by commas"),
        ("PIECE 2,1,2\nA,AA\n", 2, "2 rows of 2 characters, divided by commas"),
        ("PIECE 2,1,2\nAA\n", 2, "2 rows of 2 characters, divided by commas"),
        ("PIECE 2,1,1\nAAA\n", 2, "1 row of 2 characters, divided by commas"),
        ("PIECE 2,2,1\nAA", 1, "has 1 of its 2 lines"),
        ("PIECE 1,1,1\n \n", 1, "has no cubes"),
        ("RESULT 1,1,1\nA\nRESULT 1,1,1\nA\n", 3, "a second RESULT"),
    ],
)
def test_faults_say_where(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        puzzlesolver3d.loads(text)
    assert caught.value.line == line


def test_the_format_is_detected_and_not_written() -> None:
    text = "RESULT 1,1,1\nA\nPIECE 1,1,1\nA\n"
    assert choose("", text).name == choose(".puz", "").name == "puzzlesolver3d"
    assert FORMATS["puzzlesolver3d"].dumps is None
    assert puzzlesolver3d.loads(text, "fixed").pieces[0].motions == "fixed"
