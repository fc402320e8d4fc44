"""What can move: each movement is replayed step by step, and what is blocked cannot make a step."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.assembly_cases import assembly, random_assemblies, random_assemblies_on
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.assembly.bodies import run_into
from tilewright.families.assembly.movements import Movement, movements
from tilewright.families.assembly.slides import slides_of
from tilewright.families.assembly.web import tasks
from tilewright.families.assembly.web.api import MovementsView
from tilewright.model.lattices import CUBE, LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Puzzle, Solution

SOLID = [lattice for lattice in LATTICES.values() if lattice.is_solid]


def placed(case: tuple[Puzzle, Solution]) -> list[tuple[Cell, ...]]:
    return [placement.cells for placement in case[1].placements]


def test_a_lid_is_lifted_and_a_bar_slides_to_a_wall() -> None:
    # A is a tray of five cells with an end, B slides in it to the right until the end.
    pieces = placed(assembly("AAAAA", "B...A"))
    moves, blocked = movements(CUBE, pieces)
    assert Movement((1,), (1, 0, 0), 3, (0,)) in moves
    assert Movement((1,), (0, 0, 1), 0) in moves and Movement((1,), (-1, 0, 0), 0) in moves
    assert {one.meets for one in blocked} <= {(0,), (1,)}


def test_what_is_locked_is_blocked_along_all_directions() -> None:
    shell = "AAA AAA AAA"
    pieces = placed(assembly(shell, "AAA ABA AAA", shell))
    moves, blocked = movements(CUBE, pieces)
    assert not moves
    assert {(one.piece, one.meets) for one in blocked} == {(0, (1,)), (1, (0,))} and len(blocked) == 12


def test_a_piece_takes_along_what_it_meets() -> None:
    pieces = placed(assembly("AB.C"))
    moves, _ = movements(CUBE, pieces)
    assert Movement((0, 1), (1, 0, 0), 1, (2,)) in moves
    assert Movement((1,), (1, 0, 0), 1, (2,)) in moves
    assert Movement((0,), (-1, 0, 0), 0) in moves


def runs_into(lattice: Lattice, moving: list[Cell], still: list[Cell], direction: Cell) -> bool:
    """Whether cells that move on for ever run into others."""
    class_of = slides_of(lattice).class_of

    def by_class(cells: list[Cell]) -> dict[int, list[Cell]]:
        shape: dict[int, list[Cell]] = {}
        for cell in cells:
            shape.setdefault(class_of(cell), []).append(cell)
        return shape

    return run_into(lattice, by_class(moving), by_class(still), direction)


def check(lattice: Lattice, pieces: list[tuple[Cell, ...]]) -> None:
    moves, blocked = movements(lattice, pieces)
    for move in moves:
        group = [cell for piece in move.pieces for cell in pieces[piece]]
        others = [cell for k, cells in enumerate(pieces) if k not in move.pieces for cell in cells]
        assert runs_into(lattice, group, others, move.direction) == bool(move.steps)
        for _ in range(move.steps):
            group = [add(cell, move.direction) for cell in group]
            assert not set(group) & set(others)
        if move.steps:
            stopping = [list(pieces[piece]) for piece in move.stopped_by]
            assert stopping and all(runs_into(lattice, group, one, move.direction) for one in stopping)
        if move.steps and lattice is CUBE:
            assert {add(cell, move.direction) for cell in group} & set(others)
    for one in blocked:
        assert one.meets or len(pieces) == 1
        for other in one.meets:
            assert runs_into(lattice, list(pieces[one.piece]), list(pieces[other]), one.direction)
    assert len({(move.pieces, move.direction) for move in moves}) == len(moves)


@given(random_assemblies())
def test_movements_of_cubes(case: tuple[Puzzle, Solution]) -> None:
    check(CUBE, placed(case))


@given(st.data())
def test_movements_on_every_lattice(data: st.DataObject) -> None:
    lattice = data.draw(st.sampled_from(SOLID))
    check(lattice, placed(data.draw(random_assemblies_on(lattice))))


def test_a_piece_alone_leaves() -> None:
    moves, blocked = movements(CUBE, [((0, 0, 0),)])
    assert not moves and not blocked


def test_nothing_moves_in_the_plane() -> None:
    with pytest.raises(UnsupportedError, match="in space only"):
        movements(SQUARE, [((0, 0),), ((1, 0),)])


def test_movements_of_a_position_as_data() -> None:
    query = {"lattice": "cube", "pieces": [[[0, 0, 0]], [[1, 0, 0]]]}
    answer = tasks.list_movements(query, print, threading.Event())
    MovementsView.model_validate(answer)
    away = [move for move in answer["moves"] if move["pieces"] == [0] and move["direction"]["name"] == "-x"]
    assert away == [
        {"pieces": [0], "direction": {"shift": [-1, 0, 0], "name": "-x"}, "steps": 0, "stopped_by": []}
    ]
    assert {"piece": 0, "direction": {"shift": [1, 0, 0], "name": "+x"}, "meets": [1]} in answer["blocked"]


@pytest.mark.parametrize(
    ("lattice", "pieces", "sentence"),
    [
        ("cube", [[[0, 0, 0]], [[0, 0, 0]]], "two of the pieces overlap"),
        ("cube", [[]], "the shape has no cell"),
        ("cube", [[[0, 0]]], "coordinates"),
        ("cubes", [[[0, 0, 0]]], "there is no lattice 'cubes'"),
        ("square", [[[0, 0]], [[1, 0]]], "in space only"),
    ],
)
def test_what_is_no_position(lattice: str, pieces: list[list[list[int]]], sentence: str) -> None:
    with pytest.raises((PuzzleError, UnsupportedError), match=sentence):
        tasks.list_movements({"lattice": lattice, "pieces": pieces}, print, threading.Event())
