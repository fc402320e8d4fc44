"""The pieces of a puzzle with their orientations and placements, and its rows: the options of its matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.cli.sources import has_items
from tilewright.errors import UnsupportedError
from tilewright.wording import aligned, counted

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle


def piece_numbers(puzzle: AnyPuzzle) -> list[dict[str, int]]:
    """For each piece the numbers of its ``orientations``, and of its ``placements`` on the empty board.

    UnsupportedError for a puzzle of items and options.
    """
    from tilewright.exact_cover.placements import places_of

    if has_items(puzzle):
        raise UnsupportedError("--pieces does not apply to this puzzle: it has items and options, no pieces")
    placed = {name: len(places) for name, places in places_of(puzzle)}
    return [
        {
            "orientations": len(piece.orientations(puzzle.lattice)),
            "placements": placed.get(piece.name, 0),
        }
        for piece in puzzle.pieces
    ]


def piece_lines(puzzle: AnyPuzzle) -> list[str]:
    """A table of the pieces, and a line with the sums."""
    from tilewright.wording import plain

    numbers = piece_numbers(puzzle)
    assert not has_items(puzzle)
    rows = [("piece", "cells", "copies", "motions", "orientations", "placements")]
    for piece, own in zip(puzzle.pieces, numbers, strict=True):
        least, most = piece.min_copies, piece.max_copies
        copies = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        sizes = (
            f"{piece.size:,}",
            copies,
            piece.motions,
            f"{own['orientations']:,}",
            f"{own['placements']:,}",
        )
        rows.append((plain(piece.name), *sizes))
    sums = [counted(len(numbers), "piece")]
    sums += [counted(sum(own[what + "s"] for own in numbers), what) for what in ("orientation", "placement")]
    return [*aligned(rows, "<>><>>"), ", ".join(sums)]


def row_lines(puzzle: ExactCoverPuzzle) -> list[str]:
    """Each row with its number as ``--as rows`` writes it: the name of the option, or its items."""
    from tilewright.wording import plain

    width = len(str(len(puzzle.options)))
    return [
        f"{number:>{width}}  {plain(option.name or ' '.join(option.words))}"
        for number, option in enumerate(puzzle.options, start=1)
    ]


def matrix_line(rows: int, columns: int) -> str:
    """The size of the matrix."""
    return f"matrix: {counted(rows, 'row')}, {counted(columns, 'column')}"


def row_keys(puzzle: ExactCoverPuzzle) -> list[dict[str, Any]]:
    """Each row as JSON: its number, the name of its option, and its items."""
    return [
        {"row": number, "name": option.name, "items": list(option.words)}
        for number, option in enumerate(puzzle.options, start=1)
    ]
