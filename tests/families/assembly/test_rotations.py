"""Turns of cubes: what they sweep, how assemblies come apart by them, and the checker that replays them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings

from support.assembly_cases import assembly, random_assemblies
from support.brute_rotations import least_moves_with_turns
from tilewright import _core, catalogue, solutions
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation, Turn, Verdict
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.rotations import TurningDisassembler
from tilewright.families.assembly.turn_replay import Square, check_turn, meet_in_turn
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.solving.steps import Status

LOCK = (
    "AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA",
    "AAAAAAA AAA.AAA AA.B.AA A..B..A AA.B.AA AAA.AAA AAAAAAA",
    "AAAAAAA AAAAAAA AAAAAAA AA...AA AAAAAAA AAAAAAA AAAAAAA",
)
"""A bar in a room under a slot: it turns by a quarter and leaves through the slot."""


def take_apart(puzzle: Puzzle, solution: Solution, *, explain: bool = False) -> Disassembly:
    """The disassembly by translations and turns, checked where there is one."""
    disassembly = TurningDisassembler(puzzle).take_apart(solution, explain=explain)
    if disassembly.comes_apart:
        check_disassembly(disassembly, puzzle)
    return disassembly


def meets(cell: Square, other: Square, quarters: int) -> bool:
    """Whether a cell that turns meets another one, by the checker."""
    x, y = cell
    for _ in range(quarters):
        if meet_in_turn((x, y), other):
            return True
        x, y = -y, x
    return False


def near(cell: Square, reach: int) -> list[Square]:
    """Cells in a square around the axis, on the same grid."""
    x, y = cell
    columns, rows = ([k for k in range(-reach, reach + 1) if (k - at) % 2 == 0] for at in (x, y))
    return [one for one in product(columns, rows) if one != cell]


@pytest.mark.parametrize("x", range(8))
def test_what_a_cell_sweeps_is_what_the_checker_says(x: int) -> None:
    for y in range(-7, 8):
        quarters = 2 if (x + y) % 2 else 1
        swept = {tuple(one) for one in _core.swept_cells((x, y), quarters)}
        assert swept == {other for other in near((x, y), 14) if meets((x, y), other, quarters)}


@pytest.mark.parametrize("cell", [(0, 0), (1, 1), (2, 0), (3, 1), (4, 2), (5, -3), (2, 1), (1, -4)])
def test_what_a_cell_sweeps_is_what_its_places_cover(cell: Square) -> None:
    """Points of it at many angles are in no other cells."""
    x, y = cell
    quarters = 2 if (x + y) % 2 else 1
    covered = set[Square]()
    grid = [k / 40 - 1 for k in range(81)]
    for step in range(180 * quarters + 1):
        angle = math.radians(step / 2)
        c, s = math.cos(angle), math.sin(angle)
        for a, b in product(grid, grid):
            if max(abs(a), abs(b)) < 1 and (abs(a) > 0.9 or abs(b) > 0.9 or (a, b) == (0, 0)):
                u, v = c * (x + a) - s * (y + b), s * (x + a) + c * (y + b)
                middles = [x + 2 * round((u - x) / 2), y + 2 * round((v - y) / 2)]
                inside = [1 - abs(p - m) for p, m in zip((u, v), middles, strict=True)]
                if min(inside) > 1e-9:
                    covered.add((middles[0], middles[1]))
    swept = {tuple(one) for one in _core.swept_cells(cell, quarters)}
    assert covered - {cell} == swept


def test_a_bar_turns_below_a_slot_and_leaves() -> None:
    puzzle, solution = assembly(*LOCK)
    locked = Disassembler(puzzle).take_apart(solution)
    assert not locked.comes_apart and locked.verdict is Verdict.NO_TRANSLATIONS
    disassembly = take_apart(puzzle, solution)
    assert disassembly.levels == (2,) and disassembly.separation is not None
    turn, leaving = disassembly.separation.moves
    assert isinstance(turn, Turn)
    assert turn == Turn((1,), 2, (6, 6, 0), turn.quarters) and abs(turn.quarters) == 1
    assert leaving == Move((1,), (0, 0, 1), 0)


def test_a_bar_that_has_no_room_to_turn_does_not_come_apart() -> None:
    """The corners of the bar reach beyond its ends as it turns."""
    tight = (LOCK[0], LOCK[1].replace("A..B..A", "AA.B.AA"), LOCK[2])
    puzzle, solution = assembly(*tight)
    disassembly = take_apart(puzzle, solution, explain=True)
    assert not disassembly.comes_apart and disassembly.status is Status.COMPLETE
    assert disassembly.verdict is Verdict.NO_TURNS and disassembly.is_proven


def test_positions_of_turned_pieces_are_counted() -> None:
    closed = (LOCK[0], LOCK[1], LOCK[0])
    disassembly = take_apart(*assembly(*closed), explain=True)
    assert disassembly.blocking is not None and disassembly.blocking.whole
    assert disassembly.blocking.turned + len(disassembly.blocking.positions) == disassembly.states
    assert disassembly.blocking.turned > 0


@settings(max_examples=120)
@given(random_assemblies(3))
def test_the_first_number_is_the_least(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    disassembly = take_apart(puzzle, solution)
    least = least_moves_with_turns([frozenset(cells) for _, cells in disassembly.pieces])
    if disassembly.comes_apart:
        assert disassembly.levels[0] == least
    elif len(disassembly.pieces) == 2:
        assert least is None


@given(random_assemblies())
def test_turns_never_need_more_moves(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    without = Disassembler(puzzle).take_apart(solution)
    disassembly = take_apart(puzzle, solution)
    if without.comes_apart:
        assert disassembly.comes_apart and disassembly.levels[0] <= without.levels[0]


def test_the_checker_refuses_turns_that_meet_something() -> None:
    puzzle, solution = assembly(*LOCK)
    disassembly = take_apart(puzzle, solution)
    assert disassembly.separation is not None
    turn, leaving = disassembly.separation.moves
    assert isinstance(turn, Turn)

    def with_moves(*moves: Move | Turn) -> Disassembly:
        return replace(disassembly, separation=Separation((0, 1), moves))

    for moves, fault in (
        ((leaving,), "piece 1 meets"),
        ((replace(turn, centre=(6, 4, 0)), leaving), "turns meets"),
        ((replace(turn, centre=(6, 5, 0)), leaving), "do not lie on the grid"),
        ((replace(turn, quarters=0), leaving), "no turn about an axis"),
        ((replace(turn, centre=(6, 6, 1)), leaving), "no turn about an axis"),
        ((turn,), "last move is a turn"),
        ((replace(turn, quarters=2), leaving), "piece 1 meets"),
    ):
        with pytest.raises(PuzzleError, match=fault):
            check_disassembly(with_moves(*moves), puzzle)
    check_disassembly(with_moves(replace(turn, quarters=3), leaving), puzzle)


def test_a_turn_that_only_touches_is_free() -> None:
    """A cell beside an axis along its edge touches the cell on the other side of the axis."""
    turn = Turn((0,), 2, (1, 1, 0), 1)
    check_turn(turn, [(1, 1, 0)], [(1, 0, 0), (0, 0, 0)], 1)
    for other in ((0, 1, 0), (0, 2, 0)):
        with pytest.raises(PuzzleError, match="turns meets"):
            check_turn(turn, [(1, 1, 0)], [other], 1)


@pytest.mark.parametrize("name", [name for name in LATTICES if name != "cube"])
def test_pieces_turn_on_cubes_only(name: str) -> None:
    lattice = LATTICES[name]
    cell = lattice.classes[0]
    pieces = tuple(
        Piece.of(name, [own], lattice=lattice)
        for name, own in zip("AB", (cell, next(iter(lattice.neighbours(cell)))), strict=True)
    )
    puzzle = Puzzle(Board.of([cell, next(iter(lattice.neighbours(cell)))]), pieces, lattice=lattice)
    with pytest.raises(UnsupportedError, match="on the lattice cube only"):
        TurningDisassembler(puzzle)


@pytest.mark.parametrize(
    ("name", "levels"), [("turning-bar", (2,)), ("turning-maze", (12,)), ("turning-crosses", (3, 1))]
)
def test_designs_of_the_catalogue_need_turns(name: str, levels: tuple[int, ...]) -> None:
    puzzle = require_board(catalogue.load(name))
    (solution,) = solutions(puzzle, unique=True)
    without = Disassembler(puzzle).take_apart(solution)
    assert not without.comes_apart and without.verdict is Verdict.NO_TRANSLATIONS
    disassembly = take_apart(puzzle, solution)
    assert disassembly.levels == levels
