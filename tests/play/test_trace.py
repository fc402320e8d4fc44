"""The search that is watched: the tree of the definition, step by step, and any window of it."""

from __future__ import annotations

import threading
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.catalogue import load
from tilewright.errors import GameError
from tilewright.exact_cover.translation import to_cover
from tilewright.generators.queens import langford, queens
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.play.trace import KINDS, MAX_STEPS, MAX_WINDOW, SearchStep, SearchTrace
from tilewright.solving.engines import reference
from tilewright.solving.steps import Limits, Status

pytestmark = pytest.mark.usefixtures("still_clock")

FREE = Limits()
MOST_NODES = 800


@st.composite
def item_puzzles(draw: st.DrawFn) -> ExactCoverPuzzle:
    """Items with multiplicities, also 0, and colours on secondary ones."""
    items = []
    for number in range(draw(st.integers(1, 4))):
        least, more = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        items.append(Item(f"p{number}", least, least + more))
    secondary = [Item(f"s{number}", primary=False) for number in range(draw(st.integers(0, 2)))]
    options = []
    for number in range(draw(st.integers(0, 7))):
        values = draw(st.sets(st.sampled_from(items), min_size=1))
        uses = [(item.name, "") for item in values]
        uses += [
            (item.name, draw(st.sampled_from(["", "a", "b"]))) for item in secondary if draw(st.booleans())
        ]
        options.append(Option(tuple(sorted(uses)), f"o{number}"))
    return ExactCoverPuzzle((*items, *secondary), tuple(options))


def check_steps(puzzle: AnyPuzzle) -> None:
    """The steps have as many nodes and just the solutions of the definition, and lay and lift in order."""
    cover = to_cover(puzzle)
    tree = reference.walk(cover.problem, reference.start_node(cover.forced))
    visits = list(islice(tree, MOST_NODES))
    if len(visits) == MOST_NODES:
        return
    window = SearchTrace(puzzle).window(0, MAX_WINDOW, FREE)
    assert (window.status, window.ended) == (Status.COMPLETE, True)
    laid: list[Placement | Cell] = list(window.placed)  # and the cells that are left empty
    assert laid == [cover.placements[option] for option in cover.forced]
    start, placements, before = len(laid), list[frozenset[Placement]](), SearchStep(-1, "", 0, 0, 0)
    for step in window.steps:
        assert step.kind in KINDS and step.sentence
        assert step.number == before.number + 1
        assert before.nodes <= step.nodes <= before.nodes + 1
        taken = step.placement or step.hole
        if step.kind == "try":
            assert taken is not None
            laid.append(taken)
        elif step.kind == "back":
            assert laid.pop() == taken
        elif step.kind == "solution":
            placements.append(frozenset(one for one in laid if isinstance(one, Placement)))
        elif step.kind == "choose":
            assert step.ways > 0 and step.key is not None
        assert step.depth == len(laid) - start
        assert step.solutions == len(placements)
        before = step
    assert before.kind == "end"
    assert before.nodes == sum(visit is None for visit in visits)
    expected = [cover.solution(options).placements for options in visits if options is not None]
    assert sorted(map(sorted_places, placements)) == sorted(map(sorted_places, expected))


def sorted_places(placements: object) -> list[tuple[object, str]]:
    assert isinstance(placements, frozenset | tuple)
    return sorted(placement.sort_key for placement in placements)


@given(puzzles())
def test_steps_by_definition(puzzle: Puzzle) -> None:
    check_steps(puzzle)


@given(item_puzzles())
def test_steps_with_multiplicities_and_colours(puzzle: ExactCoverPuzzle) -> None:
    check_steps(puzzle)


@pytest.mark.parametrize(
    "puzzle",
    [queens(4), langford(3), load("tetrominoes-any-4x4"), load("tetrominoes-4x5")],
    ids=lambda puzzle: puzzle.title,
)
def test_steps_of_other_kinds_of_puzzles(puzzle: AnyPuzzle) -> None:
    check_steps(puzzle)


FIVE_TETROMINOES = load("tetrominoes-4x5")
WHOLE = SearchTrace(FIVE_TETROMINOES).window(0, 400, FREE)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 300), st.integers(1, 50)), min_size=1, max_size=6))
def test_windows_in_any_order(asked: list[tuple[int, int]]) -> None:
    watched = SearchTrace(FIVE_TETROMINOES)
    for start, count in asked:
        window = watched.window(start, count, FREE)
        assert window.steps == WHOLE.steps[start : start + count]
        laid = list[Placement]()
        for step in WHOLE.steps[:start]:
            if step.kind == "try" and step.placement is not None:
                laid.append(step.placement)
            elif step.kind == "back":
                laid.pop()
        assert window.placed == tuple(laid)


def test_sentences() -> None:
    bars = Puzzle(rectangle(2, 2), (piece("bar", "##", 2),))
    assert [step.sentence for step in SearchTrace(bars).window(0, 100).steps] == [
        "Choose the cell 0,0: it has the fewest options (2).",
        "Place bar on 0,0 1,0.",
        "Choose the cell 0,1: it has the fewest options (1).",
        "Place bar on 0,1 1,1.",
        "Solution 1.",
        "Lift bar on 0,1 1,1.",
        "Lift bar on 0,0 1,0.",
        "Place bar on 0,0 0,1.",
        "Choose the cell 1,0: it has the fewest options (1).",
        "Place bar on 1,0 1,1.",
        "Solution 2.",
        "Lift bar on 1,0 1,1.",
        "Lift bar on 0,0 0,1.",
        "End of the search: 2 solutions, 5 nodes.",
    ]


def test_limits_and_cancellation() -> None:
    puzzle = load("pentominoes-6x10")
    watched = SearchTrace(puzzle)
    cancelled = threading.Event()
    cancelled.set()
    stopped = watched.window(0, 100, FREE, cancelled)
    assert (stopped.status, stopped.steps) == (Status.CANCELLED, ())
    late = watched.window(100, 5, Limits(seconds=0.0))
    assert (late.status, late.steps, late.ended) == (Status.LIMIT, (), False)
    assert len(watched.window(0, 100, FREE).steps) == 100


@pytest.mark.parametrize(("start", "count"), [(-1, 5), (0, 0), (0, MAX_WINDOW + 1), (MAX_STEPS, 1)])
def test_invalid_windows_are_errors(start: int, count: int) -> None:
    with pytest.raises(GameError):
        SearchTrace(load("some-pentominoes-3x5")).window(start, count)


def test_no_steps_after_the_end() -> None:
    bars = Puzzle(rectangle(2, 2), (piece("bar", "##", 2),))
    window = SearchTrace(bars).window(100, 10)
    assert (window.steps, window.ended, window.placed) == ((), True, ())
