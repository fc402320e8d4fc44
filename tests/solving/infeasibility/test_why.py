"""Reasons: each is a proof, so wherever one is given a plain search must find nothing."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import Cell
from tilewright.model.pieces import piece_set, polyomino
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving.infeasibility import KINDS, Reason, steps, why
from tilewright.solving.infeasibility.areas import sums


def rectangle(width: int, height: int, without: Iterable[Cell] = ()) -> Board:
    holes = set(without)
    return Board.of((x, y) for x in range(width) for y in range(height) if (x, y) not in holes)


def pieces_of(name: str, copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    return tuple(Piece.of(piece, cells, copies=copies) for piece, cells in piece_set(name))


def one(name: str, copies: int | tuple[int, int], motions: str = "all") -> tuple[Piece, ...]:
    return (Piece.of(name, polyomino(name), copies=copies, motions=motions),)


def has_solution(puzzle: Puzzle) -> bool:
    """A search by cells alone: first the required cells in order, then what must still be used."""
    board = puzzle.board
    placements = placements_of(puzzle)
    failed: set[tuple[frozenset[Cell], tuple[int, ...]]] = set()

    def search(covered: frozenset[Cell], used: dict[str, int]) -> bool:
        state = (covered, tuple(used.values()))
        if state in failed:
            return False
        bare = next((cell for cell in board.required if cell not in covered), None)
        owed = next((p.name for p in puzzle.pieces if used[p.name] < p.min_copies), None)
        if bare is None and owed is None:
            return True
        for placement in placements:
            if bare is not None and bare not in placement.cells:
                continue
            if bare is None and placement.piece != owed:
                continue
            if used[placement.piece] == puzzle.by_name[placement.piece].max_copies:
                continue
            if covered.isdisjoint(placement.cells):
                more = {**used, placement.piece: used[placement.piece] + 1}
                if search(covered.union(placement.cells), more):
                    return True
        failed.add(state)
        return False

    tally = {piece.name: 0 for piece in puzzle.pieces}
    for placement in board.forced:
        tally[placement.piece] += 1
    return search(frozenset(cell for p in board.forced for cell in p.cells), tally)


def faults_of(puzzle: Puzzle, reason: Reason) -> list[str]:
    """What is wrong with the evidence of a reason, checked on its own."""
    wrong = []
    if reason.kind not in KINDS or not reason.sentence.endswith("."):
        wrong.append("kind or sentence")
    if not set(reason.cells) <= puzzle.board.cells:
        wrong.append("cells off the board")
    if reason.kind == "weights":
        weight = dict(reason.classes)
        taken = {cell for p in puzzle.board.forced for cell in p.cells}
        weighed: dict[str, set[int]] = {piece.name: set() for piece in puzzle.pieces}
        for placement in placements_of(puzzle):
            if taken.isdisjoint(placement.cells):
                total = sum(weight.get(cell, 0) for cell in placement.cells) % reason.modulus
                weighed[placement.piece].add(total)
        pieces = 0
        for piece in puzzle.pieces:
            forced = [p.piece for p in puzzle.board.forced].count(piece.name)
            least, most = max(0, piece.min_copies - forced), piece.max_copies - forced
            if most and (len(weighed[piece.name]) > 1 or (least < most and any(weighed[piece.name]))):
                wrong.append(f"{piece.name} has no fixed weight")
            pieces += least * max(weighed[piece.name], default=0)
        if not (pieces - sum(weight.values())) % reason.modulus:
            wrong.append("pieces and board weigh the same")
    if reason.kind == "weight bound":
        wrong += faults_of_scales(puzzle, dict(reason.classes))
    return wrong


def faults_of_scales(puzzle: Puzzle, weight: dict[Cell, int]) -> list[str]:
    """Whether the pieces together could weigh as much as the board after all."""
    taken = {cell for p in puzzle.board.forced for cell in p.cells}
    if any(weight.get(cell, 0) > 0 for cell in puzzle.board.optional):
        return ["a cell that may stay bare has a weight above 0"]
    heaviest: dict[str, int] = {}
    for placement in placements_of(puzzle):
        if taken.isdisjoint(placement.cells):
            total = sum(weight.get(cell, 0) for cell in placement.cells)
            heaviest[placement.piece] = max(total, heaviest.get(placement.piece, total))
    pieces = 0
    for piece in puzzle.pieces:
        forced = [p.piece for p in puzzle.board.forced].count(piece.name)
        least, most = max(0, piece.min_copies - forced), piece.max_copies - forced
        room = len(puzzle.board.cells - taken) // piece.size
        top = heaviest.get(piece.name, 0)
        pieces += top * (min(most, room) if top > 0 else least)
    return [] if pieces < sum(weight.values()) else ["the pieces can weigh as much as the board"]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    every = [(x, y) for x in range(width) for y in range(height)]
    parts = draw(st.lists(st.sampled_from("rrrrrrrrrrrrro."), min_size=len(every), max_size=len(every)))
    if set(parts) == {"."}:
        parts[0] = "r"
    colours = draw(st.sampled_from(["", "", "ab"]))
    printed = {cell: colours[sum(cell) % 2] if colours else "" for cell in every}
    shapes = [shape for _, shape in piece_set("polyominoes 1-4")] + [((0, 0), (2, 0)), ((0, 0), (1, 1))]
    pieces = []
    for number in range(draw(st.integers(1, 3))):
        shape = draw(st.sampled_from(shapes))
        fair = len(every) // len(shape)  # mostly about as many copies as there is room for
        least = draw(st.sampled_from([0, 0, 1, 2, fair // 2, fair]))
        most = least + draw(st.sampled_from([0, 0, 1, fair]))
        tints = {
            cell: draw(st.sampled_from([colours[sum(cell) % 2], ""])) if colours else "" for cell in shape
        }
        mode = draw(st.sampled_from(["all", "rotation", "reflection", "fixed"]))
        pieces.append(Piece.of(f"p{number}", tints, copies=(least, most), motions=mode))
    board = Board.of(
        {cell: printed[cell] for cell, part in zip(every, parts, strict=True) if part == "r"},
        {cell: printed[cell] for cell, part in zip(every, parts, strict=True) if part == "o"},
    )
    puzzle = Puzzle(board, tuple(pieces))
    places = placements_of(puzzle)
    if places and draw(st.integers(0, 3)) == 0:
        forced = draw(st.sampled_from(places))
        puzzle = Puzzle(Board(board.required, board.optional, board.colours, (forced,)), tuple(pieces))
    return puzzle


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(puzzles())
def test_a_reason_is_a_proof(puzzle: Puzzle) -> None:
    reason = why(puzzle)
    event(reason.kind if reason else "none")
    if reason is not None:
        assert not has_solution(puzzle), reason
        assert not faults_of(puzzle, reason), reason


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(puzzles())
def test_every_check_is_a_proof_and_not_only_the_first_that_speaks(puzzle: Puzzle) -> None:
    reasons = [reason for reason in steps(puzzle) if reason is not None]
    if reasons:
        assert not has_solution(puzzle), reasons
        for reason in reasons:
            assert not faults_of(puzzle, reason), reason


def reason_for(puzzle: Puzzle, kind: str) -> Reason:
    reason = why(puzzle)
    assert reason is not None
    assert reason.kind == kind, reason
    assert not faults_of(puzzle, reason)
    return reason


def test_areas_differ_and_pieces_may_be_left_over() -> None:
    cross = Board.of((x, y) for x in range(9) for y in range(9) if 3 <= x < 6 or 3 <= y < 6)
    puzzle = Puzzle(cross, pieces_of("pentominoes"))
    reason = reason_for(puzzle, "areas")
    assert "the pieces have 60 cells, the board has 45 cells to fill" in reason.sentence
    assert "--use any" in reason.hint
    assert why(puzzle.using_any()) is None


def test_too_few_pieces_and_none_at_all() -> None:
    assert (
        "all pieces together have 6 cells"
        in reason_for(Puzzle(rectangle(4, 2), one("I2", 3)), "areas").sentence
    )
    assert "There are no pieces" in reason_for(Puzzle(rectangle(4, 2), ()), "areas").sentence


def test_no_choice_of_pieces_has_the_area() -> None:
    puzzle = Puzzle(rectangle(7, 2), pieces_of("pentominoes", (0, 9)))
    assert "14 cells to fill" in reason_for(puzzle, "area sums").sentence


def test_a_cell_that_nothing_covers() -> None:
    board = Board.of([(0, 0), (1, 0), (2, 0), (9, 9)])
    reason = reason_for(Puzzle(board, one("I2", 2)), "uncoverable cell")
    assert reason.cells == ((9, 9),)
    assert reason.sentence == "No piece can cover the cell (9, 9)."


def test_a_piece_that_fits_nowhere() -> None:
    narrow = Puzzle(rectangle(10, 1), (*one("I3", 2), *one("O4", 1)))
    assert "O4 fits nowhere" in reason_for(narrow, "unplaceable piece").sentence
    once = Puzzle(Board.of([(0, 0), (1, 0), (5, 0), (7, 0)]), (*one("I2", 2), *one("O1", (0, 4))))
    assert (
        "must be used 2 times, but there is only 1 place for it"
        in reason_for(once, "unplaceable piece").sentence
    )


def test_four_corners_and_three_pieces() -> None:
    puzzle = Puzzle(rectangle(5, 2), (*one("I3", 2), *one("T4", 1)))
    reason = reason_for(puzzle, "competing cells")
    assert reason.cells == ((0, 0), (0, 1), (4, 0), (4, 1))
    assert "so they need 4 pieces; there are at most 3" in reason.sentence


def test_a_part_that_no_choice_of_pieces_fills() -> None:
    board = Board.of([(x, 0) for x in range(5)] + [(x, 2) for x in range(7)])
    reason = reason_for(Puzzle(board, one("I3", 4)), "regions")
    assert "5 cells in the part around (0, 0)" in reason.sentence
    assert reason.cells == tuple((x, 0) for x in range(5))


def test_printed_colours() -> None:
    """Six cells are a and two are b; whatever lies covers as many b as a, or a alone."""
    board = Board.of({(x, y): "b" if (x, y) in {(0, 0), (3, 1)} else "a" for x in range(4) for y in range(2)})
    mixed = Piece.of("mixed", {(0, 0): "b", (1, 0): "a"}, copies=(0, 4))
    plain = Piece.of("plain", {(0, 0): "a", (1, 0): "a"}, copies=(0, 1))
    reason = reason_for(Puzzle(board, (mixed, plain)), "colours")
    assert reason.sentence == (
        "There are 6 cells of colour a to cover, but the pieces always cover 4 or 5 of that kind."
    )
    assert why(Puzzle(board, (mixed, Piece.of("plain", plain.cells, copies=(0, 2))))) is None


def test_mutilated_chessboard() -> None:
    puzzle = Puzzle(rectangle(8, 8, [(0, 0), (7, 7)]), one("I2", 31))
    reason = reason_for(puzzle, "colouring")
    assert reason.sentence.startswith("Colour the cells like a chessboard")
    assert "30 black cells to cover, but the pieces always cover 31 of that kind" in reason.sentence
    assert len(reason.cells) == 30


@pytest.mark.parametrize(("width", "height"), [(4, 5), (2, 10)])
def test_the_five_tetrominoes_fill_no_rectangle(width: int, height: int) -> None:
    reason = reason_for(Puzzle(rectangle(width, height), pieces_of("tetrominoes")), "colouring")
    assert "chessboard" in reason.sentence
    assert "9 or 11" in reason.sentence


@pytest.mark.parametrize("width", [10, 14])
def test_the_hexominoes_fill_no_rectangle(width: int) -> None:
    reason = reason_for(Puzzle(rectangle(width, 210 // width), pieces_of("hexominoes")), "colouring")
    assert "an even number" in reason.sentence


def test_t_tetrominoes_and_the_ten_by_ten_board() -> None:
    reason = reason_for(Puzzle(rectangle(10, 10), one("T4", 25)), "colouring")
    assert "an odd number, 25 to 75" in reason.sentence
    assert why(Puzzle(rectangle(8, 8), one("T4", 16))) is None


def test_long_bars_need_four_colours() -> None:
    """25 bars of four do not fill 10 by 10, which two colours do not show."""
    reason = reason_for(Puzzle(rectangle(10, 10), one("I4", 25)), "colouring")
    assert reason.modulus == 4


def test_a_square_of_stripes() -> None:
    """An 8 by 8 board without a corner has 63 cells: bars of three need the right corner (Golomb 1954)."""
    fails = [
        (x, y)
        for x in range(8)
        for y in range(8)
        if why(Puzzle(rectangle(8, 8, [(x, y)]), one("I3", 21))) is not None
    ]
    assert set(fails) == {(x, y) for x in range(8) for y in range(8)} - {(2, 2), (2, 5), (5, 2), (5, 5)}


@pytest.mark.parametrize(("height", "modulus"), [(3, 2), (6, 5)])
def test_a_weighting_where_no_colouring_helps(height: int, modulus: int) -> None:
    reason = reason_for(Puzzle(rectangle(10, height), one("Z", 2 * height)), "weights")
    assert reason.modulus == modulus
    assert len(reason.classes) == len(reason.cells) > 0


def test_cases() -> None:
    puzzle = Puzzle(rectangle(5, 2), (*one("U", 1), *one("P", 1)))
    reasons = [reason for reason in steps(puzzle) if reason is not None]
    assert not has_solution(puzzle)
    (analysis,) = [reason for reason in reasons if reason.kind == "cases"]
    assert analysis.leaves() >= 2
    for placement, below in analysis.cases:
        forced = Board(puzzle.board.required, forced=(placement,))
        assert not has_solution(Puzzle(forced, puzzle.pieces))
        assert below.sentence


def test_forced_placements_count() -> None:
    board = rectangle(3, 2)
    across = Board(board.required, forced=(Placement("I2", ((0, 0), (1, 0))),))
    upright = Board(board.required, forced=(Placement("I2", ((1, 0), (1, 1))),))
    assert why(Puzzle(board, one("I2", 3))) is None
    assert why(Puzzle(across, one("I2", 3))) is None
    assert why(Puzzle(upright, one("I2", 3))) is None
    middle = Board(rectangle(3, 1).required, forced=(Placement("O1", ((1, 0),)),))
    assert (
        "cell (0, 0)"
        in reason_for(Puzzle(middle, (*one("I2", 1), *one("O1", 1))), "uncoverable cell").sentence
    )


def test_puzzles_that_have_solutions_get_no_reason() -> None:
    assert why(Puzzle(rectangle(10, 6), pieces_of("pentominoes"))) is None
    assert why(Puzzle(rectangle(20, 3), pieces_of("pentominoes"))) is None


def test_a_board_with_very_many_cells_is_answered_at_once() -> None:
    big = rectangle(300, 300)
    assert reason_for(Puzzle(big, one("T4", 22_499)), "areas")
    assert why(Puzzle(big, pieces_of("octominoes", (0, 10)))) is not None


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3), st.integers(0, 4)), max_size=4),
    st.integers(0, 40),
)
def test_sums(parts: list[tuple[int, int, int]], bound: int) -> None:
    totals = {0}
    for size, least, more in parts:
        totals = {total + size * copies for total in totals for copies in range(least, least + more + 1)}
    number = sums([(size, least, least + more) for size, least, more in parts], bound)
    assert {total for total in range(bound + 1) if number >> total & 1} == {t for t in totals if t <= bound}
    assert not number >> (bound + 1)
