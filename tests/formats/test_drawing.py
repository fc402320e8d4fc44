"""Drawings of cells on every lattice: what they mean, what is refused, and both ways without loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import cells_of, polyforms
from tilewright.errors import FormatError
from tilewright.formats.drawing import CellSpec, corner_of, drawing_of, legend_for, read_drawing
from tilewright.model.lattices import LATTICES, SQUARE, STICK, Cell, Lattice
from tilewright.model.lattices.lattice import add

MARKS = {"#": CellSpec(), "+": CellSpec(optional=True), "r": CellSpec("red"), "o": CellSpec(optional=True)}


def read(lattice: str, text: str) -> dict[Cell, str]:
    """The cells of a drawing with their colours, ``()`` for optional ones."""
    drawn = read_drawing(text, MARKS, LATTICES[lattice])
    return {cell: "()" if mark.optional else mark.colour for cell, mark in drawn.items()}


@pytest.mark.parametrize(
    ("lattice", "text", "cells"),
    [
        ("line", "\n  #.r+\n", {(0,): "", (2,): "red", (3,): "()"}),
        ("square", "  .#\n\n  #r\n", {(1, 0): "", (0, 2): "", (1, 2): "red"}),
        (
            "cube",
            "\n##\n#.\n\n\n..\nr.\n   \n.+\n\n",
            {(0, 0, 0): "", (1, 0, 0): "", (0, 1, 0): "", (0, 1, 1): "red", (1, 0, 2): "()"},
        ),
        ("hexagon", "# #\n # r\n", {(0, 0): "", (1, 0): "", (0, 1): "", (1, 1): "red"}),
        (
            "hexagon",
            "  # #\n # . +\n  # #\n",
            {(0, 0): "", (1, 0): "", (-1, 1): "", (1, 1): "()", (-1, 2): "", (0, 2): ""},
        ),
        ("hexagon", "...#\n..#\n", {(1, 0): "", (0, 1): ""}),
        ("kite", "..#.#\n.#...r\n", {(1, 0): "", (2, 0): "", (0, 1): "", (2, 1): "red"}),
        (
            "kite",
            " # #\n#   #\n # #",
            dict.fromkeys([(-6, 1), (-6, 2), (-5, 0), (-5, 2), (-4, 0), (-4, 1)], ""),
        ),
        ("drafter", "##\n#", {(2, 1): "", (4, 0): "", (1, 2): ""}),
        ("quarter-square", " v\n> r\n", {(1, 0): "", (0, 1): "", (2, 1): "red"}),
        ("triangle", "#r", {(0, 0): "", (1, 0): "red"}),
        ("triangle", ".##", {(1, 0): "", (2, 0): ""}),
        ("triangle", "..#\n.##\n", {(2, 0): "", (1, 1): "", (2, 1): ""}),
        ("triangle", "    #\n   ###\n", {(2, 0): "", (1, 1): "", (2, 1): "", (3, 1): ""}),
        ("triangle", "  #\n ###\n", {(2, 0): "", (1, 1): "", (2, 1): "", (3, 1): ""}),
        ("triangle", ".#+#\n..#\n", {(1, 0): "", (2, 0): "()", (3, 0): "", (2, 1): ""}),
        ("stick", "+-+\n| |\n+-+", {(1, 0): "", (0, 1): "", (2, 1): "", (1, 2): ""}),
        ("stick", "-", {(1, 0): ""}),
        ("stick", "|", {(0, 1): ""}),
        ("stick", "   |\n  -+r\n", {(2, 1): "", (1, 2): "", (3, 2): "red"}),
        ("stick", "+#+o+\n", {(1, 0): "", (3, 0): "()"}),
        ("stick", "+ .\n  |\n\n  |", {(2, 1): "", (2, 3): ""}),
    ],
)
def test_what_drawings_mean(lattice: str, text: str, cells: dict[Cell, str]) -> None:
    assert read(lattice, text) == cells


@pytest.mark.parametrize(
    ("lattice", "text", "line", "column", "words"),
    [
        ("line", "##\n #", 2, 2, "all cells are in one line"),
        (
            "cube",
            "##\n--\n##",
            2,
            1,
            "'-' is not in the legend; expected one of . # + r o (an empty line begins",
        ),
        ("hexagon", "# #\n# #\n", 2, 1, "is not where a cell can be"),
        ("hexagon", "# ##", 1, 4, "is not where a cell can be"),
        ("triangle", " #\n###\n", 0, 0, "up and down were exchanged"),
        ("triangle", "###\n #", 0, 0, "up and down were exchanged"),
        ("kite", "##", 1, 2, "is not where a cell can be after the '#' in line 1, column 1; the kites of"),
        ("kite", "#...#", 1, 1, "the drawing fits in 6 ways; begin its lines with dots"),
        ("drafter", "#####\n#####\n#####\n", 2, 2, "is not where a cell can be"),
        ("quarter-square", "v\nv\n", 2, 1, "'v' is not where a cell can be after the 'v'"),
        ("stick", "+-+\n- -\n", 2, 1, "'-' is not where a cell can be after the '+'"),
        ("stick", "+|+\n", 1, 2, "'|' is not where"),
        ("stick", "|\n\n\n |", 4, 2, "'|' is not where a cell can be after the '|'"),
        ("stick", "++", 1, 2, "'+' is not where"),
        ("stick", "+-+\n r", 2, 2, "'r' is not where"),
        ("stick", "  r\n", 1, 3, "do not show where the cells are"),
        ("stick", "+ +\n", 0, 0, "no cell; expected some, such as '-'"),
        ("stick", "+=+\n", 1, 2, "'=' is not in the legend; expected one of . # + r o - |"),
    ],
)
def test_what_is_refused(lattice: str, text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(lattice, text)
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("lattice", "cells", "lines", "corner"),
    [
        ("line", [(3,), (5,)], ["#.#"], (3,)),
        ("square", [(3, -1), (2, 0)], [".#", "#."], (2, -1)),
        ("cube", [(0, 0, 2), (1, 0, 4)], ["#.", "", "..", "", ".#"], (0, 0, 2)),
        ("hexagon", [(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)], [" # #", "# . #", " # #"], (1, 0)),
        ("triangle", [(1, 0), (2, 0)], [".##"], (0, 0)),
        ("triangle", [(1, 1), (2, 1)], ["##"], (1, 1)),
        ("stick", [(1, 0), (2, 1)], ["+-+", "  |", "  +"], (0, 0)),
        ("stick", [(0, 3)], ["+", "|", "+"], (0, 2)),
    ],
)
def test_how_cells_are_drawn(lattice: str, cells: list[Cell], lines: list[str], corner: Cell) -> None:
    lattice_held = LATTICES[lattice]
    assert drawing_of(dict.fromkeys(cells, "#"), lattice=lattice_held) == lines
    assert corner_of(cells, lattice_held) == corner


def test_cells_that_would_be_taken_for_others_are_not_drawn() -> None:
    apart: dict[Cell, str] = {(1, 0): "#", (0, 1): "#", (1, 1): "#", (2, 1): "#"}
    assert drawing_of(apart, lattice=LATTICES["triangle"]) is None
    assert drawing_of({(0, 0): "#", (9999, 0): "#"}) is None
    quarters = LATTICES["quarter-square"]
    assert drawing_of({(0, 1): "r"}, lattice=quarters) is None  # no sign shows that it is a left triangle
    assert drawing_of({(0, 1): "r", (1, 0): "#"}, lattice=quarters) == [" v", "r"]


def test_characters_for_marks() -> None:
    wanted = [
        CellSpec("-"),
        CellSpec(optional=True),
        CellSpec("red"),
        CellSpec("rot"),
        CellSpec("|", optional=True),
    ]
    assert legend_for(wanted) == {
        CellSpec(): "#",
        CellSpec(optional=True): "+",
        CellSpec("-"): "-",
        CellSpec("red"): "r",
        CellSpec("rot"): "R",
        CellSpec("|", optional=True): "|",
    }
    chosen = legend_for(wanted, STICK)
    assert chosen is not None
    assert len(set(chosen.values())) == len(chosen) == 6
    assert not set("+-|") & set(chosen.values())


@given(st.sampled_from(list(LATTICES.values())), st.data())
def test_what_is_drawn_is_read(lattice: Lattice, data: st.DataObject) -> None:
    shapes = polyforms(lattice, 1, 12) | st.lists(cells_of(lattice), min_size=1, max_size=30, unique=True)
    cells = {cell: data.draw(st.sampled_from("#r")) for cell in data.draw(shapes)}
    lines = drawing_of(cells, lattice=lattice)
    if lines is None:
        return
    indent = "  " * data.draw(st.integers(0, 3))
    text = "\n" + "".join(f"{indent}{line}\n" for line in lines)
    corner = corner_of(cells, lattice)
    assert lattice.is_translation(corner)
    specs = {add(cell, corner): mark for cell, mark in read_drawing(text, MARKS, lattice).items()}
    assert specs == {cell: MARKS[character] for cell, character in cells.items()}


@given(st.sampled_from(list(LATTICES.values())), st.text("#+-|.r \n\t", max_size=40))
def test_any_drawing_is_cells_of_the_lattice_or_refused(lattice: Lattice, text: str) -> None:
    try:
        cells = read_drawing(text, MARKS, lattice)
    except FormatError as error:
        assert error.message
        return
    assert cells and all(len(cell) == lattice.dimension and lattice.is_cell(cell) for cell in cells)
    assert len(cells) <= sum(character in "#+-|r" for character in text)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
@pytest.mark.parametrize("text", [".\nr", "r", " r", ".\n.\n r"])
def test_a_single_cell_anywhere(lattice: Lattice, text: str) -> None:
    """On a lattice of one dimension only the first line has cells."""
    if lattice.dimension == 1 and "\n" in text:
        with pytest.raises(FormatError, match="'r' is not where a cell can be"):
            read_drawing(text, MARKS, lattice)
    elif not lattice.text.signs:
        assert len(read_drawing(text, MARKS, lattice)) == 1


def test_a_huge_drawing_is_refused() -> None:
    with pytest.raises(FormatError, match="at most 400,000"):
        read_drawing("# " * 400_001, lattice=SQUARE)
