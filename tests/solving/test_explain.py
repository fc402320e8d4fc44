"""The plan for a question as a tree: its numbers are those that the planner decides by, and of the run."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given

from tilewright import (
    Board,
    Piece,
    Puzzle,
    Status,
    count,
    explain,
    load,
    load_puzzle,
    optimise,
    pieces,
)
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.solving.driver import run
from tilewright.solving.engines.registry import choose
from tilewright.solving.explanation import UNKNOWN, Explanation, PlanNode
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Count, Options, Query
from tilewright.solving.steps import Cancelled, Effort
from tilewright.solving.strategies.counting import SHARE_BY_WEIGHTS
from tilewright.testing import noted, puzzles, reference_count


def nodes(explained: Explanation) -> Iterator[PlanNode]:
    """All nodes of the plan."""
    waiting = [explained.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children


def steps(explained: Explanation) -> list[str]:
    return sorted(node.step for node in nodes(explained) if node.step)


def node(explained: Explanation, step: str) -> PlanNode:
    return next(one for one in nodes(explained) if one.step == step)


PENTOMINOES = "catalog:pentominoes-6x10"


def test_a_search_is_expected_to_take_what_the_race_expects_of_it() -> None:
    puzzle = load(PENTOMINOES)
    explained = explain(puzzle, "count", threads=1)
    assert steps(explained) == ["rival", "search", "trial"]
    prepared = prepare(Query(puzzle, Count()))
    engine = choose(prepared.cover.problem).engine
    work, expected = prepared.search_work(engine), node(explained, "search").expected
    assert expected is not None
    assert (expected.amount, expected.seconds) == (work.nodes, work.seconds)
    assert (work.folds, node(explained, "search").engine) == (4, engine.name)
    rival = node(explained, "rival").expected
    assert rival is not None and rival.amount == prepared.forecast.states * SHARE_BY_WEIGHTS


def test_each_step_says_what_it_took() -> None:
    explained = explain(load(PENTOMINOES), "count", run=True, threads=1, engine="dense")
    assert explained.answer.solutions == 9356
    efforts = [effort for one in nodes(explained) for effort in one.actual]
    assert {effort.step for effort in efforts} == {"trial", "search"}
    assert node(explained, "search").actual[0].amount == explained.answer.nodes
    assert node(explained, "search").actual[0].status is Status.COMPLETE


@pytest.mark.parametrize("threads", [1, 2])
def test_in_a_race_the_winner_has_the_effort_of_the_answer(threads: int) -> None:
    explained = explain(load(PENTOMINOES), "count", run=True, threads=threads)
    trial, search, rival = (node(explained, step).actual for step in ("trial", "search", "rival"))
    won = [one[-1] for one in (trial, search, rival) if one and one[-1].status is Status.COMPLETE]
    assert [(one.engine, one.amount) for one in won] == [(explained.answer.engine, explained.answer.nodes)]


def test_a_count_without_a_search() -> None:
    explained = explain(load("catalog:dominoes-8x8"), "count", run=True)
    assert (steps(explained), explained.root.engine) == (["count"], "kasteleyn")
    assert explained.answer.solutions == 12_988_816
    others = {one.engine: one for one in explained.alternatives}
    assert others["dense"].expected is not None and others["reference"].expected is None
    assert "kasteleyn" not in others and others["profile-sweep"].expected is not None


@pytest.mark.parametrize(
    ("wrap", "words"),
    [
        (Wrap.CYLINDER, "the graph of them is planar: determinants"),
        (Wrap.TORUS, "joined sides: Pfaffians count"),
        (Wrap.KLEIN, "joined sides: Pfaffians count"),
    ],
)
def test_dominoes_on_a_surface(wrap: Wrap, words: str) -> None:
    cells = [(x, y) for x in range(9) for y in range(8) if (x, y) not in ((0, 0), (5, 2))]
    domino = Piece.of("domino", "##", copies=(0, 40))
    puzzle = Puzzle(Board.of(cells, surface=Surface(wrap, 9, 8)), [domino])
    node = explain(puzzle, "count").root
    assert node.engine == "kasteleyn" and words in node.reason
    answer = count(puzzle, confirm=True)
    assert answer.engine == "kasteleyn"
    assert answer.confirmed_by == "frontier"
    assert (answer.solutions or 0) > 10**7


def test_up_to_symmetry_each_class_is_counted() -> None:
    explained = explain(load("catalog:dominoes-8x8"), "count", unique=True, run=True)
    assert "Burnside" in explained.root.words and len(explained.root.actual) > 1
    assert explained.answer.up_to_symmetry == 1_629_189


def test_parts_are_counted_and_multiplied() -> None:
    board = Board([(x + dx, y) for dx in (0, 10, 20) for x in range(4) for y in range(3)])
    puzzle = Puzzle(board, [Piece("domino", [(0, 0), (1, 0)], min_copies=18, max_copies=18)])
    explained = explain(puzzle, "count", run=True)
    assert explained.root.step == "part"
    assert [child.words for child in explained.root.children] == [
        "the count of a part with 17 options, for 3 alike"
    ]
    assert explained.answer.solutions == 11**3 == count(puzzle).solutions
    assert "3 parts that share no item" in explained.facts


def test_no_search_where_there_is_a_reason() -> None:
    board, domino = Board([(x, y) for x in range(3) for y in range(3)]), [(0, 0), (1, 0)]
    puzzle = Puzzle(board, [Piece("domino", domino, min_copies=4, max_copies=4)])
    explained = explain(puzzle, "all", run=True)
    assert explained.root.words == "no search" and "no solution exists: " in explained.root.reason
    assert explained.answer.solutions == 0 and explained.alternatives == ()


def test_a_search_for_one_solution_without_a_tree() -> None:
    explained = explain(load("catalog:hexominoes-knight"))
    assert (explained.root.step, explained.root.engine) == ("first", "restarts")
    assert "tree" in explained.root.children[0].words


def test_optimise() -> None:
    puzzle = load_puzzle(PENTOMINOES)
    explained = explain(puzzle, "optimise", run=True)
    assert steps(explained) == ["sweep"] and explained.question.startswith("find the least cost of ")
    assert explained.answer.cost == optimise(puzzle).cost == 0
    assert explained.root.actual[0].amount == explained.answer.states


def test_a_long_optimum_has_a_step_that_looks_for_a_reason() -> None:
    explained = explain(load("catalog:dominoes-8x8"), "optimise", run=True, threads=1)
    assert steps(explained) == ["sweep"]
    explained = explain(
        Puzzle.of(Board.rectangle(12, 12), pieces.dominoes(72)), "optimise", run=True, threads=1
    )
    assert steps(explained) == ["proof", "sweep"] and explained.answer.cost == 0
    assert node(explained, "proof").actual


def test_a_plan_is_not_known_where_there_is_no_time() -> None:
    explained = explain(load(PENTOMINOES), "count", seconds=0.0)
    assert explained.status is Status.LIMIT and explained.root.words.startswith("not known")
    assert "Measuring reached its limit of time: some numbers are missing." in str(explained)
    cancel = threading.Event()
    cancel.set()
    explained = explain(load(PENTOMINOES), "count", run=True, cancel=cancel)
    assert explained.status is Status.CANCELLED and explained.answer is None
    assert "Measuring was stopped: some numbers are missing." in str(explained)


def test_a_run_translates_the_puzzle_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted_calls(puzzle: AnyPuzzle) -> Cover:
        calls.append(puzzle)
        return to_cover(puzzle)

    monkeypatch.setattr("tilewright.solving.facts.to_cover", counted_calls)
    explained = explain(load("catalog:pentominoes-4x15"), "count", run=True, seconds=0.0)
    assert (len(calls), explained.answer.solutions, explained.facts) == (1, 1472, ())


def test_a_step_that_finds_the_one_solution_is_complete() -> None:
    explained = explain(load(PENTOMINOES), "first", run=True, threads=1)
    assert [one.status for one in node(explained, "trial").actual] == [Status.COMPLETE]
    assert "limit" not in str(explained)


def test_a_run_shows_its_plan_where_there_was_no_time_to_measure_it() -> None:
    explained = explain(load("catalog:pentominoes-3x20"), "count", run=True, seconds=0.0, threads=1)
    assert explained.status is Status.LIMIT and explained.answer.solutions == 8
    assert node(explained, "trial").actual and UNKNOWN not in str(explained)


@pytest.mark.parametrize(("threads", "words"), [(1, "in turns until"), (2, "both at the same time, until")])
def test_a_race_on_several_threads_takes_no_turns(threads: int, words: str) -> None:
    explained = explain(load("catalog:pentominoes-3x20"), "count", threads=threads)
    assert f"a race, {words} one of the two is done" in str(explained)


def test_a_trial_of_a_small_tree_is_expected_to_see_no_more_than_that() -> None:
    explained = explain(load("catalog:dominoes-4x4"), "all", threads=1)
    trial, search = node(explained, "trial").expected, node(explained, "search").expected
    assert trial is not None and search is not None and trial.amount <= search.amount


def test_copies_that_may_be_left_over_are_counted_without_symmetry() -> None:
    explained = explain(load("catalog:monomer-dimer-4x4"), "count", labelled=True, threads=1)
    rival = node(explained, "rival")
    assert rival.words == "a count without listing, by how many copies of each piece are used,"
    assert "takes its place" not in rival.reason


def test_a_question_that_is_none() -> None:
    with pytest.raises(UnsupportedError, match="the question is 'solve'; expected first, all"):
        explain(load(PENTOMINOES), "solve")


def test_as_text_and_in_notebooks() -> None:
    puzzle = replace(load_puzzle("catalog:pentominoes-3x20"), title="<3 & 20>")
    explained = explain(puzzle, "count", run=True, threads=1)
    text = str(explained)
    assert text.splitlines()[0] == "Count the solutions of '<3 & 20>' (60 cells, 12 pieces)"
    assert "took: 28,669 nodes" in text and "took: nothing, as it was not begun" in text
    assert "&lt;3 &amp; 20&gt;" in explained._repr_html_()
    assert repr(explained).startswith("<Explanation status=complete, count the solutions of '<3 & 20>'")
    assert json.loads(json.dumps(explained.to_dict()))["plan"]["children"][0]["step"] == "trial"


Questions = Literal["first", "all", "count"]


@given(puzzles())
def test_the_run_of_a_plan_finds_what_others_find(puzzle: Puzzle) -> None:
    noted(puzzle)
    expected: dict[str, Any] = {"first": min(1, reference_count(puzzle))}
    for question in ("first", "all", "count"):
        explained = explain(puzzle, question, run=True, threads=1)
        assert explained.answer.solutions == expected.get(question, reference_count(puzzle))
        assert str(explained) and explained.status is Status.COMPLETE


def test_a_search_that_ends_while_it_is_set_up_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    def cancelled(*_: object) -> float:
        raise Cancelled(Status.LIMIT)

    monkeypatch.setattr("tilewright.solving.search.orbits.orbit_tasks", cancelled)
    prepared = prepare(Query(load(PENTOMINOES), Count(), Options("dense")))
    run(prepared, plan(prepared))
    efforts = [(effort.step, effort.status) for effort in prepared.loop.efforts]
    assert efforts == [("trial", None), ("search", Status.LIMIT)]


def test_steps_of_engines_without_a_tree_are_states() -> None:
    board = Board([(x + dx, y) for dx in (0, 20) for x in range(10) for y in range(8)])
    small = [Piece("domino", [(0, 0), (1, 0)], max_copies=80), Piece("one", [(0, 0)], max_copies=160)]
    text = str(
        explain(Puzzle(board, [replace(one, min_copies=0) for one in small]), "count", run=True, threads=1)
    )
    assert re.search(r"took: [\d,]+ states, .* by (frontier|profile-sweep)", text)
    both = Effort("part", "dense", 3, 0.0, 1.0, None), Effort("part", "frontier", 1, 0.0, 1.0, None)
    assert "took: 3 nodes and 1 state, 0 ms, by dense and frontier" in "".join(
        PlanNode("parts", "part", actual=both).lines(was_run=True, width=80)
    )
