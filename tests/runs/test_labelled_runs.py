"""Runs that count solutions with identical copies distinct agree with ``count`` and with brute force."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from support.stored_runs import StoredRun, store_new_run
from tilewright.catalogue import load
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.executors import ExecutorOptions
from tilewright.runs.executors.local import threads
from tilewright.runs.rows import RunRow
from tilewright.solving import api
from tilewright.testing import reference_count


def labelled(path: Path, puzzle: AnyPuzzle, *, keep: bool, unique: bool) -> int:
    """The labelled solutions that a run finds, 0 where none is stored."""
    question = RunQuestion(keep=keep, unique=unique, labelled=True, tasks=4)
    if new_run(puzzle, question).proof:
        return 0
    run: StoredRun = store_new_run(path, puzzle, question)
    result = run.session(threads(ExecutorOptions(1)))
    row: RunRow = run.status().run
    return row.labelled(result.progress.totals.images)


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("name", ["sieve", "dominoes-4x4", "board3"])
def test_as_many_as_count_says(tmp_path: Path, name: str, *, keep: bool, unique: bool) -> None:
    puzzle = load(name)
    counted = api.count(puzzle, labelled=True).labelled
    assert labelled(tmp_path / "runs.db", puzzle, keep=keep, unique=unique) == counted != 0


@settings(max_examples=settings().max_examples // 4)
@given(puzzles(), st.booleans(), st.booleans())
def test_as_many_as_brute_force_finds(puzzle: Puzzle, keep: bool, unique: bool) -> None:  # noqa: FBT001
    expected = reference_count(puzzle, labelled=True)
    with tempfile.TemporaryDirectory() as directory:
        try:
            number = labelled(Path(directory, "runs.db"), puzzle, keep=keep, unique=unique)
        except UnsupportedError as error:
            assert "may be left over" in str(error)
            assert any(piece.min_copies < piece.max_copies for piece in puzzle.pieces)
            return
        assert number == expected


def test_copies_that_may_be_left_over_are_refused() -> None:
    puzzle = Puzzle(rectangle(3, 2), (piece("domino", "##", (0, 4)),))
    with pytest.raises(UnsupportedError, match=r"copies of 'domino' may be left over.*count --labelled"):
        new_run(puzzle, RunQuestion(keep=True, labelled=True))


def test_numbers_above_those_of_the_database(tmp_path: Path) -> None:
    """30! is larger than any number that SQLite stores."""
    puzzle = Puzzle(rectangle(30, 1), (piece("one", "#", 30),))
    expected = api.count(puzzle, labelled=True).labelled
    assert expected is not None and expected > 2**64
    assert labelled(tmp_path / "runs.db", puzzle, keep=True, unique=True) == expected
