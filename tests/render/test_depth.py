"""In which order cells are painted while some slide past others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.lattices import CUBE, SPHERE
from tilewright.render.depth import PaintOrder, Stretch

ALONG_X = (1, 0, 0)


def order_of(stretches: list[Stretch]) -> list[tuple[tuple[int, ...], bool]]:
    (one,) = stretches
    return list(one.order)


@pytest.mark.parametrize(
    ("still", "sliding", "step"),
    [
        ((0, 0, 0), (-3, 1, 0), ALONG_X),  # passes in front
        ((0, 0, 0), (-3, 0, 1), ALONG_X),  # passes above
        ((0, 0, 0), (1, 0, 0), ALONG_X),  # goes away from it, towards the viewer
    ],
)
def test_what_passes_nearer_to_the_viewer_is_painted_later(
    still: tuple[int, ...], sliding: tuple[int, ...], step: tuple[int, ...]
) -> None:
    order = PaintOrder(CUBE)
    assert order_of(order.stretches([still], [sliding], step, 0.0, 6.0)) == [(still, False), (sliding, True)]
    behind = tuple(-part for part in sliding)
    back = tuple(-part for part in step)
    assert order_of(order.stretches([still], [behind], back, 0.0, 6.0)) == [(behind, True), (still, False)]


def test_balls_pass_as_cubes_do() -> None:
    order = PaintOrder(SPHERE)
    still, sliding = (0, 0, 0), (-2, -1, 3)
    pairs = order_of(order.stretches([still], [sliding], (1, 1, 0), 0.0, 4.0))
    assert pairs == [(still, False), (sliding, True)]


@given(st.sets(st.tuples(*[st.integers(-2, 2)] * 3), min_size=1, max_size=12), st.integers(1, 4))
def test_stretches_cover_the_way_with_all_cells(cells: set[tuple[int, int, int]], steps: int) -> None:
    """Cells above z = 0 slide over those below, in one order or several."""
    still, sliding = (sorted(cell for cell in cells if (cell[2] > 0) == up) for up in (False, True))
    stretches = PaintOrder(CUBE).stretches(still, sliding, ALONG_X, 0.0, float(steps))
    assert (stretches[0].begin, stretches[-1].end) == (0.0, steps)
    assert all(one.end == following.begin for one, following in pairwise(stretches))
    for stretch in stretches:
        assert sorted(stretch.order) == sorted(
            [*((cell, False) for cell in still), *((cell, True) for cell in sliding)]
        )
