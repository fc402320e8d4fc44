"""The keywords of questions that one sweep answers reach the query."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.model.puzzle import Puzzle
from tilewright.solving import keywords
from tilewright.solving.answers import CountByPiece
from tilewright.solving.api import count_by, optimise
from tilewright.solving.facts import prepare
from tilewright.solving.questions import Options, Query
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.steps import Control, Limits

DOMINOES = Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),))


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[Query[Any]]:
    """The queries that are prepared."""
    seen: list[Query[Any]] = []

    def noted(query: Query[Any]) -> Any:
        seen.append(query)
        return prepare(query)

    monkeypatch.setattr(keywords, "prepare", noted)
    return seen


def test_defaults(queries: list[Query[Any]]) -> None:
    assert count_by(DOMINOES, "d").counts == (0, 0, 0, 0, 0, 0, 0, 0, 36)
    threads = default_threads()
    assert queries == [
        Query(DOMINOES, CountByPiece("d"), Options(), Control(threads=threads), Resources(threads))
    ]


def test_each_keyword_reaches_the_query(queries: list[Query[Any]], tmp_path: Path) -> None:
    limits, cancel, path = Limits(nodes=70_000), threading.Event(), tmp_path / "kept"
    shown: list[object] = []
    count_by(
        DOMINOES,
        "d",
        threads=3,
        memory=10**8,
        order=["(1, 0)", "(0,0)"],
        limits=limits,
        on_progress=shown.append,
        cancel=cancel,
        checkpoint=path,
    )
    (query,) = queries
    assert query.resources == Resources(3, 10**8)
    question = "count the solutions by copies of 'd' of a puzzle (16 cells, 1 piece)"
    assert query.control == Control(limits, 3, shown.append, cancel, path, question=question)
    assert prepare(query).sweep.order == (4, 0)


def test_a_keyword_of_another_name_is_refused() -> None:
    with pytest.raises(TypeError, match="'limit'"):
        count_by(DOMINOES, "d", limit=3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="'checkpoint'"):
        optimise(DOMINOES, checkpoint=Path("kept"))  # type: ignore[call-overload]
