"""Playing Pips: dominoes are laid on the board, moved and lifted until each region has its rule.

A move is a text: ``lay 3 1,2 2,2`` lays domino 3 with its first number on 1,2 and its second one on 2,2;
dominoes are numbered from 0, in the order of the puzzle. One that lies elsewhere is moved. ``lift 3`` removes
it from the board, and ``clear`` all of them. Rules of regions may be broken until the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import GameError
from tilewright.families.pips.game import is_solved
from tilewright.families.pips.puzzle import Cell, LaidDomino, PipsPuzzle, domino_name
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

EXPECTED = "expected 'lay DOMINO x,y x,y', 'lift DOMINO' or 'clear', where DOMINO is a number from 0"

_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True)
class PipsMove:
    """What is done (``lay``, ``lift`` or ``clear``) with the domino of this number, and on which cells.

    The first cell has the first number of the domino. Only ``lay`` has cells; ``clear`` has no domino.
    """

    verb: str
    domino: int = -1
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        if self.verb == "clear":
            return self.verb
        return " ".join([self.verb, str(self.domino), *map(cell_text, self.cells)])


@dataclass(frozen=True)
class PipsPosition:
    """The dominoes on the board, by number with their two cells, in the order in which they were laid."""

    puzzle: PipsPuzzle
    laid: tuple[tuple[int, tuple[Cell, Cell]], ...] = ()

    @cached_property
    def owner(self) -> dict[Cell, int]:
        """The number of the domino on each covered cell."""
        return {cell: number for number, cells in self.laid for cell in cells}

    @property
    def dominoes(self) -> tuple[LaidDomino, ...]:
        """The dominoes on the board, as hints and checks take them."""
        return tuple(LaidDomino(cells, self.puzzle.dominoes[number]) for number, cells in self.laid)

    @property
    def remaining(self) -> tuple[int, ...]:
        """The numbers of the dominoes that are not on the board."""
        laid = dict(self.laid)
        return tuple(number for number in range(len(self.puzzle.dominoes)) if number not in laid)

    @property
    def finished(self) -> bool:
        """Whether all dominoes are on the board and each region has its rule."""
        return is_solved(self.puzzle, self.dominoes)


def begin(puzzle: PipsPuzzle) -> PipsPosition:
    """The position before the first move."""
    return PipsPosition(puzzle)


def interpret(position: PipsPosition, text: str) -> PipsMove:
    """The move that a text describes; GameError, a plain sentence, when it is not valid here."""
    check_length(text, "the move")
    verb, _, rest = text.strip().partition(" ")
    if verb == "clear" and not rest:
        return PipsMove(verb)
    word, *words = rest.split() or [""]
    if verb not in ("lay", "lift") or not _NUMBER.fullmatch(word) or (verb == "lift" and words):
        raise GameError(f"{quoted(text.strip())} is not a move; {EXPECTED}")
    cells = read_cells(" ".join(words), 2) if verb == "lay" else ()
    move = PipsMove(verb, int(word), tuple((x, y) for x, y in cells))
    if error := _error_of(position, move):
        raise GameError(error)
    return move


def apply(position: PipsPosition, move: PipsMove) -> PipsPosition:
    """The position after a move; GameError when it is not allowed here."""
    if error := _error_of(position, move):
        raise GameError(error)
    if move.verb == "clear":
        return PipsPosition(position.puzzle)
    others = tuple((number, cells) for number, cells in position.laid if number != move.domino)
    if move.verb == "lift":
        return PipsPosition(position.puzzle, others)
    first, second = move.cells
    return PipsPosition(position.puzzle, (*others, (move.domino, (first, second))))


def replay(start: PipsPosition, moves: Iterable[str]) -> PipsPosition:
    """The position after these moves; the GameError of an invalid move has its number, from 1."""
    return replay_moves(start, moves, _play)


def dumps(position: PipsPosition) -> str:
    """The position as the moves that lead to it, in one word, which a URL takes as it is.

    ``lay.3.1,2.2,2_lay.0.0,0.0,1`` are two dominoes; links to the page have it after ``m=``.
    """
    return join_moves(PipsMove("lay", number, cells) for number, cells in position.laid)


def loads(puzzle: PipsPuzzle, text: str) -> PipsPosition:
    """The position of a text of ``dumps``; GameError if it does not belong to this puzzle."""
    empty = PipsPosition(puzzle)
    return read_position(empty, text, _play, verbs=("lay",), example="lay.3.1,2.2,2", owner="puzzle")


def _play(position: PipsPosition, text: str) -> PipsPosition:
    return apply(position, interpret(position, text))


def _error_of(position: PipsPosition, move: PipsMove) -> str:
    """Why a move cannot be made, as a sentence; "" if it can."""
    if move.verb == "clear":
        return ""
    dominoes = position.puzzle.dominoes
    if not 0 <= move.domino < len(dominoes):
        return f"there is no domino number {move.domino}; they are numbered from 0 to {len(dominoes) - 1}"
    name = domino_name(*dominoes[move.domino])
    if move.verb == "lift":
        is_laid = move.domino in position.owner.values()
        return "" if is_laid else f"{name}, domino number {move.domino}, is not on the board"
    return _place_error(position, move.domino, move.cells)


def _place_error(position: PipsPosition, domino: int, cells: Sequence[Cell]) -> str:
    for cell in cells:
        if cell not in position.puzzle.region_of:
            return f"the cell {cell_text(cell)} is not on the board"
        owner = position.owner.get(cell, domino)
        if owner != domino:
            return f"the cell {cell_text(cell)} is covered by {domino_name(*position.puzzle.dominoes[owner])}"
    if not share_side(cells):
        return f"a domino covers two cells that share a side, not {cells_text(cells, 8)}"
    return ""
