"""A tiling by hand: a legal game can be replayed, taken back and written down; nothing else is allowed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.catalogue import load
from tilewright.errors import GameError
from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.surfaces import Surface, Wrap
from tilewright.model.verification import faults
from tilewright.play import tiling
from tilewright.play.notation import MAX_TEXT
from tilewright.play.tiling import (
    TilingMove,
    TilingPosition,
    apply,
    interpret,
    remaining_puzzle,
    replay,
    start,
    valid_placements,
)
from tilewright.solving.api import first

ON_ALL_LATTICES = (
    "soma-cube", "hexiamonds-rhombus", "tetrahexes-coin", "welded-tetrasticks-4x4", "morse",
    "bars-and-a-square",
)  # fmt: skip


def played(puzzle: Puzzle, dice: random.Random, moves: int = 40) -> tuple[TilingPosition, list[str]]:
    """A random legal game: mostly laying, sometimes lifting; the last position and the moves."""
    position, texts = start(puzzle), list[str]()
    for _ in range(moves):
        names = [copies.name for copies in position.copies if copies.most]
        dice.shuffle(names)
        allowed = next((placements for name in names if (placements := valid_placements(position, name))), ())
        if position.placed and (not allowed or dice.random() < 0.25):
            move = TilingMove(dice.choice(position.placed), lifts=True)
        elif allowed:
            move = TilingMove(dice.choice(allowed))
        else:
            break
        texts.append(str(move))
        position = apply(position, interpret(position, str(move)))
    return position, texts


def check_game(puzzle: Puzzle, dice: random.Random) -> None:
    position, texts = played(puzzle, dice)
    assert replay(puzzle, texts) == position
    assert tiling.loads(puzzle, tiling.dumps(position)) == position
    if texts:
        before = replay(puzzle, texts[:-1])
        assert apply(before, interpret(before, texts[-1])) == position
        if texts[-1].startswith("place"):  # undone by lifting: the position before
            lifted = apply(position, interpret(position, "lift " + texts[-1].rpartition(" ")[2]))
            assert lifted == before
    covered = [cell for placement in position.placements for cell in placement.cells]
    assert len(covered) == len(set(covered))
    open_cells = {*position.free, *position.free_optional}
    assert open_cells | set(covered) == puzzle.board.cells
    assert open_cells.isdisjoint(covered)


@given(puzzles(), st.randoms(use_true_random=False))
def test_random_games_replay_undo_and_round_trip(puzzle: Puzzle, dice: random.Random) -> None:
    check_game(puzzle, dice)


@pytest.mark.parametrize("name", ON_ALL_LATTICES)
def test_games_on_every_lattice(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    for seed in range(3):
        check_game(puzzle, random.Random(seed))


@given(puzzles(), st.randoms(use_true_random=False))
def test_valid_placements_by_definition(puzzle: Puzzle, dice: random.Random) -> None:
    position, _ = played(puzzle, dice, 2)
    every = to_cover(puzzle).placements
    for piece_held in puzzle.pieces:
        allowed = set(valid_placements(position, piece_held.name))
        taken = {cell for placement in position.placements for cell in placement.cells}
        copies = next(copies for copies in position.copies if copies.name == piece_held.name)
        expected = {
            p for p in every if p.piece == piece_held.name and copies.most and taken.isdisjoint(p.cells)
        }
        assert allowed == expected
        for placement in every:
            if placement.piece == piece_held.name and placement not in allowed:
                with pytest.raises(GameError):
                    interpret(position, str(TilingMove(placement)))


@given(puzzles())
def test_placed_solution_is_finished(puzzle: Puzzle) -> None:
    solution = first(puzzle)
    if solution is None:
        return
    given_ = set(start(puzzle).placements)
    laid = [placement for placement in solution.placements if placement not in given_]
    position = replay(puzzle, [str(TilingMove(placement)) for placement in laid])
    assert position.finished
    for placement in laid:
        fewer = apply(position, interpret(position, f"lift {','.join(map(str, placement.cells[-1]))}"))
        assert fewer.finished == (not faults(puzzle, tiling_solution(fewer)))


def tiling_solution(position: TilingPosition) -> Solution:
    return Solution.of(position.placements)


CHECKERED = Puzzle(
    Board.of({(x, y): "bw"[(x + y) % 2] for x in range(3) for y in range(2)}),
    (Piece.of("domino", {(0, 0): "b", (1, 0): "w"}, copies=2), piece("L on 3", "#. ##", 1)),
)
FORCED = Puzzle(
    Board.of(rectangle(2, 2).required, forced=(Placement("bar", ((0, 0), (0, 1))),)),
    (piece("bar", "##", 2),),
)


@pytest.mark.parametrize(
    ("puzzle", "moves", "sentence"),
    [
        (CHECKERED, ["jump"], "move 1: 'jump' is not a move; expected 'place PIECE on"),
        (CHECKERED, ["place domino at 0,0 1,0"], "is not a move"),
        (CHECKERED, ["place block on 0,0"], "there is no piece named 'block'"),
        (CHECKERED, ["place domino on 0,0 1,0,0"], "'1,0,0' is not a cell; expected one such as 3,1"),
        (CHECKERED, ["place domino on "], "is not a move"),
        (CHECKERED, ["place domino on 2,0 3,0"], "the cell 3,0 is not on the board"),
        (CHECKERED, ["place domino on 0,0"], "domino has 2 cells, not 1"),
        (CHECKERED, ["place domino on 0,0 0,0"], "a cell is listed twice"),
        (CHECKERED, ["place domino on 0,0 2,0"], "do not have the shape of domino"),
        (CHECKERED, ["place L on 3 on 0,0 0,1 1,1", "place domino on 0,0 1,0"],
         "move 2: the cell 0,0 is covered by L on 3"),
        (CHECKERED, ["place L on 3 on 0,0 0,1 1,1", "place L on 3 on 1,0 2,0 2,1"], "no L on 3 is left"),
        (CHECKERED, ["lift 0,0"], "the cell 0,0 is not covered"),
        (CHECKERED, ["lift 7,0"], "the cell 7,0 is not on the board"),
        (CHECKERED, ["lift 0,0 1,0"], "expected one cell of the piece to lift"),
        (CHECKERED, ["lift"], "the cells are missing"),
        (FORCED, ["lift 0,1"], "bar on 0,1 is part of the puzzle"),
        (FORCED, ["place bar on 0,0 1,0"], "the cell 0,0 is covered by bar"),
        (FORCED, ["place bar on 1,1 1,0", "place bar on 1,0 1,1"], "move 2: no bar is left: all 2 are"),
        (FORCED, ["x" * (MAX_TEXT + 1)], "at most 2,000,000"),
    ],
)  # fmt: skip
def test_invalid_moves_are_errors(puzzle: Puzzle, moves: list[str], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        replay(puzzle, moves)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 200


def test_colour_and_shape_errors_differ() -> None:
    straight = Puzzle(CHECKERED.board, (Piece.of("pair", {(0, 0): "b", (1, 0): "w"}, motions="fixed"),))
    assert not interpret(start(straight), "place pair on 0,0 1,0").lifts
    with pytest.raises(GameError, match="the colours of pair do not match"):
        interpret(start(straight), "place pair on 1,0 2,0")


def test_forbidden_crossings() -> None:
    level, upright = ((1, 2), (3, 2)), ((2, 1), (2, 3))
    board = Board.of([*level, *upright])
    bar = Piece.of("bar", level, lattice=STICK, copies=2)
    moves = ["place bar on 1,2 3,2", "place bar on 2,1 2,3"]
    assert replay(Puzzle(board, (bar,), lattice=STICK), moves).finished
    apart = Puzzle(board, (bar,), lattice=STICK, crossings=False)
    with pytest.raises(GameError, match="move 2: bar would cross bar at 2,2"):
        replay(apart, moves)
    assert valid_placements(replay(apart, moves[:1]), "bar") == ()
    # What is lifted is passed no more.
    assert replay(apart, [moves[0], "lift 1,2", moves[1]]).placed == (Placement("bar", upright),)


def test_puzzle_without_cells_is_an_error() -> None:
    bare = ExactCoverPuzzle((Item("a"),), (Option((("a", ""),)),))
    with pytest.raises(GameError, match="no board to play on"):
        start(bare)


@pytest.mark.parametrize(
    "text", ["x", "0", "0-", "-1-0", "9-0.1", "0-0.99", "0-0.1_", "0-0.4", "0-0.1_0-1.2", "0-0.1 ", "1-0.1"]
)
def test_invalid_positions_are_errors(text: str) -> None:
    with pytest.raises(GameError):
        tiling.loads(CHECKERED, text)


def test_position_text_needs_no_url_escapes() -> None:
    position = replay(CHECKERED, ["place L on 3 on 0,0 0,1 1,1", "place domino on 1,0 2,0"])
    assert tiling.dumps(position) == "1-0.1.3_0-2.4"
    assert tiling.dumps(start(CHECKERED)) == ""


def test_remaining_puzzle_has_the_free_cells() -> None:
    position = replay(CHECKERED, ["place L on 3 on 0,0 0,1 1,1"])
    left = remaining_puzzle(position)
    assert left is not None
    assert left.board.required == ((1, 0), (2, 0), (2, 1))
    assert left.board.colour((2, 0)) == "b"
    assert [(p.name, p.min_copies, p.max_copies) for p in left.pieces] == [("domino", 2, 2)]
    assert remaining_puzzle(replay(FORCED, ["place bar on 1,0 1,1"])) is None


def test_replay_of_thousands_of_moves_is_fast() -> None:
    puzzle = Puzzle(rectangle(100, 100), (piece("bar", "##", 5_000),))
    moves = [f"place bar on {x},{y} {x + 1},{y}" for y in range(100) for x in range(0, 100, 2)]
    assert replay(puzzle, moves).finished


def test_pieces_lie_over_joined_sides() -> None:
    board = Board.of([(x, y) for x in range(4) for y in range(3)], surface=Surface(Wrap.TORUS, 4, 3))
    puzzle = Puzzle(board, [Piece.of("I3", "###", copies=(0, 4))])
    position = start(puzzle)
    assert len(valid_placements(position, "I3")) == 4 * 3 + 4  # a column of three is a ring
    position = apply(position, interpret(position, "place I3 on 0,0 1,0 3,0"))
    rest = remaining_puzzle(position)
    assert rest is not None
    assert rest.board.surface == board.surface
    assert len(valid_placements(position, "I3")) == 4 * 2 + 1
    with pytest.raises(GameError, match="do not have the shape"):
        interpret(position, "place I3 on 0,1 1,1 0,2")
    assert tiling.loads(puzzle, tiling.dumps(position)).placed == position.placed
