"""The table of rectangles: known numbers, the formula's failures, what a stop leaves, its texts."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from support.known_rectangles import SQUARES, known_boards, least
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport import table as module
from tilewright.families.gunport.engines.dense import ColumnTable, DenseSearch
from tilewright.families.gunport.query import SolveOptions
from tilewright.families.gunport.table import TableEntry, TableRange, matrix, sweep_table, tsv
from tilewright.solving.steps import Cancelled, Limits, Progress, Status


def test_known_numbers() -> None:
    swept = sweep_table(TableRange(1, 12))
    assert len(swept.sizes) == 78 and swept.status is Status.COMPLETE
    assert [size.dominoes for size in swept.sizes if size.rows == size.columns] == list(SQUARES)
    for size in swept.sizes:
        assert size.dominoes == least(size.rows, size.columns), size
        assert size.ports == size.rows * size.columns - 2 * (size.dominoes or 0)
    assert swept.failures == () and swept.smallest_failures == () and swept.square_failures == ()


def test_long_boards_repeat() -> None:
    swept = sweep_table(TableRange(1, 24, 2, 5))
    assert {size.rows for size in swept.sizes} == {2, 3, 4, 5}
    assert all(size.dominoes == least(size.rows, size.columns) for size in swept.sizes)
    assert len(swept.sizes) == 23 + 22 + 21 + 20


def test_boards_on_which_dominoes_cannot_slide() -> None:
    known = {(k.rows, k.columns): k.pieces for k in known_boards(no_slide=True) if k.columns <= 7}
    swept = sweep_table(TableRange(1, 7), no_slide=True)
    solved = {(size.rows, size.columns): size.dominoes for size in swept.sizes}
    assert len(known) > 20 and solved.items() >= known.items()
    assert solved[1, 3] is None


def test_where_the_formula_fails() -> None:
    swept = sweep_table(TableRange(14, 16))
    assert swept.failures == swept.smallest_failures == (TableEntry(14, 16, 76),)
    assert (swept.failures[0].formula, swept.failures[0].deviation) == (75, 1)
    assert swept.square_failures == ()


def test_boards_too_wide_for_the_sweep_are_solved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sweep_table(TableRange(1, 9))
    monkeypatch.setattr(module, "NARROW", 4)
    assert sweep_table(TableRange(1, 9)).sizes == whole.sizes


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("narrow", [0, 20])
@pytest.mark.parametrize("stop", ["cancel", "time"])
def test_a_stop_leaves_the_boards_that_are_done(
    monkeypatch: pytest.MonkeyPatch, narrow: int, stop: str
) -> None:
    monkeypatch.setattr(module, "NARROW", narrow)
    cancel_event = threading.Event()
    reported: list[Progress] = []

    def press(progress: Progress) -> None:
        reported.append(progress)
        if stop == "cancel":
            cancel_event.set()

    limits = Limits(seconds=300 if stop == "time" else None)
    swept = sweep_table(
        TableRange(17, 20), SolveOptions(limits=limits, on_progress=press, cancel=cancel_event)
    )
    assert swept.status is (Status.LIMIT if stop == "time" else Status.CANCELLED)
    assert len(swept.sizes) < 10
    assert reported and reported[0].words == "17 of 20 columns" and 0 <= reported[0].share < 1


def test_rows_of_a_stopped_width_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(self: DenseSearch, rows: int, **how: Any) -> ColumnTable:
        column = sweep(self, min(rows, 9), **how)
        if rows > 9:
            raise Cancelled(Status.CANCELLED)
        return column

    sweep = DenseSearch.run
    monkeypatch.setattr(DenseSearch, "run", stopped)
    swept = sweep_table(TableRange(1, 12, 7, 8))
    assert [(size.rows, size.columns, size.dominoes) for size in swept.sizes] == [
        (7, 7, 17),
        (7, 8, 19),
        (7, 9, 21),
    ]
    assert swept.status is Status.CANCELLED


def test_texts() -> None:
    swept = sweep_table(TableRange(1, 4), no_slide=True)
    assert tsv(swept).splitlines()[:5] == [
        "m\tn\tmin_dominoes\tmax_holes\tpearce\tdeviation",
        "1\t1\t0\t1\t1\t-1",
        "1\t2\t1\t0\t1\t0",
        "1\t3\tNA\tNA\t1\tNA",
        "1\t4\t2\t0\t2\t0",
    ]
    assert matrix(swept).splitlines() == [
        "m \\ n  1  2  3  4",
        "    1  0- 1  x  2",
        "    2     2  3+ 4+",
        "    3        4+ 6+",
        "    4           8+",
    ]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ((0, 5), "at least 1 row"),
        ((6, 5), "no board"),
        ((1, 5, 6, 9), "no board"),
        ((1, 1000), "1,000,000 cells"),
    ],
)
def test_bad_spans(ask: tuple[int, ...], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        TableRange(*ask)


def test_too_wide_tables_are_refused_before_any_work() -> None:
    with pytest.raises(UnsupportedError, match="of memory"):
        sweep_table(TableRange(1, 18), SolveOptions(memory=10**8), no_slide=True)
    with pytest.raises(UnsupportedError, match="up to 63 rows"):
        sweep_table(TableRange(1, 64))
