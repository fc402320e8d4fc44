"""Pieces as binary STL, for printers: one piece, one of each side by side on a plate, or a whole solution."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.render.bevel import Mesh
from tilewright.render.geometry import box_around
from tilewright.render.labels import plain_ascii, shortened
from tilewright.render.mesh import PrintSettings, assembly_meshes, piece_mesh
from tilewright.render.vectors import unit_normal

MAX_PRINTED = 20_000  # the most cells of all pieces that are printed
MAX_BALLS = 1_000  # the most of them as balls, of some thousand facets each
BETWEEN = 5.0  # millimetres between two pieces on a plate
_DEFAULT = PrintSettings()
_FACET = struct.Struct("<12fH")


def piece_stl(puzzle: Puzzle, index: int, size: PrintSettings = _DEFAULT) -> bytes:
    """The piece with this index; UnsupportedError when it cannot be printed."""
    piece = puzzle.pieces[index]
    _check(puzzle, [index], size)
    return _written([piece_mesh(puzzle.lattice, piece.cells, size)], piece.name)


def plate_stl(puzzle: Puzzle, size: PrintSettings = _DEFAULT) -> bytes:
    """One copy of each piece, in rows; UnsupportedError when they cannot be printed."""
    _check(puzzle, range(len(puzzle.pieces)), size)
    meshes = [piece_mesh(puzzle.lattice, piece.cells, size) for piece in puzzle.pieces]
    placed = [_moved(mesh, *place) for mesh, place in zip(meshes, _places(meshes), strict=True)]
    return _written(placed, puzzle.title or "pieces")


def solution_stl(puzzle: Puzzle, solution: Solution, size: PrintSettings = _DEFAULT) -> bytes:
    """The pieces of a solution in their places; UnsupportedError when they cannot be printed."""
    places = [placement.cells for placement in solution]
    _check_size(sum(map(len, places)), size)
    return _written(assembly_meshes(puzzle.lattice, places, size), puzzle.title or "solution")


def _check(puzzle: Puzzle, indices: Sequence[int], size: PrintSettings) -> None:
    if not indices:
        raise UnsupportedError("the puzzle has no pieces to print")
    _check_size(sum(puzzle.pieces[i].size for i in indices), size)


def _check_size(total: int, size: PrintSettings) -> None:
    most, what = (MAX_BALLS, "balls") if size.balls else (MAX_PRINTED, "cells")
    if total > most:
        raise UnsupportedError(f"{total:,} {what} cannot be printed at once; at most {most:,} are")


def _places(meshes: Sequence[Mesh]) -> list[tuple[float, float]]:
    """How far to move each piece so that they stand in rows about as wide as all are deep."""
    boxes = [box_around((x, y) for x, y, _ in mesh.vertices) for mesh in meshes]
    area = sum((right - left + BETWEEN) * (back - front + BETWEEN) for left, front, right, back in boxes)
    widest = max(math.sqrt(area) * 1.2, *(right - left for left, _, right, _ in boxes))
    places = []
    x = y = deep = 0.0
    for left, front, right, back in boxes:
        if x and x + right - left > widest:
            x, y, deep = 0.0, y + deep + BETWEEN, 0.0
        places.append((x - left, y - front))
        x += right - left + BETWEEN
        deep = max(deep, back - front)
    return places


def _moved(mesh: Mesh, dx: float, dy: float) -> Mesh:
    return replace(mesh, vertices=tuple([(x + dx, y + dy, z) for x, y, z in mesh.vertices]))


def _written(meshes: Iterable[Mesh], name: str) -> bytes:
    """The file: a heading of 80 bytes, the number of facets, and each facet's normal and corners."""
    entries = [facet for mesh in meshes for facet in mesh.facets()]
    # A file that begins with "solid" would be taken for the text form.
    heading = f"Tilewright: {shortened(plain_ascii(name), 60)}".encode("ascii", "replace")[:80]
    parts = [heading.ljust(80), struct.pack("<I", len(entries))]
    for facet in entries:
        a, b, c = facet
        parts.append(_FACET.pack(*unit_normal(facet), *a, *b, *c, 0))
    return b"".join(parts)
