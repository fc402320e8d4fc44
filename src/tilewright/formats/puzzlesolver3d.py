"""Puzzles of the program PuzzleSolver3D by André van Kammen, which BurrTools imports as well; only read.

A shape is a line ``PIECE x,y,z`` or ``RESULT x,y,z`` with its size, then y lines, each with z rows of x
characters divided by commas: a blank is no cube, anything else is one. All pieces are used once; lines
between shapes are ignored. Source: BurrTools 0.6, which reads such files (lib/ps3dloader.cpp).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.errors import FormatError
from tilewright.formats.pieces import check_motions
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.pieces.piece import merge_copies
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.wording import counted, quoted

LONGEST = 500  # edge of a shape, as in BurrTools
PIECE, RESULT = "PIECE", "RESULT"
_HEADING = re.compile(rf"({PIECE}|{RESULT}) (.*)")
_SIZE = re.compile(r" *([0-9]{1,9}) *, *([0-9]{1,9}) *, *([0-9]{1,9}) *")


def looks_like(text: str) -> bool:
    """Whether a line begins a shape."""
    return any(_HEADING.match(line) for line in text.splitlines())


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle in a text; pieces are named S1, S2, ... in order; those alike become copies of one."""
    check_motions(motions)
    pieces: list[Piece] = []
    board: Board | None = None
    for line, kind, cells in _shapes(text):
        if not cells:
            raise FormatError(f"this {kind} has no cubes", line=line)
        if kind == PIECE:
            name = f"S{len(pieces) + 1}"
            pieces.append(Piece.of(name, cells, lattice=CUBE, motions=motions or "rotation"))
        elif board is not None:
            raise FormatError(f"there is a second {RESULT}; expected one", line=line)
        else:
            board = Board.of(cells)
    if board is None or not pieces:
        raise FormatError(f"there is no {PIECE if board else RESULT}; expected a {RESULT} and its pieces")
    return Puzzle(board, merge_copies(pieces, CUBE), lattice=CUBE)


def _shapes(text: str) -> Iterator[tuple[int, str, list[Cell]]]:
    """The line, the kind and the cells of each shape."""
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
    for number, line in lines:
        heading = _HEADING.match(line)
        if heading is None:
            continue
        size = _SIZE.fullmatch(heading[2])
        if size is None:
            expected = "expected its size as x,y,z, such as 3,3,3"
            raise FormatError(f"{heading[1]} is followed by {quoted(heading[2])}; {expected}", line=number)
        width, depth, height = (int(word) for word in size.groups())
        if not 1 <= min(width, depth, height) <= max(width, depth, height) <= LONGEST:
            raise FormatError(f"the sizes of a {heading[1]} are 1 to {LONGEST}", line=number)
        cells: list[Cell] = []
        for y in range(depth):
            at, row = next(lines, (number, None))
            if row is None:
                raise FormatError(f"{heading[1]} has {y} of its {counted(depth, 'line')}", line=number)
            cells += [(x, y, z) for x, z in _cubes(row, width, height, at)]
        yield number, heading[1], cells


def _cubes(line: str, width: int, height: int, number: int) -> Iterator[tuple[int, int]]:
    """Where cubes are in a line with rows of a shape; blanks at its end may be missing."""
    for z in range(height):
        start = z * (width + 1)
        row, comma = line[start : start + width], line[start + width : start + width + 1]
        is_last = z == height - 1
        wrong = "," in row or (bool(comma.strip()) if is_last else comma != ",")
        if wrong or (is_last and line[start + width :].strip()):
            raise FormatError(
                f"expected {counted(height, 'row')} of {counted(width, 'character')}, divided by commas",
                line=number,
                column=start + 1,
            )
        yield from ((x, z) for x, character in enumerate(row) if character != " ")
