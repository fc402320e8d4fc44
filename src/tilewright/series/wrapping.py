"""The places of a piece on a surface by all ways round it, as the transfer matrix needs them."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.layout import Join
from tilewright.model.pieces.piece import Piece
from tilewright.model.surfaces import Surface


def ways_on_surface(piece: Piece, lattice: Lattice, surface: Surface) -> Iterator[tuple[Cell, ...]]:
    """The cells of each place of a piece; where it would cover a cell twice there is none.

    Of the copies of a place in the unwrapped plane one has its least column and row in the rectangle.
    """
    for way in piece.orientations(lattice):
        left, low = (min(values) for values in zip(*(cell for cell, _ in way), strict=True))
        for x in range(surface.width):
            for y in range(surface.height):
                step = (x - left, y - low)
                if not lattice.is_translation(step):
                    continue
                moved = [(a + step[0], b + step[1]) for (a, b), _ in way]
                if surface.wrap.down is Join.OPEN and max(b for _, b in moved) >= surface.height:
                    continue
                place = {cell for one in moved if (cell := surface.taken_back(one)) is not None}
                if len(place) == len(way):
                    yield tuple(sorted(place))
