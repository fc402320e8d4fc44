"""What the tests of the models share: arrangements by plain search, and boards for Hypothesis."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, is_arrangement
from tilewright.model.lattices import Cell

Pieces = frozenset[tuple[Cell, ...]]


def arrangements(board: GunportBoard, rules: Rules) -> Iterator[Pieces]:
    """Every arrangement of dominoes on the board: cell by cell a port, or a domino to the right or down."""
    cells = sorted(board.cells)

    def fill(number: int, taken: frozenset[Cell], pieces: Pieces) -> Iterator[Pieces]:
        while number < len(cells) and cells[number] in taken:
            number += 1
        if number == len(cells):
            if is_arrangement(Arrangement(board, pieces), rules):
                yield pieces
            return
        x, y = cells[number]
        for other in ((x + 1, y), (x, y + 1)):
            if other in board.cells and other not in taken:
                yield from fill(number + 1, taken | {(x, y), other}, pieces | {((x, y), other)})
        # A port beside a port seen before is a place where one more domino fits.
        if not any(beside in board.cells and beside not in taken for beside in ((x - 1, y), (x, y - 1))):
            yield from fill(number + 1, taken, pieces)

    yield from fill(0, frozenset(), frozenset())


def fewest(board: GunportBoard, rules: Rules) -> int | None:
    """The fewest dominoes of an arrangement, None when there is no arrangement."""
    return min((len(pieces) for pieces in arrangements(board, rules)), default=None)


@st.composite
def boards(draw: st.DrawFn, most: int = 12) -> GunportBoard:
    """Boards of any shape, not always in one part, with dominoes and ports given on some."""
    square = st.tuples(st.integers(-2, 2), st.integers(-1, 3))
    cells = draw(st.frozensets(square, min_size=1, max_size=most))
    given: set[tuple[Cell, ...]] = set()
    pairs = [((x, y), b) for x, y in sorted(cells) for b in ((x, y + 1), (x + 1, y)) if b in cells]
    if pairs:
        given.update(draw(st.sets(st.sampled_from(pairs), max_size=1)))
    free = sorted(cells - {cell for piece in given for cell in piece})
    ports = draw(st.frozensets(st.sampled_from(free), max_size=2)) if free else frozenset()
    return GunportBoard(cells, frozenset(given), ports)
