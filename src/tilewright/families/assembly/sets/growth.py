"""What a search that changes pieces cell by cell may do: which piece may have which cell, and where to begin.

A state is an assembly: for each cell of the board the piece that has it, or none. So every set that is met
has an assembly, and no search is needed to find it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.burr_sticks import burr, piece_number, stick_places
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.pieces.piece import Piece, merge_copies
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.wording import quoted

Owners = dict[Cell, int]
"""The number of the piece that has a cell, EMPTY for none."""

EMPTY = -1
START_TRIES = 10_000


@dataclass(frozen=True)
class GrowthSpace:
    """The states of a search.

    ``allowed``: which pieces may have a cell, EMPTY among them where it may stay empty. ``templates`` have
    the properties of the pieces that are not their cells; ``name`` names a piece by its number and its
    cells. ``first`` is the state to begin with, None for one at random.
    """

    puzzle: Puzzle
    templates: tuple[Piece, ...]
    allowed: dict[Cell, tuple[int, ...]]
    name: Callable[[int, frozenset[Cell]], str] = field(repr=False)
    first: Owners | None = None

    @property
    def lattice(self) -> Lattice:
        return self.puzzle.lattice

    def start(self, random: Random) -> Owners:
        """A state in which all pieces are connected: the first one, or one that is mended at random.

        UnsupportedError when that does not succeed.
        """
        if self.first is not None:
            return dict(self.first)
        owners = {cell: random.choice(pieces) for cell, pieces in self.allowed.items()}
        parts = self._parts(owners)
        for _ in range(START_TRIES):
            if parts == len(self.templates):
                return owners
            cell = random.choice(self.movable)
            before, owners[cell] = owners[cell], random.choice(self.allowed[cell])
            now = self._parts(owners)
            if now > parts:
                owners[cell] = before
            else:
                parts = now
        raise UnsupportedError("no assembly to begin with was found at random")

    def _parts(self, owners: Owners) -> int:
        """How many connected parts all pieces have together; pieces without cells count many times."""
        return sum(self._parts_of(cells) for cells in self.cells(owners))

    def _parts_of(self, cells: set[Cell]) -> int:
        left, parts = set(cells), 0
        while left:
            parts += 1
            todo = [left.pop()]
            while todo:
                for near in self.lattice.neighbours(todo.pop()):
                    if near in left:
                        left.remove(near)
                        todo.append(near)
        return parts or len(self.allowed)

    def cells(self, owners: Owners) -> list[set[Cell]]:
        """The cells of each piece."""
        cell_sets: list[set[Cell]] = [set() for _ in self.templates]
        for cell, piece in owners.items():
            if piece != EMPTY:
                cell_sets[piece].add(cell)
        return cell_sets

    def is_connected(self, cells: set[Cell]) -> bool:
        """Whether there are cells, and they hang together."""
        return self._parts_of(cells) == 1

    def changed(self, owners: Owners, cells: Sequence[set[Cell]], random: Random) -> tuple[Cell, int] | None:
        """A cell and its new piece, at random; None when the choice would leave a piece in two parts."""
        cell = random.choice(self.movable)
        before = owners[cell]
        after = random.choice([piece for piece in self.allowed[cell] if piece != before])
        near = self.lattice.neighbours(cell)
        if after != EMPTY and not any(owners.get(other) == after for other in near):
            return None
        if before != EMPTY:
            rest = cells[before] - {cell}
            if sum(other in rest for other in near) != 1 and not self.is_connected(rest):
                return None
        return cell, after

    @cached_property
    def movable(self) -> list[Cell]:
        """The cells that more than one piece may have, or that may stay empty."""
        return [cell for cell, pieces in self.allowed.items() if len(pieces) > 1]

    def placements(self, cells: Sequence[set[Cell]]) -> list[Placement]:
        """The pieces of a state as placements, each of a piece of its own."""
        return [
            Placement(piece.name, tuple(sorted(value)))
            for piece, value in zip(self.templates, cells, strict=True)
        ]

    def set_of(self, cells: Sequence[set[Cell]]) -> Puzzle:
        """The set of a state as a puzzle; alike pieces are copies of one."""
        pieces, names = [], set()
        for number, (template, value) in enumerate(zip(self.templates, cells, strict=True)):
            named = self.name(number, frozenset(value))
            shape = Piece.of(named, value, lattice=self.lattice)
            name, copy = named, 1
            while name in names:
                copy += 1
                name = f"{named}-{copy}"
            names.add(name)
            pieces.append(replace(template, name=name, cells=shape.cells))
        return replace(self.puzzle, pieces=merge_copies(pieces, self.lattice), expect=(), costs=())


def growth_of(puzzle: Puzzle) -> GrowthSpace:
    """The pieces of an assembly of the puzzle may have any cell, and optional cells may be empty.

    UnsupportedError for colours, costs and forced pieces, and for puzzles without an assembly.
    """
    from tilewright.solving.api import first as first_solution

    if (
        puzzle.board.colours
        or puzzle.board.forced
        or puzzle.has_costs
        or any(p.colours for p in puzzle.pieces)
    ):
        raise UnsupportedError("pieces with colours, costs or forced places cannot be changed cell by cell")
    solution = first_solution(puzzle, threads=1)
    if solution is None:
        raise UnsupportedError("the puzzle has no assembly to begin with")
    assembly = solution.placements
    optional = set(puzzle.board.optional)
    numbers = tuple(range(len(assembly)))
    allowed = {
        cell: (*numbers, EMPTY) if cell in optional else numbers for cell in sorted(puzzle.board.cells)
    }
    first = dict.fromkeys(allowed, EMPTY)
    templates = []
    for number, placement in enumerate(assembly):
        first.update(dict.fromkeys(placement.cells, number))
        piece = puzzle.by_name[placement.piece]
        templates.append(replace(piece, name=f"{number + 1}", min_copies=1, max_copies=1))
    space = GrowthSpace(puzzle, tuple(templates), allowed, lambda number, _: f"piece {number + 1}", first)
    for placement in assembly:
        if not space.is_connected(set(placement.cells)):
            raise UnsupportedError(
                f"the piece {quoted(placement.piece)} is not connected; it cannot be changed"
            )
    if not space.movable:
        raise UnsupportedError("no cell can be given to another piece: the assembly has a single piece")
    return space


def stick_growth(length: int, *, solid: bool = False) -> GrowthSpace:
    """The sticks of a six-piece burr in their places; cells that several may have, or none, are free.

    PuzzleError as of ``burr``.
    """
    puzzle = burr(length, "1", solid=solid)
    places = stick_places(length)
    optional = set(puzzle.board.optional)
    allowed = {}
    for cell in sorted(puzzle.board.cells):
        owners = tuple(number for number, place in enumerate(places) if cell in place)
        allowed[cell] = (*owners, EMPTY) if cell in optional else owners
    templates = tuple(
        Piece(str(number + 1), ((0, 0, 0),), motions="rotation") for number in range(len(places))
    )

    def name(number: int, cells: frozenset[Cell]) -> str:
        place = places[number]
        return str(piece_number({at for cell, at in place.items() if cell not in cells}))

    return GrowthSpace(puzzle, templates, allowed, name)
