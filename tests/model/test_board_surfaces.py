"""Boards on surfaces: counts by definition, symmetries, the checker, and what does not fit."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from tilewright import count, solutions
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.exact_cover.symmetry import MAX_SURFACE_CELLS, symmetries
from tilewright.model.lattices import CUBE, HEXAGON, SQUARE, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.surfaces import Surface, Wrap
from tilewright.model.verification import Checker, faults

CYLINDER, TORUS, MOEBIUS, KLEIN = Wrap
TURNED, ROUND = (MOEBIUS, KLEIN), (TORUS, KLEIN)

SHAPES = {
    "O1": [(0, 0)],
    "I2": [(0, 0), (1, 0)],
    "I3": [(0, 0), (1, 0), (2, 0)],
    "V3": [(0, 0), (1, 0), (0, 1)],
    "L4": [(0, 0), (0, 1), (0, 2), (1, 2)],
    "S4": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "apart": [(0, 0), (2, 1)],
}
MOTIONS = [
    (a, b, c, d)
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if abs(a * d - b * c) == 1 and a * b == c * d == 0
]
Move = Callable[[Cell], Cell]


def board(wrap: Wrap, width: int, height: int, missing: frozenset[Cell] = frozenset()) -> Board:
    cells = [(x, y) for x in range(width) for y in range(height) if (x, y) not in missing]
    return Board(cells, surface=Surface(wrap, width, height))


def puzzle_of(
    wrap: Wrap, width: int, height: int, *names: str, missing: frozenset[Cell] = frozenset()
) -> Puzzle:
    """Any number of these pieces on a surface."""
    pieces = [Piece.of(name, SHAPES[name], copies=(0, width * height), motions="all") for name in names]
    return Puzzle(board(wrap, width, height, missing), pieces)


def walked(surface: Surface, start: Cell, right: int, down: int) -> Cell | None:
    """Where one comes by steps to the right and then down, or left and up where they are negative."""
    (x, y), way = start, 1
    for _ in range(abs(right)):
        x += 1 if right > 0 else -1
        if x in (-1, surface.width):
            x %= surface.width
            if surface.wrap in TURNED:
                y, way = surface.height - 1 - y, -way
    for _ in range(abs(down)):
        y += way if down > 0 else -way
        if y in (-1, surface.height):
            if surface.wrap not in ROUND:
                return None
            y %= surface.height
    return x, y


def places_by_walks(puzzle: Puzzle) -> set[frozenset[Cell]]:
    surface = puzzle.board.surface
    assert surface is not None
    places = set()
    for piece, (a, b, c, d), start in product(puzzle.pieces, MOTIONS, puzzle.board.cells):
        (p, q), *_ = piece.cells
        shape = [(a * (x - p) + b * (y - q), c * (x - p) + d * (y - q)) for x, y in piece.cells]
        covered = {walked(surface, start, *offset) for offset in shape}
        if len(covered) == len(shape) and covered <= puzzle.board.cells:
            places.add(frozenset(cell for cell in covered if cell is not None))
    return places


def tilings_by_definition(
    cells: frozenset[Cell], places: set[frozenset[Cell]]
) -> list[frozenset[frozenset[Cell]]]:
    if not cells:
        return [frozenset()]
    first = min(cells)
    return [
        rest | {place}
        for place in places
        if first in place and place <= cells
        for rest in tilings_by_definition(cells - place, places)
    ]


def moves_of(surface: Surface) -> list[Move]:
    """Symmetries that make all others: steps along each way round, mirrors, a quarter turn."""
    w, h, turned = surface.width, surface.height, surface.wrap in TURNED

    def along(cell: Cell) -> Cell:
        x, y = cell
        return ((x + 1) % w, h - 1 - y if turned and x == w - 1 else y)

    moves: list[Move] = [
        along,
        lambda cell: (w - 1 - cell[0], cell[1]),
        lambda cell: (cell[0], h - 1 - cell[1]),
    ]
    if surface.wrap is TORUS:
        moves.append(lambda cell: (cell[0], (cell[1] + 1) % h))
        if w == h:
            moves.append(lambda cell: (h - 1 - cell[1], cell[0]))
    if surface.wrap is KLEIN and h % 2 == 0:
        moves.append(lambda cell: (cell[0], (cell[1] + h // 2) % h))
    return moves


def orbits(tilings: list[frozenset[frozenset[Cell]]], moves: list[Move]) -> int:
    left, number = set(tilings), 0
    while left:
        number += 1
        todo = [left.pop()]
        while todo:
            tiling = todo.pop()
            for move in moves:
                image = frozenset(frozenset(map(move, place)) for place in tiling)
                if image in left:
                    left.remove(image)
                    todo.append(image)
    return number


@pytest.mark.parametrize("wrap", Wrap)
def test_counts_are_those_by_definition(wrap: Wrap) -> None:
    dice = random.Random(str(wrap))
    some = 0
    for _ in range(16):
        width, height = dice.choice(
            [(1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2)]
        )
        names = dice.sample(sorted(SHAPES), dice.choice((1, 2)))
        every = sorted(product(range(width), range(height)))
        missing = frozenset(dice.sample(every, dice.choice((0, 0, 1, 2))) if len(every) > 2 else ())
        puzzle = puzzle_of(wrap, width, height, *names, missing=missing)
        places = places_by_walks(puzzle)
        tilings = tilings_by_definition(puzzle.board.cells, places)
        # A set of cells may be a place of two pieces only if their sizes agree.
        if len({len(SHAPES[name]) for name in names}) == len(names):
            assert count(puzzle).solutions == len(tilings)
            some += len(tilings) > 1
        for solution in list(solutions(puzzle))[:20]:
            assert not faults(puzzle, solution)
            assert all(frozenset(placement.cells) in places for placement in solution)
    assert some > 3


@pytest.mark.parametrize(
    ("wrap", "width", "height"),
    [
        *((CYLINDER, *size) for size in ((4, 4), (3, 4), (2, 4), (1, 4), (6, 2))),
        *((TORUS, *size) for size in ((4, 4), (3, 4), (4, 3), (5, 2))),
        *((MOEBIUS, *size) for size in ((4, 4), (3, 4), (4, 3), (2, 4), (6, 2))),
        *((KLEIN, *size) for size in ((4, 4), (3, 4), (4, 3), (5, 2))),
    ],
    ids=str,
)
def test_counts_up_to_symmetry_are_those_by_definition(wrap: Wrap, width: int, height: int) -> None:
    puzzle = puzzle_of(wrap, width, height, "I2")
    tilings = tilings_by_definition(puzzle.board.cells, places_by_walks(puzzle))
    surface = puzzle.board.surface
    assert surface is not None
    answer = count(puzzle, unique=True)
    assert (answer.solutions, answer.up_to_symmetry) == (len(tilings), orbits(tilings, moves_of(surface)))


def test_symmetries_keep_missing_cells_colours_and_the_motions_of_pieces() -> None:
    whole = puzzle_of(TORUS, 4, 4, "I2")
    assert len(symmetries(whole).members) == 128
    assert "128 symmetries of the board on a torus" in symmetries(whole).words
    holed = puzzle_of(TORUS, 4, 4, "I2", missing=frozenset({(0, 0), (1, 0)}))
    assert len(symmetries(holed).members) == 4
    fixed = replace(whole, pieces=(replace(whole.pieces[0], motions="fixed"),))
    assert len(symmetries(fixed).members) == 64  # translations, half turns and both mirrors
    one = Placement("I2", ((0, 0), (3, 0)))
    forced = replace(whole, board=replace(whole.board, forced=(one,)))
    assert len(symmetries(forced).members) == 4


@pytest.mark.parametrize("engine", ["dense", "frontier", "reference"])
@pytest.mark.parametrize("wrap", TURNED, ids=str)
def test_reflections_of_one_sided_surfaces_are_turns_too(wrap: Wrap, engine: str) -> None:
    puzzle = puzzle_of(wrap, 4, 4, "I2")
    answers = {
        (answer.solutions, answer.up_to_symmetry)
        for mirrors in (None, True, False)
        for answer in (count(replace(puzzle, mirrors=mirrors), unique=True, engine=engine),)
    }
    assert answers == {{MOEBIUS: (71, 14), KLEIN: (196, 29)}[wrap]}


def test_symmetries_of_endless_surfaces_are_refused_at_once() -> None:
    long = Puzzle(Board.of([(0, 0), (1, 0)], surface=Surface(TORUS, 10**9, 10**9)), (Piece.of("I2", "##"),))
    with pytest.raises(UnsupportedError, match="has too many symmetries to list"):
        symmetries(long)


def test_large_surfaces_are_counted_but_not_up_to_symmetry() -> None:
    width = MAX_SURFACE_CELLS // 2 + 1
    puzzle = puzzle_of(CYLINDER, width, 2, "I2")
    assert count(puzzle).status.value == "complete"
    with pytest.raises(UnsupportedError, match="has too many symmetries to list; at most 500 cells"):
        count(puzzle, unique=True)


def test_the_checker_goes_round_the_surface() -> None:
    puzzle = puzzle_of(MOEBIUS, 3, 2, "I2")
    right = Solution.of(
        [
            Placement("I2", ((0, 1), (2, 0))),
            Placement("I2", ((0, 0), (2, 1))),
            Placement("I2", ((1, 0), (1, 1))),
        ]
    )
    wrong = Solution.of(
        [
            Placement("I2", ((0, 0), (2, 0))),
            Placement("I2", ((0, 1), (2, 1))),
            Placement("I2", ((1, 0), (1, 1))),
        ]
    )
    assert not faults(puzzle, right)
    assert Checker(puzzle).accepts(right)
    assert len(faults(puzzle, wrong)) == 2
    assert not Checker(puzzle).accepts(wrong)


def test_colours_are_those_of_the_cells_on_the_surface() -> None:
    cells = {(x, 0): "red" if x in (0, 3) else "blue" for x in range(4)}
    piece = Piece.of("red", {(0, 0): "red", (1, 0): "red"}, copies=(0, 9), motions="all")
    other = Piece.of("blue", {(0, 0): "blue", (1, 0): "blue"}, copies=(0, 9), motions="all")
    puzzle = Puzzle(Board.of(cells, surface=Surface(CYLINDER, 4, 1)), [piece, other])
    (solution,) = solutions(puzzle)
    assert {placement.piece: placement.cells for placement in solution}["red"] == ((0, 0), (3, 0))
    assert puzzle.colours_on(solution.placements[0]) == {(0, 0): "red", (3, 0): "red"}


@pytest.mark.parametrize(
    ("lattice", "wrap", "width", "height", "message"),
    [
        (CUBE, TORUS, 2, 2, "on the cube lattice; only flat boards are wrapped"),
        (
            HEXAGON,
            MOEBIUS,
            4,
            3,
            "a Moebius strip is turned over, which a board of the hexagon lattice cannot be",
        ),
        (
            TRIANGLE,
            CYLINDER,
            3,
            2,
            "3 columns of the triangle lattice cannot be joined: the pattern does not fit",
        ),
        (SQUARE, TORUS, 2, 3, r"the cell \(2, 0\) is outside the torus of 2 columns and 3 rows"),
    ],
)
def test_what_does_not_fit(lattice: Lattice, wrap: Wrap, width: int, height: int, message: str) -> None:
    cell = (2, 0, 0)[: lattice.dimension]
    with pytest.raises(PuzzleError, match=message):
        Puzzle(Board([cell], surface=Surface(wrap, width, height)), [], lattice=lattice)


def test_pieces_that_would_come_back_turned_over() -> None:
    piece = Piece.of("L", SHAPES["L4"], motions="rotation")
    with pytest.raises(PuzzleError, match="'L' comes back turned over on a Klein bottle, but its motions"):
        Puzzle(board(KLEIN, 5, 4), [piece])
    assert Puzzle(board(TORUS, 5, 4), [piece])


def test_hexagons_and_triangles_on_tori() -> None:
    hexagons = Puzzle(
        Board([(x, y) for x in range(3) for y in range(3)], surface=Surface(TORUS, 3, 3)),
        [Piece.of("tri", [(0, 0), (1, 0), (0, 1)], lattice=HEXAGON, copies=3, motions="all")],
        lattice=HEXAGON,
    )
    for solution in solutions(hexagons):
        assert not faults(hexagons, solution)
    assert count(hexagons).solutions == len(list(solutions(hexagons))) > 1
