"""Lattices: where cells lie, what their neighbours are, which motions carry the lattice onto itself.

All that the program knows about a lattice is its :class:`Lattice` descriptor. ``LATTICES`` has them by name.
"""

from __future__ import annotations

from tilewright.model.lattices.cube import CUBE
from tilewright.model.lattices.hexagon import HEXAGON
from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point
from tilewright.model.lattices.line import LINE
from tilewright.model.lattices.prism import PRISM
from tilewright.model.lattices.rhombic_tetrahedron import RHOMBIC_TETRAHEDRON
from tilewright.model.lattices.sphere import SPHERE
from tilewright.model.lattices.square import SQUARE
from tilewright.model.lattices.stick import STICK
from tilewright.model.lattices.tetra_octahedron import TETRA_OCTAHEDRON
from tilewright.model.lattices.triangle import TRIANGLE
from tilewright.registry import Registry

LATTICES: Registry[Lattice] = Registry(
    "tilewright.lattices",
    {
        lattice.name: lattice
        for lattice in (
            LINE,
            SQUARE,
            CUBE,
            HEXAGON,
            TRIANGLE,
            STICK,
            PRISM,
            SPHERE,
            RHOMBIC_TETRAHEDRON,
            TETRA_OCTAHEDRON,
        )
    },
)
"""The lattices by name. Other packages add theirs by entry points of ``tilewright.lattices``."""

__all__ = [
    "CUBE",
    "HEXAGON",
    "LATTICES",
    "LINE",
    "PRISM",
    "RHOMBIC_TETRAHEDRON",
    "SPHERE",
    "SQUARE",
    "STICK",
    "TETRA_OCTAHEDRON",
    "TRIANGLE",
    "Cell",
    "Lattice",
    "Motion",
    "Point",
]
