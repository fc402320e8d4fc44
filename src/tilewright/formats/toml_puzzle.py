"""Tilewright's own puzzle file: TOML, made to be written by hand, and saying all that a puzzle can say.

``docs/formats.md`` is its description. ``dumps`` lives in ``toml_emitter``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.formats.drawing import FIXED_MARKS, NO_CELL, Mark, read_drawing
from tilewright.formats.naming import name_pieces
from tilewright.formats.page import is_mark
from tilewright.formats.toml_emitter import dumps
from tilewright.formats.toml_places import Path
from tilewright.formats.toml_values import Values, shown
from tilewright.lattices import LATTICES, Cell, Lattice
from tilewright.pieces import piece_set, set_motions
from tilewright.puzzle import (
    MAX_CELLS,
    MAX_COST,
    MODES,
    Board,
    Expected,
    Piece,
    Placement,
    PlacementCost,
    Puzzle,
)

__all__ = ["dumps", "loads", "looks_like"]

TOP_KEYS = ("title", "source", "lattice", "motions", "legend", "board", "pieces", "forced", "costs", "expect")
BOARD_KEYS = ("drawing", "at", "cells", "optional")
PIECE_KEYS = ("name", "drawing", "cells", "set", "copies", "motions", "cost")
FORCED_KEYS = ("piece", "drawing", "at", "cells")
COST_KEYS = ("cost", "piece", "drawing", "at", "cells")
EXPECT_KEYS = ("what", "count", "source", "motions", "use")
MARK_KEYS = ("colour", "optional", "cost")
COSTS = ("least", "most")
COUNTS = ("solutions", "labelled", "unique", *COSTS, "cheapest", "dearest")
USES = ("all", "any")

TOTAL_CELLS = 10 * MAX_CELLS
"""The most cells in one file, board and pieces together."""

MAX_COPIES = 1_000_000
MAX_COORDINATE = 1_000_000
MAX_DIGITS = 4_000
"""The most digits of an expected count."""


def looks_like(text: str) -> bool:
    """Whether a text has a line that only a puzzle file in TOML would have."""
    return bool(re.search(r"^[ \t]*(?:\[\[?[ \t]*(?:board|pieces)\b|(?:title|lattice)[ \t]*=)", text, re.M))


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle in a TOML text; ``motions``, when given, overrules the file's for all pieces.

    FormatError, with line and column, for text that is not TOML, unknown keys, and values that are
    not what the format says.
    """
    if motions and motions not in MODES:
        raise UnsupportedError(f"there are no motions {motions!r}; expected one of {', '.join(MODES)}")
    puzzle = _Reader(text).puzzle()
    return puzzle.with_motions(motions) if motions else puzzle


class _Reader(Values):
    """One reading of a parsed text; each method takes the path of what it reads, for its faults."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lattice: Lattice = LATTICES["square"]
        self.marks: dict[str, Mark] = dict(FIXED_MARKS)
        self.cells_left = TOTAL_CELLS

    def puzzle(self) -> Puzzle:
        data = self.data
        self.check_keys((), data, TOP_KEYS)
        self.lattice = LATTICES[self.choice(("lattice",), data.get("lattice", "square"), tuple(LATTICES))]
        self.marks.update(self.legend(("legend",), data.get("legend", {})))
        if "board" not in data:
            raise FormatError("there is no board; expected a table [board] with a drawing or cells")
        board = self.board(("board",), data["board"])
        default = self.choice(("motions",), data.get("motions", ""), ("", *MODES))
        pieces = self.pieces(("pieces",), data.get("pieces", []), default)
        title = self.string(("title",), data.get("title", ""))
        source = self.string(("source",), data.get("source", ""))
        expect = tuple(
            self.expected(path, entry) for path, entry in self.tables(("expect",), data.get("expect", []))
        )
        puzzle = self.guarded(("board",), lambda: Puzzle(board, pieces, title, source, self.lattice, expect))
        entries = self.tables(("forced",), data.get("forced", []))
        forced = tuple(self.forced(path, entry) for path, entry in entries)
        try:
            puzzle = replace(puzzle, board=replace(board, forced=forced))
        except PuzzleError:
            self.refuse_forced(puzzle, [path for path, _ in entries], forced)
        return self.priced(puzzle, self.tables(("costs",), data.get("costs", [])))

    def refuse_forced(self, puzzle: Puzzle, paths: list[Path], forced: tuple[Placement, ...]) -> NoReturn:
        """The fault at the first forced placement that the puzzle does not allow."""
        for count, path in enumerate(paths, start=1):
            try:
                replace(puzzle, board=replace(puzzle.board, forced=forced[:count]))
            except PuzzleError as error:
                self.fault(path, str(error))
        raise AssertionError("each forced placement is allowed, but not all of them")

    def legend(self, path: Path, value: Any) -> dict[str, Mark]:
        marks = {}
        for character, meaning in self.table(path, value).items():
            here = (*path, character)
            if not is_mark(character):
                self.fault(here, f"the legend explains {character!r}; expected one visible character")
            if character in FIXED_MARKS or character == NO_CELL:
                self.fault(here, f"the legend explains {character!r}, which has its meaning in every file")
            if isinstance(meaning, str):
                marks[character] = Mark(meaning)
                continue
            entry = self.table(here, meaning, "a colour, or a table with colour, optional and cost")
            self.check_keys(here, entry, MARK_KEYS)
            optional = entry.get("optional", False)
            if not isinstance(optional, bool):
                self.fault(here, f"'optional' is {optional!r}; expected true or false")
            cost = self.cost(here, entry.get("cost", 0))
            marks[character] = Mark(self.string(here, entry.get("colour", "")), optional, cost)
        return marks

    def board(self, path: Path, value: Any) -> Board:
        table = self.table(path, value)
        self.check_keys(path, table, BOARD_KEYS)
        self.one_of(path, table, ("drawing", "cells"), also=("optional",))
        if "drawing" in table:
            if "optional" in table:
                self.fault(
                    (*path, "optional"),
                    "'optional' goes with 'cells'; in a drawing, '+' or the legend makes a cell optional",
                )
            shift = self.cell((*path, "at"), table.get("at", [0] * self.lattice.dimension))
            drawn = self.drawing((*path, "drawing"), table["drawing"], shift)
            required = {cell: mark.colour for cell, mark in drawn.items() if not mark.optional}
            optional = {cell: mark.colour for cell, mark in drawn.items() if mark.optional}
            costs = {cell: mark.cost for cell, mark in drawn.items() if mark.cost}
        else:
            if "at" in table:
                self.fault((*path, "at"), "'at' says where a drawing lies, and here is none")
            required = self.cells((*path, "cells"), table.get("cells", []))
            optional = self.cells((*path, "optional"), table.get("optional", []))
            costs = {}
        return self.guarded(path, lambda: Board.of(required, optional, costs=costs))

    def pieces(self, path: Path, value: Any, default: str) -> tuple[Piece, ...]:
        """All pieces; those without names get theirs when the names of the others are known."""
        pieces: list[Piece] = []
        sources: list[Path] = []
        for here, entry in self.tables(path, value):
            for piece in self.piece(here, entry, default):
                pieces.append(piece)
                sources.append(here)
        taken: set[str] = set()
        for piece, here in zip(pieces, sources, strict=True):
            if piece.name in taken:
                self.fault((*here, "name"), f"two pieces are named {piece.name!r}")
            if piece.name:
                taken.add(piece.name)
        names = iter(name_pieces([p for p in pieces if not p.name], taken, self.lattice))
        return tuple(p if p.name else replace(p, name=next(names)) for p in pieces)

    def piece(self, path: Path, entry: Mapping[str, Any], default: str) -> list[Piece]:
        self.check_keys(path, entry, PIECE_KEYS)
        way = self.one_of(path, entry, ("drawing", "cells", "set"))
        least, most = self.copies((*path, "copies"), entry.get("copies", 1))
        motions = self.choice((*path, "motions"), entry.get("motions", default), ("", *MODES))
        cost = self.cost((*path, "cost"), entry.get("cost", 0))
        name = self.string((*path, "name"), entry.get("name", ""))
        if "name" in entry and not name.strip():
            self.fault((*path, "name"), "the name of a piece cannot be empty; leave it out to have one given")
        if way == "set":
            if "name" in entry:
                self.fault((*path, "name"), "the pieces of a set have their own names")
            pieces = self.pieces_of_set((*path, "set"), entry["set"], (least, most), motions)
            return [replace(piece, cost=cost) for piece in pieces]
        shape: Iterable[Cell] | Mapping[Cell, str]
        if way == "drawing":
            drawn = self.drawing((*path, "drawing"), entry["drawing"], (0,) * self.lattice.dimension)
            if any(mark.optional for mark in drawn.values()):
                self.fault((*path, "drawing"), "a piece has no optional cells; only a board has")
            if any(mark.cost for mark in drawn.values()):
                self.fault((*path, "drawing"), "a piece's cells have no costs; a piece has one, 'cost'")
            shape = {cell: mark.colour for cell, mark in drawn.items()}
        else:
            shape = self.cells((*path, "cells"), entry["cells"])
        return [
            self.guarded(
                path,
                lambda: Piece.of(
                    name,
                    shape,
                    lattice=self.lattice,
                    copies=(least, most),
                    motions=motions or "all",
                    cost=cost,
                ),
            )
        ]

    def pieces_of_set(self, path: Path, value: Any, copies: tuple[int, int], motions: str) -> list[Piece]:
        if self.lattice is not LATTICES["square"]:
            self.fault(path, f"sets are of the square lattice, and this puzzle's is {self.lattice.name}")
        name = self.string(path, value)
        shapes = self.guarded(path, lambda: piece_set(name))
        self.spend(path, sum(len(cells) for _, cells in shapes))
        mode = motions or set_motions(name)
        return [Piece.of(own, cells, copies=copies, motions=mode) for own, cells in shapes]

    def copies(self, path: Path, value: Any) -> tuple[int, int]:
        pair = [value, value] if type(value) is int else value
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or any(type(n) is not int for n in pair)
            or not 0 <= pair[0] <= pair[1] <= MAX_COPIES
        ):
            self.fault(
                path,
                f"'copies' is {shown(value)}; expected a number, or [least, most], up to {MAX_COPIES:,}",
            )
        return pair[0], pair[1]

    def forced(self, path: Path, entry: Mapping[str, Any]) -> Placement:
        self.check_keys(path, entry, FORCED_KEYS)
        if "piece" not in entry:
            self.fault(path, "a forced placement lacks 'piece', the name of the piece")
        return Placement(self.string((*path, "piece"), entry["piece"]), self.cells_here(path, entry))

    def cells_here(self, path: Path, entry: Mapping[str, Any]) -> tuple[Cell, ...]:
        """The cells of the board that an entry draws or lists."""
        if self.one_of(path, entry, ("drawing", "cells")) == "drawing":
            shift = self.cell((*path, "at"), entry.get("at", [0] * self.lattice.dimension))
            return tuple(sorted(self.drawing((*path, "drawing"), entry["drawing"], shift)))
        if "at" in entry:
            self.fault((*path, "at"), "'at' says where a drawing lies, and here is none")
        return tuple(self.cells((*path, "cells"), entry["cells"]))

    def priced(self, puzzle: Puzzle, entries: list[tuple[Path, dict[str, Any]]]) -> Puzzle:
        """The puzzle with the costs that ``[[costs]]`` lists: of a placement, or of each of some cells."""
        cells = dict(puzzle.board.cell_costs)
        listed: dict[tuple[str, frozenset[Cell]], PlacementCost] = {}
        for path, entry in entries:
            self.check_keys(path, entry, COST_KEYS)
            if "cost" not in entry:
                self.fault(path, "here 'cost' is lacking, a whole number")
            cost = self.cost((*path, "cost"), entry["cost"])
            held = self.cells_here(path, entry)
            if "piece" in entry:
                priced = PlacementCost(Placement(self.string((*path, "piece"), entry["piece"]), held), cost)
                key = (priced.placement.piece, frozenset(held))
                if key in listed:
                    self.fault(path, f"this placement of {key[0]!r} is given a cost for the second time")
                self.guarded(path, partial(puzzle.check_priced, priced))
                listed[key] = priced
                continue
            for number, cell in enumerate(held):
                here = (*path, "cells", number) if "cells" in entry else (*path, "drawing")
                if cell not in puzzle.board.cells:
                    self.fault(here, f"the cell {list(cell)} has a cost but is not on the board")
                if cell in cells:
                    self.fault(here, f"the cell {list(cell)} is given a cost for the second time")
                cells[cell] = cost
        if not entries:
            return puzzle
        board = replace(puzzle.board, cell_costs=cells)
        return replace(puzzle, board=board, costs=tuple(listed.values()))

    def cost(self, path: Path, value: Any) -> int:
        if type(value) is not int or abs(value) > MAX_COST:
            self.fault(path, f"'cost' is {shown(value)}; expected a whole number up to {MAX_COST:,}")
        return value

    def expected(self, path: Path, entry: Mapping[str, Any]) -> Expected:
        self.check_keys(path, entry, EXPECT_KEYS)
        if "count" not in entry:
            self.fault(path, "an expected count lacks 'count', the number")
        what = self.choice((*path, "what"), entry.get("what", "solutions"), COUNTS)
        count = entry["count"]
        if isinstance(count, str) and re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", count):
            count = int(count)
        if type(count) is not int or (count < 0 and what not in COSTS):
            wanted = "a whole number" if what in COSTS else "a number from 0"
            self.fault(
                (*path, "count"), f"'count' is {shown(entry['count'])}; expected {wanted}, or its digits"
            )
        return Expected(
            what,
            count,
            self.string((*path, "source"), entry.get("source", "")),
            self.choice((*path, "motions"), entry.get("motions", ""), ("", *MODES)),
            self.choice((*path, "use"), entry.get("use", "all"), USES),
        )

    def drawing(self, path: Path, value: Any, shift: Cell) -> dict[Cell, Mark]:
        text = self.string(path, value)
        if self.lattice.name != "square":
            self.fault(path, f"only the square lattice has drawings; on {self.lattice.name}, give 'cells'")
        try:
            drawn = read_drawing(text, self.marks)
        except FormatError as error:
            line, column = (
                self.places.inside(path, error.line, error.column) if error.line else self.places.of(path)
            )
            raise FormatError(error.message, line=line, column=column) from None
        self.spend(path, len(drawn))
        return {(x + shift[0], y + shift[1]): mark for (x, y), mark in drawn.items()}

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
        size = self.lattice.dimension
        if (
            not isinstance(value, list)
            or len(value) != size
            or any(type(n) is not int or abs(n) > MAX_COORDINATE for n in value)
        ):
            self.fault(
                path,
                f"{shown(value)} is not a cell; expected {size} whole numbers up to {MAX_COORDINATE:,}",
            )
        return tuple(value)

    def spend(self, path: Path, cells: int) -> None:
        """Keep count of all cells, so that a small file cannot ask for absurdly many."""
        self.cells_left -= cells
        if self.cells_left < 0:
            self.fault(path, f"the puzzle has more than {TOTAL_CELLS:,} cells, board and pieces together")
