"""The program that counts MacMahon's squares from both ends, which nothing else here is used by."""

from __future__ import annotations

import pytest

from macmahon import FREE, count, count_from_both_ends, squares
from tilewright.generators.macmahon import macmahon
from tilewright.solving import api


@pytest.mark.parametrize(("colours", "number"), [(1, 1), (2, 6), (3, 24), (4, 70)])
def test_how_many_squares_there_are(colours: int, number: int) -> None:
    assert len(squares(colours)) == number


@pytest.mark.parametrize("size", [(3, 2), (2, 3), (6, 1)])
@pytest.mark.parametrize("border", [FREE, 0, 1])
def test_six_squares_as_the_engines_count_them(size: tuple[int, int], border: int) -> None:
    puzzle = macmahon(2, size, border=None if border == FREE else border + 1)
    assert count(2, *size, border) == api.count(puzzle).solutions


@pytest.mark.parametrize(("width", "height"), [(2, 3), (6, 1)])
def test_both_ends_meet(width: int, height: int) -> None:
    assert count_from_both_ends(2, width, height) == count(2, width, height) > 0
