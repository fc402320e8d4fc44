"""Puzzle files on every lattice: drawings, places, sets, motions, and rules that only some puzzles have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import any_puzzles
from tilewright.errors import FormatError, TilewrightError
from tilewright.formats.toml import dumps
from tilewright.formats.toml import loads as loads_any
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, LINE, SQUARE, STICK, TRIANGLE
from tilewright.model.pieces import piece_set
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle

LATTICES_BUT_SQUARE = tuple(lattice for lattice in LATTICES.values() if lattice is not SQUARE)

TEXTS = {
    "line": """lattice = "line"
[board]
at = [5]
drawing = "####.##+"
[[pieces]]
set = "bars 1-3"
[[forced]]
piece = "2"
at = [10]
drawing = "##"
""",
    "cube": """lattice = "cube"
mirror_images = "same"
[legend]
r = "red"
[board]
drawing = '''
##
r#

.#
##
'''
[[pieces]]
drawing = '''
##
#.

#.
'''
[[pieces]]
drawing = '''
##
.#

.#
'''
motions = "upright"
[[pieces]]
name = "red"
drawing = "r"
[[costs]]
cost = 3
at = [0, 1, 1]
drawing = "##"
""",
    "hexagon": """lattice = "hexagon"
fits = []
[board]
at = [0, 3]
drawing = '''
 # #
# . #
 # +
'''
[[pieces]]
set = "trihexes"
[[pieces]]
drawing = '''
 # #
#
'''
""",
    "triangle": """lattice = "triangle"
fits = [["a", "b"], ["b", "a"]]
[legend]
a = "a"
b = "b"
[board]
at = [-1, 1]
drawing = '''
  ..b..
  .###.
  #a#++
'''
[[pieces]]
drawing = ".aa"
[[pieces]]
name = "two"
drawing = "##"
motions = "fixed"
[[forced]]
piece = "two"
at = [0, 2]
drawing = "##"
""",
    "prism": """lattice = "prism"
[board]
at = [0, 2, 1]
drawing = '''
.###
####

.##.
..++
'''
[[pieces]]
set = "triprisms"
[[pieces]]
motions = "upright"
drawing = '''
.##

.#.
'''
""",
    "sphere": """lattice = "sphere"
[board]
at = [1, 0, 1]
drawing = '''
#.#.
.#.#

.#..
'''
[[pieces]]
set = "trispheres"
[[pieces]]
drawing = '''
#.
..

.#
'''
""",
    "rhombic-tetrahedron": """lattice = "rhombic-tetrahedron"
[board]
drawing = '''
.....
..#..
.#.#.
..#..
.....

..#..
'''
[[pieces]]
drawing = '''
..
..#
.#
'''
""",
    "tetra-octahedron": """lattice = "tetra-octahedron"
[board]
at = [3, 0, 3]
drawing = '''
..##
....
#

....
.#..#
'''
[[pieces]]
drawing = '''
..#
...

...
.#.
'''
""",
    "stick": """lattice = "stick"
crossings = false
[legend]
o = { optional = true }
[board]
drawing = '''
  +-+-+
  | | o
  +-+-+
  |   |
  +-+-+
'''
[[pieces]]
set = "tristicks"
[[pieces]]
name = "bar"
drawing = "+-+-+"
[[forced]]
piece = "bar"
at = [0, 2]
drawing = "+-+-+"
""",
}


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle with a board in a text."""
    puzzle = loads_any(text, motions)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_line() -> None:
    puzzle = loads(TEXTS["line"])
    assert puzzle.lattice is LINE
    forced = Placement("2", ((10,), (11,)))
    assert puzzle.board == Board.of([(x,) for x in (5, 6, 7, 8, 10, 11)], [(12,)], forced=[forced])
    assert [(p.name, p.size, p.motions) for p in puzzle.pieces] == [
        ("1", 1, "all"),
        ("2", 2, "all"),
        ("3", 3, "all"),
    ]


def test_cube() -> None:
    puzzle = loads(TEXTS["cube"])
    below, above = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], [(1, 0, 1), (0, 1, 1), (1, 1, 1)]
    board = Board.of(
        {cell: "red" if cell == (0, 1, 0) else "" for cell in below + above},
        costs={(0, 1, 1): 3, (1, 1, 1): 3},
    )
    assert puzzle == Puzzle(
        board,
        (
            Piece.of("P4", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], lattice=CUBE, motions="rotation"),
            Piece.of("P4.2", [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1)], lattice=CUBE, motions="upright"),
            Piece.of("red", {(0, 0, 0): "red"}, lattice=CUBE, motions="rotation"),
        ),
        lattice=CUBE,
        mirrors=True,
    )


def test_hexagon() -> None:
    puzzle = loads(TEXTS["hexagon"])
    assert puzzle.lattice is HEXAGON
    assert puzzle.colour_pairs == ()
    assert puzzle.board == Board.of([(0, 3), (1, 3), (-1, 4), (1, 4), (-1, 5)], [(0, 5)])
    assert [p.size for p in puzzle.pieces] == [3, 3, 3, 3]
    assert puzzle.pieces[-1].cells == ((0, 1), (1, 0), (2, 0))


def test_triangle() -> None:
    puzzle = loads(TEXTS["triangle"])
    assert puzzle.lattice is TRIANGLE
    assert puzzle.colour_pairs == (("a", "b"), ("b", "a"))
    board = {(1, 1): "b", (0, 2): "", (1, 2): "", (2, 2): "", (-1, 3): "", (0, 3): "a", (1, 3): ""}
    forced = Placement("two", ((0, 2), (1, 2)))
    assert puzzle.board == Board.of(board, [(2, 3), (3, 3)], forced=[forced])
    first, second = puzzle.pieces
    assert (first.cells, first.colours, first.motions) == (((1, 0), (2, 0)), ("a", "a"), "all")
    assert (second.cells, second.motions) == (((0, 0), (1, 0)), "fixed")


def test_stick() -> None:
    puzzle = loads(TEXTS["stick"])
    assert puzzle.lattice is STICK and not puzzle.crossings
    level = [(1, 0), (3, 0), (1, 2), (3, 2), (1, 4), (3, 4)]
    upright = [(0, 1), (2, 1), (0, 3), (4, 3)]
    forced = Placement("bar", ((1, 2), (3, 2)))
    assert puzzle.board == Board.of(level + upright, [(4, 1)], forced=[forced])
    assert puzzle.pieces[-1] == Piece.of("bar", [(1, 0), (3, 0)], lattice=STICK)


@pytest.mark.parametrize("name", TEXTS)
def test_each_is_written_with_drawings_and_sets(name: str) -> None:
    puzzle = loads(TEXTS[name])
    text = dumps(puzzle)
    assert loads(text) == puzzle
    assert "cells" not in text
    assert text.count("set = ") == TEXTS[name].count("set = ") - (name == "line")


def test_pieces_move_as_is_usual_on_their_lattice() -> None:
    for name in LATTICES:
        text = TEXTS.get(name, '[board]\ndrawing = "#"\n[[pieces]]\ndrawing = "#"\n')
        usual = LATTICES[name].usual_motions
        puzzle = loads(text)
        assert puzzle.pieces[0].motions == usual
        assert f'motions = "{usual}"' not in dumps(puzzle)
    turned = loads('motions = "all"\n' + TEXTS["cube"])
    assert [piece.motions for piece in turned.pieces] == ["all", "upright", "all"]
    assert loads(dumps(turned)) == turned
    every = loads(TEXTS["hexagon"], "fixed")
    assert {piece.motions for piece in every.pieces} == {"fixed"}
    assert 'motions = "fixed"' in dumps(every).splitlines()[:3]
    assert loads(dumps(every)) == every


CUBES = 'lattice = "cube"\n[board]\ndrawing = "####"\n[[pieces]]\n'


def test_sets_of_solid_pieces() -> None:
    soma = loads(CUBES + 'set = "soma"\n')
    assert len(soma.pieces) == 7 and {piece.motions for piece in soma.pieces} == {"rotation"}
    graatsma = loads(CUBES + 'set = "slothouber-graatsma"\n')
    assert [piece.max_copies for piece in graatsma.pieces] == [6, 3]
    twice = loads(CUBES + 'set = "slothouber-graatsma"\ncopies = [0, 2]\n')
    assert [(piece.min_copies, piece.max_copies) for piece in twice.pieces] == [(0, 12), (0, 6)]
    fixed = loads(CUBES + 'set = "fixed tricubes"\n')
    assert len(fixed.pieces) == 15 and {piece.motions for piece in fixed.pieces} == {"fixed"}
    for puzzle in (soma, graatsma, twice, fixed):
        text = dumps(puzzle)
        assert loads(text) == puzzle
        assert text.count("[[pieces]]") == text.count("set = ") == 1


def test_flat_sets_in_space() -> None:
    flat = loads(CUBES + 'set = "pentominoes"\n')
    assert [piece.name for piece in flat.pieces] == [name for name, _ in piece_set("pentominoes")]
    assert {piece.motions for piece in flat.pieces} == {"rotation"}
    assert {cell[2] for piece in flat.pieces for cell in piece.cells} == {0}
    assert 'set = "flat pentacubes"' in dumps(flat)
    assert loads(dumps(flat)) == flat
    for name, count, motions in (("one-sided tetrominoes", 7, "upright"), ("fixed dominoes", 2, "fixed")):
        pieces = loads(CUBES + f'set = "{name}"\n').pieces
        assert [piece.motions for piece in pieces] == [motions] * count


def test_a_set_whose_pieces_have_other_copies_is_written_piece_by_piece() -> None:
    puzzle = loads(CUBES + 'set = "slothouber-graatsma"\n')
    first, second = puzzle.pieces
    uneven = replace(puzzle, pieces=(first, replace(second, min_copies=4, max_copies=4)))
    assert "set = " not in dumps(uneven)
    assert loads(dumps(uneven)) == uneven


FLAT = "[board]\ndrawing = '##'\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("lattice = 'hexagon'\n[board]\ndrawing = '''\n# #\n# #\n'''\n", 5, 1, "is not where a cell can be"),
        ("lattice = 'line'\n[board]\ndrawing = '''##\n##'''\n", 4, 1, "all cells are in one"),
        ("lattice = 'triangle'\n[board]\ndrawing = '''\n #\n###'''\n", 3, 1, "up and down were exchanged"),
        ("lattice = 'stick'\n[board]\ndrawing = '+-+|+'\n", 3, 15, "'|' is not where a cell can be"),
        ("lattice = 'stick'\n[board]\nat = [1, 0]\ndrawing = '-'\n", 3, 1, "expected even numbers"),
        ("lattice = 'triangle'\n[board]\nat = [1, 0]\ndrawing = '#'\n", 3, 1, "an even sum"),
        ("lattice = 'cube'\n[board]\nat = [1, 0]\ndrawing = '#'\n", 3, 1, "expected 3 whole numbers"),
        (
            "lattice = 'stick'\n[board]\ncells = [[1, 0], [1, 1]]\n",
            3,
            18,
            "[1, 1] is not a cell of the stick",
        ),
        ("lattice = 'line'\n[board]\ncells = [[1, 0]]\n", 3, 10, "expected 1 whole number"),
        ("lattice = 'stick'\n[legend]\n'|' = 'x'\n[board]\ndrawing = '-'\n", 3, 1, "has a fixed meaning"),
        (
            "lattice = 'stick'\n[board]\ndrawing = '-'\n[[pieces]]\nset = 'soma'",
            5,
            1,
            "'soma' is of the cube",
        ),
        ("lattice = 'hexagon'\n[board]\ndrawing = '#'\n[[pieces]]\nset = 'dominoes'", 5, 1, "on hexagon"),
        ("crossings = 1\n" + FLAT, 1, 1, "'crossings' is 1; expected true or false"),
        ("crossings = false\n" + FLAT, 1, 1, "cannot cross on the square lattice"),
        ("mirror_images = 'some'\n" + FLAT, 1, 1, "expected one of different, same"),
        ("fits = 'red'\n" + FLAT, 1, 1, "expected pairs such as"),
        ("fits = [['a', 'b'],\n ['a']]\n" + FLAT, 2, 2, "is not a pair of colours"),
        ("fits = [['a', '']]\n" + FLAT, 1, 9, "is not a pair of colours"),
        ("fits = [['a', 1]]\n" + FLAT, 1, 9, "is not a pair of colours"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_pairs_of_colours_are_not_nothing() -> None:
    plain, none, some = (loads(head + FLAT) for head in ("", "fits = []\n", "fits = [['a', 'b']]\n"))
    assert [p.colour_pairs for p in (plain, none, some)] == [None, (), (("a", "b"),)]
    for puzzle in (plain, none, some):
        assert loads(dumps(puzzle)) == puzzle


@given(any_puzzles(LATTICES_BUT_SQUARE))
def test_dumps_then_loads_is_the_same_puzzle(puzzle: Puzzle) -> None:
    assert loads(dumps(puzzle)) == puzzle


@given(st.data())
def test_a_damaged_file_loads_or_is_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(list(TEXTS.values())))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        scrap = data.draw(st.text("#.+-|ro[]=\n \"'09", max_size=4))
        text = text[:start] + scrap + text[end:]
    try:
        puzzle = loads_any(text)
    except TilewrightError as error:
        assert str(error)
    else:
        assert loads_any(dumps(puzzle)) == puzzle
