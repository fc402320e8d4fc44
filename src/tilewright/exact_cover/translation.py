"""Puzzle <-> CoverProblem: the only place where cells become items and options become placements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, repeat
from math import prod
from operator import attrgetter, mul
from typing import TYPE_CHECKING, overload

from tilewright.cancellation import checked
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.pieces.piece import MAX_OPTION_COST
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution

if TYPE_CHECKING:
    from tilewright.model.verification import Checker

Use = tuple[int, int]
"""An item with a colour; colour 0 is no colour: on a secondary item it excludes every other use."""

MAX_OPTIONS = 4_000_000
MAX_PLACED_CELLS = 50_000_000
"""The most cells that all placements together have: each takes 16 bytes, and more in an engine."""

MAX_TOTAL = MAX_OPTION_COST
"""No solution of a cover problem costs more than this, either way, so engines may add in 64 bits."""


@dataclass(frozen=True)
class CoverProblem:
    """Items and options (Knuth, TAOCP 4B, 7.2.2.1): choose options so that each primary item is
    covered ``bounds[i]`` = (least, most) times, and each secondary item at most once or with one colour.

    Items 0..len(bounds)-1 are primary, the rest secondary. Each option has at least one primary item.
    ``near[i]`` lists items adjacent to item i; engines may use it to cut regions that nothing can
    fill, never for what a solution is. It may be empty. ``costs`` are whole numbers, one an option, or
    empty when all are 0; they add up to at most MAX_TOTAL, either way, in any solution.
    """

    items: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    options: tuple[tuple[Use, ...], ...]
    near: tuple[tuple[int, ...], ...] = ()
    costs: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        primary = len(self.bounds)
        if primary > len(self.items):
            raise PuzzleError("a cover problem has more bounds than items")
        for bound in self.bounds:
            if not isinstance(bound, tuple | list) or len(bound) != 2:
                raise PuzzleError(f"the bounds of an item are {bound!r}; expected (least, most)")
            least, most = bound
            if not 0 <= least <= most:
                raise PuzzleError(
                    f"an item is to be covered {least} to {most} times; expected 0 <= least <= most"
                )
        # Options share their uses, so each of these is looked at once. Which option is wrong is said slowly.
        items = {item for item, _ in self.uses}
        right = all(
            0 <= item < len(self.items) and colour >= 0 and not (colour and item < primary)
            for item, colour in self.uses
        )
        if not right or not self._has_sound_options(plain=len(items) == len(self.uses)):
            self._raise_fault()
        if self.costs:
            self._check_costs()

    @cached_property
    def uses(self) -> frozenset[Use]:
        """All uses that options make, each once."""
        return frozenset(chain.from_iterable(self.options))

    @cached_property
    def coloured(self) -> bool:
        """Whether any option gives an item a colour."""
        return any(colour for _, colour in self.uses)

    @cached_property
    def plain(self) -> bool:
        """Whether each primary item is covered exactly once."""
        return all(bound == (1, 1) for bound in self.bounds)

    @cached_property
    def pairs(self) -> bool:
        """Whether each option covers two primary items."""
        return all(sum(item < self.primary for item, _ in option) == 2 for option in self.options)

    @cached_property
    def reach(self) -> int:
        """How far apart, in the order of items, neighbouring items lie at most; 0 without any."""
        return max((abs(item - other) for item, row in enumerate(self.near) for other in row), default=0)

    def _has_sound_options(self, *, plain: bool) -> bool:
        """Whether each option has a primary item and names none twice; ``plain``: no item has two colours."""
        # No loop of Python's over hundreds of thousands of options: this is what a large board waits for.
        if any(map({use for use in self.uses if use[0] < len(self.bounds)}.isdisjoint, self.options)):
            return False
        if not plain:
            return all(len({item for item, _ in option}) == len(option) for option in self.options)
        return sum(map(len, map(set, self.options))) == sum(map(len, self.options))

    def _raise_fault(self) -> None:
        primary = len(self.bounds)
        for number, option in enumerate(self.options):
            held = [item for item, _ in option]
            if len(set(held)) != len(held):
                raise PuzzleError(f"option {number} names an item twice")
            if not any(item < primary for item in held):
                raise PuzzleError(
                    f"option {number} has no primary item; the first items, as many as there are bounds "
                    f"({primary}), are primary"
                )
            for item, colour in option:
                if not 0 <= item < len(self.items):
                    raise PuzzleError(f"option {number} names item {item}; there are {len(self.items)}")
                if colour < 0:
                    raise PuzzleError(
                        f"option {number} gives item {item} the colour {colour}; expected 0 or more"
                    )
                if colour and item < primary:
                    raise PuzzleError(f"option {number} gives the primary item {item} a colour")

    def _check_costs(self) -> None:
        if len(self.costs) != len(self.options):
            raise PuzzleError(f"there are {len(self.costs)} costs for {len(self.options)} options")
        # Each option charges its cost to its primary items, those covered once where it has any. What an
        # item is charged at most, times how often it is covered at most, bounds what a solution costs.
        charged = [0] * len(self.bounds)
        holders = [0] * len(self.bounds)
        for number, (option, cost) in enumerate(zip(self.options, self.costs, strict=True)):
            if not isinstance(cost, int) or isinstance(cost, bool):
                raise PuzzleError(f"option {number} has the cost {cost!r}; expected a whole number")
            held = [item for item, _ in option if item < len(self.bounds)]
            held = [item for item in held if self.bounds[item][1] == 1] or held
            share = -(-abs(cost) // len(held))
            for item in held:
                charged[item] = max(charged[item], share)
                holders[item] += 1
        often = (min(most, held) for (_, most), held in zip(self.bounds, holders, strict=True))
        if sum(c * n for c, n in zip(charged, often, strict=True)) > MAX_TOTAL:
            raise PuzzleError(f"the costs of a solution could add up to more than {MAX_TOTAL:,}")

    def check_solution(self, chosen: Iterable[int]) -> None:
        """ValueError unless the options are a solution."""
        times = [0] * len(self.bounds)
        colours: dict[int, int] = {}
        for option in chosen:
            if not 0 <= option < len(self.options):
                raise ValueError(f"there is no option {option}")
            for item, colour in self.options[option]:
                if item < len(times):
                    times[item] += 1
                elif item in colours and (not colour or colours[item] != colour):
                    raise ValueError(f"two options use item {item} in different ways")
                else:
                    colours[item] = colour
        if not all(least <= n <= most for n, (least, most) in zip(times, self.bounds, strict=True)):
            raise ValueError("an item is not covered as often as it must be")

    @property
    def primary(self) -> int:
        """How many items are primary; they come first."""
        return len(self.bounds)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 over all but the items' names: two problems with the same digest are searched alike."""
        import hashlib  # loads OpenSSL

        content: tuple[object, ...] = (len(self.items), self.bounds, self.options, self.near)
        if self.costs:
            content += (self.costs,)
        return hashlib.sha256(repr(content).encode()).hexdigest()


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
        placements = self.placements
        placing = sorted(self.placing(options), key=self._rank.__getitem__)
        found = tuple([placements[o] for o in placing])
        return Solution(found).with_puzzle(self.puzzle)

    @cached_property
    def _checker(self) -> Checker:
        from tilewright.model.verification import Checker

        return Checker(self.puzzle)

    def verified(self, engine: str, found: Iterable[Sequence[int]]) -> Iterator[Solution]:
        """The solutions that sets of options stand for; RuntimeError if one is wrong."""
        for options in found:
            solution = self.solution(options)
            if not self._checker.accepts(solution):
                from tilewright.model.verification import faults

                wrong = "; ".join(faults(self.puzzle, solution)) or "the fast checker refuses it"
                raise RuntimeError(f"the engine {engine!r} gave a wrong solution: {wrong}")
            yield solution

    @cached_property
    def _rank(self) -> list[int]:
        """The place of each option's first cell: no two placements of a solution share it."""
        number = {cell: k for k, cell in enumerate(sorted({p.cells[0] for p in self.placements}))}
        return [number[p.cells[0]] for p in self.placements]

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


def placements_of(puzzle: Puzzle) -> list[Placement]:
    """Every placement of every piece on the empty board, piece by piece, each once."""
    ground = _NumberedBoard(puzzle)
    parts: list[tuple[str, Iterable[tuple[Cell, ...]]]] = []
    total = cells = 0
    for piece in checked(puzzle.pieces):
        if piece.max_copies == 0:
            continue
        ways = piece.orientations(puzzle.lattice)
        starts = [ground.starts(pairs) for pairs in ways]
        places: Iterable[tuple[Cell, ...]] = chain.from_iterable(map(ground.places, ways, starts))
        count = sum(map(len, starts))
        # Ways that differ in colours alone may cover the same cells.
        if count <= MAX_OPTIONS and len({tuple([cell for cell, _ in pairs]) for pairs in ways}) < len(ways):
            distinct = dict.fromkeys(places)
            places, count = distinct, len(distinct)
        parts.append((piece.name, places))
        total += count
        cells += count * piece.size
        if total > MAX_OPTIONS:
            raise UnsupportedError(
                f"the puzzle has more than {MAX_OPTIONS:,} placements; that is too many to search"
            )
        if cells > MAX_PLACED_CELLS:
            raise UnsupportedError(
                f"the placements have more than {MAX_PLACED_CELLS:,} cells; that is too many to search"
            )
    return [Placement(name, place) for name, places in checked(parts) for place in places]


class _NumberedBoard:
    """A board whose cells are whole numbers, in the same order, such that to move a cell is to add."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        cells = sorted(puzzle.board.cells)
        columns = list(zip(*cells, strict=True))
        self._spans = [max(column) - min(column) for column in columns]
        # A cell moved by a span at most is two spans at most from any cell of the board, either way.
        self._strides = [prod(4 * span + 1 for span in self._spans[k + 1 :]) for k in range(len(columns))]
        self._cell = dict(zip(self._numbers(cells), cells, strict=True))
        self._open: dict[str, Collection[int]] = {"": self._cell}

    def _numbers(self, cells: Iterable[Cell]) -> list[int]:
        strides = self._strides
        if len(strides) == 3:
            a, b, c = strides
            return [a * x + b * y + c * z for x, y, z in cells]
        return [sum(map(mul, cell, strides)) for cell in cells]

    def _steps(self, cells: Sequence[Cell]) -> list[int]:
        """How far the cells are from the first of them, as numbers."""
        numbers = self._numbers(cells)
        return [number - numbers[0] for number in numbers]

    def starts(self, pairs: Sequence[tuple[Cell, str]]) -> list[int]:
        """Where the first cell of an orientation lies wherever it lies on the board."""
        cells, colours = zip(*pairs, strict=True)
        columns = list(zip(*cells, strict=True))
        if any(max(column) - min(column) > span for column, span in zip(columns, self._spans, strict=True)):
            return []
        steps = self._steps(cells)
        starts = self._starts_of(cells[0])
        # The outermost cells first, which leave few starts for the others.
        outermost = [column.index(end(column)) for column in columns for end in (min, max)]
        allowed = {colour: self._allowed(colour) for colour in set(colours)}
        for k in (*outermost, *range(len(cells))):
            step, held = steps[k], allowed[colours[k]]
            starts = [start for start in starts if start + step in held]
            if not starts:
                break
        return starts

    def places(self, pairs: Sequence[tuple[Cell, str]], starts: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
        """The cells of an orientation whose first cell lies on one of these."""
        if not starts:
            return iter(())
        steps = self._steps([cell for cell, _ in pairs])
        cell_at = self._cell.__getitem__
        if len(starts) < len(steps):
            return (tuple(map(cell_at, map(start.__add__, steps))) for start in starts)
        return zip(*(map(cell_at, map(step.__add__, starts)) for step in steps), strict=True)

    def _starts_of(self, origin: Cell) -> list[int]:
        """Where a translation can carry a cell to on the board."""
        return self._by_class.get(self._puzzle.lattice.class_of(origin), [])

    @cached_property
    def _by_class(self) -> dict[Cell, list[int]]:
        found: dict[Cell, list[int]] = {}
        for number, cell in self._cell.items():
            found.setdefault(self._puzzle.lattice.class_of(cell), []).append(number)
        return found

    def _allowed(self, colour: str) -> Collection[int]:
        """The cells on which a piece's cell of this colour may lie."""
        if colour not in self._open:
            puzzle, board = self._puzzle, self._puzzle.board
            self._open[colour] = {
                number
                for number, cell in self._cell.items()
                if puzzle.colours_agree(colour, board.colour(cell))
            }
        return self._open[colour]


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
    placements = placements_of(puzzle)
    passed = _junctions(puzzle, placements)
    filled = board.optional if _bounds_holes(puzzle) else ()  # or left empty by an option
    holes = filled if puzzle.max_holes else ()
    primary = {*board.required, *filled}
    afloat = {p.piece for p in placements if primary.isdisjoint(p.cells)} if board.optional else set[str]()
    items = [piece for piece in puzzle.pieces if piece.name in afloat or not _is_free(puzzle, piece)]
    loose = [
        piece
        for piece in items
        if (least[piece.name], piece.max_copies) == (0, 1) and piece.name not in afloat
    ]
    held = [piece for piece in items if piece not in loose]
    keys: tuple[Key, ...] = (
        *board.required,
        *filled,
        *([HOLES] if holes else []),
        *(piece.name for piece in held),
        *(piece.name for piece in loose),
        *(() if filled else board.optional),
        *sorted(set().union(*passed), key=lambda junction: junction.at),
    )
    bounds = [(1, 1)] * len(primary)
    if holes and puzzle.max_holes:
        bounds.append((0, puzzle.max_holes))
    bounds += [(least[p.name], p.max_copies) for p in held]
    index = {key: item for item, key in enumerate(keys)}
    options = list(_options(puzzle, {key: (item, 0) for key, item in index.items()}, placements, passed))
    options += [((index[cell], 0), (index[HOLES], 0)) for cell in holes]
    near = tuple(
        ()
        if isinstance(key, str | Junction | Holes)
        else tuple(sorted([index[n] for n in puzzle.lattice.neighbours(key) if n in index]))
        for key in keys
    )
    costs = (*map(puzzle.cost_of, placements), *[0] * len(holes)) if puzzle.has_costs else ()
    problem = CoverProblem(
        tuple(str(key) for key in keys), tuple(bounds), tuple(options), near, costs if any(costs) else ()
    )
    cover = Cover(puzzle, problem, tuple(placements), (), keys, holes)
    forced = tuple(cover.option_of[Placement(p.piece, tuple(sorted(p.cells)))] for p in board.forced)
    return replace(cover, forced=forced)


def _options(
    puzzle: Puzzle,
    use: Mapping[Key, Use],
    placements: Sequence[Placement],
    passed: Sequence[Sequence[Junction]],
) -> Iterator[tuple[Use, ...]]:
    """The uses that placements make, in the order of items; the placements come piece by piece."""
    board = puzzle.board
    sort = board.optional or any(passed) or list(board.required) != sorted(board.required)
    junctions = iter(passed)
    for name, group in checked(groupby(placements, key=attrgetter("piece"))):
        cells = map(use.__getitem__, chain.from_iterable(map(attrgetter("cells"), group)))
        own = [repeat(use[name])] if name in use else []
        # So many cells at a time are one placement's.
        rows: Iterator[tuple[Use, ...]] = zip(*[cells] * puzzle.by_name[name].size, *own, strict=False)
        if not sort:
            yield from rows
            continue
        for row, points in zip(rows, junctions, strict=False):
            yield tuple(sorted([*row, *map(use.__getitem__, points)]))


def _junctions(puzzle: Puzzle, placements: Sequence[Placement]) -> list[tuple[Junction, ...]]:
    """What each placement passes, where crossings are forbidden: junctions that another passes too."""
    if puzzle.crossings:
        return [()] * len(placements)
    passed = [puzzle.lattice.passed(placement.cells) for placement in placements]
    often = Counter(point for points in passed for point in points)
    return [tuple(Junction(point) for point in points if often[point] > 1) for points in passed]


def _without_cells(puzzle: ExactCoverPuzzle) -> Cover:
    number = {item.name: k for k, item in enumerate(puzzle.items)}
    colours = {"": 0}
    rows = [option.uses for option in puzzle.options]
    use = {
        held: (number[held[0]], colours.setdefault(held[1], len(colours)))
        for held in dict.fromkeys(chain.from_iterable(rows))
    }
    options = tuple([tuple(sorted(map(use.__getitem__, row))) for row in rows])
    problem = CoverProblem(
        tuple(item.name for item in puzzle.items),
        tuple((item.least, item.most) for item in puzzle.items if item.primary),
        options,
        costs=tuple(option.cost for option in puzzle.options) if puzzle.has_costs else (),
    )
    return Cover(puzzle, problem, _OptionPlacements(puzzle), ())


class _OptionPlacements(Sequence[Placement]):
    """The placements that represent the options of a puzzle without cells, made when they are needed: a count
    needs none."""

    def __init__(self, puzzle: ExactCoverPuzzle) -> None:
        self._puzzle = puzzle

    def __len__(self) -> int:
        return len(self._puzzle.options)

    @overload
    def __getitem__(self, number: int) -> Placement: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, number: int | slice) -> Placement | tuple[Placement, ...]:
        return self._all[number]

    @cached_property
    def _all(self) -> tuple[Placement, ...]:
        return tuple(map(self._puzzle.placement, range(len(self))))


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
