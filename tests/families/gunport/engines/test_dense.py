"""The dense sweep: known numbers, periods, tracebacks in little memory."""

from __future__ import annotations

import threading

import pytest

from support.known_rectangles import known_boards, least
from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement, Rules, faults
from tilewright.families.gunport.engines.dense import (
    MOST_COLUMNS,
    ColumnTable,
    DenseSearch,
    RowPeriod,
    bytes_needed,
)
from tilewright.families.gunport.query import SweepLoop
from tilewright.solving.steps import Cancelled, Control, Limits, Status

PLENTY = 1 << 28


def search(
    columns: int, memory: int = PLENTY, *, no_slide: bool = False, control: Control | None = None
) -> DenseSearch:
    loop = SweepLoop(control or Control(), monotonic())
    return DenseSearch(columns, loop, memory, no_slide=no_slide)


def checked(arrangement: Arrangement | None, rows: int, columns: int, *, no_slide: bool = False) -> int:
    """The dominoes of an arrangement of so many rows and columns, with nothing wrong with it."""
    assert arrangement is not None
    assert arrangement.board.size == (rows, columns)
    assert faults(arrangement, Rules(no_slide=no_slide)) == []
    return len(arrangement.pieces)


# Numbers


@pytest.mark.parametrize("columns", range(1, 17))
def test_known_numbers(columns: int) -> None:
    # Wider than long as well: the board's sides take turns.
    rows = 24 if columns <= 12 else 12 if columns <= 14 else 6
    column = search(columns).run(rows)
    assert [column.at(m) for m in range(1, rows + 1)] == [least(m, columns) for m in range(1, rows + 1)]


def test_known_numbers_without_sliding() -> None:
    boards = known_boards(no_slide=True)
    assert len(boards) == 36
    for known in boards:
        for rows, columns in {(known.rows, known.columns), (known.columns, known.rows)}:
            pieces, arrangement = search(columns, no_slide=True).meet(rows)
            assert pieces == known.pieces, (rows, columns)
            assert (arrangement is None) == (pieces is None)
            if pieces is not None:
                assert checked(arrangement, rows, columns, no_slide=True) == pieces


@pytest.mark.parametrize("no_slide", [False, True])
def test_sides_may_be_exchanged(*, no_slide: bool) -> None:
    most = 8 if no_slide else 11
    columns = {n: search(n, no_slide=no_slide).run(most) for n in range(1, most + 1)}
    for m in range(1, most + 1):
        for n in range(1, m):
            assert columns[n].at(m) == columns[m].at(n), (m, n)


# Periods


@pytest.mark.parametrize(
    ("columns", "no_slide"),
    [(1, False), (2, False), (3, False), (5, False), (8, False), (9, False), (1, True), (3, True), (5, True)],
)
def test_beyond_a_period_stands_what_a_sweep_finds(*, columns: int, no_slide: bool) -> None:
    column = search(columns, no_slide=no_slide).run(5000)
    period = column.period
    assert period is not None
    assert len(column.least) == period.start + period.rows < 60
    plain = search(columns, bytes_needed(columns, no_slide=no_slide), no_slide=no_slide).run(60)
    assert plain.period is None  # there was no room for a row to compare with
    assert len(plain.least) == 60
    assert [column.at(m) for m in range(1, 61)] == list(plain.least)


def test_a_column_is_unfolded() -> None:
    column = ColumnTable((1, 2, 3, 5, 7), RowPeriod(2, 3, 4))
    assert [column.at(m) for m in range(1, 12)] == [1, 2, 3, 5, 7, 7, 9, 11, 11, 13, 15]
    assert column.folded(11) == (5, 8)
    assert column.folded(6) == (3, 4)
    assert ColumnTable((None, 1), RowPeriod(0, 2, 1)).at(5) is None
    with pytest.raises(IndexError):
        ColumnTable((1, 2), None).at(3)


# Arrangements


@pytest.mark.parametrize(("rows", "columns"), [(700, 1), (500, 4), (301, 7), (200, 8)])
def test_long_boards(rows: int, columns: int) -> None:
    first, second = search(columns), search(columns)
    pieces, arrangement = first.meet(rows)
    column = second.run(rows, keep=True)
    assert column.period is not None
    assert pieces == column.at(rows) == checked(arrangement, rows, columns)
    assert checked(second.arrangement(rows), rows, columns) == pieces
    # The same search answers shorter boards too.
    for shorter in (rows - 1, 40, 3, 1):
        assert checked(second.arrangement(shorter), shorter, columns) == column.at(shorter)


def test_long_boards_without_sliding() -> None:
    pieces, arrangement = search(5, no_slide=True).meet(151)
    assert pieces == search(5, no_slide=True).run(151).at(151)
    assert checked(arrangement, 151, 5, no_slide=True) == pieces
    assert search(1, no_slide=True).meet(301) == (None, None)


@pytest.mark.parametrize("copies", range(12))
def test_little_memory(copies: int) -> None:
    # 11 columns: rows repeat late, so that the way back needs all of them.
    size, rows = bytes_needed(11), 31
    for meets in (False, True):
        dense = search(11, size * (copies + 1))
        try:
            if meets:
                pieces, arrangement = dense.meet(rows)
            else:
                pieces = dense.run(rows, keep=True).at(rows)
                arrangement = dense.arrangement(rows)
        except UnsupportedError as error:
            assert copies < 6, error
            assert "memory" in str(error)
            continue
        assert copies > 0
        assert pieces == checked(arrangement, rows, 11) == 114
        assert dense._core.bytes < size * (copies + 2)  # the slabs besides the rows are small, but not empty


def test_too_little_memory_is_an_error() -> None:
    with pytest.raises(UnsupportedError, match=r"16 columns needs \d+ MB of memory; 1\.0 MB may be used"):
        search(16, 1 << 20)
    for columns in (0, MOST_COLUMNS + 1):
        with pytest.raises(UnsupportedError, match=f"1 to {MOST_COLUMNS} columns, not {columns}"):
            search(columns)


@pytest.mark.parametrize(("columns", "no_slide"), [(1, False), (9, False), (14, False), (4, True), (9, True)])
def test_the_need_of_memory_is_that_of_the_core(*, columns: int, no_slide: bool) -> None:
    dense = search(columns, no_slide=no_slide)
    before = dense._core.bytes
    while not dense._core.advance(1000):
        pass
    while not dense._core.keep(1 << 20):
        pass
    row = dense._core.bytes - before
    # One row, bar the rounding of its sides to whole vectors.
    assert row <= bytes_needed(columns, no_slide=no_slide) <= 1.7 * row + 500_000


# Cancellation and threads


def test_threads_change_nothing() -> None:
    one, three = search(11, control=Control(threads=1)), search(11, control=Control(threads=3))
    assert one.run(20, keep=True) == three.run(20, keep=True)
    assert one.arrangement(20) == three.arrangement(20)


@pytest.mark.usefixtures("ticking_clock")
def test_it_stops() -> None:
    cancel_event = threading.Event()
    dense = search(16, control=Control(cancel=cancel_event))
    rows: list[int] = []

    def on_row(row: int) -> None:
        rows.append(row)
        if row == 2:
            cancel_event.set()

    with pytest.raises(Cancelled) as end:
        dense.run(1000, on_row=on_row)
    assert (end.value.status, rows) == (Status.CANCELLED, [1, 2])
    with pytest.raises(Cancelled) as end:
        search(16, control=Control(Limits(seconds=20))).run(1000)
    assert end.value.status is Status.LIMIT
