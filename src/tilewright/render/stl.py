"""Pieces as binary STL, for printers: one piece, or one of each side by side on a plate."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence

from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.render.geometry import box_around
from tilewright.render.labels import plain_ascii, shortened
from tilewright.render.mesh import Point3, PrintSettings, Triangle, piece_mesh

MAX_PRINTED = 20_000  # the most cells of all pieces that are printed
BETWEEN = 5.0  # millimetres between two pieces on a plate
_DEFAULT = PrintSettings()
_FACET = struct.Struct("<12fH")


def piece_stl(puzzle: Puzzle, index: int, size: PrintSettings = _DEFAULT) -> bytes:
    """The piece with this index; UnsupportedError when it cannot be printed."""
    piece = puzzle.pieces[index]
    _check(puzzle, [index])
    return _written(piece_mesh(puzzle.lattice, piece.cells, size), piece.name)


def plate_stl(puzzle: Puzzle, size: PrintSettings = _DEFAULT) -> bytes:
    """One copy of each piece, in rows; UnsupportedError when they cannot be printed."""
    _check(puzzle, range(len(puzzle.pieces)))
    meshes = [piece_mesh(puzzle.lattice, piece.cells, size) for piece in puzzle.pieces]
    facets: list[Triangle] = []
    for mesh, (x, y) in zip(meshes, _places(meshes), strict=True):
        facets += [_moved(facet, x, y) for facet in mesh]
    return _written(facets, puzzle.title or "pieces")


def _check(puzzle: Puzzle, indices: Sequence[int]) -> None:
    if not indices:
        raise UnsupportedError("the puzzle has no pieces to print")
    total = sum(puzzle.pieces[i].size for i in indices)
    if total > MAX_PRINTED:
        raise UnsupportedError(f"{total:,} cells cannot be printed at once; at most {MAX_PRINTED:,} are")


def _places(meshes: Sequence[Sequence[Triangle]]) -> list[tuple[float, float]]:
    """How far to move each piece so that they stand in rows about as wide as all are deep."""
    boxes = [box_around((x, y) for facet in mesh for x, y, _ in facet) for mesh in meshes]
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


def _moved(facet: Triangle, dx: float, dy: float) -> Triangle:
    (a, b, c), (d, e, f), (g, h, i) = facet
    return ((a + dx, b + dy, c), (d + dx, e + dy, f), (g + dx, h + dy, i))


def _written(facets: Iterable[Triangle], name: str) -> bytes:
    """The file: a heading of 80 bytes, the number of facets, and each facet's normal and corners."""
    held = list(facets)
    # A file that begins with "solid" would be taken for the text form.
    heading = f"Tilewright: {shortened(plain_ascii(name), 60)}".encode("ascii", "replace")[:80]
    parts = [heading.ljust(80), struct.pack("<I", len(held))]
    for a, b, c in held:
        parts.append(_FACET.pack(*_normal(a, b, c), *a, *b, *c, 0))
    return b"".join(parts)


def _normal(a: Point3, b: Point3, c: Point3) -> Point3:
    """The unit vector that looks out of a facet."""
    ux, uy, uz = (q - p for p, q in zip(a, b, strict=True))
    vx, vy, vz = (q - p for p, q in zip(a, c, strict=True))
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = math.sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length)
