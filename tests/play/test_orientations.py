"""Turning and flipping a piece in the hand, on every lattice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import GameError
from tilewright.exact_cover.translation import placements_of
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, LINE, SQUARE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import MODES, Board, Piece, Placement, Puzzle
from tilewright.play.orientations import CONTROLS, handling, orientation_of

AROUND = {"square": 4, "stick": 4, "hexagon": 6, "triangle": 6, "cube": 4}
"""How often a piece is turned until it lies as before."""


def grown(lattice: Lattice, size: int, dice: random.Random) -> list[Cell]:
    cells = [lattice.classes[0]]
    while len(cells) < size:
        near = {other for cell in cells for other in lattice.neighbours(cell)} - set(cells)
        cells.append(dice.choice(sorted(near)))
    return cells


@st.composite
def held_pieces(draw: st.DrawFn) -> tuple[Piece, Lattice]:
    lattice = draw(st.sampled_from(sorted(LATTICES.values(), key=lambda found: found.name)))
    dice = draw(st.randoms(use_true_random=False))
    cells = grown(lattice, draw(st.integers(1, 6)), dice)
    painted = {cell: dice.choice(["", "a", "b"]) if draw(st.booleans()) else "" for cell in cells}
    return Piece.of("p", painted, lattice=lattice, motions=draw(st.sampled_from(MODES))), lattice


@given(held_pieces())
def test_controls_permute_the_orientations_and_are_undone(case: tuple[Piece, Lattice]) -> None:
    piece, lattice = case
    held = handling(piece, lattice)
    orientations = [tuple(zip(o.cells, o.colours, strict=True)) for o in held.orientations]
    assert tuple(orientations) == piece.orientations(lattice)
    assert orientations[0] == tuple((cell, piece.colour_of(i)) for i, cell in enumerate(piece.cells))
    everyone = list(range(len(orientations)))
    for control, images in held.becomes.items():
        assert control in CONTROLS
        assert sorted(images) == everyone
        assert list(images) != everyone
    for control, back in (("turn", "turn back"), ("tip", "tip back"), ("roll", "roll back")):
        assert (control in held.becomes) == (back in held.becomes)
        if control in held.becomes:
            assert [held.becomes[back][i] for i in held.becomes[control]] == everyone
            at = everyone
            for _ in range(AROUND[lattice.name]):
                at = [held.becomes[control][i] for i in at]
            assert at == everyone
    if "flip" in held.becomes:
        assert [held.becomes["flip"][i] for i in held.becomes["flip"]] == everyone


@given(held_pieces())
def test_controls_reach_every_orientation(case: tuple[Piece, Lattice]) -> None:
    piece, lattice = case
    held = handling(piece, lattice)
    reached, todo = {0}, [0]
    while todo:
        at = todo.pop()
        for images in held.becomes.values():
            if images[at] not in reached:
                reached.add(images[at])
                todo.append(images[at])
    assert reached == set(range(len(held.orientations)))


L_PIECE = [(0, 0), (0, 1), (0, 2), (1, 2)]


def test_a_turn_goes_clockwise_as_drawn_and_a_flip_exchanges_left_and_right() -> None:
    held = handling(Piece.of("L", L_PIECE), SQUARE)
    turned = held.orientations[held.becomes["turn"][0]]
    assert turned.cells == (
        (0, 0),
        (0, 1),
        (1, 0),
        (2, 0),
    )  # its foot comes to the lower left
    flipped = held.orientations[held.becomes["flip"][0]]
    assert flipped.cells == ((0, 2), (1, 0), (1, 1), (1, 2))


def test_colours_are_carried() -> None:
    held = handling(Piece.of("pair", {(0, 0): "a", (1, 0): "b"}), SQUARE)
    turned = held.orientations[held.becomes["turn"][0]]
    assert (turned.cells, turned.colours) == (((0, 0), (0, 1)), ("a", "b"))
    twice = held.orientations[held.becomes["turn"][held.becomes["turn"][0]]]
    assert (twice.cells, twice.colours) == (((0, 0), (1, 0)), ("b", "a"))


@pytest.mark.parametrize(
    ("mode", "controls"),
    [
        ("fixed", set[str]()),
        ("rotation", {"turn", "turn back"}),
        ("reflection", {"turn", "turn back", "flip"}),
        ("all", {"turn", "turn back", "flip"}),
    ],
)
def test_only_what_the_piece_may_do_is_offered(mode: str, controls: set[str]) -> None:
    held = handling(Piece.of("L", L_PIECE, motions=mode), SQUARE)
    assert held.becomes.keys() == controls
    if mode == "reflection":  # no quarter turn: the least turn is half a turn
        assert held.becomes["turn"] == held.becomes["turn back"]


def test_in_space_a_piece_is_tipped_and_rolled_too() -> None:
    chiral = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]
    held = handling(Piece.of("A", chiral, lattice=CUBE, motions="rotation"), CUBE)
    assert held.becomes.keys() == {"turn", "turn back", "tip", "tip back", "roll", "roll back"}
    assert len(held.orientations) == 12
    upright = handling(Piece.of("A", chiral, lattice=CUBE, motions="upright"), CUBE)
    assert upright.becomes.keys() == {"turn", "turn back"}
    bar = handling(Piece.of("bar", [(0, 0, 0), (0, 0, 1)], lattice=CUBE), CUBE)
    assert bar.becomes.keys() == {"turn", "turn back", "tip", "tip back", "roll", "roll back"}
    standing, tipped = 0, bar.becomes["tip"][0]
    assert bar.orientations[standing].cells == ((0, 0, 0), (0, 0, 1))
    assert bar.orientations[tipped].cells == ((0, 0, 0), (0, 1, 0))


@pytest.mark.parametrize("lattice", [LINE, HEXAGON, TRIANGLE, STICK, CUBE])
def test_every_placement_lies_in_one_of_the_orientations(lattice: Lattice) -> None:
    dice = random.Random(lattice.name)
    piece = Piece.of("p", grown(lattice, 3, dice), lattice=lattice)
    puzzle = Puzzle(Board.of(grown(lattice, 30, dice)), (piece,), lattice=lattice)
    held = handling(piece, lattice)
    found = placements_of(puzzle)
    assert found
    for placement in found:
        index = orientation_of(puzzle, placement, held)
        assert lattice.normalise(placement.cells) == held.orientations[index].cells
    with pytest.raises(GameError, match="in any of its orientations"):
        orientation_of(puzzle, Placement("p", found[0].cells[:1]), held)
