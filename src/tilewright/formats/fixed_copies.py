"""How often each piece is used, for formats in which every piece is used as often as it is listed."""

from __future__ import annotations

from tilewright.errors import UnsupportedError
from tilewright.model.puzzle import Puzzle


def fixed_copies(puzzle: Puzzle, format: str) -> dict[str, int]:
    """The number of copies of each piece in every solution, by the pieces' names.

    One piece may leave a choice, where the board's area tells how often it is used. UnsupportedError
    names a piece whose number is not told so.
    """
    area = len(puzzle.board.required)
    copies = {p.name: p.min_copies for p in puzzle.pieces if p.min_copies == p.max_copies}
    loose = [p for p in puzzle.pieces if p.name not in copies]
    for piece in loose:
        left = area - sum(p.size * copies[p.name] for p in puzzle.pieces if p.name in copies)
        often, rest = divmod(left, piece.size)
        told = len(loose) == 1 and not rest and not puzzle.board.optional
        if not (told and piece.min_copies <= often <= piece.max_copies):
            raise UnsupportedError(
                f"piece {piece.name!r} may be used {piece.min_copies} to {piece.max_copies} times; "
                f"{format} needs a fixed number of copies"
            )
        copies[piece.name] = often
    return copies
