"""Reading Tilewright's own puzzle file: boards with pieces, and items with options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from tilewright.errors import FormatError, PuzzleError
from tilewright.formats.pieces import check_motions, name_pieces
from tilewright.formats.toml.fields import BOARD, COST, FORCED, MIRROR_IMAGES, PIECE, PUZZLE, VERSION
from tilewright.formats.toml.layout import read_layout
from tilewright.formats.toml.parameters import (
    PuzzleParameter,
    freed,
    known_counts,
    read_parameters,
    resolve,
)
from tilewright.formats.toml.positions import KeyPath
from tilewright.formats.toml.values import MAX_COPIES, CellValues, expected_counts, parse, shown
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.file_layout import FileLayout, FilePiece
from tilewright.model.goal import GOALS
from tilewright.model.lattices import LATTICES, SQUARE, Cell
from tilewright.model.pieces import piece_set, set_copies, set_lattice, set_motions
from tilewright.model.pieces.piece import likeness
from tilewright.model.puzzle import (
    MODES,
    Board,
    Expected,
    Piece,
    Placement,
    PlacementCost,
    Puzzle,
    merge_copies,
)
from tilewright.model.surfaces import WRAPS, Surface, Wrap
from tilewright.wording import quoted

FLAT_MOTIONS = {"all": "rotation", "rotation": "upright", "fixed": "fixed"}
"""How polyominoes one cube thick move: turned over in space where they may be in the plane."""

DRAWN_DIMENSION = 2  # of boards with labels
NO_LABEL = "."

FITS = 'pairs such as ["red", "blue"]: the colour of a piece, the colour of the board'


def looks_like(text: str) -> bool:
    """Whether a text has a line that only a puzzle file in TOML would have."""
    line = r"(?m)^[ \t]*(?:\[\[?[ \t]*(?:board|pieces|cover)\b|(?:title|lattice|board|cover)[ \t]*=)"
    return re.search(line, text) is not None


def loads(text: str, motions: str = "", parameters: Mapping[str, str] | None = None) -> AnyPuzzle:
    """The puzzle in a TOML text; ``motions``, when given, overrides the file's for all pieces.

    ``parameters`` are values of those that the file declares; PuzzleError for others. FormatError, with line
    and column, for text that is not TOML, unknown keys, and values that are not allowed. UnsupportedError for
    motions with a puzzle of items and options.
    """
    check_motions(motions)
    return _read(_Reader(parse(text), text), motions).at(parameters or {})


def loads_whole(text: str, motions: str = "") -> WholePuzzle:
    """The puzzle in a TOML text with all cells, from which its puzzles with parameters come."""
    check_motions(motions)
    return _read(_Reader(parse(text), text), motions)


def from_document(document: Mapping[str, Any], left_out: list[str] | None = None) -> AnyPuzzle:
    """The puzzle of a document: what ``to_document`` gave, or any data with the keys of a puzzle file.

    FormatError that names the key as ``pieces[0].cells`` for keys and values that are not allowed. With
    ``left_out``, forced placements and costs that the board and the pieces do not allow are left out instead,
    and it gets the reason of each.
    """
    if not isinstance(document, dict):
        raise FormatError(f"the document is {shown(document)}; expected an object with the keys of a puzzle")
    return _read(_Reader(document, left_out=left_out), "").at({})


@dataclass(frozen=True)
class WholePuzzle:
    """A puzzle with all its cells, the parameters that say which stay free, and what is known for values."""

    puzzle: AnyPuzzle
    parameters: tuple[PuzzleParameter, ...] = ()
    known: tuple[tuple[dict[str, str], Expected], ...] = ()

    def at(self, given: Mapping[str, str]) -> AnyPuzzle:
        """The puzzle with these values; PuzzleError for those that cannot be."""
        values = resolve(self.parameters, given)
        if isinstance(self.puzzle, ExactCoverPuzzle) or not self.parameters:
            return self.puzzle
        board = self.puzzle.board
        free = freed(self.parameters, values, set(board.labels.values()))
        cells = {cell for cell, label in board.labels.items() if label in free}
        own = replace(
            board,
            required=tuple(cell for cell in board.required if cell not in cells),
            optional=tuple(cell for cell in board.optional if cell not in cells),
            colours={cell: colour for cell, colour in board.colours.items() if cell not in cells},
            cell_costs={cell: cost for cell, cost in board.cell_costs.items() if cell not in cells},
        )
        known = [one for wanted, one in self.known if wanted.items() <= values.items()]
        return replace(self.puzzle, board=own, expect=tuple(known), part_of=self.puzzle)


def _read(reader: _Reader, motions: str) -> WholePuzzle:
    version = reader.data.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        known = f"this Tilewright reads version {VERSION}"
        reader.fault(("version",), f"'version' is {shown(version)}; {known}")
    if "kind" in reader.data:
        from tilewright.formats.text_kinds import family_hint

        hint = family_hint(reader.text or "")
        what = f"it looks like {hint}" if hint else "it is one of a family of puzzles, whose commands read it"
        reader.fault(("kind",), f"this is a document of kind {shown(reader.data['kind'])}: {what}")
    if "cover" in reader.data:
        from tilewright.formats.toml.cover_reader import read_cover

        return WholePuzzle(read_cover(reader, motions))
    puzzle = reader.puzzle(motions)
    puzzle = puzzle.with_motions(motions) if motions else puzzle
    parameters = read_parameters(reader)
    return WholePuzzle(puzzle, parameters, known_counts(reader, parameters) if parameters else ())


class _Reader(CellValues):
    """One reading of a puzzle; each method takes the path of what it reads, for its faults."""

    def __init__(
        self, data: Mapping[str, Any], text: str | None = None, left_out: list[str] | None = None
    ) -> None:
        super().__init__(data, text)
        self.left_out = left_out
        self.drawn: FileLayout | None = None  # where copies of a piece are drawn in different ways

    def puzzle(self, motions: str) -> Puzzle:
        """The puzzle; under ``motions``, copies drawn in different ways may be different pieces."""
        data = self.data
        self.check_keys((), data, PUZZLE)
        self.lattice = LATTICES[self.choice((), {"lattice": SQUARE.name, **data}, "lattice", tuple(LATTICES))]
        self.legend_specs.update(self.legend(("legend",), data.get("legend", {})))
        if "board" not in data:
            raise FormatError(
                "there is no board; expected a table [board] with a drawing or cells, or [cover] with items"
            )
        board = self.board(("board",), data["board"])
        default = self.choice((), data, "motions", ("", *MODES))
        pieces = self.pieces(("pieces",), data.get("pieces", []), default, motions)
        puzzle = self.guarded(
            ("board",),
            lambda: Puzzle(
                board,
                pieces,
                self.text_of((), data, "title"),
                self.text_of((), data, "source"),
                self.lattice,
                expected_counts(self),
                colour_pairs=self.fits(("fits",), data["fits"]) if "fits" in data else None,
                crossings=self.crossings(("crossings",), data.get("crossings", True)),
                mirrors=MIRROR_IMAGES[self.choice((), data, "mirror_images", tuple(MIRROR_IMAGES))],
                max_holes=self.max_holes(("max_holes",), data["max_holes"]) if "max_holes" in data else None,
                goal=self.choice((), data, "goal", GOALS),
                file_layout=read_layout(self, self.lattice.dimension) or self.drawn,
            ),
        )
        entries = self.tables(("forced",), data.get("forced", []))
        if entries:
            puzzle = self.with_forced(puzzle, entries)
        return self.priced(puzzle, self.tables(("costs",), data.get("costs", [])))

    def with_forced(self, puzzle: Puzzle, entries: list[tuple[KeyPath, dict[str, Any]]]) -> Puzzle:
        """The puzzle with forced placements; a fault at the first of them that it does not allow."""
        listed = [(path, self.forced(path, entry)) for path, entry in entries]
        try:
            return _forcing(puzzle, [placement for _, placement in listed])
        except PuzzleError:
            kept: list[Placement] = []
            for path, placement in listed:
                if self.allows(path, partial(_forcing, puzzle, [*kept, placement])):
                    kept.append(placement)
            return _forcing(puzzle, kept)

    def allows(self, path: KeyPath, make: Callable[[], object]) -> bool:
        """Whether what ``make`` does is no contradiction, which is left out or a fault at ``path``."""
        try:
            self.guarded(path, make)
        except FormatError as error:
            if self.left_out is None:
                raise
            self.left_out.append(error.message)
            return False
        return True

    def crossings(self, path: KeyPath, value: Any) -> bool:
        """Whether pieces may cross each other."""
        allowed = self.flag(path, "crossings", value)
        if not allowed and not self.lattice.can_cross:
            where = f"on the {self.lattice.name} lattice"
            self.fault(path, f"pieces cannot cross {where}, so there is nothing to forbid")
        return allowed

    def max_holes(self, path: KeyPath, value: Any) -> int:
        """How many of the optional cells may stay empty."""
        if type(value) is not int or value < 0:
            self.fault(path, f"'max_holes' is {shown(value)}; expected a whole number from 0 on")
        return value

    def fits(self, path: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
        """Which colours of pieces fit on which of the board, in pairs."""
        if not isinstance(value, list):
            self.fault(path, f"'fits' is {shown(value)}; expected {FITS}")
        for number, pair in enumerate(value):
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or any(not isinstance(colour, str) or not colour for colour in pair)
            ):
                self.fault((*path, number), f"{shown(pair)} is not a pair of colours; expected {FITS}")
        return tuple((own, board) for own, board in value)

    def board(self, path: KeyPath, value: Any) -> Board:
        table = self.table(path, value)
        self.check_keys(path, table, BOARD)
        self.one_of(path, table, ("drawing", "cells"), also=("optional", "labels"))
        labels = self.labels((*path, "labels"), table["labels"]) if "labels" in table else {}
        if "drawing" in table:
            if "optional" in table:
                advice = "in a drawing, '+' or the legend makes a cell optional"
                self.fault((*path, "optional"), f"'optional' goes with 'cells'; {advice}")
            shift = self.shift(path, table)
            drawn = self.drawing((*path, "drawing"), table["drawing"], shift)
            required = {cell: mark.colour for cell, mark in drawn.items() if not mark.optional}
            optional = {cell: mark.colour for cell, mark in drawn.items() if mark.optional}
            costs = {cell: mark.cost for cell, mark in drawn.items() if mark.cost}
        elif labels and "cells" not in table and "optional" not in table:
            required, optional, costs = dict.fromkeys(labels, ""), {}, {}
        else:
            if "at" in table:
                self.fault((*path, "at"), "'at' is given without a drawing")
            required = self.cells((*path, "cells"), table.get("cells", []))
            optional = self.cells((*path, "optional"), table.get("optional", []))
            costs = {}
        surface = self.surface(path, table, [*required, *optional])
        board = self.guarded(path, lambda: Board.of(required, optional, costs=costs, surface=surface))
        return replace(board, labels=labels) if labels else board

    def surface(self, path: KeyPath, table: Mapping[str, Any], cells: Sequence[Cell]) -> Surface | None:
        """The surface of a board with these cells."""
        wrap = self.choice(path, table, "wrap", ("", *WRAPS))
        if not wrap:
            if "size" in table:
                self.fault((*path, "size"), "'size' goes with 'wrap'")
            return None
        if self.lattice.dimension != DRAWN_DIMENSION:
            self.fault((*path, "wrap"), f"only flat boards are wrapped; this one is on {self.lattice.name}")
        size = table.get("size") or [max((cell[axis] for cell in cells), default=0) + 1 for axis in (0, 1)]
        if not isinstance(size, list) or len(size) != 2 or any(type(n) is not int or n < 1 for n in size):
            self.fault((*path, "size"), f"'size' is {shown(size)}; expected [columns, rows]")
        surface = Surface(Wrap[wrap.upper()], *size)
        self.guarded((*path, "wrap"), lambda: surface.check(self.lattice, cells))
        return surface

    def labels(self, path: KeyPath, value: Any) -> dict[Cell, str]:
        """Words on cells: rows of words, or a list of cells with the word behind the coordinates."""
        if self.lattice.dimension != DRAWN_DIMENSION:
            self.fault(path, f"labels are for flat boards; this one is on {self.lattice.name}")
        if not isinstance(value, str):
            listed = self.cells(path, value)
            for number, word in enumerate(listed.values()):
                if not word:
                    self.fault((*path, number), "a label is lacking behind the coordinates")
            return listed
        labels: dict[Cell, str] = {
            (x, y): word
            for y, line in enumerate(value.splitlines())
            for x, word in enumerate(line.split())
            if word != NO_LABEL
        }
        self.spend(path, len(labels))
        return labels

    def pieces(self, path: KeyPath, value: Any, default: str, motions: str) -> tuple[Piece, ...]:
        """All pieces; those without names get theirs when the names of the others are known.

        Pieces of one name are copies of one piece that are drawn in different ways. Under ``motions`` that do
        not carry them to each other, all but the first become pieces without a name.
        """
        pieces: list[Piece] = []
        sources: list[KeyPath] = []
        for here, entry in self.tables(path, value):
            for piece in self.piece(here, entry, default):
                pieces.append(piece)
                sources.append(here)
        drawn: dict[str | int, list[Piece]] = {}
        for number, (piece, here) in enumerate(zip(pieces, sources, strict=True)):
            copies = drawn.setdefault(piece.name or number, [])
            if copies and not self.are_copies(copies, piece):
                self.fault((*here, "name"), f"two pieces are named {quoted(piece.name)}")
            copies.append(piece)
        merged = [piece for copies in drawn.values() for piece in self.merged(copies, motions)]
        if not motions and any(len(copies) > 1 for copies in drawn.values()):
            self.drawn = FileLayout(pieces=tuple(chain.from_iterable(map(_ways, drawn.values()))))
        taken = [piece.name for piece in merged if piece.name]
        names = iter(name_pieces([p for p in merged if not p.name], taken, self.lattice))
        return tuple(p if p.name else replace(p, name=next(names)) for p in merged)

    def are_copies(self, copies: Iterable[Piece], piece: Piece) -> bool:
        """Whether a piece is alike these, but drawn in another way than each of them."""
        alike = likeness(piece, self.lattice, {})
        return all(
            likeness(other, self.lattice, {}) == alike
            and (other.cells, other.colours) != (piece.cells, piece.colours)
            for other in copies
        )

    def merged(self, copies: Sequence[Piece], motions: str) -> list[Piece]:
        """Copies of one piece as one, or as the different pieces that they are under these motions."""
        if len(copies) == 1:
            return list(copies)
        moved = [replace(piece, motions=motions or piece.motions) for piece in copies]
        first, *others = merge_copies(moved, self.lattice)
        return [first, *(replace(piece, name="") for piece in others)]

    def piece(self, path: KeyPath, entry: Mapping[str, Any], default: str) -> list[Piece]:
        self.check_keys(path, entry, PIECE)
        way = self.one_of(path, entry, ("drawing", "cells", "set"))
        least, most = self.copies((*path, "copies"), entry.get("copies", 1))
        motions = self.choice(path, {"motions": default, **entry}, "motions", ("", *MODES))
        rules: dict[str, Any] = {
            "cost": self.cost((*path, "cost"), entry.get("cost", 0)),
            "groups": self.groups((*path, "groups"), entry.get("groups", [])),
            "weight": self.weight((*path, "weight"), entry.get("weight", 0)),
        }
        name = self.text_of(path, entry, "name")
        if "name" in entry and not name.strip():
            self.fault((*path, "name"), "the name of a piece cannot be empty; leave it out to have one given")
        if way == "set":
            if "name" in entry:
                self.fault((*path, "name"), "the pieces of a set have their own names")
            return self.pieces_of_set(path, entry, (least, most), motions, rules)
        if "drawings" in entry:
            self.fault((*path, "drawings"), "'drawings' goes with 'set'")
        shape: Iterable[Cell] | Mapping[Cell, str]
        if way == "drawing":
            shape = self.shape_drawn((*path, "drawing"), entry["drawing"])
        else:
            shape = self.cells((*path, "cells"), entry["cells"])
        mode = motions or self.lattice.usual_motions
        copies = (least, most)
        make = partial(Piece.of, name, shape, lattice=self.lattice, copies=copies, motions=mode, **rules)
        return [self.guarded(path, make)]

    def shape_drawn(self, path: KeyPath, value: Any) -> dict[Cell, str]:
        """The cells of a piece's drawing with their colours."""
        drawn = self.drawing(path, value, (0,) * self.lattice.dimension)
        if any(mark.optional for mark in drawn.values()):
            self.fault(path, "a piece has no optional cells; only a board has")
        if any(mark.cost for mark in drawn.values()):
            self.fault(path, "a piece's cells have no costs; a piece has one, 'cost'")
        return {cell: mark.colour for cell, mark in drawn.items()}

    def redrawn(self, path: KeyPath, value: Any, pieces: Iterable[Piece], usual: str) -> list[Piece]:
        """The pieces of a set with these usual motions, those with a drawing as they are drawn."""
        entries = {piece.name: piece for piece in pieces}
        for name, drawing in self.table(path, value).items():
            here = (*path, name)
            if name not in entries:
                self.fault(here, f"the set has no piece {quoted(name)}")
            drawn = Piece.of(name, self.shape_drawn(here, drawing), lattice=self.lattice)
            moved = replace(entries[name], cells=drawn.cells, colours=drawn.colours)
            shapes = {
                replace(piece, motions=usual).shape_key(self.lattice) for piece in (moved, entries[name])
            }
            if len(shapes) > 1:
                self.fault(here, f"this is not the piece {quoted(name)} of the set")
            entries[name] = moved
        return list(entries.values())

    def pieces_of_set(
        self,
        table: KeyPath,
        entry: Mapping[str, Any],
        copies: tuple[int, int],
        motions: str,
        rules: Mapping[str, Any],
    ) -> list[Piece]:
        path = (*table, "set")
        name = self.string(path, entry["set"])
        lattice = self.guarded(path, lambda: set_lattice(name, self.lattice))
        flat = self.lattice.layer is lattice
        if lattice is not self.lattice and not flat:
            here = f"this puzzle is on {self.lattice.name}"
            self.fault(path, f"the set {quoted(name)} is of the {lattice.name} lattice, {here}")
        shapes = self.guarded(path, lambda: piece_set(name, lattice))
        self.spend(path, sum(len(cells) for _, cells in shapes))
        motions_of_set = set_motions(name, lattice)
        usual = FLAT_MOTIONS[motions_of_set] if flat else motions_of_set
        least, most = copies
        pieces = [
            Piece(
                own,
                tuple((*cell, 0) for cell in cells) if flat else cells,
                min_copies=least * times,
                max_copies=most * times,
                motions=motions or usual,
                **rules,
            )
            for (own, cells), times in zip(shapes, set_copies(name, lattice), strict=True)
        ]
        return self.redrawn((*table, "drawings"), entry.get("drawings", {}), pieces, usual)

    def copies(self, path: KeyPath, value: Any) -> tuple[int, int]:
        pair = [value, value] if type(value) is int else value
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or any(type(n) is not int for n in pair)
            or not 0 <= pair[0] <= pair[1] <= MAX_COPIES
        ):
            expected = f"a number, or [least, most], up to {MAX_COPIES:,}"
            self.fault(path, f"'copies' is {shown(value)}; expected {expected}")
        return pair[0], pair[1]

    def forced(self, path: KeyPath, entry: Mapping[str, Any]) -> Placement:
        self.check_keys(path, entry, FORCED)
        if "piece" not in entry:
            self.fault(path, "a forced placement lacks 'piece', the name of the piece")
        return Placement(self.string((*path, "piece"), entry["piece"]), self.cells_here(path, entry))

    def priced(self, puzzle: Puzzle, entries: list[tuple[KeyPath, dict[str, Any]]]) -> Puzzle:
        """The puzzle with the costs that ``[[costs]]`` lists: of a placement, or of each of some cells."""
        cells = dict(puzzle.board.cell_costs)
        listed: dict[tuple[str, frozenset[Cell]], PlacementCost] = {}
        for path, entry in entries:
            self.check_keys(path, entry, COST)
            if "cost" not in entry:
                self.fault(path, "here 'cost' is lacking, a whole number")
            cost = self.cost((*path, "cost"), entry["cost"])
            positions = self.cells_here(path, entry)
            if "piece" in entry:
                priced = PlacementCost(
                    Placement(self.string((*path, "piece"), entry["piece"]), positions), cost
                )
                key = (priced.placement.piece, frozenset(positions))
                if key in listed:
                    self.fault(
                        path, f"this placement of {quoted(key[0])} is given a cost for the second time"
                    )
                if self.allows(path, partial(puzzle.check_priced, priced)):
                    listed[key] = priced
                continue
            for number, cell in enumerate(positions):
                here = (*path, "cells", number) if "cells" in entry else (*path, "drawing")
                if cell in cells:
                    self.fault(here, f"the cell {list(cell)} is given a cost for the second time")
                if self.allows(here, partial(_check_cell, puzzle, cell)):
                    cells[cell] = cost
        if not entries:
            return puzzle
        board = replace(puzzle.board, cell_costs=cells)
        return replace(puzzle, board=board, costs=tuple(listed.values()))


def _ways(copies: Sequence[Piece]) -> list[FilePiece]:
    """How the copies of a piece are drawn, if they are drawn in different ways."""
    return [
        FilePiece(
            piece.name,
            tuple((cell, piece.colour_of(i)) for i, cell in enumerate(piece.cells)),
            copies=(piece.min_copies, piece.max_copies),
        )
        for piece in copies
        if len(copies) > 1
    ]


def _forcing(puzzle: Puzzle, forced: Iterable[Placement]) -> Puzzle:
    """The puzzle with these forced placements; PuzzleError for one that it does not allow."""
    return replace(puzzle, board=replace(puzzle.board, forced=tuple(forced)))


def _check_cell(puzzle: Puzzle, cell: Cell) -> None:
    if cell not in puzzle.board.cells:
        raise PuzzleError(f"the cell {list(cell)} has a cost but is not on the board")
