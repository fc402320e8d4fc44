"""Tilewright's own puzzle file: what it says, what is refused and where, and both ways without loss."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from formats_strategies import any_puzzles, page_puzzles
from hypothesis import example, given
from hypothesis import strategies as st

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.formats import ascii_tiles
from tilewright.formats.toml_puzzle import dumps
from tilewright.formats.toml_puzzle import loads as loads_any
from tilewright.puzzle import Board, Expected, Piece, Placement, PlacementCost, Puzzle

WHOLE = """
title = "All there is"
source = "made up"
motions = "rotation"

[legend]
w = "white"
b = "black"
o = { colour = "white", optional = true, cost = 4 }
p = { cost = -1 }

[board]
at = [2, -1]
drawing = '''
  wbw#
  bwb+
  o..p
'''

[[pieces]]
drawing = '''
wb
.w
'''
copies = [0, 2]
cost = 7

[[pieces]]
name = "bar"
cells = [[5, 5], [5, 6, "black"]]
motions = "all"

[[pieces]]
drawing = "##"

[[forced]]
piece = "I2"
at = [5, -1]
drawing = '''
#
#
'''

[[costs]]
cost = 1000000000000
piece = "I2"
cells = [[3, 0], [2, 0]]

[[costs]]
cost = -3
at = [2, -1]
drawing = "#.#"

[[costs]]
cost = 0
cells = [[5, 0]]

[[expect]]
count = 12
source = "nobody"

[[expect]]
what = "unique"
count = "123456789012345678901234567890"
motions = "all"
use = "any"
"""


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle with a board in a text."""
    puzzle = loads_any(text, motions)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_everything_that_can_be_said() -> None:
    puzzle = loads(WHOLE)
    assert puzzle == Puzzle(
        Board.of(
            {
                (2, -1): "white",
                (3, -1): "black",
                (4, -1): "white",
                (5, -1): "",
                (2, 0): "black",
                (3, 0): "white",
                (4, 0): "black",
                (5, 1): "",
            },
            {(5, 0): "", (2, 1): "white"},
            forced=[Placement("I2", ((5, -1), (5, 0)))],
            costs={(2, 1): 4, (5, 1): -1, (2, -1): -3, (4, -1): -3, (5, 0): 0},
        ),
        (
            Piece.of(
                "V3",
                {(0, 0): "white", (1, 0): "black", (1, 1): "white"},
                copies=(0, 2),
                motions="rotation",
                cost=7,
            ),
            Piece.of("bar", {(0, 0): "", (0, 1): "black"}),
            Piece.of("I2", [(0, 0), (1, 0)], motions="rotation"),
        ),
        "All there is",
        "made up",
        expect=(
            Expected("solutions", 12, "nobody"),
            Expected("unique", 123456789012345678901234567890, "", "all", "any"),
        ),
        costs=(PlacementCost(Placement("I2", ((3, 0), (2, 0))), 10**12),),
    )
    assert loads(dumps(puzzle)) == puzzle


def test_a_set_stands_for_its_pieces() -> None:
    text = '[board]\ndrawing = "####"\n[[pieces]]\nset = "pentominoes"\n'
    puzzle = loads(text)
    assert sorted(piece.name for piece in puzzle.pieces) == sorted("FILNPTUVWXYZ")
    assert all(piece.size == 5 and piece.motions == "all" for piece in puzzle.pieces)
    one_sided = loads(text.replace("pento", "one-sided tetro") + "copies = 2")
    assert len(one_sided.pieces) == 7
    assert {(p.motions, p.min_copies) for p in one_sided.pieces} == {("rotation", 2)}
    for each in (puzzle, one_sided):
        assert loads(dumps(each)) == each
        assert dumps(each).count("[[pieces]]") == 1


def test_a_set_that_is_not_whole_is_written_piece_by_piece() -> None:
    puzzle = loads('[board]\ndrawing = "####"\n[[pieces]]\nset = "pentominoes"\n')
    without = Puzzle(puzzle.board, puzzle.pieces[:-1])
    assert "set" not in dumps(without)
    assert loads(dumps(without)) == without


def test_motions_can_be_overruled_and_then_alike_pieces_merge() -> None:
    text = """
[board]
drawing = "########"
[[pieces]]
name = "left"
drawing = '''
.#
.#
##
'''
motions = "fixed"
[[pieces]]
name = "right"
drawing = '''
#.
#.
##
'''
"""
    assert [p.max_copies for p in loads(text).pieces] == [1, 1]
    assert [(p.name, p.max_copies) for p in loads(text, "all").pieces] == [("left", 2)]
    assert [p.motions for p in loads(text, "rotation").pieces] == ["rotation", "rotation"]
    with pytest.raises(UnsupportedError, match="sideways"):
        loads(text, "sideways")


def test_a_set_has_one_cost_for_each_of_its_pieces() -> None:
    text = '[board]\ndrawing = "####"\n[[pieces]]\nset = "tetrominoes"\ncopies = [0, 1]\ncost = -2\n'
    puzzle = loads(text)
    assert [piece.cost for piece in puzzle.pieces] == [-2] * 5
    assert 'set = "tetrominoes"\ncopies = [0, 1]\ncost = -2' in dumps(puzzle)
    assert loads(dumps(puzzle)) == puzzle
    uneven = replace(puzzle, pieces=(*puzzle.pieces[:-1], replace(puzzle.pieces[-1], cost=3)))
    assert "set" not in dumps(uneven) and loads(dumps(uneven)) == uneven


def test_motions_that_are_overruled_keep_costs() -> None:
    text = """
[board]
drawing = "####"
[[pieces]]
name = "a"
drawing = "##"
cost = 1
[[pieces]]
name = "b"
drawing = "##"
cost = 2
[[costs]]
piece = "b"
cost = 5
drawing = "##"
"""
    puzzle = loads(text, "rotation")
    assert [(p.name, p.cost, p.max_copies) for p in puzzle.pieces] == [("a", 1, 1), ("b", 2, 1)]
    assert [c.cost for c in puzzle.costs] == [5]


def test_nameless_pieces_get_names_that_no_other_has() -> None:
    text = '[board]\ndrawing = "####"\n[[pieces]]\ndrawing = "##"\n[[pieces]]\nname = "I2"\ndrawing = "#"\n'
    assert [piece.name for piece in loads(text).pieces] == ["I2.2", "I2"]


def test_written_files_are_made_to_be_read() -> None:
    text = dumps(ascii_tiles.loads("###\n# #\n###\n\n##\n#"))
    assert (
        text
        == '''[board]
drawing = """
###
#.#
###
"""

[[pieces]]
name = "V3"
drawing = """
##
#.
"""
'''
    )


def test_scattered_cells_are_listed() -> None:
    puzzle = Puzzle(
        Board.of({(0, 0): "red", (900, 900): ""}, [(-1000, 5)]), (Piece.of("p", [(0, 0), (5000, 0)]),)
    )
    text = dumps(puzzle)
    assert "drawing" not in text.split("[[pieces]]")[1]
    assert loads(text) == puzzle


def test_more_colours_than_characters_are_listed() -> None:
    puzzle = Puzzle(Board.of({(x, 0): f"colour {x}" for x in range(200)}), ())
    assert "drawing" not in dumps(puzzle)
    assert loads(dumps(puzzle)) == puzzle


BOARD = '[board]\ndrawing = "####"\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 0, 0, "no board"),
        ("title = ", 1, 9, "not TOML"),
        ("a = 1\nb = [1,\n", 3, 1, "not TOML"),
        ("x = 1\n" + BOARD, 1, 1, "known keys: title, source"),
        (BOARD + "\n[colours]\n", 4, 1, "known keys"),
        (BOARD + "  colour = 1\n", 3, 3, "known keys: drawing, at"),
        (BOARD + "[[pieces]]\n[[pieces]]\nnam = 'x'\ndrawing = '#'\n", 3, 1, "expected one of drawing"),
        (BOARD + "[[pieces]]\ndrawing='#'\n[[pieces]]\nnam = 'x'\n", 6, 1, "known keys: name"),
        ("title = 3\n" + BOARD, 1, 1, "expected text"),
        ("lattice = 'cheese'\n" + BOARD, 1, 1, "expected one of line, square"),
        ("motions = 'up'\n" + BOARD, 1, 1, "fixed, upright, rotation, reflection, all"),
        ("board = 4", 1, 1, "expected a table"),
        ("[board]\n", 1, 1, "expected one of drawing, cells"),
        ("[board]\ncells = [[0, 0]]\ndrawing = '#'\n", 2, 1, "both given"),
        ("[board]\ndrawing = '#'\noptional = []\n", 3, 1, "goes with 'cells'"),
        ("[board]\ncells = [[0, 0]]\nat = [0, 0]\n", 3, 1, "here is none"),
        ("[board]\ncells = []\n", 1, 1, "no cells"),
        ("[board]\noptional = [[0, 0]]\ncells = [[0, 0]]", 1, 1, "both required and optional"),
        ("[board]\ncells = [[0, 0],\n  [0, 0]]\n", 3, 3, "given twice"),
        ("[board]\ncells = [[0, 0], [1, 0],\n  [2, 0.5], [3, 0]]\n", 3, 3, "not a cell"),
        ("[board]\ncells = [[0, 0], [true, 0]]\n", 2, 18, "not a cell"),
        ("[board]\ncells = [[0, 0, 'x', 'y']]\n", 2, 10, "not a cell"),
        ("[board]\ncells = [[0, 9999999999999]]\n", 2, 10, "not a cell"),
        ("[board]\ncells = 4\n", 2, 1, "expected a list of cells"),
        ("[board]\nat = 4\ndrawing = '#'\n", 2, 1, "not a place"),
        ('[board]\ndrawing = """\n##\n#x\n"""\n', 4, 2, "not in the legend; expected one of . # +"),
        ('[board]\n\n   drawing = """##x"""\n', 3, 19, "not in the legend"),
        ("[board]\ndrawing = '''\n##\n #\u200b\n'''\n", 4, 3, "U+200B"),
        ('[board]\ndrawing = """\n\n"""\n', 2, 1, "nothing is drawn"),
        ('[board]\ndrawing = """\n..\n"""\n', 2, 1, "no cell"),
        ("[legend]\nab = 'x'\n" + BOARD, 2, 1, "one visible character"),
        ("[legend]\n'#' = 'x'\n" + BOARD, 2, 1, "meaning in every file"),
        ("[legend]\na = 7\n" + BOARD, 2, 1, "expected a colour, or a table"),
        ("[legend]\na = { optional = 7 }\n" + BOARD, 2, 1, "true or false"),
        ("[legend]\na = { color = '' }\n" + BOARD, 2, 1, "known keys: colour, optional, cost"),
        ("pieces = 4\n" + BOARD, 1, 1, "[[pieces]]"),
        ("pieces = [4]\n" + BOARD, 1, 11, "expected a table"),
        (BOARD + "[[pieces]]\ndrawing = '+'\n", 4, 1, "no optional cells"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncopies = 1.5\n", 5, 1, "expected a number, or [least, most]"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncopies = [2, 1]\n", 5, 1, "[2, 1]"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncopies = -1\n", 5, 1, "-1"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncopies = 99999999999\n", 5, 1, "1,000,000"),
        (BOARD + "[[pieces]]\nname = ''\ndrawing = '#'\n", 4, 1, "cannot be empty"),
        (BOARD + "[[pieces]]\nname = 'a'\ndrawing = '#'\n" * 2, 7, 1, "two pieces are named 'a'"),
        (BOARD + "[[pieces]]\nset = 'octopusses'\n", 4, 1, "octopusses"),
        (BOARD + "[[pieces]]\nset = 'pentominoes'\nname = 'p'\n", 5, 1, "own names"),
        (BOARD + "[[forced]]\ndrawing = '#'\n", 3, 1, "lacks 'piece'"),
        (BOARD + "[[forced]]\npiece = 'q'\ndrawing = '#'\n", 3, 1, "'q'"),
        (
            BOARD
            + "[[pieces]]\nname = 'p'\ndrawing = '#'\n[[forced]]\npiece = 'p'\ndrawing = '#'\n"
            + "[[forced]]\npiece = 'p'\ncells = [[9, 0]]\n",
            9,
            1,
            "leaves the board",
        ),
        (
            BOARD
            + "[[pieces]]\nname = 'p'\ndrawing = '#'\n[[forced]]\npiece = 'p'\nat = [0, 0]\ncells = [[0, 0]]",
            8,
            1,
            "here is none",
        ),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = 1.5\n", 5, 1, "'cost' is 1.5; expected a whole number"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = true\n", 5, 1, "'cost' is true"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = '3'\n", 5, 1, "'cost' is '3'"),
        (BOARD + "[[pieces]]\nset = 'pentominoes'\ncost = 1000000000001\n", 5, 1, "up to 1,000,000,000,000"),
        ("[legend]\na = { cost = -1e3 }\n" + BOARD, 2, 1, "'cost' is"),
        ("[legend]\na = { cost = 3 }\n" + BOARD + "[[pieces]]\ndrawing = 'a'\n", 6, 1, "cells have no costs"),
        ("costs = 4\n" + BOARD, 1, 1, "[[costs]]"),
        (BOARD + "[[costs]]\ndrawing = '#'\n", 3, 1, "'cost' is lacking"),
        (BOARD + "[[costs]]\ncost = 1\n", 3, 1, "expected one of drawing, cells"),
        (BOARD + "[[costs]]\ncost = []\ndrawing = '#'\n", 4, 1, "'cost' is []"),
        (BOARD + "[[costs]]\ncost = 1\nprice = 1\ndrawing = '#'\n", 5, 1, "known keys: cost, piece"),
        (BOARD + "[[costs]]\ncost = 1\nat = [1, 0]\ncells = [[0, 0]]\n", 5, 1, "here is none"),
        (BOARD + "[[costs]]\ncost = 1\ncells = [[0, 0], [4, 0]]\n", 5, 18, "[4, 0] has a cost but is not on"),
        (BOARD + "[[costs]]\ncost = 1\ndrawing = '#.#.#'\n", 5, 1, "[4, 0] has a cost but is not on"),
        (
            BOARD + "[[costs]]\ncost = 1\ncells = [[0, 0]]\n" * 2,
            8,
            10,
            "[0, 0] is given a cost for the second",
        ),
        (
            "[legend]\na = { cost = 3 }\n[board]\ndrawing = '#a'\n[[costs]]\ncost = 3\ncells = [[1, 0]]",
            7,
            10,
            "[1, 0] is given a cost for the second",
        ),
        (BOARD + "[[costs]]\ncost = 1\npiece = 'q'\ndrawing = '#'\n", 3, 1, "names 'q', which is no piece"),
        (
            BOARD + "[[pieces]]\nname = 'p'\ndrawing = '##'\n"
            "[[costs]]\ncost = 1\npiece = 'p'\nat = [3, 0]\ndrawing = '##'\n",
            6,
            1,
            "leaves the board",
        ),
        (
            BOARD + "[[pieces]]\nname = 'p'\ndrawing = '##'\n"
            "[[costs]]\ncost = 1\npiece = 'p'\ndrawing = '##'\n"
            "[[costs]]\ncost = 2\npiece = 'p'\ncells = [[1, 0], [0, 0]]\n",
            10,
            1,
            "placement of 'p' is given a cost for the second",
        ),
        (BOARD + "[[expect]]\nwhat = 'unique'\n", 3, 1, "lacks 'count'"),
        (BOARD + "[[expect]]\ncount = '12 or so'\n", 4, 1, "12 or so"),
        (BOARD + "[[expect]]\ncount = true\n", 4, 1, "is true"),
        (BOARD + "[[expect]]\ncount = 1\nwhat = 'all'\n", 5, 1, "solutions, labelled, unique, least"),
        (BOARD + "[[expect]]\ncount = -1\n", 4, 1, "'count' is -1; expected a number from 0"),
        (BOARD + "[[expect]]\nwhat = 'least'\ncount = '-x'\n", 5, 1, "expected a whole number"),
        (BOARD + "[[expect]]\ncount = 1\nuse = 'some'\n", 5, 1, "all, any"),
        ("a = " + "[" * 100_000, 0, 0, "nested too deeply"),
        (BOARD + "[[expect]]\ncount = " + "9" * 5000, 0, 0, "not TOML"),
        ("x = 1\n" + "a." * 100 + "a = 1", 2, 1, "more than 32 dots"),
    ],
)
def test_faults_say_where(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "[board]\ndrawing = '''\n" + ("#" * 1000 + "\n") * 1000 + "'''",
        "[board]\ndrawing = '''\n" + ("#" * 400 + "\n") * 300 + "'''",
        "[board]\ndrawing = '#'\n" + "[[pieces]]\nset = 'fixed heptominoes'\n" * 300,
        "a." * 500_000,
        '"a".' * 500_000,
        "a" * 2_000_000,
        '"\\"' * 500_000,
        '"""' + '\\"""' * 300_000,
        "[a." + "b." * 500_000,
    ],
)
def test_absurd_files_are_refused_quickly(text: str) -> None:
    start = time.process_time()
    with pytest.raises(FormatError):
        loads(text)
    assert time.process_time() - start < 10


SMALL = Board.of([(0, 0)])


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle(SMALL, (), title="\ud800"), "UTF-8"),
        (Puzzle(SMALL, (Piece(" ", ((0, 0),)),)), "a piece has no name"),
        (Puzzle(SMALL, (Piece("a", ((0, 0),), max_copies=1_000_001),)), "1,000,001 copies of 'a'"),
        (Puzzle(Board.of([(0, -1_000_001)]), ()), "farther off than 1,000,000"),
        (Puzzle(SMALL, (Piece.of("a", [(0, 0), (1_000_001, 0)]),)), "farther off than 1,000,000"),
        (Puzzle(SMALL, (), expect=(Expected("some", 1, ""),)), "expected 'some'"),
        (Puzzle(SMALL, (), expect=(Expected("solutions", 10**4_000, ""),)), "at most 4,000 digits"),
        (Puzzle(SMALL, (), expect=(Expected("unique", -1, ""),)), "from 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_file_cannot_hold(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        dumps(puzzle)


def test_more_cells_than_a_file_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = loads(WHOLE)
    total = 10 + 3 + 2 + 2 + 2 + 2 + 5  # board, pieces, forced placement, priced placement, priced cells
    monkeypatch.setattr("tilewright.formats.toml_emitter.TOTAL_CELLS", total)
    text = dumps(puzzle)
    monkeypatch.setattr("tilewright.formats.toml_cells.TOTAL_CELLS", total)
    assert loads(text) == puzzle
    monkeypatch.setattr("tilewright.formats.toml_emitter.TOTAL_CELLS", total - 1)
    with pytest.raises(UnsupportedError, match="all cells are 26"):
        dumps(puzzle)


@given(any_puzzles())
def test_dumps_then_loads_is_the_same_puzzle(puzzle: Puzzle) -> None:
    assert loads(dumps(puzzle)) == puzzle


@given(page_puzzles())
def test_ascii_to_toml_and_back(puzzle: Puzzle) -> None:
    page = ascii_tiles.dumps(puzzle)
    first = ascii_tiles.loads(page)
    assert ascii_tiles.loads(ascii_tiles.dumps(loads(dumps(first)))) == first


@given(st.data())
def test_a_damaged_file_loads_or_is_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([WHOLE, dumps(loads(WHOLE))]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        scrap = data.draw(
            st.one_of(
                st.text(st.sampled_from("[]{}=,.\"'#\n \\ax0-+é\x00"), max_size=4),
                st.sampled_from(
                    ["1e400", "nan", "true", "1979-05-27", '"""', "[[pieces]]", "-99999999999999999999"]
                ),
            )
        )
        text = text[:start] + scrap + text[end:]
    try:
        loads(text)
    except TilewrightError as error:
        assert str(error)


@given(st.text())
@example("\ufeff")
@example("board.drawing = '#'")
def test_any_text_loads_or_is_refused(text: str) -> None:
    try:
        loads(text)
    except TilewrightError as error:
        assert str(error)
