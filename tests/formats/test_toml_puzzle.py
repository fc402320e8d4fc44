"""Tilewright's own puzzle file: what it says, what is refused and where, and both ways without loss."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.formats_strategies import any_puzzles, page_puzzles
from tilewright.errors import TilewrightError, UnsupportedError
from tilewright.formats import ascii_tiles
from tilewright.formats.toml import dumps
from tilewright.formats.toml import loads as loads_any
from tilewright.model.lattices import SQUARE
from tilewright.model.puzzle import Board, Expected, Piece, Placement, PlacementCost, Puzzle

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


def test_a_file_with_every_key() -> None:
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


def test_pieces_of_a_set_lie_as_drawn() -> None:
    start = '[board]\ndrawing = "#####"\n[[pieces]]\nset = "one-sided tetrominoes"\n'
    usual = {piece.name: piece for piece in loads(start).pieces}
    drawn = {piece.name: piece for piece in loads(start + 'drawings = { I4 = "#\\n#\\n#\\n#" }\n').pieces}
    assert drawn["I4"].cells == ((0, 0), (0, 1), (0, 2), (0, 3))
    assert drawn == usual | {"I4": replace(usual["I4"], cells=drawn["I4"].cells)}


def test_copies_of_one_name_differ_where_the_motions_do_not_carry_them_to_each_other() -> None:
    drawings = ("##\n#.", "##\n.#", ".#\n##")
    tables = "".join(f'[[pieces]]\nname = "v"\ndrawing = """\n{drawing}\n"""\n' for drawing in drawings)
    text = '[board]\ndrawing = """\n###\n###\n###\n"""\n' + tables
    page = "###\n###\n###\n\n## ##  #\n#   # ##\n"
    for motions in ("", "all", "rotation", "reflection", "fixed"):
        puzzle, same = loads(text, motions), ascii_tiles.loads(page, motions)
        names = ["v", "V3", "V3.2"] if motions == "fixed" else ["v"]
        assert [piece.name for piece in puzzle.pieces] == names
        for one, other in zip(puzzle.pieces, same.pieces, strict=True):
            assert (one.cells, one.max_copies, one.motions) == (other.cells, other.max_copies, other.motions)
    assert loads(dumps(loads(text))) == loads(text)


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
    monkeypatch.setattr("tilewright.formats.toml.writer.TOTAL_CELLS", total)
    text = dumps(puzzle)
    monkeypatch.setattr("tilewright.formats.toml.values.TOTAL_CELLS", total)
    assert loads(text) == puzzle
    monkeypatch.setattr("tilewright.formats.toml.writer.TOTAL_CELLS", total - 1)
    with pytest.raises(UnsupportedError, match="all cells are 26"):
        dumps(puzzle)


@given(any_puzzles([SQUARE]))
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
