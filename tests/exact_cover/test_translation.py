from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from support.puzzle_cases import drawn, laid_everywhere, piece, priced_puzzles, puzzles, rectangle
from tilewright import testing
from tilewright.errors import PuzzleError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Holes, Junction, to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import STICK, Cell
from tilewright.model.puzzle import MAX_COST, Board, Piece, Placement, Puzzle, Solution
from tilewright.solving.engines.reference import solutions
from tilewright.testing import reference_solutions


def test_pieces_whose_number_cannot_be_wrong_are_no_items() -> None:
    domino = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),))
    assert len(to_cover(domino).problem.items) == 16
    many = Puzzle(rectangle(3, 1), (piece("a", "#", copies=(0, 3)), piece("b", "##", copies=(0, 1))))
    assert to_cover(many).problem.items[3:] == ("b",)
    too_many = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=9),))
    assert to_cover(too_many).problem.bounds[-1] == (9, 9)


def test_pieces_without_copies_are_neither_items_nor_options() -> None:
    none, some = piece("none", "###", copies=(0, 0)), piece("some", "##", copies=2)
    cover = to_cover(Puzzle(rectangle(4, 1), (none, some)))
    assert {placement.piece for placement in cover.placements} == {"some"}
    assert len(cover.problem.items) == 4  # the number of the only piece cannot be wrong


def test_which_numbers_cannot_be_wrong() -> None:
    enough = Puzzle(rectangle(5, 1), (piece("o", "#", copies=5), piece("I", "##", copies=(0, 3))))
    assert to_cover(enough).keys[5:] == ("o",)
    other = Puzzle(rectangle(3, 1), (piece("I", "##", copies=(1, 2)), piece("o", "#", copies=(0, 1))))
    assert to_cover(other).keys[3:] == ("I", "o")


@given(testing.puzzles())
def test_options_cover_what_their_placements_cover(puzzle: Puzzle) -> None:
    """On all lattices: cells, pieces that are items, and junctions that two placements pass."""
    cover = to_cover(puzzle)

    def place(placement: Placement) -> tuple[str, tuple[Cell, ...]]:
        return placement.piece, placement.cells

    laid = sorted(laid_everywhere(puzzle), key=place)
    assert cover.puzzle is puzzle and sorted(cover.placements, key=place) == laid
    passed = [
        set() if puzzle.crossings else set(puzzle.lattice.passed(placement.cells))
        for placement in cover.placements
    ]
    shared = {point for k, points in enumerate(passed) for other in passed[:k] for point in points & other}
    assert [key for key in cover.keys if isinstance(key, Junction)] == [Junction(at) for at in sorted(shared)]
    wanted = [
        {*placement.cells, placement.piece, *(Junction(at) for at in points & shared)} & set(cover.keys)
        for placement, points in zip(cover.placements, passed, strict=True)
    ]
    wanted += [{cell, Holes()} for cell in cover.holes]
    assert [{cover.keys[item] for item, _ in option} for option in cover.problem.options] == wanted
    for option in cover.problem.options:
        assert list(option) == sorted(option) and not any(colour for _, colour in option)


def test_junctions_are_items_where_two_placements_pass() -> None:
    size = range(0, 9, 2)
    cells = [(x + 1, y) for x in size[:-1] for y in size] + [(x, y + 1) for x in size for y in size[:-1]]
    long = Piece.of("I", [(1, 0), (3, 0)], lattice=STICK, copies=(0, 20))
    puzzle = Puzzle(Board.of([], cells), (long,), lattice=STICK, crossings=False)
    inner = [(x, y) for x in size[1:-1] for y in size[1:-1]]
    rows = [key.at for key in to_cover(puzzle).keys if isinstance(key, Junction)]
    assert rows == sorted(inner)


def test_a_puzzle_without_cells_is_its_own_cover() -> None:
    items = [Item("p"), Item("q", 0, 2), Item("s", primary=False), Item("t", primary=False)]
    options = [
        Option([("s", "red"), ("q", ""), ("p", "")], "A", 5),
        Option([("p", ""), ("t", "blue")], "B", -1),
    ]
    options.append(Option([("q", ""), ("s", "blue"), ("t", "")], "C"))
    puzzle = ExactCoverPuzzle(items, options)
    cover = to_cover(puzzle)
    assert cover.problem == CoverProblem(
        ("p", "q", "s", "t"),
        ((1, 1), (0, 2)),
        (((0, 0), (1, 0), (2, 1)), ((0, 0), (3, 2)), ((1, 0), (2, 2), (3, 0))),
        costs=(5, -1, 0),
    )
    assert cover.puzzle is puzzle and cover.forced == () and cover.keys == ()
    assert tuple(cover.placements) == tuple(puzzle.placement(number) for number in range(3))
    free = ExactCoverPuzzle(items, [replace(option, cost=0) for option in options])
    assert to_cover(free).problem.costs == ()


def test_found_solutions_know_their_puzzle_and_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 2), (piece("I", "##", copies=2),))
    cover = to_cover(puzzle)
    right = next(solutions(cover.problem, cover.forced))
    assert cover.solution(right).puzzle is puzzle
    assert list(cover.verified("test", [right])) == [cover.solution(right)]
    with pytest.raises(RuntimeError) as refused:
        list(cover.verified("test", [right, right[:1]]))
    missing = [cell for cell in puzzle.board.required if cell not in cover.placements[right[0]].cells]
    wrong = "; ".join(f"cell {cell} is not covered" for cell in missing)
    wrong += "; piece 'I' is used 1 time; expected 2"
    assert str(refused.value) == f"the engine 'test' gave a wrong solution: {wrong}"
    monkeypatch.setattr("tilewright.model.verification.faults", lambda puzzle, solution: [])
    with pytest.raises(RuntimeError) as refused:
        list(cover.verified("test", [right[:1]]))
    assert str(refused.value).endswith("gave a wrong solution: the fast checker refuses it")


def test_pieces_that_may_stay_out_are_secondary_when_they_can_be() -> None:
    board = Board.of([(0, 0), (1, 0)], [(2, 0)])
    inside = Puzzle(board, (piece("a", "##", copies=(0, 1)), piece("b", "#", copies=(0, 2))))
    problem = to_cover(inside).problem
    assert problem.bounds == ((1, 1), (1, 1), (0, 2))  # b may lie on the optional cell alone
    assert problem.items == ("(0, 0)", "(1, 0)", "b", "a", "(2, 0)")


@given(puzzles())
def test_covers_are_the_puzzles_solutions(puzzle: Puzzle) -> None:
    """The reference goes from cell to cell and knows no item."""
    cover = to_cover(puzzle)
    if len(cover.placements) > 28:
        return
    all_solutions = {cover.solution(options) for options in solutions(cover.problem, cover.forced)}
    assert all_solutions == set(reference_solutions(puzzle))
    for solution in all_solutions:
        assert cover.solution(cover.options(solution)) == solution
        assert solution == Solution.of(reversed(solution.placements))


@given(puzzles())
def test_near_items_are_neighbouring_cells(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    cells = {item: key for item, key in enumerate(cover.keys) if not isinstance(key, str | Holes)}
    assert set(cells.values()) == puzzle.board.cells
    for item, row in enumerate(cover.problem.near):
        cell = cells.get(item)
        assert not isinstance(cell, Junction)
        near = set(puzzle.lattice.neighbours(cell)) & puzzle.board.cells if cell else set()
        assert {cells[other] for other in row} == near


def test_forced_placements_are_options() -> None:
    forced = Placement("a", ((1, 0), (0, 0)))  # in any order
    cover = to_cover(Puzzle(Board.of(drawn("###"), forced=[forced]), (piece("a", "##"), piece("b", "#"))))
    assert [cover.placements[o].cells for o in cover.forced] == [((0, 0), (1, 0))]


def test_a_solution_with_an_unknown_placement_has_no_options() -> None:
    cover = to_cover(Puzzle(rectangle(2, 1), (piece("a", "##"),)))
    with pytest.raises(PuzzleError, match="no such placement"):
        cover.options(Solution.of([Placement("a", ((0, 0), (0, 1)))]))


@given(priced_puzzles())
def test_options_cost_what_their_placements_cost(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    costs = [*map(puzzle.cost_of, cover.placements), *[0] * len(cover.holes)]
    assert list(cover.problem.costs) == (costs if any(costs) else [])
    bare = to_cover(replace(puzzle, board=replace(puzzle.board, cell_costs={}), costs=()))
    assert bare.problem.options == cover.problem.options


def test_costs_of_pieces_that_fit_nowhere_are_none() -> None:
    puzzle = Puzzle(rectangle(2, 1), (piece("I", "##"), replace(piece("L", "###", copies=(0, 1)), cost=7)))
    assert puzzle.has_costs and to_cover(puzzle).problem.costs == ()


def test_the_largest_costs_on_a_large_board_are_accepted() -> None:
    board = Board.of(rectangle(60, 60).required, costs=dict.fromkeys(rectangle(60, 60).required, -MAX_COST))
    cover = to_cover(Puzzle(board, (Piece.of("I", [(0, 0), (1, 0)], copies=(0, 10**6), cost=-MAX_COST),)))
    assert set(cover.problem.costs) == {-3 * MAX_COST}
