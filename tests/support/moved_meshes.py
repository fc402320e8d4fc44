"""Disassemblies checked with meshes that are moved in small steps: floating point, no code of the search."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from math import gcd
from typing import Any

import numpy as np

from tilewright.families.assembly.disassembly import Disassembly, Move, Separation
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution

Mesh = tuple[Any, Any, Any]  # corners, normals of faces, edges
STEP = 0.05
FAR = 12.0
WAYS = [np.array(way, float) for way in product(range(-2, 3), repeat=3) if gcd(*way) == 1]


def random_solid(lattice: Lattice, chance: random.Random) -> tuple[Puzzle, Solution]:
    """A connected solid of 2 to 4 pieces that have 2 to 14 cells on average."""
    count = chance.randint(2, 4)
    size = count * chance.randint(2, 14)
    cells = [chance.choice(lattice.classes)]
    while len(cells) < size:
        near = [one for cell in cells for one in lattice.neighbours(cell) if one not in cells]
        # The nearest to the first cell more often: the pieces shall hold each other.
        near.sort(key=lambda one: sum((a - b) ** 2 for a, b in zip(one, cells[0], strict=True)))
        cells.append(near[min(int(chance.expovariate(0.4)), len(near) - 1)])
    owner = dict(zip(chance.sample(cells, count), range(count), strict=True))
    is_winding = chance.random() < 0.7
    while len(owner) < size:
        free = [(one, owner[cell]) for cell in owner for one in lattice.neighbours(cell)]
        free = [(one, k) for one, k in free if one in cells and one not in owner]
        # Pieces that grow at their last cells wind about each other.
        cell, piece = (
            free[-1 - min(int(chance.expovariate(0.7)), len(free) - 1)] if is_winding else chance.choice(free)
        )
        owner[cell] = piece
    positions = {"ABCD"[k]: [cell for cell in cells if owner[cell] == k] for k in range(count)}
    pieces = [Piece.of(name, own, lattice=lattice, motions="fixed") for name, own in positions.items()]
    puzzle = Puzzle(Board.of(cells), tuple(pieces), lattice=lattice)
    return puzzle, Solution.of(Placement(name, tuple(own)) for name, own in positions.items())


@cache
def mesh(lattice: Lattice, cell: Cell) -> Mesh:
    """The corners, unit normals and edges of a cell; of a ball its centre, and no faces."""
    assert lattice.faces is not None
    faces = [np.array(face) for face in lattice.faces(cell)]
    corners = np.unique(np.concatenate(faces).round(9), axis=0)
    if lattice.is_round:
        return corners.mean(axis=0), None, None
    normals = [np.cross(face[1] - face[0], face[2] - face[0]) for face in faces]
    edges = [face[k] - face[k - 1] for face in faces for k in range(len(face))]
    return corners, np.array(normals), np.array(edges)


def overlaps(first: Mesh, second: Mesh, way: Any, times: Any) -> Any:
    """Whether the first body overlaps the second after it was moved by each of the times along the way."""
    if first[1] is None:
        between = second[0] - first[0] - np.multiply.outer(times, way)
        return (between**2).sum(axis=1) < 2 - 1e-6
    crossed = np.cross(first[2][:, None], second[2][None]).reshape(-1, 3)
    axes = np.concatenate([first[1], second[1], crossed])
    lengths = np.linalg.norm(axes, axis=1)
    axes = axes[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    mine, theirs, onwards = axes @ first[0].T, axes @ second[0].T, np.multiply.outer(axes @ way, times)
    before = theirs.min(axis=1)[:, None] - mine.max(axis=1)[:, None] - onwards
    behind = mine.min(axis=1)[:, None] - theirs.max(axis=1)[:, None] + onwards
    return ~((before > -1e-7) | (behind > -1e-7)).any(axis=0)


def is_free(lattice: Lattice, moving: Iterable[Cell], others: Sequence[Cell], way: Any, far: float) -> bool:
    """Whether cells can be moved so far along a way, in small steps, without an overlap with others."""
    times = np.arange(STEP, far + STEP / 2, STEP) / np.linalg.norm(way)
    return not any(
        overlaps(mesh(lattice, cell), mesh(lattice, other), way, times).any()
        for cell in moving
        for other in others
    )


def can_move(lattice: Lattice, pieces: Sequence[Sequence[Cell]], far: float) -> bool:
    """Whether some group of pieces can be moved so far along one of 98 ways while the others rest."""
    numbers = range(len(pieces))
    for size in range(1, len(pieces) // 2 + 1):
        for group in combinations(numbers, size):
            moving = [cell for k in group for cell in pieces[k]]
            others = [cell for k in numbers if k not in group for cell in pieces[k]]
            if any(is_free(lattice, moving, others, way, far) for way in WAYS):
                return True
    return False


def can_be_made(lattice: Lattice, disassembly: Disassembly) -> bool:
    """Whether all moves of a disassembly can be made without an overlap."""

    def replayed(part: Separation, cells: dict[int, tuple[Cell, ...]]) -> bool:
        now = {piece: cells[piece] for piece in part.pieces}
        for move in part.moves:
            assert isinstance(move, Move)
            moving = [cell for piece in move.pieces for cell in now[piece]]
            others = [cell for piece in now if piece not in move.pieces for cell in now[piece]]
            start = mesh(lattice, moving[0])[0]
            way = (mesh(lattice, add(moving[0], move.direction))[0] - start).reshape(-1, 3)[0]
            far = move.steps * float(np.linalg.norm(way)) if move.steps else FAR
            if not is_free(lattice, moving, others, way, far):
                return False
            shift = tuple(move.steps * part for part in move.direction)
            now |= {piece: tuple(add(cell, shift) for cell in now[piece]) for piece in move.pieces}
        return all(replayed(rest, now) for rest in (part.remaining, part.removed) if rest is not None)

    assert disassembly.separation is not None
    return replayed(disassembly.separation, {k: cells for k, (_, cells) in enumerate(disassembly.pieces)})
