"""Compact geometric DPF: board and pieces by coordinates, in one to three dimensions, and how pieces move."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace

from tilewright.errors import FormatWarning, UnsupportedError
from tilewright.formats.file_order import (
    cells_in_order,
    is_drawn,
    pieces_in_order,
    placed_in_order,
    with_comments,
)
from tilewright.formats.fine_sticks import squares_of, to_squares
from tilewright.formats.pieces import check_motions, fixed_copies, name_pieces, refuse
from tilewright.formats.text import Numbers, is_counted, refuse_comments
from tilewright.model.exact_cover_puzzle import MAX_ITEMS, AnyPuzzle, ExactCoverPuzzle
from tilewright.model.file_layout import FileLayout, FilePiece
from tilewright.model.lattices import CUBE, LINE, SQUARE, STICK, Cell, Lattice
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle, Solution
from tilewright.wording import quoted

LATTICE_OF: Mapping[int, Lattice] = {1: LINE, 2: SQUARE, 3: CUBE}  # the lattice by the number of dimensions

MOTIONS_OF: Mapping[int, Mapping[int, str]] = {
    1: {1: "fixed", 2: "all", 3: "all"},
    2: {1: "fixed", 2: "rotation", 3: "all"},
    3: {1: "fixed", 2: "upright", 3: "rotation"},
}
"""By the number of dimensions and by v: in space even what reverses a flat piece is a rotation."""

MAX_COORDINATE = 1_000_000
MAX_COLOUR = 999_999_999
CROSSINGS_ALLOWED = (
    "compact DPF cannot express that pieces must not cross; in this file they may "
    "(solve and count it with --reject crossings)"
)
check_strict = refuse_comments
TOTAL_CELLS = 10 * MAX_CELLS  # the most cells in a text, board and pieces together


def looks_like(text: str) -> bool:
    """Whether a text is whole numbers, as many as its counts require; their values are not checked."""

    def take(number: Callable[[], int]) -> bool:
        dimensions, coloured = number(), number()
        if dimensions not in LATTICE_OF or coloured not in (0, 1):
            return False
        width = dimensions + coloured
        for _ in range(width * number()):
            number()
        pieces = number()
        for _ in range(pieces):
            for _ in range(1 + width * number()):
                number()
        return pieces > 0

    return is_counted(text, take)


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle in a text, on the line, the square or the cubic lattice; ``motions`` overrides every v.

    Colours, where they are used, are the numbers as they stand there. Pieces that can be held in the same
    ways become copies of the first of them. FormatError with line and column for what is not such a
    number, for a cell given twice, and when numbers are missing or left over.
    """
    check_motions(motions)
    reader = _Reader(text)
    lattice = LATTICE_OF[reader.dimensions]
    board = reader.cells("the board", reader.numbers.take("the number of cells of the board", 1, MAX_CELLS))
    merged: dict[frozenset[object], Piece] = {}
    order: list[tuple[frozenset[object], FilePiece]] = []
    for number in range(1, reader.numbers.take("the number of pieces", 0, MAX_ITEMS) + 1):
        what = f"piece {number}"
        size = reader.numbers.take(f"the number of cells of {what}", 1, MAX_CELLS)
        v = reader.numbers.take(f"the motions of {what}", 1, 3)
        mode = motions or MOTIONS_OF[reader.dimensions][v]
        cells = reader.cells(what, size)
        piece = Piece.of(str(number), cells, lattice=lattice, motions=mode)
        key = frozenset(piece.orientations(lattice))
        order.append((key, FilePiece("", tuple(cells.items()), mode)))
        copies = merged[key].max_copies + 1 if key in merged else 1
        merged[key] = replace(merged.get(key, piece), min_copies=copies, max_copies=copies)
    reader.numbers.end()
    names = name_pieces(list(merged.values()), lattice=lattice)
    pieces = (replace(piece, name=name) for piece, name in zip(merged.values(), names, strict=True))
    name_of = dict(zip(merged, names, strict=True))
    layout = FileLayout(
        cells=tuple(board),
        pieces=tuple(replace(own, name=name_of[key]) for key, own in order),
        comments=reader.numbers.comments,
        numbers=reader.numbers.count,
    )
    return Puzzle(Board.of(board), tuple(pieces), lattice=lattice, file_layout=layout)


class _Reader:
    """The numbers of a text, and how many make a cell."""

    def __init__(self, text: str) -> None:
        self.numbers = Numbers(text)
        self.dimensions = self.numbers.take("the number of dimensions", 1, 3)
        self.coloured = self.numbers.take("whether there are colours", 0, 1) == 1
        self.left = TOTAL_CELLS

    def cells(self, what: str, count: int) -> dict[Cell, str]:
        """The cells that come next, each with its colour."""
        self.left -= count
        if self.left < 0:
            self.numbers.fault(f"there are more than {TOTAL_CELLS:,} cells, board and pieces together")
        counts: dict[Cell, str] = {}
        for _ in range(count):
            cell = tuple(
                self.numbers.take(f"a coordinate of {what}", -MAX_COORDINATE, MAX_COORDINATE)
                for _ in range(self.dimensions)
            )
            if cell in counts:
                self.numbers.fault(f"the cell {' '.join(map(str, cell))} of {what} is given twice")
            colour = (
                self.numbers.take(f"a colour of {what}", -MAX_COLOUR, MAX_COLOUR) if self.coloured else ""
            )
            counts[cell] = str(colour)
        return counts


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as numbers, a cell a line; names and titles are left out, colours become numbers.

    Each stick becomes two squares (``fine_sticks``), with a FormatWarning where pieces must not cross.
    UnsupportedError says what the format cannot: items without cells, other lattices, optional cells,
    forced placements, costs, pairs of colours, some cells with and some without a colour, a choice of
    copies, motions that are none of its three kinds, pieces alike but apart.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("compact DPF lists cells, and this puzzle has items and options only")
    _check(puzzle)
    if puzzle.lattice is STICK:
        if not puzzle.crossings:
            warnings.warn(CROSSINGS_ALLOWED, FormatWarning, stacklevel=2)
        puzzle = to_squares(puzzle)
    dimensions = next((n for n, lattice in LATTICE_OF.items() if lattice is puzzle.lattice), 0)
    if not dimensions:
        raise UnsupportedError(
            "compact DPF is of the line, square and cubic lattices and of sticks, "
            f"not of {puzzle.lattice.name}"
        )
    copies = fixed_copies(puzzle, "compact DPF")
    total = len(puzzle.board.required) + sum(piece.size * copies[piece.name] for piece in puzzle.pieces)
    if total > TOTAL_CELLS:
        raise UnsupportedError(f"the text would have {total:,} cells; at most {TOTAL_CELLS:,} are accepted")
    numbers = _colour_numbers(puzzle)
    lines = [f"{dimensions} {1 if numbers else 0}", str(len(puzzle.board.required))]
    lines += [_cell(cell, puzzle.board.colour(cell), numbers) for cell in cells_in_order(puzzle)]
    lines.append(str(sum(copies.values())))
    seen: dict[frozenset[object], str] = {}
    for piece in puzzle.pieces:
        other = seen.setdefault(frozenset(piece.orientations(puzzle.lattice)), piece.name)
        if other != piece.name:
            raise UnsupportedError(
                f"pieces {quoted(other)} and {quoted(piece.name)} are alike; compact DPF would make "
                "them copies of one"
            )
    for own in pieces_in_order(puzzle, {name: often for name, often in copies.items() if often}):
        piece = puzzle.by_name[own.name]
        cells = own.cells if is_drawn(own, piece, puzzle.lattice) else _drawn(piece)
        lines.append(f"{piece.size} {_v(piece, puzzle.lattice, dimensions, own.motions)}")
        lines += [_cell(cell, colour, numbers) for cell, colour in cells]
    return with_comments(lines, puzzle.file_layout)


def _drawn(piece: Piece) -> tuple[tuple[Cell, str], ...]:
    return tuple((cell, piece.colour_of(i)) for i, cell in enumerate(piece.cells))


def _cell(cell: Cell, colour: str, numbers: Mapping[str, int]) -> str:
    return " ".join(map(str, (*cell, numbers[colour]) if numbers else cell))


def _v(piece: Piece, lattice: Lattice, dimensions: int, mode: str = "") -> int:
    """The kind of motions that gives the piece its orientations; ``mode`` or that of its own if they do."""
    kinds = MOTIONS_OF[dimensions]
    for v in sorted(kinds, key=lambda v: kinds[v] != (mode or piece.motions)):
        if set(replace(piece, motions=kinds[v]).orientations(lattice)) == set(piece.orientations(lattice)):
            return v
    raise UnsupportedError(
        f"piece {quoted(piece.name)} has motions {quoted(piece.motions)}; on the {lattice.name} lattice "
        f"compact DPF has {', '.join(dict.fromkeys(kinds.values()))}"
    )


def _check(puzzle: Puzzle) -> None:
    """UnsupportedError when the board or the puzzle has what compact DPF has not."""
    pairs = puzzle.colour_pairs is not None
    refuse(
        (puzzle.board.optional, "in compact DPF every cell is covered, and this board has optional cells"),
        (puzzle.board.forced, "compact DPF has no forced placements, and this board has some"),
        (puzzle.has_costs, "compact DPF cannot express costs"),
        (pairs, "in compact DPF equal colours fit, and this puzzle lists pairs of its own"),
    )
    cells = [*puzzle.board.required, *(cell for piece in puzzle.pieces for cell in piece.cells)]
    if any(abs(x) > MAX_COORDINATE for cell in cells for x in cell):
        raise UnsupportedError(f"a cell lies farther out than {MAX_COORDINATE:,}, as far as compact DPF goes")


def _colour_numbers(puzzle: Puzzle) -> dict[str, int]:
    """The number of each colour, its own where all are numbers; empty without colours."""
    colours = dict.fromkeys(puzzle.board.colour(cell) for cell in puzzle.board.required)
    colours |= dict.fromkeys(piece.colour_of(i) for piece in puzzle.pieces for i in range(piece.size))
    if list(colours) == [""]:
        return {}
    if "" in colours:
        raise UnsupportedError("some cells have colours and some have none; compact DPF needs all or none")
    own = {colour: int(colour) for colour in colours if colour.lstrip("-").isdecimal() and len(colour) < 10}
    if len(own) == len(colours) and all(str(number) == colour for colour, number in own.items()):
        return own
    return {colour: number for number, colour in enumerate(colours, start=1)}


def solution_text(puzzle: AnyPuzzle, solution: Solution, number: int) -> str:
    """A solution on a line: each piece's cells in file order, commas between cells, ``|`` between pieces."""
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("compact DPF lists cells, and this puzzle has items and options only")
    place = {cell: number for number, cell in enumerate(cells_in_order(puzzle))}
    placed: dict[str, list[str]] = {}
    for placement in sorted(solution.placements, key=lambda placement_held: placement_held.cells):
        cells = sorted(placement.cells, key=lambda cell: place.get(cell, -1))
        if puzzle.lattice is STICK:
            cells = sorted(cell for stick in cells for cell in squares_of(stick))
        text = ", ".join(" ".join(map(str, cell)) for cell in cells)
        placed.setdefault(placement.piece, []).append(text)
    names = {piece.name: len(placed.get(piece.name, [])) for piece in puzzle.pieces}
    used = {name: often for name, often in names.items() if often}
    return " | ".join(placed_in_order(pieces_in_order(puzzle, used), placed)) + "\n"
