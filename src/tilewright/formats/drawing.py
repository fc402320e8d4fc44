"""Cells drawn as text, with a legend: the drawings inside Tilewright's own puzzle file, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tilewright.errors import FormatError
from tilewright.formats.layouts import LAYOUTS, LEVEL, UPRIGHT, VERTEX, Drawn, Layout, Spot, dressed
from tilewright.formats.text_page import is_mark, lines_of
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.puzzle import MAX_CELLS


@dataclass(frozen=True)
class Mark:
    """What a character of a drawing stands for: a colour ("" fits any), whether it may stay empty, a cost."""

    colour: str = ""
    optional: bool = False
    cost: int = 0


NO_CELL = "."
REQUIRED = "#"
OPTIONAL = "+"
FIXED_MARKS: Mapping[str, Mark] = {REQUIRED: Mark(), OPTIONAL: Mark(optional=True)}
"""The characters that mean the same in every file; a legend adds others."""

STICK_MARKS: Mapping[str, Mark] = {VERTEX: Mark(), LEVEL: Mark(), UPRIGHT: Mark()}
"""What drawings of sticks have instead: a vertex is no cell, so no character is an optional stick."""

SPARE_MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""Characters for colours whose names cannot stand for themselves."""

UNSAFE = {NO_CELL, REQUIRED, OPTIONAL, '"', "'", "\\"}
"""Characters that no colour gets in a file that is written."""


def read_drawing(
    text: str, marks: Mapping[str, Mark] = FIXED_MARKS, lattice: Lattice = SQUARE
) -> dict[Cell, Mark]:
    """The cells of a drawing, as ``layouts`` lays them out: x to the right and y downwards from 0.

    Empty lines above and below and blanks that all lines start with are left out first, so a drawing
    may be indented; a dot or a blank is no cell. Of triangles, which point up and down in turn, an even
    number of blanks is left out. FormatError, with line and column in the text, when a character is not in
    the legend or not where a cell can be, or nothing is drawn.
    """
    total = sum(map(len, text.split()))
    if total > 4 * MAX_CELLS:
        raise FormatError(f"the drawing has {total:,} characters; at most {4 * MAX_CELLS:,} are accepted")
    layout = LAYOUTS[lattice.name]
    known = marks if lattice.name != "stick" else {**marks, **STICK_MARKS}
    drawn = []
    for spot, character, line, column in _characters(lines_of(text), layout):
        if character not in known:
            expected = " ".join([NO_CELL, *known])
            raise FormatError(
                f"the character {character!r} is not in the legend; expected one of {expected}"
                + (f" ({layout.hint})" if layout.hint else ""),
                line=line,
                column=column,
            )
        drawn.append(Drawn(character, spot, line, column))
    cells = {cell: known[mark.character] for cell, mark in layout.read(drawn).items()} if drawn else {}
    if not cells:
        raise FormatError(f"the drawing has no cell; expected some, such as {known_cell(lattice)!r}")
    if looks_shifted(cells, lattice):
        raise FormatError(
            "these triangles would be joined if up and down were exchanged; the first place of the first "
            "line points up, so begin each line with a dot or a blank more, or less, or list 'cells'"
        )
    return cells


def looks_shifted(cells: Iterable[Cell], lattice: Lattice) -> bool:
    """Whether triangles are not joined as they are, but would be one place to the right.

    In such a drawing up and down were mistaken for each other more likely than not.
    """
    if lattice.name != "triangle":
        return False
    held = list(cells)
    if len(lattice.components(held)) == 1:
        return False
    return len(lattice.components((x + 1, y) for x, y in held)) == 1


def known_cell(lattice: Lattice) -> str:
    """A character that is a cell in every drawing of a lattice."""
    return LEVEL if lattice.name == "stick" else REQUIRED


def _characters(lines: list[str], layout: Layout) -> Iterator[tuple[Spot, str, int, int]]:
    """What is drawn, dots and blanks left out: spot, character, and the place in the text."""
    filled = [number for number, line in enumerate(lines) if line]
    if not filled:
        raise FormatError("nothing is drawn; expected cells such as '#'")
    left = min(len(lines[number]) - len(lines[number].lstrip()) for number in filled)
    left -= left % layout.step
    layer, top = 0, filled[0]
    for before, number in zip([filled[0], *filled], filled, strict=False):
        if layout.layers and number > before + 1:
            layer, top = layer + 1, number
        for column, character in enumerate(lines[number]):
            if character != NO_CELL and not character.isspace():
                yield (layer, number - top, column - left), character, number + 1, column + 1


def drawing_of(
    cells: Mapping[Cell, str], no_cell: str = NO_CELL, lattice: Lattice = SQUARE
) -> list[str] | None:
    """The lines of a drawing of cells and their characters, ``no_cell`` between them.

    None when the cells lie so far apart that a drawing would be mostly that, or would be refused. The drawing
    is read as these cells when it lies at :func:`corner_of` them.
    """
    if looks_shifted(cells, lattice):
        return None
    layout = LAYOUTS[lattice.name]
    spots = dressed(lattice.name, cells, REQUIRED)
    first, top, left = map(min, zip(*spots, strict=True))
    last, bottom, right = map(max, zip(*spots, strict=True))
    left -= (left + top) % layout.step
    if (last - first + 1) * (bottom - top + 1) * (right - left + 1) > 1000 + 16 * len(spots):
        return None
    rows = [
        [[no_cell if layout.dotted else " "] * (right - left + 1) for _ in range(bottom - top + 1)]
        for _ in range(last - first + 1)
    ]
    for (layer, y, x), character in spots.items():
        rows[layer - first][y - top][x - left] = character
    if lattice.name == "hexagon":
        for row in rows[0]:
            _fill_between(row, no_cell)
    if layout.dotted:
        lines = [["".join(row) for row in page] for page in rows]
    else:
        lines = [["".join(row).rstrip() for row in page] for page in rows]
    return [line for number, page in enumerate(lines) for line in ([""] if number else []) + page]


def _fill_between(row: list[str], no_cell: str) -> None:
    """Put ``no_cell`` on every second place between the cells of a row of hexagons."""
    held = [column for column, character in enumerate(row) if character != " "]
    for column in range(held[0], held[-1], 2) if held else ():
        row[column] = no_cell if row[column] == " " else row[column]


def corner_of(cells: Iterable[Cell], lattice: Lattice = SQUARE) -> Cell:
    """Where the first place of a drawing of these cells lies, for it to be read as them."""
    return LAYOUTS[lattice.name].corner(cells)


def reserved_marks(lattice: Lattice = SQUARE) -> set[str]:
    """The characters that mean the same in every drawing of a lattice, so that no legend may explain them."""
    return {NO_CELL, *FIXED_MARKS, *(STICK_MARKS if lattice.name == "stick" else ())}


def marks_for(wanted: Iterable[Mark], lattice: Lattice = SQUARE) -> dict[Mark, str] | None:
    """A character for each mark: the colour itself where it is one, else a spare one.

    None when the spare ones run out.
    """
    fixed = {REQUIRED: Mark()} if lattice.name == "stick" else FIXED_MARKS
    chosen = {mark: character for character, mark in fixed.items()}
    unsafe = UNSAFE | reserved_marks(lattice)

    def safe(character: str) -> bool:
        return is_mark(character) and character not in unsafe

    left = [mark for mark in dict.fromkeys(wanted) if mark not in chosen]
    for mark in left:
        if not mark.optional and safe(mark.colour):
            chosen[mark] = mark.colour
    taken = set(chosen.values())
    for mark in left:
        if mark not in chosen:
            initial = mark.colour[:1] or "o"
            wishes = [initial.lower(), initial.upper()] if mark.optional else [initial, initial.upper()]
            free = (c for c in [*wishes, *SPARE_MARKS] if c not in taken and safe(c))
            character = next(free, None)
            if character is None:
                return None
            chosen[mark] = character
            taken.add(character)
    return chosen
