"""A tiling that is played by hand, on any lattice.

A move is a text: ``place F on 1,0 0,1 1,1 2,1 2,2`` places the piece F on these cells, ``lift 1,1`` removes
the piece that covers the cell. Forced placements are there from the start and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.errors import GameError
from tilewright.exact_cover.placements import placements_of
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.goal import FILL
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.play.notation import cell_text, check_length, read_cells, replay_moves
from tilewright.play.orientations import PieceOrientations, piece_orientations
from tilewright.wording import quoted

EXPECTED = "expected 'place PIECE on x,y x,y ...' or 'lift x,y'"

_NUMBERS = re.compile(r"[0-9]{1,6}-[0-9]{1,6}(?:\.[0-9]{1,6})*(?:_[0-9]{1,6}-[0-9]{1,6}(?:\.[0-9]{1,6})*)*")


@dataclass(frozen=True)
class TilingGame:
    """A puzzle that is played, with values that are computed once."""

    puzzle: Puzzle
    _orientations: dict[str, PieceOrientations] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def given(self) -> tuple[Placement, ...]:
        """The forced placements, their cells sorted."""
        return tuple(Placement(p.piece, tuple(sorted(p.cells))) for p in self.puzzle.board.forced)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, sorted; the text of a position uses their indices."""
        return tuple(sorted(self.puzzle.board.cells))

    def piece_orientations(self, name: str) -> PieceOrientations:
        """The orientations of the piece of this name."""
        if name not in self._orientations:
            self._orientations[name] = piece_orientations(self.puzzle.by_name[name], self.puzzle.lattice)
        return self._orientations[name]


@dataclass(frozen=True)
class TilingMove:
    """A placement to add, or with ``lifts`` to remove."""

    placement: Placement
    lifts: bool = False

    def __str__(self) -> str:
        if self.lifts:
            return f"lift {cell_text(self.placement.cells[0])}"
        return f"place {self.placement.piece} on {' '.join(map(cell_text, self.placement.cells))}"


@dataclass(frozen=True)
class RemainingCopies:
    """The copies of a piece: ``placed`` are on the board; ``least`` to ``most`` more must and may follow."""

    name: str
    placed: int
    least: int
    most: int


@dataclass(frozen=True)
class TilingPosition:
    """The placements of the player in their order, besides the forced ones."""

    game: TilingGame
    placed: tuple[Placement, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        return self.game.puzzle

    @property
    def placements(self) -> tuple[Placement, ...]:
        """All placements: the forced ones, then those of the player."""
        return (*self.game.given, *self.placed)

    @cached_property
    def table(self) -> TilingTable:
        """The position by cells; not to be changed."""
        return TilingTable(self.game, self.placed)

    @cached_property
    def free(self) -> tuple[Cell, ...]:
        """The uncovered cells that must be covered, sorted."""
        return tuple(cell for cell in self.puzzle.board.required if cell not in self.table.owner)

    @cached_property
    def free_optional(self) -> tuple[Cell, ...]:
        """The uncovered cells that may stay so, sorted."""
        return tuple(cell for cell in self.puzzle.board.optional if cell not in self.table.owner)

    @cached_property
    def copies(self) -> tuple[RemainingCopies, ...]:
        """The copies of each piece, in the order of the puzzle."""
        used = self.table.used
        return tuple(
            RemainingCopies(p.name, (n := used.get(p.name, 0)), max(0, p.min_copies - n), p.max_copies - n)
            for p in self.puzzle.pieces
        )

    @property
    def cost(self) -> int:
        """What all placements cost, the forced ones included."""
        return self.puzzle.cost(Solution.of(self.placements))

    @cached_property
    def finished(self) -> bool:
        """Whether the placements are a solution, as the independent checker finds, at whatever cost."""
        if self.free or any(copies.least for copies in self.copies):
            return False
        return is_solution(self.puzzle, Solution.of(self.placements))

    def at(self, cell: Cell) -> Placement | None:
        return self.table.owner.get(cell)


class TilingTable:
    """A position that changes: which placement covers each cell."""

    def __init__(self, game: TilingGame, placed: Iterable[Placement] = ()) -> None:
        self.game = game
        self.owner: dict[Cell, Placement] = {}
        self.used: dict[str, int] = {}
        self.passed: dict[Cell, Placement] = {}  # junctions, where crossings are forbidden
        self.placed: dict[Placement, None] = {}  # of the player, in their order
        for placement in game.given:
            self._add(placement)
        self._given = frozenset(game.given)
        for placement in placed:
            self.do(TilingMove(placement))

    def read(self, text: str) -> TilingMove:
        """The move that a text describes; GameError, a plain sentence, when it is not valid here."""
        check_length(text, "the move")
        verb, _, rest = text.strip().partition(" ")
        if verb == "lift":
            cells = read_cells(rest, self.game.puzzle.lattice.dimension)
            if len(cells) > 1:
                raise GameError("expected one cell of the piece to lift, as in 'lift 3,1'")
            return TilingMove(self._liftable(cells[0]), lifts=True)
        name, word, words = rest.rpartition(" on ")
        if verb != "place" or not word:
            raise GameError(f"{quoted(text.strip())} is not a move; {EXPECTED}")
        if name not in self.game.puzzle.by_name:
            name = name.strip()
        cells = read_cells(words, self.game.puzzle.lattice.dimension)
        if error := self.error_of(name, cells):
            raise GameError(error)
        return TilingMove(Placement(name, tuple(sorted(cells))))

    def play(self, text: str) -> TilingTable:
        """Make the move that a text describes; returns the table."""
        self.do(self.read(text))
        return self

    def do(self, move: TilingMove) -> None:
        """Make a move; GameError when it is not allowed here."""
        placement = move.placement
        if not move.lifts:
            if error := self.error_of(placement.piece, placement.cells):
                raise GameError(error)
            self._add(placement)
            self.placed[placement] = None
            return
        if self._liftable(placement.cells[0]) != placement:
            raise GameError(f"{placement.piece} is not on these cells")
        self.used[placement.piece] -= 1
        del self.placed[placement]
        for cell in placement.cells:
            del self.owner[cell]
        for point in self._junctions(placement.cells):
            del self.passed[point]

    def error_of(self, name: str, cells: Sequence[Cell]) -> str:
        """Why a piece cannot be placed on these cells, as a sentence; "" if it can."""
        puzzle = self.game.puzzle
        piece = puzzle.by_name.get(name)
        if piece is None:
            return f"there is no piece named {quoted(name)}"
        if self.used.get(name, 0) >= piece.max_copies:
            return _none_left(piece)
        for cell in cells:
            if cell not in puzzle.board.cells:
                return f"the cell {cell_text(cell)} is not on the board"
            if cell in self.owner:
                return f"the cell {cell_text(cell)} is covered by {self.owner[cell].piece}"
        if len(set(cells)) != len(cells):
            return "a cell is listed twice"
        if len(cells) != piece.size:
            return f"{name} has {piece.size} cells, not {len(cells)}"
        if not puzzle.fits(piece, cells):
            shape = puzzle.lattice.normalise(cells)
            shapes = {orientation.cells for orientation in self.game.piece_orientations(name).orientations}
            if shape in shapes and puzzle.board.surface is None:
                return f"the colours of {name} do not match the board there"
            return f"these cells do not have the shape of {name}"
        for point in self._junctions(cells):
            if point in self.passed:
                return f"{name} would cross {self.passed[point].piece} at {cell_text(point)}"
        return ""

    def _liftable(self, cell: Cell) -> Placement:
        placement = self.owner.get(cell)
        if placement is None:
            where = "not covered" if cell in self.game.puzzle.board.cells else "not on the board"
            raise GameError(f"the cell {cell_text(cell)} is {where}, so there is nothing to lift")
        if placement in self._given:
            raise GameError(
                f"{placement.piece} on {cell_text(cell)} is part of the puzzle and cannot be moved"
            )
        return placement

    def _add(self, placement: Placement) -> None:
        self.used[placement.piece] = self.used.get(placement.piece, 0) + 1
        for cell in placement.cells:
            self.owner[cell] = placement
        for point in self._junctions(placement.cells):
            self.passed[point] = placement

    def _junctions(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        return () if self.game.puzzle.crossings else self.game.puzzle.lattice.passed(cells)


def start(puzzle: AnyPuzzle) -> TilingPosition:
    """The position before the first move; GameError for a puzzle without cells."""
    if not isinstance(puzzle, Puzzle):
        raise GameError("a puzzle of items and options has no board to play on")
    return TilingPosition(TilingGame(puzzle))


def interpret(position: TilingPosition, text: str) -> TilingMove:
    """The move that a text describes; GameError, a plain sentence, when it is not valid here."""
    return position.table.read(text)


def apply(position: TilingPosition, move: TilingMove) -> TilingPosition:
    """The position after a move; GameError when it is not allowed here."""
    table = TilingTable(position.game, position.placed)
    table.do(move)
    return _position(table)


def replay(puzzle: AnyPuzzle, moves: Iterable[str]) -> TilingPosition:
    """The position after these moves; the GameError of an invalid move has its number, from 1."""
    return _position(replay_moves(TilingTable(start(puzzle).game), moves, TilingTable.play))


def valid_placements(position: TilingPosition, name: str) -> tuple[Placement, ...]:
    """The valid placements of a piece in the standard order; GameError if there is no such piece."""
    piece = position.puzzle.by_name.get(name)
    if piece is None:
        raise GameError(f"there is no piece named {quoted(name)}")
    if not (position.free or position.free_optional) or position.table.used.get(name, 0) >= piece.max_copies:
        return ()
    alone = replace(position.puzzle, board=_open_board(position), pieces=(piece,), costs=(), expect=())
    placements = (p for p in placements_of(alone) if not position.table.error_of(name, p.cells))
    return tuple(sorted(placements, key=lambda placement: placement.sort_key))


def remaining_puzzle(position: TilingPosition) -> Puzzle | None:
    """The rest of the puzzle: its solutions are those of the position, without the placements that are there.

    None when no cell is left. If crossings are forbidden, all placements stay, as forced ones. Where the goal
    is a cost, the rest has the costs of the puzzle.
    """
    puzzle = position.puzzle
    priced = puzzle.goal != FILL
    if not position.free and not position.free_optional:
        return None
    if not puzzle.crossings:
        board = replace(
            puzzle.board, forced=position.placements, cell_costs=puzzle.board.cell_costs if priced else {}
        )
        return replace(puzzle, board=board, costs=puzzle.costs if priced else (), expect=())
    pieces = tuple(
        replace(piece, min_copies=copies.least, max_copies=copies.most, cost=piece.cost if priced else 0)
        for piece, copies in zip(puzzle.pieces, position.copies, strict=True)
        if copies.most
    )
    rest = replace(puzzle, board=_open_board(position), pieces=pieces, costs=(), expect=())
    if not priced:
        return rest
    board = replace(
        rest.board, cell_costs={c: n for c, n in puzzle.board.cell_costs.items() if c in rest.board.cells}
    )
    fitting = (c for c in puzzle.costs if c.placement.piece in rest.by_name)
    kept = tuple(c for c in fitting if rest.board.cells.issuperset(c.placement.cells))
    return replace(rest, board=board, costs=kept)


def dumps(position: TilingPosition) -> str:
    """The position as a short text of digits, ``-``, ``.`` and ``_``, which a URL takes as it is.

    ``2-0.1.12`` is the third piece on the cells 0, 1 and 12 of the sorted board; placements are in their
    order, separated by ``_``.
    """
    number = {cell: k for k, cell in enumerate(position.game.cells)}
    piece = {p.name: k for k, p in enumerate(position.puzzle.pieces)}
    return "_".join(
        f"{piece[p.piece]}-{'.'.join(str(number[cell]) for cell in p.cells)}" for p in position.placed
    )


def loads(puzzle: AnyPuzzle, text: str) -> TilingPosition:
    """The position of a text of ``dumps``; GameError if it does not belong to this puzzle."""
    position = start(puzzle)
    check_length(text, "the position")
    if not text:
        return position
    if not _NUMBERS.fullmatch(text):
        raise GameError(f"{quoted(text)} is not a position; expected one such as 2-0.1.12_0-3.4")
    table = TilingTable(position.game)
    cells, pieces = position.game.cells, position.puzzle.pieces
    for word in text.split("_"):
        which, _, numbers = word.partition("-")
        values = [int(number) for number in numbers.split(".")]
        if int(which) >= len(pieces) or max(values) >= len(cells):
            raise GameError("the position belongs to another puzzle: it has an unknown piece or cell")
        placement = Placement(pieces[int(which)].name, tuple(sorted(cells[k] for k in values)))
        try:
            table.do(TilingMove(placement))
        except GameError as error:
            raise GameError(f"the position belongs to another puzzle: {error}") from None
    return _position(table)


def _position(table: TilingTable) -> TilingPosition:
    """The position of a table, which must not change any more."""
    position = TilingPosition(table.game, tuple(table.placed))
    position.__dict__["table"] = table  # instead of computing it again
    return position


def _none_left(piece: Piece) -> str:
    if piece.max_copies == 0:
        return f"{piece.name} must not be used"
    placed = "it is" if piece.max_copies == 1 else f"all {piece.max_copies} are"
    return f"no {piece.name} is left: {placed} on the board already"


def _open_board(position: TilingPosition) -> Board:
    """The free cells with their colours."""
    board = position.puzzle.board
    return Board.of(
        {cell: board.colour(cell) for cell in position.free},
        {cell: board.colour(cell) for cell in position.free_optional},
        surface=board.surface,
    )
