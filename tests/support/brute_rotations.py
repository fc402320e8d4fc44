"""Taking assemblies of cubes apart by translations and turns: every set, every axis, by cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from support.brute_disassembly import DIRECTIONS, Pieces, _far, _least, shifted
from tilewright.families.assembly.turn_replay import Square, meet_in_turn
from tilewright.model.lattices import Cell


def least_moves_with_turns(pieces: Sequence[frozenset[Cell]]) -> int | None:
    """The least number of shifts and turns until some pieces are free; None when that never happens."""
    return _least(_canonical(tuple(pieces)), _moves)


def turned_about(cell: Cell, axis: int, centre: Square, quarters: int) -> Cell:
    """A cell after so many quarter turns counterclockwise about an axis."""
    a, b = (axis + 1) % 3, (axis + 2) % 3
    x, y = 2 * cell[a] - centre[0], 2 * cell[b] - centre[1]
    for _ in range(quarters % 4):
        x, y = -y, x
    image = list(cell)
    image[a], image[b] = (x + centre[0]) // 2, (y + centre[1]) // 2
    return tuple(image)


def _canonical(pieces: Pieces) -> Pieces:
    """The same for all images under motions of the grid."""
    images = []
    for x, y in product(range(4), range(4)):  # the top to each side, and about it
        for first in ((0, x), (1, x)) if x % 2 else ((0, x),):
            now = [
                frozenset(turned_about(cell, first[0], (0, 0), first[1]) for cell in piece)
                for piece in pieces
            ]
            now = [frozenset(turned_about(cell, 2, (0, 0), y) for cell in piece) for piece in now]
            low = [min(cell[k] for piece in now for cell in piece) for k in range(3)]
            images.append(tuple(shifted(piece, tuple(-k for k in low)) for piece in now))
    return min(images, key=lambda image: [sorted(piece) for piece in image])


def _sets(count: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, count):
        yield from combinations(range(count), size)


def _moves(pieces: Pieces) -> Iterator[Pieces | None]:
    """The states one move away; None for a move that takes pieces away."""
    numbers = range(len(pieces))
    for moving in _sets(len(pieces)):
        staying = frozenset[Cell]().union(*(pieces[k] for k in numbers if k not in moving))
        for direction in DIRECTIONS:
            now = list(pieces)
            for _ in range(_far(pieces)):
                for k in moving:
                    now[k] = shifted(now[k], direction)
                if any(now[k] & staying for k in moving):
                    break
                yield _canonical(tuple(now))
            else:
                yield None
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        cells = [cell for piece in pieces for cell in piece]
        ranges = [
            range(2 * min(cell[k] for cell in cells) - 3, 2 * max(cell[k] for cell in cells) + 4)
            for k in (a, b)
        ]
        for centre, sign in product(product(ranges[0], ranges[1]), (1, -1)):
            yield from _turns(pieces, axis, centre, sign)


def _turns(pieces: Pieces, axis: int, centre: Square, sign: int) -> Iterator[Pieces]:
    each = 1 if sum(centre) % 2 == 0 else 2
    blocked = [[_meets(one, other, axis, centre, sign, each) for other in pieces] for one in pieces]
    numbers = range(len(pieces))
    for moving in _sets(len(pieces)):
        staying = [k for k in numbers if k not in moving]
        if any(blocked[k][other] for k in moving for other in staying):
            continue
        now = list(pieces)
        for _ in range(each, 4, each):
            for k in moving:
                now[k] = frozenset(turned_about(cell, axis, centre, sign * each) for cell in now[k])
            yield _canonical(tuple(now))
            if any(_meets(now[k], now[other], axis, centre, sign, each) for k in moving for other in staying):
                break


def _meets(
    one: frozenset[Cell], other: frozenset[Cell], axis: int, centre: Square, sign: int, quarters: int
) -> bool:
    """Whether a piece that turns meets another one."""
    a, b = (axis + 1) % 3, (axis + 2) % 3

    def square(cell: Cell) -> Square:
        return 2 * cell[a] - centre[0], sign * (2 * cell[b] - centre[1])

    for cell, near in product(one, other):
        if cell[axis] == near[axis]:
            x, y = square(cell)
            for _ in range(quarters):
                if meet_in_turn((x, y), square(near)):
                    return True
                x, y = -y, x
    return False
