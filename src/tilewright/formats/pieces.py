"""Names for the unnamed pieces of a file, and fixed numbers of copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import times_text
from tilewright.model.lattices import SQUARE, Lattice
from tilewright.model.pieces import canonical, name_of
from tilewright.model.pieces.sets import named_shapes
from tilewright.model.puzzle import MODES, Piece, Puzzle
from tilewright.wording import quoted


def name_pieces(pieces: Sequence[Piece], taken: Iterable[str] = (), lattice: Lattice = SQUARE) -> list[str]:
    """A name for each piece, in order, no two alike and none of ``taken``.

    Small polyforms get their usual names (``F``, ``T4``), with a prime for the mirror image when the piece
    may not be turned over. Others are numbered within their size: ``6-3`` is the third of six cells. A
    second piece of the same name (other colours, say) is ``F.2``, a third ``F.3``.
    """
    used = set(taken)
    numbered: dict[int, int] = {}
    counts: dict[str, int] = {}  # by usual name: how many pieces have had it
    names = []
    for piece in pieces:
        usual = _usual_name(piece, lattice)
        if usual is None:
            numbered[piece.size] = numbered.get(piece.size, 0) + 1
            usual = f"{piece.size}-{numbered[piece.size]}"
        while True:
            counts[usual] = counts.get(usual, 0) + 1
            name = usual if counts[usual] == 1 else f"{usual}.{counts[usual]}"
            if name not in used:
                break
        used.add(name)
        names.append(name)
    return names


def _usual_name(piece: Piece, lattice: Lattice) -> str | None:
    name = name_of(piece.cells, lattice)
    if name is None or piece.motions not in ("fixed", "upright", "rotation"):
        return name
    drawn = dict(named_shapes(lattice))[name]
    as_drawn = canonical(drawn, "rotation", lattice) == canonical(piece.cells, "rotation", lattice)
    return name if as_drawn else name + "'"


def refuse(*reasons: tuple[object, str]) -> None:
    """UnsupportedError with the first reason whose condition holds."""
    for condition, reason in reasons:
        if condition:
            raise UnsupportedError(reason)


def check_motions(motions: str) -> None:
    """UnsupportedError for motions that there are not; "" leaves the choice to the file."""
    if motions and motions not in MODES:
        raise UnsupportedError(f"there are no motions {quoted(motions)}; expected one of {', '.join(MODES)}")


def fixed_copies(puzzle: Puzzle, format: str) -> dict[str, int]:
    """The number of copies of each piece in every solution, by the pieces' names.

    At most one piece may have a variable number, which then follows from the area of the board.
    UnsupportedError names a piece whose number is not determined.
    """
    area = len(puzzle.board.required)
    copies = {p.name: p.min_copies for p in puzzle.pieces if p.min_copies == p.max_copies}
    variable = [p for p in puzzle.pieces if p.name not in copies]
    for piece in variable:
        remaining = area - sum(p.size * copies[p.name] for p in puzzle.pieces if p.name in copies)
        count, rest = divmod(remaining, piece.size)
        is_determined = len(variable) == 1 and not rest and not puzzle.board.optional
        if not (is_determined and piece.min_copies <= count <= piece.max_copies):
            span = times_text(piece.min_copies, piece.max_copies)
            needed = f"{format} needs a fixed number of copies"
            raise UnsupportedError(f"piece {quoted(piece.name)} may be used {span}; {needed}")
        copies[piece.name] = count
    return copies
