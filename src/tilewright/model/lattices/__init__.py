"""Lattices: where cells lie, what their neighbours are, which motions carry the lattice onto itself.

``LATTICES`` is the registry: a name to a :class:`Lattice`. A new lattice is one small module and
one line here.
"""

from __future__ import annotations

from tilewright.model.lattices.cube import CUBE
from tilewright.model.lattices.hexagon import HEXAGON
from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point
from tilewright.model.lattices.line import LINE
from tilewright.model.lattices.square import SQUARE
from tilewright.model.lattices.stick import STICK
from tilewright.model.lattices.triangle import TRIANGLE

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
