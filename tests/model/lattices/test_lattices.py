"""Cells, neighbours, outlines, canonical places, and the junctions that sticks pass."""

from __future__ import annotations

from itertools import combinations, product
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.lattice_cases import cell_area, translation
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.lattices.cube import project
from tilewright.model.lattices.lattice import add
from tilewright.model.lattices.stick import HALF_WIDTH, ends, is_level
from tilewright.model.lattices.triangle import points_up

ALL = tuple(LATTICES.values())
FLAT = [lattice for lattice in ALL if lattice.dimension < 3 and not lattice.can_cross]  # cells have sides
lattices = pytest.mark.parametrize("lattice", ALL, ids=lambda lattice: lattice.name)


def window(lattice: Lattice, reach: int = 3) -> list[Cell]:
    """The cells around the origin."""
    near = range(-reach, reach + 1)
    return [cell for cell in product(near, repeat=lattice.dimension) if lattice.is_cell(cell)]


def test_the_registry_knows_each_by_its_name() -> None:
    plane = ["line", "square", "hexagon", "triangle", "stick", "quarter-square", "kite", "drafter"]
    solid = ["cube", "prism", "sphere"]
    assert set(LATTICES) == {*plane, *solid, "rhombic-tetrahedron", "tetra-octahedron"}
    assert all(lattice.name == name for name, lattice in LATTICES.items())
    assert {lattice.name for lattice in ALL if lattice.dimension < 3} == set(plane)
    assert {lattice.name for lattice in ALL if lattice.is_solid} == set(LATTICES) - set(plane)
    assert [lattice.name for lattice in ALL if lattice.can_cross] == ["stick"]
    assert len(set(ALL)) == len(LATTICES)


@lattices
def test_neighbours_are_mutual(lattice: Lattice) -> None:
    plane = {"line": 2, "square": 4, "hexagon": 6, "triangle": 3, "stick": 6}
    parts = {"quarter-square": 3, "kite": 4, "drafter": 3}
    solid = {"cube": 6, "prism": 5, "sphere": 12, "rhombic-tetrahedron": 4, "tetra-octahedron": 4}
    many = {**plane, **parts, **solid}[lattice.name]
    for cell in window(lattice):
        near = lattice.neighbours(cell)
        assert len(near) == len(set(near)) == many
        assert cell not in near
        assert all(lattice.is_cell(other) and cell in lattice.neighbours(other) for other in near)


def common_points(one: Lattice, a: Cell, b: Cell) -> int:
    """How many corners two outlines share."""
    return sum(
        any(isclose(p[0], q[0], abs_tol=1e-9) and isclose(p[1], q[1], abs_tol=1e-9) for q in one.outline(b))
        for p in one.outline(a)
    )


@pytest.mark.parametrize("lattice", FLAT, ids=lambda lattice: lattice.name)
def test_neighbours_are_those_that_share_a_side(lattice: Lattice) -> None:
    for a, b in combinations(window(lattice, 2), 2):
        assert (b in lattice.neighbours(a)) == (common_points(lattice, a, b) == 2)


def test_sticks_are_neighbours_when_they_share_an_end() -> None:
    for a, b in combinations(window(STICK, 3), 2):
        assert (b in STICK.neighbours(a)) == bool(set(ends(a)) & set(ends(b)))
        tips = 2 if is_level(a) == is_level(b) else 4
        assert common_points(STICK, a, b) <= tips


def area(lattice: Lattice, cell: Cell) -> float:
    """The area inside an outline, positive when it runs clockwise as y points downwards."""
    corners = lattice.outline(cell)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)) / 2


def test_outlines_have_the_area_of_their_shape_and_run_around_in_order() -> None:
    for lattice in (lattice for lattice in ALL if lattice.dimension < 3):
        expected = 2 * HALF_WIDTH * (1 - HALF_WIDTH) if lattice is STICK else cell_area(lattice)
        for cell in window(lattice, 2):
            assert isclose(abs(area(lattice, cell)), expected)


@pytest.mark.parametrize("size", ["large", "small"])
@pytest.mark.parametrize("lattice", FLAT, ids=lambda lattice: lattice.name)
def test_cells_that_meet_are_drawn_with_the_same_borders(lattice: Lattice, size: str) -> None:
    drawn = lattice.text.stencil
    assert drawn is not None
    cells = window(lattice, 2)
    stencils = {cell: drawn(cell, size == "small") for cell in cells}
    inside: set[tuple[int, int]] = set()
    for cell, stencil in stencils.items():
        beyond = [side.beyond for side in stencil.sides if side.beyond]  # above and below a line is nothing
        assert sorted(beyond) == sorted(lattice.neighbours(cell))
        assert not inside & {*stencil.inside}
        inside |= {*stencil.inside}
        for side in stencil.sides:
            if side.beyond in stencils:
                [same] = [one for one in stencils[side.beyond].sides if one.beyond == cell]
                assert (side.sign, {*side.positions}) == (same.sign, {*same.positions})
        for corner in stencil.corners:
            assert cell in corner.cells
            for other in {*corner.cells} & stencils.keys():
                there = [one for one in stencils[other].corners if one.position == corner.position]
                assert all({*one.cells} == {*corner.cells} for one in there)


def test_a_cube_is_drawn_as_the_silhouette_of_its_corners() -> None:
    for cell in window(CUBE, 1):
        corners = [project(*(a + b for a, b in zip(cell, c, strict=True))) for c in product((0, 1), repeat=3)]
        drawn = CUBE.outline(cell)
        assert len(drawn) == 6
        assert all(any(isclose(a, x) and isclose(b, y) for x, y in corners) for a, b in drawn)
        assert isclose(abs(area(CUBE, cell)), 3 * sqrt(3) / 2)  # a hexagon with sides of 1
        for k, outermost in product((0, 1), (min, max)):
            assert isclose(outermost(p[k] for p in drawn), outermost(p[k] for p in corners))


def test_triangles_alternate() -> None:
    for x, y in window(TRIANGLE):
        tip = min if points_up((x, y)) else max
        heights = [point[1] for point in TRIANGLE.outline((x, y))]
        assert sum(isclose(h, tip(heights)) for h in heights) == 1


@lattices
def test_each_cell_is_a_translate_of_one_class(lattice: Lattice) -> None:
    for cell in window(lattice):
        shifts = [tuple(a - b for a, b in zip(cell, start, strict=True)) for start in lattice.classes]
        assert sum(lattice.is_translation(shift) for shift in shifts) == 1


@lattices
@given(data=st.data())
def test_the_anchor_is_canonical(lattice: Lattice, data: st.DataObject) -> None:
    """It moves with the cells, it is a translation, and normalised cells stay where they are."""
    cells = data.draw(st.sets(st.sampled_from(window(lattice)), min_size=1, max_size=7))
    far = st.integers(-20, 20)
    vector = translation(lattice, data.draw(st.tuples(*[far] * lattice.dimension)))
    moved = [add(cell, vector) for cell in cells]
    assert all(map(lattice.is_cell, moved))
    assert lattice.anchor(moved) == add(lattice.anchor(cells), vector)
    assert lattice.is_translation(lattice.anchor(cells))
    at_home = lattice.normalise(cells)
    assert lattice.normalise(moved) == at_home == tuple(sorted(at_home))
    assert not any(lattice.anchor(at_home))
    assert [sorted(part) for part in lattice.components(cells)] == lattice.components(cells)
    assert sorted(cell for part in lattice.components(cells) for cell in part) == sorted(cells)


def passed_by_definition(cells: set[Cell]) -> set[Cell]:
    """The vertices where a stick goes on straight."""
    positions = set()
    for a, b in combinations(sorted(cells), 2):
        shared = set(ends(a)) & set(ends(b))
        if shared and is_level(a) == is_level(b):
            positions |= shared
    return positions


@given(st.sets(st.sampled_from(window(STICK)), max_size=9))
def test_sticks_pass_the_vertices_where_they_go_on_straight(cells: set[Cell]) -> None:
    assert set(STICK.passed(cells)) == passed_by_definition(cells)
    for motion in STICK.motions["all"]:
        turned = STICK.passed(map(motion, cells))
        assert sorted(turned) == sorted(map(motion, STICK.passed(cells)))


def test_what_passes_and_what_only_touches() -> None:
    level, upright = [(-1, 0), (1, 0)], [(0, -1), (0, 1)]
    assert STICK.passed(level) == STICK.passed(upright) == ((0, 0),)  # they cross
    assert STICK.passed([(1, 0), (0, 1)]) == ()  # a corner
    assert STICK.passed([(-1, 0), (1, 0), (0, 1)]) == ((0, 0),)
    assert STICK.passed([(1, 0), (3, 0), (5, 0)]) == ((2, 0), (4, 0))
    assert HEXAGON.passed([(0, 0), (1, 0)]) == ()


def test_colourings_of_quarter_squares_are_those_that_their_names_say() -> None:
    lattice = LATTICES["quarter-square"]
    upper, right, lower, left = (1, 0), (2, 1), (1, 2), (0, 1)
    classes = {
        (1, 1): {right: 0, lower: 0, upper: 1, left: 1},
        (1, 2): {upper: 1, right: 1, lower: 2, left: 2},
    }
    for (a, b), colours in classes.items():
        assert all((a * x + b * y) % 3 == colour for (x, y), colour in colours.items())
        words = lattice.colouring_name((a, b), 3)
        names = {right: "right", lower: "lower", upper: "upper", left: "left"}
        first, second = words.split(", ")
        assert {cell for cell, name in names.items() if name in first.split()} == {
            cell for cell, colour in colours.items() if colour == min(colours.values())
        }
        assert str(min(colours.values())) in first and str(max(colours.values())) in second
    assert lattice.colouring_name((1, 1), 2) == ""
