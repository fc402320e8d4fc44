"""What a 3-D printer makes of a puzzle: one of each piece, or all copies on plates of its size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.render.bodies import Body, piece_body, plate_bodies
from tilewright.render.mesh import PrintSettings
from tilewright.render.plates import MAX_BODIES, Printer, fitting_turns, packed_plates
from tilewright.render.split import Joint, split_bodies
from tilewright.wording import quoted


def parse_printer(text: str) -> Printer:
    """The printer whose space is written as ``220x220x250``; UnsupportedError for anything else."""
    numbers = re.fullmatch(r"\s*([0-9.]+)\s*[x*×]\s*([0-9.]+)\s*[x*×]\s*([0-9.]+)\s*", text.lower())
    try:
        width, depth, height = map(float, numbers.groups() if numbers else ())
    except ValueError:
        raise UnsupportedError(
            f"{quoted(text)} is no size of a printer; expected width x depth x height in mm, as 220x220x250"
        ) from None
    return Printer(width, depth, height)


def printed_plates(
    puzzle: Puzzle,
    size: PrintSettings,
    printer: Printer | None = None,
    *,
    split: bool = False,
    chosen: Sequence[int] | None = None,
) -> list[list[Body]]:
    """The bodies on each plate: without a printer one of each piece in rows, else all copies.

    ``split`` cuts pieces that are too large; these are solid, as pegs need that. ``chosen`` are the indices
    of the pieces, None: all. UnsupportedError for what cannot be printed.
    """
    if not puzzle.pieces:
        raise UnsupportedError("the puzzle has no pieces to print")
    if printer is None:
        if chosen is not None and len(chosen) == 1:
            return [[piece_body(puzzle, chosen[0], size)]]
        return [plate_bodies(puzzle, size)]
    indices = range(len(puzzle.pieces)) if chosen is None else chosen
    space = len(puzzle.board.cells)
    numbers = {i: min(puzzle.pieces[i].max_copies, space // puzzle.pieces[i].size) for i in indices}
    total = sum(numbers.values())
    if total > MAX_BODIES:
        raise UnsupportedError(f"{total:,} pieces are too many to pack; at most {MAX_BODIES:,} are")
    bodies = [
        body for i in indices for body in [_body(puzzle, i, size, printer if split else None)] * numbers[i]
    ]
    if split:
        bodies = split_bodies(bodies, printer, Joint.of(size.cell, size.gap))
    return packed_plates(bodies, printer)


def _body(puzzle: Puzzle, index: int, size: PrintSettings, printer: Printer | None) -> Body:
    """The body of a piece; a hollow one only if it need not be cut for a printer."""
    body = piece_body(puzzle, index, size)
    if printer is not None and size.wall is not None and not fitting_turns(body, printer):
        return piece_body(puzzle, index, replace(size, wall=None, drain=None))
    return body
