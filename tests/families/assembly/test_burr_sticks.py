"""The pieces of six-piece burrs: Cutler's numbers of them, and of the burrs that they make."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from support.cli import run
from tilewright.errors import PuzzleError
from tilewright.families.assembly.burr_sticks import burr, is_notchable, missing_cubes, stick_numbers
from tilewright.families.assembly.survey import take_all_apart
from tilewright.model.lattices import CUBE
from tilewright.solving.api import solutions


def test_the_numbers_of_pieces_are_cutlers() -> None:
    numbers = stick_numbers()
    assert len(numbers) == 837 and numbers[0] == 1 and numbers[-1] <= 4096
    assert sum(is_notchable(missing_cubes(number)) for number in numbers) == 59


def test_pieces_differ_under_all_rotations_of_space() -> None:
    pieces = burr(6, "notchable").pieces
    assert len({piece.shape_key(CUBE) for piece in pieces}) == len(pieces) == 59


def test_the_lightest_piece_has_two_cubes_between_its_ends() -> None:
    assert len(missing_cubes(1024)) == 10
    (piece,) = [piece for piece in burr().pieces if piece.name == "1024"]
    assert piece.size == 24 - 10
    assert not missing_cubes(1)


def test_notches_go_through_the_stick() -> None:
    assert is_notchable(missing_cubes(52)) and is_notchable(missing_cubes(512))
    assert not is_notchable(missing_cubes(2)) and not is_notchable(missing_cubes(1 + 1 + 32))


def test_solid_burrs_of_notchable_pieces_are_cutlers() -> None:
    """25 pieces make 314 solid burrs that can be put together, mirror images counted apart."""
    puzzle = replace(burr(6, "notchable", solid=True), mirrors=None)
    assert len({p.piece for solution in solutions(puzzle) for p in solution.placements}) == 25
    assert len(take_all_apart(puzzle).levels) == 314


@pytest.mark.parametrize("length", [6, 8])
def test_six_sticks_cross_in_the_board(length: int) -> None:
    board = burr(length, "notchable").board
    assert len(board.required) == 6 * 4 * length - 6 * 12 and len(board.optional) == 32
    ends = {
        cell
        for axis, end in product(range(3), (-length // 2, length // 2 - 1))
        for cell in board.required
        if cell[axis] == end
    }
    assert len(ends) == 6 * 8
    assert burr(length, solid=True).board.optional == ()


@pytest.mark.parametrize("length", [4, 7, 42])
def test_lengths_that_no_burr_has(length: int) -> None:
    with pytest.raises(PuzzleError, match="expected an even length, 6 to 40"):
        burr(length)


def test_pieces_by_their_numbers() -> None:
    assert [piece.name for piece in burr(6, "103, 52 103").pieces] == ["103", "52"]
    for words, message in (
        ("52 x", "'x' is no piece"),
        ("0", "numbers from 1 to 4,096"),
        ("4097", "'4097' is no piece"),
        ("4096", "not in one part"),
        (" ", "no pieces"),
    ):
        with pytest.raises(PuzzleError, match=message):
            burr(6, words)


def test_the_generator_writes_a_puzzle_file() -> None:
    made = run("make", "burr", "--pieces", "notchable", "--length", 8)
    assert made.exit_code == 0 and 'mirror_images = "same"' in made.stdout
    assert made.stdout.count("[[piece") == 59
    assert run("make", "burr", "--length", 9).exit_code == 2
