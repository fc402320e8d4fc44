"""Puzzle files that say what they should not: where the fault is, and that absurd ones are refused."""

from __future__ import annotations

import pytest

from tilewright.errors import FormatError
from tilewright.formats.toml import loads

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
        ("[board]\ncells = [[0, 0]]\nat = [0, 0]\n", 3, 1, "'at' is given without a drawing"),
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
        ("[legend]\n'#' = 'x'\n" + BOARD, 2, 1, "has a fixed meaning"),
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
        (
            BOARD + "[[pieces]]\nname = 'a'\ndrawing = '#'\n[[pieces]]\nname = 'a'\ndrawing = '##'\n",
            7,
            1,
            "two pieces",
        ),
        (
            "motions = 'fixed'\n"
            + BOARD
            + "[[pieces]]\nname = 'a'\ncells = [[0, 0], [1, 0]]\n"
            + "[[pieces]]\nname = 'a'\ncells = [[0, 0], [0, 1]]\n",
            8,
            1,
            "two pieces are named 'a'",
        ),
        (BOARD + "[[pieces]]\ndrawing = '#'\ndrawings = {}\n", 5, 1, "goes with 'set'"),
        (BOARD + "[[pieces]]\nset = 'dominoes'\ndrawings = { Q = '#' }\n", 5, 1, "the set has no piece 'Q'"),
        (
            BOARD + "[[pieces]]\nset = 'dominoes'\ndrawings = { I2 = '#' }\n",
            5,
            1,
            "not the piece 'I2' of the set",
        ),
        (
            BOARD + "[[pieces]]\nset = 'one-sided tetrominoes'\ndrawings = { L4 = \"##\\n#.\\n#.\" }\n",
            5,
            1,
            "not the piece 'L4' of the set",
        ),
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
            "'at' is given without a drawing",
        ),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = 1.5\n", 5, 1, "'cost' is 1.5; expected a whole number"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = true\n", 5, 1, "'cost' is true"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ncost = '3'\n", 5, 1, "'cost' is '3'"),
        (BOARD + "[[pieces]]\nset = 'pentominoes'\ncost = 1000000000001\n", 5, 1, "up to 1,000,000,000,000"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ngroups = 1\n", 5, 1, "'groups' is 1; expected a list"),
        (BOARD + "[[pieces]]\ndrawing = '#'\ngroups = [0]\n", 5, 1, "whole numbers from 1"),
        (
            BOARD + "[[pieces]]\ndrawing = '#'\nweight = 0.5\n",
            5,
            1,
            "'weight' is 0.5; expected a whole number",
        ),
        ("[legend]\na = { cost = -1e3 }\n" + BOARD, 2, 1, "'cost' is"),
        ("[legend]\na = { cost = 3 }\n" + BOARD + "[[pieces]]\ndrawing = 'a'\n", 6, 1, "cells have no costs"),
        ("costs = 4\n" + BOARD, 1, 1, "[[costs]]"),
        (BOARD + "[[costs]]\ndrawing = '#'\n", 3, 1, "'cost' is lacking"),
        (BOARD + "[[costs]]\ncost = 1\n", 3, 1, "expected one of drawing, cells"),
        (BOARD + "[[costs]]\ncost = []\ndrawing = '#'\n", 4, 1, "'cost' is []"),
        (BOARD + "[[costs]]\ncost = 1\nprice = 1\ndrawing = '#'\n", 5, 1, "known keys: cost, piece"),
        (
            BOARD + "[[costs]]\ncost = 1\nat = [1, 0]\ncells = [[0, 0]]\n",
            5,
            1,
            "'at' is given without a drawing",
        ),
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
        (
            BOARD + "[[costs]]\ncost = 1\npiece = 'q'\ndrawing = '#'\n",
            3,
            1,
            "names 'q', which is not a piece",
        ),
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
def test_errors_have_line_and_column(text: str, line: int, column: int, words: str) -> None:
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
def test_out_of_range_files_are_refused(text: str) -> None:
    """Each would take hours or all memory if it were read by a way that is not linear."""
    with pytest.raises(FormatError):
        loads(text)
