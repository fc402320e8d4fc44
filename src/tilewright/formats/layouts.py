"""How the cells of each lattice are drawn as text: which place on the page is which cell, both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from tilewright.errors import FormatError
from tilewright.model.lattices import LATTICES, Cell, stick

Spot = tuple[int, int, int]
"""A place on a page: layer, row within the layer, column; all counted from 0."""

VERTEX = "+"
LEVEL = "-"
UPRIGHT = "|"


@dataclass(frozen=True)
class Drawn:
    """A character on a page, its spot, and its line and column in the text, counted from 1."""

    character: str
    spot: Spot
    line: int
    column: int

    def fault(self, message: str) -> NoReturn:
        raise FormatError(message, line=self.line, column=self.column)


Reader = Callable[[list[Drawn]], dict[Cell, Drawn]]


@dataclass(frozen=True)
class Layout:
    """How one lattice is drawn.

    ``read`` gives the cells of what is drawn; dots and blanks are left out before. ``spot`` is where a cell
    is drawn, on a page without edges. ``corner(cells)`` is where a tight drawing of these cells must lie to
    be read as them. Blanks that all lines begin with are left out by ``step`` at a time. With ``layers`` an
    empty line begins the next layer. When ``dotted``, a dot is written for each place without a cell.
    ``hint`` is what to say to somebody who drew otherwise.
    """

    read: Reader
    spot: Callable[[Cell], Spot]
    corner: Callable[[Iterable[Cell]], Cell]
    step: int = 1
    layers: bool = False
    dotted: bool = True
    hint: str = ""


def _read_line(drawn: list[Drawn]) -> dict[Cell, Drawn]:
    cells: dict[Cell, Drawn] = {}
    for mark in drawn:
        _, row, column = mark.spot
        if row != drawn[0].spot[1]:
            mark.fault("a second line is drawn here; on the line lattice all cells are in one")
        cells[column,] = mark
    return cells


def _read_rows(drawn: list[Drawn]) -> dict[Cell, Drawn]:
    return {(mark.spot[2], mark.spot[1]): mark for mark in drawn}


def _read_layers(drawn: list[Drawn]) -> dict[Cell, Drawn]:
    return {(mark.spot[2], mark.spot[1], mark.spot[0]): mark for mark in drawn}


def _read_hexagons(drawn: list[Drawn]) -> dict[Cell, Drawn]:
    """Cells two columns apart; cell (0, 0) is the first place of the top row that can be one."""
    cells: dict[Cell, Drawn] = {}
    for mark in drawn:
        _, row, column = mark.spot
        off = (drawn[0].spot[1] + drawn[0].spot[2]) % 2
        if (row + column) % 2 != off:
            mark.fault(
                f"{mark.character!r} stands between two places; hexagons of a row are two columns apart, "
                "and each row one column off the row above"
            )
        cells[(column - row - off) // 2, row] = mark
    return cells


def _hexagon_spot(cell: Cell) -> Spot:
    q, r = cell
    return (0, r, 2 * q + r)


def _hexagon_corner(cells: Iterable[Cell]) -> Cell:
    held = list(cells)
    left, top = min(2 * q + r for q, r in held), min(r for _, r in held)
    return ((left - top + (left + top) % 2) // 2, top)


def _read_sticks(drawn: list[Drawn]) -> dict[Cell, Drawn]:
    """Sticks between vertices; vertex (0, 0) is the first place of the page that can be one."""
    first = next((mark for mark in drawn if mark.character in (VERTEX, LEVEL, UPRIGHT)), None)
    if first is None:
        drawn[0].fault(
            "these marks do not show which sticks lie level; draw vertices, '+', or '-' and '|' beside them"
        )
    right, down = _to_vertex(first)
    cells: dict[Cell, Drawn] = {}
    for mark in drawn:
        x, y = mark.spot[2] + right, mark.spot[1] + down
        known = mark.character in (VERTEX, LEVEL, UPRIGHT)
        if (known and _to_vertex(mark) != (right, down)) or (not known and (x + y) % 2 == 0):
            mark.fault(
                f"{mark.character!r} stands where the {first.character!r} above or before it lets none be; "
                "vertices, '+', are two columns and two lines apart, with sticks, '-' and '|', between them"
            )
        if mark.character != VERTEX:
            cells[x, y] = mark
    return cells


def _to_vertex(mark: Drawn) -> tuple[int, int]:
    """What to add to column and row, 0 or 1 each, so that vertices have even ones."""
    _, row, column = mark.spot
    return ((column + (mark.character == LEVEL)) % 2, (row + (mark.character == UPRIGHT)) % 2)


def _flat(cell: Cell) -> Spot:
    return (0, cell[1], cell[0])


LAYOUTS: Mapping[str, Layout] = {
    "line": Layout(_read_line, lambda cell: (0, 0, cell[0]), LATTICES["line"].anchor),
    "square": Layout(_read_rows, _flat, LATTICES["square"].anchor),
    "cube": Layout(
        _read_layers,
        lambda cell: (cell[2], cell[1], cell[0]),
        LATTICES["cube"].anchor,
        layers=True,
        hint="an empty line begins the next layer",
    ),
    "hexagon": Layout(_read_hexagons, _hexagon_spot, _hexagon_corner, dotted=False),
    "triangle": Layout(_read_rows, _flat, LATTICES["triangle"].anchor, step=2),
    "stick": Layout(
        _read_sticks,
        _flat,
        LATTICES["stick"].anchor,
        dotted=False,
        hint="sticks are '-' and '|', vertices '+'",
    ),
}
"""By the name of the lattice."""


def dressed(name: str, cells: Mapping[Cell, str], plain: str) -> dict[Spot, str]:
    """The characters of a drawing by their spots: those of the cells, and what is drawn around them.

    On the stick lattice that is the vertices, and a stick whose character is ``plain`` is drawn as a line.
    """
    layout = LAYOUTS[name]
    spots = {layout.spot(cell): character for cell, character in cells.items()}
    if name != "stick":
        return spots
    for cell, character in cells.items():
        if character == plain:
            spots[_flat(cell)] = LEVEL if stick.is_level(cell) else UPRIGHT
        for vertex in stick.ends(cell):
            spots[_flat(vertex)] = VERTEX
    return spots
