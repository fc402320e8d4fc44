"""The names that people use for the polyominoes of up to five cells.

Pentominoes have their letters (Golomb 1954); smaller ones a letter and their size. A prime marks the mirror
image of the shape drawn here, where the two differ and a piece may not be turned over.
"""

from __future__ import annotations

from functools import cache

from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE, Cell
from tilewright.lattices.square import LEFT_RIGHT
from tilewright.pieces.polyforms import Shape, canonical

DRAWINGS: dict[str, str] = {
    "O1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "#. ##",
    "I4": "####",
    "L4": "#. #. ##",
    "O4": "## ##",
    "S4": ".## ##.",
    "T4": "### .#.",
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#. #. #. ##",
    "N": ".# .# ## #.",
    "P": "## ## #.",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": ".# ## .# .#",
    "Z": "##. .#. .##",
}
"""Each name with its shape, lines from the top, ``#`` a cell."""


def _drawn(picture: str) -> Shape:
    cells = [(x, y) for y, line in enumerate(picture.split()) for x, mark in enumerate(line) if mark == "#"]
    return SQUARE.normalise(cells)


def polyomino(name: str) -> Shape:
    """The cells of a named polyomino as it is usually drawn; ``F'`` is F turned over.

    PuzzleError when there is no such name.
    """
    plain = name.removesuffix("'")
    if plain not in DRAWINGS:
        raise PuzzleError(f"there is no polyomino named {name!r}; expected one of {', '.join(DRAWINGS)}")
    shape = _drawn(DRAWINGS[plain])
    return shape if plain == name else mirrored(shape)


def mirrored(cells: Shape) -> Shape:
    """The shape turned over, left to right."""
    return SQUARE.normalise(map(LEFT_RIGHT, cells))


@cache
def _names() -> dict[Shape, str]:
    return {canonical(_drawn(picture)): name for name, picture in DRAWINGS.items()}


def name_of(cells: tuple[Cell, ...]) -> str | None:
    """The name of a polyomino of up to five cells, however it lies; None for others."""
    if not 1 <= len(cells) <= 5 or any(len(cell) != 2 for cell in cells):
        return None
    return _names().get(canonical(cells))
