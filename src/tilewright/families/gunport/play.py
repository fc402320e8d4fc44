"""Playing gunport: dominoes are laid until no more fits; the fewer, the better.

A move is a text: ``lay 3,1 4,1`` lays a domino, ``lift 3,1`` removes the domino on that cell.
Other pieces are laid in the same way, by all their cells. A vacant cell on which nothing can be laid any more
is a port.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import GameError
from tilewright.families.gunport.board import (
    Arrangement,
    GunportBoard,
    PieceCells,
    Rules,
    by_lines,
    cells_ahead,
    faults,
)
from tilewright.model.lattices import Cell
from tilewright.play.notation import cell_text, cells_text, check_length, read_cells, replay_moves
from tilewright.wording import quoted

SIZES = ((3, 3), (4, 5), (5, 6), (6, 7), (7, 8), (8, 10))
"""Boards for beginners, as rows and columns, each harder than the one before."""

EXPECTED = "expected 'lay x,y x,y' or 'lift x,y'"

_PIECE = r"[0-9]{1,6}(?:\.[0-9]{1,6})*"
_NUMBERS = re.compile(rf"{_PIECE}(?:_{_PIECE})*")


@dataclass(frozen=True)
class GunportGame:
    """A board and the rules on it; the board's given pieces and ports stay as they are."""

    board: GunportBoard
    rules: Rules

    @cached_property
    def cells(self) -> PieceCells:
        """All cells, sorted: their numbers stand for them in the text of a position."""
        return tuple(sorted(self.board.cells))


@dataclass(frozen=True)
class GunportMove:
    """A piece, as its sorted cells, that is laid, or lifted (``lays`` False)."""

    cells: PieceCells
    lays: bool = True

    def __str__(self) -> str:
        return f"lay {cells_text(self.cells)}" if self.lays else f"lift {cell_text(self.cells[0])}"


@dataclass(frozen=True)
class PossibleSlide:
    """A piece that can slide: by one cell, onto ``ahead``."""

    cells: PieceCells
    ahead: PieceCells


@dataclass(frozen=True)
class GunportPosition:
    """The pieces that the player laid, in the order of laying; given ones lie there as well."""

    game: GunportGame
    laid: tuple[PieceCells, ...] = ()

    @cached_property
    def builder(self) -> PositionBuilder:
        """What lies on which cell; must not be changed."""
        return PositionBuilder(self.game, self.laid)

    @property
    def pieces(self) -> tuple[PieceCells, ...]:
        """All pieces on the board: the given ones, then the player's. Their number is the score."""
        return (*sorted(self.game.board.pieces), *self.laid)

    @property
    def arrangement(self) -> Arrangement:
        return Arrangement(self.game.board, frozenset(self.pieces))

    @cached_property
    def vacant(self) -> frozenset[Cell]:
        """The cells that nothing covers."""
        return self.game.board.cells - self.builder.owner.keys()

    @cached_property
    def open(self) -> frozenset[Cell]:
        """The vacant cells on which a piece can still be laid."""
        return frozenset(cell for placement in self.placements for cell in placement)

    @property
    def ports(self) -> frozenset[Cell]:
        """The vacant cells that nothing can be laid on any more, unless something is lifted."""
        return self.vacant - self.open

    @cached_property
    def placements(self) -> tuple[PieceCells, ...]:
        """Every placement on which a piece can be laid now, line by line."""
        return tuple(self.game.rules.placements(by_lines(self.vacant - self.game.board.ports)))

    @cached_property
    def slides(self) -> tuple[PossibleSlide, ...]:
        """With ``no_slide``, the pieces that can slide into ports, so that something must be lifted before
        the board can be finished; else empty."""
        if not self.game.rules.no_slide:
            return ()
        ports = self.ports
        return tuple(
            PossibleSlide(piece, ahead)
            for piece in self.pieces
            for ahead in cells_ahead(piece)
            if ports.issuperset(ahead)
        )

    @cached_property
    def finished(self) -> bool:
        """Whether nothing more can be laid and the checker finds no fault."""
        return not self.placements and not faults(self.arrangement, self.game.rules)


class PositionBuilder:
    """A position that changes move by move: the piece on each cell."""

    def __init__(self, game: GunportGame, laid: Iterable[PieceCells] = ()) -> None:
        self.game = game
        self.owner: dict[Cell, PieceCells] = {}
        self.laid: dict[PieceCells, None] = {}  # the player's, in the order of laying
        for piece in sorted(game.board.pieces):
            self.owner.update(dict.fromkeys(piece, piece))
        for piece in laid:
            self.do(GunportMove(piece))

    def read(self, text: str) -> GunportMove:
        """The move that a text means here; GameError, when it is not legal."""
        check_length(text, "the move")
        verb, _, rest = text.strip().partition(" ")
        if verb not in ("lay", "lift"):
            raise GameError(f"{quoted(text.strip())} is not a move; {EXPECTED}")
        cells = read_cells(rest, 2)
        if verb == "lift":
            if len(cells) > 1:
                raise GameError("one piece is lifted at a time; expected one of its cells, as in 'lift 3,1'")
            return GunportMove(self._liftable(cells[0]), lays=False)
        if wrong := self.fault(cells):
            raise GameError(wrong)
        return GunportMove(tuple(sorted(cells)))

    def play(self, text: str) -> PositionBuilder:
        """Make the move that a text means; returns the builder."""
        self.do(self.read(text))
        return self

    def do(self, move: GunportMove) -> None:
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
                return f"the cell {cell_text(cell)} is already covered"
            if cell in board.ports:
                return f"the cell {cell_text(cell)} is a given port; it must stay vacant"
        if not self.game.rules.allow(cells):
            if self.game.rules.is_domino:
                return "a domino covers two cells, next to each other"
            return f"these cells do not have the shape of the {piece.name}, in any of its orientations"
        return ""

    def _liftable(self, cell: Cell) -> PieceCells:
        piece = self.owner.get(cell)
        if piece is None:
            where = "vacant" if cell in self.game.board.cells else "not on the board"
            raise GameError(f"the cell {cell_text(cell)} is {where}, so nothing can be lifted there")
        if piece not in self.laid:
            raise GameError(f"the piece on {cell_text(cell)} is given; it cannot be lifted")
        return piece


def begin(board: GunportBoard, rules: Rules = Rules()) -> GunportPosition:  # noqa: B008 - frozen
    """The position before the first move; GameError when a given piece is not the rules' piece."""
    for piece in sorted(board.pieces):
        if not rules.allow(piece):
            raise GameError(f"the given piece on {cells_text(piece, 8)} is not the {rules.piece.name}")
    return GunportPosition(GunportGame(board, rules))


def interpret(position: GunportPosition, text: str) -> GunportMove:
    """The move that a text means; GameError, when it is not legal here."""
    return position.builder.read(text)


def apply(position: GunportPosition, move: GunportMove) -> GunportPosition:
    """The position after a move; GameError when it is not allowed here."""
    builder = PositionBuilder(position.game, position.laid)
    builder.do(move)
    return _position(builder)


def replay(start: GunportPosition, moves: Iterable[str]) -> GunportPosition:
    """The position after these moves; the GameError of a wrong one says which it is, counted from 1."""
    return _position(replay_moves(PositionBuilder(start.game, start.laid), moves, PositionBuilder.play))


def dumps(position: GunportPosition) -> str:
    """The position as a short text of digits, ``.`` and ``_``, which a URL takes as it is.

    ``0.1_5.8`` are two pieces, in the order of laying, on the cells with these numbers of the sorted board.
    """
    number = {cell: k for k, cell in enumerate(position.game.cells)}
    return "_".join(".".join(str(number[cell]) for cell in piece) for piece in position.laid)


def loads(start: GunportPosition, text: str) -> GunportPosition:
    """The position of a text as ``dumps`` writes it, in the game of ``start``; GameError when it is none."""
    check_length(text, "the position")
    builder = PositionBuilder(start.game)
    if text and not _NUMBERS.fullmatch(text):
        raise GameError(f"{quoted(text)} is not a position; expected one such as 0.1_5.8")
    for word in text.split("_") if text else ():
        numbers = [int(number) for number in word.split(".")]
        if max(numbers) >= len(start.game.cells):
            raise GameError("the position is of another board: it names a cell that is not there")
        try:
            builder.do(GunportMove(tuple(sorted(start.game.cells[k] for k in numbers))))
        except GameError as error:
            raise GameError(f"the position is of another board: {error}") from None
    return _position(builder)


def _position(builder: PositionBuilder) -> GunportPosition:
    """The position of a builder that no longer changes."""
    position = GunportPosition(builder.game, tuple(builder.laid))
    position.__dict__["builder"] = builder  # saves building it again
    return position
