"""The bodies that printers make: pieces side by side on a plate, or those of a solution in their places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.errors import UnsupportedError
from tilewright.model.lattices.lattice import Point3
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.model.surfaces import NAMES
from tilewright.render import palette
from tilewright.render.bevel import Mesh
from tilewright.render.board import styles
from tilewright.render.geometry import box_around
from tilewright.render.hollow import hollow_meshes
from tilewright.render.mesh import Frame, PrintSettings
from tilewright.render.vectors import plus
from tilewright.wording import plain

MAX_PRINTED = 20_000  # the most cells of all pieces that are printed
MAX_BALLS = 1_000  # the most of them as balls, of some thousand facets each
BETWEEN = 5.0  # millimetres between two pieces on a plate
_DEFAULT = PrintSettings()


@dataclass(frozen=True)
class Body:
    """A closed surface in millimetres with the name of its piece and its colour, ``#rrggbb``.

    ``shift`` is where it is placed; copies of a piece share one mesh.
    """

    name: str
    colour: str
    mesh: Mesh
    shift: Point3 = (0.0, 0.0, 0.0)

    def moved(self, dx: float, dy: float, dz: float = 0.0) -> Body:
        """The body in another place."""
        return replace(self, shift=plus(self.shift, (dx, dy, dz)))

    @cached_property
    def vertices(self) -> tuple[Point3, ...]:
        """The vertices of the mesh in their places."""
        a, b, c = self.shift
        return tuple([(x + a, y + b, z + c) for x, y, z in self.mesh.vertices])

    def facets(self) -> Iterator[tuple[Point3, Point3, Point3]]:
        """The corners of each triangle in their places."""
        at = self.vertices
        return ((at[a], at[b], at[c]) for a, b, c in self.mesh.triangles)

    @property
    def box(self) -> tuple[Point3, Point3]:
        """The least and the greatest coordinates."""
        (a, b, c), (d, e, f) = (tuple(map(end, zip(*self.vertices, strict=True))) for end in (min, max))
        return (a, b, c), (d, e, f)


def piece_body(puzzle: Puzzle, index: int, size: PrintSettings = _DEFAULT) -> Body:
    """The piece with this index; UnsupportedError when it cannot be printed."""
    piece = puzzle.pieces[index]
    _check_size(piece.size, size)
    name = plain(piece.name)
    (mesh,) = _meshes(Frame.of(puzzle.lattice, [piece.cells], size), [name])
    return Body(name, palette.swatch(index).fill, mesh)


def piece_bodies(puzzle: Puzzle, size: PrintSettings = _DEFAULT) -> list[Body]:
    """One copy of each piece, each near the origin; UnsupportedError when they cannot be printed."""
    if not puzzle.pieces:
        raise UnsupportedError("the puzzle has no pieces to print")
    _check_size(sum(piece.size for piece in puzzle.pieces), size)
    return [piece_body(puzzle, index, size) for index in range(len(puzzle.pieces))]


def plate_bodies(puzzle: Puzzle, size: PrintSettings = _DEFAULT) -> list[Body]:
    """One copy of each piece, in rows; UnsupportedError when they cannot be printed."""
    bodies = piece_bodies(puzzle, size)
    places = _places([body.mesh for body in bodies])
    return [body.moved(*place) for body, place in zip(bodies, places, strict=True)]


def solution_bodies(puzzle: Puzzle, solution: Solution, size: PrintSettings = _DEFAULT) -> list[Body]:
    """The pieces of a solution in their places; UnsupportedError when they cannot be printed."""
    if puzzle.board.surface is not None:
        raise UnsupportedError(
            f"the board is a {NAMES[puzzle.board.surface.wrap]}: a body of its solution would cut pieces at "
            "its joined sides"
        )
    placements = list(solution)
    places = [placement.cells for placement in placements]
    _check_size(sum(map(len, places)), size)
    names = [plain(placement.piece) for placement in placements]
    meshes = _meshes(Frame.of(puzzle.lattice, places, size), names)
    return [
        Body(name, style.fill, mesh)
        for name, style, mesh in zip(names, styles(puzzle, placements), meshes, strict=True)
    ]


def _meshes(frame: Frame, names: Sequence[str]) -> list[Mesh]:
    return frame.meshes() if frame.size.wall is None else hollow_meshes(frame, names)


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
