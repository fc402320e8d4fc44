"""The program that counts MacMahon's squares by plain backtracking, which nothing else here is used by."""

from __future__ import annotations

import os

import pytest

from macmahon import EdgeBoard, squares
from tilewright.generators.macmahon import macmahon
from tilewright.solve.api import count


@pytest.mark.parametrize(("colours", "number"), [(1, 1), (2, 6), (3, 24), (4, 70)])
def test_how_many_squares_there_are(colours: int, number: int) -> None:
    assert len(squares(colours)) == number


@pytest.mark.parametrize("size", [(3, 2), (2, 3), (6, 1)])
@pytest.mark.parametrize("border", [None, 1])
def test_six_squares_as_the_engines_count_them(size: tuple[int, int], border: int | None) -> None:
    board = EdgeBoard(2, *size) if border is None else EdgeBoard(2, *size, border=border - 1)
    assert board.count() == count(macmahon(2, size, border=border)).solutions


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="24 squares do not fill 5 x 5"):
        EdgeBoard(3, 5, 5)


@pytest.mark.skipif("TILEWRIGHT_HUGE" not in os.environ, reason="takes hours")
def test_macmahons_squares() -> None:
    assert EdgeBoard(3, 6, 4, border=0).count_by_quarter() == 106_624
