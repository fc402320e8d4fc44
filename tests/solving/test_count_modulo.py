"""Counts modulo a number, against the counts themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from support.puzzle_cases import pentominoes, piece, puzzles, rectangle
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count_modulo, unsupported_by
from tilewright.solving.steps import Limits, Status


def dominoes(width: int, height: int) -> Puzzle:
    return Puzzle(rectangle(width, height), (piece("I2", "##", copies=(0, width * height)),))


@given(puzzles(), st.integers(1, 9) | st.integers(1, 2**63 - 1), st.integers(1, 3))
def test_agrees_with_solutions_listed(puzzle: Puzzle, modulus: int, threads: int) -> None:
    number = sum(1 for _ in tilewright.solutions(puzzle, engine="reference"))
    for engine in (None, "frontier", "profile-sweep"):
        if engine and unsupported_by(engine, puzzle):
            continue
        residue = count_modulo(puzzle, modulus, engine=engine, threads=threads)
        assert (residue.status, residue.modulus) == (Status.COMPLETE, modulus)
        assert (residue.residue, residue.has_solution) == (number % modulus, number > 0)
        assert residue.engine == engine if engine else residue.engine in ("frontier", "profile-sweep")


@pytest.mark.parametrize("modulus", [1, 2, 1000, 10**9 + 7, 2**63 - 1])
def test_a_number_of_31_digits(modulus: int) -> None:
    """16 by 16 dominoes: 2444888770250892795802079170816, OEIS A004003."""
    residue = count_modulo(dominoes(16, 16), modulus)
    assert residue.residue == 2444888770250892795802079170816 % modulus


def test_a_residue_of_zero_is_not_none() -> None:
    """6 by 6 dominoes: 6728 = 8 * 29^2. And 5 by 5 has no tiling at all."""
    for size, has_solution in ((6, True), (5, False)):
        residue = count_modulo(dominoes(size, size), 29)
        assert (residue.residue, residue.has_solution) == (0, has_solution)


def test_an_engine_that_counts_one_by_one_is_refused() -> None:
    with pytest.raises(
        UnsupportedError, match="'dense' does not count modulo a number; frontier and profile"
    ):
        count_modulo(dominoes(4, 4), 7, engine="dense")
    puzzle = pentominoes(rectangle(20, 3))
    with pytest.raises(UnsupportedError, match="'profile-sweep' does not accept an order"):
        count_modulo(puzzle, 7, engine="profile-sweep", order=["(0, 0)"])
    assert count_modulo(puzzle, 7, order=["(0, 0)"]).engine == "frontier"


def test_a_checkpoint_is_made_by_the_quicker_sweep(tmp_path: Path) -> None:
    mixed = piece("I2", "##", copies=(0, 128)), piece("O1", "#", copies=(0, 256))
    straight = piece("I3", "###", copies=(0, 36))
    boards = (rectangle(16, 16), mixed, "profile-sweep"), (rectangle(12, 9), (straight,), "frontier")
    for board, pieces, engine in boards:
        puzzle = Puzzle(board, pieces)
        keep = tmp_path / engine
        cut = count_modulo(puzzle, 2**61, limits=Limits(nodes=0), checkpoint=keep)
        assert (cut.status, cut.engine) == (Status.LIMIT, engine)
        residue = count_modulo(puzzle, 2**61, resume=keep)
        number = tilewright.count(puzzle).solutions
        assert number is not None and (residue.engine, residue.residue) == (engine, number % 2**61)


@pytest.mark.parametrize("modulus", [0, -1, 2**63])
def test_a_modulus_out_of_range(modulus: int) -> None:
    with pytest.raises(ValueError, match="a modulus of 1 to"):
        count_modulo(dominoes(2, 2), modulus)


def test_a_limit_leaves_no_residue(tmp_path: Path) -> None:
    puzzle, keep = pentominoes(rectangle(20, 3)), tmp_path / "state"
    cut = count_modulo(puzzle, 7, limits=Limits(nodes=100), checkpoint=keep)
    assert (cut.status, cut.residue, cut.has_solution) == (Status.LIMIT, None, None) and cut.share < 1
    with pytest.raises(CheckpointError, match="another question"):
        count_modulo(puzzle, 5, resume=keep)
    assert count_modulo(puzzle, 7, resume=keep).residue == 1
