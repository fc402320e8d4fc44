"""Boards on surfaces in files: the puzzle file keeps them, other formats of boards refuse them."""

from __future__ import annotations

import pytest

from support.cli import run
from tilewright import catalogue, count, draw, solutions
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import toml
from tilewright.formats.registry import FORMATS
from tilewright.formats.solutions import digest_of
from tilewright.generators.boxes import dominoes, polyominoes
from tilewright.model.puzzle import Puzzle
from tilewright.model.surfaces import Surface, Wrap
from tilewright.render import plate_stl, solution_stl
from tilewright.render.labels import describe_size

TORUS = """
[board]
drawing = '''
##.
###
'''
wrap = "torus"
size = [4, 3]
[[pieces]]
name = "I2"
drawing = "##"
copies = [0, 3]
"""


def test_a_puzzle_file_keeps_the_surface() -> None:
    puzzle = toml.loads(TORUS)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.board.surface == Surface(Wrap.TORUS, 4, 3)
    assert toml.loads(toml.dumps(puzzle)) == puzzle
    assert toml.from_document(toml.to_document(puzzle)) == puzzle
    least = toml.loads(TORUS.replace("size = [4, 3]\n", ""))
    assert isinstance(least, Puzzle)
    assert least.board.surface == Surface(Wrap.TORUS, 3, 2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"torus"', '"sphere"', "'wrap' is 'sphere'; expected one of"),
        ("[4, 3]", "[2, 3]", "the cell .2, 1. is outside the torus of 2 columns and 3 rows"),
        ("[4, 3]", "[0, 3]", r"'size' is \[0, 3\]; expected \[columns, rows\]"),
        ('wrap = "torus"\n', "", "'size' goes with 'wrap'"),
        ("[board]", 'lattice = "cube"\n[board]', "only flat boards are wrapped; this one is on cube"),
    ],
)
def test_wrong_surfaces(old: str, new: str, message: str) -> None:
    text = TORUS.replace(old, new)
    with pytest.raises(FormatError, match=message):
        toml.loads(text)


def test_other_formats_with_a_board_refuse_it() -> None:
    puzzle = dominoes((3, 4), "klein")
    for one in FORMATS.values():
        if one.dumps is None or one.name == "toml":
            continue
        if one.cells:
            with pytest.raises(UnsupportedError, match="cannot say that the board is a Klein bottle; write"):
                one.dumps(puzzle)
        elif one.name == "dlx":
            assert one.loads is not None
            assert count(one.loads(one.dumps(puzzle))).solutions == count(puzzle).solutions


def test_solutions_are_of_the_surface() -> None:
    assert len({digest_of(dominoes((4, 4), wrap)) for wrap in (None, "cylinder", "torus", "klein")}) == 4


def test_drawings_go_on_at_the_opposite_side() -> None:
    puzzle = dominoes((1, 4), "cylinder")
    drawings = {str(draw(puzzle, solution)).partition("\n\n")[2] for solution in solutions(puzzle)}
    assert drawings == {
        "┌───────┬───────┐\n│       │       │\n└───────┴───────┘\n",
        "╶───┬───────┬───╴\n    │       │    \n╶───┴───────┴───╴\n".replace("    \n", "\n"),
    }


def test_make_wraps_rectangles() -> None:
    made = run("make", "dominoes", "8x8", "--wrap", "torus").stdout
    assert toml.loads(made) == dominoes((8, 8), "torus")
    assert count(toml.loads(made)).solutions == 311_853_312  # OEIS A335586
    solid = run("make", "polyominoes", "pentominoes", "3x4x5", "--wrap", "torus")
    assert (solid.exit_code, solid.stderr) == (
        2,
        "tilewright: only rectangles are wrapped, and 3 x 4 x 5 is none\n",
    )
    assert polyominoes("pentominoes", (6, 10), wrap="cylinder").title == "Pentominoes on a cylinder of 6 x 10"


def test_bodies_of_solutions_and_words_for_the_size() -> None:
    puzzle = catalogue.load("tetrominoes-torus")
    assert isinstance(puzzle, Puzzle)
    assert describe_size(puzzle) == "20 cells on a torus of 5 columns and 4 rows, 5 pieces"
    solution = next(iter(solutions(puzzle)))
    assert plate_stl(puzzle)
    with pytest.raises(UnsupportedError, match="a torus: a body of its solution would cut"):
        solution_stl(puzzle, solution)
