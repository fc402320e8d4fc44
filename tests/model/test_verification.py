from __future__ import annotations

import weakref
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, puzzles, rectangle
from tilewright import testing
from tilewright.exact_cover.translation import to_cover
from tilewright.model import verification
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import Cell
from tilewright.model.lattices.stick import STICK
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import Checker, faults, is_solution
from tilewright.solving.engines.reference import solutions


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


def check_only_fault(puzzle: AnyPuzzle, solution: Solution, *expected: str) -> None:
    """These are all faults, word for word, and the fast checker finds them as well."""
    assert faults(puzzle, solution) == list(expected)
    assert Checker(puzzle).accepts(solution) == is_solution(puzzle, solution) == (not expected)


def test_the_number_of_copies_alone() -> None:
    single = Placement("o", ((0, 0),))
    often = Puzzle(Board.of([], [(0, 0), (1, 0)]), (piece("o", "#", copies=2),))
    check_only_fault(often, Solution((single,)), "piece 'o' is used 1 time; expected 2")
    span = Puzzle(Board.of([], [(0, 0), (1, 0)]), (piece("o", "#", copies=(2, 3)),))
    check_only_fault(span, Solution(()), "piece 'o' is used 0 times; expected 2 to 3")


def test_an_overlap_alone() -> None:
    puzzle = Puzzle(Board.of([(0, 0)]), (piece("o", "#", copies=(0, 2)),))
    single = Placement("o", ((0, 0),))
    check_only_fault(puzzle, Solution((single,)))
    check_only_fault(puzzle, Solution((single, single)), "cell (0, 0) is covered by 'o' and by 'o'")


def test_too_many_holes_alone() -> None:
    optional = [(x, 0) for x in range(1, 5)]
    pieces = (piece("D", "##", copies=(0, 2)), piece("M", "#", copies=(0, 2)))
    puzzle = Puzzle(Board.of([(0, 0)], optional), pieces, max_holes=2)
    first, second = Placement("D", ((0, 0), (1, 0))), Placement("M", ((4, 0),))
    two, three = Solution.of([first, second]), Solution.of([first])
    assert faults(puzzle, two) == [] and Checker(puzzle).accepts(two)
    assert faults(puzzle, three) == ["3 holes in the optional cells; at most 2 allowed"]
    assert not Checker(puzzle).accepts(three)
    anywhere = replace(puzzle, max_holes=None)
    assert faults(anywhere, three) == [] and Checker(anywhere).accepts(three)


def test_a_missing_forced_placement_alone() -> None:
    upper, lower = ((0, 0), (1, 0)), ((0, 1), (1, 1))
    board = replace(rectangle(2, 2), forced=(Placement("A", upper),))
    puzzle = Puzzle(board, (piece("A", "##"), piece("B", "##")))
    check_only_fault(puzzle, Solution.of([Placement("A", upper), Placement("B", lower)]))
    check_only_fault(
        puzzle,
        Solution.of([Placement("A", lower), Placement("B", upper)]),
        "the forced placement of 'A' on [(0, 0), (1, 0)] is missing",
    )
    both = replace(puzzle, board=replace(board, forced=(Placement("A", upper), Placement("B", lower))))
    check_only_fault(both, Solution.of([Placement("A", upper), Placement("B", lower)]))


@pytest.mark.parametrize(
    "cells", [(), ((0, 0),), ((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 0)), ((0, 0), (2, 0))]
)
def test_other_cells_than_the_piece_has(cells: tuple[Cell, ...]) -> None:
    puzzle = Puzzle(Board.of([], [(0, 0), (1, 0), (2, 0)]), (piece("I", "##", copies=(0, 1)),))
    wrong = [f"{list(cells)} is not piece 'I' moved as it may move (motions: all), or lies on other colours"]
    if len(set(cells)) < len(cells):
        wrong.append("cell (0, 0) is covered by 'I' and by 'I'")
    check_only_fault(puzzle, Solution((Placement("I", cells),)), *wrong)


def test_a_stick_without_cells() -> None:
    puzzle = Puzzle(
        Board.of([], [(1, 0)]), (Piece.of("I", [(1, 0)], lattice=STICK, copies=(0, 1)),), lattice=STICK
    )
    wrong = "[] is not piece 'I' moved as it may move (motions: all), or lies on other colours"
    check_only_fault(puzzle, Solution((Placement("I", ()),)), wrong)


@pytest.mark.parametrize("cell", [(), (0,), (0, 0, 0)])
def test_a_cell_with_too_many_or_too_few_coordinates(cell: Cell) -> None:
    puzzle = Puzzle(Board.of([], [(0, 0)]), (piece("o", "#", copies=(0, 1)),))
    check_only_fault(
        puzzle,
        Solution((Placement("o", (cell,)),)),
        f"[{cell}] is not piece 'o' moved as it may move (motions: all), or lies on other colours",
        f"piece 'o' covers {cell}, which is not on the board",
    )


def test_sticks_may_not_be_moved_by_half_a_stick() -> None:
    board = Board.of([], [(1, 0), (3, 0), (0, 1)])
    puzzle = Puzzle(
        board, (Piece.of("I", [(1, 0)], lattice=STICK, motions="fixed", copies=(0, 1)),), lattice=STICK
    )
    check_only_fault(puzzle, Solution((Placement("I", ((3, 0),)),)))
    check_only_fault(
        puzzle,
        Solution((Placement("I", ((0, 1),)),)),
        "[(0, 1)] is not piece 'I' moved as it may move (motions: fixed), or lies on other colours",
    )


def test_colours_match_where_both_sides_have_one() -> None:
    """The piece's colour, the board's, and whether they go together: by being the same, or by pairs."""
    cases = [("", "", True, True), ("a", "", True, True), ("", "a", True, True), ("a", "a", True, False)]
    cases += [("a", "b", False, True), ("b", "a", False, False)]
    for mine, ground, same, paired in cases:
        solution = Solution((Placement("o", ((0, 0),)),))
        wrong = "[(0, 0)] is not piece 'o' moved as it may move (motions: all), or lies on other colours"
        board = Board.of({(0, 0): ground})
        plain = Puzzle(board, (Piece.of("o", {(0, 0): mine}),))
        check_only_fault(plain, solution, *([] if same else [wrong]))
        by_pairs = replace(plain, colour_pairs=(("a", "b"),))
        check_only_fault(by_pairs, solution, *([] if paired else [wrong]))


def test_crossings_alone() -> None:
    """A long level piece over three upright ones; only some of them are crossed."""
    long = [(1, 2), (3, 2), (5, 2)]
    uprights = [[(2, 1), (2, 3)], [(4, 1), (4, 3)], [(6, 1), (6, 3)]]
    pieces = (
        Piece.of("L", long, lattice=STICK, copies=(0, 1)),
        Piece.of("I", uprights[0], lattice=STICK, copies=(0, 3)),
    )
    board = Board.of([], [*long, *(cell for cells in uprights for cell in cells)])
    puzzle = Puzzle(board, pieces, lattice=STICK, crossings=False)
    level, (first, second, third) = Placement("L", long), (Placement("I", cells) for cells in uprights)
    check_only_fault(puzzle, Solution((first, second, third)))
    check_only_fault(puzzle, Solution((level, third)))
    crossing = "pieces 'L' and 'I' cross at (4, 2)"
    check_only_fault(puzzle, Solution((level, second)), crossing)
    check_only_fault(puzzle, Solution((level, third, second)), crossing)
    check_only_fault(puzzle, Solution((first, third, level)), "pieces 'I' and 'L' cross at (2, 2)")
    check_only_fault(replace(puzzle, crossings=True), Solution((level, first, second, third)))


def test_options_without_cells() -> None:
    items = [Item("p", 1, 2), Item("q", 2, 2), Item("s", primary=False), Item("t", primary=False)]
    options = [
        Option([("p", ""), ("q", ""), ("s", "a"), ("t", "")], "A"),
        Option([("q", ""), ("s", "a")], "B"),
        Option([("q", ""), ("s", "b")], "C"),
        Option([("q", ""), ("t", "")], "D"),
        Option([("p", "")], "E"),
        Option([("p", "")], "F"),
        Option([("q", ""), ("s", "")], "G"),
    ]
    puzzle = ExactCoverPuzzle(items, options)

    def check(chosen: str, *expected: str) -> None:
        numbers = ["ABCDEFG".index(name) for name in chosen]
        check_only_fault(puzzle, Solution(tuple(map(puzzle.placement, numbers))), *expected)

    check("AB")
    check("AEB")
    check("BDE")
    check("AEFB", "item 'p' is covered 3 times; expected 1 to 2")
    check("BD", "item 'p' is covered 0 times; expected 1 to 2")
    check("A", "item 'q' is covered 1 time; expected 2")
    check("EEBD", "option 5 is chosen twice")
    several = "is covered 2 times, not in one colour"
    check("AC", f"the secondary item 's' {several}")
    check("AD", f"the secondary item 't' {several}")
    check("BGE", f"the secondary item 's' {several}")
    unknown = Placement("B", ((0,),))
    check_only_fault(
        puzzle,
        Solution((unknown, *map(puzzle.placement, (0, 1)))),
        "'B' on [(0,)] is not an option of this puzzle",
    )


@given(testing.puzzles(), st.data())
def test_what_is_accepted_is_what_the_cover_problem_has_as_solutions(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    """Over all lattices: every subset of the placements of two solutions, and of a few others."""
    cover = to_cover(puzzle)
    rows = list(islice(solutions(cover.problem, cover.forced), 400))
    if len(rows) == 400 or not cover.placements:
        return
    placing = [tuple(cover.placing(options)) for options in rows]
    right = set(map(frozenset, placing))
    checker = Checker(puzzle)
    number = st.integers(0, len(cover.placements) - 1)
    pool = set(data.draw(st.lists(number, max_size=2)))
    pool |= set().union(*data.draw(st.lists(st.sampled_from(placing), max_size=2))) if rows else set()
    for size in range(min(len(pool), 10) + 1):
        for chosen in islice(combinations(sorted(pool), size), 60):
            assert checker.accepts(cover.solution(chosen)) == (frozenset(chosen) in right)
            assert is_solution(puzzle, cover.solution(chosen)) == (frozenset(chosen) in right)


def test_the_fast_checker_looks_at_each_placement_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Placement] = []

    def note(puzzle: Puzzle, placement: Placement, known: dict[str, Any]) -> str:
        checked.append(placement)
        return find_fault(puzzle, placement, known)

    find_fault = verification._placement_fault
    monkeypatch.setattr(verification, "_placement_fault", note)
    checker = Checker(PUZZLE)
    wrong = Placement("I", ((0, 0),))
    for _ in range(3):
        assert checker.accepts(RIGHT)
        assert not checker.accepts(Solution((wrong,)))
    assert sorted(checked, key=id) == sorted([*RIGHT.placements, wrong], key=id)


def test_checked_placements_are_kept_so_that_their_ids_are_not_reused() -> None:
    checker = Checker(PUZZLE)
    kept = []
    for placement in RIGHT.placements:
        for cells in (placement.cells, placement.cells[1:]):
            copy = replace(placement, cells=cells)
            checker.accepts(Solution((copy,)))
            kept.append(weakref.ref(copy))
    del copy
    assert all(reference() is not None for reference in kept)
