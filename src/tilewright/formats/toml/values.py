"""The values of a puzzle file: parsing, checking their kinds, cells.

Errors have line and column in a TOML text, and name the key in a document, which has no text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from tilewright.errors import FormatError, PuzzleError
from tilewright.formats.drawing import FIXED_LEGEND, CellSpec, read_drawing, reserved_characters
from tilewright.formats.text import is_drawable
from tilewright.formats.toml.fields import COSTS, COUNTS, EXPECT, LEGEND, USES
from tilewright.formats.toml.positions import (
    KeyPath,
    Positions,
    key_positions,
    refuse_long_keys,
    refuse_many_values,
)
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.pieces.piece import MAX_WEIGHT
from tilewright.model.puzzle import MAX_CELLS, MAX_COST, MODES, Expected
from tilewright.wording import quoted

T = TypeVar("T")

TOTAL_CELLS = 10 * MAX_CELLS  # the most cells in one file, board and pieces together
MAX_COORDINATE = 1_000_000
MAX_COPIES = 1_000_000

MAX_DIGITS = 4_000  # the most digits of an expected count
LARGEST_INTEGER = 2**63 - 1  # TOML promises no larger one; larger counts are written as text


def parse(text: str) -> dict[str, Any]:
    """The text as nested dicts; every fault of the parser becomes a FormatError."""
    refuse_many_values(text)
    refuse_long_keys(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", str(error))
        message = str(error)[: place.start()] if place else str(error)
        line, column = (int(place[1]), int(place[2])) if place and place[1] else _end(text)
        raise FormatError(f"this is not TOML: {_sentence(message)}", line=line, column=column) from None
    except ValueError as error:
        raise FormatError(f"this is not TOML: {_sentence(str(error))}") from None
    except RecursionError:
        raise FormatError("the values are nested too deeply") from None


def _end(text: str) -> tuple[int, int]:
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _sentence(message: str) -> str:
    return message[:1].lower() + message[1:]


class Values:
    """The values of one puzzle. A method takes the path of the value that it checks, for its fault.

    ``text`` None: the values are those of a document.
    """

    def __init__(self, data: Mapping[str, Any], text: str | None = None) -> None:
        self.data = data
        self.text = text
        self._positions: Positions | None = None

    def position(self, path: KeyPath, inside: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Line and column of a value, or of the place with this line and column ``inside`` its text."""
        if self.text is None:
            return 0, 0
        if self._positions is None:
            self._positions = key_positions(self.text)
        return self._positions.inside(path, *inside) if inside[0] else self._positions.of(path)

    def fault(self, path: KeyPath, message: str, inside: tuple[int, int] = (0, 0)) -> NoReturn:
        line, column = self.position(path, inside)
        if self.text is None and path:
            where = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]
            message = f"{where}: {message}"
        raise FormatError(message, line=line, column=column)

    def guarded(self, path: KeyPath, make: Callable[[], T]) -> T:
        """What ``make`` gives; a contradiction that it finds is a fault at ``path``."""
        try:
            return make()
        except PuzzleError as error:
            self.fault(path, str(error))

    def located(self, path: KeyPath, value: Any, read: Callable[[str], T]) -> T:
        """What is read from a text; the place of a fault in the text becomes one in the file."""
        text = self.string(path, value)
        try:
            return read(text)
        except FormatError as error:
            self.fault(path, error.message, (error.line, error.column))

    def string(self, path: KeyPath, value: Any) -> str:
        if not isinstance(value, str):
            self.fault(path, f"'{path[-1]}' is {shown(value)}; expected text in quotes")
        return value

    def text_of(self, path: KeyPath, table: Mapping[str, Any], key: str) -> str:
        """The text under a key of the table at ``path``; "" when there is none."""
        return self.string((*path, key), table.get(key, ""))

    def choice(self, path: KeyPath, table: Mapping[str, Any], key: str, known: Sequence[str]) -> str:
        """The word under a key of the table at ``path``; the first of the known ones when there is none."""
        value = table.get(key, known[0])
        if not isinstance(value, str) or value not in known:
            expected = ", ".join(filter(None, known))
            self.fault((*path, key), f"'{key}' is {shown(value)}; expected one of {expected}")
        return value

    def table(self, path: KeyPath, value: Any, what: str = "a table") -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fault(path, f"'{path[-1]}' is {shown(value)}; expected {what}")
        return value

    def tables(self, path: KeyPath, value: Any) -> list[tuple[KeyPath, dict[str, Any]]]:
        if not isinstance(value, list):
            self.fault(path, f"'{path[-1]}' is not a list; expected tables headed [[{path[-1]}]]")
        return [((*path, i), self.table((*path, i), entry)) for i, entry in enumerate(value)]

    def check_keys(self, path: KeyPath, table: Mapping[str, Any], known: Collection[str]) -> None:
        for key in table:
            if key not in known:
                self.fault(
                    (*path, key), f"there is no key {quoted(key)} here; known keys: {', '.join(known)}"
                )

    def one_of(
        self, path: KeyPath, table: Mapping[str, Any], ways: tuple[str, ...], also: tuple[str, ...] = ()
    ) -> str:
        given = [key for key in ways if key in table]
        if len(given) > 1:
            self.fault((*path, given[1]), f"'{given[0]}' and '{given[1]}' are both given; expected one")
        if not given and not any(key in table for key in also):
            self.fault(path, f"expected one of {', '.join(ways)} here")
        return given[0] if given else ""


def shown(value: Any) -> str:
    """A value for a message, as TOML writes it where that differs."""
    return str(value).lower() if isinstance(value, bool) else quoted(value)


class CellValues(Values):
    """The values of a puzzle that has cells of one lattice, with a legend for its drawings."""

    def __init__(self, data: Mapping[str, Any], text: str | None = None) -> None:
        super().__init__(data, text)
        self.lattice: Lattice = SQUARE
        self.legend_specs: dict[str, CellSpec] = dict(FIXED_LEGEND)
        self.cells_left = TOTAL_CELLS

    def legend(self, path: KeyPath, value: Any) -> dict[str, CellSpec]:
        marks = {}
        for character, meaning in self.table(path, value).items():
            here = (*path, character)
            if not is_drawable(character):
                self.fault(here, f"the legend defines {quoted(character)}; expected one visible character")
            if character in reserved_characters(self.lattice):
                self.fault(here, f"the legend defines {quoted(character)}, which has a fixed meaning")
            if isinstance(meaning, str):
                marks[character] = CellSpec(meaning)
                continue
            entry = self.table(here, meaning, "a colour, or a table with colour, optional and cost")
            self.check_keys(here, entry, LEGEND)
            optional = self.flag(here, "optional", entry.get("optional", False))
            cost = self.cost(here, entry.get("cost", 0))
            marks[character] = CellSpec(self.string(here, entry.get("colour", "")), optional, cost)
        return marks

    def drawing(self, path: KeyPath, value: Any, shift: Cell) -> dict[Cell, CellSpec]:
        """The cells that a text draws, its first place at ``shift``."""
        drawn = self.located(path, value, lambda text: read_drawing(text, self.legend_specs, self.lattice))
        self.spend(path, len(drawn))
        return {add(cell, shift): mark for cell, mark in drawn.items()}

    def cells_here(self, path: KeyPath, entry: Mapping[str, Any]) -> tuple[Cell, ...]:
        """The cells of the board that an entry draws or lists."""
        if self.one_of(path, entry, ("drawing", "cells")) == "drawing":
            shift = self.shift(path, entry)
            return tuple(sorted(self.drawing((*path, "drawing"), entry["drawing"], shift)))
        if "at" in entry:
            self.fault((*path, "at"), "'at' is given without a drawing")
        return tuple(self.cells((*path, "cells"), entry["cells"]))

    def cells(self, path: KeyPath, value: Any) -> dict[Cell, str]:
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

    def cell(self, path: KeyPath, value: Any) -> Cell:
        numbers = self.numbers(path, value, "a cell")
        if not self.lattice.is_cell(numbers):
            what = f"a cell of the {self.lattice.name} lattice; expected {self.lattice.cell_rule}"
            self.fault(path, f"{shown(value)} is not {what}")
        return numbers

    def shift(self, path: KeyPath, table: Mapping[str, Any]) -> Cell:
        """Where the first place of a drawing lies: ``at`` in its table, else the origin."""
        here = (*path, "at")
        shift = self.numbers(here, table.get("at", [0] * self.lattice.dimension), "a place")
        if not self.lattice.is_translation(shift):
            expected = f"of the {self.lattice.name} lattice; expected {self.lattice.translation_rule}"
            self.fault(here, f"'at' is {shown(table['at'])}, which is not a translation {expected}")
        return shift

    def numbers(self, path: KeyPath, value: Any, what: str) -> tuple[int, ...]:
        """As many whole numbers as a cell of the lattice has."""
        size = self.lattice.dimension
        if (
            not isinstance(value, list)
            or len(value) != size
            or any(type(n) is not int or abs(n) > MAX_COORDINATE for n in value)
        ):
            expected = f"{size} whole numbers up to {MAX_COORDINATE:,}"
            self.fault(path, f"{shown(value)} is not {what}; expected {expected}")
        return tuple(value)

    def flag(self, path: KeyPath, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.fault(path, f"'{name}' is {shown(value)}; expected true or false")
        return value

    def spend(self, path: KeyPath, cells: int) -> None:
        """Count all cells, so that a small file cannot request too many."""
        self.cells_left -= cells
        if self.cells_left < 0:
            self.fault(path, f"the puzzle has more than {TOTAL_CELLS:,} cells, board and pieces together")

    def cost(self, path: KeyPath, value: Any) -> int:
        if type(value) is not int or abs(value) > MAX_COST:
            self.fault(path, f"'cost' is {shown(value)}; expected a whole number up to {MAX_COST:,}")
        return value

    def groups(self, path: KeyPath, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or any(type(group) is not int or group < 1 for group in value):
            self.fault(path, f"'groups' is {shown(value)}; expected a list of whole numbers from 1")
        return tuple(value)

    def weight(self, path: KeyPath, value: Any) -> int:
        if type(value) is not int or abs(value) > MAX_WEIGHT:
            self.fault(path, f"'weight' is {shown(value)}; expected a whole number up to {MAX_WEIGHT:,}")
        return value


def expected_counts(values: Values) -> tuple[Expected, ...]:
    """The known counts of a file that hold whatever its parameters are."""
    entries = values.tables(("expect",), values.data.get("expect", []))
    return tuple(expected(values, path, entry) for path, entry in entries if "parameters" not in entry)


def expected(values: Values, path: KeyPath, entry: Mapping[str, Any]) -> Expected:
    values.check_keys(path, entry, EXPECT)
    if "count" not in entry:
        values.fault(path, "an expected count lacks 'count', the number")
    what = values.choice(path, entry, "what", COUNTS)
    count = entry["count"]
    if isinstance(count, str) and re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", count):
        count = int(count)
    if type(count) is not int or (count < 0 and what not in COSTS):
        wanted = "a whole number" if what in COSTS else "a number from 0"
        message = f"'count' is {shown(entry['count'])}; expected {wanted}, or its digits"
        values.fault((*path, "count"), message)
    return Expected(
        what,
        count,
        values.text_of(path, entry, "source"),
        values.choice(path, entry, "motions", ("", *MODES)),
        values.choice(path, entry, "use", USES),
    )
