"""DLX, Knuth's text: what it says, what is refused and where, both ways without loss."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles
from tilewright import catalogue
from tilewright.errors import FormatError, FormatWarning, TilewrightError, UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import dlx, to_exact_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.solving.api import count
from tilewright.solving.api import solutions as found_by
from tilewright.solving.engines.reference import solutions

TAOCP = """| the example of TAOCP 4B, 7.2.2.1, (6)
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
"""

COLOURS = """| 7.2.2.1, (49)
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""

TIMES = """
| after the example of DLX3
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""


def test_the_example_of_the_book() -> None:
    puzzle = dlx.loads(TAOCP)
    assert [item.name for item in puzzle.items] == list("abcdefg")
    assert all(item.primary and (item.least, item.most) == (1, 1) for item in puzzle.items)
    assert puzzle.options[1] == Option((("a", ""), ("d", ""), ("g", "")))
    assert list(solutions(to_cover(puzzle).problem)) == [(0, 3, 4)]  # c e, a d f, b g


def test_colours_agree_or_exclude() -> None:
    puzzle = dlx.loads(COLOURS)
    assert [(item.name, item.primary) for item in puzzle.items[2:]] == [
        ("r", True),
        ("x", False),
        ("y", False),
    ]
    assert puzzle.options[0].uses == (("p", ""), ("q", ""), ("x", ""), ("y", "A"))
    assert list(solutions(to_cover(puzzle).problem)) == [(1, 3)]  # p r x:A y and q x:A


def test_an_item_may_be_covered_more_often() -> None:
    puzzle = dlx.loads(TIMES)
    assert puzzle.items[2] == Item("C", 2, 3)
    assert list(solutions(to_cover(puzzle).problem)) == [(1, 3, 4)]


def test_costs_add_up() -> None:
    puzzle = dlx.loads("a b\na |3 b |4\na |-1\nb |+2\n")
    assert [option.cost for option in puzzle.options] == [7, -1, 2]


def test_items_may_be_covered_never_or_a_fixed_number_of_times() -> None:
    assert dlx.loads("0|a 3|b 0:2|c").items == (Item("a", 0, 0), Item("b", 3, 3), Item("c", 0, 2))


def test_blank_lines_comments_and_ends_of_lines_do_not_matter() -> None:
    plain = dlx.loads("a b | c\na c\nb\n")
    assert dlx.loads("\r\n  | hello\r\n\r\na b | c\r\n   |more\r\na\tc\r\n\r\nb") == plain


def test_an_option_without_a_primary_item_is_passed_over_with_a_warning() -> None:
    with pytest.warns(FormatWarning, match="line 3: the option has no primary item") as told:
        puzzle = dlx.loads("a | x\na x\nx:1\na\n")
    assert len(told) == 1
    assert puzzle.options == (Option((("a", ""), ("x", ""))), Option((("a", ""),)))


def test_many_warnings_are_summarised() -> None:
    with pytest.warns(FormatWarning) as told:
        dlx.loads("a | x\na\n" + "x\n" * 1000)
    assert len(told) == dlx.MAX_WARNINGS + 1
    assert "995 more options" in str(told[-1].message)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 0, 0, "there are no items"),
        ("| only\n\n|comments", 0, 0, "there are no items"),
        ("a b a\n", 1, 5, "'a' is named twice"),
        ("a | b | c\n", 1, 7, "a second lone"),
        ("a 2|b | 3|c\n", 1, 9, "secondary item 'c' has a multiplicity"),
        ("a x|b\n", 1, 3, "is not an item; expected a name"),
        ("a 3:2|b\n", 1, 3, "3 to 2 times"),
        ("a 99999999999|b\n", 1, 3, "is not an item; expected a name"),
        ("a 2000000|b\n", 1, 3, "at most|most <="),
        ("a b:c\n", 1, 3, "not the name of an item"),
        ("a 1|\n", 1, 3, "not the name of an item"),
        ("a b\n\na  d\n", 3, 4, "'d' is not an item"),
        ("a b\na b a\n", 2, 5, "names the item 'a' twice"),
        ("a b\na b:1\n", 2, 3, "primary item 'b' is given a colour"),
        ("a | b\na b:\n", 2, 3, "gives no colour"),
        ("a | b\na b:1:2\n", 2, 3, "gives no colour"),
        ("a b\na |x\n", 2, 3, "is not a cost"),
        ("a b\na |4611686018427387905\n", 2, 3, "the option costs 4,611,686,018,427,387,905"),
        ("a b\na |9999999999999999999\n", 2, 3, "expected at most"),
        ("a b\na|3 b\n", 2, 1, "a blank before a cost"),
        ("a b\na | b\n", 2, 3, "is not a cost"),
        ("a \u200b\n", 1, 3, "not the name of an item"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        dlx.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_motions_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="motions cannot be changed"):
        dlx.loads(TAOCP, "rotation")


def test_too_many_uses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_exact_cover, "MAX_USES", 5)
    with pytest.raises(FormatError, match="at most 5 uses"):
        dlx.loads(TAOCP)


@given(abstract_puzzles())
def test_written_and_read_it_is_the_same(puzzle: ExactCoverPuzzle) -> None:
    bare = replace(
        puzzle, options=tuple(replace(o, name="") for o in puzzle.options), title="", source="", expect=()
    )
    if not any(item.primary for item in puzzle.items):
        with pytest.raises(UnsupportedError, match="primary item"):
            dlx.dumps(puzzle)
        return
    text = dlx.dumps(puzzle)
    assert dlx.loads(text) == bare
    assert dlx.dumps(bare) == "".join(line + "\n" for line in text.splitlines() if line[:2] != "| ")


@given(st.text(st.sampled_from("ab:|12 \n-+"), max_size=40))
def test_whatever_is_read_can_be_written(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            puzzle = dlx.loads(text)
        except FormatError as error:
            assert error.line <= text.count("\n") + 1
            return
    if any(item.primary for item in puzzle.items):
        assert dlx.loads(dlx.dumps(puzzle)) == puzzle


def test_a_title_is_a_comment_on_one_line() -> None:
    puzzle = ExactCoverPuzzle((Item("a"),), (), "two\nlines", "a b\r\n| c")
    assert dlx.dumps(puzzle) == "| two lines\n| a b | c\na\n"


def test_cells_and_pieces_become_items() -> None:
    corner = Piece.of("the V", [(0, 0), (1, 0), (0, 1)], motions="rotation")
    text = dlx.dumps(Puzzle(Board.of([(0, 0), (1, 0), (0, 1)], [(1, 1)]), (corner,), "A corner"))
    assert text.splitlines() == [
        "| A corner",
        "0,0 0,1 1,0 the_V | 1,1",
        "0,0 0,1 1,0 the_V",
        "0,0 1,0 the_V 1,1",
        "0,1 1,0 the_V 1,1",
        "0,0 0,1 the_V 1,1",
    ]


def test_crossings_become_secondary_items() -> None:
    cross = Board.of([(1, 2), (3, 2), (2, 1), (2, 3)])
    bar = Piece.of("bar", [(1, 0), (3, 0)], lattice=STICK, copies=(0, 2))
    corner = Piece.of("corner", [(1, 0), (0, 1)], lattice=STICK, copies=(0, 2))
    puzzle = Puzzle(cross, (bar, corner), lattice=STICK, crossings=False)
    again = dlx.loads(dlx.dumps(puzzle))
    assert [item.name for item in again.items if not item.primary] == ["junction-2,2"]
    assert count(again).solutions == count(puzzle).solutions == 2
    assert count(dlx.loads(dlx.dumps(replace(puzzle, crossings=True)))).solutions == 3


def test_solutions_in_knuths_way() -> None:
    puzzle = dlx.loads(TAOCP)
    assert [dlx.solution_text(puzzle, one, 1) for one in found_by(puzzle)] == [
        "1:\n c e (1 of 2)\n a d f (2 of 2)\n b g (2 of 2)\n"
    ]
    puzzle = dlx.loads(COLOURS)
    (one,) = found_by(puzzle)
    assert dlx.solution_text(puzzle, one, 7) == "7:\n p r x:A y (2 of 3)\n q x:A (2 of 2)\n"


def test_forced_placements_are_the_only_ones_left() -> None:
    bar = Piece.of("bar", [(0, 0), (1, 0)], copies=4)
    board = Board.of([(x, y) for x in range(4) for y in range(2)])
    forced = Puzzle(replace(board, forced=(Placement("bar", ((1, 0), (2, 0))),)), (bar,))
    text = dlx.dumps(forced)
    assert "1,0 2,0\n" in text
    assert [line for line in text.splitlines()[1:] if "1,0" in line.split() or "2,0" in line.split()] == [
        "1,0 2,0"
    ]
    assert count(dlx.loads(text)).solutions == count(forced).solutions == 1


def test_a_forced_placement_on_optional_cells_has_an_item_of_its_own() -> None:
    dot = Piece.of("dot", [(0, 0)], copies=(0, 2))
    board = Board((), ((0, 0), (1, 0), (2, 0)), {}, (Placement("dot", ((1, 0),)),))
    puzzle = Puzzle(board, (dot,))
    assert count(dlx.loads(dlx.dumps(puzzle))).solutions == count(puzzle).solutions == 3
    assert "forced-1" in dlx.dumps(puzzle).splitlines()[0]


@pytest.mark.parametrize("name", ["trominoes-3x3", "deficient-4x4", "gold-3x3", "few-monominoes-6x5"])
def test_puzzles_of_the_catalogue_keep_their_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    assert count(dlx.loads(dlx.dumps(puzzle))).solutions == count(puzzle).solutions


@pytest.mark.parametrize(
    "text",
    [
        TAOCP,
        COLOURS,
        TIMES,
        "a b c d\na b\nc d\n",  # two columns of three characters: as a drawing it has no largest
        "| x\na\na\n",
        "| an item is wrong\na b\na c\n",
    ],
)
def test_looks_like(text: str) -> None:
    assert dlx.looks_like(text)


@pytest.mark.parametrize(
    "text", ["", "XXX X\nXXX X\n", "xx\nxx", "XXX XX\nXXX X", "title = 1\n[board]\n", "a b\n"]
)
def test_looks_like_something_else(text: str) -> None:
    assert not dlx.looks_like(text)


def test_what_could_be_a_drawing_too_is_not_guessed() -> None:
    with pytest.raises(FormatError, match="may be ascii or dlx; choose a format"):
        dlx.looks_like("aba b\naba b\n")
    with pytest.raises(TilewrightError):
        dlx.looks_like("ab c\nab\nc\nab c\n")
