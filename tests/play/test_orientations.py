"""Turning and flipping a piece in the hand, on every lattice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, LINE, SQUARE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import MODES, Board, Piece, Puzzle
from tilewright.play.orientations import CONTROLS, piece_orientations

AROUND = {"square": 4, "stick": 4, "hexagon": 6, "triangle": 6, "prism": 6, "kite": 6, "drafter": 6}  # else 4
"""How often a piece is turned until it lies as before."""


def grown(lattice: Lattice, size: int, dice: random.Random) -> list[Cell]:
    cells = [lattice.classes[0]]
    while len(cells) < size:
        near = {other for cell in cells for other in lattice.neighbours(cell)} - set(cells)
        cells.append(dice.choice(sorted(near)))
    return cells


@st.composite
def held_pieces(draw: st.DrawFn) -> tuple[Piece, Lattice]:
    lattice = draw(st.sampled_from(sorted(LATTICES.values(), key=lambda lattice_found: lattice_found.name)))
    dice = draw(st.randoms(use_true_random=False))
    cells = grown(lattice, draw(st.integers(1, 6)), dice)
    painted = {cell: dice.choice(["", "a", "b"]) if draw(st.booleans()) else "" for cell in cells}
    return Piece.of("p", painted, lattice=lattice, motions=draw(st.sampled_from(MODES))), lattice


@given(held_pieces())
def test_controls_are_permutations_with_inverses(case: tuple[Piece, Lattice]) -> None:
    piece, lattice = case
    all_orientations = piece_orientations(piece, lattice)
    orientations = [tuple(zip(o.cells, o.colours, strict=True)) for o in all_orientations.orientations]
    assert tuple(orientations) == piece.orientations(lattice)
    assert orientations[0] == tuple((cell, piece.colour_of(i)) for i, cell in enumerate(piece.cells))
    everyone = list(range(len(orientations)))
    for control, images in all_orientations.images_of.items():
        assert control in CONTROLS
        assert sorted(images) == everyone
        assert list(images) != everyone
    for control, back in (("turn", "turn back"), ("tip", "tip back"), ("roll", "roll back")):
        assert (control in all_orientations.images_of) == (back in all_orientations.images_of)
        if control in all_orientations.images_of:
            assert [
                all_orientations.images_of[back][i] for i in all_orientations.images_of[control]
            ] == everyone
            at = everyone
            for _ in range(AROUND.get(lattice.name, 4)):
                at = [all_orientations.images_of[control][i] for i in at]
            assert at == everyone
    if "flip" in all_orientations.images_of:
        assert [all_orientations.images_of["flip"][i] for i in all_orientations.images_of["flip"]] == everyone


@given(held_pieces())
def test_controls_reach_every_orientation(case: tuple[Piece, Lattice]) -> None:
    piece, lattice = case
    orientations = piece_orientations(piece, lattice)
    reached, todo = {0}, [0]
    while todo:
        at = todo.pop()
        for images in orientations.images_of.values():
            if images[at] not in reached:
                reached.add(images[at])
                todo.append(images[at])
    assert reached == set(range(len(orientations.orientations)))


L_PIECE = [(0, 0), (0, 1), (0, 2), (1, 2)]


def test_turn_is_clockwise_and_flip_exchanges_left_and_right() -> None:
    orientations = piece_orientations(Piece.of("L", L_PIECE), SQUARE)
    turned = orientations.orientations[orientations.images_of["turn"][0]]
    assert turned.cells == (
        (0, 0),
        (0, 1),
        (1, 0),
        (2, 0),
    )  # its foot comes to the lower left
    flipped = orientations.orientations[orientations.images_of["flip"][0]]
    assert flipped.cells == ((0, 2), (1, 0), (1, 1), (1, 2))


def test_colours_move_with_cells() -> None:
    orientations = piece_orientations(Piece.of("pair", {(0, 0): "a", (1, 0): "b"}), SQUARE)
    turned = orientations.orientations[orientations.images_of["turn"][0]]
    assert (turned.cells, turned.colours) == (((0, 0), (0, 1)), ("a", "b"))
    twice = orientations.orientations[orientations.images_of["turn"][orientations.images_of["turn"][0]]]
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
def test_only_allowed_controls(mode: str, controls: set[str]) -> None:
    orientations = piece_orientations(Piece.of("L", L_PIECE, motions=mode), SQUARE)
    assert orientations.images_of.keys() == controls
    if mode == "reflection":  # no quarter turn: the least turn is half a turn
        assert orientations.images_of["turn"] == orientations.images_of["turn back"]


def test_tip_and_roll_of_solids() -> None:
    chiral = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]
    orientations = piece_orientations(Piece.of("A", chiral, lattice=CUBE, motions="rotation"), CUBE)
    assert orientations.images_of.keys() == {"turn", "turn back", "tip", "tip back", "roll", "roll back"}
    assert len(orientations.orientations) == 12
    upright = piece_orientations(Piece.of("A", chiral, lattice=CUBE, motions="upright"), CUBE)
    assert upright.images_of.keys() == {"turn", "turn back"}
    bar = piece_orientations(Piece.of("bar", [(0, 0, 0), (0, 0, 1)], lattice=CUBE), CUBE)
    assert bar.images_of.keys() == {"turn", "turn back", "tip", "tip back", "roll", "roll back"}
    standing, tipped = 0, bar.images_of["tip"][0]
    assert bar.orientations[standing].cells == ((0, 0, 0), (0, 0, 1))
    assert bar.orientations[tipped].cells == ((0, 0, 0), (0, 1, 0))


@pytest.mark.parametrize("lattice", [LINE, HEXAGON, TRIANGLE, STICK, CUBE])
def test_every_placement_has_an_orientation(lattice: Lattice) -> None:
    dice = random.Random(lattice.name)
    piece = Piece.of("p", grown(lattice, 3, dice), lattice=lattice)
    puzzle = Puzzle(Board.of(grown(lattice, 30, dice)), (piece,), lattice=lattice)
    orientations = piece_orientations(piece, lattice)
    placements = placements_of(puzzle)
    assert placements
    shapes = {orientation.cells for orientation in orientations.orientations}
    assert {lattice.normalise(placement.cells) for placement in placements} <= shapes
