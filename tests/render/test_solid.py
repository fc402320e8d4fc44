from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell, Point
from tilewright.model.lattices.cube import project
from tilewright.render.cubes import explosion_shifts
from tilewright.render.geometry import Polygon, Segment
from tilewright.render.solid import LEFT, RIGHT, TOP, CubeBody, box, visible_faces

FACE = math.sqrt(3) / 2
"""The area of a face as it is drawn: a rhombus with angles of 60 and 120 degrees."""


@st.composite
def heaps(draw: st.DrawFn) -> tuple[list[CubeBody], int]:
    """A few bodies of a few cubes, none in another, on steps of 1, 1/2 or 1/4."""
    fine = draw(st.sampled_from([1, 2, 4]))
    cells = draw(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=10, unique=True))
    split = draw(st.integers(1, 4))
    parts = [part for part in (cells[i::split] for i in range(split)) if part]
    shifts = explosion_shifts(parts, fine) if draw(st.booleans()) else [(0, 0, 0)] * len(parts)
    return [CubeBody(tuple(sorted(part)), shift) for part, shift in zip(parts, shifts, strict=True)], fine


def hit(bodies: list[CubeBody], fine: int, a: float, b: float) -> tuple[int, int] | None:
    """The body and the direction of the face that is seen at (a, b): where a line of sight leaves the heap.

    The line is (a + t, b + t, t); it leaves a cube where the first of its three coordinates does.
    """
    best: tuple[float, int, int] | None = None
    for number, body in enumerate(bodies):
        for cell in body.cells:
            low = [x * fine + dx for x, dx in zip(cell, body.shift, strict=True)]
            start = [low[0] - a, low[1] - b, low[2]]
            enters, leaves = max(start), min(start) + fine
            if enters < leaves and (best is None or leaves > best[0]):
                best = (leaves, number, start.index(min(start)))
    return None if best is None else (best[1], best[2])


def inside(loops: tuple[Polygon, ...], point: Point) -> bool:
    """Whether a point lies within loops by the even-odd rule."""
    x, y = point
    odd = False
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


@given(heaps())
@settings(max_examples=25)
def test_what_is_seen_is_what_a_line_of_sight_meets(case: tuple[list[CubeBody], int]) -> None:
    bodies, fine = case
    view = visible_faces(bodies, fine)
    keys = [(x - z, y - z) for body in bodies for x, y, z in _steps(body, fine)]
    low, high = min(min(key) for key in keys) - 1, max(max(key) for key in keys) + 2
    for a, b in product(range(low, high), repeat=2):
        for da, db in ((0.61, 0.32), (0.29, 0.7)):  # one point in each half of the square
            point = project((a + da) / fine, (b + db) / fine, 0)
            pairs = [group[:2] for group, loops in view.areas.items() if inside(loops, point)]
            expected = hit(bodies, fine, a + da, b + db)
            assert pairs == ([] if expected is None else [expected])


def _steps(body: CubeBody, fine: int) -> list[Cell]:
    dx, dy, dz = body.shift
    return [
        (x * fine + dx + i * fine, y * fine + dy + j * fine, z * fine + dz + k * fine)
        for x, y, z in body.cells
        for i, j, k in product((0, 1), repeat=3)
    ]


@given(heaps())
@settings(max_examples=25)
def test_lines_are_where_two_things_meet(case: tuple[list[CubeBody], int]) -> None:
    """On both sides of an outline something else is seen, or another part of the body further back or ahead;
    on both sides of a crease the same body with another direction."""
    bodies, fine = case
    view = visible_faces(bodies, fine)
    for body, creases in view.creases.items():
        for first, second in map(_both_sides, creases):
            assert {group[0] for group in _groups(view.areas, first, second)} == {body}
            assert len({group[1] for group in _groups(view.areas, first, second)}) == 2
    for first, second in map(_both_sides, view.outlines):
        groups = _groups(view.areas, first, second)
        assert groups and (len(groups) < 2 or groups[0] != groups[1] or len(bodies[groups[0][0]].cells) > 1)


def _both_sides(line: Segment) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = line
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) / 50, (by - ay) / 50
    return (x - dy, y + dx), (x + dy, y - dx)


def _groups(
    areas: Mapping[tuple[int, int, int], tuple[Polygon, ...]], *points: Point
) -> list[tuple[int, int, int]]:
    return [group for point in points for group, loops in areas.items() if inside(loops, point)]


def length(lines: tuple[Segment, ...]) -> float:
    return sum(math.dist(a, b) for a, b in lines)


def area(loops: tuple[Polygon, ...]) -> float:
    return abs(
        sum(
            (a[0] * b[1] - a[1] * b[0]) / 2
            for loop in loops
            for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)
        )
    )


@pytest.mark.parametrize("fine", [1, 2, 4])
def test_a_rod_has_its_edges_and_no_line_between_its_cubes(fine: int) -> None:
    view = visible_faces([CubeBody(((0, 0, 0), (1, 0, 0), (2, 0, 0)))], fine)
    assert length(view.outlines) == pytest.approx(2 * (1 + 1 + 3))
    assert length(view.creases[0]) == pytest.approx(1 + 1 + 3)
    assert {group: area(loops) for group, loops in view.areas.items()} == pytest.approx(
        {(0, RIGHT, 0): FACE, (0, LEFT, 0): 3 * FACE, (0, TOP, 0): 3 * FACE}
    )
    assert len(view.whole) == 1 + 3 + 3 and view.central == ()


def test_two_bodies_have_a_line_between_them() -> None:
    apart_at_z = visible_faces([CubeBody(((0, 0, 0),)), CubeBody(((0, 0, 1),))])
    assert length(apart_at_z.outlines) == pytest.approx(8 + 2)
    assert length(apart_at_z.creases[0]) == pytest.approx(1)  # its top is covered: one upright edge is left
    assert length(apart_at_z.creases[1]) == pytest.approx(3)


def test_a_step_hides_part_of_what_is_behind() -> None:
    view = visible_faces([CubeBody(((0, 0, 0),)), CubeBody(((1, 1, 1),))])
    assert (0, TOP, 0) not in view.areas  # the second cube stands exactly before the first one
    assert length(view.outlines) == pytest.approx(6)


def test_tones_part_the_areas_and_draw_no_line() -> None:
    view = visible_faces([CubeBody(((0, 0, 0), (1, 0, 0)), tones={(1, 0, 0): 1})])
    assert set(view.areas) == {(0, LEFT, 0), (0, TOP, 0), (0, RIGHT, 1), (0, LEFT, 1), (0, TOP, 1)}
    assert length(view.creases[0]) == pytest.approx(4)


def test_a_face_whose_middle_is_seen_can_bear_a_label() -> None:
    # The upper cube covers a strip of the lower one's top, a quarter of it wide, and nothing of its middle.
    view = visible_faces([CubeBody(((0, 0, 0),)), CubeBody(((0, 0, 1),), shift=(-3, 0, 0))], 4)
    assert [(face.body, face.direction) for face in view.central] == [(0, TOP)]
    assert (0, TOP) not in [(face.body, face.direction) for face in view.whole]


@given(heaps())
@settings(max_examples=30)
def test_the_box_holds_everything(case: tuple[list[CubeBody], int]) -> None:
    bodies, fine = case
    points = [
        point for loops in visible_faces(bodies, fine).areas.values() for loop in loops for point in loop
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert box(bodies, fine) == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=1e-9)


def test_too_many_faces_are_refused() -> None:
    cells = tuple((2 * x, 2 * y, 0) for x, y in product(range(20), range(20)))
    with pytest.raises(UnsupportedError, match="1,200 faces to draw in space; at most 625"):
        visible_faces([CubeBody(cells)], 40)


@given(
    st.lists(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=5), min_size=1, max_size=6)
)
def test_pieces_that_are_pulled_apart_do_not_even_touch_with_their_faces(shapes: list[list[Cell]]) -> None:
    taken: set[Cell] = set()
    pieces = []
    for shape in shapes:
        piece = sorted(set(shape) - taken)
        taken.update(piece)
        pieces += [piece] if piece else []
    for fine in (2, 4):
        cubes = [
            (i, tuple(x * fine + d for x, d in zip(cell, shift, strict=True)))
            for i, (piece, shift) in enumerate(zip(pieces, explosion_shifts(pieces, fine), strict=True))
            for cell in piece
        ]
        for i, p in cubes:
            for j, q in cubes:
                away = sorted(abs(a - b) for a, b in zip(p, q, strict=True))
                assert i == j or away[2] > fine or (away[2] == fine and away[1] >= fine)


def test_one_piece_stays_where_it_is() -> None:
    assert explosion_shifts([[(0, 0, 0), (1, 0, 0)]], 4) == [(0, 0, 0)]


def test_pieces_go_away_from_the_middle() -> None:
    left, right = explosion_shifts([[(0, 0, 0)], [(2, 0, 0)]], 4)
    assert left[0] < 0 < right[0] and left[1:] == right[1:] == (0, 0)


def test_a_piece_within_another_is_lifted_out() -> None:
    ring = [(x, y, 0) for x, y in product(range(3), range(3)) if (x, y) != (1, 1)]
    (_, _, core), (_, _, around) = explosion_shifts([[(1, 1, 0)], ring], 2)
    assert abs(core - around) == 2  # a cube's side, over the hole that it leaves
