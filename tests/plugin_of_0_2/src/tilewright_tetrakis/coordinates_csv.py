"""Puzzles as comma-separated values, one cell per line.

The first line is ``lattice,NAME``. Each other line is a part, its copies and the coordinates of one cell; the
part ``board`` is the board, which has no copies, and all others are pieces::

    lattice,square
    board,,0,0
    board,,1,0
    domino,1,0,0
    domino,1,1,0
"""

from __future__ import annotations

import csv
import io

from tilewright.errors import FormatError, UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle

BOARD = "board"


def looks_like(text: str) -> bool:
    """Whether the first line names a lattice."""
    return text.startswith("lattice,")


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle in a text; FormatError, with its line, for a line that is wrong."""
    rows = csv.reader(io.StringIO(text))
    lattice = _lattice(next(rows, []))
    cells: dict[str, list[Cell]] = {}
    copies: dict[str, int] = {}
    for row in rows:
        if not row:
            continue
        part, number, *coordinates = row
        cell = _cell(lattice, coordinates, rows.line_num)
        if cell in cells.setdefault(part, []):
            raise FormatError(f"the cell {list(cell)} of {part!r} is given twice", line=rows.line_num)
        cells[part].append(cell)
        if part == BOARD:
            continue
        if not number.isdecimal() or copies.setdefault(part, int(number)) != int(number):
            raise FormatError(
                f"the copies of {part!r} are {number!r}; expected the same whole number on each of its lines",
                line=rows.line_num,
            )
    if BOARD not in cells:
        raise FormatError("there is no board; expected lines that begin with 'board'")
    board = Board.of(cells.pop(BOARD))
    mode = motions or lattice.usual_motions
    pieces = [
        Piece.of(name, held, lattice=lattice, copies=copies[name], motions=mode)
        for name, held in cells.items()
    ]
    return Puzzle(board, tuple(pieces), lattice=lattice)


def _lattice(row: list[str]) -> Lattice:
    if len(row) != 2 or row[0] != "lattice" or row[1] not in LATTICES:
        raise FormatError(
            f"the first line is {','.join(row)!r}; expected 'lattice,' and one of {', '.join(LATTICES)}",
            line=1,
        )
    return LATTICES[row[1]]


def _cell(lattice: Lattice, coordinates: list[str], line: int) -> Cell:
    try:
        cell = tuple(int(number) for number in coordinates)
    except ValueError:
        cell = ()
    if len(cell) != lattice.dimension or not lattice.is_cell(cell):
        raise FormatError(
            f"{','.join(coordinates)!r} is no cell of the {lattice.name} lattice; expected "
            + (lattice.cell_rule or f"{lattice.dimension} whole numbers"),
            line=line,
        )
    return cell


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as text. UnsupportedError when it has more than cells and copies."""
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("csv has cells, and this puzzle has items and options only")
    board, usual = puzzle.board, puzzle.lattice.usual_motions
    if board.optional or board.colours or board.forced or puzzle.has_costs or puzzle.mirrors:
        raise UnsupportedError(
            "csv cannot express optional cells, colours, forced placements, costs or mirrors"
        )
    for piece in puzzle.pieces:
        if (
            piece.colours
            or piece.motions != usual
            or piece.min_copies != piece.max_copies
            or piece.name == BOARD
        ):
            raise UnsupportedError(
                f"csv cannot express the piece {piece.name!r}; its pieces have no colours, a fixed number of "
                f"copies, the motions {usual!r} and names other than {BOARD!r}"
            )
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\n")
    rows.writerow(("lattice", puzzle.lattice.name))
    rows.writerows((BOARD, "", *cell) for cell in board.required)
    rows.writerows((piece.name, piece.max_copies, *cell) for piece in puzzle.pieces for cell in piece.cells)
    return stream.getvalue()
