"""New Pips puzzles: one solution, of the level, the same for a seed and for a date on every machine."""

from __future__ import annotations

import threading
from datetime import date, timedelta
from hashlib import sha256

import pytest

from tilewright.errors import UnsupportedError
from tilewright.families.pips import generation, solving
from tilewright.families.pips.checker import faults
from tilewright.families.pips.files import dumps
from tilewright.families.pips.generation import SIZES, make, puzzle_of_date
from tilewright.families.pips.techniques import LEVELS, explain
from tilewright.solving.steps import Control, Status


@pytest.mark.parametrize("level", LEVELS)
def test_one_solution_of_the_level(level: str) -> None:
    for seed in range(6):
        made = make(level, Control(seed=seed))
        assert made.puzzle is not None and made.solution is not None
        low, high = SIZES[level]
        assert low <= len(made.puzzle.cells) <= high
        answer = solving.count(made.puzzle, confirm=True)
        assert (answer.placements, answer.fillings) == (1, 1)
        assert faults(made.puzzle, made.solution) == []
        explanation = explain(made.puzzle)
        assert explanation.solved and explanation.level == level
        assert make(level, Control(seed=seed)) == made


def test_boards_as_asked() -> None:
    made = make("easy", cells=14, symmetric=True)
    assert made.puzzle is not None
    cells = set(made.puzzle.cells)
    across, down = made.puzzle.width - 1, made.puzzle.height - 1
    assert len(cells) == 14 and {(across - x, down - y) for x, y in cells} == cells
    shape = [(x, y) for y in range(3) for x in range(4) if (x, y) not in ((0, 0), (3, 0))]
    drawn = make("easy", shape=shape)
    assert drawn.puzzle is not None and set(drawn.puzzle.cells) == set(shape)


@pytest.mark.parametrize(
    ("level", "wishes", "message"),
    [
        ("hardest", {}, "there is no level 'hardest'; expected easy, medium, hard"),
        ("easy", {"cells": 7}, "a board with 7 cells is not made"),
        ("easy", {"cells": 66}, "a board with 66 cells is not made"),
        ("easy", {"shape": [(0, 0), (1, 1)]}, "dominoes cannot cover this shape"),
    ],
)
def test_what_cannot_be_made(level: str, wishes: dict[str, object], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        make(level, **wishes)  # type: ignore[arg-type]


def test_an_end_without_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = threading.Event()
    cancel.set()
    assert make("hard", Control(cancel=cancel)).status is Status.CANCELLED
    monkeypatch.setattr(generation, "TRIES", 1)
    made = make("hard", cells=2)
    assert (made.status, made.puzzle, made.tried) == (Status.LIMIT, None, 1)
    with pytest.raises(UnsupportedError, match="there is no level"):
        puzzle_of_date(date(2026, 1, 1), "none")


DATES = "dde592e9f50604cd6caf4a9f0dd024ae5e4ef82583846399b97eb5161985"
"""The first digits of the hash of the easy and the medium puzzle of 30 dates from 2026-01-01 on: they must
never change."""


def test_the_puzzles_of_dates_stay() -> None:
    shown = ""
    for day in range(30):
        texts = []
        for level in ("easy", "medium"):
            puzzle = puzzle_of_date(date(2026, 1, 1) + timedelta(days=day), level).puzzle
            assert puzzle is not None
            texts.append(dumps(puzzle))
        shown += sha256("".join(texts).encode()).hexdigest()[:2]
    assert shown == DATES


def test_the_hard_puzzle_of_a_date_stays() -> None:
    puzzle = puzzle_of_date(date(2026, 1, 1), "hard").puzzle
    assert puzzle is not None and puzzle.title == "Pips of 2026-01-01, hard"
    assert sha256(dumps(puzzle).encode()).hexdigest()[:8] == "fe82a0e4"
