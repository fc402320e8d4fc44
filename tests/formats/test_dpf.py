"""DPF: known fittings, what is refused and where, which items become pieces, both ways without loss."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_cases import piece, rectangle
from tilewright import catalogue
from tilewright.errors import FormatError, FormatWarning, UnsupportedError
from tilewright.formats import dlx, dpf
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving.api import count
from tilewright.solving.api import solutions as found_by

ONE_WAY = "6 3 2 2 0 1 2 2 3 3 2 0 2 2 2 4 2 4 5 2 2 1 3 2 3 5"
STICKS = "5 3 2 1 3 2 0 2 3 1 4 2 0 3 2 1 2 3 2 0 4 2 1 3 3 0 1 2"
TWINS = "4 2  4 2 0 1 2 2 3 2 0 2 2 1 3   4 2 2 3 2 0 1 2 1 3 2 0 2"


def test_known_fittings() -> None:
    assert count(dpf.loads(ONE_WAY)).solutions == 1
    assert count(dpf.loads(STICKS)).solutions == 3  # sticks of 4, 5 and 6 cut into 1 to 5


def test_locations_and_pieces_are_items() -> None:
    puzzle = dpf.loads(ONE_WAY)
    assert [item.name for item in puzzle.items] == ["0", "1", "2", "3", "4", "5", "p1", "p2", "p3"]
    assert puzzle.options[2] == Option((("0", ""), ("2", ""), ("p2", "")), "p2:0,2")
    assert all(item.primary and (item.least, item.most) == (1, 1) for item in puzzle.items)


def test_layout_and_order_of_locations_do_not_matter() -> None:
    scattered = ONE_WAY.replace(" ", "\n\t ").replace("2 0 1", "2 1 0") + "\r\n"
    assert dpf.loads(scattered) == dpf.loads(ONE_WAY)


def test_pieces_alike_are_copies_of_one() -> None:
    puzzle = dpf.loads(TWINS)
    assert puzzle.items[4:] == (Item("p1", 2, 2),)
    answer = count(puzzle, labelled=True)
    assert (answer.solutions, answer.labelled) == (2, 4)


def test_an_orientation_given_twice_counts_once_with_a_note() -> None:
    with pytest.warns(FormatWarning, match="line 3, column 7: piece 1 has an orientation twice"):
        puzzle = dpf.loads("2 1\n2 2 0 1\n  2 1 0\n")
    assert len(puzzle.options) == 1


def test_a_piece_without_orientations_has_no_place() -> None:
    assert count(dpf.loads("1 2  1 1 0  0")).solutions == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the text ends here; expected the number of locations"),
        ("6", 1, 2, "the text ends here; expected the number of pieces"),
        ("0 1", 1, 1, "expected the number of locations, a whole number from 1"),
        ("100001 1", 1, 1, "100001 is here; expected the number of locations"),
        ("99999999999999999999 1", 1, 1, "is here; expected the number of locations"),
        ("6 200000", 1, 9, "ends here; expected the number of orientations of piece 1"),
        (
            "6 1 1000000\n",
            1,
            12,
            "ends here; expected the number of locations of an orientation of piece 1",
        ),
        ("6 200001", 1, 3, "200001 is here; expected the number of pieces"),
        ("6 1 1000001", 1, 5, "1000001 is here; expected the number of orientations"),
        ("6 -1", 1, 3, "expected the number of pieces"),
        ("6 1\n1 0\n", 2, 3, "0 is here; expected the number of locations of an orientation"),
        ("6 1\n1 7 0 1 2 3 4 5 6\n", 2, 3, "7 is here; expected the number of locations of an orientation"),
        ("6 1\n1 2 0 6\n", 2, 7, "6 is here; expected a location of piece 1, a whole number from 0 to 5"),
        ("6 1\r\n1 2 0 x\r\n", 2, 7, "'x' is here; expected a location of piece 1"),
        ("6 1\n1 2 0 1.5\n", 2, 7, "'1.5' is here"),
        ("6 1\n1 2 3 3\n", 2, 7, "the location 3 is given twice"),
        ("6 1\n1 2 3", 2, 6, "the text ends here; expected a location of piece 1"),
        ("6 1\n1 2 3 4\n5", 3, 1, "'5' follows the last piece"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        dpf.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_too_many_locations_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dpf, "MAX_USES", 10)
    with pytest.raises(FormatError, match="more than 10 locations"):
        dpf.loads(ONE_WAY)


def test_motions_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="motions cannot be changed"):
        dpf.loads(ONE_WAY, "rotation")


@pytest.mark.parametrize("text", [ONE_WAY, STICKS, TWINS])
def test_written_and_read_it_is_the_same(text: str) -> None:
    puzzle = dpf.loads(text)
    assert dpf.loads(dpf.dumps(puzzle)) == puzzle


def test_each_orientation_has_a_line() -> None:
    assert dpf.dumps(dpf.loads(ONE_WAY)).splitlines()[:4] == ["6 3", "2", "2 0 1", "2 2 3"]


def test_solutions_are_locations_by_piece() -> None:
    puzzle = dpf.loads(STICKS)
    assert sorted(dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)) == [
        "0 2 | 4 | 1 3\n",
        "3 | 1 2 | 0 4\n",
        "3 | 4 | 0 1 2\n",
    ]
    twins = dpf.loads(TWINS)
    assert sorted(dpf.solution_text(twins, one, 1) for one in found_by(twins)) == [
        "0 1 | 2 3\n",
        "0 2 | 1 3\n",
    ]


def test_solutions_of_boards_are_locations_too() -> None:
    puzzle = Puzzle(rectangle(2, 2), (piece("corner", "## #."), piece("dot", "#")))
    words = {dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)}
    assert words == {"1 2 3 | 0\n", "0 2 3 | 1\n", "0 1 3 | 2\n", "0 1 2 | 3\n"}


@pytest.mark.parametrize(
    "name", ["dominoes-4x4", "tetrominoes-3x7-hole", "pentominoes-two-5x6", "tetrominoes-twice-5x8"]
)
def test_puzzles_of_the_catalogue_keep_their_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    again = dpf.loads(dpf.dumps(puzzle))
    assert count(again).solutions == count(puzzle).solutions
    assert dpf.loads(dpf.dumps(again)) == again


def test_forced_placements_and_colours_are_worked_in() -> None:
    board = Board.of({(0, 0): "a", (1, 0): "b", (2, 0): "a", (3, 0): "b"})
    bar = Piece.of("bar", {(0, 0): "a", (1, 0): "b"}, copies=2, motions="fixed")
    assert dpf.dumps(Puzzle(board, (bar,))) == "4 2\n" + 2 * "2\n2 0 1\n2 2 3\n"
    forced = replace(board, forced=(Placement("bar", ((2, 0), (3, 0))),))
    assert dpf.dumps(Puzzle(forced, (bar,))) == "4 2\n" + 2 * "2\n2 0 1\n2 2 3\n"
    plain = Puzzle(replace(forced, colours={}), (replace(bar, colours=()),))
    assert dpf.dumps(plain) == "4 2\n" + 2 * "2\n2 0 1\n2 2 3\n"


def test_the_area_may_tell_the_number_of_copies() -> None:
    loose = Puzzle(rectangle(4, 4), (piece("bar", "##", (0, 20)), piece("box", "## ##", 2)))
    assert dpf.dumps(loose).split()[:2] == ["16", "6"]
    with pytest.raises(UnsupportedError, match="'bar' may be used 0 to 3 times; DPF needs a fixed number"):
        dpf.dumps(replace(loose, pieces=(piece("bar", "##", (0, 3)), piece("box", "## ##", 2))))
    with pytest.raises(UnsupportedError, match="a fixed number"):
        dpf.dumps(replace(loose, pieces=(piece("bar", "##", (0, 9)), piece("dot", "#", (0, 9)))))


def abstract(text: str) -> ExactCoverPuzzle:
    return dlx.loads(text)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (abstract("a b | x\na b x\n"), "'x' may stay uncovered"),
        (abstract("a 0:2|b\na b\n"), "'b' must be covered 0 to 2 times"),
        (abstract("a 0|b\na b\n"), "'b' must be covered exactly 0 times"),
        (abstract("a b\na b |3\n"), "cannot express costs"),
        (abstract("a b\na\nb\n"), "option 1 has a single item"),
        (abstract("a b c\na b\nb c\na c\n"), "there are no such items"),
        (abstract("2|a 2|b c\na b\na c\n"), "items, 'a' among them, of which each option has exactly one"),
        (abstract("x y a b\nx a\ny a\nx b\ny b\n"), "'a' and 'b' have the same placements"),
        (abstract("x y a\nx y a\nx y a\n"), "cover the same locations"),
        (ExactCoverPuzzle((), ()), "all items of this puzzle are pieces"),
        (Puzzle(Board.of([(0, 0)], [(1, 0)]), (piece("dot", "#"),)), "optional cells"),
        (Puzzle(rectangle(1, 1), (replace(piece("dot", "#"), cost=1),)), "cannot express costs"),
        (Puzzle(rectangle(2, 1), (piece("a", "#"), piece("b", "#"))), "'a' and 'b' have the same placements"),
    ],
)
def test_what_it_cannot_express_is_refused(puzzle: AnyPuzzle, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        dpf.dumps(puzzle)


def test_pieces_are_found_among_the_items() -> None:
    late = abstract("r1 r2 c1 c2 k1 k2\nr1 c1 k1\nr1 c2 k2\nr2 c1 k2\nr2 c2 k1\n")
    assert dpf.dumps(late).splitlines() == ["4 2", "2", "2 0 2", "2 1 3", "2", "2 0 3", "2 1 2"]
    only = abstract("p x y\np x\np y\np x y\n")  # x or y would be one too many in the last option
    assert dpf.dumps(only).splitlines() == ["2 1", "3", "1 0", "1 1", "2 0 1"]
    numbered = abstract("2|n x y\nn x\nn y\n")
    assert dpf.dumps(numbered).splitlines() == ["2 2", "2", "1 0", "1 1", "2", "1 0", "1 1"]


@st.composite
def fittings(draw: st.DrawFn) -> str:
    """A text whose locations are a shuffled split among the pieces, and more orientations at random."""
    locations = draw(st.integers(1, 7))
    order = draw(st.permutations(range(locations)))
    cuts = sorted(draw(st.sets(st.integers(1, locations - 1), max_size=3))) if locations > 1 else []
    parts = [order[a:b] for a, b in zip([0, *cuts], [*cuts, locations], strict=True)]
    words = [locations, len(parts)]
    for part in parts:
        others = draw(
            st.lists(st.lists(st.integers(0, locations - 1), min_size=1, max_size=3, unique=True), max_size=3)
        )
        number_lists = list({frozenset(one): one for one in [part, *others]}.values())
        words += [len(number_lists), *(number for one in number_lists for number in (len(one), *one))]
    return " ".join(map(str, words))


@given(fittings())
def test_any_fitting_is_the_same_again(text: str) -> None:
    assert dpf.looks_like(text)
    puzzle = dpf.loads(text)
    assert all(item.primary for item in puzzle.items)
    assert count(puzzle).solutions
    again = dpf.loads(dpf.dumps(puzzle))
    assert sorted(option.uses[:-1] for option in again.options) == sorted(
        option.uses[:-1] for option in puzzle.options
    )
    assert count(again, labelled=True).labelled == count(puzzle, labelled=True).labelled


@pytest.mark.parametrize("text", [ONE_WAY, STICKS, TWINS, "1\n1\n1\n1\n0\n", "6 1 1 1 999\n"])
def test_looks_like(text: str) -> None:
    assert dpf.looks_like(text)


@pytest.mark.parametrize(
    "text",
    ["", "6", "1 0", ONE_WAY + " 3", ONE_WAY[:-2], "6 a", "9" * 5000 + " 1 1 1 0", "1 1 " + "9" * 5000],
)
def test_looks_like_something_else(text: str) -> None:
    assert not dpf.looks_like(text)


COMMENTED = """\
// two twins
3 3 // size
2
1 0
1 1
// the odd one
1
1 2
2
1 0
1 1
// end
"""


def test_equal_pieces_keep_their_places_in_solutions_and_when_written() -> None:
    apart = "3 3\n2\n1 0\n1 1\n1\n1 2\n2\n1 0\n1 1\n"
    puzzle = dpf.loads(apart)
    assert [dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)] == ["0 | 2 | 1\n"]
    assert dpf.dumps(puzzle) == apart


def test_locations_keep_their_order() -> None:
    puzzle = dpf.loads("3 2\n2\n2 2 0\n2 0 1\n1\n1 1\n")
    assert [dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)] == ["2 0 | 1\n"]
    assert dpf.dumps(puzzle) == "3 2\n2\n2 2 0\n2 0 1\n1\n1 1\n"


def test_comments_are_kept() -> None:
    puzzle = dpf.loads(COMMENTED)
    assert dpf.dumps(puzzle) == COMMENTED
    assert puzzle == dpf.loads(dpf.dumps(replace(puzzle, file_layout=None)))
    assert dpf.looks_like(COMMENTED)


def test_comments_come_first_where_other_numbers_are_written() -> None:
    puzzle = dpf.loads(COMMENTED)
    other = replace(puzzle, options=puzzle.options[:-1], items=puzzle.items)
    assert dpf.dumps(other).splitlines()[:4] == ["// two twins", "// size", "// the odd one", "// end"]


def test_comments_between_the_numbers_of_a_line_survive() -> None:
    with_layout = "2 1 // a\n// b\n1 2 // c\r\n 0 // d\n1 // e"
    again = dpf.dumps(dpf.loads(with_layout))
    assert again == "2 1 // a\n// b\n1\n2 0 1 // c // d // e\n"
    assert dpf.dumps(dpf.loads(again)) == again


def test_strict_refuses_comments_with_line_and_column() -> None:
    dpf.check_strict(ONE_WAY)
    with pytest.raises(FormatError, match="a comment is here; expected whole numbers only") as caught:
        dpf.check_strict("6 3\r\n2 // two\n")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_errors_behind_comments_have_their_places() -> None:
    with pytest.raises(FormatError, match="'x' is here") as caught:
        dpf.loads("2 1 // 9 9\n1 2 0 x")
    assert (caught.value.line, caught.value.column) == (2, 7)
    with pytest.raises(FormatError, match="the text ends here") as caught:
        dpf.loads("2 1 // 9 9\n")
    assert (caught.value.line, caught.value.column) == (1, 4)


def test_the_piece_on_each_location() -> None:
    puzzle = dpf.loads(ONE_WAY)
    assert [dpf.pieces_by_location(puzzle, one) for one in found_by(puzzle)] == [[1, 1, 2, 3, 2, 3]]
    apart = dpf.loads("3 3\n2\n1 0\n1 1\n1\n1 2\n2\n1 0\n1 1\n")
    assert [dpf.pieces_by_location(apart, one) for one in found_by(apart)] == [[1, 3, 2]]
    board = Puzzle(rectangle(2, 2), (piece("corner", "## #."), piece("dot", "#")))
    assert sorted(dpf.pieces_by_location(board, one) for one in found_by(board)) == [
        [1, 1, 1, 2],
        [1, 1, 2, 1],
        [1, 2, 1, 1],
        [2, 1, 1, 1],
    ]
