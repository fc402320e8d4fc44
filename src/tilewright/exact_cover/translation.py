"""Puzzle <-> CoverProblem: the only place where cells become items and options become placements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, overload

from tilewright.cancellation import check_cancelled, checked
from tilewright.errors import PuzzleError
from tilewright.exact_cover.placements import Places, placement_at, placements_at, places_of
from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.layout import JoinedRectangle
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.model.surfaces import Surface

if TYPE_CHECKING:
    from tilewright.model.verification import Checker


@dataclass(frozen=True)
class Junction:
    """A point that only one piece may pass straight, where crossings are kept out."""

    at: Cell

    def __str__(self) -> str:
        return f"junction {self.at}"


@dataclass(frozen=True)
class Holes:
    """The cells that stay empty, where their number is bounded."""

    def __str__(self) -> str:
        return "holes"


HOLES = Holes()

Key = Cell | str | Junction | Holes
"""What an item stands for: a cell, a piece by its name, a junction, the holes."""


@dataclass(frozen=True)
class Cover:
    """A puzzle's cover problem, with the placement that each option stands for.

    Options beyond the placements leave one cell each empty; ``holes`` are these cells. ``forced`` are the
    options of the board's forced placements: every solution has them. ``keys`` are what the items stand for:
    a cell, a piece by its name, a :class:`Junction`, or :class:`Holes`; empty without cells.
    """

    puzzle: AnyPuzzle
    problem: CoverProblem
    placements: Sequence[Placement]
    forced: tuple[int, ...]
    keys: tuple[Key, ...] = ()
    holes: tuple[Cell, ...] = ()

    def placing(self, options: Iterable[int]) -> list[int]:
        """Those of a set of options that place a piece; they determine the others of a solution."""
        size = len(self.placements)
        return [option for option in options if option < size] if self.holes else list(options)

    def solution(self, options: Iterable[int]) -> Solution:
        """The solution that a set of options stands for."""
        return self._solution(self.placements, options)

    def _solution(self, placements: Sequence[Placement], options: Iterable[int]) -> Solution:
        placed = [placements[option] for option in self.placing(options)]
        placed.sort(key=_first_cell)  # no two placements of a solution share it
        return Solution(tuple(placed)).with_puzzle(self.puzzle)

    @cached_property
    def _checker(self) -> Checker:
        from tilewright.model.verification import Checker

        return Checker(self.puzzle)

    def verified(self, engine: str, option_sets: Sequence[Sequence[int]]) -> Iterator[Solution]:
        """The solutions that sets of options stand for; RuntimeError if one is wrong."""
        # All placements at once, where there are solutions enough to need most of them.
        placements = self.placements[:] if len(option_sets) > MADE_SINGLY else self.placements
        for options in option_sets:
            solution = self._solution(placements, options)
            if not self._checker.accepts(solution):
                from tilewright.model.verification import faults

                wrong = "; ".join(faults(self.puzzle, solution)) or "the fast checker refuses it"
                raise RuntimeError(f"the engine {engine!r} gave a wrong solution: {wrong}")
            yield solution

    @cached_property
    def option_of(self) -> dict[Placement, int]:
        """The option of each placement."""
        return {placement: option for option, placement in enumerate(self.placements)}

    def options(self, solution: Solution) -> tuple[int, ...]:
        """The sorted options of a solution; PuzzleError when it has a placement the puzzle does not know."""
        try:
            placing = sorted(self.option_of[placement] for placement in solution.placements)
        except KeyError as error:
            raise PuzzleError(f"no such placement in this puzzle: {error.args[0]}") from None
        if not self.holes:
            return tuple(placing)
        covered = {cell for placement in solution.placements for cell in placement.cells}
        empty = (o for o, cell in enumerate(self.holes, len(self.placements)) if cell not in covered)
        return (*placing, *empty)


def _first_cell(placement: Placement) -> Cell:
    return placement.cells[0]


def to_cover(puzzle: AnyPuzzle) -> Cover:
    """The cover problem of a puzzle; of one without cells, its items and options as they are.

    Items: required cells first, in the board's order (primary); the pieces; optional cells last
    (secondary), after them junctions where two placements could cross and must not. A piece is a primary
    item with its least and most copies, except that a piece with 0 or 1 copies is a secondary item, and a
    piece whose number cannot be wrong is no item at all: engines do best with items that are covered once.
    Both only when each placement covers a required cell, since an option needs a primary item. An option
    costs what its placement costs.

    Where holes are bounded, and the least numbers of copies do not ensure it, optional cells are primary.
    Each has an option that leaves it empty and covers the item of the holes, so that the solutions of the
    puzzle and those of the cover problem correspond one to one.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        return _without_cells(puzzle)
    board, least = puzzle.board, puzzle.least_copies
    places = places_of(puzzle)
    size = sum(len(tables) for _, tables in places)
    placements = _Placements(size, partial(placements_at, places), partial(placement_at, places))
    passed = _junctions(puzzle, places)
    filled = board.optional if _bounds_holes(puzzle) else ()  # or left empty by an option
    holes = filled if puzzle.max_holes else ()
    primary = {*board.required, *filled}
    afloat = set[str]()
    if board.optional:
        afloat = {name for name, place in places if any(map(primary.isdisjoint, place))}
    items = [piece for piece in puzzle.pieces if piece.name in afloat or not _is_free(puzzle, piece)]
    loose = [
        piece
        for piece in items
        if (least[piece.name], piece.max_copies) == (0, 1) and piece.name not in afloat
    ]
    pieces = [piece for piece in items if piece not in loose]
    keys: tuple[Key, ...] = (
        *board.required,
        *filled,
        *([HOLES] if holes else []),
        *(piece.name for piece in pieces),
        *(piece.name for piece in loose),
        *(() if filled else board.optional),
        *sorted(set().union(*passed), key=lambda junction: junction.at),
    )
    bounds = [(1, 1)] * len(primary)
    if holes and puzzle.max_holes:
        bounds.append((0, puzzle.max_holes))
    bounds += [(least[p.name], p.max_copies) for p in pieces]
    index = {key: item for item, key in enumerate(keys)}
    options = list(_options(puzzle, {key: (item, 0) for key, item in index.items()}, places, passed))
    options += [((index[cell], 0), (index[HOLES], 0)) for cell in holes]
    near = tuple(
        ()
        if isinstance(key, str | Junction | Holes)
        else tuple(sorted([index[n] for n in puzzle.neighbours(key) if n in index]))
        for key in keys
    )
    check_cancelled()
    costs = (*map(puzzle.cost_of, placements), *[0] * len(holes)) if puzzle.has_costs else ()
    names = tuple(str(key) for key in keys)
    layout = _layout(board.surface, keys) if board.surface is not None and puzzle.lattice is SQUARE else None
    problem = CoverProblem(names, tuple(bounds), tuple(options), near, costs if any(costs) else (), layout)
    cover = Cover(puzzle, problem, placements, (), keys, holes)
    if not board.forced:
        return cover
    forced = tuple(cover.option_of[Placement(p.piece, tuple(sorted(p.cells)))] for p in board.forced)
    return replace(cover, forced=forced)


def _layout(surface: Surface, keys: Sequence[Key]) -> JoinedRectangle:
    """Where the items lie on a surface of squares."""
    places = tuple((key[0], key[1]) if isinstance(key, tuple) else None for key in keys)
    return JoinedRectangle(places, surface.width, surface.height, surface.wrap.across, surface.wrap.down)


def _options(
    puzzle: Puzzle, use: Mapping[Key, Use], places: Places, passed: Iterable[Sequence[Junction]]
) -> Iterator[tuple[Use, ...]]:
    """The uses that placements make, in the order of items; the placements come piece by piece."""
    board = puzzle.board
    junctions = iter(passed)
    sort = board.optional or not puzzle.crossings or list(board.required) != sorted(board.required)
    for name, cell_sets in checked(places):
        cells = map(use.__getitem__, chain.from_iterable(cell_sets))
        own = [repeat(use[name])] if name in use else []
        # So many cells at a time are one placement's.
        rows: Iterator[tuple[Use, ...]] = zip(*[cells] * puzzle.by_name[name].size, *own, strict=False)
        if not sort:
            yield from rows
            continue
        for row in rows:
            yield tuple(sorted([*row, *map(use.__getitem__, next(junctions, ()))]))


def _junctions(puzzle: Puzzle, places: Places) -> list[tuple[Junction, ...]]:
    """What each placement passes, where crossings are forbidden: junctions that another passes too.

    Nothing where they are not.
    """
    if puzzle.crossings:
        return []
    passed = [puzzle.lattice.passed(cells) for _, value in places for cells in value]
    often = Counter(point for points in passed for point in points)
    return [tuple(Junction(point) for point in points if often[point] > 1) for points in passed]


def _without_cells(puzzle: ExactCoverPuzzle) -> Cover:
    number = {item.name: k for k, item in enumerate(puzzle.items)}
    colours = {"": 0}
    rows = [option.uses for option in puzzle.options]
    use = {
        pair: (number[pair[0]], colours.setdefault(pair[1], len(colours)))
        for pair in dict.fromkeys(chain.from_iterable(rows))
    }
    options = tuple([tuple(sorted(map(use.__getitem__, row))) for row in rows])
    problem = CoverProblem(
        tuple(item.name for item in puzzle.items),
        tuple((item.least, item.most) for item in puzzle.items if item.primary),
        options,
        costs=tuple(option.cost for option in puzzle.options) if puzzle.has_costs else (),
        layout=puzzle.layout,
    )
    placements = _Placements(len(options), partial(map, puzzle.placement, range(len(options))))
    return Cover(puzzle, problem, placements, ())


MADE_SINGLY = 200  # placements that are made one by one before all are


class _Placements(Sequence[Placement]):
    """The placements that options stand for, made when they are needed: a count needs none."""

    def __init__(
        self,
        size: int,
        make: Callable[[], Iterable[Placement]],
        make_one: Callable[[int], Placement] | None = None,
    ) -> None:
        self._size, self._make, self._make_one = size, make, make_one
        self._singly = 0

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, number: int | slice) -> Placement | tuple[Placement, ...]:
        if self._make_one is not None and isinstance(number, int) and self._singly < MADE_SINGLY:
            self._singly += 1
            return self._make_one(range(self._size)[number])
        return self._all[number]

    @cached_property
    def _all(self) -> tuple[Placement, ...]:
        return tuple(self._make())


def _bounds_holes(puzzle: Puzzle) -> bool:
    """Whether the least numbers of copies alone allow more holes than the puzzle does."""
    if puzzle.max_holes is None or puzzle.max_holes >= len(puzzle.board.optional):
        return False
    area = sum(puzzle.least_copies[piece.name] * piece.size for piece in puzzle.pieces)
    return area < puzzle.least_area


def _is_free(puzzle: Puzzle, piece: Piece) -> bool:
    """Whether no way to cover the board can use the piece too often or too seldom."""
    board, least = puzzle.board, puzzle.least_copies[piece.name]
    if piece.max_copies == 0:
        return True
    if least == 0:
        return piece.max_copies * piece.size >= len(board.cells)
    alone = sum(other.max_copies > 0 for other in puzzle.pieces) == 1 and not board.optional
    return alone and least * piece.size <= len(board.required) <= piece.max_copies * piece.size
