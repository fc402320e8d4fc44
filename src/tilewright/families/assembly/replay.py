"""Checks a disassembly by cells alone: no search, no distances, one step after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf

from tilewright.cancellation import checked
from tilewright.errors import PuzzleError
from tilewright.families.assembly.bodies import NO_SHIFT, run_into
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation, Turn
from tilewright.families.assembly.slides import Slides, slides_of
from tilewright.model.lattices import CUBE, Cell, Lattice
from tilewright.model.lattices.lattice import moved_back, subtract
from tilewright.model.puzzle import Puzzle

Shape = dict[int, list[Cell]]
"""The cells of a piece, by their classes, which they keep as they move."""


def check_disassembly(disassembly: Disassembly, puzzle: Puzzle) -> None:
    """Replay every move; PuzzleError where pieces meet, or are not apart at the end.

    Pieces that have a group in common may stay together.
    """
    separation = disassembly.separation
    if separation is None:
        raise PuzzleError("there is no sequence of moves to check")
    if separation.pieces != tuple(range(len(disassembly.pieces))):
        raise PuzzleError("the first separation is not of all pieces")
    slides = slides_of(puzzle.lattice)
    shapes: dict[int, Shape] = {}
    for number, (_, cells) in enumerate(disassembly.pieces):
        shape = shapes.setdefault(number, {})
        for cell in cells:
            shape.setdefault(slides.class_of(cell), []).append(cell)
    if len(set(_cells(shapes.values()))) != sum(len(cells) for _, cells in disassembly.pieces):
        raise PuzzleError("pieces overlap before the first move")
    of_piece = {piece.name: set(piece.groups) for piece in puzzle.pieces}
    groups = [of_piece[name] for name, _ in disassembly.pieces]
    _check(separation, shapes, slides, groups)


def _check(
    separation: Separation, shapes: dict[int, Shape], slides: Slides, groups: Sequence[set[int]]
) -> None:
    part = separation.pieces
    if not separation.moves:
        raise PuzzleError(f"the pieces {part} are separated without a move")
    shapes = {piece: shapes[piece] for piece in part}
    for number, move in enumerate(separation.moves, start=1):
        is_last = number == len(separation.moves)
        if isinstance(move, Turn):
            if is_last:
                raise PuzzleError("the last move is a turn, which takes no pieces away")
        elif is_last == bool(move.steps) or move.steps < 0:
            raise PuzzleError(f"move {number} of {len(separation.moves)} has {move.steps} steps")
        if not move.pieces or not set(move.pieces) < set(part):
            raise PuzzleError(f"move {number} does not shift some of the pieces, and not all")
        if isinstance(move, Turn):
            shapes |= _turned(move, shapes, slides, number)
        else:
            shapes |= _moved(move, shapes, slides, number)
    leaving = set(separation.moves[-1].pieces)
    sides = [tuple(sorted(leaving)), tuple(piece for piece in part if piece not in leaving)]
    following = [one for one in (separation.remaining, separation.removed) if one is not None]
    for side in sides:
        own = [one for one in following if one.pieces == side]
        if own:
            _check(own[0], shapes, slides, groups)
        elif len(side) > 1 and not set.intersection(*(groups[piece] for piece in side)):
            raise PuzzleError(f"the pieces {side} are neither separated nor of one group")


def _moved(move: Move, shapes: dict[int, Shape], slides: Slides, number: int) -> dict[int, Shape]:
    """The pieces that a move shifts, where they are after it; every step is looked at."""
    backwards = move.direction not in slides.directions
    back = subtract(NO_SHIFT, move.direction)
    forward = back if backwards else move.direction
    if forward not in slides.directions:
        raise PuzzleError(f"move {number} goes along {move.direction}, which is no direction")
    met = slides.met[slides.directions.index(forward)]
    moving = {piece: shapes[piece] for piece in move.pieces}
    staying = [shape for piece, shape in shapes.items() if piece not in moving]
    standing = set(_cells(staying))
    if not move.steps and slides.lattice.steps_suffice_for < inf:
        _check_leaving(move, moving, staying, slides.lattice, number)
        return moving  # where they are among each other
    steps = move.steps or _until_apart(move.direction, moving.values(), standing)
    classes = {class_number for shape in moving.values() for class_number in shape}
    if all(met[class_number] == (forward,) for class_number in classes):
        # A cell meets only the one that it moves to, so where the pieces are after a step says all.
        for piece, shape in checked(moving.items()):
            cells = list(_cells([shape]))
            for _ in range(steps):
                cells = moved_back(cells, back)
                if not standing.isdisjoint(cells):
                    raise PuzzleError(f"in move {number} piece {piece} meets a piece that stays")
        total = tuple([steps * part for part in back])
        return {piece: _moved_shape(shape, total) for piece, shape in moving.items()}
    # Backwards, those that move meet what those that stay would meet forwards.
    blocked = {cell for shape in staying for cell in _met(shape, met)} if backwards else set[Cell]()
    for _ in range(steps):
        for piece, shape in checked(moving.items()):
            swept = _cells([shape]) if backwards else _met(shape, met)
            if not (blocked if backwards else standing).isdisjoint(swept):
                raise PuzzleError(f"in move {number} piece {piece} meets a piece that stays")
        moving = {piece: _moved_shape(shape, back) for piece, shape in moving.items()}
        if not standing.isdisjoint(_cells(moving.values())):
            raise PuzzleError(f"after a step of move {number} pieces overlap")
    return moving


def _moved_shape(shape: Shape, back: Cell) -> Shape:
    return {class_number: moved_back(cells, back) for class_number, cells in shape.items()}


def _turned(turn: Turn, shapes: dict[int, Shape], slides: Slides, number: int) -> dict[int, Shape]:
    """The pieces that a move turns, where they are after it."""
    if slides.lattice is not CUBE:
        raise PuzzleError(f"move {number} turns pieces on the lattice {slides.lattice.name}")
    moving = {piece: shapes[piece] for piece in turn.pieces}
    standing = set(_cells([shape for piece, shape in shapes.items() if piece not in moving]))
    from tilewright.families.assembly.turn_replay import check_turn  # here: most moves are slides

    check_turn(turn, _cells(moving.values()), standing, number)
    turned = {
        piece: {class_number: [turn.turned(cell) for cell in cells] for class_number, cells in shape.items()}
        for piece, shape in moving.items()
    }
    if not standing.isdisjoint(_cells(turned.values())):
        raise PuzzleError(f"after move {number} pieces overlap")
    return turned


def _check_leaving(
    move: Move, moving: Mapping[int, Shape], staying: Iterable[Shape], lattice: Lattice, number: int
) -> None:
    """Check pieces that leave by the regions that their cells sweep for ever, not by steps."""
    standing = _joined(staying)
    if run_into(lattice, _joined(moving.values()), standing, move.direction):
        piece = next(k for k, shape in moving.items() if run_into(lattice, shape, standing, move.direction))
        raise PuzzleError(f"in move {number} piece {piece} meets a piece on its way out")


def _joined(shapes: Iterable[Shape]) -> Shape:
    joined: Shape = {}
    for shape in shapes:
        for class_number, cells in shape.items():
            joined.setdefault(class_number, []).extend(cells)
    return joined


def _cells(shapes: Iterable[Shape]) -> Iterator[Cell]:
    return chain.from_iterable(chain.from_iterable(map(dict.values, shapes)))


def _met(shape: Shape, met: Sequence[Sequence[Cell]]) -> Iterator[Cell]:
    """The cells that a shape meets in one step forwards, some of them several times."""
    return chain.from_iterable(
        moved_back(cells, subtract(NO_SHIFT, offset))
        for class_number, cells in shape.items()
        for offset in met[class_number]
    )


def _until_apart(direction: Cell, moving: Iterable[Shape], standing: set[Cell]) -> int:
    """The number of steps after which the pieces that leave are beyond those that stay."""
    axis = next(k for k, part in enumerate(direction) if part)
    sign = 1 if direction[axis] > 0 else -1
    last = max(sign * cell[axis] for cell in standing)
    return max(1, last - min(sign * cell[axis] for cell in _cells(moving)) + 2)
