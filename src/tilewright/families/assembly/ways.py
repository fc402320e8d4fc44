"""Several different disassemblies of one assembly, those with the fewest moves first.

Two disassemblies differ if other groups of pieces are separated: a disassembly splits the assembly in two,
then each part that is left, and so on, and what splits from what makes a tree. Disassemblies with the same
tree differ only by moves, and of these one with the fewest moves stands for all. A part is split as soon as
pieces of it are free, as of :class:`~tilewright.families.assembly.disassembler.Disassembler`, but in any
position in which pieces are free, and with any group that one of its pieces takes along.

The best trees of a part are made of the best trees of the two parts that it splits into: with the fewest
moves for each tree, the best K of all combinations are among those of the best K of both (L. Huang and D.
Chiang, Better k-best parsing, 2005).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush, nsmallest
from itertools import accumulate, combinations, pairwise
from math import inf
from operator import attrgetter

from tilewright.families.assembly.bodies import NO_SHIFT
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly, Separation
from tilewright.families.assembly.positions import MAX_POSITIONS, ReachedPositions
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.solving.steps import Cancelled, Status, StepLoop

STEP_POSITIONS = 1_000  # between two checks for a cancellation, some milliseconds
TOTAL_POSITIONS = 5
"""So many times the positions of one part may be reached over all parts before one way of each is enough."""
STOPPED_WAYS = 100
"""The most ways that a search returns which was stopped: more would take long to replay."""

Tree = tuple[tuple[int, ...], "Tree | None", "Tree | None"]
"""The pieces of a part, and the trees of both parts that it splits into; None for what stays together."""


@dataclass(frozen=True)
class Ways:
    """Different disassemblies of an assembly, those with the fewest moves first, each replayed.

    ``status``: COMPLETE when no others have fewer moves; LIMIT or CANCELLED when not all positions were
    searched. ``are_all``: there are no others. ``positions``: how many were reached, over all parts.
    """

    disassemblies: tuple[Disassembly, ...]
    status: Status
    are_all: bool
    positions: int


@dataclass(frozen=True)
class _Way:
    """One way to take a part apart: ``moves`` in all, the tree, and how it is made."""

    moves: int
    tree: Tree
    part: ReachedPositions | None = None
    own: int = 0
    position: int = 0
    leaving: tuple[int, ...] = ()
    direction: Cell = NO_SHIFT
    remaining: _Way | None = None
    removed: _Way | None = None

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The moves, and those of all separations, as of :attr:`Disassembly.levels`."""
        if self.part is None:
            return (self.moves,)
        assert self.remaining is not None and self.removed is not None
        return (self.moves, self.own, *self.remaining.order[1:], *self.removed.order[1:])

    def separation(self) -> Separation | None:
        """All moves."""
        if self.part is None:
            return None
        assert self.remaining is not None and self.removed is not None
        part, path = self.part, self.part.way_to(self.position)
        moves = [part.move(before, after) for before, after in pairwise(path)]
        away = part.disassembler.move_away(part.assembly, part.pieces, self.leaving, self.direction)
        return Separation(part.pieces, (*moves, away), self.remaining.separation(), self.removed.separation())


def different_ways(
    puzzle: Puzzle,
    disassembler: Disassembler,
    assembly: Sequence[Placement],
    most: int,
    loop: StepLoop,
    *,
    max_positions: int = MAX_POSITIONS,
) -> Ways:
    """The ``most`` different disassemblies of an assembly with the fewest moves in all.

    ``max_positions`` bounds the positions of each part, and five times as many those of all parts together:
    when that is reached, those that are known are returned, and when the loop is cancelled, up to
    STOPPED_WAYS of them. PuzzleError where there is nothing to separate.
    """
    from tilewright.families.assembly.replay import check_disassembly

    search = _WaySearch(disassembler, tuple(assembly), most + 1, loop, max_positions)
    ways = search.best(tuple(range(len(assembly))), (NO_SHIFT,) * len(assembly))
    pieces = tuple((one.piece, one.cells) for one in assembly)
    disassemblies: list[Disassembly] = []
    for way in ways[:most]:
        if len(disassemblies) >= STOPPED_WAYS and loop.interruption is not None:
            search.status = loop.interruption
            break
        one = Disassembly(pieces, Status.COMPLETE, way.separation(), search.positions)
        check_disassembly(one, puzzle)
        disassemblies.append(one)
    are_all = search.status is Status.COMPLETE and len(ways) <= most
    return Ways(tuple(disassemblies), search.status, are_all, search.positions)


class _BestWays:
    """The best way of each tree; ways with more moves than ``worst`` are not wanted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.ways: dict[Tree, _Way] = {}
        self._by_moves: Counter[int] = Counter()

    def add(self, way: _Way) -> None:
        known = self.ways.get(way.tree)
        if known is None or way.order < known.order:
            self.ways[way.tree] = way
            self._by_moves[way.moves] += 1
            if known is not None:
                self._by_moves[known.moves] -= 1

    @property
    def worst(self) -> float:
        if len(self.ways) < self._most:
            return inf
        moves = sorted(self._by_moves)
        counts = accumulate(self._by_moves[number] for number in moves)
        return next(number for number, count in zip(moves, counts, strict=True) if count >= self._most)

    def in_order(self) -> list[_Way]:
        """The best ways first."""
        return sorted(self.ways.values(), key=attrgetter("order"))[: self._most]

    def some(self) -> list[_Way]:
        """STOPPED_WAYS ways with the fewest moves, which takes no time: not all of these are compared."""
        fewest = nsmallest(STOPPED_WAYS, self.ways.values(), attrgetter("moves"))
        return sorted(fewest, key=attrgetter("order"))


class _WaySearch:
    def __init__(
        self,
        disassembler: Disassembler,
        assembly: tuple[Placement, ...],
        most: int,
        loop: StepLoop,
        max_positions: int,
    ) -> None:
        self._disassembler, self._assembly, self._most, self._loop = disassembler, assembly, most, loop
        self._max_positions = max_positions
        self._known: dict[tuple[tuple[int, ...], tuple[Cell, ...]], list[_Way]] = {}
        self.status = Status.COMPLETE
        self.positions = 0
        self._is_stopped = False

    def best(self, pieces: tuple[int, ...], shifts: tuple[Cell, ...]) -> list[_Way]:
        """The best ways to take a part apart whose pieces are so far from where they were, best first."""
        if not self._disassembler.needs_separation(self._assembly, pieces):
            return [_Way(0, (pieces, None, None))]
        relative = tuple(subtract(shift, shifts[0]) for shift in shifts)
        key = pieces, relative
        if key not in self._known:
            best = _BestWays(self._most)
            try:
                self._search(pieces, relative, best)
            except Cancelled as ended:
                self.status = ended.status
                self._is_stopped = True
            self._known[key] = best.some() if self._is_stopped else best.in_order()
        return self._known[key]

    def _search(self, pieces: tuple[int, ...], shifts: tuple[Cell, ...], best: _BestWays) -> None:
        """Search the positions of a part level by level, as far as they may lead to ways that are wanted."""
        self._loop.check_cancelled()
        graph = self._disassembler.position_graph(self._assembly, pieces, shifts, self._max_positions)
        part = ReachedPositions(self._assembly, pieces, graph, self._disassembler)
        at_least = self._at_least(pieces)
        level, done, is_over = 0, 0, False
        while not is_over and level + 1 + at_least <= best.worst:
            end = graph.size
            while not is_over and graph.expanded < end:
                self._loop.check_cancelled()
                before = graph.size
                is_over = graph.advance(min(STEP_POSITIONS, end - graph.expanded))
                self.positions += graph.size - before
            for position in graph.ways_out(done, end):
                if self._is_stopped or level + 1 + at_least > best.worst:
                    return
                self._leave(part, shifts, position, level + 1, best)
                if self._is_spent and best.ways:
                    return  # one way is enough
            done, level = end, level + 1
            if is_over and not graph.is_complete:
                self.status = Status.LIMIT

    @property
    def _is_spent(self) -> bool:
        """Whether so many positions were reached that of each part only one more way is searched for."""
        if self.positions < TOTAL_POSITIONS * self._max_positions:
            return False
        self.status = Status.LIMIT
        return True

    def _leave(
        self,
        part: ReachedPositions,
        shifts: tuple[Cell, ...],
        position: int,
        own: int,
        best: _BestWays,
    ) -> None:
        """Add the best ways in which a group leaves a position."""
        now = [add(shift, moved) for shift, moved in zip(shifts, part.shifts(position), strict=True)]
        for leaving, direction in part.groups(position):
            for way in self._combined(part, position, own, now, leaving, direction, best):
                if not self._is_stopped:
                    self._loop.check_cancelled()
                elif len(best.ways) >= STOPPED_WAYS:
                    return
                best.add(way)

    def _combined(
        self,
        part: ReachedPositions,
        position: int,
        own: int,
        now: Sequence[Cell],
        leaving: tuple[int, ...],
        direction: Cell,
        best: _BestWays,
    ) -> Iterator[_Way]:
        """The best ways in which a group leaves a position."""
        sides = []
        for leaves in (False, True):
            side = [k for k, piece in enumerate(part.pieces) if (piece in leaving) == leaves]
            sides.append(self.best(tuple(part.pieces[k] for k in side), tuple(now[k] for k in side)))
        for remaining, removed in _sums(sides[0], sides[1], self._most):
            moves = own + remaining.moves + removed.moves
            if moves > best.worst:
                break
            first, second = sorted((remaining, removed), key=lambda way: way.tree[0])
            yield _Way(
                moves,
                (part.pieces, first.tree, second.tree),
                part,
                own,
                position,
                leaving,
                direction,
                remaining,
                removed,
            )

    def _at_least(self, pieces: tuple[int, ...]) -> int:
        """So many moves are made at least after the first group has left."""
        has_groups = any(
            not self._disassembler.needs_separation(self._assembly, pair) for pair in combinations(pieces, 2)
        )
        return 0 if has_groups else len(pieces) - 2


def _sums(first: Sequence[_Way], second: Sequence[_Way], most: int) -> Iterable[tuple[_Way, _Way]]:
    """Pairs of ways in the order of their sums, at most so many."""
    if not first or not second:
        return
    heap = [(first[0].moves + second[0].moves, 0, 0)]
    seen = {(0, 0)}
    for _ in range(most):
        if not heap:
            return
        _, a, b = heappop(heap)
        yield first[a], second[b]
        for pair in ((a + 1, b), (a, b + 1)):
            if pair[0] < len(first) and pair[1] < len(second) and pair not in seen:
                seen.add(pair)
                heappush(heap, (first[pair[0]].moves + second[pair[1]].moves, *pair))
