"""What is left of a puzzle when some placements lie: cells to fill, pieces in stock, places for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.exact_cover.translation import placements_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Placement, Puzzle

MAX_TRIALS = 3_000_000
"""Board cells times orientations, above which the places of the pieces are not listed."""


@dataclass(frozen=True)
class Stock:
    """A piece with the copies that must still be used and may still be used, and the places they may take."""

    name: str
    size: int
    least: int
    most: int
    places: tuple[tuple[Cell, ...], ...] = ()


@dataclass(frozen=True)
class Rest:
    """Required and optional cells that are open, and the stocks that may fill them.

    Every place of every stock lies within the open cells; a stock with ``most`` 0 has no place.
    """

    lattice: Lattice
    required: frozenset[Cell]
    optional: frozenset[Cell]
    stocks: tuple[Stock, ...]

    @cached_property
    def open(self) -> frozenset[Cell]:
        """All open cells."""
        return self.required | self.optional

    @cached_property
    def covering(self) -> dict[Cell, list[Placement]]:
        """For each open cell the placements that would cover it."""
        found: dict[Cell, list[Placement]] = {cell: [] for cell in self.open}
        for stock in self.stocks:
            for place in stock.places:
                placement = Placement(stock.name, place)
                for cell in place:
                    found[cell].append(placement)
        return found

    def copies(self, stock: Stock) -> int:
        """How many copies of a stock could lie at most, judged by area alone."""
        return min(stock.most, len(self.open) // stock.size)

    def lay(self, placement: Placement) -> Rest:
        """The rest when this placement lies too."""
        taken = frozenset(placement.cells)
        stocks = []
        for stock in self.stocks:
            used = int(stock.name == placement.piece)
            most = stock.most - used
            stocks.append(
                replace(
                    stock,
                    least=max(0, stock.least - used),
                    most=most,
                    places=tuple(p for p in stock.places if most and taken.isdisjoint(p)),
                )
            )
        return replace(
            self, required=self.required - taken, optional=self.optional - taken, stocks=tuple(stocks)
        )


def without_places(puzzle: Puzzle) -> Rest:
    """The rest once the forced placements lie; places are not listed yet."""
    taken = {cell for placement in puzzle.board.forced for cell in placement.cells}
    used: dict[str, int] = {}
    for placement in puzzle.board.forced:
        used[placement.piece] = used.get(placement.piece, 0) + 1
    return Rest(
        puzzle.lattice,
        frozenset(puzzle.board.required) - taken,
        frozenset(puzzle.board.optional) - taken,
        tuple(
            Stock(
                piece.name,
                piece.size,
                max(0, piece.min_copies - used.get(piece.name, 0)),
                piece.max_copies - used.get(piece.name, 0),
            )
            for piece in puzzle.pieces
        ),
    )


def is_listable(puzzle: Puzzle) -> bool:
    """Whether the puzzle is small enough for a list of all places of all pieces."""
    motions = max((len(puzzle.lattice.motions[p.motions]) for p in puzzle.pieces), default=1)
    return len(puzzle.board.cells) * motions * len(puzzle.pieces) <= MAX_TRIALS


def with_places(puzzle: Puzzle, rest: Rest) -> Iterator[Rest]:
    """The rest with the places listed, piece by piece: one value a piece, the last one is whole."""
    plain = replace(puzzle.board, forced=())
    stocks: list[Stock] = []
    for piece, stock in zip(puzzle.pieces, rest.stocks, strict=True):
        alone = replace(puzzle, board=plain, pieces=(replace(piece, max_copies=max(1, piece.max_copies)),))
        places = (p.cells for p in placements_of(alone)) if stock.most else ()
        stocks.append(replace(stock, places=tuple(p for p in places if rest.open.issuperset(p))))
        yield replace(rest, stocks=(*stocks, *rest.stocks[len(stocks) :]))
    if not puzzle.pieces:
        yield rest


def placed(rest: Rest, placements: Sequence[Placement]) -> Rest:
    """The rest with its places, from all placements on the empty board."""
    places: dict[str, list[tuple[Cell, ...]]] = {stock.name: [] for stock in rest.stocks}
    for placement in placements:
        places[placement.piece].append(placement.cells)
    return replace(
        rest,
        stocks=tuple(
            replace(
                stock,
                places=tuple(p for p in places[stock.name] if rest.open.issuperset(p)) if stock.most else (),
            )
            for stock in rest.stocks
        ),
    )
