"""Boards on surfaces counted slowly, with no code of the model: cells are glued one step at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product

Cell = tuple[int, int]
Place = frozenset[Cell]
Form = tuple[list[Cell], str, int, int]
"""The cells of a piece, its motions, the least and the most copies."""
Supply = tuple[set[Place], int, int]
"""The places of a piece, the least and the most copies."""
Choice = tuple[tuple[str, Place], ...]
KINDS = ("cylinder", "moebius", "torus", "klein")
TURN = {"fixed": 1, "rotation": 4, "all": 4}


@cache
def glued(kind: str, width: int, height: int, cell: Cell) -> Cell | None:
    """The cell of the surface that a cell of the plane is; None beyond the border."""
    x, y = cell
    while not 0 <= x < width:
        x += width if x < 0 else -width
        if kind in ("moebius", "klein"):
            y = height - 1 - y
    while not 0 <= y < height:
        if kind in ("cylinder", "moebius"):
            return None
        y += height if y < 0 else -height
    return x, y


def ways(cells: Iterable[Cell], motions: str) -> set[frozenset[Cell]]:
    """A polyomino as it may lie in the plane, each way moved to the origin."""
    shape = list(cells)
    result = set()
    for flip in (False, True) if motions == "all" else (False,):
        for _ in range(TURN[motions]):
            shape = shape if motions == "fixed" else [(-y, x) for x, y in shape]
            image = [(-x, y) for x, y in shape] if flip else shape
            left, top = min(x for x, _ in image), min(y for _, y in image)
            result.add(frozenset((x - left, y - top) for x, y in image))
    return result


def places(
    kind: str, width: int, height: int, board: set[Cell], shapes: Iterable[Iterable[Cell]]
) -> set[frozenset[Cell]]:
    """All sets of cells of the board that one of the shapes covers."""
    result = set()
    for shape in shapes:
        for a, b in product(range(-width, width), range(-height, height)):
            cover = [glued(kind, width, height, (x + a, y + b)) for x, y in shape]
            if set(cover) <= board and len(set(cover)) == len(cover):
                result.add(frozenset(cell for cell in cover if cell))
    return result


def tilings(board: set[Cell], pieces: dict[str, Supply]) -> Iterator[frozenset[tuple[str, Place]]]:
    """All ways to fill the board: ``pieces`` have their places, and the least and the most copies."""

    def fill(left: Place, used: dict[str, int], chosen: Choice) -> Iterator[frozenset[tuple[str, Place]]]:
        if not left:
            if all(used[name] >= least for name, (_, least, _) in pieces.items()):
                yield frozenset(chosen)
            return
        first = min(left)
        for name, (positions, _, most) in pieces.items():
            if used[name] < most:
                for place in positions:
                    if first in place and place <= left:
                        more = {**used, name: used[name] + 1}
                        yield from fill(left - place, more, (*chosen, (name, place)))

    yield from fill(frozenset(board), dict.fromkeys(pieces, 0), ())


def motions_of_surface(
    kind: str, width: int, height: int, ways_of_pieces: Iterable[set[Place]]
) -> set[tuple[tuple[Cell, Cell], ...]]:
    """The motions of the surface that keep the ways of each piece: those of the plane that keep gluing."""
    around = list(product(range(-2 * width, 3 * width), range(-height, 2 * height)))
    kept = list(ways_of_pieces)
    result = set()
    for flip, quarters in product((False, True), range(4)):

        def turned(cell: Cell, flip: bool = flip, quarters: int = quarters) -> Cell:  # noqa: FBT001
            x, y = (-cell[0], cell[1]) if flip else cell
            for _ in range(quarters):
                x, y = -y, x
            return x, y

        if any(_moved(way, turned) not in shapes for shapes in kept for way in shapes):
            continue
        for a, b in product(range(2 * width), range(-2 * height, 2 * height + 1)):
            image: dict[Cell, Cell | None] = {}
            for cell in around:
                own = glued(kind, width, height, cell)
                if own is None:
                    continue
                x, y = turned(cell)
                there = glued(kind, width, height, (x + a, y + b))
                if there is None or image.setdefault(own, there) != there:
                    break
            else:
                if len(set(image.values())) == width * height:
                    result.add(tuple(sorted((c, t) for c, t in image.items() if t)))
    return result


def _moved(way: Place, turned: Callable[[Cell], Cell]) -> Place:
    image = [turned(cell) for cell in way]
    left, top = min(x for x, _ in image), min(y for _, y in image)
    return frozenset((x - left, y - top) for x, y in image)


def random_case(
    dice: random.Random,
) -> tuple[str, int, int, set[Cell], list[Form]]:
    """A surface, its size, the cells of a board on it, and pieces with motions, least and most copies."""
    kind, width, height = dice.choice(KINDS), dice.randint(1, 4), dice.randint(1, 4)
    cells = list(product(range(width), range(height)))
    board = set(dice.sample(cells, max(1, len(cells) - dice.choice((0, 0, 0, 1, 2)))))
    pieces = []
    for _ in range(dice.randint(1, 3)):
        shape = [(0, 0)]
        for _ in range(dice.randint(2, 4)):
            x, y = dice.choice(shape)
            step = dice.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
            if (new := (x + step[0], y + step[1])) not in shape:
                shape.append(new)
        # On one-sided surfaces pieces come back turned over.
        motions = "all" if kind in ("moebius", "klein") else dice.choice(("fixed", "rotation", "all"))
        pieces.append((shape, motions, dice.choice((0, 0, 1)), 9))
    return kind, width, height, board, pieces
