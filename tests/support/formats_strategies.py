"""Random puzzles for the tests of the formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from support.lattice_cases import translation
from tilewright.exact_cover.placements import placements_of
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option, is_word
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import MAX_COST, MODES, Board, Expected, Piece, Placement, PlacementCost, Puzzle
from tilewright.testing import noted, random_polyform


def polyforms(lattice: Lattice, least: int, most: int) -> st.SearchStrategy[list[Cell]]:
    """A connected set of cells."""
    dice = st.randoms(use_true_random=False)
    return st.tuples(dice, st.integers(least, most)).map(lambda at: random_polyform(at[0], lattice, at[1]))


def polyominoes(least: int, most: int) -> st.SearchStrategy[list[Cell]]:
    """A connected set of squares."""
    return polyforms(SQUARE, least, most)


def cells_of(lattice: Lattice) -> st.SearchStrategy[Cell]:
    """Any cell of a lattice, not far off."""
    near = st.tuples(*[coordinates] * lattice.dimension)
    shifts = near.map(lambda vector: translation(lattice, vector))
    return st.tuples(st.sampled_from(lattice.classes), shifts).map(lambda pair: add(*pair))


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
    return noted(Puzzle(Board.of(coloured([(x - left, y - top) for x, y in board])), tuple(pieces.values())))


texts = st.text(st.characters(codec="utf-8"), max_size=12)
colours = st.one_of(
    st.just(""), st.sampled_from(["#", ".", "+", "x", "O", "red", "rot", '"', "\\", " "]), texts
)
painted = colours.filter(bool)
coordinates = st.integers(-40, 40)
costs = st.one_of(st.just(0), st.integers(-9, 9), st.integers(-MAX_COST, MAX_COST))

counts = st.builds(
    Expected,
    st.sampled_from(["solutions", "labelled", "unique", "cheapest", "dearest"]),
    st.one_of(st.integers(0, 10**6), st.integers(2**60, 10**50)),
    texts,
    st.sampled_from(["", *MODES]),
    st.sampled_from(["all", "any"]),
) | st.builds(Expected, st.sampled_from(["least", "most"]), st.integers(-(10**20), 10**20), texts)
"""Known counts."""


@st.composite
def any_puzzles(draw: st.DrawFn, lattices: Sequence[Lattice] = tuple(LATTICES.values())) -> Puzzle:
    """A puzzle with all that can be said: scattered cells, optional ones, forced ones, costs, counts."""
    lattice = draw(st.sampled_from(lattices))
    spot = cells_of(lattice)
    shapes = polyforms(lattice, 1, 6).map(lambda cells: dict.fromkeys(cells, ""))
    board = draw(
        st.dictionaries(spot, st.tuples(colours, st.booleans()), min_size=1, max_size=25)
        | polyforms(lattice, 4, 14).map(lambda cells: dict.fromkeys(cells, ("", False)))
    )
    names = draw(st.lists(texts.filter(lambda t: bool(t.strip())), unique=True, max_size=4))
    pieces = []
    for name in names:
        cells = draw(st.dictionaries(spot, colours, min_size=1, max_size=6) | shapes)
        copies = sorted(draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
        pieces.append(
            Piece.of(
                name,
                cells,
                lattice=lattice,
                copies=(copies[0], copies[1]),
                motions=draw(st.sampled_from(MODES)),
                cost=draw(costs),
                groups=draw(st.lists(st.integers(1, 3), max_size=2)),
                weight=draw(st.sampled_from((0, 0, 1, -7))),
            )
        )
    required = {cell: colour for cell, (colour, optional) in board.items() if not optional}
    optional = {cell: colour for cell, (colour, optional) in board.items() if optional}
    forced = []
    if draw(st.booleans()) and "lone" not in names:
        there = draw(st.sampled_from(sorted(board)))
        pieces.append(Piece.of("lone", [there], lattice=lattice))
        forced.append(Placement("lone", (there,)))
    priced: dict[Cell, int] = draw(st.dictionaries(st.sampled_from(sorted(board)), costs, max_size=6))
    bare = Puzzle(
        Board.of(required, optional, forced=forced, costs=priced),
        tuple(pieces),
        draw(texts),
        draw(texts),
        lattice,
        expect=tuple(draw(st.lists(counts, max_size=2))),
        colour_pairs=draw(st.none() | st.lists(st.tuples(painted, painted), max_size=3).map(tuple)),
        crossings=draw(st.booleans()) if lattice.can_cross else True,
        mirrors=draw(st.sampled_from([None, False, True])),
    )
    ways = placements_of(bare)
    listed = draw(st.lists(st.sampled_from(ways), unique=True, max_size=3)) if ways else []
    return noted(replace(bare, costs=tuple(PlacementCost(placement, draw(costs)) for placement in listed)))


words = st.text(
    st.characters(codec="utf-8", exclude_characters=":|", exclude_categories=["C", "Z"]),
    min_size=1,
    max_size=6,
).filter(is_word)
"""Names of items, and colours."""


@st.composite
def abstract_puzzles(draw: st.DrawFn, *, plain: bool = False) -> ExactCoverPuzzle:
    """Items with multiplicities, options with names, colours and costs.

    ``plain``: each item is primary and covered once, and nothing costs anything.
    """
    names = draw(st.lists(words | st.sampled_from(["a", "1", "#", '"', "'", "\\"]), unique=True, max_size=7))
    primary = len(names) if plain else draw(st.integers(0, len(names)))
    items = []
    for number, name in enumerate(names):
        least, most = 1, 1
        if number < primary and not plain and draw(st.booleans()):
            least, most = sorted(draw(st.tuples(st.integers(0, 3), st.integers(0, 3))))
        items.append(Item(name, least, most, number < primary))
    options = []
    for _ in range(draw(st.integers(0, 6)) if primary else 0):
        first = draw(st.integers(0, primary - 1))
        others = draw(st.lists(st.integers(0, len(names) - 1), max_size=4))
        chosen = draw(st.permutations(sorted({first, *others})))
        uses = []
        for at in chosen:
            colour = draw(st.just("") | words) if at >= primary else ""
            uses.append((names[at], colour))
        name = draw(st.just("") | texts.filter(_is_name))
        options.append(Option(tuple(uses), name, 0 if plain else draw(costs)))
    expect = tuple(draw(st.lists(counts, max_size=2)))
    return noted(ExactCoverPuzzle(tuple(items), tuple(options), draw(texts), draw(texts), expect))


def _is_name(text: str) -> bool:
    return text == text.strip() and text.isprintable() and "|" not in text
