"""Playing dominosa: dominoes are laid on a grid of numbers until the whole set is there, each domino once.

A move is a text: ``lay 3,1 4,1`` lays a domino on two free cells, ``lift 3,1`` removes the domino on that
cell, ``mark 3,1 4,1`` notes that no domino lies on these two cells, or removes that note, and ``clear``
removes all dominoes and all marks. A domino may lie on the grid more than once; then it is not solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import GameError
from tilewright.families.dominosa.puzzle import NumberGrid, check_grid, domino_name
from tilewright.model.lattices import Cell
from tilewright.play.notation import (
    cell_text,
    cells_text,
    check_length,
    join_moves,
    read_cells,
    read_position,
    replay_moves,
    share_side,
)
from tilewright.wording import quoted

CellPair = tuple[Cell, Cell]

EXPECTED = "expected 'lay x,y x,y', 'lift x,y', 'mark x,y x,y' or 'clear'"


@dataclass(frozen=True)
class DominosaMove:
    """What is done (``lay``, ``lift``, ``mark`` or ``clear``) on these cells, sorted.

    For ``lift`` the cells are those of the domino; for ``clear`` there are none.
    """

    verb: str
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        if self.verb == "clear":
            return self.verb
        return f"{self.verb} {cells_text(self.cells[:1] if self.verb == 'lift' else self.cells)}"


@dataclass(frozen=True)
class DominosaPosition:
    """The dominoes on a grid and the marked pairs of cells, both in the order in which they were made."""

    grid: NumberGrid
    dominoes: tuple[CellPair, ...] = ()
    marks: tuple[CellPair, ...] = ()

    @cached_property
    def owner(self) -> dict[Cell, CellPair]:
        """The domino on each covered cell."""
        return {cell: pair for pair in self.dominoes for cell in pair}

    @cached_property
    def free(self) -> tuple[Cell, ...]:
        """The cells that no domino covers, row by row."""
        return tuple(cell for cell in self.grid.cells if cell not in self.owner)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each domino lies on the grid, by its name."""
        return Counter(self.name(pair) for pair in self.dominoes)

    @property
    def finished(self) -> bool:
        """Whether all cells are covered and no domino lies there twice: the whole set is on the grid."""
        return not self.free and set(self.counts.values()) == {1}

    def name(self, pair: CellPair) -> str:
        """The name of the domino on two cells, such as ``2-5``."""
        return domino_name(*(self.grid.cells[cell] for cell in pair))


def begin(grid: NumberGrid) -> DominosaPosition:
    """The position before the first move; PuzzleError if the grid is not that of a set of dominoes."""
    check_grid(grid)
    return DominosaPosition(grid)


def interpret(position: DominosaPosition, text: str) -> DominosaMove:
    """The move that a text describes; GameError, a plain sentence, when it is not valid here."""
    check_length(text, "the move")
    verb, _, rest = text.strip().partition(" ")
    if verb == "clear" and not rest:
        return DominosaMove(verb)
    if verb not in ("lay", "lift", "mark"):
        raise GameError(f"{quoted(text.strip())} is not a move; {EXPECTED}")
    cells = read_cells(rest, 2)
    if verb == "lift":
        if len(cells) > 1:
            raise GameError("one domino is lifted at a time; expected one of its cells, as in 'lift 3,1'")
        return DominosaMove(verb, _domino_on(position, cells[0]))
    return DominosaMove(verb, _pair(position, cells, is_free=verb == "lay"))


def apply(position: DominosaPosition, move: DominosaMove) -> DominosaPosition:
    """The position after a move; GameError when it is not allowed here."""
    if move.verb == "clear":
        return DominosaPosition(position.grid)
    dominoes, marks = position.dominoes, position.marks
    if move.verb == "lay":
        dominoes = (*dominoes, _pair(position, move.cells, is_free=True))
    elif move.verb == "mark":
        pair = _pair(position, move.cells, is_free=False)
        marks = tuple(other for other in marks if other != pair) if pair in marks else (*marks, pair)
    elif move.cells in dominoes:
        dominoes = tuple(other for other in dominoes if other != move.cells)
    else:
        raise GameError(f"no domino lies on just {cells_text(move.cells, 8)}")
    return DominosaPosition(position.grid, dominoes, marks)


def replay(start: DominosaPosition, moves: Iterable[str]) -> DominosaPosition:
    """The position after these moves; the GameError of an invalid move has its number, from 1."""
    return replay_moves(start, moves, _play)


def dumps(position: DominosaPosition) -> str:
    """The position as the moves that lead to it, in one word, which a URL takes as it is.

    ``lay.0,0.1,0_mark.1,0.1,1`` is a domino and a mark; links to the page have it after ``m=``.
    """
    laid = [DominosaMove("lay", pair) for pair in position.dominoes]
    return join_moves([*laid, *(DominosaMove("mark", pair) for pair in position.marks)])


def loads(start: DominosaPosition, text: str) -> DominosaPosition:
    """The position of a text of ``dumps`` on the grid of ``start``; GameError if it does not fit there."""
    empty = DominosaPosition(start.grid)
    return read_position(empty, text, _play, verbs=("lay", "mark"), example="lay.0,0.1,0", owner="grid")


def _play(position: DominosaPosition, text: str) -> DominosaPosition:
    return apply(position, interpret(position, text))


def _domino_on(position: DominosaPosition, cell: Cell) -> CellPair:
    if cell not in position.owner:
        where = "not covered" if cell in position.grid.cells else "not on the grid"
        raise GameError(f"the cell {cell_text(cell)} is {where}, so there is nothing to lift")
    return position.owner[cell]


def _pair(position: DominosaPosition, cells: Sequence[Cell], *, is_free: bool) -> CellPair:
    """Two neighbouring cells of the grid, sorted, and with ``is_free`` uncovered; GameError for others."""
    for cell in cells:
        if cell not in position.grid.cells:
            raise GameError(f"the cell {cell_text(cell)} is not on the grid")
        if is_free and cell in position.owner:
            name = position.name(position.owner[cell])
            raise GameError(f"the cell {cell_text(cell)} is covered by {name}; lift it first")
    if not share_side(cells):
        raise GameError("a domino covers two cells that share a side")
    first, second = sorted(cells)
    return first, second
