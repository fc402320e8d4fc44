"""What the four models have in common: the board in rows and columns, and a program whose solutions can be
read.

Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules, pearce
from tilewright.families.gunport.registry import ModelChoice
from tilewright.formats.integer_program import IntegerProgram, total
from tilewright.model.lattices import SQUARE, Cell
from tilewright.registry import load_attribute
from tilewright.wording import counted

MAX_VARIABLES = 500_000  # the largest program that is built: today's solvers do not solve larger ones
Square = tuple[int, int]  # row i and column j of a cell, both from 1, as the paper counts
TOLERANCE = 1e-3
"""The possible error of a solver's bound, a float: the bound is moved by this much to the safe side before it
is rounded to a whole number. Solvers satisfy constraints to about 1e-6, sums to about 1e-4."""


Pair = tuple[Square, Square]


@dataclass(frozen=True)
class ModelGrid:
    """A board in rows i and columns j from 1, as the paper writes cells."""

    board: GunportBoard

    @cached_property
    def corner(self) -> Cell:
        """The cell (x, y) that row 1 and column 1 begin at."""
        return SQUARE.anchor(self.board.cells)

    def square(self, cell: Cell) -> Square:
        left, top = self.corner
        return cell[1] - top + 1, cell[0] - left + 1

    def cell(self, square: Square) -> Cell:
        left, top = self.corner
        return square[1] + left - 1, square[0] + top - 1

    @cached_property
    def squares(self) -> list[Square]:
        return sorted(map(self.square, self.board.cells))

    @cached_property
    def pairs(self) -> list[Pair]:
        """All pairs of adjacent cells, the upper or left one first: where a domino can lie."""
        known = set(self.squares)
        return [((i, j), b) for i, j in self.squares for b in ((i, j + 1), (i + 1, j)) if b in known]

    def neighbours(self, square: Square) -> list[Square]:
        i, j = square
        near = ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j))
        return [b for b in near if self.cell(b) in self.board.cells]

    @cached_property
    def ends(self) -> list[tuple[Pair, Square]]:
        """Each pair with each cell of the board beyond an end, in line with it: a domino could slide."""
        known, all_pairs = set(self.squares), []
        for (i, j), (a, b) in self.pairs:
            beyond = ((2 * i - a, 2 * j - b), (2 * a - i, 2 * b - j))
            all_pairs += [(((i, j), (a, b)), end) for end in beyond if end in known]
        return all_pairs

    @cached_property
    def given_dominoes(self) -> list[Pair]:
        """The dominoes that every arrangement must have, as pairs; PuzzleError when one is not a domino."""
        known = set(self.pairs)
        given = {piece: sorted(map(self.square, piece)) for piece in sorted(self.board.pieces)}
        for piece, squares in given.items():
            if len(squares) != 2 or (squares[0], squares[1]) not in known:
                raise PuzzleError(f"the given piece on {list(piece)} is not a domino")
        return [(a, b) for a, b in given.values()]

    @cached_property
    def given_ports(self) -> list[Square]:
        return sorted(map(self.square, self.board.ports))


@dataclass(frozen=True)
class GunportModel:
    """The model of one board.

    ``read`` returns the dominoes of a solution, as pairs of cells. ``counts`` says what the objective counts:
    "dominoes", "monominoes", or "" when the model requires exactly ``dominoes`` of them. ``meanings`` gives
    the meaning of a variable, by the letter of its name, from its indices.
    """

    name: str
    grid: ModelGrid
    program: IntegerProgram
    read: Callable[[Sequence[int]], list[Pair]]
    meanings: Mapping[str, Callable[..., str]]
    counts: str = ""
    dominoes: int | None = None

    def legend(self) -> list[str]:
        """The meaning of each variable: ``a horizontal domino with its left half on row 2, column 5``."""
        words = (name.split("_") for name in self.program.names)
        return [self.meanings[letter](*map(int, indices)) for letter, *indices in words]

    def pieces(self, values: Sequence[int]) -> list[tuple[Cell, Cell]]:
        """The dominoes of a solution, as cells of the board."""
        cell = self.grid.cell
        return [(cell(a), cell(b)) for a, b in self.read(values)]

    def least_dominoes(self, bound: float) -> int:
        """The lower bound on dominoes, 0 or more, that follows from a solver's bound on the objective.

        The solver's bound is moved by :data:`TOLERANCE` to the safe side and rounded to the whole number that
        it proves: up for dominoes, down for monominoes. The other cells are covered two at a time, so half of
        their number is rounded up. An infinite bound, or one that is no number, proves nothing: 0.
        """
        if not self.counts or not math.isfinite(bound):
            return 0
        if self.counts == "dominoes":
            return max(0, math.ceil(bound - TOLERANCE))
        monominoes = math.floor(bound + TOLERANCE)
        return max(0, -((monominoes - len(self.grid.squares)) // 2))


def start_model(
    choice: ModelChoice, board: GunportBoard, rules: Rules, suffix: str = ""
) -> tuple[ModelGrid, IntegerProgram]:
    """The grid and the empty program of a model; UnsupportedError for rules that the model cannot express."""
    check_dominoes_only(choice, rules)
    title, in_order = f"{choice.model}{suffix} on {board.name}", bool(choice.order)
    return ModelGrid(board), IntegerProgram(title, max_variables=MAX_VARIABLES, in_order=in_order)


def check_dominoes_only(choice: ModelChoice, rules: Rules) -> None:
    """UnsupportedError for other pieces than dominoes."""
    if not rules.is_domino:
        piece = rules.piece.name
        raise UnsupportedError(f"the model {choice.model} supports dominoes only, not the piece {piece}")


def build_model(choice: ModelChoice, board: GunportBoard, rules: Rules) -> GunportModel:
    """The chosen model of a board; UnsupportedError when there is none, see each formulation."""
    model: GunportModel = load_attribute(choice.descriptor.formulation)(board, rules, choice)
    return model


def _cell_text(i: int, j: int) -> str:
    return f"row {i}, column {j}"


def _domino_text(pair: Pair) -> str:
    """A domino in words: ``a horizontal domino with its left half on row 2, column 5``."""
    direction, half = ("horizontal", "left") if pair[0][0] == pair[1][0] else ("vertical", "upper")
    return f"a {direction} domino with its {half} half on {_cell_text(*pair[0])}"


_NEVER: dict[str, Callable[..., str]] = {"never": lambda _: "neither 0 nor 1: there is no solution"}
_INDEX_MEANINGS: dict[str, Callable[..., str]] = {
    "x": lambda i, j, k: f"domino {k} covers the cell on {_cell_text(i, j)}",
    "d": lambda k: f"domino {k} is used",
    **_NEVER,
}

Variable = tuple[str, tuple[int, ...]]  # its letter and its indices


def _cell_variables(
    program: IntegerProgram, choice: ModelChoice, variables: Iterable[tuple[Square, Variable]]
) -> dict[Variable, int]:
    """The numbers of new variables, which are given kind by kind, each with its cell."""
    if choice.order == "interlaced":
        variables = sorted(variables, key=itemgetter(0))  # stable: the kinds of a cell keep their order
    return {(letter, indices): program.binary(letter, *indices) for _, (letter, indices) in variables}


DominoVariables = dict[tuple[int, int, int], int]  # the variables x[i,j,k]


def domino_index(board: GunportBoard, rules: Rules, choice: ModelChoice) -> GunportModel:
    """The first formulation: each domino has a number, and each cell says which one covers it.

        x[i,j,k] = 1   when domino k covers the cell in row i and column j
        d[k]     = 1   when domino k is used

        minimise   sum over k of d[k]

        (1)   sum over k of x[i,j,k]                   <= 1        no cell is covered twice
        (2)   sum over i, j of x[i,j,k]                 = 2 d[k]   a domino that is used covers two cells,
        (3)   x[i,j,k]  <=  sum of x[a,b,k] over the cells (a,b) next to (i,j)               adjacent ones
        (4)   sum over k of x[i,j,k] + x[a,b,k]        >= 1        one of two adjacent cells is covered

    With a target, instead of minimising:

        (5)   sum over k of d[k]                        = target

    With ``rules.no_slide``, where (a,b) is next to (i,j), and (e,f) is the next cell in line with them:

        (6)   x[i,j,k] + x[a,b,k]  <=  1 + sum over l of x[e,f,l]   beyond the end of a domino is no port

    Any permutation of the numbers gives another solution, and the linear relaxation is weak: this is the slow
    one. UnsupportedError for other pieces than dominoes.
    """
    grid, program = start_model(choice, board, rules)
    x, numbers = _domino_variables(program, grid, len(grid.squares) // 2)  # no more dominoes fit on the board
    d = {k: program.binary("d", k) for k in numbers}

    _fewest(program, total(d.values()), choice)
    for k in numbers:
        program.require("size", total(x[i, j, k] for i, j in grid.squares) | {d[k]: -2}, "=", 0)
    _require_arrangement(program, grid, x, numbers, rules)
    read, counts = partial(_read_dominoes, x), "dominoes" if choice.target is None else ""
    return GunportModel(choice.model, grid, program, read, _INDEX_MEANINGS, counts, choice.target)


def _fewest(program: IntegerProgram, dominoes: dict[int, int], choice: ModelChoice) -> None:
    """Minimise the number of dominoes, or require the target."""
    if choice.target is None:
        program.minimise(dominoes)
    else:  # solvers compute in 64 bits, and one more than there are variables is as impossible
        program.require("target", dominoes, "=", min(choice.target, len(dominoes) + 1))


def domino_index_fixed(board: GunportBoard, rules: Rules, choice: ModelChoice) -> GunportModel:
    """The second formulation: as the first, but with exactly p dominoes, all used.

        x[i,j,k] = 1   when domino k of 1 .. p covers the cell in row i and column j

        find any x with (1), (3), (4) and

        (2)   sum over i, j of x[i,j,k]                 = 2        each domino covers two cells

    and (6) with ``rules.no_slide``.

    p is the target, or what Pearce's formula gives for a rectangle. Nothing is minimised, so a solution shows
    that p dominoes are enough and not that p is the least. UnsupportedError for another board without a
    target, and other pieces.
    """
    dominoes = fixed_dominoes(choice, board, rules)
    grid, program = start_model(choice, board, rules, f" with {dominoes} dominoes")
    x, numbers = _domino_variables(program, grid, dominoes)

    for k in numbers:
        program.require("size", total(x[i, j, k] for i, j in grid.squares), "=", 2)
    _require_arrangement(program, grid, x, numbers, rules)
    read = partial(_read_dominoes, x)
    return GunportModel(choice.model, grid, program, read, _INDEX_MEANINGS, dominoes=dominoes)


def fixed_dominoes(choice: ModelChoice, board: GunportBoard, rules: Rules) -> int:
    """The number of dominoes of the second formulation; UnsupportedError when it is not known."""
    if choice.target is not None:
        return choice.target
    if board.size is None or rules.no_slide:
        raise UnsupportedError(
            f"Pearce's formula, which gives the model {choice.model} its number of dominoes, holds for "
            "plain rectangles where dominoes may slide; here give a number of dominoes (--target)"
        )
    return pearce(*board.size)


def _domino_variables(
    program: IntegerProgram, grid: ModelGrid, dominoes: int
) -> tuple[DominoVariables, range]:
    """The variables of so many dominoes, and the numbers k; UnsupportedError when there are too many."""
    program.check_variables(len(grid.squares) * dominoes)  # before the range, whose length may be too large
    numbers = range(1, dominoes + 1)
    return {(i, j, k): program.binary("x", i, j, k) for i, j in grid.squares for k in numbers}, numbers


def _require_arrangement(
    program: IntegerProgram, grid: ModelGrid, x: DominoVariables, numbers: range, rules: Rules
) -> None:
    """The constraints (1), (3), (4) and (6), and the given pieces and ports."""
    for i, j in grid.squares:
        program.require("once", total(x[i, j, k] for k in numbers), "<=", 1)
    for i, j in grid.squares:
        for k in numbers:
            adjacent = {x[a, b, k]: -1 for a, b in grid.neighbours((i, j))}
            program.require("adjacent", {x[i, j, k]: 1} | adjacent, "<=", 0)
    for (i, j), (a, b) in grid.pairs:
        either = total((x[i, j, k] for k in numbers), (x[a, b, k] for k in numbers))
        program.require("no_gap", either, ">=", 1)
    if rules.no_slide:
        for ((i, j), (a, b)), (e, f) in grid.ends:
            covered = {x[e, f, other]: -1 for other in numbers}
            for k in numbers:
                program.require("no_slide", {x[i, j, k]: 1, x[a, b, k]: 1, **covered}, "<=", 1)
    for k, pair in enumerate(grid.given_dominoes, start=1):
        for i, j in pair:
            program.require("given", total([x[i, j, k]] if k in numbers else []), "=", 1)
    for i, j in grid.given_ports:
        program.require("port", total(x[i, j, k] for k in numbers), "=", 0)


def _read_dominoes(x: DominoVariables, values: Sequence[int]) -> list[Pair]:
    """The dominoes of a solution: the cells of each number, two of them or none."""
    cells: dict[int, list[Square]] = {}
    for (i, j, k), variable in x.items():
        if values[variable]:
            cells.setdefault(k, []).append((i, j))
    return [(min(pair), max(pair)) for pair in cells.values()]


def position(board: GunportBoard, rules: Rules, choice: ModelChoice) -> GunportModel:
    """The third formulation: a variable for each position of a domino.

        x[k]   = 1   when a domino lies on position k, a pair of adjacent cells
        y[i,j] = 1   when the cell in row i and column j is covered

        minimise   sum over k of x[k]

        (1)   sum of x[k] over the positions k with (i,j)   =  y[i,j]   covered, and by one domino only
        (2)   y[i,j] + y[a,b]                              >=  1        one of two adjacent cells is covered

    With a target, instead of minimising:

        (3)   sum over k of x[k]                            =  target

    With ``rules.no_slide``, for each cell (i,j) beyond an end of position k, in line with it:

        (4)   x[k]                                         <=  y[i,j]   it is no port

    UnsupportedError for other pieces than dominoes.
    """
    grid, program = start_model(choice, board, rules)
    variables: list[tuple[Square, Variable]]
    variables = [(pair[0], ("x", (k,))) for k, pair in enumerate(grid.pairs, start=1)]
    variables += [(square, ("y", square)) for square in grid.squares]
    numbers = _cell_variables(program, choice, variables)
    x = {pair: numbers["x", (k,)] for k, pair in enumerate(grid.pairs, start=1)}
    y = {square: numbers["y", square] for square in grid.squares}

    _fewest(program, total(x.values()), choice)
    for square in grid.squares:
        covering = [(min(square, other), max(square, other)) for other in grid.neighbours(square)]
        program.require("covered", total(x[pair] for pair in covering) | {y[square]: -1}, "=", 0)
    for a, b in grid.pairs:
        program.require("no_gap", total([y[a], y[b]]), ">=", 1)
    for pair, end in grid.ends if rules.no_slide else ():
        program.require("no_slide", {x[pair]: 1, y[end]: -1}, "<=", 0)

    for pair in grid.given_dominoes:
        program.require("given", total([x[pair]]), "=", 1)
    for square in grid.given_ports:
        program.require("port", total([y[square]]), "=", 0)

    def read(values: Sequence[int]) -> list[Pair]:
        return [pair for pair in grid.pairs if values[x[pair]]]

    meanings: dict[str, Callable[..., str]] = {
        "x": lambda k: _domino_text(grid.pairs[k - 1]),
        "y": lambda i, j: f"the cell on {_cell_text(i, j)} is covered",
        **_NEVER,
    }
    counts = "dominoes" if choice.target is None else ""
    return GunportModel(choice.model, grid, program, read, meanings, counts, choice.target)


def monomino(board: GunportBoard, rules: Rules, choice: ModelChoice) -> GunportModel:
    """The fourth formulation: dominoes and monominoes cover the board, and no two monominoes touch.

        h[i,j] = 1   when a horizontal domino has its left cell in row i and column j
        v[i,j] = 1   when a vertical domino has its upper cell there
        m[i,j] = 1   when a monomino, which is a port, lies there

        maximise   sum over i, j of m[i,j]

        (1)   h[i,j] + h[i,j-1] + v[i,j] + v[i-1,j] + m[i,j]   = 1   each cell is covered exactly once
        (2)   m[i,j] + m[a,b]                                 <= 1   no two monominoes are adjacent

    With ``choice.symmetry`` two more constraints keep one of the mirror images of an arrangement:

        (3)   sum of m in the bottom half  >=  sum of m in the top half
        (4)   sum of m in the right half   >=  sum of m in the left half

    (a row or column in the middle is in neither half; turning an arrangement upside down changes (3) and not
    (4), so both can hold together). With a target, instead of maximising:

        (5)   sum over i, j of m[i,j]  =  target

    With ``rules.no_slide`` no monomino lies at a domino's short end, in line with it:

        (6)   h[i,j] + m[i,j-1] <= 1     h[i,j] + m[i,j+2] <= 1
              v[i,j] + m[i-1,j] <= 1     v[i,j] + m[i+2,j] <= 1

    (sideways a domino would need two adjacent ports, which (2) forbids).

    UnsupportedError for other pieces than dominoes, for symmetry constraints on a board that is not its own
    mirror image both ways, and for a number of monominoes that leaves an odd number of cells to dominoes.
    """
    grid, program = start_model(choice, board, rules)
    target, known = choice.target, set(grid.squares)
    across = [(i, j) for i, j in grid.squares if (i, j + 1) in known]
    down = [(i, j) for i, j in grid.squares if (i + 1, j) in known]
    kinds = {"h": across, "v": down, "m": grid.squares}
    variables = [(square, (letter, square)) for letter, kind in kinds.items() for square in kind]
    numbers = _cell_variables(program, choice, variables)
    h, v, m = ({square: numbers[letter, square] for square in pairs} for letter, pairs in kinds.items())

    for i, j in grid.squares:
        dominoes = [*_at(h, (i, j), (i, j - 1)), *_at(v, (i, j), (i - 1, j))]
        program.require("cover", total(dominoes, [m[i, j]]), "=", 1)
    for a, b in grid.pairs:
        program.require("apart", total([m[a], m[b]]), "<=", 1)

    if choice.symmetry:
        _require_symmetry(program, grid, m)
    if rules.no_slide:
        for (a, b), end in grid.ends:
            domino = h[a] if a[0] == b[0] else v[a]
            program.require("no_slide", total([domino, m[end]]), "<=", 1)
    for a, b in grid.given_dominoes:
        program.require("given", total([h[a] if a[0] == b[0] else v[a]]), "=", 1)
    for square in grid.given_ports:
        program.require("port", total([m[square]]), "=", 1)

    def read(values: Sequence[int]) -> list[Pair]:
        horizontal = [((i, j), (i, j + 1)) for (i, j), domino in h.items() if values[domino]]
        vertical = [((i, j), (i + 1, j)) for (i, j), domino in v.items() if values[domino]]
        return horizontal + vertical

    meanings: dict[str, Callable[..., str]] = {
        "h": lambda i, j: _domino_text(((i, j), (i, j + 1))),
        "v": lambda i, j: _domino_text(((i, j), (i + 1, j))),
        "m": lambda i, j: f"a port on {_cell_text(i, j)}",
        **_NEVER,
    }
    if target is None:
        program.maximise(total(m.values()))
        return GunportModel(choice.model, grid, program, read, meanings, counts="monominoes")
    check_monominoes(target, len(grid.squares))
    program.require("target", total(m.values()), "=", target)
    rest = len(grid.squares) - target
    return GunportModel(choice.model, grid, program, read, meanings, dominoes=rest // 2)


def check_monominoes(target: int, cells: int) -> None:
    """UnsupportedError for a number of monominoes that leaves an odd number of cells to dominoes."""
    rest = cells - target
    if rest < 0 or rest % 2:
        left = counted(cells - 2 * target, "monomino", "monominoes")
        raise UnsupportedError(
            f"{counted(target, 'monomino', 'monominoes')} on {cells} cells would leave {rest}, which "
            f"dominoes cannot cover; expected {'an odd' if cells % 2 else 'an even'} number up to {cells}"
            + (f" (with {counted(target, 'domino', 'dominoes')}: {left})" if 2 * target <= cells else "")
        )


def _at(variables: dict[Square, int], *squares: Square) -> list[int]:
    return [variables[square] for square in squares if square in variables]


def _require_symmetry(program: IntegerProgram, grid: ModelGrid, m: dict[Square, int]) -> None:
    """The constraints (3) and (4); UnsupportedError unless the board is its own mirror image both ways."""
    for axis, side in ((0, "bottom"), (1, "right")):
        last = max(square[axis] for square in m)
        image = {grid.cell((i, j)): grid.cell((i, last + 1 - j) if axis else (last + 1 - i, j)) for i, j in m}
        if not grid.board.cells.issuperset(image.values()) or grid.board.moved(image) != grid.board:
            raise UnsupportedError(
                f"the symmetry constraints of the model monomino need a board that looks the same, with "
                f"its given pieces and ports, {'upside down' if axis == 0 else 'with left and right swapped'}"
            )
        late = {m[square]: 1 for square in grid.squares if 2 * square[axis] > last + 1}
        early = {m[square]: -1 for square in grid.squares if 2 * square[axis] < last + 1}
        program.require(side, late | early, ">=", 0)
