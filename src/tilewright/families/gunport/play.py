"""Gunport by hand: dominoes are laid until no more fits; who needs fewer of them is better.

A move is a text: ``lay 3,1 4,1`` lays a domino, ``lift 3,1`` takes up the domino that lies on the cell.
Other pieces are laid the same way, by all their cells. A vacant cell on which nothing can be laid any more is
a port.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import GameError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.model.lattices import Cell
from tilewright.play.notation import cell_text, cells_text, check_length, cut, read_cells, replayed

SIZES = ((3, 3), (4, 5), (5, 6), (6, 7), (7, 8), (8, 10))
"""Boards to begin with, as rows and columns, each harder than the one before."""

EXPECTED = "expected 'lay x,y x,y' or 'lift x,y'"

_PIECE = r"[0-9]{1,6}(?:\.[0-9]{1,6})*"
_NUMBERS = re.compile(rf"{_PIECE}(?:_{_PIECE})*")
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Game:
    """A board and the rules on it; the board's given pieces and ports stay as they are."""

    board: GunportBoard
    rules: Rules

    @cached_property
    def given(self) -> frozenset[tuple[Cell, ...]]:
        """The given pieces, their cells sorted."""
        return frozenset(tuple(sorted(piece)) for piece in self.board.pieces)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, sorted: their numbers stand for them in the text of a position."""
        return tuple(sorted(self.board.cells))


@dataclass(frozen=True)
class Move:
    """A piece, as its sorted cells, that is laid, or lifted (``lays`` False)."""

    cells: tuple[Cell, ...]
    lays: bool = True

    def __str__(self) -> str:
        return f"lay {cells_text(self.cells)}" if self.lays else f"lift {cell_text(self.cells[0])}"


@dataclass(frozen=True)
class Slide:
    """A piece that can slide: by one cell, onto ``ahead``."""

    cells: tuple[Cell, ...]
    ahead: tuple[Cell, ...]


@dataclass(frozen=True)
class Position:
    """The pieces that the player laid, in the order of laying; given ones lie there as well."""

    game: Game
    laid: tuple[tuple[Cell, ...], ...] = ()

    @cached_property
    def table(self) -> Table:
        """The position as cells; not to be changed."""
        return Table(self.game, self.laid)

    @property
    def pieces(self) -> tuple[tuple[Cell, ...], ...]:
        """All pieces on the board: the given ones, then the player's. Their number is the score."""
        return (*sorted(self.game.given), *self.laid)

    @property
    def arrangement(self) -> Arrangement:
        """The board as it lies now, finished or not."""
        return Arrangement(self.game.board, frozenset(self.pieces))

    @cached_property
    def vacant(self) -> frozenset[Cell]:
        """The cells that nothing covers."""
        return self.game.board.cells - self.table.owner.keys()

    @cached_property
    def open(self) -> frozenset[Cell]:
        """The vacant cells on which a piece can still be laid."""
        return frozenset(cell for place in self.places for cell in place)

    @property
    def ports(self) -> frozenset[Cell]:
        """The vacant cells that nothing can be laid on any more, unless something is lifted."""
        return self.vacant - self.open

    @cached_property
    def places(self) -> tuple[tuple[Cell, ...], ...]:
        """Every place on which a piece can be laid now, line by line."""
        room = self.vacant - self.game.board.ports
        found = []
        for x, y in sorted(room, key=lambda cell: (cell[1], cell[0])):
            for shape in self.game.rules.orientations:
                a, b = shape[0]
                place = tuple((x - a + u, y - b + v) for u, v in shape)
                if room.issuperset(place):
                    found.append(place)
        return tuple(found)

    @cached_property
    def slides(self) -> tuple[Slide, ...]:
        """Where no piece may be able to slide: those that can slide into ports, for good, so something is to
        be lifted before the board can be finished. Empty under other rules."""
        if not self.game.rules.no_slide:
            return ()
        ports = self.ports
        found = []
        for piece in self.pieces:
            for dx, dy in _STEPS:
                ahead = tuple(sorted({(x + dx, y + dy) for x, y in piece} - set(piece)))
                if ports.issuperset(ahead):
                    found.append(Slide(piece, ahead))
        return tuple(found)

    @cached_property
    def finished(self) -> bool:
        """Whether nothing more can be laid and all rules are kept, as the independent checker finds."""
        return not self.places and not faults(self.arrangement, self.game.rules)


class Table:
    """What lies where, for moves one after another: a position while it changes."""

    def __init__(self, game: Game, laid: Iterable[tuple[Cell, ...]] = ()) -> None:
        self.game = game
        self.owner: dict[Cell, tuple[Cell, ...]] = {}
        self.laid: dict[tuple[Cell, ...], None] = {}  # the player's, in the order of laying
        for piece in sorted(game.given):
            self.owner.update(dict.fromkeys(piece, piece))
        for piece in laid:
            self.do(Move(piece))

    def read(self, text: str) -> Move:
        """The move that a text means here; GameError, a plain sentence, when it is no legal one."""
        check_length(text, "the move")
        verb, _, rest = text.strip().partition(" ")
        if verb not in ("lay", "lift"):
            raise GameError(f"{cut(text.strip())!r} is no move; {EXPECTED}")
        cells = read_cells(rest, 2)
        if verb == "lift":
            if len(cells) > 1:
                raise GameError("one piece is lifted at a time; expected one of its cells, as in 'lift 3,1'")
            return Move(self._liftable(cells[0]), lays=False)
        if wrong := self.fault(cells):
            raise GameError(wrong)
        return Move(tuple(sorted(cells)))

    def play(self, text: str) -> Table:
        """Make the move that a text means; the same table."""
        self.do(self.read(text))
        return self

    def do(self, move: Move) -> None:
        """Make a move; GameError when it is not allowed here."""
        if move.lays:
            if wrong := self.fault(move.cells):
                raise GameError(wrong)
            self.owner.update(dict.fromkeys(move.cells, move.cells))
            self.laid[move.cells] = None
            return
        if self._liftable(move.cells[0]) != move.cells:
            raise GameError(f"no piece lies on just {cells_text(move.cells, 8)}")
        del self.laid[move.cells]
        for cell in move.cells:
            del self.owner[cell]

    def fault(self, cells: Sequence[Cell]) -> str:
        """Why no piece can be laid on these cells, as a sentence; "" when one can."""
        board, piece = self.game.board, self.game.rules.piece
        for cell in cells:
            if cell not in board.cells:
                return f"the cell {cell_text(cell)} is not on the board"
            if cell in self.owner:
                return f"the cell {cell_text(cell)} is covered already"
            if cell in board.ports:
                return f"the cell {cell_text(cell)} is a given port; it stays vacant"
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        if tuple(sorted((x - left, y - top) for x, y in cells)) not in self.game.rules.orientations:
            if self.game.rules.is_domino:
                return "a domino covers two cells, one beside the other"
            return f"these cells do not have the shape of the {piece.name}, as it may be turned"
        return ""

    def _liftable(self, cell: Cell) -> tuple[Cell, ...]:
        piece = self.owner.get(cell)
        if piece is None:
            where = "vacant" if cell in self.game.board.cells else "not on the board"
            raise GameError(f"the cell {cell_text(cell)} is {where}, so nothing can be lifted there")
        if piece not in self.laid:
            raise GameError(f"the piece on {cell_text(cell)} is given; it stays where it is")
        return piece


def begin(board: GunportBoard, rules: Rules = Rules()) -> Position:  # noqa: B008 - frozen
    """The position before the first move; GameError when a given piece is not the rules' piece."""
    for piece in sorted(board.pieces):
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        if tuple(sorted((x - left, y - top) for x, y in piece)) not in rules.orientations:
            raise GameError(f"the given piece on {cells_text(piece, 8)} is no {rules.piece.name}")
    return Position(Game(board, rules))


def interpret(position: Position, text: str) -> Move:
    """The move that a text means; GameError, a plain sentence, when it is no legal move here."""
    return position.table.read(text)


def apply(position: Position, move: Move) -> Position:
    """The position after a move; GameError when it is not allowed here."""
    table = Table(position.game, position.laid)
    table.do(move)
    return _position(table)


def replay(start: Position, moves: Iterable[str]) -> Position:
    """The position after these moves; the GameError of a wrong one says which it is, counted from 1."""
    return _position(replayed(Table(start.game, start.laid), moves, Table.play))


def dumps(position: Position) -> str:
    """The position as a short text of digits, ``.`` and ``_``, which a URL takes as it is.

    ``0.1_5.8`` are two pieces, in the order of laying, on the cells with these numbers of the sorted board.
    """
    number = {cell: k for k, cell in enumerate(position.game.cells)}
    return "_".join(".".join(str(number[cell]) for cell in piece) for piece in position.laid)


def loads(start: Position, text: str) -> Position:
    """The position of a text as ``dumps`` writes it, in the game of ``start``; GameError when it is none."""
    check_length(text, "the position")
    table = Table(start.game)
    if text and not _NUMBERS.fullmatch(text):
        raise GameError(f"{cut(text)!r} is no position; expected one such as 0.1_5.8")
    for word in text.split("_") if text else ():
        numbers = [int(number) for number in word.split(".")]
        if max(numbers) >= len(start.game.cells):
            raise GameError("the position is of another board: it names a cell that is not there")
        try:
            table.do(Move(tuple(sorted(start.game.cells[k] for k in numbers))))
        except GameError as error:
            raise GameError(f"the position is of another board: {error}") from None
    return _position(table)


def _position(table: Table) -> Position:
    """The position of a table that is not changed any more."""
    position = Position(table.game, tuple(table.laid))
    position.__dict__["table"] = table  # else it would be made again
    return position
