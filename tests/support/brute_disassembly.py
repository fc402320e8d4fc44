"""Taking assemblies of cubes apart by definition: every set of pieces, unit steps, by cells alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from tilewright.families.assembly.slides import slides_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

Pieces = tuple[frozenset[Cell], ...]
State = TypeVar("State", bound=Hashable)

DIRECTIONS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def shifted(cells: frozenset[Cell], by: Cell) -> frozenset[Cell]:
    """The cells, moved."""
    x, y, z = by
    return frozenset((a + x, b + y, c + z) for a, b, c in cells)


def _relative(pieces: Pieces) -> Pieces:
    x, y, z = min(pieces[0])
    return tuple(shifted(piece, (-x, -y, -z)) for piece in pieces)


def _far(pieces: Pieces) -> int:
    """So many steps that boxes around pieces are apart."""
    cells = [cell for piece in pieces for cell in piece]
    spans: list[int] = [max(along) - min(along) for along in zip(*cells, strict=True)]
    return 2 + max(spans)


def _steps(pieces: Pieces) -> Iterator[Pieces | None]:
    """The states one move away; None for a move that takes pieces away."""
    numbers = range(len(pieces))
    for size in range(1, len(pieces)):
        for moving in combinations(numbers, size):
            staying = frozenset[Cell]().union(*(pieces[k] for k in numbers if k not in moving))
            for direction in DIRECTIONS:
                now = list(pieces)
                for _ in range(_far(pieces)):
                    for k in moving:
                        now[k] = shifted(now[k], direction)
                    if any(now[k] & staying for k in moving):
                        break
                    yield _relative(tuple(now))
                else:
                    yield None


def _least(start: State, steps: Callable[[State], Iterable[State | None]]) -> int | None:
    """The least number of steps from a state to None; None when it is never reached."""
    known, level, moves = {start}, [start], 0
    while level:
        moves += 1
        following = []
        for state in level:
            for reached in steps(state):
                if reached is None:
                    return moves
                if reached not in known:
                    known.add(reached)
                    following.append(reached)
        level = following
    return None


def least_moves(pieces: Sequence[frozenset[Cell]]) -> int | None:
    """The least number of moves until some pieces are free; None when that never happens."""
    return _least(_relative(tuple(pieces)), _steps)


def all_positions(
    pieces: Sequence[frozenset[Cell]],
) -> tuple[list[list[Pieces]], dict[Pieces, set[Pieces]], set[Pieces]]:
    """The positions by the least number of moves to them; where a move leads from each, but for those in
    which pieces are free; and these."""
    start = _relative(tuple(pieces))
    levels, after, free = [[start]], dict[Pieces, set[Pieces]](), set[Pieces]()
    known = {start}
    while levels[-1]:
        levels.append([])
        for state in levels[-2]:
            reached = set(_steps(state))
            if None in reached:
                free.add(state)
            after[state] = set() if None in reached else {one for one in reached if one is not None}
            for one in after[state] - known:
                known.add(one)
                levels[-1].append(one)
    return levels[:-1], after, free


def first_groups(pieces: Pieces) -> set[frozenset[frozenset[int]]]:
    """The splits of the pieces in two where one part, at most half of them, leaves along a direction, and
    no smaller set that leaves along it has the same piece in it: one piece takes the others along."""
    numbers = frozenset(range(len(pieces)))
    splits = set()
    for direction in DIRECTIONS:
        leaving = list(map(frozenset, _free(pieces, (direction,))))
        for piece in numbers:
            with_it = [one for one in leaving if piece in one]
            if with_it:
                least = min(with_it, key=len)
                if 2 * len(least) <= len(pieces):
                    splits.add(frozenset((least, numbers - least)))
    return splits


def _free(pieces: Pieces, directions: Sequence[Cell] = DIRECTIONS) -> Iterator[tuple[int, ...]]:
    """All sets of pieces that can leave together, along one of these directions."""
    numbers = range(len(pieces))
    for moving in (chosen for size in range(1, len(pieces)) for chosen in combinations(numbers, size)):
        staying = frozenset[Cell]().union(*(pieces[k] for k in numbers if k not in moving))
        ways = [
            [tuple(step * part for part in direction) for step in range(1, _far(pieces) + 1)]
            for direction in directions
        ]
        if any(
            not any(shifted(pieces[k], shift) & staying for k in moving for shift in shifts)
            for shifts in ways
        ):
            yield moving


def least_total(pieces: Sequence[frozenset[Cell]], known: dict[Pieces, float] | None = None) -> float:
    """The least sum of moves over all parts, each separated as soon as some of its pieces are free; infinity
    when they do not come apart."""
    known = {} if known is None else known
    start = _relative(tuple(pieces))
    if len(start) > 1 and start not in known:
        best, seen, level, moves = float("inf"), {start}, [start], 0
        while level:
            moves += 1
            following = []
            for state in level:
                free = list(_free(state))
                for leaving in free:
                    parts = [
                        [piece for k, piece in enumerate(state) if (k in leaving) == leaves]
                        for leaves in (True, False)
                    ]
                    best = min(best, moves + sum(least_total(part, known) for part in parts))
                for reached in () if free else _steps(state):
                    if reached is not None and reached not in seen:
                        seen.add(reached)
                        following.append(reached)
            level = following
        known[start] = best
    return known.get(start, 0)


def least_moves_on(lattice: Lattice, pieces: Sequence[frozenset[Cell]]) -> int | None:
    """As ``least_moves``, on any lattice: states are shifts, and a step is free if no cell meets another."""
    slides = slides_of(lattice)
    forwards = dict(zip(slides.directions, slides.met, strict=True))
    numbers = range(len(pieces))
    cells = [cell for piece in pieces for cell in piece]
    far = 2 + 2 * max(max(along) - min(along) for along in zip(*cells, strict=True))

    def is_free(now: list[Cell], moving: set[int], direction: Cell) -> bool:
        """Whether pieces can make a step; backwards, the others would run into them."""
        back = subtract((0, 0, 0), direction)
        running = moving if direction in forwards else set(numbers) - moving
        met = forwards[direction if direction in forwards else back]
        standing = {add(cell, now[k]) for k in numbers if k not in running for cell in pieces[k]}
        return not any(
            add(add(cell, now[k]), offset) in standing
            for k in running
            for cell in pieces[k]
            for offset in met[slides.class_of(add(cell, now[k]))]
        )

    def steps(state: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...] | None]:
        for size in range(1, len(pieces)):
            for moving in map(set, combinations(numbers, size)):
                for forward in slides.directions:
                    for direction in (forward, subtract((0, 0, 0), forward)):
                        now = list(state)
                        for _ in range(far):
                            if not is_free(now, moving, direction):
                                break
                            now = [add(at, direction) if k in moving else at for k, at in enumerate(now)]
                            yield tuple(subtract(at, now[0]) for at in now)
                        else:
                            yield None

    start: tuple[Cell, ...] = ((0, 0, 0),) * len(pieces)
    return _least(start, steps)
