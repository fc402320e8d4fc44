"""Two arrangements joined into one on a taller board: one above the other, with rows in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import Arrangement, GunportBoard, PieceCells, Rules, by_lines, faults
from tilewright.model.lattices import Cell
from tilewright.wording import counted

CoveredRows = Mapping[Cell, PieceCells]
"""What covers each cell of some rows, the first of which is row 0: a piece, or () for a port."""
CoveredSet = frozenset[tuple[Cell, PieceCells]]
"""The same as a key."""

NAMES = ("the upper board", "the lower board")


def join(
    upper: Arrangement,
    lower: Arrangement,
    overlap: int,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    names: tuple[str, str] = NAMES,
) -> Arrangement:
    """``upper`` above ``lower``: the last ``overlap`` rows of the one are the first rows of the other.

    PuzzleError names the first cell where these rows differ, or says why the joined board is no valid
    arrangement under the rules, as it may be without rows in common.
    """
    return best_join([upper], [lower], overlap, rules, names)


def best_join(
    uppers: Sequence[Arrangement],
    lowers: Sequence[Arrangement],
    overlap: int,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    names: tuple[str, str] = NAMES,
) -> Arrangement:
    """A join with the fewest pieces of one of ``uppers`` and one of ``lowers``, the first of such joins.

    The arrangements of each list lie on one board. PuzzleError as of ``join``.
    """
    _check_sizes(uppers[0], lowers[0], overlap, names)
    top = _height(uppers[0]) - overlap
    # A further piece may fit, or a piece slide, across fewer rows in common than this.
    tallest = max(y for shape in rules.orientations for _, y in shape)
    near = 0 if overlap >= tallest else tallest
    above = _fewest_by_rows(uppers, top, overlap, range(top - near, top + overlap))
    below = _fewest_by_rows(lowers, 0, overlap, range(overlap + near))
    pairs = [
        (len(one.pieces) + len(other.pieces) - len({piece for _, piece in rows if piece}), one, other)
        for rows in above
        for one in above[rows]
        for other in below.get(rows, ())
    ]
    if not pairs:
        raise PuzzleError(_difference(uppers, lowers, overlap, names))
    pairs.sort(key=lambda pair: pair[0])
    wrong = ""
    for _, one, other in pairs:
        joined = _joined(one, other, top)
        if not (texts := faults(joined, rules)):
            return joined
        wrong = wrong or texts[0]
    raise PuzzleError(f"the joined board is not a valid arrangement: {wrong}")


def _height(arrangement: Arrangement) -> int:
    return 1 + max(y for _, y in arrangement.board.cells)


def _check_sizes(upper: Arrangement, lower: Arrangement, overlap: int, names: tuple[str, str]) -> None:
    for arrangement, name in zip((upper, lower), names, strict=True):
        if not 0 <= overlap <= _height(arrangement):
            rows = counted(_height(arrangement), "row")
            raise PuzzleError(
                f"{name} has {rows}, so {counted(overlap, 'row')} in common are not possible; expected 0 to "
                f"{_height(arrangement):,}"
            )
    if upper.board.size and lower.board.size and upper.board.size[1] != lower.board.size[1]:
        columns = counted(upper.board.size[1], "column")
        raise PuzzleError(
            f"{names[0]} has {columns} and {names[1]} has {lower.board.size[1]:,}; expected the same number"
        )


def _covered_rows(arrangement: Arrangement, top: int, overlap: int) -> CoveredRows:
    """What covers the cells of ``overlap`` rows from row ``top`` on."""
    moved = {cell: tuple((x, y - top) for x, y in piece) for piece in arrangement.pieces for cell in piece}
    rows = [(x, y) for x, y in arrangement.board.cells if top <= y < top + overlap]
    return {(x, y - top): moved.get((x, y), ()) for x, y in rows}


def _fewest_by_rows(
    arrangements: Iterable[Arrangement], top: int, overlap: int, near: range
) -> dict[CoveredSet, list[Arrangement]]:
    """By what covers the rows in common: an arrangement with the fewest pieces for all that covers the rows
    ``near``, of which those in common are some.
    """
    fewest: dict[CoveredSet, dict[CoveredSet, Arrangement]] = {}
    for arrangement in arrangements:
        rows = frozenset(_covered_rows(arrangement, top, overlap).items())
        around = rows
        if len(near) > overlap:
            around = frozenset(_covered_rows(arrangement, near.start, len(near)).items())
        known = fewest.setdefault(rows, {}).setdefault(around, arrangement)
        if len(arrangement.pieces) < len(known.pieces):
            fewest[rows][around] = arrangement
    return {rows: list(entries.values()) for rows, entries in fewest.items()}


def _joined(upper: Arrangement, lower: Arrangement, top: int) -> Arrangement:
    """Both on one board; no piece crosses the border of the rows in common, as they would differ there."""
    cells = upper.board.cells | {(x, y + top) for x, y in lower.board.cells}
    pieces = upper.pieces | {tuple((x, y + top) for x, y in piece) for piece in lower.pieces}
    return Arrangement.of(GunportBoard(cells), pieces)


def _difference(
    uppers: Sequence[Arrangement], lowers: Sequence[Arrangement], overlap: int, names: tuple[str, str]
) -> str:
    """Where the first two arrangements differ in their rows in common, as a sentence."""
    top = _height(uppers[0]) - overlap
    above, below = _covered_rows(uppers[0], top, overlap), _covered_rows(lowers[0], 0, overlap)
    cells = by_lines(above.keys() | below.keys())
    x, y = cell = next(cell for cell in cells if above.get(cell) != below.get(cell))
    words = _word(cell, above), _word(cell, below)
    if words[0] == words[1]:
        words = words[0], "another piece"
    several = ""
    if len(uppers) > 1 or len(lowers) > 1:
        several = "no two of the arrangements have the same rows; the first two differ: "
    return (
        f"{several}{names[0]} has {words[0]} in row {top + y + 1:,}, column {x + 1:,}, and {names[1]} has "
        f"{words[1]} in row {y + 1:,}, column {x + 1:,}; expected {counted(overlap, 'equal row')}"
    )


def _word(cell: Cell, rows: CoveredRows) -> str:
    piece = rows.get(cell)
    if not piece:
        return "no cell" if piece is None else "a port"
    if len(piece) != 2:
        return "a piece"
    (first, (x, _)) = piece
    sides = ("upper", "lower") if first[0] == x else ("left", "right")
    return f"the {sides[cell != first]} half of a domino"
