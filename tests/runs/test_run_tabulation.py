"""Rows of tables that a run computes have the numbers of other searches."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.catalogue import load
from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.runs.executors.local import threads
from tilewright.runs.tabulation import measure_run
from tilewright.solving.tabulation import RowOptions, measure

OPTIONS = RowOptions()
COUNTS = ("status", "labelled", "solutions", "up_to_symmetry")


@pytest.mark.parametrize("name", ["board3", "dominoes-3x8", "mutilated-6x6"])
def test_the_same_counts_as_by_threads(name: str) -> None:
    puzzle = load(name)
    ours, theirs = measure_run(name, puzzle, OPTIONS, 2, executor=threads), measure(name, puzzle, OPTIONS)
    assert [getattr(ours, key) for key in COUNTS] == [getattr(theirs, key) for key in COUNTS]
    assert ours.workers == 2 and ours.seconds is not None and ours.cpu_seconds is not None
    assert (ours.first_seconds is None) == (theirs.first_seconds is None)


def test_one_worker_process() -> None:
    row = measure_run("board3", load("board3"), OPTIONS, 1)
    assert (row.status, row.labelled, row.solutions, row.up_to_symmetry) == ("complete", 1152, 2, 1)


def test_labels_that_differ_are_not_counted() -> None:
    puzzle = Puzzle(rectangle(3, 2), (piece("domino", "##", (0, 4)),))
    row = measure_run("", puzzle, OPTIONS, 1, executor=threads)
    assert (row.labelled, row.solutions) == (None, 3)


def test_limits_and_cancellation() -> None:
    endless, pressed = Puzzle(rectangle(12, 12), (piece("domino", "##", (72, 72)),)), threading.Event()
    limited = measure_run("", endless, replace(OPTIONS, nodes=1), 1, executor=threads)
    assert limited.status == "limit" and "1 nodes" in limited.note
    pressed.set()
    assert measure_run("", endless, OPTIONS, 1, cancel=pressed, executor=threads).status == "cancelled"
    with pytest.raises(UnsupportedError):
        measure_run("", endless, replace(OPTIONS, engine="frontier"), 1, executor=threads)
