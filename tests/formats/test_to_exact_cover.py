"""Puzzles with cells as items and options: readable names, all different, and the same solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, priced_puzzles, rectangle
from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.exact_cover.translation import HOLES, to_cover
from tilewright.formats import dlx
from tilewright.formats import exact_cover_text as ec
from tilewright.formats import to_exact_cover as module
from tilewright.formats.to_exact_cover import (
    cached_for_latest_puzzle,
    exact_cover_form,
    labelled_factor,
    matrix_size,
    numbered_copies,
    numbering_hint,
    piece_words,
    refuse_many_lines,
    to_exact_cover_puzzle,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, is_word
from tilewright.model.puzzle import Expected, Placement, Puzzle, Solution
from tilewright.solving.api import count
from tilewright.solving.engines.reference import start_node, walk

NODES = 3_000


def costs_of_solutions(puzzle: AnyPuzzle) -> list[int] | None:
    """What each solution costs, by the definition; None when that takes too long."""
    cover = to_cover(puzzle)
    steps = list(islice(walk(cover.problem, start_node(())), NODES))
    if len(steps) == NODES:
        return None
    costs = cover.problem.costs or [0] * len(cover.problem.options)
    return sorted(
        sum(costs[o] for o in step) for step in steps if step is not None and set(cover.forced) <= set(step)
    )


@settings(max_examples=35)
@given(priced_puzzles())
def test_solutions_and_what_they_cost_stay(puzzle: Puzzle) -> None:
    expected, numbers = costs_of_solutions(puzzle), costs_of_solutions(to_exact_cover_puzzle(puzzle))
    assume(expected is not None and numbers is not None)
    assert numbers == expected


@settings(max_examples=35)
@given(priced_puzzles())
def test_the_size_of_the_matrix_is_known_without_it(puzzle: Puzzle) -> None:
    whole = to_exact_cover_puzzle(puzzle)
    assert matrix_size(puzzle) == matrix_size(whole) == (len(whole.options), len(whole.items))


@settings(max_examples=35)
@given(priced_puzzles())
def test_numbered_copies_have_the_labelled_solutions(puzzle: Puzzle) -> None:
    some_required = [p for p in puzzle.pieces if 0 < puzzle.least_copies[p.name] < p.max_copies]
    some_holes = puzzle.max_holes != 1 and HOLES in to_cover(puzzle).keys
    if some_required or some_holes:
        with pytest.raises(UnsupportedError, match="be numbered"):
            numbered_copies(puzzle)
        return
    assume(costs_of_solutions(puzzle) is not None)
    numbered = numbered_copies(puzzle)
    assert all(item.most <= 1 for item in numbered.items)
    assume(costs_of_solutions(numbered) is not None)
    assert count(numbered).solutions == count(puzzle, labelled=True).labelled


def test_copies_of_the_only_piece_are_numbered() -> None:
    numbered = numbered_copies(Puzzle(rectangle(2, 2), (piece("d", "##", copies=(0, 2)),)))
    assert count(numbered).solutions == 4


def test_two_dominoes_and_two_monominoes_have_44_labelled_solutions() -> None:
    known = (Expected("labelled", 44, "by hand"), Expected("solutions", 11, "by hand"))
    pieces = (piece("d", "##", copies=(2, 2)), piece("m", "#", copies=(2, 2)))
    numbered = numbered_copies(Puzzle(rectangle(3, 2), pieces, expect=known))
    assert [(e.what, e.count) for e in numbered.expect] == [("solutions", 44)]
    assert numbered.options[0].name == "d#1:0,0;1,0"
    assert count(ec.loads(ec.dumps(numbered))).solutions == 44


def test_names_tell_cells_and_pieces() -> None:
    form = exact_cover_form(Puzzle(rectangle(3, 1), (piece("bar", "##"), piece("a dot", "#"))))
    assert [item.name for item in form.puzzle.items] == ["0,0", "1,0", "2,0", "bar", "a_dot"]
    assert [option.name for option in form.puzzle.options] == [
        "bar:0,0;1,0", "bar:1,0;2,0", "a_dot:0,0", "a_dot:1,0", "a_dot:2,0",
    ]  # fmt: skip
    solution = Solution.of([Placement("a dot", ((0, 0),)), Placement("bar", ((1, 0), (2, 0)))])
    assert form.options(solution) == [1, 2]
    with pytest.raises(PuzzleError, match="no such placement"):
        form.options(Solution.of([Placement("bar", ((9, 9), (10, 9)))]))


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["F", "T4", "T4'"], ["F", "T4", "T4'"]),
        (["a b", "a_b", "a|b", "a:b;"], ["a_b", "a_b.2", "a_b.3", "a_b_"]),
        (["2,3", "7", "-1,0", "6-1"], ["piece-2,3", "piece-7", "piece--1,0", "6-1"]),
        (["junction-1,1", "forced-2"], ["piece-junction-1,1", "piece-forced-2"]),
        (["", "\n", "\u200b"], ["piece", "_", "_.2"]),
        (["x", "x.2", "x "], ["x", "x.2", "x_"]),
    ],
)
def test_names_become_words(names: list[str], words: list[str]) -> None:
    assert list(piece_words(names).values()) == words


@given(st.lists(st.text(max_size=4) | st.sampled_from(["a b", "a_b", "a_b.2", "1,2"]), unique=True))
def test_words_are_words_and_all_different(names: list[str]) -> None:
    words = piece_words(names)
    assert list(words) == names
    assert len(set(words.values())) == len(names)
    assert all(map(is_word, words.values()))


def test_items_stay_as_they_are() -> None:
    puzzle = dlx.loads("a b\na\nb\n")
    assert to_exact_cover_puzzle(puzzle) is puzzle


def test_the_latest_puzzle_is_remembered() -> None:
    made: list[AnyPuzzle] = []

    @cached_for_latest_puzzle
    def number(puzzle: AnyPuzzle) -> int:
        made.append(puzzle)
        return len(made)

    one, two = dlx.loads("a\na\n"), dlx.loads("a\na\n")
    assert [number(one), number(one), number(two), number(two), number(one)] == [1, 1, 2, 2, 3]


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(3, 1), (piece("bar", "##"), piece("dot", "#")))
    monkeypatch.setattr(module, "MAX_OPTIONS", 4)
    with pytest.raises(UnsupportedError, match="5 options; at most 4"):
        to_exact_cover_puzzle(puzzle)
    monkeypatch.setattr(module, "MAX_OPTIONS", 5)
    monkeypatch.setattr(module, "MAX_USES", 11)
    with pytest.raises(UnsupportedError, match="12 uses of items altogether; at most 11"):
        to_exact_cover_puzzle(puzzle)
    refuse_many_lines("\r\n" * 9)
    with pytest.raises(FormatError, match="11 lines"):
        refuse_many_lines("\n" * 10)


def test_labelled_solutions_of_each_solution() -> None:
    twice = Puzzle(rectangle(4, 1), (piece("d", "##", copies=2),))
    assert labelled_factor(twice) == count(twice, labelled=True).labelled == 2
    several = Puzzle(rectangle(3, 1), (piece("d", "##", copies=(0, 1)), piece("m", "#", copies=(0, 3))))
    assert labelled_factor(several) is None
    items = ExactCoverPuzzle([Item("a", 3, 3), Item("b"), Item("c", primary=False)], [])
    assert labelled_factor(items) == 6
    for copies in ((34, 5), (20, 20, 20), (35,)):
        many = ExactCoverPuzzle([Item(f"i{k}", often, often) for k, often in enumerate(copies)], [])
        assert labelled_factor(many) is None
        assert numbering_hint(many) == "; use --labelled to number the copies"
    assert numbering_hint(items) == "; use --labelled to number the copies (each solution then counts as 6)"
    known = (Expected("solutions", 5, "s"), Expected("labelled", 30, "s"))
    assert numbering_hint(replace(items, expect=known)).endswith(
        "(5 solutions with equal copies, 30 with numbered ones)"
    )
    assert numbering_hint(several) == "; use --labelled to number the copies"
