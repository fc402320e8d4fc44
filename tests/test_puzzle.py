from __future__ import annotations

import pytest
from hypothesis import given

from puzzle_cases import drawn, piece, puzzles, rectangle
from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE
from tilewright.puzzle import MAX_CELLS, Board, Piece, Placement, Puzzle, Solution


def test_a_piece_is_normalised_with_its_colours() -> None:
    held = Piece.of("p", {(5, 7): "b", (4, 7): "a", (4, 8): ""})
    assert held.cells == ((0, 0), (0, 1), (1, 0))
    assert held.colours == ("a", "", "b")
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
        (lambda: piece("p", "#", motions="jump"), "expected one of fixed, rotation, reflection, all"),
        (lambda: piece("p", "#", copies=(2, 1)), "copies 2 to 1"),
        (lambda: Board.of([]), "the board has no cells"),
        (lambda: Board(((0, 0), (0, 0))), "names a cell twice"),
        (lambda: Board.of([(0, 0)], [(0, 0)]), "both required and optional"),
        (lambda: Board(((0, 0),), colours={(1, 1): "a"}), "not on the board"),
        (lambda: Board(tuple((x, 0) for x in range(MAX_CELLS + 1))), "at most 100,000"),
        (lambda: Puzzle(rectangle(1, 1), (piece("p", "#"), piece("p", "##"))), "two pieces are named 'p'"),
        (lambda: Puzzle(Board.of([(0, 0, 0)]), ()), "2 coordinates"),
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
        ([Placement("q", ((0, 0),))], "'q', which is no piece"),
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
    again = Puzzle(puzzle.board, puzzle.pieces)
    assert again == puzzle
    assert hash(again) == hash(puzzle)
    assert all(p.min_copies == 0 for p in puzzle.using_any().pieces)


def test_a_solution_is_the_same_in_any_order() -> None:
    a, b = Placement("a", ((0, 0),)), Placement("b", ((1, 0),))
    assert Solution.of([b, a]) == Solution.of([a, b])
    assert Solution.of([a, b, Placement("a", ((2, 0),))]).used() == {"a": 2, "b": 1}
