"""Boards that are wrapped to a cylinder, a torus, a Moebius strip or a Klein bottle, as exact cover puzzles.

The left and the right side are joined on each of them. A piece is placed in the unwrapped plane, where the
board is repeated, and its cells are then taken back to the board. Each place has one copy whose least column
and least row are those of a cell of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.layout import Join, Layout
from tilewright.model.pieces.piece import Piece
from tilewright.wording import counted

OPEN, PLAIN, REVERSED = Join


class Surface(Enum):
    """A surface: how the left side is joined to the right one, and the top to the bottom."""

    CYLINDER = (PLAIN, OPEN)
    TORUS = (PLAIN, PLAIN)
    MOEBIUS = (REVERSED, OPEN)
    KLEIN = (REVERSED, PLAIN)

    @property
    def across(self) -> Join:
        """How the left side is joined to the right one."""
        return self.value[0]

    @property
    def down(self) -> Join:
        """How the top is joined to the bottom."""
        return self.value[1]

    def __str__(self) -> str:
        return self.name.lower()


def wrapped_puzzle(
    pieces: tuple[Piece, ...],
    lattice: Lattice,
    wrap: Surface,
    size: tuple[int, ...],
    *,
    parallel: bool,
    title: str,
) -> ExactCoverPuzzle:
    """The puzzle to fill a wrapped board of this size (rows, columns) with any number of each piece.

    Places that cover the same cells are one place, or with ``parallel`` all of them. PuzzleError where the
    lattice does not fit the surface.
    """
    rows, columns = size
    _check(lattice, wrap, rows, columns)
    cells: list[tuple[int, int]] = [(x, y) for x in range(columns) for y in range(rows)]
    names: dict[Cell, str] = {cell: f"{cell[0]},{cell[1]}" for cell in cells}
    options: list[Option] = []
    for piece in pieces:
        places = places_on_surface(piece, lattice, wrap, rows, columns)
        for place in places if parallel else sorted(set(places)):
            options.append(Option([names[cell] for cell in place], piece.name, piece.cost))
    layout = None
    if lattice is SQUARE:
        layout = Layout(tuple(cells), columns, rows, wrap.across, wrap.down)
    return ExactCoverPuzzle([Item(name) for name in names.values()], options, title=title, layout=layout)


def _check(lattice: Lattice, wrap: Surface, rows: int, columns: int) -> None:
    if wrap.across is REVERSED:
        if lattice is not SQUARE:
            raise PuzzleError(
                f"a board of the {lattice.name} lattice cannot be turned over; expected squares"
            )
        return
    steps = {"column": (columns, 0)} | ({"row": (0, rows)} if wrap.down is PLAIN else {})
    for what, step in steps.items():
        if not lattice.is_translation(step):
            raise PuzzleError(
                f"{counted(max(step), what)} of the {lattice.name} lattice cannot be joined: "
                "the pattern does not fit"
            )


def places_on_surface(
    piece: Piece, lattice: Lattice, wrap: Surface, rows: int, columns: int
) -> Iterator[tuple[Cell, ...]]:
    """The cells of each place of a piece; where it would cover a cell twice there is none."""
    ways = {tuple(cell for cell, _ in way) for way in piece.orientations(lattice)}
    if wrap.across is REVERSED:  # it comes back turned over
        ways |= {lattice.normalise((x, -y) for x, y in way) for way in ways}
    for way in sorted(ways):
        left, low = (min(values) for values in zip(*way, strict=True))
        for x in range(columns):
            for y in range(rows):
                step = (x - left, y - low)
                if not lattice.is_translation(step):
                    continue
                moved = [(a + step[0], b + step[1]) for a, b in way]
                if wrap.down is OPEN and max(b for _, b in moved) >= rows:
                    continue
                place = {_taken_back(cell, wrap, rows, columns) for cell in moved}
                if len(place) == len(way):
                    yield tuple(sorted(place))


def _taken_back(cell: Cell, wrap: Surface, rows: int, columns: int) -> Cell:
    """The cell of the board that a cell of the unwrapped plane is a copy of."""
    turns, x = divmod(cell[0], columns)
    y = cell[1] % rows
    return (x, rows - 1 - y if wrap.across is REVERSED and turns % 2 else y)
