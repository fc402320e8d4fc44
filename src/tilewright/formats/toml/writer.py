"""Writing Tilewright's own puzzle file, and documents: a puzzle as plain data, and that as TOML text.

A file has drawings rather than coordinates, sets of pieces by their names, and no defaults. A document lists
cells and pieces one by one and says what a page would otherwise have to know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.formats.drawing import FIXED_LEGEND, CellSpec, corner_of, drawing_of, legend_for
from tilewright.formats.file_order import drawn_copies
from tilewright.formats.item_syntax import item_words, option_words
from tilewright.formats.to_exact_cover import MAX_OPTIONS, MAX_USES
from tilewright.formats.toml.emitter import LINE_WIDTH, toml_text
from tilewright.formats.toml.fields import COSTS, COUNTS, MIRROR_IMAGES, USES, VERSION
from tilewright.formats.toml.layout import layout_table
from tilewright.formats.toml.values import (
    LARGEST_INTEGER,
    MAX_COORDINATE,
    MAX_COPIES,
    MAX_DIGITS,
    TOTAL_CELLS,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Option
from tilewright.model.goal import FILL
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.pieces import KINDS, piece_set, set_copies, set_lattice, set_motions
from tilewright.model.pieces.sets import FORMS, NAMED_SETS
from tilewright.model.puzzle import MODES, Expected, Piece, Placement, Puzzle
from tilewright.wording import quoted

LARGEST_JSON_INTEGER = 2**53 - 1  # JavaScript rounds larger ones
_NAMES_OF_MIRRORS = {value: name for name, value in MIRROR_IMAGES.items()}

Table = dict[str, Any]


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as TOML text that loads to an equal puzzle.

    UnsupportedError when the lattice is not one of the known ones, a number is larger than a file may have,
    a piece is nameless, or a text has no UTF-8 form.
    """
    text = toml_text(_data(puzzle, is_file=True))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnsupportedError(f"a title, name or colour has no UTF-8 form: {error.reason}") from None
    return text


def to_document(puzzle: AnyPuzzle) -> dict[str, Any]:
    """All of a puzzle as plain data that JSON can hold; ``from_document`` makes an equal puzzle of it.

    ``docs/reference/puzzle.schema.json`` describes it. Cells are listed, and each piece says its copies and
    motions. UnsupportedError as :func:`dumps`.
    """
    return {"version": VERSION, **_data(puzzle, is_file=False)}


def _data(puzzle: AnyPuzzle, *, is_file: bool) -> Table:
    largest = LARGEST_INTEGER if is_file else LARGEST_JSON_INTEGER
    if isinstance(puzzle, ExactCoverPuzzle):
        known = [_expect_table(one, largest) for one in puzzle.expect]
        return _filled(**_cover_tables(puzzle), expect=known or None, layout=layout_table(puzzle))
    if LATTICES.get(puzzle.lattice.name) is not puzzle.lattice:
        raise UnsupportedError(f"a puzzle file cannot name the lattice {quoted(puzzle.lattice.name)}")
    _refuse_excess(puzzle)
    return _PuzzleTables(puzzle, is_file=is_file, largest=largest).all()


def _refuse_excess(puzzle: Puzzle) -> None:
    """UnsupportedError when a puzzle has what no file may have."""
    for piece in puzzle.pieces:
        if not piece.name.strip():
            raise UnsupportedError("a piece has no name, and in a puzzle file each must have one")
        if piece.max_copies > MAX_COPIES:
            most = f"a puzzle file has at most {MAX_COPIES:,}"
            raise UnsupportedError(f"there are {piece.max_copies:,} copies of {quoted(piece.name)}; {most}")
    shapes: list[Collection[Cell]] = [puzzle.board.cells, puzzle.board.cell_costs]
    shapes += [piece.cells for piece in puzzle.pieces]
    shapes += [placement.cells for placement in puzzle.board.forced]
    shapes += [listed.placement.cells for listed in puzzle.costs]
    total = sum(map(len, shapes))
    if total > TOTAL_CELLS:
        raise UnsupportedError(f"all cells are {total:,}; a puzzle file has at most {TOTAL_CELLS:,}")
    if any(abs(x) > MAX_COORDINATE for shape in shapes for cell in shape for x in cell):
        raise UnsupportedError(
            f"a cell lies farther off than {MAX_COORDINATE:,}, where no puzzle file reaches"
        )


class _PuzzleTables:
    """The tables of one puzzle; in a file cells are drawn, sets are named, and defaults are left out."""

    def __init__(self, puzzle: Puzzle, *, is_file: bool, largest: int) -> None:
        self.puzzle, self.is_file, self.largest = puzzle, is_file, largest
        modes = {piece.motions for piece in puzzle.pieces}
        self.usual = puzzle.lattice.usual_motions
        self.motions = modes.pop() if len(modes) == 1 else self.usual
        board = puzzle.board
        optional = set(board.optional)
        cells = (*board.required, *board.optional)
        self.board = {cell: CellSpec(board.colour(cell), cell in optional) for cell in cells}
        wanted = list(self.board.values())
        for piece in puzzle.pieces:
            wanted += map(CellSpec, piece.colours)
        self.legend_specs = legend_for(wanted, puzzle.lattice) if is_file else None

    def all(self) -> Table:
        """Top keys, legend, board, pieces, forced placements, costs, expected counts; empty ones left out."""
        puzzle, is_file = self.puzzle, self.is_file
        return _filled(
            title=puzzle.title,
            source=puzzle.source,
            lattice="" if is_file and puzzle.lattice is SQUARE else puzzle.lattice.name,
            motions="" if not is_file or self.motions == self.usual else self.motions,
            goal="" if is_file and puzzle.goal == FILL else puzzle.goal,
            fits=None if puzzle.colour_pairs is None else [list(pair) for pair in puzzle.colour_pairs],
            crossings=None if puzzle.crossings else False,
            max_holes=puzzle.max_holes,
            mirror_images=_NAMES_OF_MIRRORS[puzzle.mirrors],
            legend=self.legend(),
            board=self.board_table(),
            pieces=list(self.pieces()) or None,
            forced=[self.placement(forced) for forced in puzzle.board.forced] or None,
            costs=list(self.costs()) or None,
            expect=[_expect_table(one, self.largest) for one in puzzle.expect] or None,
            layout=layout_table(puzzle),
        )

    def legend(self) -> Table | None:
        legend: Table = {
            character: {"colour": mark.colour, "optional": True} if mark.optional else mark.colour
            for mark, character in (self.legend_specs or {}).items()
            if character not in FIXED_LEGEND
        }
        return legend or None

    def board_table(self) -> Table:
        drawn = self.drawing(self.board)
        labels = _cells(self.puzzle.board.labels)
        words: Table = {"labels": labels} if labels else {}
        if (surface := self.puzzle.board.surface) is not None:
            words |= {"wrap": str(surface.wrap), "size": [surface.width, surface.height]}
        if drawn is not None:
            return {**self.at(self.board), "drawing": drawn, **words}
        parts = {
            key: _cells({cell: mark.colour for cell, mark in self.board.items() if mark.optional is optional})
            for key, optional in (("cells", False), ("optional", True))
        }
        return {key: part for key, part in parts.items() if part} | words

    def pieces(self) -> Iterator[Table]:
        left = drawn_copies(self.puzzle)
        while left:
            named = self.leading_set(left) if self.is_file else ""
            if named:
                yield self.set_table(named, left[0])
                del left[: len(piece_set(named, self.puzzle.lattice))]
            else:
                yield self.piece_table(left.pop(0))

    def leading_set(self, pieces: list[Piece]) -> str:
        """The name of the set that the next pieces are, alike in copies and motions; "" when none."""
        first = pieces[0]
        for name in _sets_of(self.puzzle.lattice, first):
            shapes, times = piece_set(name, self.puzzle.lattice), set_copies(name, self.puzzle.lattice)
            run = pieces[: len(shapes)]
            if len(shapes) < 2 or len(run) < len(shapes) or shapes[0] != (first.name, first.cells):
                continue
            least, most = first.min_copies // times[0], first.max_copies // times[0]
            if run == [
                replace(first, name=own, cells=cells, colours=(), min_copies=least * n, max_copies=most * n)
                for (own, cells), n in zip(shapes, times, strict=True)
            ]:
                return name
        return ""

    def set_table(self, name: str, first: Piece) -> Table:
        times = set_copies(name, self.puzzle.lattice)[0]
        one = replace(first, min_copies=first.min_copies // times, max_copies=first.max_copies // times)
        default = self.motions if self.motions != self.usual else set_motions(name, self.puzzle.lattice)
        return {"set": name, **self.rules(one, default)}

    def piece_table(self, piece: Piece) -> Table:
        marks = {cell: CellSpec(piece.colour_of(i)) for i, cell in enumerate(piece.cells)}
        drawn = self.drawing(marks)
        shape = {"cells": _cells({cell: mark.colour for cell, mark in marks.items()})}
        return {
            "name": piece.name,
            **self.rules(piece, self.motions),
            **(shape if drawn is None else {"drawing": drawn}),
        }

    def rules(self, piece: Piece, default: str) -> Table:
        """How often a piece is there, how it moves, what it costs; ``default`` motions need not be said."""
        least, most, is_file = piece.min_copies, piece.max_copies, self.is_file
        copies = least if is_file and least == most else [least, most]
        return _filled(
            copies=None if is_file and copies == 1 else copies,
            motions="" if is_file and piece.motions == default else piece.motions,
            cost=piece.cost or None,
            groups=list(piece.groups) or None,
            weight=piece.weight or None,
        )

    def costs(self) -> Iterator[Table]:
        """The cells of each cost, then the placements that have costs."""
        by_cost: dict[int, list[Cell]] = {}
        for cell, cost in sorted(self.puzzle.board.cell_costs.items()):
            by_cost.setdefault(cost, []).append(cell)
        for cost, cells in sorted(by_cost.items()):
            drawn = self.drawing(dict.fromkeys(cells, CellSpec()))
            listed = {"cells": _cells(dict.fromkeys(cells, ""))}
            yield {"cost": cost, **(listed if drawn is None else {**self.at(cells), "drawing": drawn})}
        for priced in self.puzzle.costs:
            yield {"cost": priced.cost, **self.placement(priced.placement)}

    def placement(self, placement: Placement) -> Table:
        """The piece, and where it lies."""
        drawn = self.drawing(dict.fromkeys(placement.cells, CellSpec()))
        if drawn is None or placement.cells != tuple(sorted(placement.cells)):
            return {"piece": placement.piece, "cells": _cells(dict.fromkeys(placement.cells, ""))}
        return {"piece": placement.piece, **self.at(placement.cells), "drawing": drawn}

    def drawing(self, cells: Mapping[Cell, CellSpec]) -> str | None:
        """The text of a drawing, or None when these cells must be listed."""
        if self.legend_specs is None:
            return None
        characters = {cell: self.legend_specs[mark] for cell, mark in cells.items()}
        rows = drawing_of(characters, lattice=self.puzzle.lattice)
        return None if rows is None else _lines(rows)

    def at(self, cells: Iterable[Cell]) -> Table:
        shift = corner_of(cells, self.puzzle.lattice)
        return {"at": list(shift)} if any(shift) else {}


def _sets_of(lattice: Lattice, first: Piece) -> Iterator[str]:
    """The names of the sets that may begin with this piece; those of fixed pieces begin with a number 1."""
    for family in lattice.polyform_families:
        size, rest = divmod(first.size, len(family.blocks[0]) if family.blocks else 1)
        if rest or not 1 <= size <= min(len(family.singular), family.max_recognised_size):
            continue
        plain = family.singular[size - 1] + family.ending
        yield plain
        if family.is_flat:
            yield from (f"{form} {plain}" for form in FORMS)
        kinds = [kind for kind in KINDS if kind != "fixed" or first.name.endswith("1")]
        yield from (f"{kind} {plain}" for kind in kinds)
    yield from (name for name in NAMED_SETS if set_lattice(name) is lattice)


def _filled(**values: Any) -> Table:
    """The keys that say something: those with None and with an empty text do not."""
    return {key: value for key, value in values.items() if value is not None and value != ""}


def _cells(cells: Mapping[Cell, str]) -> list[list[int | str]]:
    return [[*cell, *([colour] if colour else [])] for cell, colour in cells.items()]


def _lines(lines: Iterable[str]) -> str:
    """A text of whole lines."""
    return "".join(f"{line}\n" for line in lines)


def _cover_tables(puzzle: ExactCoverPuzzle) -> Table:
    """A puzzle of items and options without its known counts; UnsupportedError for too many options."""
    uses = sum(len(option.uses) for option in puzzle.options)
    if len(puzzle.options) > MAX_OPTIONS or uses > MAX_USES:
        raise UnsupportedError(
            f"there are {len(puzzle.options):,} options that use items {uses:,} times; "
            f"a puzzle file has at most {MAX_OPTIONS:,} options and {MAX_USES:,} uses"
        )
    about = puzzle.description
    cover = {"items": _items(item_words(puzzle.items))}
    if puzzle.options:
        cover["options"] = _lines(map(_line, puzzle.options))
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "goal": "" if puzzle.goal == FILL else puzzle.goal,
        "description": about + "\n" if "\n" in about else about,  # on lines of its own
        "cover": cover,
    }


def _items(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines[0] if len(lines) == 1 and not set(lines[0]) & {'"', "\\"} else _lines(lines)


def _line(option: Option) -> str:
    words = option_words(option)
    return " ".join([*words, "|", option.name] if option.name else words)


def _expect_table(expected: Expected, largest: int) -> Table:
    """One known count; UnsupportedError when it is none that a file may have."""
    if expected.what not in COUNTS or expected.use not in USES or expected.motions not in ("", *MODES):
        raise UnsupportedError(
            f"a puzzle file cannot express the expected {quoted(expected.what)} for motions "
            f"{quoted(expected.motions)} "
            f"and use {quoted(expected.use)}"
        )
    if abs(expected.count) >= 10**MAX_DIGITS or (expected.count < 0 and expected.what not in COSTS):
        raise UnsupportedError(
            f"an expected count in a puzzle file is from 0 and has at most {MAX_DIGITS:,} digits"
        )
    return _filled(
        what=expected.what,
        count=expected.count if abs(expected.count) <= largest else str(expected.count),
        motions=expected.motions,
        use="" if expected.use == "all" else expected.use,
        source=expected.source,
    )
