"""Boards by size, from drawings, or from any puzzle that can be read.

In a drawing ``#`` is a free cell, ``*`` a given port, ``<>`` and ``^`` over ``v`` a given domino, letters
other given pieces; a blank, or ``_``, is no cell. A dot is refused: it is a port in an arrangement but no
cell in a puzzle file.
"""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.drawing import (
    ARROWS,
    BLANK_ROW,
    HALVES,
    domino_marks,
    dominoes_in,
    drawn,
    shape_marks,
    shapes_in,
    sketch,
)
from tilewright.family import kind_of
from tilewright.missing_file import missing_file
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import SQUARE

FREE, GIVEN_PORT = "#", "*"
GIVEN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Marks of given pieces other than dominoes: no small letters, as ``v`` is half a domino."""

SUFFIX = ".gunport"  # files with this suffix are always drawings of gunport boards
STDIN = "-"
NO_CELLS = "this puzzle has items and options only; expected a board with cells"
EXPECTED = "expected a size (rows x columns, such as 8x10), a file, '-' for standard input, or catalog:NAME"

_SIZE = re.compile(r"([0-9]{1,9})[xX×]([0-9]{1,9})")
_MARKS = {FREE, GIVEN_PORT, BLANK_ROW, *HALVES[ARROWS]}
_ARROWS = {"<", ">", "^"}  # marks that a page of tiles does not have; ``v`` never stands alone
DOT = "."
MOST_SIDE_OF_PAGE = 60  # as in the page


def dumps_board(board: GunportBoard) -> str:
    """A board as text, with its given pieces and ports.

    UnsupportedError when the cells lie too far apart, or a given piece cannot be drawn.
    """
    marks = dict.fromkeys(board.cells, FREE) | dict.fromkeys(board.ports, GIVEN_PORT)
    others = []
    for piece in sorted(board.pieces):
        if len(piece) == 2 and SQUARE.components(piece) == [list(piece)]:
            marks |= domino_marks(piece, ARROWS)
        else:
            others.append(piece)
    return drawn(marks | shape_marks(others, GIVEN_LETTERS))


def loads_board(text: str) -> GunportBoard:
    """The board that a text draws, its upper left corner at (0, 0).

    FormatError, with line and column, for a wrong character and for half a domino.
    """
    drawing = sketch(text)
    ports, others = set(), set()
    for cell in drawing.in_order:
        mark = drawing.marks[cell]
        if mark == GIVEN_PORT:
            ports.add(cell)
        elif mark in GIVEN_LETTERS:
            others.add(cell)
        elif mark != FREE and mark not in HALVES[ARROWS]:
            raise drawing.fault(
                cell,
                f"{mark!r} is here; on a board, expected '#' for a free cell, '*' for a given port, "
                "'<>' or '^' over 'v' for a given domino, or a blank where no cell is",
            )
    pieces = [*dominoes_in(drawing, ARROWS), *shapes_in(drawing, set(drawing.marks) - others)]
    return GunportBoard(frozenset(drawing.marks), frozenset(map(tuple, pieces)), frozenset(ports))


def hint(text: str) -> str:
    """What a text is if it draws dominoes on a gunport board, and the command to use; "" if it does not."""
    if kind_of(text) == "gunport-board":
        return "a gunport board; use: tilewright gunport FILE"
    marks = set("".join(text.split()))
    if not marks & _ARROWS or not marks <= _MARKS | {DOT}:
        return ""
    try:
        loads_board(text.replace(DOT, FREE))
    except FormatError:
        return ""
    return "a drawing of a gunport board; use: tilewright gunport FILE"


def text_page(text: str) -> str:
    """The page with the board that a text draws, and with its given dominoes laid.

    "" for other texts, and for what the page cannot show: given ports, and boards that are no rectangles or
    too large.
    """
    if not hint(text):
        return ""
    if kind_of(text):
        from tilewright import documents  # here: few texts are documents

        board: GunportBoard = documents.loads_kind(text, GunportBoard)
    else:
        board = loads_board(text.replace(DOT, FREE))
    size = GunportBoard(board.cells).size
    if size is None or max(size) > MOST_SIDE_OF_PAGE or board.ports:
        return ""
    rows, columns = size
    laid = "_".join("-".join(f"{x},{y}" for x, y in piece) for piece in sorted(board.pieces))
    return f"/gunport#b={rows}x{columns}&m={laid}"


def size_of(text: str) -> tuple[int, int] | None:
    """The rows and columns in a text such as ``8x10``, even of an invalid board; else None."""
    match = _SIZE.fullmatch(text.strip())
    return (int(match[1]), int(match[2])) if match else None


def board_of_size(text: str) -> GunportBoard | None:
    """The rectangle of a text such as ``8x10``, rows first; None when it is not a size.

    PuzzleError when the board is empty or too large.
    """
    size = size_of(text)
    return GunportBoard.rectangle(*size) if size else None


def board_of_puzzle(puzzle: AnyPuzzle) -> GunportBoard:
    """The cells of a puzzle's board, required and optional ones; pieces and colours are ignored.

    UnsupportedError when it has no board, or is not on the square lattice.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError(NO_CELLS)
    if puzzle.lattice.name != SQUARE.name:
        raise UnsupportedError(f"gunport boards lie on the square lattice, not on {puzzle.lattice.name}")
    return GunportBoard(frozenset(SQUARE.normalise(puzzle.board.cells)))


def read_board(name: str) -> GunportBoard:
    """The board of a name: a size (``8x10``, rows first), ``catalog:NAME``, ``-`` or a file.

    A file is a puzzle in any readable format, or a drawing of a gunport board, which has the suffix
    ``.gunport`` or only marks of ``#*<>^v``. A page of ``#`` alone in several parts is a page of tiles: the
    largest part is the board, as in all formats.
    A document of kind ``gunport-board`` is read, too.
    FormatError with file, line and column; PuzzleError; UnsupportedError off the square lattice.
    """
    sized = board_of_size(name)
    if sized is not None:
        return sized
    from tilewright import catalogue

    if catalogue.is_reference(name):
        return board_of_puzzle(catalogue.load(name))
    if not name:
        raise FormatError(f"the name is empty; {EXPECTED}", file="BOARD")
    if name != STDIN and not Path(name).exists():
        if catalogue.find(name) is not None:
            return board_of_puzzle(catalogue.load(name))
        why = missing_file(name, catalogue.all_names(), "catalog:", expected=f"; {EXPECTED}")
        raise FormatError(f"it is not a size, and there is {why}", file=name)
    from tilewright.formats.files import choose, read_text
    from tilewright.formats.registry import by_extension

    text, suffix = read_text(name), Path(name).suffix.lower()
    file = "standard input" if name == STDIN else name
    try:
        if kind_of(text):
            from tilewright import documents  # here: few texts are documents

            board: GunportBoard = documents.loads_kind(text, GunportBoard)
            return board
        if suffix == SUFFIX:
            return loads_board(text)
        claimed = by_extension(suffix)
        if (claimed is None or claimed.any_text) and set("".join(text.split())) <= _MARKS | {DOT}:
            return _from_page(text)
        chosen = choose(suffix, text)
        puzzle = chosen.read(text)
        if isinstance(puzzle, ExactCoverPuzzle):
            raise FormatError(NO_CELLS)
        return board_of_puzzle(puzzle)
    except FormatError as error:
        raise error.at(file) from None
    except PuzzleError as error:
        raise FormatError(str(error), file=file) from error


def _from_page(text: str) -> GunportBoard:
    """The board on a page with marks of gunport boards only; FormatError when it is ambiguous."""
    from tilewright.formats import ascii_tiles

    marks = set("".join(text.split()))
    if marks & _ARROWS:
        return loads_board(text)
    puzzle = ascii_tiles.loads(text)
    if FREE in marks:
        if not puzzle.pieces:
            return loads_board(text)
        if GIVEN_PORT in marks:
            raise FormatError(
                "this may be a board in several parts with given ports, or tiles of two colours; expected "
                f"the suffix {SUFFIX} on the file of a board, or tiles in another format, such as TOML"
            )
    return board_of_puzzle(puzzle)
