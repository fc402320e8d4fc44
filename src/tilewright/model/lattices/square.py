"""The square lattice: cells (x, y), x to the right, y downwards; four neighbours; eight motions."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.model.lattices.lattice import (
    NAMED_SHAPES,
    Cell,
    Corner,
    Lattice,
    Motion,
    Point,
    Polyforms,
    Side,
    Stencil,
    TextDrawing,
    least_coordinates,
    linear,
)


def _motion(name: str, a: int, b: int, c: int, d: int) -> Motion:
    return linear(name, ((a, b), (c, d)), proper=a * d - b * c == 1)


IDENTITY = _motion("identity", 1, 0, 0, 1)
QUARTER = _motion("quarter turn", 0, -1, 1, 0)
HALF = _motion("half turn", -1, 0, 0, -1)
THREE_QUARTER = _motion("three-quarter turn", 0, 1, -1, 0)
LEFT_RIGHT = _motion("mirror left-right", -1, 0, 0, 1)
UP_DOWN = _motion("mirror up-down", 1, 0, 0, -1)
DIAGONAL = _motion("mirror in the diagonal", 0, 1, 1, 0)
ANTIDIAGONAL = _motion("mirror in the antidiagonal", 0, -1, -1, 0)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


TURNS = (IDENTITY, QUARTER, HALF, THREE_QUARTER)

MOTIONS = {
    "fixed": (IDENTITY,),
    "upright": TURNS,
    "rotation": TURNS,
    "reflection": (IDENTITY, LEFT_RIGHT, UP_DOWN, HALF),
    "all": (*TURNS, LEFT_RIGHT, UP_DOWN, DIAGONAL, ANTIDIAGONAL),
}
"""By mode; all fix the origin."""

POLYOMINO_PREFIXES = ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
"""What the words for polyominoes of 1, 2, ... cells begin with."""


def box_stencil(x: int, y: int, cell_at: Callable[[int, int], Cell], *, small: bool) -> Stencil:
    """The square of ``cell_at(x, y)``, one line high and three columns wide inside, or one, between lines."""
    wide = 1 if small else 3
    left, top = x * (wide + 1), 2 * y
    right, bottom = left + wide + 1, top + 2
    inside = tuple((column, top + 1) for column in range(left + 1, right))

    def corner(x: int, y: int) -> Corner:
        around = (cell_at(x, y), cell_at(x - 1, y), cell_at(x - 1, y - 1), cell_at(x, y - 1))
        return Corner((x * (wide + 1), 2 * y), around, (2, 4, 6, 0))

    return Stencil(
        inside,
        (left + 1 + wide // 2, top + 1),
        (
            Side(cell_at(x, y - 1), "-", tuple((column, top) for column, _ in inside)),
            Side(cell_at(x - 1, y), "|", ((left, top + 1),)),
            Side(cell_at(x + 1, y), "|", ((right, top + 1),)),
            Side(cell_at(x, y + 1), "-", tuple((column, bottom) for column, _ in inside)),
        ),
        (corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)),
    )


def box_colouring_name(weights: tuple[int, ...], modulus: int) -> str:
    """The usual names of colourings of lines, squares and cubes."""
    axes = [i for i, weight in enumerate(weights) if weight]
    if modulus == 2 and all(weights):
        if len(weights) == 2:
            return "Colour the cells like a chessboard, cell (0, 0) black."
        return "Colour the cells alternately black and white along every axis."
    shades = "black and white" if modulus == 2 else f"{modulus} colours"
    if len(weights) == 2 and len(axes) == 1:
        return f"Colour the cells in {('vertical', 'horizontal')[axes[0]]} stripes, {shades} in turn."
    if len(weights) == 2 and set(weights) <= {1, modulus - 1}:
        terms = " + ".join(("" if w == 1 else f"{w} ") + "xy"[i] for i, w in enumerate(weights))
        return f"Colour the cells in diagonal stripes, {shades} in turn: colour ({terms}) mod {modulus}."
    return ""


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    x, y = cell
    return box_stencil(x, y, lambda x, y: (x, y), small=small)


SQUARE = Lattice(
    name="square",
    dimension=2,
    motions=MOTIONS,
    neighbours=_neighbours,
    anchor=least_coordinates,
    outline=_outline,
    classes=((0, 0),),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], 0),
        cell_at=lambda column, row, layer: (column, row),
        stencil=_stencil,
        letter_on="piece",
    ),
    polyforms=Polyforms(
        "polyominoes",
        tuple(f"{prefix}omino" for prefix in POLYOMINO_PREFIXES),
        "es",
        10,
        6,
        NAMED_SHAPES["square"],
    ),
    max_generated_size=13,
    colouring_name=box_colouring_name,
)
