"""Boards with one free number, such as ``4xN``, and the pieces that fill them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

from tilewright.errors import PuzzleError
from tilewright.formats.to_exact_cover import with_ways_apart
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import CUBE, SQUARE, Lattice
from tilewright.model.pieces import piece_set, set_lattice, set_motions
from tilewright.model.pieces.polyforms import canonical
from tilewright.model.pieces.sets import named_shapes
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle
from tilewright.model.shape import box
from tilewright.model.surfaces import Surface, Wrap
from tilewright.wording import counted, quoted

_LENGTH = re.compile(r"([0-9]{1,6})|\(?([0-9]{0,6})([a-z])(?:([+-])([0-9]{1,6}))?\)?")
_BRICK = re.compile(r"[1-9][0-9]{0,5}(x[1-9][0-9]{0,5}){1,2}")
EXPECTED = "expected a size with one free number, such as 4xN, 3x2N, NxN or 2x2xN"


@dataclass(frozen=True)
class Length:
    """The length of a side: ``factor`` times the free number, and ``constant`` more."""

    factor: int
    constant: int

    def at(self, n: int) -> int:
        """The length for this value of the free number."""
        return self.factor * n + self.constant

    def __str__(self) -> str:
        if not self.factor:
            return str(self.constant)
        text = f"{self.factor if self.factor > 1 else ''}N"
        return f"({text}{self.constant:+d})" if self.constant else text


@dataclass(frozen=True)
class SeriesBoard:
    """A box with sides of fixed lengths and of one free number: rows, columns and layers."""

    sides: tuple[Length, ...]

    def __str__(self) -> str:
        return "x".join(map(str, self.sides))

    def size(self, n: int) -> tuple[int, ...]:
        """Rows, columns and layers for a value; PuzzleError when the board is empty or too large."""
        lengths = tuple(side.at(n) for side in self.sides)
        words = "x".join(map(str, lengths))
        if min(lengths) < 1:
            raise PuzzleError(
                f"the board {self} is {words} for N = {n}, which has no cell; begin with a larger N"
            )
        if prod(lengths) > MAX_CELLS:
            cells = f"{prod(lengths):,} cells for N = {n}"
            raise PuzzleError(f"the board {self} has {cells}; at most {MAX_CELLS:,} are accepted")
        return lengths

    @cached_property
    def free_sides(self) -> tuple[int, ...]:
        """The positions of the sides with the free number."""
        return tuple(number for number, side in enumerate(self.sides) if side.factor)

    @property
    def is_strip(self) -> bool:
        """Whether only one side grows, so that the board is a strip."""
        return len(self.free_sides) == 1


def read_board(text: str) -> SeriesBoard:
    """The board in a text such as ``4xN``; PuzzleError when it is none, or has no free number."""
    words = re.sub(r"\s", "", text.lower().replace("×", "x")).split("x")
    matches = [_LENGTH.fullmatch(word) for word in words]
    if not 2 <= len(words) <= 3 or not all(matches):
        raise PuzzleError(f"{quoted(text)} is not a board; {EXPECTED}")
    sides = []
    letters = set()
    for match in matches:
        assert match is not None
        fixed, factor, letter, sign, constant = match.groups()
        if letter:
            letters.add(letter.upper())
            sides.append(Length(int(factor or 1), int(f"{sign or '+'}{constant or 0}")))
        else:
            sides.append(Length(0, int(fixed)))
    if len(letters) > 1:
        names = " and ".join(sorted(letters))
        raise PuzzleError(f"the board {quoted(text)} has the free numbers {names}; expected one")
    board = SeriesBoard(tuple(sides))
    if not letters or not board.free_sides:
        raise PuzzleError(f"the board {quoted(text)} has no free number; {EXPECTED}")
    for side in board.sides:
        if not side.factor and side.constant < 1:
            raise PuzzleError(f"the board {quoted(text)} has a side of length 0; expected lengths from 1")
    return board


@dataclass(frozen=True)
class PieceKinds:
    """Pieces of which any number may be used: their names and cells on a lattice, and how they may move."""

    name: str
    lattice: Lattice
    shapes: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
    motions: tuple[str, ...]
    """The motions of each of them."""


def read_pieces(texts: Sequence[str], dimension: int) -> PieceKinds:
    """The pieces in texts: sets (``dominoes``), single pieces (``T4``, ``bee``) and bricks (``2x3``).

    ``dimension`` is the number of sides of the board. PuzzleError for a text that is none of these, for
    pieces of several lattices, and for a piece that is given twice.
    """
    kinds = [_read_kind(text, dimension) for text in texts]
    if not kinds:
        raise PuzzleError("there are no pieces; expected a set such as dominoes, a piece such as T4, or 2x3")
    lattice = kinds[0].lattice
    shapes: dict[str, tuple[tuple[int, ...], ...]] = {}
    forms: dict[tuple[tuple[int, ...], ...], str] = {}
    for text, kind in zip(texts, kinds, strict=True):
        if kind.lattice is not lattice:
            raise PuzzleError(
                f"the pieces {kinds[0].name} are of the {lattice.name} lattice and {text} of the "
                f"{kind.lattice.name} lattice; expected one lattice"
            )
        for (name, cells), mode in zip(kind.shapes, kind.motions, strict=True):
            form = canonical(cells, mode, lattice)
            if name in shapes or form in forms:
                other = "" if name in shapes or forms[form] == name else f" under another name, {forms[form]}"
                raise PuzzleError(f"the piece {name} is given twice{other and ','}{other}")
            shapes[name] = cells
            forms[form] = name
    motions = tuple(motion for kind in kinds for motion in kind.motions)
    return PieceKinds(" and ".join(kind.name for kind in kinds), lattice, tuple(shapes.items()), motions)


def _read_kind(text: str, dimension: int) -> PieceKinds:
    words = " ".join(text.split())
    low = words.lower().replace("×", "x")
    if _BRICK.fullmatch(low):
        lengths = sorted(map(int, low.split("x")), reverse=True)
        lattice = CUBE if dimension == 3 else SQUARE
        if len(lengths) > dimension and lengths.pop() > 1:
            raise PuzzleError(f"the brick {text} is solid and the board is flat")
        lengths += [1] * (dimension - len(lengths))
        cells = box(lattice, lengths).cells
        return PieceKinds(low, lattice, ((low, tuple(sorted(cells))),), (lattice.usual_motions,))
    flat = _named(words)
    if flat is None:
        shapes, lattice, motions = piece_set(words), set_lattice(words), set_motions(words)
    else:
        shapes, lattice, motions = (flat,), SQUARE, SQUARE.usual_motions
    if lattice is SQUARE and dimension == 3:  # flat pieces lie in a box in any way
        shapes = tuple((name, tuple((*cell, 0) for cell in cells)) for name, cells in shapes)
        lattice, motions = CUBE, CUBE.usual_motions
    return PieceKinds(words, lattice, tuple(shapes), (motions,) * len(shapes))


def _named(name: str) -> tuple[str, tuple[tuple[int, ...], ...]] | None:
    """The polyomino of this name, such as ``T4``."""
    return next((pair for pair in named_shapes(SQUARE) if pair[0] == name), None)


@dataclass(frozen=True)
class Series:
    """A board with one free number, to be filled with any number of some pieces.

    ``motions`` overrides how all pieces may move. ``costs`` gives pieces costs. ``wrap`` is the surface that
    the board is wrapped to, None where it has borders. On a surface, places that cover the same cells by
    different ways round it are one place, or with ``parallel`` as many, like parallel edges of a graph.
    """

    board: SeriesBoard
    pieces: PieceKinds
    motions: str | None = None
    costs: tuple[tuple[str, int], ...] = ()
    wrap: Wrap | None = None
    parallel: bool = False

    def __post_init__(self) -> None:
        lattice, dimension = self.pieces.lattice, len(self.board.sides)
        if lattice.dimension != dimension:
            raise PuzzleError(
                f"the pieces {self.pieces.name} are of the {lattice.name} lattice; "
                f"the board {self.board} has {counted(dimension, 'side')}, expected {lattice.dimension}"
            )
        names = [name for name, _ in self.pieces.shapes]
        for name, _ in self.costs:
            if name not in names:
                raise PuzzleError(f"{quoted(name)} is none of the pieces; expected one of {', '.join(names)}")

        if self.wrap and dimension != 2:
            raise PuzzleError(f"the board {self.board} has layers; expected a flat board to be wrapped")

    def __str__(self) -> str:
        wrap = f", {self.wrap}" + ", parallel" * self.parallel if self.wrap else ""
        motions = f", {self.motions}" if self.motions else ""
        return f"{self.pieces.name} in {self.board}{wrap}{motions}"

    @property
    def graph(self) -> str:
        """The graph of the cells in the words of the literature, such as P_4 x C_N; "" where it has none."""
        if self.wrap in (Wrap.MOEBIUS, Wrap.KLEIN) or self.pieces.lattice not in (SQUARE, CUBE):
            return ""
        kinds = ("C" if self.wrap is Wrap.TORUS else "P", "C" if self.wrap else "P", "P")
        return " x ".join(f"{kind}_{side}" for kind, side in zip(kinds, self.board.sides, strict=False))

    def puzzle(self, n: int) -> AnyPuzzle:
        """The puzzle for a value of the free number; PuzzleError when its board is empty or too large."""
        size, title = self.board.size(n), f"{self}, N = {n}"
        puzzle = self.puzzle_of_size(size, title)
        return with_ways_apart(puzzle) if self.parallel else puzzle

    def puzzle_of_size(self, size: tuple[int, ...], title: str = "") -> Puzzle:
        """The same pieces in a box of this size: rows, columns, layers; on the surface, if there is one."""
        lattice = self.pieces.lattice
        rows, columns, *layers = size
        cells = box(lattice, (columns, rows, *layers)).cells
        board = Board.of(cells)
        if self.wrap is not None:
            board = replace(board, surface=Surface(self.wrap, columns, rows))
        return Puzzle(board, self.placed_pieces(len(cells)), title=title, lattice=lattice)

    def placed_pieces(self, cells: int) -> tuple[Piece, ...]:
        """The pieces, with as many copies as so many cells need."""
        lattice, costs = self.pieces.lattice, dict(self.costs)
        return tuple(
            Piece.of(
                name,
                shape,
                lattice=lattice,
                copies=(0, max(1, cells // len(shape))),
                motions=self.motions or motions,
                cost=costs.get(name, 0),
            )
            for (name, shape), motions in zip(self.pieces.shapes, self.pieces.motions, strict=True)
        )


@dataclass(frozen=True)
class GeneratedSeries:
    """Puzzles that a generator makes from words in which ``N`` is the free number, such as ``queens N``."""

    words: str
    make: Callable[[int], AnyPuzzle] = field(compare=False)

    def __str__(self) -> str:
        return self.words

    def puzzle(self, n: int) -> AnyPuzzle:
        """The puzzle for a value of the free number; PuzzleError when the generator makes none."""
        return self.make(n)


AnySeries = Series | GeneratedSeries
