"""BurrTools' grids: the cells that they have, and counts of dominoes by an independent search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest

import tilewright
from support.burrtools_cases import burr
from tilewright.errors import FormatError
from tilewright.formats.burrtools_grids import GRIDS, Grid
from tilewright.formats.burrtools_reader import loads_problem
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Puzzle

BOXES = {"0": (3, 2, 2), "1": (4, 2, 2), "2": (4, 3, 2), "3": (5, 5, 5), "4": (6, 6, 3)}
CELLS = {"0": 12, "1": 16, "2": 12, "3": 24, "4": 20}
grids = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)


def places(grid: Grid) -> list[Cell]:
    """The places of a box that are cells, x the fastest."""
    x, y, z = BOXES[grid.number]
    box = [(a, b, c) for c, b, a in product(range(z), range(y), range(x))]
    return [place for place in box if grid.lattice.is_cell(grid.cell(place))]


def shape(grid: Grid, filled: set[Cell]) -> str:
    """A shape as ``burr`` takes it, with these places filled."""
    x, y, z = BOXES[grid.number]
    states = "".join("_#"[(a, b, c) in filled] for c, b, a in product(range(z), range(y), range(x)))
    return f"{x}x{y}x{z} {states}"


def bodies(grid: Grid) -> Mapping[Cell, list[frozenset[tuple[int, ...]]]]:
    """The faces of the cells of a box, by the corners that ``Lattice.faces`` gives."""
    assert grid.lattice.faces is not None
    return {
        place: [
            frozenset(tuple(round(1000 * x) for x in corner) for corner in face)
            for face in grid.lattice.faces(grid.cell(place))
        ]
        for place in places(grid)
    }


def matchings(grid: Grid) -> int:
    """In how many ways the cells of a box can be paired so that the two of each pair share a face."""
    faces = bodies(grid)
    near = {a: [b for b in faces if a != b and not set(faces[a]).isdisjoint(faces[b])] for a in faces}

    @cache
    def count(left: frozenset[Cell]) -> int:
        if not left:
            return 1
        first = min(left)
        return sum(count(left - {first, other}) for other in near[first] if other in left)

    return count(frozenset(faces))


def dominoes(grid: Grid) -> Puzzle:
    """Every domino of a grid, as often as it is wanted, on a box."""
    cells = places(grid)
    pairs = [
        {a, b}
        for a in cells
        for b in cells
        if a < b and grid.cell(b) in grid.lattice.neighbours(grid.cell(a))
    ]
    names = {grid.lattice.normalise(map(grid.cell, pair)): pair for pair in pairs}
    kinds: dict[object, set[Cell]] = {}
    for normal, pair in names.items():
        kinds.setdefault(min(map(grid.lattice.normalise, grid.lattice.images(normal, "rotation"))), pair)
    shapes = [shape(grid, pair) for pair in kinds.values()]
    text = burr(shape(grid, set(cells)), *shapes, grid=grid.number)
    puzzle = loads_problem(
        text.replace('count="1"', 'min="0" max="99"'), "", 0, "cube" * (grid.number == "0")
    )
    assert len(puzzle.pieces) == len(kinds)
    return puzzle


@grids
def test_boxes_have_their_cells(grid: Grid) -> None:
    assert len(places(grid)) == CELLS[grid.number]
    puzzle = dominoes(grid)
    assert puzzle.lattice is grid.lattice
    assert set(puzzle.board.required) == set(map(grid.cell, places(grid)))


@grids
def test_dominoes_are_matchings_of_the_bodies(grid: Grid) -> None:
    wanted = matchings(grid)
    assert wanted > 0
    assert tilewright.count(dominoes(grid)).solutions == wanted


def test_a_hexagonal_prism_of_dominoes() -> None:
    """The matchings of the prism graph of a hexagon are Lucas(6) + 2 (A068397)."""
    hexagon = "5x2x2 " + 2 * "_###_" + 2 * "_###_"
    flat, upright = "5x2x2 _##__" + 15 * "_", "5x2x2 _#________" + "_#________"
    text = burr(hexagon, flat, upright, grid="1").replace('count="1"', 'min="0" max="9"')
    assert tilewright.count(loads_problem(text, "", 0, "")).solutions == 20


@grids
def test_a_state_where_no_cell_is(grid: Grid) -> None:
    x, y, z = BOXES[grid.number]
    empty = [p for p in product(range(x), range(y), range(z)) if not grid.lattice.is_cell(grid.cell(p))]
    if not empty:
        return
    text = burr(shape(grid, set(places(grid))), shape(grid, {empty[0]}), grid=grid.number)
    with pytest.raises(FormatError, match="no cell is there; expected '_'") as caught:
        loads_problem(text, "", 0, "")
    assert caught.value.line == 2
