"""Pulling the pieces of an assembly apart so that each is seen, none through another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from tilewright.model.lattices import Cell
from tilewright.render.solid import Vector

SPREAD = 1.2
"""How far a piece is moved away from the middle, as a share of how far it lies from there."""


def apart(pieces: Sequence[Sequence[Cell]], fine: int) -> list[Vector]:
    """How far to move each piece, in steps of which ``fine`` are a cube's side.

    Every piece moves straight away from the middle of all. One that would then stand in another or touch its
    side, as pieces around a common middle do, is lifted until it is free; the lowest are placed first.
    """
    cells = [cell for piece in pieces for cell in piece]
    middle = [sum(cell[k] for cell in cells) / len(cells) for k in range(3)]
    centres = [[sum(cell[k] for cell in piece) / len(piece) for k in range(3)] for piece in pieces]
    taken: set[Vector] = set()
    shifts: list[Vector] = [(0, 0, 0)] * len(pieces)
    for i in sorted(range(len(pieces)), key=lambda i: (centres[i][2], pieces[i])):
        dx, dy, dz = (round(SPREAD * fine * (centres[i][k] - middle[k])) for k in range(3))
        steps = _steps(pieces[i], fine)
        while any((x + dx, y + dy, z + dz) in taken for x, y, z in steps):
            dz += 1
        shifts[i] = (dx, dy, dz)
        for x, y, z in steps:
            a, b, c = x + dx, y + dy, z + dz
            taken.update(((a, b, c), (a - 1, b, c), (a + 1, b, c), (a, b - 1, c), (a, b + 1, c)))
            taken.update(((a, b, c - 1), (a, b, c + 1)))
    return shifts


def _steps(cells: Sequence[Cell], fine: int) -> list[Vector]:
    """All small cubes, a step wide, of a piece."""
    inside = list(product(range(fine), repeat=3))
    return [(x * fine + a, y * fine + b, z * fine + c) for x, y, z in cells for a, b, c in inside]
