"""Random puzzles for the tests of the formats."""

from __future__ import annotations

from hypothesis import strategies as st

from tilewright.cover import placements_of
from tilewright.lattices import SQUARE, Cell
from tilewright.puzzle import MAX_COST, MODES, Board, Expected, Piece, Placement, PlacementCost, Puzzle


@st.composite
def polyominoes(draw: st.DrawFn, least: int, most: int) -> list[Cell]:
    """A connected set of cells, grown one by one."""
    cells: list[Cell] = [(0, 0)]
    for _ in range(draw(st.integers(least, most)) - 1):
        edge = sorted({n for c in cells for n in SQUARE.neighbours(c)} - set(cells))
        cells.append(draw(st.sampled_from(edge)))
    return cells


@st.composite
def page_puzzles(draw: st.DrawFn, motions: str = "all") -> Puzzle:
    """A puzzle that ASCII tiles can hold: connected shapes, all or no colours, no two pieces alike."""
    palette = draw(st.sampled_from(["", "xo", "ab%", "#."]))

    def coloured(cells: list[Cell]) -> dict[Cell, str]:
        return {cell: draw(st.sampled_from(palette)) if palette else "" for cell in cells}

    shapes = draw(st.lists(polyominoes(1, 6), max_size=5))
    board = draw(polyominoes(7, 30))
    pieces: dict[object, Piece] = {}
    for number, cells in enumerate(shapes):
        copies = draw(st.integers(1, 3))
        piece = Piece.of(str(number), coloured(cells), copies=copies, motions=motions)
        pieces.setdefault(piece.shape_key(SQUARE), piece)
    left, top = SQUARE.anchor(board)
    return Puzzle(Board.of(coloured([(x - left, y - top) for x, y in board])), tuple(pieces.values()))


texts = st.text(st.characters(codec="utf-8"), max_size=12)
colours = st.one_of(
    st.just(""), st.sampled_from(["#", ".", "+", "x", "O", "red", "rot", '"', "\\", " "]), texts
)
coordinates = st.integers(-40, 40)
costs = st.one_of(st.just(0), st.integers(-9, 9), st.integers(-MAX_COST, MAX_COST))


@st.composite
def any_puzzles(draw: st.DrawFn) -> Puzzle:
    """A puzzle with all that can be said: scattered cells, optional ones, forced ones, costs, counts."""
    spot = st.tuples(coordinates, coordinates)
    board = draw(st.dictionaries(spot, st.tuples(colours, st.booleans()), min_size=1, max_size=25))
    names = draw(st.lists(texts.filter(lambda t: bool(t.strip())), unique=True, max_size=4))
    pieces = []
    for name in names:
        cells = draw(
            st.one_of(
                st.dictionaries(spot, colours, min_size=1, max_size=6),
                polyominoes(1, 6).map(lambda cells: dict.fromkeys(cells, "")),
            )
        )
        copies = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
        pieces.append(
            Piece.of(
                name,
                cells,
                copies=(copies[0], copies[1]),
                motions=draw(st.sampled_from(MODES)),
                cost=draw(costs),
            )
        )
    expect = st.builds(
        Expected,
        st.sampled_from(["solutions", "labelled", "unique", "cheapest", "dearest"]),
        st.one_of(st.integers(0, 10**6), st.integers(2**60, 10**50)),
        texts,
        st.sampled_from(["", *MODES]),
        st.sampled_from(["all", "any"]),
    ) | st.builds(Expected, st.sampled_from(["least", "most"]), st.integers(-(10**20), 10**20), texts)
    required = {cell: colour for cell, (colour, optional) in board.items() if not optional}
    optional = {cell: colour for cell, (colour, optional) in board.items() if optional}
    forced = []
    if draw(st.booleans()) and "lone" not in names:
        pieces.append(Piece.of("lone", [(0, 0)]))
        forced.append(Placement("lone", (draw(st.sampled_from(sorted(board))),)))
    priced: dict[Cell, int] = draw(st.dictionaries(st.sampled_from(sorted(board)), costs, max_size=6))
    bare = Puzzle(Board.of(required, optional), tuple(pieces))
    there = placements_of(bare)
    listed = draw(st.lists(st.sampled_from(there), unique=True, max_size=3)) if there else []
    return Puzzle(
        Board.of(required, optional, forced=forced, costs=priced),
        tuple(pieces),
        draw(texts),
        draw(texts),
        expect=tuple(draw(st.lists(expect, max_size=2))),
        costs=tuple(PlacementCost(placement, draw(costs)) for placement in listed),
    )
