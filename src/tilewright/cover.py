"""Puzzle <-> CoverProblem: the only place where cells become items and options become placements."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.lattices import Cell
from tilewright.puzzle import Placement, Puzzle, Solution

Use = tuple[int, int]
"""An item with a colour; colour 0 is no colour: on a secondary item it excludes every other use."""

MAX_OPTIONS = 4_000_000


@dataclass(frozen=True)
class CoverProblem:
    """Items and options (Knuth, TAOCP 4B, 7.2.2.1): choose options so that each primary item is
    covered ``bounds[i]`` = (least, most) times, and each secondary item at most once or with one colour.

    Items 0..len(bounds)-1 are primary, the rest secondary. Each option has at least one primary item.
    ``near[i]`` lists items that lie beside item i; engines may use it to cut regions that nothing can
    fill, never for what a solution is. It may be empty.
    """

    items: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    options: tuple[tuple[Use, ...], ...]
    near: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        primary = len(self.bounds)
        if primary > len(self.items):
            raise PuzzleError("a cover problem has more bounds than items")
        for least, most in self.bounds:
            if not 0 <= least <= most:
                raise PuzzleError(f"an item is to be covered {least} to {most} times; expected 0 <= least <= most")
        for number, option in enumerate(self.options):
            held = [item for item, _ in option]
            if len(set(held)) != len(held):
                raise PuzzleError(f"option {number} names an item twice")
            if not any(item < primary for item in held):
                raise PuzzleError(f"option {number} has no primary item")
            for item, colour in option:
                if not 0 <= item < len(self.items):
                    raise PuzzleError(f"option {number} names item {item}; there are {len(self.items)}")
                if colour < 0 or (colour and item < primary):
                    raise PuzzleError(f"option {number} gives the primary item {item} a colour")

    @property
    def primary(self) -> int:
        """How many items are primary; they come first."""
        return len(self.bounds)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 over bounds and options: two problems with the same digest are the same."""
        return hashlib.sha256(
            repr((len(self.items), self.bounds, self.options)).encode()
        ).hexdigest()


@dataclass(frozen=True)
class Cover:
    """A puzzle's cover problem, with the placement that each option stands for.

    ``forced`` are the options of the board's forced placements: every solution has them.
    """

    puzzle: Puzzle
    problem: CoverProblem
    placements: tuple[Placement, ...]
    forced: tuple[int, ...]

    def solution(self, options: Iterable[int]) -> Solution:
        """The solution that a set of options stands for."""
        return Solution.of(self.placements[option] for option in options)

    @cached_property
    def option_of(self) -> dict[Placement, int]:
        """The option of each placement."""
        return {placement: option for option, placement in enumerate(self.placements)}

    def options(self, solution: Solution) -> tuple[int, ...]:
        """The sorted options of a solution; PuzzleError when it has a placement the puzzle does not know."""
        try:
            return tuple(sorted(self.option_of[placement] for placement in solution.placements))
        except KeyError as error:
            raise PuzzleError(f"no such placement in this puzzle: {error.args[0]}") from None


def placements_of(puzzle: Puzzle) -> list[Placement]:
    """Every placement of every piece on the empty board, piece by piece, each once."""
    board, lattice = puzzle.board, puzzle.lattice
    cells = sorted(board.cells)
    found: list[Placement] = []
    for piece in puzzle.pieces:
        if piece.max_copies == 0:
            continue
        seen: set[tuple[Cell, ...]] = set()
        for pairs in piece.orientations(lattice):
            origin = pairs[0][0]
            for start in cells:
                shift = tuple(a - b for a, b in zip(start, origin, strict=True))
                if not lattice.is_translation(shift):
                    continue
                moved = _moved(puzzle, pairs, shift)
                if moved is not None and moved not in seen:
                    seen.add(moved)
                    found.append(Placement(piece.name, moved))
                    if len(found) > MAX_OPTIONS:
                        raise UnsupportedError(
                            f"the puzzle has more than {MAX_OPTIONS:,} placements; that is too many to search"
                        )
    return found


def _moved(
    puzzle: Puzzle, pairs: Sequence[tuple[Cell, str]], shift: Cell
) -> tuple[Cell, ...] | None:
    """The cells of an orientation moved by a translation, or None when it does not lie on the board."""
    board = puzzle.board
    moved = []
    for cell, colour in pairs:
        place = tuple(a + b for a, b in zip(cell, shift, strict=True))
        if place not in board.cells:
            return None
        if colour and not puzzle.colours_agree(colour, board.colours.get(place, "")):
            return None
        moved.append(place)
    return tuple(moved)


def to_cover(puzzle: Puzzle) -> Cover:
    """The cover problem of a puzzle.

    Required cells and pieces that must be used are primary items, optional cells secondary. A piece
    with 0 or 1 copies is a secondary item when each of its placements covers a required cell; pieces
    with more copies keep their bounds. Cells come first, in the board's order.
    """
    board = puzzle.board
    placements = placements_of(puzzle)
    required = set(board.required)
    loose = {
        piece.name
        for piece in puzzle.pieces
        if piece.min_copies == 0 and piece.max_copies == 1
    }
    loose -= {p.piece for p in placements if p.piece in loose and required.isdisjoint(p.cells)}
    primary = [(str(cell), cell, (1, 1)) for cell in board.required]
    names = [name for name, _, _ in primary]
    bounds = [bound for _, _, bound in primary]
    index: dict[object, int] = {cell: i for i, cell in enumerate(board.required)}
    for piece in puzzle.pieces:
        if piece.name not in loose:
            index[piece.name] = len(names)
            names.append(piece.name)
            bounds.append((piece.min_copies, piece.max_copies))
    for piece in puzzle.pieces:
        if piece.name in loose:
            index[piece.name] = len(names)
            names.append(piece.name)
    for cell in board.optional:
        index[cell] = len(names)
        names.append(str(cell))
    options = tuple(
        tuple((index[key], 0) for key in sorted((*p.cells, p.piece), key=lambda k: index[k]))
        for p in placements
    )
    near: list[tuple[int, ...]] = [()] * len(names)
    for cell in board.cells:
        near[index[cell]] = tuple(
            sorted(index[other] for other in puzzle.lattice.neighbours(cell) if other in board.cells)
        )
    problem = CoverProblem(tuple(names), tuple(bounds), options, tuple(near))
    cover = Cover(puzzle, problem, tuple(placements), ())
    forced = tuple(
        cover.option_of[Placement(p.piece, tuple(sorted(p.cells)))] for p in board.forced
    )
    return Cover(puzzle, problem, tuple(placements), forced)
