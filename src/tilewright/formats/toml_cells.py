"""Cells in Tilewright's puzzle file: drawn with a legend, or listed by coordinates, on every lattice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import FormatError
from tilewright.formats.drawing import FIXED_MARKS, Mark, read_drawing, reserved_marks
from tilewright.formats.text_page import is_mark
from tilewright.formats.toml_places import Path
from tilewright.formats.toml_values import Values, shown
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import MAX_CELLS, MAX_COST

MARK_KEYS = ("colour", "optional", "cost")

TOTAL_CELLS = 10 * MAX_CELLS
"""The most cells in one file, board and pieces together."""

MAX_COORDINATE = 1_000_000
MAX_COPIES = 1_000_000


class CellValues(Values):
    """The values of a text that has cells of one lattice in it, with a legend for its drawings."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lattice: Lattice = SQUARE
        self.marks: dict[str, Mark] = dict(FIXED_MARKS)
        self.cells_left = TOTAL_CELLS

    def legend(self, path: Path, value: Any) -> dict[str, Mark]:
        marks = {}
        for character, meaning in self.table(path, value).items():
            here = (*path, character)
            if not is_mark(character):
                self.fault(here, f"the legend explains {character!r}; expected one visible character")
            if character in reserved_marks(self.lattice):
                self.fault(here, f"the legend explains {character!r}, which has its meaning in every file")
            if isinstance(meaning, str):
                marks[character] = Mark(meaning)
                continue
            entry = self.table(here, meaning, "a colour, or a table with colour, optional and cost")
            self.check_keys(here, entry, MARK_KEYS)
            optional = self.flag(here, "optional", entry.get("optional", False))
            cost = self.cost(here, entry.get("cost", 0))
            marks[character] = Mark(self.string(here, entry.get("colour", "")), optional, cost)
        return marks

    def drawing(self, path: Path, value: Any, shift: Cell) -> dict[Cell, Mark]:
        """The cells that a text draws, its first place at ``shift``."""
        text = self.string(path, value)
        try:
            drawn = read_drawing(text, self.marks, self.lattice)
        except FormatError as error:
            line, column = (
                self.places.inside(path, error.line, error.column) if error.line else self.places.of(path)
            )
            raise FormatError(error.message, line=line, column=column) from None
        self.spend(path, len(drawn))
        return {add(cell, shift): mark for cell, mark in drawn.items()}

    def cells_here(self, path: Path, entry: Mapping[str, Any]) -> tuple[Cell, ...]:
        """The cells of the board that an entry draws or lists."""
        if self.one_of(path, entry, ("drawing", "cells")) == "drawing":
            shift = self.shift(path, entry)
            return tuple(sorted(self.drawing((*path, "drawing"), entry["drawing"], shift)))
        if "at" in entry:
            self.fault((*path, "at"), "'at' says where a drawing lies, and here is none")
        return tuple(self.cells((*path, "cells"), entry["cells"]))

    def cells(self, path: Path, value: Any) -> dict[Cell, str]:
        """Cells in the order given, each with its colour."""
        if not isinstance(value, list):
            self.fault(path, f"'{path[-1]}' is {shown(value)}; expected a list of cells such as [0, 1]")
        self.spend(path, len(value))
        cells: dict[Cell, str] = {}
        for number, item in enumerate(value):
            here = (*path, number)
            colour = ""
            if isinstance(item, list) and item and isinstance(item[-1], str):
                *item, colour = item
            cell = self.cell(here, item)
            if cell in cells:
                self.fault(here, f"the cell {list(cell)} is given twice")
            cells[cell] = colour
        return cells

    def cell(self, path: Path, value: Any) -> Cell:
        numbers = self.numbers(path, value, "a cell")
        if not self.lattice.is_cell(numbers):
            self.fault(
                path,
                f"{shown(value)} is no cell of the {self.lattice.name} lattice; "
                f"expected {self.lattice.cell_rule}",
            )
        return numbers

    def shift(self, path: Path, table: Mapping[str, Any]) -> Cell:
        """Where the first place of a drawing lies: ``at`` in its table, else the origin."""
        here = (*path, "at")
        shift = self.numbers(here, table.get("at", [0] * self.lattice.dimension), "a place")
        if not self.lattice.is_translation(shift):
            self.fault(
                here,
                f"'at' is {shown(table['at'])}, which is no translation of the {self.lattice.name} lattice; "
                f"expected {self.lattice.translation_rule}",
            )
        return shift

    def numbers(self, path: Path, value: Any, what: str) -> tuple[int, ...]:
        """As many whole numbers as a cell of the lattice has."""
        size = self.lattice.dimension
        if (
            not isinstance(value, list)
            or len(value) != size
            or any(type(n) is not int or abs(n) > MAX_COORDINATE for n in value)
        ):
            self.fault(
                path,
                f"{shown(value)} is not {what}; expected {size} whole numbers up to {MAX_COORDINATE:,}",
            )
        return tuple(value)

    def flag(self, path: Path, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.fault(path, f"'{name}' is {shown(value)}; expected true or false")
        return value

    def spend(self, path: Path, cells: int) -> None:
        """Keep count of all cells, so that a small file cannot ask for absurdly many."""
        self.cells_left -= cells
        if self.cells_left < 0:
            self.fault(path, f"the puzzle has more than {TOTAL_CELLS:,} cells, board and pieces together")

    def cost(self, path: Path, value: Any) -> int:
        if type(value) is not int or abs(value) > MAX_COST:
            self.fault(path, f"'cost' is {shown(value)}; expected a whole number up to {MAX_COST:,}")
        return value
