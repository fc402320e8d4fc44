"""The cubic lattice: cells (x, y, z), six neighbours, 48 motions, 24 of them proper.

z counts layers, upwards from the table; a layer seen from above is drawn as the square lattice is, x to
the right and y towards the viewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from math import cos, inf, pi, sin

from tilewright.model.lattices.lattice import (
    NAMED_SHAPES,
    Cell,
    Lattice,
    Motion,
    Point,
    Point3,
    Polyforms,
    Stencil,
    TextDrawing,
    greek_names,
    least_coordinates,
    linear,
)
from tilewright.model.lattices.square import SQUARE, box_colouring_name, box_stencil

AXES = "xyz"


def _signed_permutation(order: tuple[int, ...], signs: tuple[int, ...]) -> Motion:
    """The motion whose k-th new coordinate is the old one at ``order[k]``, times ``signs[k]``."""
    matrix = tuple(
        tuple(sign if k == at else 0 for k in range(3)) for at, sign in zip(order, signs, strict=True)
    )
    swaps = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
    proper = (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1
    new = ", ".join(("-" if sign < 0 else "") + AXES[at] for at, sign in zip(order, signs, strict=True))
    name = "identity" if new == "x, y, z" else f"{'turn' if proper else 'mirror'} to ({new})"
    return linear(name, matrix, proper=proper)


def _all() -> tuple[Motion, ...]:
    """All motions: the identity first, then the other turns, then mirrors."""
    orders = permutations(range(3))
    motions = [_signed_permutation(order, signs) for order in orders for signs in product((1, -1), repeat=3)]
    return tuple(sorted(motions, key=lambda motion: not motion.proper))


ALL = _all()
TURNS = tuple(motion for motion in ALL if motion.proper)
UPRIGHT = tuple(motion for motion in TURNS if motion((0, 0, 1)) == (0, 0, 1))
ALONG_AXES = tuple(motion for motion in ALL if tuple(map(abs, motion((1, 2, 3)))) == (1, 2, 3))


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y, z = cell
    return ((x, y, z - 1), (x, y - 1, z), (x - 1, y, z), (x + 1, y, z), (x, y + 1, z), (x, y, z + 1))


def project(x: float, y: float, z: float) -> Point:
    """Where a point of space is drawn: isometric, x to the lower right, y to the lower left, z upwards."""
    return ((x - y) * cos(pi / 6), (x + y) * sin(pi / 6) - z)


def silhouette(faces: Iterable[Iterable[Point3]]) -> tuple[Point, ...]:
    """The outline of a convex body as it is drawn."""
    return _hull(project(*point) for face in faces for point in face)


def plan(faces: Iterable[Iterable[Point3]]) -> tuple[Point, ...]:
    """The outline of a convex body seen from above."""
    return _hull((x, y) for face in faces for x, y, _ in face)


def _hull(all_points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull of points (Andrew 1979)."""
    points = sorted({(round(x, 9), round(y, 9)) for x, y in all_points})
    hull: list[Point] = []
    for run in (points, points[::-1]):
        half: list[Point] = []
        for x, y in run:
            while len(half) > 1 and _turn(half[-2], half[-1], (x, y)) <= 1e-7:
                half.pop()
            half.append((x, y))
        hull += half[:-1]
    return tuple(hull)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle, positive where a, b, c turn clockwise as y points downwards."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
    faces = []
    for axis, side in product(range(3), (0, 1)):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        corners = ({axis: side, u: a, v: b} for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))
        faces.append(
            tuple([(float(cell[0] + c[0]), float(cell[1] + c[1]), float(cell[2] + c[2])) for c in corners])
        )
    return tuple(faces)


def _outline(cell: Cell) -> tuple[Point, ...]:
    """The silhouette of the cube, a hexagon."""
    corners = ((0, 0, 1), (1, 0, 1), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 1, 1))
    return tuple(project(*(a + b for a, b in zip(cell, corner, strict=True))) for corner in corners)


def is_flat(cells: tuple[Cell, ...]) -> bool:
    """Whether all cubes lie in one layer of some direction."""
    return any(len(set(coordinates)) == 1 for coordinates in zip(*cells, strict=True))


CONTROLS = {
    "turn": ("turn to (-y, x, z)", "turn to (-x, -y, z)"),  # clockwise as seen from above
    "turn back": ("turn to (y, -x, z)", "turn to (-x, -y, z)"),
    "tip": ("turn to (x, -z, y)", "turn to (x, -y, -z)"),  # away from the viewer about the x axis
    "tip back": ("turn to (x, z, -y)", "turn to (x, -y, -z)"),
    "roll": ("turn to (z, y, -x)", "turn to (-x, y, -z)"),  # to the side about the y axis
    "roll back": ("turn to (-z, y, x)", "turn to (-x, y, -z)"),
    "flip": ("mirror to (-x, y, z)",),
}
"""Quarter turns first, half turns for pieces that may make no others."""


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    x, y, z = cell
    return box_stencil(x, y, lambda column, row: (column, row, z), small=small)


_FLAT, _SOLID = NAMED_SHAPES["square"], NAMED_SHAPES["cube"]

CUBE = Lattice(
    name="cube",
    dimension=3,
    motions={
        "fixed": ALL[:1],
        "upright": UPRIGHT,
        "rotation": TURNS,
        "reflection": ALONG_AXES,
        "all": ALL,
    },
    neighbours=_neighbours,
    anchor=least_coordinates,
    outline=_outline,
    classes=((0, 0, 0),),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], cell[2]),
        cell_at=lambda column, row, layer: (column, row, layer),
        stencil=_stencil,
        letter_on="part",
        layers=True,
        hint="an empty line begins the next layer",
    ),
    polyforms=Polyforms(
        "polycubes",
        greek_names("cube", 6),
        "s",
        6,
        5,
        (*_FLAT[:9], *_SOLID[:3], *_FLAT[9:], *_SOLID[3:]),  # up to four cubes, then those of five
        is_flat,
    ),
    usual_motions="rotation",
    layer=SQUARE,
    faces=_faces,
    directions=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    steps_suffice_for=inf,
    controls=CONTROLS,
    max_generated_size=9,
    colouring_name=box_colouring_name,
)
