"""How turns of pieces look: the cells on their way, and words for a viewer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tilewright.families.assembly.disassembly import Turn
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import Point3
from tilewright.render.polyhedra import centre
from tilewright.render.vectors import cross, dot, minus, plus, times

ARC_POINTS = 12  # for each quarter of a turn


def turned_about(lattice: Lattice, turn: Turn | None, quarters: float) -> Lattice:
    """The lattice, its cells rotated by so many of the quarters of a turn."""
    if turn is None or not quarters:
        return lattice
    plain_faces = lattice.faces
    assert plain_faces is not None
    rotated = _rotation(lattice, turn, quarters)

    def faces(cell: Cell) -> tuple[tuple[Point3, ...], ...]:
        return tuple([tuple([rotated(corner) for corner in face]) for face in plain_faces(cell)])

    return replace(lattice, faces=faces)


def turn_arc(lattice: Lattice, turn: Turn, cells: Iterable[Cell]) -> list[Point3]:
    """Where the outermost of the cells that turn goes, in space: points from its place to the one after it.

    The arc is round the axis at half the height of the cells.
    """
    at, axis = _axis(lattice, turn)
    middles = [centre(lattice, cell) for cell in cells]
    heights = [dot(axis, minus(middle, at)) for middle in middles]
    arms = [
        minus(minus(middle, at), times(axis, height)) for middle, height in zip(middles, heights, strict=True)
    ]
    # The nearest to the viewer of those that are equally far from the axis.
    longest = max(arms, key=lambda arm: (round(math.hypot(*arm), 6), arm[1] + arm[2]))
    start = plus(plus(at, times(axis, (min(heights) + max(heights)) / 2)), longest)
    count = ARC_POINTS * abs(turn.quarters)
    return [_rotation(lattice, turn, number / ARC_POINTS)(start) for number in range(count + 1)]


def _axis(lattice: Lattice, turn: Turn) -> tuple[Point3, Point3]:
    """A point of the axis of a turn and its direction, in space."""
    zero = centre(lattice, (0, 0, 0))
    units = [minus(centre(lattice, tuple([int(k == axis) for k in range(3)])), zero) for axis in range(3)]
    at = zero
    for unit, halves in zip(units, turn.centre, strict=True):
        at = plus(at, times(unit, halves / 2))
    return at, times(units[turn.axis], 1 / math.hypot(*units[turn.axis]))


def _rotation(lattice: Lattice, turn: Turn, quarters: float) -> Callable[[Point3], Point3]:
    """The rotation in space by so many of the quarters of a turn."""
    at, axis = _axis(lattice, turn)
    angle = math.copysign(quarters, turn.quarters) * math.pi / 2
    c, s = math.cos(angle), math.sin(angle)

    def rotated(corner: Point3) -> Point3:
        arm = minus(corner, at)  # Rodrigues 1840
        along = times(axis, dot(axis, arm) * (1 - c))
        return plus(at, plus(plus(times(arm, c), times(cross(axis, arm), s)), along))

    return rotated


def turn_words(axis: Sequence[float], quarters: int) -> str:
    """A turn about an axis along this vector, as it is seen from the end of the axis that is turned to the
    viewer: ``turn 90 degrees clockwise, seen from the top``."""
    sign = 1 if sum(axis) > 0 else -1
    seen = [sign * part for part in axis]
    names = (("right", "left"), ("front", "back"), ("top", "bottom"))
    sides = " and ".join(
        pair[part < 0]
        for part, pair in zip(seen, names, strict=True)
        if abs(part) > 0.38 * max(map(abs, seen))
    )
    # As it is drawn, x to the right, y to the front and z up, a turn from x to y is clockwise from the top.
    way = "clockwise" if sign * quarters > 0 else "anticlockwise"
    return f"turn {90 * abs(quarters)} degrees {way}, seen from the {sides}"
