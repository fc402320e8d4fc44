"""Polyforms: counts against OEIS, canonical forms against their meaning, other lattices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE, Cell, Lattice, Motion
from tilewright.pieces import canonical, is_canonical, polyforms

A000105 = (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655)
A000988 = (1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189)
A001168 = (1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446)


@pytest.mark.parametrize(("mode", "counts"), [("all", A000105), ("rotation", A000988), ("fixed", A001168)])
def test_counts_to_nine_cells(mode: str, counts: tuple[int, ...]) -> None:
    assert tuple(len(polyforms(size, mode)) for size in range(1, 10)) == counts[:9]


@pytest.mark.parametrize(("mode", "counts"), [("all", A000105), ("rotation", A000988), ("fixed", A001168)])
def test_counts_of_ten_cells(mode: str, counts: tuple[int, ...]) -> None:
    assert len(polyforms(10, mode)) == counts[9]


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
def test_canonical_is_the_same_for_every_image(held: set[Cell], mode: str, data: st.DataObject) -> None:
    motion = data.draw(st.sampled_from(SQUARE.motions[mode]))
    dx, dy = data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    image = [(x + dx, y + dy) for x, y in map(motion, held)]
    assert canonical(image, mode) == canonical(held, mode)
    assert is_canonical(canonical(held, mode), mode)
    assert is_canonical(tuple(held), mode) == (canonical(held, mode) == tuple(held))


def test_hexagons() -> None:
    """Polyhexes: A000228 free, A006535 one-sided, A001207 fixed."""
    turn = ((0, -1), (1, 1))
    turns = [((1, 0), (0, 1))]
    for _ in range(5):
        last = turns[-1]
        turns.append(
            tuple(tuple(sum(turn[i][k] * last[k][j] for k in range(2)) for j in range(2)) for i in range(2))  # type: ignore[arg-type]
        )
    flips = [((row[0][1], row[0][0]), (row[1][1], row[1][0])) for row in turns]
    proper = tuple(Motion("turn", matrix, (0, 0), True) for matrix in turns)
    improper = tuple(Motion("flip", matrix, (0, 0), False) for matrix in flips)

    def neighbours(cell: Cell) -> tuple[Cell, ...]:
        q, r = cell
        return tuple((q + a, r + b) for a, b in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)))

    hexagon = replace(
        SQUARE,
        name="hexagon for this test",
        neighbours=neighbours,
        motions={"fixed": proper[:1], "rotation": proper, "all": proper + improper},
    )
    assert [len(polyforms(n, "all", hexagon)) for n in range(1, 6)] == [1, 1, 3, 7, 22]
    assert [len(polyforms(n, "rotation", hexagon)) for n in range(1, 6)] == [1, 1, 3, 10, 33]
    assert [len(polyforms(n, "fixed", hexagon)) for n in range(1, 6)] == [1, 3, 11, 44, 186]


def test_a_lattice_with_two_kinds_of_cells() -> None:
    """Squares coloured as a chessboard: every fixed shape comes in two colourings."""

    def anchor(held: object) -> Cell:
        x, y = min(held)  # type: ignore[call-overload]
        return (x - (x + y) % 2, y)

    chessboard: Lattice = replace(
        SQUARE,
        name="chessboard for this test",
        anchor=anchor,
        is_translation=lambda vector: sum(vector) % 2 == 0,
    )
    assert [len(polyforms(n, "fixed", chessboard)) for n in range(1, 6)] == [2 * n for n in A001168[:5]]


@pytest.mark.parametrize("size", [-1, 0, 15])
def test_sizes_that_are_refused(size: int) -> None:
    with pytest.raises(PuzzleError, match="expected 1 to 14 cells"):
        polyforms(size)
