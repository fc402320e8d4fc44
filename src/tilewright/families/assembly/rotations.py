"""Takes assemblies of cubes apart by translations and turns, with the search of the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.families.assembly.bodies import NO_SHIFT
from tilewright.families.assembly.disassembly import (
    Blocking,
    Bound,
    Disassembly,
    Move,
    Separation,
    Turn,
    Verdict,
)
from tilewright.families.assembly.piece_table import group_masks
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.slides import met_at_once, slides_of
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.solving.steps import CancelCheck, Status, never_cancelled

STEP_STATES = 50  # some milliseconds
MAX_PIECES = 64
MAX_RADIUS = 64  # kMostRadius of the core, in cells
MAX_POSITIONS = 1_000
"""The most positions that are kept to show why an assembly does not come apart."""

Cells = Mapping[int, tuple[Cell, ...]]
"""The cells of pieces by their numbers."""


class TurningDisassembler:
    """Takes assemblies of one puzzle on cubes apart, by turns too; ``max_bytes`` as of ``Disassembler``.

    UnsupportedError for other lattices, and for more groups than 32.
    """

    def __init__(
        self, puzzle: Puzzle, max_bytes: int = 1 << 28, representatives: Representatives | None = None
    ) -> None:
        if puzzle.lattice is not CUBE:
            raise UnsupportedError(f"pieces turn on the lattice cube only, and this is {puzzle.lattice.name}")
        self._turns = _core.AssemblyTurns()
        self._max_bytes = max_bytes
        self._representatives = representatives or Representatives(puzzle)
        self._groups = group_masks(puzzle)
        self._weights = {piece.name: piece.weight for piece in puzzle.pieces}

    def take_apart(
        self,
        assembly: Iterable[Placement],
        check_cancelled: CancelCheck = never_cancelled,
        *,
        explain: bool = False,
        is_image: bool = False,
    ) -> Disassembly:
        """How an assembly comes apart with the fewest moves to the first separation, then in each part.

        A move shifts pieces by any number of steps or turns them by any number of quarters; arguments and
        errors as of ``Disassembler.take_apart``, but at most 64 pieces, and UnsupportedError where cells lie
        farther than 64 cells from an axis.
        """
        placements = list(assembly) if is_image else self._representatives.choose(assembly)
        if len(placements) > MAX_PIECES:
            raise UnsupportedError(
                f"the assembly has {len(placements)} pieces; at most {MAX_PIECES} are taken apart by turns"
            )
        search = _Parts(self, placements, check_cancelled, explain=explain)
        separation = search.separate({k: one.cells for k, one in enumerate(placements)})
        pieces = tuple((placement.piece, placement.cells) for placement in placements)
        if search.answer is not None:
            return replace(search.answer, pieces=pieces, states=search.states)
        return Disassembly(pieces, Status.COMPLETE, separation, search.states)

    def begin(self, cells: Sequence[Sequence[Cell]]) -> _core.TurningSearch:
        """The search for the first separation of pieces with these cells."""
        return _core.TurningSearch(self._turns, cells, self._max_bytes)

    def needs_separation(self, names: Sequence[str]) -> bool:
        """Whether pieces are to be separated."""
        return len(names) > 1 and not reduce(and_, [self._groups[name] for name in names])

    def weight(self, name: str) -> int:
        """The weight of a piece; the heaviest one of a part stays."""
        return self._weights[name]


class _Parts:
    """Separates one part after another. ``answer`` is what is known where one is not separated."""

    def __init__(
        self,
        disassembler: TurningDisassembler,
        placements: Sequence[Placement],
        check_cancelled: CancelCheck,
        *,
        explain: bool,
    ) -> None:
        self._disassembler, self._check_cancelled, self._explain = disassembler, check_cancelled, explain
        self._names = [placement.piece for placement in placements]
        self.states = 0
        self.answer: Disassembly | None = None

    def separate(self, cells: Cells) -> Separation | None:
        """The separation of a part that lies so; None if there is nothing to separate, or it cannot be."""
        pieces = tuple(cells)
        if self.answer is not None or not self._disassembler.needs_separation(
            [self._names[piece] for piece in pieces]
        ):
            return None
        search = self._disassembler.begin(list(cells.values()))
        ending = _core.DisassemblyEnding.running
        while ending is _core.DisassemblyEnding.running:
            self._check_cancelled()
            try:
                ending = search.advance(STEP_STATES)
            except ValueError as error:
                raise UnsupportedError(
                    f"{error}: turns are tried where no cell is farther than {MAX_RADIUS} cells from an axis"
                ) from error
        self.states += search.states
        if ending is not _core.DisassemblyEnding.apart:
            self.answer = self._answer(search, cells, is_full=ending is _core.DisassemblyEnding.full)
            return None
        own = search.moves()
        moves, after = self._moves(own, cells)
        gone = [pieces[number] for number in own[-1].pieces]
        sides = [
            {piece: own for piece, own in after.items() if (piece in gone) == leaves}
            for leaves in (False, True)
        ]
        remaining, removed = map(self.separate, sides)
        return None if self.answer is not None else Separation(pieces, moves, remaining, removed)

    def _answer(self, search: _core.TurningSearch, cells: Cells, *, is_full: bool) -> Disassembly:
        if is_full:
            return Disassembly((), Status.LIMIT, None, 0, bound=Bound(tuple(cells), search.at_least))
        blocking = None
        if self._explain:
            positions = tuple(tuple(map(tuple, position)) for position in search.unturned(MAX_POSITIONS))
            met = met_at_once(slides_of(CUBE), cells)
            whole = search.states <= MAX_POSITIONS
            turned = search.states - len(positions) if whole else 0
            blocking = Blocking(tuple(cells), positions, whole, met, turned)
        return Disassembly((), Status.COMPLETE, None, 0, blocking, verdict=Verdict.NO_TURNS)

    def _moves(
        self, moves: Sequence[_core.RigidMove], cells: Cells
    ) -> tuple[tuple[Move | Turn, ...], dict[int, tuple[Cell, ...]]]:
        """The moves of a part as few pieces as possible make them, and where the pieces lie at the end.

        The search leaves the first piece where it is. Where its pieces move in place of others, all that
        follows is carried along: ``frame`` says how.
        """
        pieces, now, frame, made = tuple(cells), dict(cells), Frame(), list[Move | Turn]()
        for move in moves:
            own = tuple(pieces[number] for number in move.pieces)
            seen: Move | Turn
            if move.turns:
                seen = frame.turn(own, move.axis, move.centre, move.amount)
            else:
                direction = [0, 0, 0]
                direction[move.axis] = move.sign
                seen = Move(own, frame.direction(tuple(direction)), abs(move.amount))
            if self._moves_others(pieces, own):
                seen = backwards(seen, tuple(piece for piece in pieces if piece not in own))
                frame = frame.followed_by(seen)
            made.append(seen)
            for piece in seen.pieces:
                now[piece] = tuple([moved(seen, cell) for cell in now[piece]])
        return tuple(made), now

    def _moves_others(self, pieces: Sequence[int], moving: Sequence[int]) -> bool:
        """Whether the others move, the other way: fewer of them, or without the heaviest piece."""
        weights = [self._disassembler.weight(self._names[piece]) for piece in pieces]
        heaviest = [piece for piece, weight in zip(pieces, weights, strict=True) if weight == max(weights)]
        if len(heaviest) < len(pieces):
            return heaviest[0] in moving
        return 2 * len(moving) > len(pieces)


@dataclass(frozen=True)
class Frame:
    """A rigid motion of the grid: where its axes go, as rows of a matrix, and a shift in halves of a cell."""

    rows: tuple[Cell, Cell, Cell] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    shift: Cell = NO_SHIFT

    def direction(self, vector: Cell) -> Cell:
        """Where a direction goes."""
        return tuple([sum(a * b for a, b in zip(row, vector, strict=True)) for row in self.rows])

    def point(self, point: Cell) -> Cell:
        """Where a point goes, in halves of a cell."""
        return add(self.direction(point), self.shift)

    def turn(self, pieces: tuple[int, ...], axis: int, centre: Sequence[int], quarters: int) -> Turn:
        """A turn, carried along."""
        at, along = [0, 0, 0], [0, 0, 0]
        at[(axis + 1) % 3], at[(axis + 2) % 3] = centre
        along[axis] = 1
        image = self.direction(tuple(along))
        number = next(k for k, part in enumerate(image) if part)
        place = list(self.point(tuple(at)))
        place[number] = 0
        return Turn(pieces, number, tuple(place), quarters * image[number])

    def followed_by(self, move: Move | Turn) -> Frame:
        """This motion, then that of a move."""
        if isinstance(move, Move):
            return replace(
                self,
                shift=tuple(
                    [at + 2 * move.steps * k for at, k in zip(self.shift, move.direction, strict=True)]
                ),
            )

        # In halves of a cell: as if cells were half as large.
        def image(point: Cell) -> Cell:
            doubled = replace(move, centre=tuple([2 * k for k in move.centre]))
            return doubled.turned(point)

        shift = image(self.shift)
        columns = [subtract(image(add(self.shift, column)), shift) for column in zip(*self.rows, strict=True)]
        first, second, third = zip(*columns, strict=True)
        return Frame((first, second, third), shift)


def backwards(move: Move | Turn, others: tuple[int, ...]) -> Move | Turn:
    """The same move relative to each other, made by the others."""
    if isinstance(move, Turn):
        return replace(move, pieces=others, quarters=-move.quarters)
    return replace(move, pieces=others, direction=subtract(NO_SHIFT, move.direction))


def moved(move: Move | Turn, cell: Cell) -> Cell:
    """Where a cell of a piece that moves is after a move; where it was if the pieces leave."""
    if isinstance(move, Turn):
        return move.turned(cell)
    return tuple([at + move.steps * k for at, k in zip(cell, move.direction, strict=True)])
