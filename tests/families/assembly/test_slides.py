"""Directions, and the cells that a sliding cell meets, against random points on its way."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.slides import _met, direction_name, slides_of
from tilewright.model.lattices import CUBE, LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import Point3, add, subtract

SLIDING = [lattice for lattice in LATTICES.values() if lattice.directions]
POINTS = 1_500
"""On the way of one cell: enough for the smallest common part of two bodies."""


def is_inside(point: Point3, faces: tuple[tuple[Point3, ...], ...]) -> bool:
    """Whether a point is well inside a convex body, by the planes of its faces."""
    corners = [corner for face in faces for corner in face]
    middle = [sum(axis) / len(corners) for axis in zip(*corners, strict=True)]
    for face in faces:
        a, b, c = face[:3]
        u, v = ([q[k] - a[k] for k in range(3)] for q in (b, c))
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        length = math.hypot(*normal)
        here, there = (sum(n * (q[k] - a[k]) for k, n in enumerate(normal)) / length for q in (point, middle))
        if here * there < 0 or abs(here) < 1e-3:
            return False
    return True


def boxes_meet(corners: Iterable[Point3], shift: Sequence[float], others: Iterable[Point3]) -> bool:
    """Whether boxes around a body that moves and another one have a point in common: most have none."""
    for mine, by, theirs in zip(zip(*corners, strict=True), shift, zip(*others, strict=True), strict=True):
        if max(mine) + max(by, 0) < min(theirs) or max(theirs) < min(mine) + min(by, 0):
            return False
    return True


def met_by_points(lattice: Lattice, cell: Cell, step: Cell, chance: random.Random) -> set[Cell]:
    """The cells, relative to a cell, that random points of it come through while it moves by a step."""
    assert lattice.faces is not None
    faces = lattice.faces(cell)
    corners = sorted({corner for face in faces for corner in face})
    shift = subtract(lattice.faces(add(cell, step))[0][0], faces[0][0])  # type: ignore[arg-type]
    span = max(map(abs, step)) + 3
    bodies = {}
    for offset in product(range(-span, span + 1), repeat=3):
        if any(offset) and lattice.is_cell(add(cell, offset)):
            body = lattice.faces(add(cell, offset))
            if boxes_meet(corners, shift, {corner for face in body for corner in face}):
                bodies[offset] = body
    cells: set[Cell] = set()
    for _ in range(POINTS):
        weights = [chance.expovariate(1) for _ in corners]
        at = chance.random()
        x, y, z = (
            sum(w * corner[k] for w, corner in zip(weights, corners, strict=True)) / sum(weights)
            + at * shift[k]
            for k in range(3)
        )
        hit = next((offset for offset in cells if is_inside((x, y, z), bodies[offset])), None)
        if hit is None:
            cells.update(offset for offset, body in bodies.items() if is_inside((x, y, z), body))
    return cells


@pytest.mark.parametrize("lattice", [x for x in SLIDING if not x.is_round], ids=lambda lattice: lattice.name)
def test_cells_on_the_way_are_those_that_points_come_through(lattice: Lattice) -> None:
    chance = random.Random(3)
    slides = slides_of(lattice)
    number = chance.randrange(len(lattice.classes))
    for direction, met in zip(slides.directions, slides.met, strict=True):
        assert set(met[number]) == met_by_points(lattice, lattice.classes[number], direction, chance)


def test_balls_on_the_way_come_nearer_than_a_diameter() -> None:
    (lattice,) = (lattice for lattice in SLIDING if lattice.is_round)
    for direction, (met,) in zip(slides_of(lattice).directions, slides_of(lattice).met, strict=True):
        for offset in product(range(-4, 5), repeat=3):
            if any(offset) and lattice.is_cell(offset):
                ways = (
                    sum((o - t / 60 * d) ** 2 for o, d in zip(offset, direction, strict=True))
                    for t in range(61)
                )
                assert (min(ways) < 2 - 1e-9) == (offset in met)


def rounded(vector: Any) -> tuple[float, ...]:
    """The coordinates of a vector, so that equal ones are the same."""
    return tuple(float(part) for part in np.round(vector, 6) + 0.0)


def normals(lattice: Lattice) -> Iterator[Any]:
    """The normals of the faces of cells, or of the planes between balls that touch."""
    assert lattice.faces is not None
    for cell in lattice.classes:
        for near in lattice.neighbours(cell) if lattice.is_round else ():
            yield np.subtract(near, cell).astype(float)
        for a, b, c, *_ in () if lattice.is_round else lattice.faces(cell):
            yield np.cross(np.subtract(b, a), np.subtract(c, a))


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_directions_are_the_shortest_translations_of_all_and_where_planes_meet(lattice: Lattice) -> None:
    assert lattice.faces is not None
    lines: set[tuple[float, ...]] = set()
    for a, b in combinations(list(normals(lattice)), 2):
        line: Any = np.cross(a, b)
        if np.linalg.norm(line) > 1e-6:
            line /= np.linalg.norm(line)
            lines |= {rounded(sign * line) for sign in (1, -1)}
    start = lattice.faces(lattice.classes[0])[0][0]
    lengths: dict[Cell, float] = {}
    shortest: dict[Any, tuple[float, Cell]] = {}
    for vector in product(range(-6, 7), repeat=3):
        if any(vector) and lattice.is_translation(vector):
            there = lattice.faces(add(lattice.classes[0], vector))[0][0]
            along: Any = np.subtract(there, start)
            length = lengths[vector] = round(float(np.linalg.norm(along)), 9)
            way = rounded(along / length)
            if way in lines:
                shortest[way] = min(shortest.get(way, (length, vector)), (length, vector))
    both = {*lattice.directions, *(subtract((0, 0, 0), vector) for vector in lattice.directions)}
    least = {vector for vector, length in lengths.items() if length == min(lengths.values())}
    assert set(shortest) == lines and len(both) == 2 * len(lattice.directions)
    assert both == least | {vector for _, vector in shortest.values()}


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_running_into_a_cell_is_being_run_into(lattice: Lattice) -> None:
    """A cell meets another one forwards if the other meets it backwards: both are at most a step apart."""
    slides = slides_of(lattice)
    for direction, met in zip(slides.directions, slides.met, strict=True):
        for cell, offsets in zip(lattice.classes, met, strict=True):
            assert direction in offsets
            for offset in offsets:
                behind = subtract(direction, offset)
                other = slides.class_of(add(cell, offset))
                assert not any(behind) or behind in met[other]


def test_shifts_are_split_into_directions_and_steps() -> None:
    slides = slides_of(CUBE)
    assert slides.split((0, -3, 0)) == ((0, -1, 0), 3)
    with pytest.raises(ValueError, match="no direction"):
        slides.split((1, 1, 0))
    assert direction_name((3, -3, 0)) == "+x -y"
    with pytest.raises(ValueError, match="no cell"):
        slides_of(next(x for x in SLIDING if x.is_round)).class_of((1, 0, 0))


def test_flat_lattices_have_no_directions() -> None:
    with pytest.raises(UnsupportedError, match="can be read on the lattice cube"):
        slides_of(SQUARE)
    with pytest.raises(UnsupportedError, match="the lattice is hexagon"):
        slides_of(LATTICES["hexagon"])


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_what_motions_carry_over_is_what_bodies_meet(lattice: Lattice) -> None:
    slides = slides_of(lattice)
    chance = random.Random(5)
    for direction, met in zip(slides.directions, slides.met, strict=True):
        for number in chance.sample(range(len(lattice.classes)), min(4, len(lattice.classes))):
            assert met[number] == _met(lattice, lattice.classes[number], direction)
