"""Shapes: what turns, mirrors, scales, sets of cells and cavities make of them, on every lattice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.lattice_cases import cell_volume
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import (
    CUBE,
    HEXAGON,
    LATTICES,
    LINE,
    PRISM,
    SPHERE,
    SQUARE,
    TRIANGLE,
    Cell,
    Lattice,
)
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.shape import (
    AXES,
    MAX_FACTOR,
    Shape,
    box,
    crop,
    difference,
    fill,
    holes,
    hollow,
    intersection,
    mirror,
    mirror_motion,
    paint,
    scale,
    shift,
    turn,
    turn_motion,
    union,
    vary,
)

SOLID = [lattice for lattice in LATTICES.values() if lattice.is_solid]
SCALED = [
    LATTICES[name]
    for name in ("square", "cube", "triangle", "prism", "tetra-octahedron", "rhombic-tetrahedron")
]


@st.composite
def shapes(draw: st.DrawFn, lattices: list[Lattice] | None = None, most: int = 8) -> Shape:
    """A connected shape with colours, some of its cells variable."""
    lattice = draw(st.sampled_from(lattices or list(LATTICES.values())))
    cells = [draw(st.sampled_from(lattice.classes))]
    for _ in range(draw(st.integers(0, most - 1))):
        near = draw(st.sampled_from(lattice.neighbours(draw(st.sampled_from(cells)))))
        if near not in cells:
            cells.append(near)
    colours = {cell: draw(st.sampled_from(["", "a", "b"])) for cell in sorted(cells)}
    return Shape(lattice, colours, frozenset(draw(st.sets(st.sampled_from(cells)))))


def axes_of(lattice: Lattice, kind: str) -> list[str]:
    """The axes about which a lattice has turns, or across which it has mirrors."""
    motion_of = turn_motion if kind == "turn" else mirror_motion
    named = []
    for axis in AXES:
        try:
            motion_of(lattice, axis)
        except (PuzzleError, UnsupportedError):
            continue
        named.append(axis)
    return named


@pytest.mark.parametrize("lattice", SOLID, ids=lambda lattice: lattice.name)
def test_lattices_in_space_have_turns_and_mirrors_of_all_axes(lattice: Lattice) -> None:
    assert axes_of(lattice, "turn") == axes_of(lattice, "mirror") == list(AXES)


@pytest.mark.parametrize(
    ("lattice", "axis", "order"),
    [(CUBE, "x", 4), (CUBE, "z", 4), (PRISM, "z", 6), (PRISM, "x", 2), (SQUARE, "z", 4), (HEXAGON, "z", 6)],
)
def test_the_smallest_turn(lattice: Lattice, axis: str, order: int) -> None:
    assert turn_motion(lattice, axis)[1] == order


@given(shapes(), st.data())
def test_whole_turns_are_the_identity(shape: Shape, data: st.DataObject) -> None:
    axes = axes_of(shape.lattice, "turn")
    if not axes:
        return
    axis = data.draw(st.sampled_from(axes))
    order = turn_motion(shape.lattice, axis)[1]
    times = data.draw(st.integers(-order, order))
    assert turn(shape, axis, order) == shape
    assert turn(turn(shape, axis, times), axis, -times) == shape
    once = shape
    for _ in range(times % order):
        once = turn(once, axis)
    assert once == turn(shape, axis, times)


@given(shapes(), st.data())
def test_two_mirrors_are_the_identity(shape: Shape, data: st.DataObject) -> None:
    axis = data.draw(st.sampled_from(axes_of(shape.lattice, "mirror")))
    mirrored = mirror(shape, axis)
    assert mirror(mirrored, axis) == shape
    assert len(mirrored.cells) == len(shape.cells) and len(mirrored.variable) == len(shape.variable)
    assert shape.lattice.anchor(mirrored.cells) == shape.lattice.anchor(shape.cells)


def test_turns_about_different_axes_of_a_cube() -> None:
    bar = Shape.of(CUBE, [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)])
    assert turn(bar, "x").fixed == [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 0, 1)]
    assert turn(bar, "z").fixed == [(0, 2, 0), (1, 0, 0), (1, 1, 0), (1, 2, 0)]
    assert {cell[2] for cell in turn(bar, "y").cells} == {0, 1, 2}


@given(shapes(), st.data())
def test_a_shift_and_back(shape: Shape, data: st.DataObject) -> None:
    vector = tuple(data.draw(st.integers(-9, 9)) for _ in range(shape.lattice.dimension))
    if not shape.lattice.is_translation(vector):
        with pytest.raises(PuzzleError, match="is no translation"):
            shift(shape, vector)
        return
    moved = shift(shape, vector)
    assert shift(moved, [-step for step in vector]) == shape
    assert {subtract(cell, vector) for cell in moved.cells} == set(shape.cells)


@given(shapes(SCALED, 4), st.integers(1, 3), st.integers(1, 2))
def test_scales_multiply(shape: Shape, one: int, other: int) -> None:
    assert scale(scale(shape, one), other) == scale(shape, one * other)


@given(shapes(SCALED, 4), st.integers(1, 3))
def test_a_larger_shape_has_the_volume(shape: Shape, factor: int) -> None:
    lattice = shape.lattice

    def volume(cells: list[Cell]) -> float:
        return sum(cell_volume(lattice, cell) for cell in cells) if lattice.is_solid else float(len(cells))

    larger = scale(shape, factor)
    assert volume(list(larger.cells)) == pytest.approx(factor**lattice.dimension * volume(list(shape.cells)))
    assert len(lattice.components(larger.cells)) == len(lattice.components(shape.cells))


@pytest.mark.parametrize(
    "lattice", [HEXAGON, SPHERE, LINE, LATTICES["stick"]], ids=lambda lattice: lattice.name
)
def test_some_lattices_are_not_scaled(lattice: Lattice) -> None:
    shape = Shape.of(lattice, lattice.classes[:1])
    assert scale(shape, 1) == shape
    with pytest.raises(UnsupportedError, match="do not fill a larger one"):
        scale(shape, 2)


@given(shapes(), st.data())
def test_sets_of_cells(one: Shape, data: st.DataObject) -> None:
    other = data.draw(shapes([one.lattice]))
    joined = union(one, other)
    assert joined.cells.keys() == one.cells.keys() | other.cells.keys()
    assert joined.variable == joined.cells.keys() - {*one.fixed, *other.fixed}
    assert union(one, one) == intersection(one, one) == one
    assert all(joined.cells[cell] == colour for cell, colour in one.cells.items())
    common = one.cells.keys() & other.cells.keys()
    if common:
        assert intersection(one, other) == one.with_cells(common)
    if len(common) < len(one.cells):
        rest = difference(one, other)
        assert not rest.cells.keys() & other.cells.keys()
        assert union(rest, other).cells.keys() == joined.cells.keys()
    else:
        with pytest.raises(PuzzleError, match="nothing is left"):
            difference(one, other)


@given(shapes(), st.integers(1, 3))
def test_a_hollow_shape_keeps_its_outside(shape: Shape, walls: int) -> None:
    rest = hollow(shape, walls)
    near = shape.lattice.neighbours
    outside = {cell for cell in shape.cells if any(one not in shape.cells for one in near(cell))}
    assert outside <= rest.cells.keys() <= shape.cells.keys()


@pytest.mark.parametrize("lattice", SOLID, ids=lambda lattice: lattice.name)
def test_a_hollow_ball_is_filled_again(lattice: Lattice) -> None:
    cells = {lattice.classes[0]}
    for _ in range(3):
        cells |= {near for cell in cells for near in lattice.neighbours(cell)}
    ball = fill(Shape.of(lattice, cells))
    shell = hollow(ball)
    assert len(shell.cells) < len(ball.cells) and not holes(ball)
    assert {cell for cavity in holes(shell) for cell in cavity} == ball.cells.keys() - shell.cells.keys()
    assert fill(shell).cells.keys() == ball.cells.keys()


@given(shapes())
def test_filling_adds_only_what_is_enclosed(shape: Shape) -> None:
    full = fill(shape)
    assert full.cells.keys() >= shape.cells.keys() and not holes(full)
    assert {cell: full.cells[cell] for cell in shape.cells} == shape.cells


def test_a_box_is_cropped() -> None:
    cube = box(CUBE, (3, 3, 3))
    assert crop(cube, (0, 0, 0), (2, 2, 0)) == box(CUBE, (3, 3, 1))
    assert hollow(cube).cells.keys() == cube.cells.keys() - {(1, 1, 1)}
    assert len(box(SPHERE, (2, 2, 2)).cells) == 4


def test_colours_and_variable_cells() -> None:
    cube = box(SQUARE, (2, 1))
    assert paint(cube, "red", [(1, 0)]).cells == {(0, 0): "", (1, 0): "red"}
    assert vary(cube, [(1, 0), (5, 5)]).variable == {(1, 0)}
    painted = vary(paint(cube, "red"), [(0, 0)])
    assert mirror(painted).variable == {(1, 0)}
    assert scale(painted, 2).variable == {(x, y) for x in (0, 1) for y in (0, 1)}


def test_the_image_of_a_cell_keeps_its_colour() -> None:
    shape = Shape(TRIANGLE, {(0, 0): "a", (1, 0): "b"})
    turned = turn(shape, "z", 3)
    assert sorted(turned.cells.values()) == ["a", "b"]
    assert add((0, 0), (1, 0)) in shape.cells


CUBE_OF_ONE = box(CUBE, (1, 1, 1))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Shape.of(CUBE, []), "the shape has no cell"),
        (lambda: Shape.of(SPHERE, [(1, 0, 0)]), "no cell of the sphere lattice"),
        (lambda: Shape.of(CUBE, [(1, 0)]), r"has the cell \(1, 0\)"),
        (lambda: turn(CUBE_OF_ONE, "w"), "the axis is 'w'; expected x or y or z on the cube lattice"),
        (lambda: turn(CUBE_OF_ONE, ""), "the axis is ''"),
        (lambda: turn(box(SQUARE, (1, 1)), "x"), "expected z on the square lattice"),
        (lambda: mirror(box(SQUARE, (1, 1)), "z"), "expected x or y on the square lattice"),
        (lambda: turn(CUBE_OF_ONE, "x", 10**9), "expected at most 100"),
        (lambda: shift(CUBE_OF_ONE, (1, 0)), "expected 3 whole numbers on the cube lattice"),
        (lambda: scale(CUBE_OF_ONE, 0), f"from 1 to {MAX_FACTOR}"),
        (lambda: scale(box(CUBE, (40, 40, 40)), 10), "more than 100,000 cells"),
        (lambda: crop(CUBE_OF_ONE, (1, 1, 1), (2, 2, 2)), "no cell from 1,1,1 to 2,2,2"),
        (lambda: hollow(CUBE_OF_ONE, 0), "whole number from 1"),
        (lambda: box(CUBE, (0, 1, 1)), "whole numbers from 1"),
        (lambda: box(CUBE, (1000, 1000, 1000)), "at most 100,000"),
        (lambda: box(SPHERE, (1, 1)), "expected 3 whole numbers"),
        (lambda: union(CUBE_OF_ONE, box(SQUARE, (1, 1))), "one shape is on the cube lattice"),
        (lambda: intersection(CUBE_OF_ONE, shift(CUBE_OF_ONE, (1, 0, 0))), "lies in the second"),
        (lambda: Shape(CUBE, {(0, 0, 0): ""}, frozenset({(1, 1, 1)})), "does not have it"),
    ],
)
def test_what_cannot_be_is_one_sentence(wrong: object, sentence: str) -> None:
    assert callable(wrong)
    with pytest.raises((PuzzleError, UnsupportedError), match=sentence):
        wrong()
