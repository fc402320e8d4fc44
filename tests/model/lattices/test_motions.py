"""Motions of every lattice: they keep neighbours, are groups, and are the isometries that they are named."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from math import cos, isclose, pi, sin

import pytest

from tilewright.model.lattices import (
    CUBE,
    HEXAGON,
    LATTICES,
    LINE,
    TRIANGLE,
    Cell,
    Lattice,
    Motion,
)
from tilewright.model.lattices.lattice import moved_back, subtract

ALL = tuple(LATTICES.values())
PLANE = tuple(lattice for lattice in ALL if lattice.dimension == 2)
ORDERS = {
    "line": {"fixed": 1, "upright": 1, "rotation": 1, "reflection": 2, "all": 2},
    "square": {"fixed": 1, "upright": 4, "rotation": 4, "reflection": 4, "all": 8},
    "cube": {"fixed": 1, "upright": 4, "rotation": 24, "reflection": 8, "all": 48},
    "hexagon": {"fixed": 1, "upright": 6, "rotation": 6, "reflection": 4, "all": 12},
    "triangle": {"fixed": 1, "upright": 6, "rotation": 6, "reflection": 4, "all": 12},
    "stick": {"fixed": 1, "upright": 4, "rotation": 4, "reflection": 4, "all": 8},
    "prism": {"fixed": 1, "upright": 6, "rotation": 12, "reflection": 8, "all": 24},
    "sphere": {"fixed": 1, "upright": 4, "rotation": 120, "reflection": 8, "all": 240},
    "rhombic-tetrahedron": {"fixed": 1, "upright": 4, "rotation": 24, "reflection": 8, "all": 48},
    "tetra-octahedron": {"fixed": 1, "upright": 4, "rotation": 24, "reflection": 8, "all": 48},
    "quarter-square": {"fixed": 1, "upright": 4, "rotation": 4, "reflection": 4, "all": 8},
    "kite": {"fixed": 1, "upright": 6, "rotation": 6, "reflection": 4, "all": 12},
    "drafter": {"fixed": 1, "upright": 6, "rotation": 6, "reflection": 4, "all": 12},
}


def whole(group: Iterable[Motion]) -> tuple[Motion, ...]:
    """The motions that carry every cell to a cell."""
    return tuple(motion for motion in group if motion.divisor == 1)


lattices = pytest.mark.parametrize("lattice", ALL, ids=lambda lattice: lattice.name)


def window(lattice: Lattice, reach: int = 3) -> list[Cell]:
    """The cells around the origin."""
    near = range(-reach, reach + 1)
    return [cell for cell in product(near, repeat=lattice.dimension) if lattice.is_cell(cell)]


Matrix = tuple[tuple[float, float], tuple[float, float]]


def turn(degrees: float) -> Matrix:
    """A turn of the drawing plane, clockwise as y points downwards."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return ((c, -s), (s, c))


def mirror(degrees: float) -> Matrix:
    """The mirror in the axis at this angle to the right, clockwise."""
    c, s = cos(degrees * pi / 90), sin(degrees * pi / 90)
    return ((c, s), (s, -c))


NAMED: dict[str, Matrix] = {
    "identity": turn(0),
    "quarter turn": turn(90),
    "half turn": turn(180),
    "three-quarter turn": turn(270),
    "mirror left-right": mirror(90),
    "mirror end to end": mirror(90),
    "mirror up-down": mirror(0),
    "mirror in the diagonal": mirror(45),
    "mirror in the antidiagonal": mirror(135),
}


def isometry(name: str) -> Matrix:
    """What the name of a motion says that it does to the drawing plane."""
    if name in NAMED:
        return NAMED[name]
    if match := re.fullmatch(r"turn by (\d+) degrees", name):
        return turn(int(match[1]))
    match = re.fullmatch(r"mirror in the axis at (\d+) degrees", name)
    assert match, name
    return mirror(int(match[1]))


def same_points(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Whether two sets of points of the plane are the same, but for rounding."""
    return len(one) == len(other) and all(
        any(isclose(a[0], b[0], abs_tol=1e-9) and isclose(a[1], b[1], abs_tol=1e-9) for b in other)
        for a in one
    )


@lattices
def test_groups_have_their_order(lattice: Lattice) -> None:
    assert {mode: len(group) for mode, group in lattice.motions.items()} == ORDERS[lattice.name]
    assert all(group[0].name == "identity" for group in lattice.motions.values())
    assert lattice.usual_motions == ("rotation" if lattice.is_solid else "all")
    for group in lattice.motions.values():
        assert len({motion.name for motion in group}) == len(group)
        assert set(group) <= set(lattice.motions["all"])
    assert all(motion.proper for motion in lattice.motions["rotation"])
    assert sum(motion.proper for motion in lattice.motions["all"]) == len(lattice.motions["rotation"])
    assert set(lattice.motions["upright"]) <= set(lattice.motions["rotation"])


@lattices
def test_motions_are_bijections_that_keep_neighbours(lattice: Lattice) -> None:
    cells = window(lattice)
    for motion in whole(lattice.motions["all"]):
        images = [motion(cell) for cell in cells]
        assert len(set(images)) == len(cells)
        assert all(lattice.is_cell(image) for image in images)
        for cell, image in zip(cells, images, strict=True):
            assert {motion(near) for near in lattice.neighbours(cell)} == set(lattice.neighbours(image))


@lattices
def test_many_cells_are_moved_as_they_are_one_by_one(lattice: Lattice) -> None:
    cells = window(lattice)
    for motion in whole(lattice.motions["all"]):
        for some in ([], cells[-1:], cells[:7], cells):
            images = motion.image(some)
            assert images == [motion.carry(cell) for cell in some]
            for shift in ((0,) * lattice.dimension, *cells[:3]):
                assert moved_back(some, shift) == [subtract(cell, shift) for cell in some]


def moved_alike(lattice: Lattice, one: list[Cell], other: list[Cell]) -> bool:
    """Whether one list of images is the other, moved by one translation."""
    shifts = {subtract(a, b) for a, b in zip(one, other, strict=True)}
    return len(shifts) == 1 and lattice.is_translation(shifts.pop())


@lattices
def test_groups_are_closed_up_to_translations(lattice: Lattice) -> None:
    """Each two motions after one another are a third, and there is a way back from each."""
    first = lattice.classes[0]
    cells = window(lattice, 1) if lattice.dimension < 3 else [first, *lattice.neighbours(first)]
    for group in map(whole, lattice.motions.values()):
        images = [[motion(cell) for cell in cells] for motion in group]
        for second in group:
            after = [[second(cell) for cell in image] for image in images]
            assert all(sum(moved_alike(lattice, one, known) for known in images) == 1 for one in after)
            assert any(moved_alike(lattice, one, cells) for one in after)


@pytest.mark.parametrize("lattice", [LINE, *PLANE], ids=lambda lattice: lattice.name)
def test_motions_act_on_outlines_as_their_names_say(lattice: Lattice) -> None:
    """The outline of a cell's image is the image of its outline, up to one translation for all cells."""
    for motion in lattice.motions["all"]:
        (a, b), (c, d) = isometry(motion.name)
        assert motion.proper == (a * d - b * c > 0)
        shift: tuple[float, float] | None = None
        for cell in window(lattice, 2):
            turned = [(a * x + b * y, c * x + d * y) for x, y in lattice.outline(cell)]
            there = list(lattice.outline(motion(cell)))
            if shift is None:
                shift = (
                    min(x for x, _ in there) - min(x for x, _ in turned),
                    min(y for _, y in there) - min(y for _, y in turned),
                )
            moved = [(x + shift[0], y + shift[1]) for x, y in turned]
            assert same_points(moved, there), (motion.name, cell)


def matrix(motion: Motion) -> list[tuple[int, ...]]:
    """The images of the three axes."""
    return [motion(axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]


def determinant(rows: list[tuple[int, ...]]) -> int:
    """Of a matrix of three by three."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def test_the_cube_has_its_48_matrices() -> None:
    motions = CUBE.motions["all"]
    assert len({tuple(matrix(motion)) for motion in motions}) == 48
    for motion in motions:
        rows = matrix(motion)
        assert determinant(rows) == (1 if motion.proper else -1)
        for row, other in product(rows, rows):
            assert sum(p * q for p, q in zip(row, other, strict=True)) == (row == other)
        for cell in window(CUBE, 1):
            linear = [sum(n * row[k] for n, row in zip(cell, rows, strict=True)) for k in range(3)]
            assert list(motion(cell)) == linear


def test_names_of_motions_of_cubes_show_the_images_of_the_axes() -> None:
    for motion in CUBE.motions["all"][1:]:
        match = re.fullmatch(r"(turn|mirror) to \((-?[xyz]), (-?[xyz]), (-?[xyz])\)", motion.name)
        assert match and (match[1] == "turn") == motion.proper
        place = dict(zip("xyz", (7, 11, 13), strict=True))
        expected = tuple((-1 if word[0] == "-" else 1) * place[word[-1]] for word in match.groups()[1:])
        assert motion((7, 11, 13)) == expected


def test_upright_motions_of_the_cube_keep_what_is_up() -> None:
    up = (0, 0, 1)
    assert [m for m in CUBE.motions["rotation"] if m(up) == up] == list(CUBE.motions["upright"])


def test_a_sixth_of_a_turn_six_times_is_none() -> None:
    for lattice in (HEXAGON, TRIANGLE):
        sixth = next(m for m in lattice.motions["all"] if m.name == "turn by 60 degrees")
        for start in window(lattice, 2):
            cell, seen = start, []
            for _ in range(6):
                cell = sixth(cell)
                seen.append(cell)
            assert cell == start
            assert start in seen[5:] and len(set(seen)) in (1, 6)
