"""Lists of solutions from the graph of states, against lists by searching."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.engine_cases import use_engines
from support.puzzle_cases import pentominoes, piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.api import Answer, solutions, solve
from tilewright.solving.engines import reference
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.resources import LEAST_MEMORY
from tilewright.solving.steps import Limits, Status

PENTOMINOES = pentominoes(rectangle(15, 4))
TOTAL, ORBITS = 1472, 368
DOMINOES = Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),))  # 36 solutions
LOOSE = Puzzle(rectangle(4, 3), (piece("d", "##", copies=(0, 6)), piece("m", "#", copies=(0, 12))))


def listed(puzzle: Puzzle, engine: str | None = "frontier", **how: Any) -> tuple[Answer, list[Solution]]:
    all_solutions: list[Solution] = []
    answer = solve(puzzle, sink=all_solutions.append, engine=engine, **how)
    assert len(set(all_solutions)) == len(all_solutions)
    assert all(is_solution(puzzle, solution) for solution in all_solutions[:20])
    return answer, all_solutions


@settings(max_examples=40)
@given(puzzle=puzzles(), threads=st.integers(1, 3))
def test_random_puzzles(puzzle: Puzzle, threads: int) -> None:
    cover = to_cover(puzzle)
    found_by_definition = islice(reference.solutions(cover.problem, cover.forced), 301)
    every = {cover.solution(options) for options in found_by_definition}
    assume(len(every) <= 300)
    group = symmetries(puzzle)
    orbits = {group.canonical(solution) for solution in every}
    answer, all_solutions = listed(puzzle, threads=threads, labelled=True)
    assert (answer.status, answer.solutions, set(all_solutions)) == (Status.COMPLETE, len(every), every)
    assert answer.labelled == api.count(puzzle, engine="dancing-cells", labelled=True).labelled
    answer, all_solutions = listed(puzzle, threads=threads, unique=True, labelled=True)
    assert answer.status is Status.COMPLETE
    assert (answer.solutions, answer.up_to_symmetry) == (len(every), len(orbits))
    assert (
        len(all_solutions) == len(orbits)
        and {group.canonical(solution) for solution in all_solutions} == orbits
    )
    assert answer.labelled == api.count(puzzle, engine="dancing-cells", labelled=True).labelled
    one = api.first(puzzle, engine="frontier")
    assert (one in every) if every else (one is None)
    assert set(solutions(puzzle, engine="frontier")) == every


def test_pentominoes() -> None:
    answer, all_solutions = listed(PENTOMINOES, threads=1)
    assert (answer.engine, answer.engine_reason, answer.share) == ("frontier", "as requested", 1.0)
    assert (answer.solutions, answer.up_to_symmetry, answer.note) == (TOTAL, None, "")
    assert set(all_solutions) == set(listed(PENTOMINOES, "dense")[1])
    assert listed(LOOSE, threads=1)[1] == listed(LOOSE, threads=3)[1]
    answer, all_solutions = listed(PENTOMINOES, unique=True)
    assert (answer.solutions, answer.up_to_symmetry, len(all_solutions)) == (TOTAL, ORBITS, ORBITS)
    assert len({symmetries(PENTOMINOES).canonical(solution) for solution in all_solutions}) == ORBITS


@pytest.mark.parametrize("unique", [False, True])
def test_a_limit_of_solutions_is_kept_exactly(*, unique: bool) -> None:
    whole = len(listed(LOOSE, unique=unique)[1])
    for most in (0, 1, 31, 32, 33, whole - 1, whole, whole + 1):
        answer, all_solutions = listed(LOOSE, unique=unique, limits=Limits(solutions=most))
        assert len(all_solutions) == min(most, whole)
        assert answer.status is (Status.COMPLETE if most >= whole else Status.LIMIT)
        assert (answer.up_to_symmetry if unique else answer.solutions) == len(all_solutions)


def test_limits_and_a_button_before_the_graph_stands() -> None:
    pressed = threading.Event()
    pressed.set()
    answer, all_solutions = listed(PENTOMINOES, cancel=pressed)
    assert (answer.status, answer.solutions, all_solutions) == (Status.CANCELLED, 0, [])
    answer, all_solutions = listed(PENTOMINOES, limits=Limits(seconds=0))
    assert (answer.status, all_solutions) == (Status.LIMIT, [])
    answer, all_solutions = listed(PENTOMINOES, limits=Limits(nodes=500))
    assert (answer.status, all_solutions) == (Status.LIMIT, [])
    assert 0 < answer.nodes <= 501 and 0 <= answer.share < 1


def test_a_button_pressed_while_solutions_are_handed_on() -> None:
    cancel = threading.Event()
    all_solutions: list[Solution] = []

    def sink(solution: Solution) -> None:
        all_solutions.append(solution)
        if len(all_solutions) == 100:
            cancel.set()

    answer = solve(PENTOMINOES, sink=sink, engine="frontier", cancel=cancel)
    assert answer.status is Status.CANCELLED
    assert answer.solutions == len(all_solutions)
    assert 100 <= len(all_solutions) < 200


def test_too_little_memory_is_said_when_it_was_asked_for() -> None:
    answer, all_solutions = listed(PENTOMINOES, memory=LEAST_MEMORY)
    assert (answer.status, answer.engine, all_solutions) == (Status.LIMIT, "frontier", [])
    assert "the bound of memory" in answer.note


def test_an_iterator_can_be_left() -> None:
    before = threading.active_count()
    iterator: Iterator[Solution] = solutions(PENTOMINOES, engine="frontier")
    assert is_solution(PENTOMINOES, next(iterator))
    del iterator
    assert threading.active_count() == before


def test_checkpoints_are_refused(tmp_path: Path) -> None:
    ways: tuple[dict[str, Any], ...] = ({"checkpoint": tmp_path / "state"}, {"resume": tmp_path / "state"})
    for how in ways:
        with pytest.raises(UnsupportedError, match="'frontier' keeps no checkpoints of a list"):
            listed(DOMINOES, **how)
    assert list(tmp_path.iterdir()) == []


def test_determinants_list_nothing() -> None:
    with pytest.raises(UnsupportedError, match="'kasteleyn' searches no tree"):
        listed(DOMINOES, "kasteleyn")


# Without an engine


@pytest.fixture
def graphs_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if searching took ages."""
    slow = (replace(engine, node_seconds=1.0, trial_nodes=5) for engine in engines_with("splittable"))
    use_engines(monkeypatch, *slow)


@pytest.mark.usefixtures("graphs_pay")
def test_a_graph_is_taken_where_it_pays(tmp_path: Path) -> None:
    want = set(listed(LOOSE, "dense")[1])
    answer, all_solutions = listed(LOOSE, None)
    assert (answer.engine, answer.status, set(all_solutions)) == ("frontier", Status.COMPLETE, want)
    assert answer.engine_reason == "it was done before a search by bitmask"
    # It is no use where a search may end early, goes on from a file, or has orbits to save work by.
    how: dict[str, Any]
    for how in (
        {"limits": Limits(solutions=10)},
        {"limits": Limits(nodes=1000)},
        {"checkpoint": tmp_path / "state"},
        {"unique": True},
    ):
        assert listed(LOOSE, None, **how)[0].engine != "frontier"
    impossible = Puzzle(rectangle(3, 3), (piece("d", "##", copies=(0, 9)),))
    assert listed(impossible, None)[0].engine != "frontier"


@pytest.mark.usefixtures("graphs_pay")
def test_a_graph_that_outgrows_memory_gives_way_to_a_search() -> None:
    answer, all_solutions = listed(PENTOMINOES, None, memory=LEAST_MEMORY)
    assert answer.engine != "frontier" and "frontier" not in answer.engine_reason
    assert (answer.status, answer.solutions, answer.note, len(all_solutions)) == (
        Status.COMPLETE,
        TOTAL,
        "",
        TOTAL,
    )


def test_where_a_search_is_quick_nothing_else_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(query: object) -> None:
        raise AssertionError("a forecast was made")

    monkeypatch.setattr("tilewright.solving.engines.frontier.sweep_size.forecast", never)
    assert listed(DOMINOES, None)[0].engine != "frontier"
