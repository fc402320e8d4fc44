"""The fourth formulation, ``monomino``: dominoes and monominoes cover the board, and no two monominoes touch.

    h[i,j] = 1   when a horizontal domino has its left cell in row i and column j
    v[i,j] = 1   when a vertical domino has its upper cell there
    m[i,j] = 1   when a monomino, which is a port, lies there

    maximise   sum over i, j of m[i,j]

    (1)   h[i,j] + h[i,j-1] + v[i,j] + v[i-1,j] + m[i,j]   = 1   each cell is covered exactly once
    (2)   m[i,j] + m[a,b]                                 <= 1   no two monominoes are adjacent

With ``symmetry`` two more rows keep one of the mirror images of an arrangement:

    (3)   sum of m in the bottom half  >=  sum of m in the top half
    (4)   sum of m in the right half   >=  sum of m in the left half

(a row or column in the middle is in neither half; turning an arrangement upside down changes (3) and not (4),
so both can be had together). Instead of maximising, the monominoes can be asked to be just so many:

    (5)   sum over i, j of m[i,j]  =  target

Where no domino may slide (Rules.no_slide), no monomino lies next to a domino's short end, in line with it:

    (6)   h[i,j] + m[i,j-1] <= 1     h[i,j] + m[i,j+2] <= 1
          v[i,j] + m[i-1,j] <= 1     v[i,j] + m[i+2,j] <= 1

(sideways a domino would need two adjacent ports, which (2) forbids).
Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models.model import Grid, Model, Square, grid_of
from tilewright.families.gunport.models.program import Program, total

NAME = "monomino"


def monomino(
    board: GunportBoard, rules: Rules, *, symmetry: bool = False, monominoes: int | None = None
) -> Model:
    """The model for a board, to maximise monominoes or to have just ``monominoes`` of them.

    UnsupportedError for other pieces than dominoes, for ``symmetry`` on a board that is not its own mirror
    image both ways, and for a number of monominoes that leaves an odd number of cells to dominoes.
    """
    grid = grid_of(NAME, board, rules, slides_supported=True)
    program = Program(f"{NAME} on {board.name}")
    there = set(grid.squares)
    h = {(i, j): program.binary("h", i, j) for i, j in grid.squares if (i, j + 1) in there}
    v = {(i, j): program.binary("v", i, j) for i, j in grid.squares if (i + 1, j) in there}
    m = {(i, j): program.binary("m", i, j) for i, j in grid.squares}

    for i, j in grid.squares:
        dominoes = [*_at(h, (i, j), (i, j - 1)), *_at(v, (i, j), (i - 1, j))]
        program.require("cover", total(dominoes, [m[i, j]]), "=", 1)
    for a, b in grid.pairs:
        program.require("apart", total([m[a], m[b]]), "<=", 1)

    if symmetry:
        _require_symmetry(program, grid, m)
    if rules.no_slide:
        for (i, j), domino in h.items():
            for port in _at(m, (i, j - 1), (i, j + 2)):
                program.require("no_slide", total([domino, port]), "<=", 1)
        for (i, j), domino in v.items():
            for port in _at(m, (i - 1, j), (i + 2, j)):
                program.require("no_slide", total([domino, port]), "<=", 1)
    for a, b in grid.given_dominoes:
        program.require("given", total([h[a] if a[0] == b[0] else v[a]]), "=", 1)
    for square in grid.given_ports:
        program.require("port", total([m[square]]), "=", 1)

    number = None
    if monominoes is None:
        program.maximise(total(m.values()))
    else:
        number = _dominoes_beside(monominoes, grid)
        program.require("target", total(m.values()), "=", monominoes)

    def read(values: Sequence[int]) -> list[tuple[Square, Square]]:
        lying = [((i, j), (i, j + 1)) for (i, j), domino in h.items() if values[domino]]
        standing = [((i, j), (i + 1, j)) for (i, j), domino in v.items() if values[domino]]
        return lying + standing

    counts = "monominoes" if monominoes is None else ""
    return Model(NAME, grid, program, read, counts=counts, dominoes=number)


def _at(variables: dict[Square, int], *squares: Square) -> list[int]:
    """The variables that there are at these cells: at the rim of the board some are missing."""
    return [variables[square] for square in squares if square in variables]


def _dominoes_beside(monominoes: int, grid: Grid) -> int:
    cells = len(grid.squares)
    rest = cells - monominoes
    if rest < 0 or rest % 2:
        raise UnsupportedError(
            f"{monominoes} monominoes on {cells} cells leave {rest}, which dominoes cannot cover; "
            f"expected {'an odd' if cells % 2 else 'an even'} number up to {cells}"
        )
    return rest // 2


def _require_symmetry(program: Program, grid: Grid, m: dict[Square, int]) -> None:
    """The rows (3) and (4); UnsupportedError where a mirrored arrangement would be none of this board."""
    for way, last in ((0, grid.rows), (1, grid.columns)):

        def mirrored(square: Square, way: int = way, last: int = last) -> Square:
            i, j = square
            return (last + 1 - i, j) if way == 0 else (i, last + 1 - j)

        dominoes = {frozenset(pair) for pair in grid.given_dominoes}
        same = (
            {mirrored(square) for square in m} == set(m)
            and {mirrored(square) for square in grid.given_ports} == set(grid.given_ports)
            and {frozenset(map(mirrored, pair)) for pair in dominoes} == dominoes
        )
        if not same:
            raise UnsupportedError(
                f"the symmetry constraints of the model {NAME} need a board that looks the same, with "
                f"what is given on it, {'upside down' if way == 0 else 'with left and right exchanged'}"
            )
        late = {m[square]: 1 for square in grid.squares if 2 * square[way] > last + 1}
        early = {m[square]: -1 for square in grid.squares if 2 * square[way] < last + 1}
        program.require("bottom" if way == 0 else "right", late | early, ">=", 0)
