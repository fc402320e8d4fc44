"""A tiling by hand: pieces are laid on the board and lifted again, on any lattice.

A move is a text: ``place F on 1,0 0,1 1,1 2,1 2,2`` lays the piece F on these cells, ``lift 1,1`` takes up
the piece that lies on the cell. Forced placements lie there from the start and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.errors import GameError
from tilewright.exact_cover.translation import placements_of
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.play.notation import cell_text, check_length, cut, read_cells, replayed
from tilewright.play.orientations import Handling, handling

EXPECTED = "expected 'place PIECE on x,y x,y ...' or 'lift x,y'"

_NUMBERS = re.compile(r"[0-9]{1,6}-[0-9]{1,6}(?:\.[0-9]{1,6})*(?:_[0-9]{1,6}-[0-9]{1,6}(?:\.[0-9]{1,6})*)*")


@dataclass(frozen=True)
class Game:
    """A puzzle that is played, with what is made of it once."""

    puzzle: Puzzle
    _held: dict[str, Handling] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def given(self) -> tuple[Placement, ...]:
        """The forced placements, their cells sorted."""
        return tuple(Placement(p.piece, tuple(sorted(p.cells))) for p in self.puzzle.board.forced)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, sorted: their numbers stand for them in the text of a position."""
        return tuple(sorted(self.puzzle.board.cells))

    def handling(self, name: str) -> Handling:
        """How the piece of this name may be held."""
        if name not in self._held:
            self._held[name] = handling(self.puzzle.by_name[name], self.puzzle.lattice)
        return self._held[name]


@dataclass(frozen=True)
class Move:
    """A placement that is laid, or lifted (``lays`` False)."""

    placement: Placement
    lays: bool = True

    def __str__(self) -> str:
        if not self.lays:
            return f"lift {cell_text(self.placement.cells[0])}"
        return f"place {self.placement.piece} on {' '.join(map(cell_text, self.placement.cells))}"


@dataclass(frozen=True)
class Stock:
    """A piece and its copies: ``laid`` lie on the board; ``least`` to ``most`` more must, and may, follow."""

    name: str
    laid: int
    least: int
    most: int


@dataclass(frozen=True)
class Position:
    """The placements that the player laid, in the order of laying; the forced ones lie there as well."""

    game: Game
    laid: tuple[Placement, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is played."""
        return self.game.puzzle

    @property
    def placements(self) -> tuple[Placement, ...]:
        """All that lies on the board: the forced placements, then the player's."""
        return (*self.game.given, *self.laid)

    @cached_property
    def table(self) -> Table:
        """The position as cells; not to be changed."""
        return Table(self.game, self.laid)

    @cached_property
    def free(self) -> tuple[Cell, ...]:
        """The cells that must still be covered, sorted."""
        return tuple(cell for cell in self.puzzle.board.required if cell not in self.table.owner)

    @cached_property
    def loose(self) -> tuple[Cell, ...]:
        """The cells that may still be covered or not, sorted."""
        return tuple(cell for cell in self.puzzle.board.optional if cell not in self.table.owner)

    @cached_property
    def stock(self) -> tuple[Stock, ...]:
        """Every piece with its copies, in the puzzle's order."""
        used = self.table.used
        return tuple(
            Stock(p.name, (n := used.get(p.name, 0)), max(0, p.min_copies - n), p.max_copies - n)
            for p in self.puzzle.pieces
        )

    @cached_property
    def finished(self) -> bool:
        """Whether the puzzle is solved, as the independent checker finds."""
        if self.free or any(stock.least for stock in self.stock):
            return False
        return is_solution(self.puzzle, Solution.of(self.placements))

    def at(self, cell: Cell) -> Placement | None:
        """What lies on a cell."""
        return self.table.owner.get(cell)


class Table:
    """What lies where, for moves one after another: a position while it changes."""

    def __init__(self, game: Game, laid: Iterable[Placement] = ()) -> None:
        self.game = game
        self.owner: dict[Cell, Placement] = {}
        self.used: dict[str, int] = {}
        self.passed: dict[Cell, Placement] = {}  # junctions, where crossings are forbidden
        self.laid: dict[Placement, None] = {}  # the player's, in the order of laying
        for placement in game.given:
            self._lay(placement)
        self._given = frozenset(game.given)
        for placement in laid:
            self.do(Move(placement))

    def read(self, text: str) -> Move:
        """The move that a text means here; GameError, a plain sentence, when it is no legal one."""
        check_length(text, "the move")
        verb, _, rest = text.strip().partition(" ")
        if verb == "lift":
            cells = read_cells(rest, self.game.puzzle.lattice.dimension)
            if len(cells) > 1:
                raise GameError("one piece is lifted at a time; expected one of its cells, as in 'lift 3,1'")
            return Move(self._liftable(cells[0]), lays=False)
        name, found, words = rest.rpartition(" on ")
        if verb != "place" or not found:
            raise GameError(f"{cut(text.strip())!r} is no move; {EXPECTED}")
        if name not in self.game.puzzle.by_name:
            name = name.strip()
        cells = read_cells(words, self.game.puzzle.lattice.dimension)
        if wrong := self.fault(name, cells):
            raise GameError(wrong)
        return Move(Placement(name, tuple(sorted(cells))))

    def play(self, text: str) -> Table:
        """Make the move that a text means; the same table."""
        self.do(self.read(text))
        return self

    def do(self, move: Move) -> None:
        """Make a move; GameError when it is not allowed here."""
        placement = move.placement
        if move.lays:
            if wrong := self.fault(placement.piece, placement.cells):
                raise GameError(wrong)
            self._lay(placement)
            self.laid[placement] = None
            return
        if self._liftable(placement.cells[0]) != placement:
            raise GameError(f"{placement.piece} does not lie so on the board")
        self.used[placement.piece] -= 1
        del self.laid[placement]
        for cell in placement.cells:
            del self.owner[cell]
        for point in self._junctions(placement.cells):
            del self.passed[point]

    def fault(self, name: str, cells: Sequence[Cell]) -> str:
        """Why a piece cannot be laid on these cells, as a sentence; "" when it can."""
        puzzle = self.game.puzzle
        piece = puzzle.by_name.get(name)
        if piece is None:
            return f"there is no piece named {cut(name)!r}"
        if self.used.get(name, 0) >= piece.max_copies:
            return _none_left(piece)
        for cell in cells:
            if cell not in puzzle.board.cells:
                return f"the cell {cell_text(cell)} is not on the board"
            if cell in self.owner:
                return f"the cell {cell_text(cell)} is covered by {self.owner[cell].piece}"
        if len(set(cells)) != len(cells):
            return "a cell is named twice"
        if len(cells) != piece.size:
            return f"{name} has {piece.size} cells, not {len(cells)}"
        if not puzzle.fits(piece, cells):
            shape = puzzle.lattice.normalise(cells)
            shapes = {orientation.cells for orientation in self.game.handling(name).orientations}
            if shape in shapes:
                return f"the colours of {name} do not match those of the board there"
            return f"these cells do not have the shape of {name}, as it may be turned"
        for point in self._junctions(cells):
            if point in self.passed:
                return f"{name} would cross {self.passed[point].piece} at {cell_text(point)}"
        return ""

    def _liftable(self, cell: Cell) -> Placement:
        placement = self.owner.get(cell)
        if placement is None:
            where = "covered by no piece" if cell in self.game.puzzle.board.cells else "not on the board"
            raise GameError(f"the cell {cell_text(cell)} is {where}, so nothing can be lifted there")
        if placement in self._given:
            raise GameError(f"{placement.piece} on {cell_text(cell)} is given; it stays where it is")
        return placement

    def _lay(self, placement: Placement) -> None:
        self.used[placement.piece] = self.used.get(placement.piece, 0) + 1
        for cell in placement.cells:
            self.owner[cell] = placement
        for point in self._junctions(placement.cells):
            self.passed[point] = placement

    def _junctions(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        return () if self.game.puzzle.crossings else self.game.puzzle.lattice.passed(cells)


def begin(puzzle: AnyPuzzle) -> Position:
    """The position before the first move; GameError for a puzzle without cells."""
    if not isinstance(puzzle, Puzzle):
        raise GameError("a puzzle of items and options has no board to play on")
    return Position(Game(puzzle))


def interpret(position: Position, text: str) -> Move:
    """The move that a text means; GameError, a plain sentence, when it is no legal move here."""
    return position.table.read(text)


def apply(position: Position, move: Move) -> Position:
    """The position after a move; GameError when it is not allowed here."""
    table = Table(position.game, position.laid)
    table.do(move)
    return _position(table)


def replay(puzzle: AnyPuzzle, moves: Iterable[str]) -> Position:
    """The position after these moves; the GameError of a wrong one says which it is, counted from 1."""
    return _position(replayed(Table(begin(puzzle).game), moves, Table.play))


def places(position: Position, name: str) -> tuple[Placement, ...]:
    """Every placement of a piece that is allowed now, in the standard order; GameError for no such piece."""
    piece = position.puzzle.by_name.get(name)
    if piece is None:
        raise GameError(f"there is no piece named {cut(name)!r}")
    if not (position.free or position.loose) or position.table.used.get(name, 0) >= piece.max_copies:
        return ()
    alone = replace(position.puzzle, board=_open_board(position), pieces=(piece,), costs=(), expect=())
    found = (p for p in placements_of(alone) if not position.table.fault(name, p.cells))
    return tuple(sorted(found, key=lambda placement: placement.sort_key))


def rest(position: Position) -> Puzzle | None:
    """What is left as a puzzle: its solutions are those of the position, without what lies there already.

    None when no cell is left. Where crossings are forbidden all placements stay, as forced ones.
    """
    puzzle = position.puzzle
    if not position.free and not position.loose:
        return None
    if not puzzle.crossings:
        board = replace(puzzle.board, forced=position.placements, cell_costs={})
        return replace(puzzle, board=board, costs=(), expect=())
    pieces = tuple(
        replace(piece, min_copies=stock.least, max_copies=stock.most, cost=0)
        for piece, stock in zip(puzzle.pieces, position.stock, strict=True)
        if stock.most
    )
    return replace(puzzle, board=_open_board(position), pieces=pieces, costs=(), expect=())


def dumps(position: Position) -> str:
    """The position as a short text of digits, ``-``, ``.`` and ``_``, which a URL takes as it is.

    ``2-0.1.12`` is the third piece on the cells number 0, 1 and 12 of the sorted board; placements follow in
    the order of laying, ``_`` between them.
    """
    number = {cell: k for k, cell in enumerate(position.game.cells)}
    piece = {p.name: k for k, p in enumerate(position.puzzle.pieces)}
    return "_".join(
        f"{piece[p.piece]}-{'.'.join(str(number[cell]) for cell in p.cells)}" for p in position.laid
    )


def loads(puzzle: AnyPuzzle, text: str) -> Position:
    """The position of a text as ``dumps`` writes it; GameError when it is none of this puzzle."""
    position = begin(puzzle)
    check_length(text, "the position")
    if not text:
        return position
    if not _NUMBERS.fullmatch(text):
        raise GameError(f"{cut(text)!r} is no position; expected one such as 2-0.1.12_0-3.4")
    table = Table(position.game)
    cells, pieces = position.game.cells, position.puzzle.pieces
    for word in text.split("_"):
        which, _, numbers = word.partition("-")
        held = [int(number) for number in numbers.split(".")]
        if int(which) >= len(pieces) or max(held) >= len(cells):
            raise GameError("the position is of another puzzle: it names a piece or a cell that is not there")
        placement = Placement(pieces[int(which)].name, tuple(sorted(cells[k] for k in held)))
        try:
            table.do(Move(placement))
        except GameError as error:
            raise GameError(f"the position is of another puzzle: {error}") from None
    return _position(table)


def _position(table: Table) -> Position:
    """The position of a table that is not changed any more."""
    position = Position(table.game, tuple(table.laid))
    position.__dict__["table"] = table  # else it would be made again
    return position


def _none_left(piece: Piece) -> str:
    if piece.max_copies == 0:
        return f"{piece.name} is not to be used"
    whole = "it lies" if piece.max_copies == 1 else f"all {piece.max_copies} lie"
    return f"no {piece.name} is left: {whole} on the board already"


def _open_board(position: Position) -> Board:
    """The free cells with their colours."""
    board = position.puzzle.board
    return Board.of(
        {cell: board.colour(cell) for cell in position.free},
        {cell: board.colour(cell) for cell in position.loose},
    )
