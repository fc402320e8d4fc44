"""Counts for each number of copies of a piece, against solutions listed one by one."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tilewright
from support.puzzle_cases import pentominoes, piece, puzzles, rectangle
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count_by
from tilewright.solving.steps import Limits, Status


def monomers_and_dimers(width: int, height: int) -> Puzzle:
    area = width * height
    return Puzzle(
        rectangle(width, height), (piece("I1", "#", copies=(0, area)), piece("I2", "##", copies=(0, area)))
    )


def listed(puzzle: Puzzle, name: str) -> Counter[int]:
    """How many solutions there are for each number of copies, from all of them."""
    solutions = tilewright.solutions(puzzle, engine="reference")
    return Counter(sum(placed.piece == name for placed in solution.placements) for solution in solutions)


@given(puzzles(), st.data(), st.integers(1, 3))
def test_agrees_with_solutions_listed(puzzle: Puzzle, data: st.DataObject, threads: int) -> None:
    assume(puzzle.pieces)
    name = data.draw(st.sampled_from([each.name for each in puzzle.pieces]))
    distribution = count_by(puzzle, name, threads=threads)
    assert distribution.status is Status.COMPLETE and distribution.piece == name and distribution.note == ""
    expected = listed(puzzle, name)
    assert {k: number for k, number in enumerate(distribution.counts) if number} == dict(expected)
    assert distribution.solutions == expected.total()


def test_the_matching_polynomial_of_the_4x4_board() -> None:
    """OEIS A242861, n = 4, by dominoes; the same numbers by monominoes, 16 - 2k of them."""
    puzzle = monomers_and_dimers(4, 4)
    known = (1, 24, 224, 1044, 2593, 3388, 2150, 552, 36)
    assert count_by(puzzle, "I2").counts == known
    assert count_by(puzzle, "I1").counts[::-2] == known and not any(count_by(puzzle, "I1").counts[1::2])


def test_large_numbers_are_exact() -> None:
    """8 by 8: the 12,988,816 tilings without a monomino, and all of A028420(8) together."""
    distribution = count_by(monomers_and_dimers(8, 8), "I1")
    assert (
        distribution.counts[0] == 12988816 and distribution.counts[64] == 1 and len(distribution.counts) == 65
    )
    assert distribution.solutions == 179788343101980135
    assert distribution.counts[62] == 2 * 7 * 8


def test_a_piece_that_is_always_used() -> None:
    distribution = count_by(pentominoes(rectangle(20, 3)), "X")
    assert distribution.counts == (0, 8)


def test_without_solutions_each_number_is_zero() -> None:
    puzzle = Puzzle(rectangle(3, 1), (piece("a", "##", copies=(0, 3)),))
    distribution = count_by(puzzle, "a")
    assert (distribution.status, distribution.counts, distribution.solutions) == (Status.COMPLETE, (0, 0), 0)


def test_there_is_no_number_beyond_the_room_on_the_board() -> None:
    puzzle = Puzzle(rectangle(4, 2), (piece("a", "##", copies=(0, 10**6)),))
    assert count_by(puzzle, "a").counts == (0, 0, 0, 0, 5)


def test_a_piece_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedError, match="no piece 'I3' in this puzzle; there are I1, I2"):
        count_by(monomers_and_dimers(3, 3), "I3")


def test_the_order_changes_nothing() -> None:
    puzzle = monomers_and_dimers(4, 4)
    plain = count_by(puzzle, "I1")
    ordered = count_by(puzzle, "I1", order=["(3, 3)", "(0, 0)", "(1, 2)"])
    assert plain.counts == ordered.counts and plain.states != ordered.states
    with pytest.raises(UnsupportedError, match=r"names '\(0,0\)' twice"):
        count_by(puzzle, "I1", order=["(0, 0)", "(0,0)"])
    with pytest.raises(UnsupportedError, match="the piece 'I1' has no place in an order"):
        count_by(puzzle, "I1", order=["I1"])


def test_limits_leave_no_counts() -> None:
    puzzle = monomers_and_dimers(10, 10)
    cut = count_by(puzzle, "I1", limits=Limits(nodes=50))
    assert (cut.status, cut.counts, cut.solutions) == (Status.LIMIT, (), None) and 0 < cut.share < 1
    stop = threading.Event()
    stop.set()
    assert count_by(puzzle, "I1", cancel=stop).status is Status.CANCELLED
    full = count_by(monomers_and_dimers(14, 14), "I1", memory=1 << 20)
    assert full.status is Status.LIMIT and "memory" in full.note


def test_a_checkpoint_is_taken_up_by_the_same_question_only(tmp_path: Path) -> None:
    puzzle, keep = monomers_and_dimers(9, 9), tmp_path / "state"
    whole = count_by(puzzle, "I1")
    cut = count_by(puzzle, "I1", limits=Limits(nodes=whole.states // 2), checkpoint=keep)
    assert cut.status is Status.LIMIT
    rest = count_by(puzzle, "I1", resume=keep)
    assert (rest.counts, rest.states) == (whole.counts, whole.states)
    with pytest.raises(CheckpointError, match="another question about this puzzle"):
        count_by(puzzle, "I2", resume=keep)
