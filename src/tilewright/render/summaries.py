"""What a drawing says of a puzzle and its solutions, whether in signs or as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.model.puzzle import Puzzle, Solution
from tilewright.render.options import RenderOptions


def is_sheet(solutions: Sequence[Solution], look: RenderOptions) -> bool:
    """Whether a contact sheet is wanted: many solutions, or one of which more is to be said."""
    return len(solutions) > 1 or look.total not in (None, 1) or bool(look.captions)


def labelled_by(puzzle: Puzzle, look: RenderOptions) -> bool:
    """Whether pieces are drawn with their labels: as the look says, else unless there is but one piece."""
    return len(puzzle.pieces) > 1 if look.labels is None else look.labels


def tally(puzzle: Puzzle) -> str:
    """How many cells and pieces a puzzle has, in words."""
    required, optional = len(puzzle.board.required), len(puzzle.board.optional)
    cells = f"{required:,} cells" if required != 1 else "1 cell"
    if optional:
        cells += f" and {optional:,} that may stay empty"
    least = sum(piece.min_copies for piece in puzzle.pieces)
    most = sum(piece.max_copies for piece in puzzle.pieces)
    count = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return f"{cells}, {count} piece{'s' if most != 1 else ''}"


def how_many(shown: int, total: int, look: RenderOptions) -> str:
    """How many solutions are shown, of how many, in words; short or none where the caller wrote a title."""
    written = look.title is not None
    if total > shown:
        part = f"first {shown:,} of {total:,}" if shown > 1 else f"one of {total:,}"
        return part if written else f"{part} solutions"
    return "" if written else f"{shown:,} solution{'s' if shown != 1 else ''}"
