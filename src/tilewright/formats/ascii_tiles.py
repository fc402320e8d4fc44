"""ASCII tiles: board and pieces drawn on one page, the format of university tiling-puzzle projects.

Each character that is not blank is a cell and its own colour. Cells joined edge to edge form a
component; the largest is the board, the others are pieces. Motions are not in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.formats.pieces import check_motions, name_pieces, refuse
from tilewright.formats.text import count_lines, is_drawable, lines_of
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, times_text
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle, merge_copies
from tilewright.wording import quoted

PAGE_CELLS = 4 * MAX_CELLS  # the most cells on one page, board and pieces together
PAGE_WIDTH = 78  # pieces are written in bands about this wide, or as wide as the board


def looks_like(text: str) -> bool:
    """Any text may be drawn cells, so this format comes last when content decides."""
    return True


@dataclass
class _Component:
    """Cells joined edge to edge, as runs (line, column, characters) in reading order."""

    runs: list[tuple[int, int, str]]

    @property
    def size(self) -> int:
        return sum(len(characters) for _, _, characters in self.runs)

    @property
    def place(self) -> str:
        line, column, _ = self.runs[0]
        return f"line {line}, column {column}"

    def cells(self) -> dict[Cell, str]:
        return {
            (column + i, line): character
            for line, column, characters in self.runs
            for i, character in enumerate(characters)
        }


def loads(text: str, motions: str = "") -> Puzzle:
    """The puzzle on a page; pieces make the given motions ("" is ``all``), and alike ones become copies.

    The board's upper left corner is (0, 0). When the whole page uses one character, cells have no
    colours. FormatError when there is no cell, no single largest component, or too many cells.
    """
    check_motions(motions)
    total = sum(map(len, text.split()))
    if total > PAGE_CELLS:
        raise FormatError(
            f"the page has {total:,} cells; at most {PAGE_CELLS:,} are accepted, "
            f"{MAX_CELLS:,} of them the board"
        )
    components = _components(lines_of(text))
    if not components:
        raise FormatError("the drawing is empty; expected a board and pieces drawn in characters")
    board = _board(components)
    plain = len({character for c in components for _, _, run in c.runs for character in set(run)}) == 1
    drawn = [_colours(c.cells(), plain=plain) for c in components if c is not board]
    mode = motions or "all"
    pieces = merge_copies((Piece.of(str(i), cells, motions=mode) for i, cells in enumerate(drawn)), SQUARE)
    names = name_pieces(pieces)
    values = _colours(board.cells(), plain=plain)
    left, top = SQUARE.anchor(values)
    return Puzzle(
        Board.of({(x - left, y - top): colour for (x, y), colour in values.items()}),
        tuple(replace(piece, name=name) for piece, name in zip(pieces, names, strict=True)),
    )


def _colours(cells: dict[Cell, str], *, plain: bool) -> dict[Cell, str]:
    return dict.fromkeys(cells, "") if plain else cells


def _board(components: list[_Component]) -> _Component:
    """The largest component; FormatError when two share that size or when it is too large."""
    by_size = sorted(components, key=lambda c: -c.size)
    board = by_size[0]
    line, column, _ = board.runs[0]
    if len(by_size) > 1 and by_size[1].size == board.size:
        other_line, other_column, _ = by_size[1].runs[0]
        message = (
            f"two components of {board.size} cells are the largest, one at {board.place} and one at "
            f"{by_size[1].place}; expected one largest, the board"
        )
        raise FormatError(message, line=other_line, column=other_column)
    if board.size > MAX_CELLS:
        message = f"the board has {board.size:,} cells; at most {MAX_CELLS:,} are accepted"
        raise FormatError(message, line=line, column=column)
    return board


def _components(lines: list[str]) -> list[_Component]:
    """The components of a page in reading order; columns and lines count from 1.

    A line is cut into runs of characters, and runs that overlap one in the line above are joined.
    """
    runs: list[tuple[int, int, str]] = []
    leader: list[int] = []

    def find(run: int) -> int:
        while leader[run] != run:
            leader[run] = leader[leader[run]]
            run = leader[run]
        return run

    above: list[int] = []
    for number, line in enumerate(lines, start=1):
        here: list[int] = []
        start = 0
        for match in re.finditer(r"\S+", line):
            run = len(runs)
            runs.append((number, match.start() + 1, match.group()))
            leader.append(run)
            here.append(run)
            while start < len(above) and _end(runs[above[start]]) <= match.start() + 1:
                start += 1
            i = start
            while i < len(above) and runs[above[i]][1] <= match.end():
                a, b = sorted((find(above[i]), find(run)))
                leader[b] = a
                i += 1
        above = here
    groups: dict[int, list[tuple[int, int, str]]] = {}
    for run, drawn in enumerate(runs):
        groups.setdefault(find(run), []).append(drawn)
    return [_Component(group) for _, group in sorted(groups.items())]


def _end(run: tuple[int, int, str]) -> int:
    return run[1] + len(run[2])


def dumps(puzzle: AnyPuzzle, motions: str = "") -> str:
    """A page that loads, with the same motions ("" is ``all``), to the same board, pieces and copies.

    Titles and names are not on the page. UnsupportedError says what the page cannot hold: optional
    cells, forced placements, costs, a choice of copies, other motions, cells with and cells without
    colours, a board that is not one largest component.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError(
            "ASCII tiles draw a board and pieces, and this puzzle has items and options only"
        )
    _check(puzzle, motions or "all")
    coloured = any(puzzle.board.colours.values())
    board = {cell: puzzle.board.colour(cell) or "#" for cell in puzzle.board.required}
    lines = _rows(board)
    width = max(PAGE_WIDTH, max(map(len, lines)))
    band: list[list[str]] = []
    used = 0
    for rows in _drawn_pieces(puzzle, coloured=coloured):
        across = max(map(len, rows)) + 2
        if band and used + across - 2 > width:
            lines += ["", *_side_by_side(band)]
            band, used = [], 0
        band.append(rows)
        used += across
    if band:
        lines += ["", *_side_by_side(band)]
    return "\n".join(lines) + "\n"


def _drawn_pieces(puzzle: Puzzle, *, coloured: bool) -> Iterator[list[str]]:
    for piece in puzzle.pieces:
        marks = piece.colours if coloured else ["#"] * piece.size
        rows = _rows(dict(zip(piece.cells, marks, strict=True)))
        for _ in range(piece.max_copies):
            yield rows


def _rows(cells: dict[Cell, str]) -> list[str]:
    """The cells drawn in their bounding box, without blanks at the ends of lines."""
    left, top = SQUARE.anchor(cells)
    rows: dict[int, dict[int, str]] = {}
    for (x, y), mark in cells.items():
        rows.setdefault(y - top, {})[x - left] = mark
    return [
        "".join(rows[y].get(x, " ") for x in range(max(rows[y]) + 1)) if y in rows else ""
        for y in range(max(rows) + 1)
    ]


def _side_by_side(band: list[list[str]]) -> list[str]:
    """Drawings next to each other, tops on one line, so that reading order is the order given."""
    lines = []
    for y in range(max(map(len, band))):
        parts = [(rows[y] if y < len(rows) else "").ljust(max(map(len, rows)) + 2) for rows in band]
        lines.append("".join(parts).rstrip())
    return lines


def _check(puzzle: Puzzle, motions: str) -> None:
    """UnsupportedError when an ASCII page would lose something of the puzzle."""
    board, lattice, pairs = puzzle.board, puzzle.lattice.name, puzzle.colour_pairs is not None
    refuse(
        (lattice != "square", f"ASCII tiles are drawn on the square lattice, not on {lattice}"),
        (pairs, "in ASCII tiles equal colours fit, and this puzzle lists pairs of its own"),
        (
            puzzle.mirrors is not None,
            "ASCII tiles cannot express which mirror images are the same",
        ),
        (board.optional, "ASCII tiles have no optional cells, and this board has some"),
        (board.forced, "ASCII tiles have no forced placements, and this board has some"),
        (puzzle.has_costs, "ASCII tiles cannot express costs"),
    )
    if len(SQUARE.components(board.required)) != 1:
        raise UnsupportedError("the board is not joined edge to edge, so ASCII tiles would take it apart")
    for piece in puzzle.pieces:
        _check_piece(puzzle, piece, motions)
    total = len(board.required) + sum(piece.size * piece.max_copies for piece in puzzle.pieces)
    if total > PAGE_CELLS:
        raise UnsupportedError(f"the page would have {total:,} cells; at most {PAGE_CELLS:,} are accepted")
    alike = merge_copies((replace(piece, motions=motions) for piece in puzzle.pieces), SQUARE)
    if len(alike) != len(puzzle.pieces):
        raise UnsupportedError(
            "two of the pieces are alike, and ASCII tiles would make them copies of one piece"
        )
    marks = [board.colour(cell) for cell in board.required]
    marks += [piece.colour_of(i) for piece in puzzle.pieces for i in range(piece.size)]
    texts = set(marks)
    if texts == {""}:
        return
    if "" in texts:
        raise UnsupportedError("some cells have colours and some have none; ASCII tiles need all or none")
    for mark in sorted(texts):
        if not is_drawable(mark):
            raise UnsupportedError(f"the colour {mark!r} is not one visible character, as ASCII tiles need")


def _check_piece(puzzle: Puzzle, piece: Piece, motions: str) -> None:
    name, moved = f"piece {quoted(piece.name)}", replace(piece, motions=motions)
    turns = set(piece.orientations(SQUARE)) == set(moved.orientations(SQUARE))
    parted = len(SQUARE.components(piece.cells)) != 1
    large = piece.size >= len(puzzle.board.required)
    least, most = piece.min_copies, piece.max_copies
    fixed = "ASCII tiles need a fixed number of copies"
    reading = "ASCII tiles cannot express them and are read"
    refuse(
        (not most, f"{name} has 0 copies; ASCII tiles draw each copy"),
        (least != most, f"{name} may be used {times_text(least, most)}; {fixed}"),
        (not turns, f"{name} has motions {quoted(piece.motions)}; {reading} with motions {quoted(motions)}"),
        (parted, f"{name} is not joined edge to edge, so ASCII tiles would take it apart"),
        (large, f"{name} is as large as the board, and in ASCII tiles the board is the largest"),
    )


def is_drawing(text: str) -> bool:
    """Whether a text reads as ASCII tiles; one of very many lines is not tried, as a drawing is smaller."""
    if count_lines(text) > MAX_CELLS:
        return False
    try:
        loads(text)
    except TilewrightError:
        return False
    return True
