"""Lattices: where cells lie, what their neighbours are, which motions carry the lattice onto itself.

``LATTICES`` is the registry: a name to a :class:`Lattice`. A new lattice is one small module and
one line here.
"""

from __future__ import annotations

from tilewright.lattices.lattice import Cell, Lattice, Motion, Point
from tilewright.lattices.square import SQUARE

LATTICES: dict[str, Lattice] = {"square": SQUARE}

__all__ = ["LATTICES", "SQUARE", "Cell", "Lattice", "Motion", "Point"]
