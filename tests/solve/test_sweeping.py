"""The keywords of questions that one sweep answers."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solve.api import count_by, optimise
from tilewright.solve.engines.base import Limits
from tilewright.solve.engines.frontier.semirings import COUNT
from tilewright.solve.engines.frontier.setup import sweeping, table_sweeping
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control

DOMINOES = Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),))


def test_nothing_is_wished() -> None:
    asked = sweeping(to_cover(DOMINOES), {})
    assert asked.resources == Resources(2, None)
    assert asked.control == Control(Limits(), 2)
    assert (asked.query.order, asked.query.marks, asked.query.maximise) == ((), (), False)
    assert asked.evaluate(COUNT).value == 36


def test_each_wish_is_heard() -> None:
    limits, cancel, path = Limits(nodes=7), threading.Event(), Path("kept")
    shown: list[object] = []
    asked = sweeping(
        to_cover(DOMINOES),
        {
            "threads": 3,
            "memory": 10**7,
            "order": ["(1, 0)", "(0,0)"],
            "limits": limits,
            "on_progress": shown.append,
            "cancel": cancel,
            "checkpoint": path,
            "resume": path / "old",
        },
        marks=(1,) * 24,
        maximise=True,
    )
    assert asked.resources == Resources(3, 10**7)
    assert asked.control == Control(limits, 3, shown.append, cancel, path, path / "old")
    assert (asked.query.order, asked.query.marks, asked.query.maximise) == ((4, 0), (1,) * 24, True)


def test_a_wish_of_another_name_is_refused() -> None:
    with pytest.raises(TypeError, match=r"'limit' here; there are threads, memory, .*, resume"):
        count_by(DOMINOES, "d", limit=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'checkpoint' here"):
        optimise(DOMINOES, checkpoint=Path("kept"))  # type: ignore[call-arg]
    assert table_sweeping(to_cover(DOMINOES), {"threads": 1}, maximise=True).query.maximise
