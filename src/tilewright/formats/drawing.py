"""Cells drawn as text, with a legend: the drawings inside Tilewright's own puzzle file, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.errors import FormatError
from tilewright.formats.page import is_mark, lines_of
from tilewright.lattices import Cell
from tilewright.puzzle import MAX_CELLS


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

SPARE_MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""Characters for colours whose names cannot stand for themselves."""

UNSAFE = {NO_CELL, REQUIRED, OPTIONAL, '"', "'", "\\"}
"""Characters that no colour gets in a file that is written."""


def read_drawing(text: str, marks: Mapping[str, Mark]) -> dict[Cell, Mark]:
    """The cells of a drawing, x to the right and y downwards from 0.

    Empty lines above and below and blanks that all lines start with are left out first, so a drawing
    may be indented; a dot or a blank is no cell. FormatError, with line and column in the text, when a
    character is not in the legend or nothing is drawn.
    """
    total = sum(map(len, text.split()))
    if total > 4 * MAX_CELLS:
        raise FormatError(f"the drawing has {total:,} characters; at most {4 * MAX_CELLS:,} are accepted")
    lines = lines_of(text)
    drawn = [number for number, line in enumerate(lines) if line]
    if not drawn:
        raise FormatError(f"nothing is drawn; expected cells such as {REQUIRED!r}")
    top = drawn[0]
    left = min(len(lines[number]) - len(lines[number].lstrip()) for number in drawn)
    cells: dict[Cell, Mark] = {}
    for number in drawn:
        for column, character in enumerate(lines[number]):
            if character == NO_CELL or character.isspace():
                continue
            mark = marks.get(character)
            if mark is None:
                known = " ".join([NO_CELL, *marks])
                raise FormatError(
                    f"the character {character!r} is not in the legend; expected one of {known}",
                    line=number + 1,
                    column=column + 1,
                )
            cells[column - left, number - top] = mark
    if not cells:
        raise FormatError(f"the drawing has no cell; expected some, such as {REQUIRED!r}")
    return cells


def drawing_of(cells: Mapping[Cell, str], no_cell: str = NO_CELL) -> list[str] | None:
    """The lines of a drawing of cells and their characters in their bounding box, ``no_cell`` between them.

    None when the cells lie so far apart that a drawing would be mostly that.
    """
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    left, top = min(xs), min(ys)
    width, height = max(xs) - left + 1, max(ys) - top + 1
    if width * height > 1000 + 16 * len(cells):
        return None
    rows = [[no_cell] * width for _ in range(height)]
    for (x, y), character in cells.items():
        rows[y - top][x - left] = character
    return ["".join(row) for row in rows]


def marks_for(wanted: Iterable[Mark]) -> dict[Mark, str] | None:
    """A character for each mark: the colour itself where it is one, else a spare one.

    None when the spare ones run out.
    """
    chosen = {mark: character for character, mark in FIXED_MARKS.items()}
    left = [mark for mark in dict.fromkeys(wanted) if mark not in chosen]
    for mark in left:
        if not mark.optional and _safe(mark.colour):
            chosen[mark] = mark.colour
    taken = set(chosen.values())
    for mark in left:
        if mark not in chosen:
            initial = mark.colour[:1]
            wishes = [initial.lower(), initial.upper()] if mark.optional else [initial, initial.upper()]
            free = (c for c in [*wishes, *SPARE_MARKS] if c not in taken and _safe(c))
            character = next(free, None)
            if character is None:
                return None
            chosen[mark] = character
            taken.add(character)
    return chosen


def _safe(character: str) -> bool:
    return is_mark(character) and character not in UNSAFE
