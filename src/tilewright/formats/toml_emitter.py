"""Writing Tilewright's own puzzle file: drawings rather than coordinates, defaults left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tilewright.abstract import AbstractPuzzle, AnyPuzzle
from tilewright.errors import UnsupportedError
from tilewright.formats.drawing import FIXED_MARKS, Mark, drawing_of, marks_for
from tilewright.lattices import LATTICES, SQUARE, Cell
from tilewright.pieces import SETS, piece_set, set_motions
from tilewright.puzzle import Expected, Piece, Placement, Puzzle

LARGEST_INTEGER = 2**63 - 1
"""TOML promises no larger one; larger counts are written as text."""

SET_SIZES = 6
"""Pieces are recognised as a set up to this many cells each; larger sets are slow to make."""


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as TOML text that loads to an equal puzzle.

    UnsupportedError when the lattice is not one of the known ones, or a text has no UTF-8 form.
    """
    if isinstance(puzzle, AbstractPuzzle):
        raise UnsupportedError("a puzzle file cannot say items and options")
    if LATTICES.get(puzzle.lattice.name) is not puzzle.lattice:
        raise UnsupportedError(f"a puzzle file cannot name the lattice {puzzle.lattice.name!r}")
    text = "\n\n".join("\n".join(block) for block in _Emitter(puzzle).blocks()) + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnsupportedError(f"a title, name or colour has no UTF-8 form: {error.reason}") from None
    return text


class _Emitter:
    """The blocks of lines of one puzzle's file."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        modes = {piece.motions for piece in puzzle.pieces}
        self.motions = modes.pop() if len(modes) == 1 else "all"
        board = puzzle.board
        optional = set(board.optional)
        self.board = {
            cell: Mark(board.colour(cell), cell in optional) for cell in (*board.required, *board.optional)
        }
        wanted = list(self.board.values())
        for piece in puzzle.pieces:
            wanted += map(Mark, piece.colours)
        self.marks = marks_for(wanted) if puzzle.lattice is SQUARE else None

    def blocks(self) -> list[list[str]]:
        """Top keys, legend, board, pieces, forced placements, costs, expected counts; empty ones left out."""
        blocks = [self.top(), self.legend(), self.board_block()]
        left = list(self.puzzle.pieces)
        while left:
            named = self.leading_set(left)
            if named:
                blocks.append(self.set_block(named, left[0]))
                del left[: len(piece_set(named))]
            else:
                blocks.append(self.piece_block(left.pop(0)))
        blocks += [self.forced_block(placement) for placement in self.puzzle.board.forced]
        blocks += self.cost_blocks()
        blocks += [_expect_block(expected) for expected in self.puzzle.expect]
        return [block for block in blocks if block]

    def top(self) -> list[str]:
        lines = []
        if self.puzzle.title:
            lines.append(f"title = {quoted(self.puzzle.title)}")
        if self.puzzle.source:
            lines.append(f"source = {quoted(self.puzzle.source)}")
        if self.puzzle.lattice is not SQUARE:
            lines.append(f"lattice = {quoted(self.puzzle.lattice.name)}")
        if self.motions != "all":
            lines.append(f"motions = {quoted(self.motions)}")
        return lines

    def legend(self) -> list[str]:
        shown = {m: c for m, c in (self.marks or {}).items() if c not in FIXED_MARKS}
        if not shown:
            return []
        lines = ["[legend]"]
        for mark, character in shown.items():
            meaning = quoted(mark.colour)
            if mark.optional:
                meaning = f"{{ colour = {meaning}, optional = true }}"
            lines.append(f"{_key(character)} = {meaning}")
        return lines

    def board_block(self) -> list[str]:
        drawn = self.drawing(self.board)
        if drawn is not None:
            return ["[board]", *_at(self.board), *drawn]
        lines = ["[board]"]
        for key, optional in (("cells", False), ("optional", True)):
            part = {cell: mark.colour for cell, mark in self.board.items() if mark.optional is optional}
            if part:
                lines += _cells(key, part)
        return lines

    def leading_set(self, pieces: list[Piece]) -> str:
        """The name of the set that the next pieces are, alike in copies and motions; "" when none."""
        first = pieces[0]
        if self.puzzle.lattice is not SQUARE or first.size > SET_SIZES:
            return ""
        for name in SETS:
            if not name.endswith(_SET_ENDINGS[first.size - 1]):
                continue
            shapes = piece_set(name)
            run = pieces[: len(shapes)]
            if (
                len(shapes) > 1
                and shapes[0] == (first.name, first.cells)
                and run
                == [
                    Piece(own, cells, (), first.min_copies, first.max_copies, first.motions, first.cost)
                    for own, cells in shapes
                ]
            ):
                return name
        return ""

    def set_block(self, name: str, first: Piece) -> list[str]:
        lines = ["[[pieces]]", f"set = {quoted(name)}"]
        default = self.motions if self.motions != "all" else set_motions(name)
        return [*lines, *self.piece_keys(first, default)]

    def piece_block(self, piece: Piece) -> list[str]:
        lines = ["[[pieces]]", f"name = {quoted(piece.name)}", *self.piece_keys(piece, self.motions)]
        marks = {cell: Mark(piece.colour_of(i)) for i, cell in enumerate(piece.cells)}
        drawn = self.drawing(marks)
        if drawn is not None:
            return [*lines, *drawn]
        return [*lines, *_cells("cells", {cell: mark.colour for cell, mark in marks.items()})]

    def piece_keys(self, piece: Piece, default: str) -> list[str]:
        lines = []
        least, most = piece.min_copies, piece.max_copies
        if (least, most) != (1, 1):
            lines.append(f"copies = {least}" if least == most else f"copies = [{least}, {most}]")
        if piece.motions != default:
            lines.append(f"motions = {quoted(piece.motions)}")
        if piece.cost:
            lines.append(f"cost = {piece.cost}")
        return lines

    def forced_block(self, placement: Placement) -> list[str]:
        return ["[[forced]]", *self.placement_keys(placement)]

    def cost_blocks(self) -> list[list[str]]:
        """The cells of each cost, then the placements that have costs."""
        by_cost: dict[int, list[Cell]] = {}
        for cell, cost in sorted(self.puzzle.board.cell_costs.items()):
            by_cost.setdefault(cost, []).append(cell)
        blocks = []
        for cost, cells in sorted(by_cost.items()):
            drawn = self.drawing(dict.fromkeys(cells, Mark()))
            where = _cells("cells", dict.fromkeys(cells, "")) if drawn is None else [*_at(cells), *drawn]
            blocks.append(["[[costs]]", f"cost = {cost}", *where])
        for listed in self.puzzle.costs:
            blocks.append(["[[costs]]", f"cost = {listed.cost}", *self.placement_keys(listed.placement)])
        return blocks

    def placement_keys(self, placement: Placement) -> list[str]:
        """The piece, and where it lies."""
        lines = [f"piece = {quoted(placement.piece)}"]
        drawn = self.drawing(dict.fromkeys(placement.cells, Mark()))
        if drawn is None or placement.cells != tuple(sorted(placement.cells)):
            return [*lines, *_cells("cells", dict.fromkeys(placement.cells, ""))]
        return [*lines, *_at(placement.cells), *drawn]

    def drawing(self, cells: Mapping[Cell, Mark]) -> list[str] | None:
        """The key ``drawing`` with its lines, or None when these cells must be listed."""
        if self.marks is None:
            return None
        rows = drawing_of({cell: self.marks[mark] for cell, mark in cells.items()})
        return None if rows is None else ['drawing = """', *rows, '"""']


_SET_ENDINGS = ("monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes")


def _expect_block(expected: Expected) -> list[str]:
    count = str(expected.count) if abs(expected.count) <= LARGEST_INTEGER else quoted(str(expected.count))
    lines = ["[[expect]]", f"what = {quoted(expected.what)}", f"count = {count}"]
    if expected.motions:
        lines.append(f"motions = {quoted(expected.motions)}")
    if expected.use != "all":
        lines.append(f"use = {quoted(expected.use)}")
    if expected.source:
        lines.append(f"source = {quoted(expected.source)}")
    return lines


def _at(cells: Iterable[Cell]) -> list[str]:
    shift = SQUARE.anchor(cells)
    return [f"at = {list(shift)}"] if any(shift) else []


def _cells(key: str, cells: Mapping[Cell, str]) -> list[str]:
    """A list of cells, several a line."""
    items = [
        "[" + ", ".join([*map(str, cell), *([quoted(colour)] if colour else [])]) + "]"
        for cell, colour in cells.items()
    ]
    lines = [f"{key} = ["]
    line = "   "
    for item in items:
        if len(line) + len(item) > 98:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return [*lines, line, "]"]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def quoted(text: str) -> str:
    """A TOML basic string."""
    return (
        '"'
        + "".join(
            _ESCAPES.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 32 or ord(c) == 127 else c) for c in text
        )
        + '"'
    )
