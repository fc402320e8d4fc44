"""All placements of the pieces on the empty board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, product
from math import prod
from operator import mul

from tilewright.cancellation import checked
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import Cell
from tilewright.model.layout import Join
from tilewright.model.pieces.piece import Piece
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.model.surfaces import Surface

MAX_PLACEMENTS = 4_000_000
MAX_PLACED_CELLS = 50_000_000
"""The most cells that all placements together have: each takes 16 bytes, and more in an engine."""


Places = list[tuple[str, Sequence[tuple[Cell, ...]]]]
"""The cells of the placements of each piece, by its name."""


def placements_of(puzzle: Puzzle) -> list[Placement]:
    """Every placement of every piece on the empty board, piece by piece, each once."""
    return placements_at(places_of(puzzle))


def placements_at(places: Places) -> list[Placement]:
    """The placements at these places."""
    return [Placement(name, cells) for name, value in checked(places) for cells in value]


def placement_at(places: Places, number: int) -> Placement:
    """The one of them with this number, from 0."""
    for name, value in places:
        if number < len(value):
            return Placement(name, value[number])
        number -= len(value)
    raise IndexError(number)


def places_of(puzzle: Puzzle) -> Places:
    """The cells of every placement of every piece that may be used, on the empty board, each once."""
    whole, cells = puzzle.part_of, puzzle.board.cells
    if whole is not None and _is_part(puzzle, whole):
        places = _known_places(whole)
        return [(name, [place for place in value if cells.issuperset(place)]) for name, value in places]
    ground = _NumberedBoard(puzzle)
    parts: list[tuple[str, Iterable[tuple[Cell, ...]]]] = []
    starting: Iterable[tuple[Cell, ...]]
    total = placed = 0
    for piece in checked(puzzle.pieces):
        if piece.max_copies == 0:
            continue
        if puzzle.board.surface is None:
            starting, count = ground.all_places(piece)
        else:
            starting = _wrapped_places(puzzle, puzzle.board.surface, piece)
            count = len(starting)
        parts.append((piece.name, starting))
        total += count
        placed += count * piece.size
        if total > MAX_PLACEMENTS:
            raise UnsupportedError(
                f"the puzzle has more than {MAX_PLACEMENTS:,} placements; that is too many to search"
            )
        if placed > MAX_PLACED_CELLS:
            raise UnsupportedError(
                f"the placements have more than {MAX_PLACED_CELLS:,} cells; that is too many to search"
            )
    return [(name, list(value)) for name, value in checked(parts)]


def _is_part(puzzle: Puzzle, whole: Puzzle) -> bool:
    """Whether the placements of a puzzle are those of another one that lie on its cells."""
    return (
        whole.pieces is puzzle.pieces
        and whole.lattice is puzzle.lattice
        and whole.board.surface == puzzle.board.surface
        and not (whole.board.colours or whole.part_of)
        and puzzle.board.cells <= whole.board.cells
    )


def _known_places(whole: Puzzle) -> Places:
    """The places of a puzzle, which are kept with it."""
    kept: Places | None = whole.__dict__.get("_places")
    if kept is None:
        kept = places_of(whole)
        whole.__dict__["_places"] = kept
    return kept


class _NumberedBoard:
    """A board whose cells are whole numbers, in the same order, such that to move a cell is to add."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        cells = sorted(puzzle.board.cells)
        columns = list(zip(*cells, strict=True))
        self._least = list(map(min, columns))
        self._spans = [max(column) - least for column, least in zip(columns, self._least, strict=True)]
        # A cell moved by a span at most is two spans at most from any cell of the board, either way.
        self._strides = [prod(4 * span + 1 for span in self._spans[k + 1 :]) for k in range(len(columns))]
        self._cell = dict(zip(self._numbers(cells), cells, strict=True))
        self._open: dict[str, Collection[int]] = {"": self._cell}

    def all_places(self, piece: Piece) -> tuple[Iterable[tuple[Cell, ...]], int]:
        """All places of a piece, each once, and their number."""
        ways = piece.orientations(self._puzzle.lattice)
        starts = [self.starts(pairs) for pairs in ways]
        places: Iterable[tuple[Cell, ...]] = chain.from_iterable(map(self.places, ways, starts))
        count = sum(map(len, starts))
        # Ways that differ in colours alone may cover the same cells.
        alike = len({tuple([cell for cell, _ in pairs]) for pairs in ways}) < len(ways)
        if count <= MAX_PLACEMENTS and alike:
            distinct = dict.fromkeys(places)
            return distinct, len(distinct)
        return places, count

    def _numbers(self, cells: Iterable[Cell]) -> list[int]:
        strides = self._strides
        if len(strides) == 3:
            a, b, c = strides
            return [a * x + b * y + c * z for x, y, z in cells]
        return [sum(map(mul, cell, strides)) for cell in cells]

    def _steps(self, cells: Sequence[Cell]) -> list[int]:
        """How far the cells are from the first of them, as numbers."""
        numbers = self._numbers(cells)
        return [number - numbers[0] for number in numbers]

    def starts(self, pairs: Sequence[tuple[Cell, str]]) -> list[int]:
        """Where the first cell of an orientation lies wherever it lies on the board."""
        cells, colours = zip(*pairs, strict=True)
        columns = list(zip(*cells, strict=True))
        if any(max(column) - min(column) > span for column, span in zip(columns, self._spans, strict=True)):
            return []
        steps = self._steps(cells)
        starts = self._starts_of(cells[0])
        if len(self._by_class) == 1:
            starts = self._within_box(cells[0], columns, starts)
        # The outermost cells first, which leave few starts for the others.
        outermost = [column.index(end(column)) for column in columns for end in (min, max)]
        allowed = {colour: self._allowed(colour) for colour in set(colours)}
        for k in dict.fromkeys((*outermost, *range(len(cells)))):
            step, value = steps[k], allowed[colours[k]]
            starts = [start for start in starts if start + step in value]
            if not starts:
                break
        return starts

    def _within_box(self, origin: Cell, columns: Sequence[Sequence[int]], starts: list[int]) -> list[int]:
        """Those of the starts, and maybe others, from which no cell is outside the box around the board.

        In their order; the starts themselves where the box leaves as many.
        """
        rooms = [
            range(least + at - min(column), least + span + at - max(column) + 1)
            for least, span, at, column in zip(self._least, self._spans, origin, columns, strict=True)
        ]
        if prod(map(len, rooms)) >= len(starts):
            return starts
        return self._numbers(product(*rooms))

    def places(self, pairs: Sequence[tuple[Cell, str]], starts: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
        """The cells of an orientation whose first cell lies on one of these."""
        if not starts:
            return iter(())
        steps = self._steps([cell for cell, _ in pairs])
        cell_at = self._cell.__getitem__
        if len(starts) < len(steps):
            return (tuple(map(cell_at, map(start.__add__, steps))) for start in starts)
        return zip(*(map(cell_at, map(step.__add__, starts)) for step in steps), strict=True)

    def _starts_of(self, origin: Cell) -> list[int]:
        """Where a translation can carry a cell to on the board."""
        return self._by_class.get(self._puzzle.lattice.class_of(origin), [])

    @cached_property
    def _by_class(self) -> dict[Cell, list[int]]:
        items: dict[Cell, list[int]] = {}
        for number, cell in self._cell.items():
            items.setdefault(self._puzzle.lattice.class_of(cell), []).append(number)
        return items

    def _allowed(self, colour: str) -> Collection[int]:
        """The cells on which a piece's cell of this colour may lie."""
        if colour not in self._open:
            puzzle, board = self._puzzle, self._puzzle.board
            self._open[colour] = {
                number
                for number, cell in self._cell.items()
                if puzzle.colours_agree(colour, board.colour(cell))
            }
        return self._open[colour]


def ways_round(puzzle: Puzzle) -> dict[Placement, int]:
    """By how many ways round its surface a piece comes to each placement; PuzzleError for a flat board."""
    surface = puzzle.board.surface
    if surface is None:
        raise PuzzleError("the board is not wrapped; there are ways round on surfaces only")
    return {
        Placement(piece.name, cells): ways
        for piece in puzzle.pieces
        if piece.max_copies
        for cells, ways in _wrapped_places(puzzle, surface, piece).items()
    }


def has_ways_apart(puzzle: Puzzle) -> bool:
    """Whether a piece comes to the same cells by different ways round; they are one placement."""
    surface = puzzle.board.surface
    if surface is None:
        return False
    joined = [surface.width, *([] if surface.wrap.down is Join.OPEN else [surface.height])]
    reach = max(
        max(axis) - min(axis)
        for piece in puzzle.pieces
        for way in piece.orientations(puzzle.lattice)
        for axis in zip(*(cell for cell, _ in way), strict=True)
    )
    # Of two such ways two cells lie a way round apart in one, relative to the other: no less than a side.
    return min(joined) <= 2 * reach and any(ways > 1 for ways in ways_round(puzzle).values())


def _wrapped_places(puzzle: Puzzle, surface: Surface, piece: Piece) -> dict[tuple[Cell, ...], int]:
    """The places of a piece on a surface, and by how many ways round it comes to the same cells."""
    cells, board = sorted(puzzle.board.cells), puzzle.board
    places: Counter[tuple[Cell, ...]] = Counter()
    for pairs in checked(piece.orientations(puzzle.lattice)):
        shape, colours = zip(*pairs, strict=True)
        for start in surface.starts(puzzle.lattice, shape[0], cells):
            placed = surface.placed(shape, start)
            if placed is None or not board.cells.issuperset(placed):
                continue
            if all(map(puzzle.colours_agree, colours, map(board.colour, placed))):
                places[tuple(sorted(placed))] += 1
    return places
