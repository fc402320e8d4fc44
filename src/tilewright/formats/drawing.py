"""Cells drawn as text, with a legend: the drawings inside Tilewright's own puzzle file, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from tilewright.errors import FormatError
from tilewright.formats.text import is_drawable, lines_of
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import Place, TextDrawing, add
from tilewright.model.pieces.polyforms import canonical
from tilewright.model.puzzle import MAX_CELLS
from tilewright.wording import quoted


@dataclass(frozen=True)
class CellSpec:
    """What a character of a drawing stands for: a colour ("" fits any), whether it may stay empty, a cost."""

    colour: str = ""
    optional: bool = False
    cost: int = 0


NO_CELL = "."
REQUIRED = "#"
OPTIONAL = "+"
FIXED_LEGEND: Mapping[str, CellSpec] = {REQUIRED: CellSpec(), OPTIONAL: CellSpec(optional=True)}
"""The characters that mean the same in every file; a legend adds others."""

SPARE_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""Characters for colours whose names cannot stand for themselves."""

UNSAFE = {NO_CELL, REQUIRED, OPTIONAL, '"', "'", "\\"}
"""Characters that no colour gets in a file that is written."""


@dataclass(frozen=True)
class _Drawn:
    """A character of a drawing, its place, and its line and column in the text, counted from 1."""

    character: str
    place: Place
    line: int
    column: int

    def fault(self, message: str) -> NoReturn:
        raise FormatError(message, line=self.line, column=self.column)


def read_drawing(
    text: str, marks: Mapping[str, CellSpec] = FIXED_LEGEND, lattice: Lattice = SQUARE
) -> dict[Cell, CellSpec]:
    """The cells of a drawing, placed as the lattice's ``text`` says, from 0.

    Empty lines above and below and blanks that all lines start with are ignored, so a drawing
    may be indented; a dot or a blank is no cell. FormatError, with line and column in the text, when a
    character is not in the legend or not where a cell can be, or nothing is drawn.
    """
    total = sum(map(len, text.split()))
    if total > 4 * MAX_CELLS:
        raise FormatError(f"the drawing has {total:,} characters; at most {4 * MAX_CELLS:,} are accepted")
    layout = lattice.text
    known = {**marks, **dict.fromkeys(layout.signs, CellSpec())}
    drawn = list(_characters(lines_of(text), layout))
    for one in drawn:
        if one.character not in known:
            expected = " ".join([NO_CELL, *known])
            one.fault(
                f"the character {quoted(one.character)} is not in the legend; expected one of {expected}"
                + (f" ({layout.hint})" if layout.hint else "")
            )
    cells = {cell: known[character] for cell, character in _placed(drawn, lattice).items()} if drawn else {}
    if not cells:
        raise FormatError(f"the drawing has no cell; expected some, such as {_usual_cell(layout)!r}")
    if lattice.text.misreading and looks_shifted(cells, lattice):
        raise FormatError(lattice.text.misreading[1])
    return cells


def _placed(drawn: list[_Drawn], lattice: Lattice) -> dict[Cell, str]:
    """The cells that are drawn, with their characters; FormatError at a character where no cell can be."""
    layout = lattice.text
    wide, high = layout.period
    first = next((one for one in drawn if one.character in layout.signs or not layout.signs), None)
    if first is None:
        drawn[0].fault(
            "these characters do not show where the cells are; also draw "
            + " or ".join(map(repr, layout.signs))
        )
    column, row, layer = first.place
    if layout.signs:  # shifted so that the first sign comes to its place
        at = layout.signs[first.character]
        right, down = (at[0] - column) % wide, (at[1] - row) % high
    else:
        right, down = _shift_to_cells(drawn, first, lattice)
    cells: dict[Cell, str] = {}
    for one in drawn:
        column, row, layer = one.place[0] + right, one.place[1] + down, one.place[2]
        cell = layout.cell_at(column, row, layer)
        sign = layout.signs.get(one.character)
        if (cell is None) if sign is None else (sign != (column % wide, row % high)):
            one.fault(
                f"{quoted(one.character)} is not where a cell can be after the {quoted(first.character)} in "
                f"line {first.line}, column {first.column}; {layout.rule}"
            )
        if cell is not None:
            cells[cell] = one.character
    return cells


def _shift_to_cells(drawn: list[_Drawn], first: _Drawn, lattice: Lattice) -> tuple[int, int]:
    """How far a drawing is moved so that all its characters come to cells, or the first one if not all can.

    FormatError where the first cannot, and where a drawing that is to begin at a corner fits in several ways.
    """
    layout = lattice.text
    wide, high = layout.period
    if None not in _moved(drawn, (0, 0), layout):
        return (0, 0)
    shifts = [(-k, -j) for j in range(high) for k in range(wide)]
    readings = {shift: _moved(drawn, shift, layout) for shift in shifts}
    fitting = {shift: [c for c in cells if c] for shift, cells in readings.items() if None not in cells}
    has_corner = layout.from_corner and not layout.layers
    if has_corner and len({canonical(cells, lattice=lattice) for cells in fitting.values()}) > 1:
        first.fault(
            f"the drawing fits in {len(fitting)} ways; begin its lines with dots, so that each "
            f"character stands where its cell is; {layout.rule}"
        )
    near = (shift for shift in shifts if _moved([first], shift, layout) != [None])
    shift = next(iter(fitting), next(near, None))
    if shift is None:
        first.fault(f"{quoted(first.character)} is not where a cell can be; {layout.rule}")
    return shift


def _moved(drawn: list[_Drawn], shift: tuple[int, int], layout: TextDrawing) -> list[Cell | None]:
    """The cells of the characters of a drawing after a shift; None where there is none."""
    right, down = shift
    return [layout.cell_at(one.place[0] + right, one.place[1] + down, one.place[2]) for one in drawn]


def looks_shifted(cells: Iterable[Cell], lattice: Lattice) -> bool:
    """Whether cells are not connected, but would be after the shift that is easily mistaken."""
    positions = list(cells)
    if lattice.text.misreading is None or len(lattice.components(positions)) == 1:
        return False
    shift = lattice.text.misreading[0]
    return len(lattice.components(add(cell, shift) for cell in positions)) == 1


def _usual_cell(layout: TextDrawing) -> str:
    """A character that is a cell in every drawing of a lattice."""
    signs = (sign for sign, at in layout.signs.items() if layout.cell_at(*at, 0) is not None)
    return next(signs, REQUIRED)


def _characters(lines: list[str], layout: TextDrawing) -> Iterator[_Drawn]:
    """What is drawn, dots and blanks left out."""
    filled = [number for number, line in enumerate(lines) if line]
    if not filled:
        raise FormatError("nothing is drawn; expected cells such as '#'")
    left = min(len(lines[number]) - len(lines[number].lstrip()) for number in filled)
    left -= left % layout.indent
    layer, top = 0, filled[0]
    for before, number in zip([filled[0], *filled], filled, strict=False):
        if layout.layers and number > before + 1:
            layer, top = layer + 1, number
        for column, character in enumerate(lines[number]):
            if character != NO_CELL and not character.isspace():
                yield _Drawn(character, (column - left, number - top, layer), number + 1, column + 1)


def drawing_of(
    cells: Mapping[Cell, str], no_cell: str = NO_CELL, lattice: Lattice = SQUARE
) -> list[str] | None:
    """The lines of a drawing of cells and their characters, ``no_cell`` between them.

    None when the cells lie so far apart that a drawing would be mostly that, or would be refused, as where
    all characters are colours and none shows where the cells are. The drawing is read as these cells when it
    lies at :func:`corner_of` them.
    """
    if looks_shifted(cells, lattice):
        return None
    layout = lattice.text
    places = _characters_of(cells, lattice)
    if layout.signs and layout.signs.keys().isdisjoint(places.values()):
        return None
    left, top, first = map(min, zip(*places, strict=True))
    right, bottom, last = map(max, zip(*places, strict=True))
    left -= (left + top) % layout.indent
    if layout.from_corner:
        left, top, first = layout.place(corner_of(cells, lattice))
    if (last - first + 1) * (bottom - top + 1) * (right - left + 1) > 1000 + 16 * len(places):
        return None
    pages = [
        [
            _row([places.get((x, y, z)) for x in range(left, right + 1)], (left, y, z), layout, no_cell)
            for y in range(top, bottom + 1)
        ]
        for z in range(first, last + 1)
    ]
    return [line for number, page in enumerate(pages) for line in ([""] if number else []) + page]


def _characters_of(cells: Mapping[Cell, str], lattice: Lattice) -> dict[Place, str]:
    """The characters of a drawing by their places: those of the cells, and vertices where cells are edges."""
    layout = lattice.text
    sign_at = {at: sign for sign, at in layout.signs.items()}

    def sign(place: Place) -> str:
        return sign_at[place[0] % layout.period[0], place[1] % layout.period[1]]

    places: dict[Place, str] = {}
    for cell, character in cells.items():
        place = layout.place(cell)
        places[place] = sign(place) if sign_at and character == REQUIRED else character
        for vertex in map(layout.place, lattice.ends(cell) if lattice.ends else ()):
            places[vertex] = sign(vertex)
    return places


def _row(characters: list[str | None], start: Place, layout: TextDrawing, no_cell: str) -> str:
    """A row of a drawing from the place ``start`` on."""
    if layout.dots == "page":
        return "".join(character or no_cell for character in characters)
    numbers = [k for k, character in enumerate(characters) if character]
    between = range(numbers[0], numbers[-1]) if numbers and layout.dots == "row" else range(0)
    column, row, layer = start
    return "".join(
        character or (no_cell if k in between and layout.cell_at(column + k, row, layer) is not None else " ")
        for k, character in enumerate(characters)
    ).rstrip()


def corner_of(cells: Iterable[Cell], lattice: Lattice = SQUARE) -> Cell:
    """Where the first place of a drawing of these cells lies, for it to be read as them."""
    return (lattice.text.corner or lattice.anchor)(cells)


def reserved_characters(lattice: Lattice = SQUARE) -> set[str]:
    """The characters that mean the same in every drawing of a lattice, so that no legend may define them."""
    return {NO_CELL, *FIXED_LEGEND, *lattice.text.signs}


def legend_for(wanted: Iterable[CellSpec], lattice: Lattice = SQUARE) -> dict[CellSpec, str] | None:
    """A character for each mark: the colour itself where it is one, else a spare one; None without enough."""
    fixed = {c: mark for c, mark in FIXED_LEGEND.items() if c not in lattice.text.signs}
    chosen = {mark: character for character, mark in fixed.items()}
    unsafe = UNSAFE | reserved_characters(lattice)

    def safe(character: str) -> bool:
        return is_drawable(character) and character not in unsafe

    left = [mark for mark in dict.fromkeys(wanted) if mark not in chosen]
    for mark in left:
        if not mark.optional and safe(mark.colour):
            chosen[mark] = mark.colour
    taken = set(chosen.values())
    for mark in left:
        if mark not in chosen:
            initial = mark.colour[:1] or "o"
            preferred = [initial.lower(), initial.upper()] if mark.optional else [initial, initial.upper()]
            free = (c for c in [*preferred, *SPARE_CHARACTERS] if c not in taken and safe(c))
            character = next(free, None)
            if character is None:
                return None
            chosen[mark] = character
            taken.add(character)
    return chosen
