"""Taking assemblies apart by definition on every lattice: every set of pieces, direction and distance.

Nothing of the search is used: of the project only the cells, the directions and what a cell meets during one
step. A move shifts a set of pieces, as a rigid whole, by whole steps; the others rest, and nothing may be in
the way during any step. A set is free if it can move along some direction for ever. A part is separated as
soon as some set is free. Pieces that have a group in common need not be separated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

from tilewright.families.assembly.disassembly import Move, Separation
from tilewright.families.assembly.slides import Slides, slides_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

Check = Callable[[Separation, "Part"], str]
State = tuple[int, ...]
"""How far each piece of a part was shifted, relative to the first one, as one number."""

WIDE = 1 << 12
FOR_EVER = 1 << 20


class TooManyStatesError(Exception):
    """More states are reached than were allowed."""


@dataclass(frozen=True)
class Part:
    """Some pieces, by their numbers, and their state."""

    pieces: tuple[int, ...]
    state: State


class BruteSlides:
    """The pieces of one assembly, as cells, and their groups. Searches end at ``most_states`` of a part."""

    def __init__(
        self,
        lattice: Lattice,
        pieces: Sequence[frozenset[Cell]],
        groups: Sequence[frozenset[int]] = (),
        most_states: int = 100_000,
    ) -> None:
        self._slides, self._most_states = slides_of(lattice), most_states
        self._pieces, self._groups = pieces, groups or [frozenset[int]()] * len(pieces)
        self._cells = [frozenset(map(number_of, cells)) for cells in pieces]
        self._swept: dict[tuple[int, Cell], tuple[int, ...]] = {}
        self._ways: dict[tuple[int, int, int, Cell], int] = {}
        self._totals: dict[Part, float] = {}
        self._far = 2 * max(
            max(along) - min(along) for along in zip(*(c for cells in pieces for c in cells), strict=True)
        )
        self.directions = both_ways(self._slides)
        self.whole = Part(tuple(range(len(pieces))), (0,) * len(pieces))

    def _way(self, mover: int, other: int, shift: int, direction: Cell) -> int:
        """How many steps a piece can go along a direction until it meets another one, which is shifted
        against it; FOR_EVER if it never does."""
        key = mover, other, shift, direction
        if key not in self._ways:
            if len(self._cells[mover]) > len(self._cells[other]):  # the other one moves the other way
                self._ways[key] = self._way(other, mover, -shift, opposite(direction))
                return self._ways[key]
            if (mover, direction) not in self._swept:
                swept = swept_cells(self._slides, self._pieces[mover], direction)
                self._swept[mover, direction] = tuple(map(number_of, swept))
            there, swept_now = self._cells[other], self._swept[mover, direction]
            # Nothing lies farther away than all pieces are long, from where the shift takes them.
            most = self._far + 8 + max(map(abs, vector_of(shift)))
            step = number_of(direction)
            way = next(
                (
                    steps
                    for steps, away in enumerate(range(-shift, -shift + step * most, step))
                    if any(cell + away in there for cell in swept_now)
                ),
                FOR_EVER,
            )
            self._ways[key] = way
        return self._ways[key]

    def steps(self, part: Part, moving: Iterable[int], direction: Cell) -> int:
        """How many steps pieces, by their positions in the part, can make together while the others rest."""
        chosen = set(moving)
        return min(
            self._way(part.pieces[k], part.pieces[other], part.state[other] - part.state[k], direction)
            for k in chosen
            for other in range(len(part.pieces))
            if other not in chosen
        )

    def expanded(self, part: Part) -> tuple[set[tuple[int, ...]], list[Part]]:
        """The sets that are free, by their positions in the part, and the parts one move away.

        The first piece rests: moving it along with others is moving the rest back.
        """
        free, following = set(), []
        for size in range(1, len(part.pieces)):
            for moving in combinations(range(1, len(part.pieces)), size):
                for direction in self.directions:
                    steps = self.steps(part, moving, direction)
                    if steps == FOR_EVER:
                        free.add(moving)
                    else:
                        following += [shifted(part, moving, direction, by) for by in range(1, steps + 1)]
        return free, following

    def is_free(self, part: Part) -> bool:
        """Whether some pieces can leave at once."""
        return any(
            self.steps(part, moving, direction) == FOR_EVER
            for size in range(1, len(part.pieces))
            for moving in combinations(range(1, len(part.pieces)), size)
            for direction in self.directions
        )

    def is_done(self, part: Part) -> bool:
        """Whether nothing of a part is to be separated."""
        return len(part.pieces) < 2 or bool(frozenset.intersection(*(self._groups[k] for k in part.pieces)))

    def levels(self, start: Part) -> Iterator[list[tuple[Part, set[tuple[int, ...]]]]]:
        """The parts after 0, 1, 2, ... moves, each with the sets that are free there; states with a free set
        are not left."""
        seen, level = {start}, [start]
        while level:
            row, following = [], []
            for part in level:
                free, reached = self.expanded(part)
                row.append((part, free))
                if not free:
                    for now in reached:
                        if now not in seen:
                            seen.add(now)
                            following.append(now)
                if len(seen) > self._most_states:
                    raise TooManyStatesError
            yield row
            level = following

    def first_number(self, start: Part) -> int | None:
        """The least number of moves until some pieces are free; None when that never happens."""
        for moves, row in enumerate(self.levels(start), start=1):
            if any(free for _, free in row):
                return moves
        return None

    def least_total(self, start: Part) -> float:
        """The least sum of moves over all parts; infinity when they do not come apart."""
        if self.is_done(start):
            return 0
        start = Part(start.pieces, relative(start.state))
        if start not in self._totals:
            self._totals[start] = best = inf
            for moves, row in enumerate(self.levels(start), start=1):
                for part, free in row:
                    for leaving in free:
                        best = min(best, moves + sum(map(self.least_total, split(part, leaving))))
            self._totals[start] = best
        return self._totals[start]

    def check(self, separation: Separation, part: Part) -> str:
        """What is wrong with the moves of a separation and those after it; the empty text if nothing is."""
        least = self.first_number(part)
        if len(separation.moves) != least:
            return f"{len(separation.moves)} moves for the pieces {part.pieces}; the least number is {least}"
        return self.replay(separation, part, self.check)

    def replay(self, separation: Separation, part: Part, check: Check | None = None) -> str:
        """What is wrong with the moves of a separation, whatever their number is."""
        check = check or self.replay
        *before, last = separation.moves
        assert isinstance(last, Move) and part.pieces == separation.pieces
        for move in before:
            assert isinstance(move, Move) and move.steps > 0
            moving = [part.pieces.index(piece) for piece in move.pieces]
            if self.steps(part, moving, move.direction) < move.steps:
                return f"{move} runs into something"
            part = shifted(part, moving, move.direction, move.steps)
        leaving = tuple(part.pieces.index(piece) for piece in last.pieces)
        resting = tuple(k for k in range(len(part.pieces)) if k not in leaving)
        free, _ = self.expanded(part)
        if not {leaving, resting} & free:
            return f"{last} does not take its pieces away"
        fewest = check == self.check  # for the least total more may leave at once
        if fewest and min(len(leaving), len(resting)) > min(
            min(len(s), len(part.pieces) - len(s)) for s in free
        ):
            return f"{last} takes more pieces away than need be"
        following = [one for one in (separation.remaining, separation.removed) if one is not None]
        for side in split(part, leaving):
            own = [one for one in following if one.pieces == side.pieces]
            if bool(own) == self.is_done(side):
                return f"what becomes of the pieces {side.pieces} is wrong"
            fault = check(own[0], side) if own else ""
            if fault:
                return fault
        return ""


def number_of(vector: Cell) -> int:
    """A vector as one number; sums of vectors are sums of their numbers."""
    x, y, z = vector
    return x + WIDE * (y + WIDE * z)


def vector_of(number: int) -> Cell:
    """The vector of a number, with coordinates below WIDE / 2."""
    x = (number + WIDE // 2) % WIDE - WIDE // 2
    rest = (number - x) // WIDE
    y = (rest + WIDE // 2) % WIDE - WIDE // 2
    return (x, y, (rest - y) // WIDE)


def opposite(direction: Cell) -> Cell:
    """The same direction backwards."""
    return subtract((0, 0, 0), direction)


def both_ways(slides: Slides) -> tuple[Cell, ...]:
    """The directions of a lattice, forwards and backwards."""
    return (*slides.directions, *map(opposite, slides.directions))


def swept_cells(slides: Slides, cells: Iterable[Cell], direction: Cell) -> set[Cell]:
    """The cells that cells meet during one step, and those on which they lie after it."""
    begin = set(cells)
    after = {add(cell, direction) for cell in begin}
    forward = direction
    if direction not in slides.directions:  # it sweeps what it sweeps on its way back
        begin, forward = after, opposite(direction)
    met = slides.met[slides.directions.index(forward)]
    return after | {add(cell, offset) for cell in begin for offset in met[slides.class_of(cell)]}


def relative(state: State) -> State:
    """The state with the first piece where it was at first."""
    return tuple([shift - state[0] for shift in state])


def shifted(part: Part, moving: Sequence[int], direction: Cell, steps: int) -> Part:
    """The part after a move."""
    by = steps * number_of(direction)
    return Part(part.pieces, relative(tuple([at + by * (k in moving) for k, at in enumerate(part.state)])))


def split(part: Part, leaving: Sequence[int]) -> tuple[Part, Part]:
    """What remains of a part and what leaves it."""
    rest, gone = (
        [k for k in range(len(part.pieces)) if (k in leaving) == leaves] for leaves in (False, True)
    )
    return tuple(  # type: ignore[return-value]
        Part(tuple(part.pieces[k] for k in side), relative(tuple(part.state[k] for k in side)))
        for side in (rest, gone)
    )
