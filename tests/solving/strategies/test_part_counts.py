"""Counts of puzzles that fall apart: the parts' counts are multiplied."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.engine_cases import use_engines
from support.independent_counts import scattered_product
from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count
from tilewright.solving.engines.registry import engines_with
from tilewright.solving.steps import Limits, Progress, Status


def beside(puzzle: Puzzle, times: int, *, closed: int = 0) -> ExactCoverPuzzle:
    """Several of a puzzle at once, each with pieces of its own; the last ``closed`` have no solution."""
    problem = to_cover(puzzle).problem
    items, options = [], []
    names = [name.replace(" ", "") for name in problem.items]
    for k in range(times):
        extra = [f"{k}.closed", f"{k}.open"] if k >= times - closed else []
        items += [Item(f"{k}.{name}") for name in names] + [Item(name) for name in extra]
        for option in problem.options:
            uses = [(f"{k}.{names[item]}", "") for item, _ in option]
            options.append(Option([*uses, *((name, "") for name in extra)]))
        if extra:  # the two can only be covered together, and by one option of many
            options.append(Option([(extra[0], "")]))
    return ExactCoverPuzzle(items, options)


@pytest.fixture
def short_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """No part is complete after a moment."""
    use_engines(monkeypatch, *(replace(engine, trial_nodes=3) for engine in engines_with("splittable")))


def check_products(seed: int, components: int, items: int, repetitions: int) -> None:
    puzzle, _, expected = scattered_product(random.Random(seed), components, items, repetitions=repetitions)
    answer = count(puzzle, threads=1)
    assert (answer.status, answer.solutions) == (Status.COMPLETE, expected)
    assert answer.share == 1.0 and answer.engine
    again = count(puzzle, threads=2)
    assert (again.solutions, again.nodes, again.engine) == (expected, answer.nodes, answer.engine)


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(2, 12), st.integers(1, 3))
@settings(max_examples=25)
def test_random_products(seed: int, components: int, items: int, repetitions: int) -> None:
    check_products(seed, components, items, repetitions)


@pytest.mark.usefixtures("short_trials")
@pytest.mark.parametrize("seed", range(15))
def test_random_products_of_parts_that_are_raced(seed: int) -> None:
    check_products(seed, 3, 9, 3)


def test_what_no_other_way_counts() -> None:
    """Three boards with 9,356 solutions each: a search would visit each triple of them."""
    puzzle = beside(pentominoes(rectangle(10, 6)), 3)
    answer = count(puzzle)
    assert answer.solutions == 9356**3
    assert answer.engine_reason == "it has 3 parts that share no item: their counts are multiplied"
    once = count(beside(pentominoes(rectangle(10, 6)), 1))
    assert answer.nodes < 2 * once.nodes  # equal parts are counted once


def test_another_engine_confirms_it() -> None:
    puzzle = beside(Puzzle(rectangle(4, 5), (piece("d", "##", copies=10),)), 3)
    answer = count(puzzle, confirm=True)
    assert answer.solutions == 95**3 and answer.confirmed_by not in ("", answer.engine)


def test_a_part_without_solutions_ends_it() -> None:
    puzzle = beside(Puzzle(rectangle(6, 6), (piece("d", "##", copies=18),)), 3, closed=1)
    answer = count(puzzle)
    assert (answer.status, answer.solutions) == (Status.COMPLETE, 0)


def test_up_to_symmetry_with_labels_and_by_a_named_engine_nothing_is_multiplied() -> None:
    puzzle = beside(Puzzle(rectangle(2, 3), (piece("d", "##", copies=3),)), 2)
    for answer in (count(puzzle, unique=True), count(puzzle, labelled=True), count(puzzle, engine="dense")):
        assert answer.solutions == 9 and "multiplied" not in answer.engine_reason


def test_limits_and_cancellation() -> None:
    hard = beside(pentominoes(rectangle(10, 6)), 2)
    ended = count(hard, limits=Limits(seconds=0))
    assert (ended.status, ended.solutions) == (Status.LIMIT, None) and ended.share < 1
    pressed = threading.Event()
    pressed.set()
    assert count(hard, cancel=pressed).status is Status.CANCELLED


def test_progress_says_which_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    assert count(beside(pentominoes(rectangle(10, 6)), 2), threads=1, on_progress=seen.append).solutions
    assert {progress.words for progress in seen} == {"part 1 of 2"}  # the second is like the first
    assert all(0 <= progress.share <= 1 for progress in seen)
