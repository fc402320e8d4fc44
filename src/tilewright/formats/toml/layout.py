"""The layout of the DPF file that a puzzle was read from, as a table of a puzzle file.

Lists of numbers are lines of a text, since the standard parser of TOML is slow with long arrays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tilewright.errors import FormatError
from tilewright.formats.toml.fields import COMMENT, LAYOUT, LAYOUT_PIECE
from tilewright.formats.toml.positions import KeyPath
from tilewright.formats.toml.values import Values, shown
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.file_layout import Comment, FileLayout, FilePiece
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import MODES
from tilewright.wording import quoted

_NUMBER = re.compile(r"-?[0-9]{1,9}")


def layout_table(puzzle: AnyPuzzle) -> dict[str, Any] | None:
    """The table of a puzzle's layout; None where the other tables have the order that there is."""
    layout = puzzle.file_layout
    if layout is None or not layout.numbers:
        return None
    table: dict[str, Any] = {
        "numbers": layout.numbers,
        "cells": _text(map(_cell_line, layout.cells)),
        "locations": _text(
            " ".join(map(str, (option, *value))) for option, value in sorted(layout.locations.items())
        ),
        "pieces": [_piece_entry(piece) for piece in layout.pieces],
        "comments": [
            {"text": one.text, "after": one.after, "own_line": one.own_line} for one in layout.comments
        ],
    }
    return {key: value for key, value in table.items() if value}


def _piece_entry(piece: FilePiece) -> str | dict[str, Any]:
    if not piece.cells:
        return piece.name
    cells = _text(_cell_line(cell, colour) for cell, colour in piece.cells)
    return {"name": piece.name, "motions": piece.motions, "cells": cells}


def _cell_line(cell: Cell, colour: str = "") -> str:
    return " ".join([*map(str, cell), *([colour] if colour else [])])


def _text(lines: Any) -> str:
    return "".join(f"{line}\n" for line in lines)


def read_layout(values: Values, dimension: int = 0) -> FileLayout | None:
    """The layout in the table of a puzzle whose cells have so many coordinates; None without a table."""
    if "layout" not in values.data:
        return None
    path: KeyPath = ("layout",)
    table = values.table(path, values.data["layout"])
    values.check_keys(path, table, LAYOUT)
    rows = values.located((*path, "locations"), table.get("locations", ""), lambda text: _rows(text, 1))
    cells = values.located((*path, "cells"), table.get("cells", ""), lambda text: _cells(text, dimension))
    comments = values.tables((*path, "comments"), table.get("comments", []))
    pieces = table.get("pieces", [])
    if not isinstance(pieces, list):
        values.fault((*path, "pieces"), f"'pieces' is {shown(pieces)}; expected a list of names or tables")
    return FileLayout(
        cells=tuple(cell for cell, _ in cells),
        pieces=tuple(
            _piece(values, (*path, "pieces", number), entry, dimension) for number, entry in enumerate(pieces)
        ),
        locations={option: tuple(options) for option, *options in rows},
        comments=tuple(_comment(values, here, entry) for here, entry in comments),
        numbers=_count(values, (*path, "numbers"), table.get("numbers", 0)),
    )


def _piece(values: Values, path: KeyPath, entry: Any, dimension: int) -> FilePiece:
    if isinstance(entry, str):
        return FilePiece(entry)
    table = values.table(path, entry, "the name of a piece, or a table")
    values.check_keys(path, table, LAYOUT_PIECE)
    cells = values.located((*path, "cells"), table.get("cells", ""), lambda text: _cells(text, dimension))
    motions = values.choice(path, table, "motions", ("", *MODES))
    return FilePiece(values.text_of(path, table, "name"), tuple(cells), motions)


def _comment(values: Values, path: KeyPath, entry: Mapping[str, Any]) -> Comment:
    values.check_keys(path, entry, COMMENT)
    text = values.text_of(path, entry, "text")
    if not re.fullmatch(r"//[^\r\n]*", text):
        values.fault((*path, "text"), f"the comment is {quoted(text)}; expected one line that starts with //")
    own_line = entry.get("own_line", False)
    if not isinstance(own_line, bool):
        values.fault((*path, "own_line"), f"'own_line' is {shown(own_line)}; expected true or false")
    return Comment(text, _count(values, (*path, "after"), entry.get("after", 0)), own_line)


def _count(values: Values, path: KeyPath, value: Any) -> int:
    if type(value) is not int or value < 0:
        values.fault(path, f"'{path[-1]}' is {shown(value)}; expected a whole number from 0")
    return value


def _cells(text: str, dimension: int) -> list[tuple[Cell, str]]:
    """A cell a line: its coordinates, and behind them its colour if it has one; without a dimension none."""
    pairs = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if not dimension:
            message = f"{quoted(line)} is here; a puzzle of items has no cells"
            raise FormatError(message, line=number, column=1)
        words = line.split(None, dimension)
        (cell,) = _rows(" ".join(words[:dimension]), dimension, number)
        pairs.append((cell, " ".join(words[dimension:])))
    return pairs


def _rows(text: str, least: int, first: int = 1) -> list[tuple[int, ...]]:
    """The whole numbers on each line, at least so many; FormatError with the line, counted from ``first``."""
    rows = []
    for number, line in enumerate(text.split("\n"), start=first):
        words = line.split()
        if not words:
            continue
        if len(words) < least or not all(map(_NUMBER.fullmatch, words)):
            message = f"{quoted(line)} is here; expected {least} or more whole numbers"
            raise FormatError(message, line=number, column=1)
        rows.append(tuple(map(int, words)))
    return rows
