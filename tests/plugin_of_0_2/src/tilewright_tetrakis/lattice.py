r"""The tetrakis square lattice: squares cut into four triangles by their diagonals; eight motions.

A square takes 3 by 3 coordinates, and each of its triangles has those of the middle of its long side, so with
x and y modulo 3 the cells are the upper triangle (1, 0), the left (0, 1), the right (2, 1) and the lower
(1, 2)::

    +-------+
    | \ 1 / |        . v .
    | 0   2 |        > . <      as in puzzle files
    | / 1 \ |        . ^ .
    +-------+
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.lattice import (
    Cell,
    Corner,
    Lattice,
    Motion,
    Point,
    Polyforms,
    Side,
    Stencil,
    TextDrawing,
)

UPPER, LEFT, RIGHT, LOWER = (1, 0), (0, 1), (2, 1), (1, 2)


def _kind(cell: Cell) -> tuple[int, int]:
    return (cell[0] % 3, cell[1] % 3)


def _is_cell(cell: Cell) -> bool:
    return _kind(cell) in (UPPER, LEFT, RIGHT, LOWER)


def _is_translation(vector: Cell) -> bool:
    return _kind(vector) == (0, 0)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The two triangles of the same square along the short sides, and the one across the long side."""
    x, y = cell
    dx, dy = _kind(cell)[0] - 1, _kind(cell)[1] - 1  # from the middle of the square to the long side
    near = {(x + dx, y + dy), (x - dx - dy, y - dx - dy), (x - dx + dy, y + dx - dy)}
    return tuple(sorted(near))


def _anchor(cells: Iterable[Cell]) -> Cell:
    held = list(cells)
    left, top = min(x for x, _ in held), min(y for _, y in held)
    return (left - left % 3, top - top % 3)


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell[0] // 3, cell[1] // 3
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    first = {UPPER: 0, RIGHT: 1, LOWER: 2, LEFT: 3}[_kind(cell)]
    return (corners[first], corners[(first + 1) % 4], (x + 0.5, y + 0.5))


def _motion(name: str, a: int, b: int, c: int, d: int) -> Motion:
    """The motion with this matrix that fixes the middle of the square at (1, 1)."""

    def carry(cell: Cell) -> Cell:
        x, y = cell[0] - 1, cell[1] - 1
        return (a * x + b * y + 1, c * x + d * y + 1)

    return Motion(name, a * d - b * c == 1, carry)


_TURNS = (
    _motion("identity", 1, 0, 0, 1),
    _motion("quarter turn", 0, -1, 1, 0),
    _motion("half turn", -1, 0, 0, -1),
    _motion("three-quarter turn", 0, 1, -1, 0),
)
_MIRRORS = (
    _motion("mirror left-right", -1, 0, 0, 1),
    _motion("mirror up-down", 1, 0, 0, -1),
    _motion("mirror in the diagonal", 0, 1, 1, 0),
    _motion("mirror in the antidiagonal", 0, -1, -1, 0),
)


def _vertex(x: int, y: int) -> Corner:
    """The corner at the upper left of the square (x, y), with the eight triangles around it."""
    left, top = 3 * x, 3 * y
    return Corner(
        (8 * x, 4 * y),
        (
            (left, top - 2),
            (left + 1, top - 1),
            (left + 1, top),
            (left, top + 1),
            (left - 1, top + 1),
            (left - 2, top),
            (left - 2, top - 1),
            (left - 1, top - 2),
        ),
        (0, 1, 2, 3, 4, 5, 6, 7),
    )


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    """A triangle of a square that is nine columns wide and five lines high, borders included."""
    x, y = cell[0] // 3, cell[1] // 3
    left, top = 8 * x, 4 * y
    upper, west, east, lower = ((3 * x + dx, 3 * y + dy) for dx, dy in (UPPER, LEFT, RIGHT, LOWER))
    middle = Corner((left + 4, top + 2), (upper, east, lower, west), (7, 1, 3, 5))
    diagonals = {
        frozenset((upper, west)): ("\\", (left + 2, top + 1)),
        frozenset((upper, east)): ("/", (left + 6, top + 1)),
        frozenset((lower, west)): ("/", (left + 2, top + 3)),
        frozenset((lower, east)): ("\\", (left + 6, top + 3)),
    }
    short = tuple(
        Side(next(iter(pair - {cell})), sign, (position,))
        for pair, (sign, position) in diagonals.items()
        if cell in pair
    )
    if cell in (upper, lower):
        line, border = (top + 1, top) if cell == upper else (top + 3, top + 4)
        across = (cell[0], cell[1] + (-1 if cell == upper else 1))
        inside = tuple((column, line) for column in range(left + 3, left + 6))
        letter = (left + 4, line)
        long = Side(across, "-", tuple((column, border) for column in range(left + 1, left + 8)))
    else:
        start, border = (left + 1, left) if cell == west else (left + 5, left + 8)
        across = (cell[0] + (-1 if cell == west else 1), cell[1])
        outer = left + 1 if cell == west else left + 7
        inside = (
            *((column, top + 2) for column in range(start, start + 3)),
            (outer, top + 1),
            (outer, top + 3),
        )
        letter = (start + 1, top + 2)
        long = Side(across, "|", tuple((border, line) for line in range(top + 1, top + 4)))
    ends = {
        upper: ((x, y), (x + 1, y)),
        east: ((x + 1, y), (x + 1, y + 1)),
        lower: ((x, y + 1), (x + 1, y + 1)),
        west: ((x, y), (x, y + 1)),
    }[cell[0], cell[1]]
    return Stencil(inside, letter, (*short, long), (middle, *(_vertex(*end) for end in ends)))


TETRAKIS = Lattice(
    name="tetrakis",
    dimension=2,
    motions={
        "fixed": _TURNS[:1],
        "upright": _TURNS,
        "rotation": _TURNS,
        "reflection": (_TURNS[0], _TURNS[2], _MIRRORS[0], _MIRRORS[1]),
        "all": (*_TURNS, *_MIRRORS),
    },
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=(LEFT, UPPER, LOWER, RIGHT),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], 0),
        cell_at=lambda column, row, layer: (column, row) if _is_cell((column, row)) else None,
        stencil=_stencil,
        period=(3, 3),
        signs={"v": UPPER, ">": LEFT, "<": RIGHT, "^": LOWER},
        dots="row",
        rule="each square is three columns wide and three lines high: '.v.', '>.<', '.^.'",
        hint="triangles are 'v', '>', '<' and '^'",
    ),
    polyforms=Polyforms(
        "polyaboloes",
        ("moniabolo", "diabolo", "triabolo", "tetrabolo", "pentabolo", "hexabolo"),
        "es",
        max_set_size=8,
        max_recognised_size=6,
        drawings=(("T1", ".v"), ("T2", ".v. >.."), ("S2", "... ... .^. .v.")),
    ),
    is_cell=_is_cell,
    is_translation=_is_translation,
    cell_rule="coordinates that are (1, 0), (0, 1), (2, 1) or (1, 2) modulo 3",
    translation_rule="multiples of 3",
    max_generated_size=14,
)
"""The tetrakis square lattice; its polyforms are A197465: 1, 2, 2, 6, 8, 22, 42, 112, ..."""
