"""A bound on holes: every engine counts what a plain search finds; each solution is one set of options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import HOLES, to_cover
from tilewright.formats import dlx, toml
from tilewright.formats.to_exact_cover import numbered_copies, to_exact_cover_puzzle
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.model.verification import Checker, faults
from tilewright.play.trace import SearchTrace
from tilewright.solving.api import count_by
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.infeasibility import why
from tilewright.testing import reference_count, reference_solutions

ROW = [(x, 0) for x in range(5)]


def in_a_row(max_holes: int | None, **copies: tuple[int, int]) -> Puzzle:
    """Sticks of 1, 2 and 3 cells in a row of five optional cells, which is its own mirror image."""
    sizes = {"one": 1, "two": 2, "three": 3}
    pieces = [Piece.of(name, ROW[: sizes[name]], copies=copy) for name, copy in copies.items()]
    return Puzzle(Board.of([], ROW), pieces, max_holes=max_holes)


@st.composite
def bounded(draw: st.DrawFn) -> Puzzle:
    """A few small pieces with a choice of copies, a board with optional cells, a bound on holes."""
    size = draw(st.sampled_from([(4, 1), (3, 2), (4, 2), (3, 3)]))
    cells = [(x, y) for x, y in product(*map(range, size)) if draw(st.integers(0, 7))] or [(0, 0)]
    optional = [cell for cell in cells if draw(st.integers(0, 3))]
    shapes = [ROW[:1], ROW[:2], ROW[:3], [(0, 0), (1, 0), (0, 1)]]
    pieces = []
    for number, shape in enumerate(draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=3))):
        low, high = sorted([draw(st.integers(0, 1)), draw(st.integers(1, 3))])
        pieces.append(Piece.of(f"P{number}", shape, copies=(low, high)))
    board = Board.of([cell for cell in cells if cell not in optional], optional)
    return Puzzle(board, pieces, max_holes=draw(st.integers(0, len(optional))))


@given(bounded())
def test_every_engine_counts_what_a_plain_search_finds(puzzle: Puzzle) -> None:
    expected = list(reference_solutions(puzzle))
    group, cover = symmetries(puzzle), to_cover(puzzle)
    orbits = len({group.canonical(solution) for solution in expected})
    labelled = reference_count(puzzle, labelled=True)
    for name, engine in ENGINES.items():
        if not (engine.can("counts") or engine.can("lists")) or engine.unsupported(cover.problem, ()):
            continue
        try:
            answer = tilewright.count(puzzle, engine=name, unique=True, labelled=True, threads=1)
        except UnsupportedError:  # the engine counts no orbits here
            answer = tilewright.count(puzzle, engine=name, symmetry=False, threads=1)
            assert answer.solutions == len(expected), name
            continue
        assert answer.solutions == len(expected), name
        assert (answer.up_to_symmetry, answer.labelled) == (orbits, labelled), name
    for solution in expected:
        options = cover.options(solution)
        cover.problem.check_solution(options)
        assert cover.solution(options) == solution


@given(bounded())
def test_other_questions_know_the_bound(puzzle: Puzzle) -> None:
    expected = list(reference_solutions(puzzle))
    by_copies = Counter(solution.used().get("P0", 0) for solution in expected)
    distribution = count_by(puzzle, "P0", threads=1)
    assert {n: often for n, often in enumerate(distribution.counts) if often} == by_copies
    forced = tilewright.forced(puzzle, threads=1)
    if expected:
        placements: list[set[Placement]] = [set(solution.placements) for solution in expected]
        assert set(forced.always) == set.intersection(*placements)
        assert set(forced.never) == set(to_cover(puzzle).placements) - placements[0].union(*placements)
        assert why(puzzle) is None
    assert set(tilewright.sample(puzzle, 2, threads=1).solutions) <= set(expected)
    assert tilewright.count(to_exact_cover_puzzle(puzzle)).solutions == len(expected)
    assert toml.loads(toml.dumps(puzzle)) == puzzle


@given(bounded(), st.data())
def test_the_verifier_counts_the_empty_cells(puzzle: Puzzle, data: st.DataObject) -> None:
    free = replace(puzzle, max_holes=None)
    solutions = list(reference_solutions(free))
    if not solutions:
        return
    solution = data.draw(st.sampled_from(solutions))
    holes = len(puzzle.board.cells) - sum(len(placement.cells) for placement in solution)
    assert puzzle.max_holes is not None
    allowed = holes <= puzzle.max_holes
    assert Checker(puzzle).accepts(solution) == allowed
    words = f"{holes} hole{'s'[: holes != 1]} in the optional cells; at most {puzzle.max_holes} allowed"
    wrong = [] if allowed else [words]
    assert faults(puzzle, solution) == wrong


def test_holes_in_a_row() -> None:
    """Sticks of 2 and 3 in a row of five: 2 ways with both, 4 + 3 with one, 3 with two of 2, 1 with none."""
    counts = [tilewright.count(in_a_row(n, two=(0, 2), three=(0, 1))).solutions for n in range(6)]
    assert counts == [2, 5, 8, 12, 12, 13]
    assert tilewright.count(in_a_row(None, two=(0, 2), three=(0, 1))).solutions == 13
    both = in_a_row(1, two=(0, 2), three=(0, 1))
    assert tilewright.count(both, unique=True).up_to_symmetry == 3


def test_the_bound_is_left_to_the_numbers_of_copies_where_it_can_be() -> None:
    alone = in_a_row(2, two=(0, 2))
    assert alone.least_copies == {"two": 2} and HOLES not in to_cover(alone).keys
    several = to_cover(in_a_row(1, two=(0, 2), three=(0, 1)))
    assert HOLES in several.keys and several.holes == tuple(ROW)
    filled = to_cover(in_a_row(0, one=(0, 3), two=(0, 2)))
    assert HOLES not in filled.keys and filled.problem.bounds[:5] == ((1, 1),) * 5
    assert HOLES not in to_cover(in_a_row(5, two=(0, 2), three=(0, 1))).keys


def test_too_few_cells_of_pieces_are_a_reason() -> None:
    puzzle = in_a_row(1, two=(0, 1), one=(0, 1))
    assert not puzzle.areas_fit and tilewright.count(puzzle).solutions == 0
    reason = why(puzzle)
    assert reason is not None
    assert "all pieces together have 3 cells, the board has 4 to 5 cells to fill" in str(reason)


def test_formats_of_items_have_an_item_for_the_holes() -> None:
    puzzle = in_a_row(2, two=(0, 2), three=(0, 1))
    text = dlx.dumps(puzzle)
    assert "holes" in text and tilewright.count(dlx.loads(text)).solutions == 8
    with pytest.raises(UnsupportedError, match="holes cannot be numbered as copies are"):
        numbered_copies(puzzle)
    one = in_a_row(1, one=(0, 1), two=(0, 1), three=(0, 1))
    assert tilewright.count(numbered_copies(one)).solutions == tilewright.count(one, labelled=True).labelled


def test_a_search_step_by_step_leaves_cells_empty() -> None:
    window = SearchTrace(in_a_row(1, two=(0, 2), three=(0, 1))).window(0, 200)
    assert window.ended and window.steps[-1].solutions == 5
    sentences = {step.sentence for step in window.steps}
    assert any(text.startswith("Leave ") for text in sentences)
    assert any(text.startswith("Do not leave ") for text in sentences)
    trace = SearchTrace(in_a_row(1, two=(0, 2), three=(0, 1)))
    for start in range(0, 100, 7):
        placed = [cell for placement in trace.window(start, 1).placed for cell in placement.cells]
        assert len(set(placed)) == len(placed)


@pytest.mark.parametrize("bound", [-1, 1.5, True, "2"])
def test_what_is_no_bound(bound: object) -> None:
    with pytest.raises(PuzzleError, match="expected None or a whole number from 0"):
        replace(in_a_row(1, one=(0, 1)), max_holes=bound)  # type: ignore[arg-type]


def test_options_of_a_solution_and_their_costs_include_holes() -> None:
    puzzle = in_a_row(2, two=(0, 2), three=(0, 1))
    priced = replace(puzzle, pieces=tuple(replace(piece, cost=7) for piece in puzzle.pieces))
    cover = to_cover(priced)
    assert str(HOLES) == "holes" and "holes" in cover.problem.items
    assert cover.problem.costs == (*[7] * len(cover.placements), *[0] * len(cover.holes))
    solutions = list(reference_solutions(priced))
    assert solutions
    for solution in solutions:
        options = cover.options(solution)
        cover.problem.check_solution(options)
        assert cover.solution(options).placements == solution.placements
