"""Pieces of tilings as solved puzzles, which draw like any other."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, pi, sqrt

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Point, add
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.polyforms.coronas import Rings
from tilewright.polyforms.tilings import PeriodicTiling

SHOWN_COPIES = 24
"""About so many copies of a polyform are drawn of a tiling."""

AREAS = {"square": 1.0, "hexagon": sqrt(3) / 2, "triangle": sqrt(3) / 4}


def tiling_picture(tiling: PeriodicTiling, lattice: Lattice, copies: int = SHOWN_COPIES) -> Solution:
    """About so many copies around the middle of a tiling; those that translations join are the same piece."""
    radius = sqrt(copies * len(tiling.placements[0]) * AREAS[lattice.name] / pi)
    middle = _middle(tiling.placements[0], lattice)
    classes: list[list[tuple[Cell, ...]]] = []
    reach = 1
    shown: set[tuple[int, int]] = set()
    while True:  # until a ring of translates has no copy that is near enough
        ring = [
            (i, j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1) if (i, j) not in shown
        ]
        shown.update(ring)
        near = 0
        for number, copy in enumerate(tiling.placements):
            if number == len(classes):
                classes.append([])
            for i, j in ring:
                moved = _moved(copy, tiling.vectors, i, j)
                if dist(_middle(moved, lattice), middle) <= radius:
                    classes[number].append(moved)
                    near += 1
        if not near and reach > 1:
            break
        reach += 1
    return solution_of([one for one in classes if one], lattice)


def corona_picture(rings: Rings, lattice: Lattice) -> Solution:
    """Coronas; the copies of one ring are the same piece, and pieces are numbered from the shape outwards."""
    return solution_of(rings, lattice)


def solution_of(classes: Sequence[Sequence[tuple[Cell, ...]]], lattice: Lattice) -> Solution:
    """Copies as the solution of a puzzle with one piece for each class, whose board they fill."""
    pieces = [
        Piece.of(str(number), copies[0], lattice=lattice, copies=len(copies), motions="all")
        for number, copies in enumerate(classes, 1)
    ]
    placements = [
        Placement(piece.name, copy) for piece, copies in zip(pieces, classes, strict=True) for copy in copies
    ]
    board = Board.of([cell for placement in placements for cell in placement.cells])
    puzzle = Puzzle(board, tuple(pieces), lattice=lattice)
    return Solution.of(placements).with_puzzle(puzzle)


def _moved(copy: Sequence[Cell], vectors: Sequence[Cell], i: int, j: int) -> tuple[Cell, ...]:
    shift = tuple(i * a + j * b for a, b in zip(*vectors, strict=True))
    return tuple([add(cell, shift) for cell in copy])


def _middle(cells: Sequence[Cell], lattice: Lattice) -> Point:
    corners = [corner for cell in cells for corner in lattice.outline(cell)]
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
