from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from support.formats_strategies import any_puzzles
from support.puzzle_cases import drawn, pentominoes, piece, priced_puzzles, puzzles, rectangle
from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE
from tilewright.model.puzzle import (
    MAX_CELLS,
    MAX_COST,
    MODES,
    Board,
    Piece,
    Placement,
    PlacementCost,
    Puzzle,
    Solution,
    merge_copies,
)

HALVES: Any = 1.5
I2 = piece("I", "##", copies=(0, 2))
ACROSS = Placement("I", ((0, 0), (1, 0)))


def test_a_piece_is_normalised_with_its_colours() -> None:
    piece_held = Piece.of("p", {(5, 7): "b", (4, 7): "a", (4, 8): ""})
    assert piece_held.cells == ((0, 0), (0, 1), (1, 0))
    assert piece_held.colours == ("a", "", "b")
    assert Piece.of("p", [(5, 7), (4, 7)]).colours == ()


@pytest.mark.parametrize(
    ("text", "counts"),
    [("##", (1, 2, 1, 2)), ("## ##", (1, 1, 1, 1)), (".## ##.", (1, 2, 2, 4)), ("### #..", (1, 4, 4, 8))],
)
def test_orientations(text: str, counts: tuple[int, ...]) -> None:
    for motions, count in zip(("fixed", "rotation", "reflection", "all"), counts, strict=True):
        assert len(piece("p", text, motions=motions).orientations(SQUARE)) == count


def test_colours_make_orientations_differ() -> None:
    assert len(Piece.of("p", {(0, 0): "a", (1, 0): "b"}).orientations(SQUARE)) == 4


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Piece("p", ()), "has no cells"),
        (lambda: Piece.of("p", []), "has no cells"),
        (lambda: Piece("p", ((0, 0), (0, 0))), "names a cell twice"),
        (lambda: Piece("p", ((0, 0),), ("a", "b")), "1 cells but 2 colours"),
        (
            lambda: piece("p", "#", motions="jump"),
            "expected one of fixed, upright, rotation",
        ),
        (lambda: piece("p", "#", copies=(2, 1)), "copies 2 to 1"),
        (lambda: Board.of([]), "the board has no cells"),
        (lambda: Board(((0, 0), (0, 0))), "names a cell twice"),
        (lambda: Board.of([(0, 0)], [(0, 0)]), "both required and optional"),
        (lambda: Board(((0, 0),), colours={(1, 1): "a"}), "not on the board"),
        (lambda: Board(tuple((x, 0) for x in range(MAX_CELLS + 1))), "at most 100,000"),
        (lambda: Puzzle(rectangle(1, 1), (piece("p", "#"), piece("p", "##"))), "two pieces are named 'p'"),
        (lambda: Puzzle(Board.of([(0, 0, 0)]), ()), "2 coordinates"),
        (lambda: Piece.of("p", [(0, 0)], cost=MAX_COST + 1), "piece 'p' has the cost 1000000000001"),
        (lambda: replace(I2, cost=HALVES), "piece 'I' has the cost 1.5; expected a whole number"),
        (lambda: Piece.of("p", [(0, 0)], cost=True), "piece 'p' has the cost True"),
        (lambda: Board.of([(0, 0)], costs={(1, 0): 3}), r"cost is given for \(1, 0\), which is not on"),
        (lambda: Board.of([(0, 0)], costs={(0, 0): -MAX_COST - 1}), r"board cell \(0, 0\) has the cost -10"),
        (lambda: Puzzle(rectangle(1, 1), (Piece("p", ((0, 0, 0),)),)), "2 coordinates"),
    ],
)
def test_values_that_contradict_themselves(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(PuzzleError, match=words):
        make()


@pytest.mark.parametrize(
    ("forced", "words"),
    [
        ([Placement("q", ((0, 0),))], "'q', which is not a piece"),
        ([Placement("I", ((0, 0), (1, 1)))], "does not have the piece's shape"),
        ([Placement("I", ((2, 0), (3, 0)))], "leaves the board"),
        ([Placement("I", ((0, 0), (1, 0))), Placement("I", ((1, 0), (1, 1)))], "both|two forced"),
        ([Placement("I", ((0, y), (1, y))) for y in range(3)], "more copies"),
    ],
)
def test_forced_placements_are_checked(forced: list[Placement], words: str) -> None:
    board = rectangle(3, 3)
    with pytest.raises(PuzzleError, match=words):
        Puzzle(Board.of(board.required, forced=forced), (piece("I", "##", copies=(0, 2)),))


def test_new_motions_merge_pieces_that_become_alike() -> None:
    pieces = (
        piece("S", ".## ##.", motions="rotation"),
        piece("Z", "##. .##", motions="rotation"),
        piece("I", "##", motions="rotation"),
    )
    forced = Placement("Z", tuple(sorted(drawn("##. .##"))))
    puzzle = Puzzle(Board.of(rectangle(5, 2).required, forced=[forced]), pieces)
    merged = puzzle.with_motions("all")
    assert [(p.name, p.min_copies, p.max_copies) for p in merged.pieces] == [("S", 2, 2), ("I", 1, 1)]
    assert [p.piece for p in merged.board.forced] == ["S"]
    assert len(puzzle.with_motions("rotation").pieces) == 3


@given(puzzles())
def test_puzzles_are_values(puzzle: Puzzle) -> None:
    again = Puzzle(puzzle.board, puzzle.pieces, max_holes=puzzle.max_holes)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert all(p.min_copies == 0 for p in puzzle.using_any().pieces)


def test_a_solution_is_the_same_in_any_order() -> None:
    a, b = Placement("a", ((0, 0),)), Placement("b", ((1, 0),))
    assert Solution.of([b, a]) == Solution.of([a, b])
    assert Solution.of([a, b, Placement("a", ((2, 0),))]).used() == {"a": 2, "b": 1}


def test_the_cost_of_a_placement_is_that_of_piece_and_cells_and_its_own() -> None:
    puzzle = Puzzle(
        Board.of(rectangle(2, 2).required, costs={(0, 0): 10, (1, 0): 20}),
        (Piece.of("I", drawn("##"), copies=2, cost=-1),),
        costs=(PlacementCost(Placement("I", ((1, 0), (0, 0))), 300),),  # in any order
    )
    below, left = Placement("I", ((0, 1), (1, 1))), Placement("I", ((0, 0), (0, 1)))
    right = Placement("I", ((1, 0), (1, 1)))
    assert [puzzle.cost_of(p) for p in (ACROSS, below, left, right)] == [329, -1, 9, 19]
    assert (puzzle.cost(Solution.of([ACROSS, below])), puzzle.cost(Solution.of([left, right]))) == (328, 28)
    assert puzzle.has_costs and puzzle.using_any().cost_of(ACROSS) == 329
    with pytest.raises(PuzzleError, match="no piece is named 'q'"):
        puzzle.cost_of(Placement("q", ((0, 0),)))


def test_costs_of_nothing_are_no_costs() -> None:
    board = Board.of([(0, 0), (1, 0)], costs={(0, 0): 0})
    assert not Puzzle(board, (I2,), costs=(PlacementCost(ACROSS, 0),)).has_costs


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ([PlacementCost(Placement("q", ((0, 0),)), 1)], "priced placement names 'q', which is not a piece"),
        ([PlacementCost(Placement("I", ((0, 0), (2, 0))), 1)], "does not have the piece's shape"),
        ([PlacementCost(Placement("I", ()), 1)], "does not have the piece's shape"),
        ([PlacementCost(ACROSS, MAX_COST + 1)], "placement of 'I' on .* has the cost 1000000000001"),
        ([PlacementCost(ACROSS, 1), PlacementCost(Placement("I", ((1, 0), (0, 0))), 1)], "two costs"),
    ],
)
def test_costs_of_placements_are_checked(costs: list[PlacementCost], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        Puzzle(rectangle(3, 1), (I2,), costs=tuple(costs))


def test_pieces_with_different_costs_are_not_copies_of_one() -> None:
    cheap, dear, again = (Piece.of(n, drawn("##"), cost=c) for n, c in (("a", 1), ("b", 2), ("c", 1)))
    merged = merge_copies([cheap, dear, again], SQUARE)
    assert [(p.name, p.cost, p.max_copies) for p in merged] == [("a", 1, 2), ("b", 2, 1)]
    assert merge_copies([cheap, again], SQUARE, {"c": 5}) == (cheap, again)
    assert cheap.shape_key(SQUARE) == dear.shape_key(SQUARE)


def test_new_motions_keep_costs_apart() -> None:
    names = ("a", "b", "c", "d")
    pieces = tuple(Piece.of(n, drawn("##"), motions="fixed", cost=int(n == "d")) for n in names)
    own = tuple(PlacementCost(Placement(n, ((0, 0), (1, 0))), 7) for n in ("b", "c"))
    upright = Piece.of("e", drawn("# #"), motions="all", cost=9)
    turned = PlacementCost(Placement("e", ((2, 0), (3, 0))), 5)
    puzzle = Puzzle(rectangle(4, 4), (*pieces, upright), costs=(*own, turned))
    moved = puzzle.with_motions("fixed")
    assert [(p.name, p.max_copies) for p in moved.pieces] == [("a", 1), ("b", 2), ("d", 1), ("e", 1)]
    assert moved.costs == own[:1]  # c is a copy of b now, and e can no longer be turned


@given(priced_puzzles())
def test_moving_as_before_changes_no_price(puzzle: Puzzle) -> None:
    puzzle = replace(puzzle, board=replace(puzzle.board, forced=()))
    modes = {piece.motions for piece in puzzle.pieces}
    for mode in MODES:
        moved = puzzle.with_motions(mode)
        assert {p.cost for p in moved.pieces} == {p.cost for p in puzzle.pieces}
        if modes == {mode} and len(moved.pieces) == len(puzzle.pieces):
            assert moved == puzzle


@given(puzzle=any_puzzles())
def test_puzzles_of_all_lattices_are_pickled(puzzle: Puzzle) -> None:
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and again.lattice is puzzle.lattice


def test_lists_are_converted_to_tuples() -> None:
    board = Board([[1, 0], [0, 0]], [[2, 0]], forced=[Placement("d", [[0, 0], [1, 0]])])
    listed = Puzzle(board, [Piece("d", [[0, 0], [1, 0]], ["", "red"])], colour_pairs=[["red", "blue"]])
    assert (board.required, board.optional) == (((0, 0), (1, 0)), ((2, 0),))
    assert listed.pieces[0] == Piece("d", ((0, 0), (1, 0)), ("", "red"))
    assert listed.colour_pairs == (("red", "blue"),)
    assert hash(listed) == hash(Puzzle(board, tuple(listed.pieces), colour_pairs=(("red", "blue"),)))
    assert Board.of([[1, 0], [0, 0]]) == Board.of([(0, 0), (1, 0)])
    assert Piece.of("d", [[4, 0], [3, 0]]) == Piece("d", [(0, 0), (1, 0)])


def test_one_piece_where_a_list_is_expected_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"the pieces of a puzzle are .*; expected a list"):
        Puzzle(Board([(0, 0)]), Piece("m", [(0, 0)]))  # type: ignore[arg-type]


def test_the_repr_is_short() -> None:
    assert repr(pentominoes(rectangle(10, 6))) == "<Puzzle: square, 60 cells, 12 pieces>"


CELLS = Board.of([(0, 0), (1, 0)])
DOMINO = Piece.of("d", [(0, 0), (1, 0)])
AnyBoard: Any = Board
AnyPiece: Any = Piece
AnyPuzzle: Any = Puzzle  # called with values of wrong types


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: AnyPiece.of("p", [(0, 0, 0)]),
            "the square lattice has 2 coordinates; for another",
        ),
        (lambda: AnyPiece.of("p", [(0, 0), (1,)]), r"cell \(1,\); the square lattice has 2"),
        (lambda: AnyPiece.of("p", (0, 0)), "expected a list of the cells' coordinates"),
        (lambda: AnyPiece.of("p", 5), "the cells of piece 'p' are 5; expected a list"),
        (lambda: AnyPiece.of(5, [(0, 0)]), "the name of a piece is 5"),
        (lambda: AnyPiece.of("p", {(0, 0): 1}), "a colour of piece 'p' is 1; expected a text"),
        (lambda: AnyPiece.of("p", [(0, 0)], copies=(1, 2, 3)), r"copies \(1, 2, 3\); expected a number"),
        (lambda: AnyPiece.of("p", [(0, 0)], copies="2"), "copies '2'; expected a number"),
        (
            lambda: AnyPiece.of("p", [(0, 0)], lattice="cube"),
            "the lattice is 'cube'; expected",
        ),
        (lambda: AnyPiece("p", ((0, 0),), min_copies="1"), "copies '1' to 1; expected whole numbers"),
        (lambda: AnyBoard(((0.5, 0),)), r"the cells \[\(0.5, 0\)\]"),
        (lambda: AnyBoard.of(".."), "the board has no cells in the drawing '..'; # is a cell"),
        (lambda: AnyBoard.of(None), "the cells of the board are None"),
        (lambda: AnyBoard({(0, 0): "red"}), "Board.of takes cells with colours"),
        (lambda: AnyBoard.of({(0, 0): 1}), "a colour of the board is 1"),
        (lambda: AnyBoard.of([(0, 0)], costs=[3]), r"expected \{cell: cost\}"),
        (lambda: AnyPuzzle([(0, 0)], [DOMINO]), r"the board is \[\(0, 0\)\]; expected Board.of"),
        (lambda: AnyPuzzle(CELLS, DOMINO), "the pieces of a puzzle are Piece.*expected a list"),
        (lambda: AnyPuzzle(CELLS, ["d"]), r"'d' is among the pieces; expected Piece\(...\)"),
        (lambda: AnyPuzzle(CELLS, [DOMINO], lattice="cube"), "the lattice is 'cube'"),
        (lambda: AnyPuzzle(CELLS, [DOMINO], expect=[("solutions", 1)]), "among the known counts"),
        (
            lambda: AnyPuzzle(AnyBoard.of([(0, 0)], forced=[("d", [(0, 0)])]), [DOMINO]),
            "among the forced",
        ),
    ],
)
def test_mistakes_are_explained(make: Callable[[], object], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()
