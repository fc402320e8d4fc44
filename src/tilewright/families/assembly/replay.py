"""Checks a disassembly by cells alone: no search, no distances, one step after another."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import PuzzleError
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation
from tilewright.families.assembly.slides import Slides, slides_of
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Puzzle


def check_disassembly(found: Disassembly, puzzle: Puzzle) -> None:
    """Replay every move; PuzzleError where pieces meet, or are not apart at the end.

    Pieces that have a group in common may stay together.
    """
    separation = found.separation
    if separation is None:
        raise PuzzleError("there is no sequence of moves to check")
    if separation.pieces != tuple(range(len(found.pieces))):
        raise PuzzleError("the first separation is not of all pieces")
    cells = {number: frozenset(cells) for number, (_, cells) in enumerate(found.pieces)}
    of_piece = {piece.name: set(piece.groups) for piece in puzzle.pieces}
    groups = [of_piece[name] for name, _ in found.pieces]
    _check(separation, cells, slides_of(puzzle.lattice), groups)


def _check(
    separation: Separation, cells: dict[int, frozenset[Cell]], slides: Slides, groups: Sequence[set[int]]
) -> None:
    part = separation.pieces
    if not separation.moves:
        raise PuzzleError(f"the pieces {part} are separated without a move")
    cells = {piece: cells[piece] for piece in part}
    for number, move in enumerate(separation.moves, start=1):
        is_last = number == len(separation.moves)
        if is_last == bool(move.steps) or move.steps < 0:
            raise PuzzleError(f"move {number} of {len(separation.moves)} has {move.steps} steps")
        if not move.pieces or not set(move.pieces) < set(part):
            raise PuzzleError(f"move {number} does not shift some of the pieces, and not all")
        steps = move.steps or _until_apart(move, cells)
        for _ in range(steps):
            cells = _step(move, cells, slides, number)
    leaving = set(separation.moves[-1].pieces)
    sides = [tuple(sorted(leaving)), tuple(piece for piece in part if piece not in leaving)]
    following = [one for one in (separation.remaining, separation.removed) if one is not None]
    for side in sides:
        own = [one for one in following if one.pieces == side]
        if own:
            _check(own[0], cells, slides, groups)
        elif len(side) > 1 and not set.intersection(*(groups[piece] for piece in side)):
            raise PuzzleError(f"the pieces {side} are neither separated nor of one group")


def _until_apart(move: Move, cells: dict[int, frozenset[Cell]]) -> int:
    """So many steps along a direction that boxes around the pieces that leave and the others are apart."""
    axis = next(k for k, part in enumerate(move.direction) if part)
    spread = [cell[axis] for piece in cells.values() for cell in piece]
    return max(spread) - min(spread) + 2


def _step(
    move: Move, cells: dict[int, frozenset[Cell]], slides: Slides, number: int
) -> dict[int, frozenset[Cell]]:
    """The cells after one step of a move."""
    backwards = move.direction not in slides.directions
    forward = tuple(-part for part in move.direction) if backwards else move.direction
    if forward not in slides.directions:
        raise PuzzleError(f"move {number} goes along {move.direction}, which is no direction")
    met = slides.met[slides.directions.index(forward)]
    moving = {piece: cells[piece] for piece in move.pieces}
    staying = {piece: held for piece, held in cells.items() if piece not in moving}
    # Backwards, those that move meet what those that stay would meet forwards.
    running, standing = (staying, moving) if backwards else (moving, staying)
    owner = {cell: piece for piece, held in standing.items() for cell in held}
    for piece, held in running.items():
        for cell in held:
            for offset in met[slides.class_of(cell)]:
                other = owner.get(add(cell, offset))
                if other is not None:
                    raise PuzzleError(f"in move {number} piece {piece} meets piece {other}")
    shifted = {piece: frozenset(add(cell, move.direction) for cell in held) for piece, held in moving.items()}
    after = {**staying, **shifted}
    if len(frozenset[Cell]().union(*after.values())) != sum(map(len, after.values())):
        raise PuzzleError(f"after a step of move {number} pieces overlap")
    return after
