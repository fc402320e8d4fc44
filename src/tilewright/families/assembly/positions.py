"""All positions that the pieces of an assembly reach until the first of them leave.

A position is how the pieces lie to each other, and a move shifts some of them together by any number of steps
along a direction, as of :class:`Disassembler`. Where pieces are free, a position is a way out, and the survey
does not go on beyond it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from tilewright import _core
from tilewright.errors import PuzzleError
from tilewright.families.assembly.bodies import NO_SHIFT
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Move, Separation
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Placement
from tilewright.solving.steps import CancelCheck, Cancelled, Status, StepLoop, StepSize, never_cancelled

MAX_POSITIONS = 200_000
"""How many positions are kept where no other number is given."""

WALK_STEP = 1 << 22  # operations, some milliseconds
WALK_ERROR = 1e-6  # relative; what is less exact is not shown
SHOWN_WAYS_OUT = 10_000  # of which the groups are listed where a survey is not complete
CHECK_INTERVAL = 1_000  # positions between two checks for a cancellation
UNREACHED = 0xFFFFFFFF


@dataclass(frozen=True)
class FirstGroup:
    """Pieces that can leave first, in so many moves at least, the last of which takes them away."""

    pieces: tuple[int, ...]
    moves: int


@dataclass(frozen=True, repr=False)
class ReachedPositions:
    """Positions that some pieces of an assembly reach: ``assembly`` has all of its pieces, ``pieces`` the
    numbers of those that move."""

    assembly: tuple[Placement, ...]
    pieces: tuple[int, ...]
    graph: _core.AssemblyPositionGraph = field(compare=False)
    disassembler: Disassembler = field(compare=False)

    def shifts(self, position: int) -> tuple[Cell, ...]:
        """How far each of the pieces has moved in a position, relative to the first of them."""
        places, start = self.graph.places(position), self.graph.places(0)
        return tuple(subtract(tuple(at), tuple(was)) for at, was in zip(places, start, strict=True))

    def way_to(self, position: int) -> list[int]:
        """The positions on a shortest way from the start to one, which is the last."""
        way = [position]
        while way[-1]:
            way.append(self.graph.parent(way[-1]))
        return way[::-1]

    def move(self, before: int, after: int) -> Move:
        """The move from a position to one of its neighbours."""
        places = self.graph.places(before), self.graph.places(after)
        return self.disassembler.move_between(self.assembly, self.pieces, *places)

    def groups(self, position: int) -> list[tuple[tuple[int, ...], Cell]]:
        """Which pieces can leave a position, and in which direction: pieces that one of them takes along;
        of two groups that are each other's rest, one."""
        return [
            (tuple(self.pieces[k] for k in group.pieces), tuple(group.direction))
            for group in self.graph.groups(position)
        ]


@dataclass(frozen=True, repr=False)
class PositionSurvey(ReachedPositions):
    """What is known of the positions of some pieces of an assembly.

    ``levels``: how many positions are so many moves from the start; where the ``status`` is not COMPLETE,
    only distances at which all positions are known. ``positions``: how many were reached. ``moves``: how many
    pairs of positions are a move apart. ``ways_out``: how many positions have pieces that are free.
    ``level``: the least number of moves until pieces leave, None where none is known to. ``first_groups``:
    which pieces can leave first, by the least number of moves; of a survey that is not complete, from the
    first 10,000 ways out.

    None unless the survey is complete: ``shortest_ways``, sequences of positions from the start to a way out
    with the fewest moves; ``on_shortest_ways``, positions on them; ``dead_ends``, the positions of each;
    ``no_gain``, how many positions are no nearer to a way out than the start; ``random_moves``, the expected
    number of moves until pieces leave if each move is chosen at random, also None where there is no way out.
    """

    status: Status
    levels: tuple[int, ...]
    positions: int
    moves: int
    ways_out: int
    level: int | None
    first_groups: tuple[FirstGroup, ...]
    shortest_ways: int | None
    on_shortest_ways: int | None
    dead_ends: tuple[tuple[int, ...], ...] | None
    no_gain: int | None
    random_moves: float | None

    def __repr__(self) -> str:
        known = "" if self.is_complete else ", not complete"
        return f"<PositionSurvey of {len(self.pieces)} pieces: {self.positions} positions{known}>"

    @property
    def is_complete(self) -> bool:
        """Whether all positions and moves are known."""
        return self.status is Status.COMPLETE

    def numbers(self) -> dict[str, object]:
        """The numbers of the survey as JSON has them; of dead ends how many there are."""
        return {
            "status": self.status.value,
            "positions": self.positions,
            "levels": list(self.levels),
            "moves": self.moves,
            "ways_out": self.ways_out,
            "level": self.level,
            "first_groups": [{"pieces": list(one.pieces), "moves": one.moves} for one in self.first_groups],
            "shortest_ways": self.shortest_ways,
            "on_shortest_ways": self.on_shortest_ways,
            "dead_ends": None if self.dead_ends is None else len(self.dead_ends),
            "no_gain": self.no_gain,
            "random_moves": self.random_moves,
        }

    @cached_property
    def distances(self) -> list[int]:
        """How many moves each position is from the start."""
        starts = self.graph.level_starts()
        return [level for level, (a, b) in enumerate(pairwise(starts)) for _ in range(a, b)]

    @cached_property
    def is_way_out(self) -> list[int]:
        """For each position that was examined whether pieces are free; positions beyond are not known."""
        return self.graph.free()


def survey_positions(
    disassembler: Disassembler,
    assembly: Sequence[Placement],
    loop: StepLoop,
    *,
    pieces: Sequence[int] | None = None,
    shifts: Sequence[Cell] | None = None,
    max_positions: int = MAX_POSITIONS,
) -> PositionSurvey:
    """All positions that pieces of an assembly reach, all of them by default, until some of them leave.

    ``shifts``: how far each has moved from its place at first. When ``max_positions`` are reached, or the
    memory of the disassembler is used up, the status is LIMIT; when the loop is cancelled, the status says
    so.
    PuzzleError where there is nothing to separate, UnsupportedError as of the disassembler.
    """
    assembly = tuple(assembly)
    chosen = tuple(range(len(assembly))) if pieces is None else tuple(pieces)
    if not disassembler.needs_separation(assembly, chosen):
        raise PuzzleError("there is nothing to take apart: the assembly is a single piece or group")
    at = [NO_SHIFT] * len(chosen) if shifts is None else shifts
    graph = disassembler.position_graph(assembly, chosen, at, max_positions)
    status = Status.COMPLETE
    try:
        loop.run(graph.advance, StepSize(CHECK_INTERVAL))
    except Cancelled as ended:
        status = ended.status
    if status is Status.COMPLETE and not graph.is_complete:
        status = Status.LIMIT
    return _Surveyor(disassembler, assembly, chosen, graph, loop).result(status)


def starts_of_parts(separation: Separation) -> list[tuple[tuple[int, ...], tuple[Cell, ...]]]:
    """The pieces of each part of a disassembly by translations, and how far each has moved when the part
    begins to be taken apart."""
    shifts: dict[int, Cell] = dict.fromkeys(separation.pieces, NO_SHIFT)
    starts = []
    for part in separation.parts():
        starts.append((part.pieces, tuple(shifts[piece] for piece in part.pieces)))
        for move in part.moves:
            assert isinstance(move, Move)
            for piece in move.pieces:
                shifts[piece] = add(shifts[piece], tuple(move.steps * step for step in move.direction))
    return starts


class _Surveyor:
    def __init__(
        self,
        disassembler: Disassembler,
        assembly: tuple[Placement, ...],
        pieces: tuple[int, ...],
        graph: _core.AssemblyPositionGraph,
        loop: StepLoop,
    ) -> None:
        self._disassembler, self._assembly, self._pieces = disassembler, assembly, pieces
        self._graph, self._loop = graph, loop
        self._starts = graph.level_starts()
        self._free = graph.free()
        self._outs = [position for position, is_free in enumerate(self._free) if is_free]

    def result(self, status: Status) -> PositionSurvey:
        graph = self._graph
        sizes = [b - a for a, b in pairwise(self._starts)]
        if not graph.is_complete:
            sizes = sizes[: self._level_of(min(graph.expanded, graph.size - 1)) + 1]
        ways = on_ways = no_gain = walk = dead_ends = groups = None
        if status is Status.COMPLETE:
            try:
                dead_ends = tuple(map(tuple, graph.dead_ends()))
                ways, on_ways, no_gain = self._shortest_ways()
                walk = self._random_moves() if self._outs else None
                groups = self._first_groups(check_cancelled=self._loop.check_cancelled)
            except Cancelled as ended:
                status = ended.status
                ways = on_ways = no_gain = walk = dead_ends = None
        return PositionSurvey(
            self._assembly,
            self._pieces,
            graph,
            self._disassembler,
            status,
            tuple(sizes),
            graph.size,
            graph.moves(),
            len(self._outs),
            self._level_of(self._outs[0]) + 1 if self._outs else None,
            self._first_groups(most=SHOWN_WAYS_OUT) if groups is None else groups,
            ways,
            on_ways,
            dead_ends,
            no_gain,
            walk,
        )

    def _level_of(self, position: int) -> int:
        return bisect_right(self._starts, position) - 1

    def _first_groups(
        self, most: int | None = None, check_cancelled: CancelCheck = never_cancelled
    ) -> tuple[FirstGroup, ...]:
        """What can leave the first ``most`` ways out, or all; a group and its rest are the same."""
        best: dict[tuple[int, ...], int] = {}
        for number, position in enumerate(self._outs[:most]):
            if number % CHECK_INTERVAL == 0:
                check_cancelled()
            for group in self._graph.groups(position):
                own = tuple(self._pieces[k] for k in group.pieces)
                if 2 * len(own) == len(self._pieces) and self._pieces[0] in own:
                    own = tuple(piece for piece in self._pieces if piece not in own)
                if own not in best:  # ways out come with ascending numbers of moves
                    best[own] = self._level_of(position) + 1
        groups = [FirstGroup(pieces, moves) for pieces, moves in best.items()]
        return tuple(sorted(groups, key=lambda one: (one.moves, len(one.pieces), one.pieces)))

    def _shortest_ways(self) -> tuple[int, int, int]:
        """The number of shortest ways out, of positions on them, and of positions no nearer to a way out
        than the start."""
        distances = self._graph.distances_out()
        least = distances[0]
        if least == UNREACHED:
            return 0, 0, 0
        no_gain = sum(distance >= least for distance in distances) - 1
        ways, level = {0: 1}, {0}
        on_ways = 1
        for left in range(least - 1, -1, -1):
            following: dict[int, int] = {}
            for position in level:
                self._loop.check_cancelled()
                for after in self._graph.neighbours(position):
                    if distances[after] == left:
                        following[after] = following.get(after, 0) + ways[position]
            ways, level = following, set(following)
            on_ways += len(ways)
        return sum(ways.values()), on_ways, no_gain

    def _random_moves(self) -> float | None:
        """The expected number of random moves until pieces leave, with the one that takes them away."""
        walk = _core.AssemblyRandomWalk(self._graph)
        self._loop.run(walk.advance, StepSize(WALK_STEP))
        return walk.expected + 1 if walk.error <= WALK_ERROR else None
