from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import Checker, faults, is_solution
from tilewright.solve.engines.reference import solutions


def solved(puzzle: Puzzle) -> Solution:
    cover = to_cover(puzzle)
    return cover.solution(next(solutions(cover.problem, cover.forced)))


PUZZLE = Puzzle(
    rectangle(4, 3), (piece("L", "### #.."), piece("I", "##", copies=2), piece("S", ".## ##.")), "three sorts"
)
RIGHT = solved(PUZZLE)


def test_a_right_solution_has_no_faults() -> None:
    assert faults(PUZZLE, RIGHT) == []
    assert Checker(PUZZLE).accepts(RIGHT)


def without(solution: Solution, index: int) -> list[Placement]:
    return [p for number, p in enumerate(solution.placements) if number != index]


@given(st.integers(0, len(RIGHT.placements) - 1), st.data())
def test_every_mutation_is_refused(index: int, data: st.DataObject) -> None:
    victim, rest = RIGHT.placements[index], without(RIGHT, index)
    cell = data.draw(st.sampled_from(victim.cells))
    others = sorted(PUZZLE.board.cells - set(victim.cells))
    other = data.draw(st.sampled_from([*others, (9, 9), (0, 0, 0), ()]))
    mutants = [
        rest,
        [*RIGHT.placements, victim],
        [*rest, replace(victim, piece="nobody")],
        [*rest, replace(victim, piece=next(p.name for p in PUZZLE.pieces if p.name != victim.piece))],
        [*rest, replace(victim, cells=tuple(c for c in victim.cells if c != cell))],
        [*rest, replace(victim, cells=tuple(sorted((*victim.cells, cell))))],
        [*rest, replace(victim, cells=tuple(sorted([*(c for c in victim.cells if c != cell), other])))],
        [*rest, replace(victim, cells=tuple((x + 1, y) for x, y in victim.cells))],
    ]
    checker = Checker(PUZZLE)
    for mutant in mutants:
        wrong = Solution.of(mutant)
        assert faults(PUZZLE, wrong)
        assert not is_solution(PUZZLE, wrong)
        assert not checker.accepts(wrong)
    assert checker.accepts(RIGHT)


@given(puzzles(), st.data())
def test_the_fast_checker_accepts_exactly_what_has_no_faults(puzzle: Puzzle, data: st.DataObject) -> None:
    placements = to_cover(puzzle).placements
    checker = Checker(puzzle)
    for _ in range(5):
        chosen = data.draw(st.lists(st.sampled_from(placements), max_size=5)) if placements else []
        solution = Solution.of(chosen)
        assert checker.accepts(solution) == is_solution(puzzle, solution)


def sentence(puzzle: Puzzle, *placements: Placement) -> str:
    return "; ".join(faults(puzzle, Solution.of(placements)))


def test_faults_are_sentences() -> None:
    whole = Placement("I", ((0, 0), (1, 0)))
    puzzle = Puzzle(
        Board.of([(0, 0), (1, 0)], forced=[whole]), (piece("I", "##"), piece("o", "#", copies=(0, 1)))
    )
    assert sentence(puzzle, whole) == ""
    one, two = Placement("o", ((0, 0),)), Placement("o", ((1, 0),))
    text = sentence(puzzle, one, two)
    assert "piece 'I' is used 0 times; expected 1" in text
    assert "piece 'o' is used 2 times; expected 0 to 1" in text
    assert "the forced placement of 'I' on [(0, 0), (1, 0)] is missing" in text
    assert "cell (1, 0) is not covered" in sentence(puzzle, one)
    assert "cell (0, 0) is covered by" in sentence(puzzle, whole, one)
    assert "which is not on the board" in sentence(puzzle, whole, Placement("o", ((5, 5),)))
    assert "there is no piece named 'q'" in sentence(puzzle, whole, Placement("q", ((0, 0),)))
    assert "is not piece 'I' moved as it may move (motions: all)" in sentence(
        puzzle, Placement("I", ((0, 0), (1, 1)))
    )


def test_colours_and_motions_are_checked() -> None:
    board = Board.of({(0, 0): "a", (1, 0): "b"})
    turned = Placement("p", ((0, 0), (1, 0)))
    for motions, right in (("fixed", False), ("rotation", True), ("reflection", True)):
        puzzle = Puzzle(board, (Piece.of("p", {(0, 0): "b", (1, 0): "a"}, motions=motions),))
        assert is_solution(puzzle, Solution((turned,))) == right
        assert Checker(puzzle).accepts(Solution((turned,))) == right
