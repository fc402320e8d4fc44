from __future__ import annotations

import pytest

from tilewright.render.packing import packed


def test_rectangles_fill_a_sheet_without_waste() -> None:
    """Four of 4 x 9 around a square of 5 x 5, in 13 x 13, need turns."""
    sizes = [[(9.0, 4.0)], [(4.0, 9.0)], [(4.0, 9.0)], [(9.0, 4.0)], [(5.0, 5.0)]]
    places = packed(sizes, 13, 13, 0)
    assert len({place.sheet for place in places}) <= 2
    places = packed([[(5.0, 10.0)]] * 4, 10, 20, 0)
    assert [place.sheet for place in places] == [0] * 4
    assert sorted((place.x, place.y) for place in places) == [(0, 0), (0, 10), (5, 0), (5, 10)]


def test_a_size_is_chosen_and_the_distance_kept() -> None:
    (one,) = packed([[(30.0, 5.0), (5.0, 30.0)]], 10, 40, 1)
    assert (one.sheet, one.choice, one.x, one.y) == (0, 1, 0, 0)
    first, second = packed([[(4.5, 10.0)]] * 2, 10, 10, 1)
    assert (first.sheet, second.sheet, abs(first.x - second.x)) == (0, 0, 5.5)
    first, second = packed([[(5.0, 10.0)]] * 2, 10, 10, 1)
    assert (first.sheet, second.sheet) == (0, 1)


def test_what_is_larger_than_a_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="no sheet of 10 x 10"):
        packed([[(11.0, 5.0)]], 10, 10, 0)
