"""MacMahon's squares and triangles: all tiles with coloured edges, placed so that touching edges match.

P. A. MacMahon, New Mathematical Pastimes, 1921.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import SQUARE, TRIANGLE, Cell, Lattice
from tilewright.wording import counted

MAX_COLOURS = 5
DEFAULT_SIZES = {2: (2, 3), 3: (4, 6), 4: (7, 10), 5: (11, 15)}
"""The default rectangle, rows and columns, by the number of colours."""

Tile = tuple[int, ...]  # the colours of a tile's edges from 1, going round


def macmahon(
    colours: int = 3, size: tuple[int, ...] | None = None, border: int | None = None
) -> ExactCoverPuzzle:
    """All squares with edges of so many colours, each once, to be placed in a rectangle with matching edges.

    The squares may be rotated but not reflected; there are 24 of three colours. ``border`` is the colour of
    all edges on the border, from 1; None leaves them free. Cells and tiles are primary items, inner edges
    secondary ones with colours. PuzzleError when there are more or fewer cells than tiles.
    """
    _check_colours(colours, border)
    rows, columns = _flat(size or DEFAULT_SIZES[colours])
    tiles = _tiles(colours, 4)
    if rows * columns != len(tiles):
        there = f"there are {len(tiles)} squares of {colours} colours"
        raise PuzzleError(f"{rows} x {columns} has {counted(rows * columns, 'cell')}, but {there}")
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    title = f"MacMahon squares of {colours} colours in {rows} x {columns}"
    return _matching(SQUARE, cells, tiles, border, title)


def triangles(border: int | None = None) -> ExactCoverPuzzle:
    """The 24 triangles with edges of four colours, to be placed in a hexagon of side 2 with matching edges.

    The triangles may be rotated but not reflected. ``border`` is as for :func:`macmahon`.
    """
    _check_colours(4, border)
    title = "MacMahon triangles of 4 colours in a hexagon"
    return _matching(TRIANGLE, _hexagon(), _tiles(4, 3), border, title)


def _check_colours(colours: int, border: int | None) -> None:
    if not 2 <= colours <= MAX_COLOURS:
        raise PuzzleError(f"the number of colours is {colours:,}; expected 2 to {MAX_COLOURS}")
    if border is not None and not 1 <= border <= colours:
        raise PuzzleError(f"the border colour is {border:,}; expected 1 to {colours}")


def _flat(size: Sequence[int]) -> tuple[int, int]:
    if len(size) != 2:
        raise PuzzleError(f"the size is {'x'.join(map(str, size))}; expected rows x columns, such as 4x6")
    return size[0], size[1]


def _tiles(colours: int, edges: int) -> list[Tile]:
    """Every tile up to rotation, as the smallest of its rotations."""
    return [tile for tile in product(range(1, colours + 1), repeat=edges) if tile == min(_rotations(tile))]


def _rotations(tile: Tile) -> list[Tile]:
    """The different rotations of a tile."""
    return list(dict.fromkeys(tile[k:] + tile[:k] for k in range(len(tile))))


def _hexagon() -> list[Cell]:
    """The 24 triangles within two sides of one corner, by the distances of their corners from it."""
    centre = TRIANGLE.outline((0, 0))[0]
    near: set[Cell] = {(0, 0)}
    for _ in range(6):
        near |= {other for cell in near for other in TRIANGLE.neighbours(cell)}
    radius = 2.01
    return sorted(
        cell
        for cell in near
        if all((x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2 for x, y in TRIANGLE.outline(cell))
    )


def _edges(lattice: Lattice, cells: Sequence[Cell]) -> tuple[dict[Cell, tuple[int, ...]], set[int]]:
    """The edges of each cell in the same rotational order, by number; and those of one cell only."""
    number: dict[frozenset[tuple[float, float]], int] = {}
    of: dict[Cell, tuple[int, ...]] = {}
    for cell in cells:
        corners = [(round(x, 6), round(y, 6)) for x, y in lattice.outline(cell)]
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        turning = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
        numbers = [number.setdefault(frozenset(side), len(number)) for side in sides]
        of[cell] = tuple(numbers if turning > 0 else reversed(numbers))
    times = Counter(side for sides_of in of.values() for side in sides_of)
    return of, {side for side, often in times.items() if often == 1}


def _matching(
    lattice: Lattice, cells: Sequence[Cell], tiles: Sequence[Tile], border: int | None, title: str
) -> ExactCoverPuzzle:
    """Place each tile once on the cells so that touching edges have one colour."""
    edges, rim = _edges(lattice, cells)
    if border is not None:
        title += f", the border in colour {border}"
    options = []
    for tile in tiles:
        words = "".join(map(str, tile))
        for cell in cells:
            place = ".".join(str(a) for a in cell)
            for turned in _rotations(tile):
                sides = list(zip(edges[cell], turned, strict=True))
                if border is not None and any(side in rim and c != border for side, c in sides):
                    continue
                uses = [(f"tile-{words}", ""), (f"cell-{place}", "")]
                uses += [(f"edge-{side}", str(c)) for side, c in sides if side not in rim]
                options.append(Option(tuple(uses), f"{''.join(map(str, turned))} on {place}"))
    inner = sorted({side for numbers in edges.values() for side in numbers} - rim)
    items = (
        *(Item(f"tile-{''.join(map(str, tile))}") for tile in tiles),
        *(Item(f"cell-{'.'.join(str(a) for a in cell)}") for cell in cells),
        *(Item(f"edge-{side}", primary=False) for side in inner),
    )
    return ExactCoverPuzzle(items, tuple(options), title=title)
