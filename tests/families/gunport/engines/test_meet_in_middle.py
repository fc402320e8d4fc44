"""Meeting in the middle, against known numbers and against single sweeps."""

from __future__ import annotations

import pytest

from support.cancelling import CancelAtCheck
from support.known_rectangles import least
from tilewright.clock import monotonic
from tilewright.families.gunport.board import Arrangement, Rules, faults
from tilewright.families.gunport.engines.bounded import BoundedSearch, ExcessBound, least_excess
from tilewright.families.gunport.engines.meet_in_middle import MeetInMiddleSearch
from tilewright.families.gunport.query import SweepLoop
from tilewright.solving.steps import Cancelled, Control, Status

PLENTY = 1 << 28


def met(
    rows: int, columns: int, excess: int, *, width: int = 0, control: Control | None = None
) -> Arrangement | None:
    loop = SweepLoop(control or Control(), monotonic())
    return MeetInMiddleSearch(ExcessBound(rows, columns, excess, width), loop, PLENTY).run()


def checked(arrangement: Arrangement | None, rows: int, columns: int) -> int:
    assert arrangement is not None
    assert arrangement.board.size == (rows, columns)
    assert faults(arrangement, Rules()) == []
    return len(arrangement.pieces)


@pytest.mark.parametrize("columns", range(1, 12))
def test_the_least_excess_is_found_and_smaller_ones_are_not(columns: int) -> None:
    for rows in range(columns, 25 if columns < 9 else 16):
        excess = least_excess(rows, columns)
        expected = least(rows, columns)
        while rows * columns + excess < 3 * expected:
            assert excess < 0 or met(rows, columns, excess) is None, (rows, columns, excess)
            excess += 3
        if excess >= 0:
            assert checked(met(rows, columns, excess), rows, columns) == expected


def test_a_larger_excess_finds_no_more_than_it_allows() -> None:
    for rows, columns in ((8, 8), (9, 7), (10, 10), (16, 3)):
        for excess in range(12):
            allowed = (rows * columns + excess) // 3
            arrangement = met(rows, columns, excess)
            if arrangement is not None:
                assert least(rows, columns) <= checked(arrangement, rows, columns) <= allowed


@pytest.mark.parametrize(("rows", "columns", "excess"), [(17, 13, 1), (16, 14, 1), (19, 13, 2), (21, 11, 0)])
def test_against_a_single_sweep(rows: int, columns: int, excess: int) -> None:
    loop = SweepLoop(Control(), monotonic())
    whole = BoundedSearch(ExcessBound(rows, columns, excess), loop, PLENTY, counted=False, traceback=False)
    pieces = whole.run().pieces
    arrangement = met(rows, columns, excess)
    assert pieces == (None if arrangement is None else checked(arrangement, rows, columns))


def test_thinned_layers_give_upper_bounds() -> None:
    ends = set()
    for rows, columns in ((13, 10), (14, 10), (11, 11), (16, 8)):
        for excess in (0, 1, 2, 3, 4, 5):
            for width in (1, 10, 100, 10_000):
                if (rows * columns + excess) % 3:
                    continue
                arrangement = met(rows, columns, excess, width=width)
                ends.add(arrangement is None)
                if arrangement is not None:
                    assert checked(arrangement, rows, columns) >= least(rows, columns)
    assert ends == {True, False}


def test_threads_change_nothing() -> None:
    for excess in (0, 3):
        one = met(15, 12, excess, control=Control(threads=1))
        assert one is not None
        assert met(15, 12, excess, control=Control(threads=3)) == one


def test_a_negative_excess_is_refused() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        met(5, 5, -1)


def test_it_stops() -> None:
    cancel_event = CancelAtCheck(20)
    with pytest.raises(Cancelled) as end:
        met(30, 28, 8, control=Control(cancel=cancel_event))
    assert end.value.status is Status.CANCELLED
    assert cancel_event.late <= 2
