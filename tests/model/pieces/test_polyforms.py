"""Polyforms: counts against OEIS, canonical forms against their meaning, other lattices."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.model.lattices import (
    CUBE,
    DRAFTER,
    HEXAGON,
    KITE,
    LATTICES,
    LINE,
    PRISM,
    QUARTER_SQUARE,
    RHOMBIC_TETRAHEDRON,
    SPHERE,
    SQUARE,
    STICK,
    TETRA_OCTAHEDRON,
    TRIANGLE,
    Cell,
    Lattice,
)
from tilewright.model.pieces import canonical, is_canonical, polyforms

A000105 = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655)
A000988 = (1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189)
A001168 = (1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446)


@pytest.mark.parametrize(("mode", "counts"), [("all", A000105), ("rotation", A000988), ("fixed", A001168)])
def test_counts_to_eight_cells(mode: str, counts: tuple[int, ...]) -> None:
    assert tuple(len(polyforms(size, mode)) for size in range(1, 9)) == counts[:8]


SOLIDS = [lattice for lattice in LATTICES.values() if lattice.is_solid]


def test_counts_of_ten_cells() -> None:
    assert len(polyforms(10)) == A000105[9]


@pytest.mark.parametrize("mode", ["all", "rotation", "reflection", "fixed"])
def test_shapes_are_canonical_connected_and_apart(mode: str) -> None:
    for size in range(1, 8):
        shapes = polyforms(size, mode)
        assert len(set(shapes)) == len(shapes)
        assert list(shapes) == sorted(shapes)
        for shape in shapes:
            assert len(shape) == size
            assert len(SQUARE.components(shape)) == 1
            assert is_canonical(shape, mode)
            assert canonical(shape, mode) == shape


def test_orbits_of_free_shapes_make_up_the_fixed_ones() -> None:
    orbits = [
        {SQUARE.normalise(map(motion, shape)) for motion in SQUARE.motions["all"]} for shape in polyforms(6)
    ]
    assert sum(map(len, orbits)) == A001168[5]
    assert set().union(*orbits) == set(polyforms(6, "fixed"))


cells = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=7)


@given(cells, st.sampled_from(sorted(SQUARE.motions)), st.data())
def test_canonical_is_the_same_for_every_image(positions: set[Cell], mode: str, data: st.DataObject) -> None:
    motion = data.draw(st.sampled_from(SQUARE.motions[mode]))
    dx, dy = data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    image = [(x + dx, y + dy) for x, y in map(motion, positions)]
    assert canonical(image, mode) == canonical(positions, mode)
    assert is_canonical(canonical(positions, mode), mode)
    assert is_canonical(tuple(positions), mode) == (canonical(positions, mode) == tuple(positions))


@pytest.mark.parametrize(
    ("lattice", "mode", "counts"),
    [
        (LINE, "all", [1] * 20),
        (CUBE, "all", [1, 1, 2, 7, 23, 112]),  # A038119
        (CUBE, "rotation", [1, 1, 2, 8, 29, 166, 1023]),  # A000162
        (CUBE, "fixed", [1, 3, 15, 86, 534, 3481]),  # A001931
        (HEXAGON, "all", [1, 1, 3, 7, 22, 82, 333]),  # A000228
        (HEXAGON, "rotation", [1, 1, 3, 10, 33, 147, 620]),  # A006535
        (HEXAGON, "fixed", [1, 3, 11, 44, 186, 814]),  # A001207
        (TRIANGLE, "all", [1, 1, 1, 3, 4, 12, 24, 66, 160]),  # A000577
        (TRIANGLE, "rotation", [1, 1, 1, 4, 6, 19, 43, 120, 307]),  # A006534
        (TRIANGLE, "fixed", [2, 3, 6, 14, 36, 94, 250, 675]),  # A001420
        (STICK, "all", [1, 2, 5, 16, 55, 222, 950]),  # A019988
        (STICK, "rotation", [1, 2, 7, 25, 99, 416, 1854]),  # A151537
        (STICK, "fixed", [2, 6, 22, 88, 372, 1628]),  # A096267
        (QUARTER_SQUARE, "all", [1, 2, 2, 6, 8, 22, 42, 112]),  # A197465
        (KITE, "all", [1, 2, 4, 10, 27, 85]),  # A057786
        (DRAFTER, "all", [1, 3, 3, 9, 14, 38, 74]),  # A197462
        # No sources are known of the following; test_solids compares them with orbits of the fixed shapes.
        (PRISM, "rotation", [1, 2, 3, 13, 43]),
        (SPHERE, "rotation", [1, 1, 4, 25, 210]),
        (RHOMBIC_TETRAHEDRON, "rotation", [1, 3, 6, 24, 70]),
        (TETRA_OCTAHEDRON, "rotation", [2, 2, 3, 12, 34]),
    ],
    ids=lambda value: getattr(value, "name", value) if not isinstance(value, list) else "",
)
def test_known_counts(lattice: Lattice, mode: str, counts: list[int]) -> None:
    assert [len(polyforms(n, mode, lattice)) for n in range(1, len(counts) + 1)] == counts


def test_a_lattice_with_two_kinds_of_cells() -> None:
    """Squares coloured as a chessboard: every fixed shape comes in two colourings."""

    def anchor(positions: Iterable[Cell]) -> Cell:
        x, y = map(min, zip(*positions, strict=True))
        return (x - (x + y) % 2, y)

    chessboard: Lattice = replace(
        SQUARE,
        name="chessboard for this test",
        anchor=anchor,
        is_translation=lambda vector: sum(vector) % 2 == 0,
        classes=((0, 0), (1, 0)),
    )
    assert [len(polyforms(n, "fixed", chessboard)) for n in range(1, 6)] == [2 * n for n in A001168[:5]]


def with_whole_octahedra(size: int) -> int:
    """The free polyforms of so many tetrahedra and whole octahedra, each octahedron being eight cells."""
    lattice = TETRA_OCTAHEDRON

    def whole(cell: Cell) -> frozenset[Cell]:
        """A tetrahedron, or the octahedron of an eighth: the eighths that hang together through eighths."""
        if all(c % 3 == 1 for c in cell):
            return frozenset([cell])
        positions, todo = {cell}, [cell]
        while todo:
            for near in lattice.neighbours(todo.pop()):
                if near not in positions and any(c % 3 != 1 for c in near):
                    positions.add(near)
                    todo.append(near)
        assert len(positions) == 8
        return frozenset(positions)

    cell_sets = {canonical(whole(cell), "all", lattice) for cell in lattice.classes}
    for _ in range(size - 1):
        cell_sets = {
            canonical({*shape, *whole(near)}, "all", lattice)
            for shape in cell_sets
            for cell in shape
            for near in lattice.neighbours(cell)
            if near not in shape
        }
    return len(cell_sets)


def test_polyforms_of_tetrahedra_and_octahedra() -> None:
    assert [with_whole_octahedra(size) for size in (1, 2, 3, 4, 5)] == [2, 1, 4, 9, 44]  # A343909


@pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)
def test_fixed_shapes_in_space_by_plain_growth(lattice: Lattice) -> None:
    """Every connected set of cells with its least cell at a class, grown without any table."""
    start = {lattice.normalise([cell]) for cell in lattice.classes}
    tables = start
    for size in (2, 3, 4):
        tables = {
            lattice.normalise([*shape, near])
            for shape in tables
            for cell in shape
            for near in lattice.neighbours(cell)
            if near not in shape
        }
        assert tables == set(polyforms(size, "fixed", lattice))


@pytest.mark.parametrize("lattice", [LINE, CUBE, HEXAGON, TRIANGLE, STICK], ids=lambda lattice: lattice.name)
@pytest.mark.parametrize("mode", ["all", "upright", "rotation", "reflection", "fixed"])
def test_shapes_of_every_lattice_are_canonical_and_apart(lattice: Lattice, mode: str) -> None:
    for size in range(1, 5):
        shapes = polyforms(size, mode, lattice)
        assert list(shapes) == sorted(set(shapes))
        for shape in shapes:
            assert len(shape) == len(set(shape)) == size
            assert len(lattice.components(shape)) == 1
            assert is_canonical(shape, mode, lattice)
        images = {lattice.normalise(map(m, shape)) for shape in shapes for m in lattice.motions[mode]}
        assert images == set(polyforms(size, "fixed", lattice))


@pytest.mark.parametrize(
    ("size", "lattice"), [(-1, SQUARE), (0, CUBE), (14, SQUARE), (10, CUBE), (10**9, LINE)]
)
def test_sizes_that_are_refused(size: int, lattice: Lattice) -> None:
    wanted = f"expected 1 to {lattice.max_generated_size} cells on the {lattice.name} lattice"
    with pytest.raises(PuzzleError, match=wanted):
        polyforms(size, "all", lattice)


def test_a_long_bar() -> None:
    assert polyforms(100, "all", LINE) == (tuple((x,) for x in range(100)),)


def test_a_mode_that_is_none_is_refused() -> None:
    with pytest.raises(PuzzleError, match="there is no mode 'upside'; expected one of fixed, "):
        polyforms(3, "upside")
