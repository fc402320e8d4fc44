"""What can move in a position of pieces: each group, along which directions, how far, and what blocks it.

A piece takes along what it meets within a step, and that what it meets in turn: so the smallest group with a
piece that can make a step along a direction is all that it pushes. Where that is everything, the piece cannot
move. A group moves until a step would meet a piece that is not in it; it leaves if it meets none any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from tilewright.families.assembly.bodies import NO_SHIFT
from tilewright.families.assembly.slides import Slides, met_at_once, slides_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

REACH = 6
"""No cell of a lattice is longer than so many coordinates."""


@dataclass(frozen=True)
class Movement:
    """Pieces that move together along a direction by at most so many steps; 0: they leave the others.

    ``stopped_by`` are the pieces that they meet at the end of the way; none if they leave.
    """

    pieces: tuple[int, ...]
    direction: Cell
    steps: int
    stopped_by: tuple[int, ...] = ()


@dataclass(frozen=True)
class Blocked:
    """A piece that cannot begin to move along a direction: it meets these pieces, and all move with it."""

    piece: int
    direction: Cell
    meets: tuple[int, ...]


def movements(lattice: Lattice, pieces: Sequence[Collection[Cell]]) -> tuple[list[Movement], list[Blocked]]:
    """The movements of the smallest groups, those of fewest pieces first, and what each piece is blocked by.

    The pieces are given by their cells, where they are now. UnsupportedError for a lattice without
    directions.
    """
    slides = slides_of(lattice)
    at_once = met_at_once(slides, dict(enumerate(pieces)))
    moves: dict[tuple[tuple[int, ...], Cell], Movement] = {}
    blocked: list[Blocked] = []
    for along in slides.directions:
        for direction in (along, subtract(NO_SHIFT, along)):
            for piece in range(len(pieces)):
                group = _pushed(piece, direction, at_once)
                if len(group) == len(pieces):
                    if len(pieces) > 1:
                        blocked.append(Blocked(piece, direction, at_once.get((piece, direction), ())))
                elif (group, direction) not in moves:
                    moves[group, direction] = _movement(slides, pieces, group, along, direction)
    listed = sorted(moves.values(), key=lambda move: (len(move.pieces), move.pieces, move.direction))
    return listed, sorted(blocked, key=lambda one: (one.piece, one.direction))


def _pushed(
    piece: int, direction: Cell, at_once: Mapping[tuple[int, Cell], tuple[int, ...]]
) -> tuple[int, ...]:
    """The pieces that move where a piece does."""
    group, todo = {piece}, [piece]
    while todo:
        for other in at_once.get((todo.pop(), direction), ()):
            if other not in group:
                group.add(other)
                todo.append(other)
    return tuple(sorted(group))


def _movement(
    slides: Slides, pieces: Sequence[Collection[Cell]], group: tuple[int, ...], along: Cell, direction: Cell
) -> Movement:
    """How far a group moves along a direction, which is ``along`` or its opposite."""
    moving = frozenset(group)
    owner = {cell: piece for piece, cells in enumerate(pieces) if piece not in moving for cell in cells}
    place = {cell for piece in group for cell in pieces[piece]}
    met = slides.met[slides.directions.index(along)]
    is_forwards = direction == along
    for steps in count():
        stopped = set()
        for cell in place:
            # What a cell meets backwards is what it would meet forwards from where it comes to.
            start = cell if is_forwards else add(cell, direction)
            for offset in (NO_SHIFT, *met[slides.class_of(start)], along):
                other = owner.get(add(start, offset))
                if other is not None and other not in stopped:
                    stopped.add(other)
        if stopped:
            return Movement(group, direction, steps, tuple(sorted(stopped)))
        if steps and _is_away(place, owner, direction):
            return Movement(group, direction, 0)
        place = {add(cell, direction) for cell in place}
    raise AssertionError("a group that goes on leaves all others")


def _is_away(place: Collection[Cell], owner: Mapping[Cell, int], direction: Cell) -> bool:
    """Whether cells lie beyond all others along a coordinate in which they move on."""
    for axis, step in enumerate(direction):
        if step and owner:
            mine, others = [cell[axis] * step for cell in place], [cell[axis] * step for cell in owner]
            if min(mine) > max(others) + REACH * abs(step):
                return True
    return not owner
