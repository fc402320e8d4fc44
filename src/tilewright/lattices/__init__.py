"""Lattices: where cells lie, what their neighbours are, which motions carry the lattice onto itself.

``LATTICES`` is the registry: a name to a :class:`Lattice`. A new lattice is one small module and
one line here.
"""

from __future__ import annotations

from tilewright.lattices.cube import CUBE
from tilewright.lattices.hexagon import HEXAGON
from tilewright.lattices.lattice import Cell, Lattice, Motion, Point
from tilewright.lattices.line import LINE
from tilewright.lattices.square import SQUARE
from tilewright.lattices.stick import STICK
from tilewright.lattices.triangle import TRIANGLE

LATTICES: dict[str, Lattice] = {
    lattice.name: lattice for lattice in (LINE, SQUARE, CUBE, HEXAGON, TRIANGLE, STICK)
}

__all__ = [
    "CUBE",
    "HEXAGON",
    "LATTICES",
    "LINE",
    "SQUARE",
    "STICK",
    "TRIANGLE",
    "Cell",
    "Lattice",
    "Motion",
    "Point",
]
