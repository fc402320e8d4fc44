"""Every way to a search asks first whether it is plain that there is no solution."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from support.cover_strategies import problems
from support.puzzle_cases import drawn, piece, rectangle
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Board, Puzzle
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.solving import api
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.infeasibility import why
from tilewright.solving.steps import Limits, Status

IMPOSSIBLE: dict[str, AnyPuzzle] = {
    "areas": Puzzle(rectangle(7, 3), (piece("d", "##", copies=9), piece("e", "#", copies=1))),
    "uncoverable cell": Puzzle(Board.of((*drawn("###"), (9, 9))), (piece("d", "##", copies=2),)),
    "unplaceable piece": Puzzle(rectangle(3, 3), (piece("i", "####"), piece("e", "#", copies=5))),
    "uncoverable item": ExactCoverPuzzle((Item("a"), Item("b")), (Option((("a", ""),)),)),
}
"""Puzzles of each kind of simple reason."""

PARITY = Puzzle(rectangle(14, 14), (piece("l", "### #..", copies=49),))
"""An odd number of L-tetrominoes, on a striped board: no simple reason, and a search that never ends."""

QUESTIONS: dict[str, Callable[..., Any]] = {
    "count": api.count,
    "count_by": lambda puzzle, **given: api.count_by(puzzle, puzzle.pieces[0].name, **given),
    "count_modulo": lambda puzzle, **given: api.count_modulo(puzzle, 7, **given),
    "estimate": lambda puzzle, **given: api.estimate(puzzle, **given).counted,
    "first": lambda puzzle, **given: _listed(api.first(puzzle, **given)),
    "forced": api.forced,
    "optimise": api.optimise,
    "sample": lambda puzzle, **given: api.sample(puzzle, 3, **given),
    "solutions": lambda puzzle, **given: _listed(*api.solutions(puzzle, **given)),
    "solve": lambda puzzle, **given: api.solve(puzzle, sink=_listed, **given),
}
"""All questions of the API; None for an answer without a proof."""
OTHERS = {"Answer", "Forced", "Kept", "confirm", "forecast", "optimize", "unsupported_by"}


def _listed(*values: object) -> None:
    assert values in ((), (None,))


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search or a sweep that is begun fails the test."""

    def begun(*_: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr(Engine, "start", begun)
    monkeypatch.setattr(SweepQuery, "start", begun)


def questions() -> list[tuple[str, AnyPuzzle, str]]:
    return [
        (kind, puzzle, name)
        for kind, puzzle in IMPOSSIBLE.items()
        for name in QUESTIONS
        if name != "count_by" or puzzle.pieces
    ]


def test_all_questions_are_tested() -> None:
    assert QUESTIONS.keys() | OTHERS == set(api.__all__)


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize(("kind", "puzzle", "name"), questions())
def test_no_question_is_searched(kind: str, puzzle: AnyPuzzle, name: str) -> None:
    answer = QUESTIONS[name](puzzle)
    if answer is None:
        return
    effort = answer.states if hasattr(answer, "states") else answer.nodes
    assert (answer.status, effort) == (Status.COMPLETE, 0)
    reason = why(puzzle)
    assert reason is not None
    assert (reason.kind, answer.proof) == (kind, reason.sentence)
    fields = {
        name: getattr(answer, name) for name in ("solutions", "solution", "total") if hasattr(answer, name)
    }
    assert not any(fields.values()), fields


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("puzzle", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_options_change_nothing(puzzle: AnyPuzzle, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    for engine in (engine for name, engine in ENGINES.items() if not api.unsupported_by(name, puzzle)):
        if engine.can("counts"):
            assert api.count(puzzle, engine=engine.name).proof
        if engine.can("splittable") or engine.can("lists"):
            assert api.solve(puzzle, sink=_listed, engine=engine.name).proof
    answers = [
        api.count(puzzle, unique=True, labelled=True),
        api.count(puzzle, checkpoint=saved),
        api.solve(puzzle, sink=_listed, checkpoint=saved, limits=Limits(solutions=1)),
        api.solve(puzzle, sink=_listed, symmetry=False, threads=3, limits=Limits(solutions=2)),
        *tilewright.count_all([puzzle, puzzle], threads=2),
    ]
    assert all(answer.proof and answer.nodes == 0 for answer in answers)
    assert not saved.exists()
    estimate = api.estimate(puzzle, engine="sequential-monte-carlo", seconds=600)
    assert estimate.counted is not None and estimate.counted.proof


@pytest.mark.usefixtures("no_search")
@pytest.mark.parametrize("puzzle", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("engine", [None, "dense"])
def test_no_run_is_searched(puzzle: AnyPuzzle, engine: str | None) -> None:
    new = new_run(puzzle, RunQuestion(keep=True, engine=engine))
    reason = why(puzzle)
    assert reason is not None
    assert (new.proof, new.tasks) == (reason.sentence, ())


def test_long_searches_are_refuted_after_a_short_one() -> None:
    reason = why(PARITY)
    assert reason is not None
    sentences = {
        api.count(PARITY, limits=Limits(nodes=10**7)).proof,
        api.forced(PARITY).proof,
        new_run(PARITY, RunQuestion(keep=False)).proof,
    }
    assert sentences == {reason.sentence}


def test_a_search_with_a_checkpoint_is_refuted(tmp_path: Path) -> None:
    answer = api.solve(PARITY, sink=_listed, checkpoint=tmp_path / "saved")
    assert answer.proof and answer.nodes == 0 and not (tmp_path / "saved").exists()


def test_what_can_be_is_searched() -> None:
    possible = Puzzle(rectangle(8, 8), (piece("d", "##", copies=32),))
    new = new_run(possible, RunQuestion(keep=False))
    assert new.proof == "" and new.tasks


def fewest(problem: CoverProblem, chosen: tuple[int, ...]) -> bool:
    """Whether an item lacks options, one by one."""
    covered = [item for option in chosen for item, _ in problem.options[option]]
    full = [
        item for item in covered if item >= problem.primary or covered.count(item) >= problem.bounds[item][1]
    ]
    left = [
        option
        for number, option in enumerate(problem.options)
        if number in chosen or not any(item in full and not colour for item, colour in option)
    ]
    return any(
        sum(any(use[0] == item for use in option) for option in left) < least
        for item, (least, _) in enumerate(problem.bounds)
    )


@given(problem=problems(), data=st.data())
def test_uncoverable_items(problem: CoverProblem, data: st.DataObject) -> None:
    assert problem.has_uncoverable_item() == fewest(problem, ())
    if problem.options:
        chosen = data.draw(st.integers(0, len(problem.options) - 1))
        if problem.has_uncoverable_item((chosen,)):
            assert fewest(problem, (chosen,))
