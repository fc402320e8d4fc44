"""The registry of generators: what makes a puzzle from a few words, and its parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.family import FAMILIES
from tilewright.generators import anagrams, boxes, latin, macmahon, queens, sticks
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.registry import load_attribute

KINDS = ("number", "numbers", "word", "words", "size", "text", "flag")
"""What a parameter is: a whole number, some of them, a word, some of them, lengths as 6x10, a longer text
that may stand in a file, yes or no."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generator: its name, its kind, and what it means.

    A parameter that is ``needed`` is an argument, in order; others are options, None or False when not given.
    ``choices`` are the words that are allowed, where not all are. ``least`` bounds numbers.
    """

    name: str
    kind: str
    help: str
    needed: bool = False
    choices: tuple[str, ...] = ()
    least: int = 1


@dataclass(frozen=True)
class Generator:
    """How a kind of puzzle is made: ``make`` takes the parameters by name.

    ``examples`` are the words of command lines after ``tilewright make``.
    """

    name: str
    summary: str
    make: Callable[..., AnyPuzzle]
    parameters: tuple[Parameter, ...]
    examples: tuple[str, ...]


_MOVED = Parameter("moved", "flag", "Let no word lie where it lies in the given order.")
_BORDER = Parameter(
    "border", "number", "The colour, from 1, of all edges on the rim; without it they are free."
)

_ALL = (
    Generator(
        "polyominoes",
        "a set of polyominoes or polycubes, such as the pentominoes, in a rectangle or a box",
        boxes.polyominoes,
        (
            Parameter(
                "pieces", "word", "A set: pentominoes, 'one-sided tetrominoes', soma, ...", needed=True
            ),
            Parameter("size", "size", "The rectangle or box, as 6x10 or 3x4x5.", needed=True),
            Parameter("spare", "flag", "Let pieces stay out."),
        ),
        ("polyominoes pentominoes 6x10", "polyominoes 'polyominoes 1-5' 8x8 --spare -o mine.toml"),
    ),
    Generator(
        "dominoes",
        "a rectangle or a box of dominoes that are all alike",
        boxes.dominoes,
        (Parameter("size", "size", "The rectangle or box, as 8x8 or 2x3x4.", needed=True),),
        ("dominoes 8x8", "dominoes 2x3x4 -o box.toml"),
    ),
    Generator(
        "box",
        "a rectangle or a box of bricks, each any number of times or so often",
        boxes.box,
        (
            Parameter("size", "size", "The rectangle or box, as 3x3x3.", needed=True),
            Parameter(
                "bricks", "words", "Bricks: 1x2x4 any number of times, 1x2x4*6 six times.", needed=True
            ),
        ),
        ("box 3x3x3 '1x2x2*6' '1x1x1*3'", "box 6x10 2x3", "box 5x5x5 '1x2x4*12' 1x1x1"),
    ),
    Generator(
        "sticks",
        "sticks of given lengths, cut into pieces of lengths 1 to n",
        sticks.sticks,
        (
            Parameter("lengths", "numbers", "The lengths of the sticks.", needed=True),
            Parameter("into", "number", "The longest piece; ends may then be left over."),
        ),
        ("sticks 4 5 6", "sticks 10 10 10 --into 6 -o sticks.toml"),
    ),
    Generator(
        "words",
        "words in another order that together spell the same",
        anagrams.words,
        (
            Parameter("words", "words", "The words, in order.", needed=True),
            Parameter("code", "word", "Write the words in this code.", choices=tuple(anagrams.CODES)),
            _MOVED,
        ),
        ("words AB ABA BAB A", "words A E I O U --code morse"),
    ),
    Generator(
        "morse",
        "the 26 letters in Morse code without gaps, in another order with the same signal",
        anagrams.morse,
        (_MOVED,),
        ("morse", "morse --moved -o morse.toml"),
    ),
    Generator(
        "queens",
        "n queens that do not attack each other",
        queens.queens,
        (Parameter("n", "number", "How many queens, and the side of the board.", needed=True),),
        ("queens 8",),
    ),
    Generator(
        "langford",
        "two of each number 1 to n in a row, k numbers between the two k",
        queens.langford,
        (
            Parameter("n", "number", "The largest number.", needed=True),
            Parameter("halved", "flag", "Take one of each arrangement and its reversal."),
        ),
        ("langford 7", "langford 8 --halved"),
    ),
    Generator(
        "latin",
        "a Latin square, empty or with numbers given",
        latin.latin,
        (
            Parameter("n", "number", "The order of the square.", needed=True),
            Parameter("givens", "text", "The fields, row by row, '.' for an empty one; or a file with them."),
        ),
        ("latin 5", "latin 4 --givens '1... .2.. ..3. ...4'"),
    ),
    Generator(
        "sudoku",
        "a sudoku, from its given numbers",
        latin.sudoku,
        (
            Parameter(
                "givens",
                "text",
                "The fields, row by row, '.' for an empty one; or a file with them.",
                needed=True,
            ),
            Parameter("box", "size", "The width and height of a box, as 3x2; without it a square one."),
        ),
        (
            "sudoku 4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            "sudoku '12.. .... .... ..43'",
        ),
    ),
    Generator(
        "macmahon",
        "all squares with edges of so many colours, in a rectangle, edges matching",
        macmahon.macmahon,
        (
            Parameter("colours", "number", "How many colours; without it 3."),
            Parameter("size", "size", "The rectangle; without it the usual one, 6x4 for three colours."),
            _BORDER,
        ),
        ("macmahon", "macmahon --border 1", "macmahon --colours 2 --size 3x2"),
    ),
    Generator(
        "triangles",
        "the 24 triangles with edges of four colours, in a hexagon, edges matching",
        macmahon.triangles,
        (_BORDER,),
        ("triangles --border 1",),
    ),
)


def all_generators() -> dict[str, Generator]:
    """All generators by name, those of families last, as ``tilewright make`` lists them."""
    found = {generator.name: generator for generator in _ALL}
    for family in FAMILIES.values():
        found |= {name: load_attribute(reference) for name, reference in family.generators.items()}
    return found
