"""Arrows beside joined sides, on every lattice that can be wrapped."""

from __future__ import annotations

import pytest

from tilewright.model.lattices import DRAFTER, HEXAGON, KITE, QUARTER_SQUARE, SQUARE, TRIANGLE, Lattice
from tilewright.model.surfaces import Surface, Wrap
from tilewright.render.geometry import centre
from tilewright.render.joined_sides import side_arrows


@pytest.mark.parametrize(
    ("lattice", "sides"),
    [(SQUARE, 4), (HEXAGON, 4), (TRIANGLE, 4), (QUARTER_SQUARE, 6), (KITE, 6), (DRAFTER, 12)],
    ids=lambda value: value.name if isinstance(value, Lattice) else "",
)
def test_arrows_of_joined_sides_are_the_same(lattice: Lattice, sides: int) -> None:
    """Also where (0, 0) is no cell, as on quarter squares, kites and drafters."""
    left, right, *rows = side_arrows(lattice, Surface(Wrap.TORUS, sides, sides))
    cell = next((x, y) for x in range(12) for y in range(12) if lattice.is_cell((x, y)))
    begin = centre(lattice, cell)
    for first, second, end in (
        (left, right, centre(lattice, (cell[0] + sides, cell[1]))),
        (rows[0], rows[2], centre(lattice, (cell[0], cell[1] + sides))),
    ):
        ways = {
            tuple(round(b - a, 6) for a, b in zip(p, q, strict=True))
            for p, q in zip(first, second, strict=True)
        }
        (way,) = ways  # one side lies beside the other, shifted
        across = tuple(b - a for a, b in zip(begin, end, strict=True))
        assert abs(way[0] * across[1] - way[1] * across[0]) < 1e-5
