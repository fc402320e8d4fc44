"""Lattices: where cells lie, what their neighbours are, which motions carry the lattice onto itself.

All that the program knows about a lattice is its :class:`Lattice` descriptor. ``LATTICES`` has them by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.model.lattices.lattice import Cell, Lattice, Motion, Point
from tilewright.model.lattices.square import SQUARE
from tilewright.registry import Registry

LATTICES: Registry[Lattice] = Registry(
    "tilewright.lattices",
    {
        name: f"{__name__}.{name.replace('-', '_')}:{name.replace('-', '_').upper()}"
        for name in (
            "line",
            "square",
            "cube",
            "hexagon",
            "triangle",
            "stick",
            "prism",
            "sphere",
            "rhombic-tetrahedron",
            "tetra-octahedron",
            "quarter-square",
            "kite",
            "drafter",
        )
    },
)
"""The lattices by name. Other packages add theirs by entry points of ``tilewright.lattices``."""

if TYPE_CHECKING:
    from tilewright.model.lattices.cube import CUBE
    from tilewright.model.lattices.drafter import DRAFTER
    from tilewright.model.lattices.hexagon import HEXAGON
    from tilewright.model.lattices.kite import KITE
    from tilewright.model.lattices.line import LINE
    from tilewright.model.lattices.prism import PRISM
    from tilewright.model.lattices.quarter_square import QUARTER_SQUARE
    from tilewright.model.lattices.rhombic_tetrahedron import RHOMBIC_TETRAHEDRON
    from tilewright.model.lattices.sphere import SPHERE
    from tilewright.model.lattices.stick import STICK
    from tilewright.model.lattices.tetra_octahedron import TETRA_OCTAHEDRON
    from tilewright.model.lattices.triangle import TRIANGLE
else:

    def __getattr__(name: str) -> Lattice:
        """A lattice, imported when it is first used: a puzzle has one, and the others take a while."""
        known = name.lower().replace("_", "-")
        if not name.isupper() or known not in LATTICES.builtin:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return LATTICES[known]


__all__ = [
    "CUBE",
    "DRAFTER",
    "HEXAGON",
    "KITE",
    "LATTICES",
    "LINE",
    "PRISM",
    "QUARTER_SQUARE",
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
