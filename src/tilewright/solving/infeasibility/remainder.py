"""What remains of a puzzle after some placements: cells to fill, pieces, and the places for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from tilewright.exact_cover.placements import placements_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Placement, Puzzle

MAX_TRIALS = 3_000_000  # board cells times orientations, above which the places of the pieces are not listed


@dataclass(frozen=True)
class PieceSupply:
    """A piece with the copies that must still be used and may still be used, and the places they may take."""

    name: str
    size: int
    least: int
    most: int
    places: tuple[tuple[Cell, ...], ...] = ()

    def after(self, placement: Placement, taken: frozenset[Cell]) -> PieceSupply:
        """What is left of the supply when a placement takes cells."""
        used = int(self.name == placement.piece)
        most = self.most - used
        places = tuple(p for p in self.places if most and taken.isdisjoint(p))
        return replace(self, least=max(0, self.least - used), most=most, places=places)

    def placed(self, places: Iterable[tuple[Cell, ...]], cells: frozenset[Cell]) -> PieceSupply:
        """The supply with those of some places that lie within the cells."""
        return replace(self, places=tuple(p for p in places if cells.issuperset(p)) if self.most else ())


@dataclass(frozen=True)
class RemainingPuzzle:
    """Required and optional cells that are open, and the supplies that may fill them.

    Every place of every supply lies within the open cells; a supply with ``most`` 0 has no place.
    ``max_holes`` bounds how many optional cells stay empty; None: any number.
    """

    lattice: Lattice
    required: frozenset[Cell]
    optional: frozenset[Cell]
    supplies: tuple[PieceSupply, ...]
    max_holes: int | None = None

    @cached_property
    def least_area(self) -> int:
        """How many open cells must be covered."""
        required = len(self.required)
        return required if self.max_holes is None else max(required, len(self.open) - self.max_holes)

    @cached_property
    def open(self) -> frozenset[Cell]:
        """All open cells."""
        return self.required | self.optional

    @cached_property
    def covering(self) -> dict[Cell, list[Placement]]:
        """For each open cell the placements that would cover it."""
        placements: dict[Cell, list[Placement]] = {cell: [] for cell in self.open}
        for supply in self.supplies:
            for place in supply.places:
                placement = Placement(supply.name, place)
                for cell in place:
                    placements[cell].append(placement)
        return placements

    def copies(self, supply: PieceSupply) -> int:
        """The most copies of a supply that could be placed, by area alone."""
        return min(supply.most, len(self.open) // supply.size)

    def lay(self, placement: Placement) -> RemainingPuzzle:
        """The remainder after this placement as well."""
        taken = frozenset(placement.cells)
        supplies = tuple(supply.after(placement, taken) for supply in self.supplies)
        return replace(
            self, required=self.required - taken, optional=self.optional - taken, supplies=supplies
        )


def without_places(puzzle: Puzzle) -> RemainingPuzzle:
    """The remainder after the forced placements; places are not listed yet."""
    board, least = puzzle.board, puzzle.least_copies
    supplies = tuple(PieceSupply(p.name, p.size, least[p.name], p.max_copies) for p in puzzle.pieces)
    remainder = RemainingPuzzle(
        puzzle.lattice, frozenset(board.required), frozenset(board.optional), supplies, puzzle.max_holes
    )
    return reduce(RemainingPuzzle.lay, board.forced, remainder)


def is_listable(puzzle: Puzzle) -> bool:
    """Whether the puzzle is small enough for a list of all places of all pieces."""
    motions = max((len(puzzle.lattice.motions[p.motions]) for p in puzzle.pieces), default=1)
    return len(puzzle.board.cells) * motions * len(puzzle.pieces) <= MAX_TRIALS


def with_places(puzzle: Puzzle, remainder: RemainingPuzzle) -> Iterator[RemainingPuzzle]:
    """The remainder with the places listed, piece by piece: one value a piece, the last one is whole."""
    plain = replace(puzzle.board, forced=())
    supplies: list[PieceSupply] = []
    for piece, supply in zip(puzzle.pieces, remainder.supplies, strict=True):
        piece_held = replace(piece, max_copies=max(1, piece.max_copies))
        alone = replace(puzzle, board=plain, pieces=(piece_held,), costs=())
        places = (p.cells for p in placements_of(alone)) if supply.most else ()
        supplies.append(supply.placed(places, remainder.open))
        yield replace(remainder, supplies=(*supplies, *remainder.supplies[len(supplies) :]))
    if not puzzle.pieces:
        yield remainder


def placed(remainder: RemainingPuzzle, placements: Sequence[Placement]) -> RemainingPuzzle:
    """The remainder with its places, from all placements on the empty board."""
    places: dict[str, list[tuple[Cell, ...]]] = {supply.name: [] for supply in remainder.supplies}
    for placement in placements:
        places[placement.piece].append(placement.cells)
    supplies = tuple(supply.placed(places[supply.name], remainder.open) for supply in remainder.supplies)
    return replace(remainder, supplies=supplies)
