"""Cells from a drawing in a program's text, with characters for cells of squares or cubes."""

from __future__ import annotations

import re
from textwrap import dedent

from tilewright.errors import PuzzleError
from tilewright.model.lattices import Cell
from tilewright.wording import quoted

NO_CELL = ". "


def cells_drawn(drawing: str, whose: str) -> dict[Cell, str]:
    """The cells of a drawing with their colours, "" for ``#``.

    A line is a row of cells: ``#`` is one without a colour, any other character one of the colour of this
    name, and a full stop or a space none. Layers of cubes are apart by an empty line, the first one is z = 0.
    PuzzleError where there is no cell.
    """
    text = dedent(drawing.expandtabs()).rstrip()
    while text.partition("\n")[0].strip() == "" and "\n" in text:
        text = text.partition("\n")[2]
    layers = re.split(r"\n(?:[ ]*\n)+", dedent(text))
    cells: dict[Cell, str] = {
        (x, y, z): "" if character == "#" else character
        for z, layer in enumerate(layers)
        for y, line in enumerate(layer.splitlines())
        for x, character in enumerate(line)
        if character not in NO_CELL
    }
    if not cells:
        raise PuzzleError(f"{whose} has no cells in the drawing {quoted(drawing)}; # is a cell")
    return cells if len(layers) > 1 else {cell[:2]: colour for cell, colour in cells.items()}
