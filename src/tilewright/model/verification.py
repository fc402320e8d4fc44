"""The independent checker: a solution is checked by its cells alone, without any engine.

A puzzle without cells is checked by the names of its items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import gt, lt

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.lattices.lattice import moved_back, subtract
from tilewright.model.layout import Join
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.wording import counted, quoted


def faults(puzzle: AnyPuzzle, solution: Solution) -> list[str]:
    """What is wrong with a solution, as sentences; empty when it solves the puzzle.

    Checked: each placement is its piece moved by an allowed motion, on board cells of its colours; no
    cell is covered twice; each required cell is covered, and no more optional ones stay empty than may; each
    piece is used as often as it must be and no more often than it may be; forced placements are there; no
    pieces cross where they must not. Without cells: each placement is an option, chosen once, and the items
    are covered as they are to be.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        return _item_faults(puzzle, solution)
    wrong: list[str] = []
    orientations: dict[str, _Orientations] = {}
    covered: dict[Cell, str] = {}
    passed: dict[Cell, str] = {}
    for placement in solution.placements:
        reason = _placement_fault(puzzle, placement, orientations)
        if reason:
            wrong.append(reason)
        for cell in placement.cells:
            if cell not in puzzle.board.cells:
                wrong.append(f"piece {quoted(placement.piece)} covers {cell}, which is not on the board")
            elif cell in covered:
                wrong.append(
                    f"cell {cell} is covered by {quoted(covered[cell])} and by {quoted(placement.piece)}"
                )
            covered[cell] = placement.piece
        for point in () if puzzle.crossings else puzzle.lattice.passed(placement.cells):
            if point in passed:
                wrong.append(f"pieces {quoted(passed[point])} and {quoted(placement.piece)} cross at {point}")
            passed[point] = placement.piece
    wrong += [f"cell {cell} is not covered" for cell in puzzle.board.required if cell not in covered]
    holes = sum(cell not in covered for cell in puzzle.board.optional)
    if puzzle.max_holes is not None and holes > puzzle.max_holes:
        wrong.append(f"{counted(holes, 'hole')} in the optional cells; at most {puzzle.max_holes} allowed")
    used = solution.used()
    for piece in puzzle.pieces:
        times = used.get(piece.name, 0)
        if not piece.min_copies <= times <= piece.max_copies:
            wanted = _span(piece.min_copies, piece.max_copies)
            wrong.append(f"piece {quoted(piece.name)} is used {counted(times, 'time')}; expected {wanted}")
    there = {(p.piece, frozenset(p.cells)) for p in solution.placements}
    wrong += [
        f"the forced placement of {quoted(forced.piece)} on {list(forced.cells)} is missing"
        for forced in puzzle.board.forced
        if (forced.piece, frozenset(forced.cells)) not in there
    ]
    return wrong


def _item_faults(puzzle: ExactCoverPuzzle, solution: Solution) -> list[str]:
    """What is wrong with a choice of options."""
    wrong: list[str] = []
    chosen: set[int] = set()
    times: Counter[str] = Counter()
    colours: dict[str, set[str]] = {}
    for placement in solution.placements:
        try:
            number = puzzle.option_of(placement)
        except PuzzleError as error:
            wrong.append(str(error))
            continue
        if number in chosen:
            wrong.append(f"option {number + 1} is chosen twice")
        chosen.add(number)
        for name, colour in puzzle.options[number].uses:
            times[name] += 1
            colours.setdefault(name, set()).add(colour)
    for item in puzzle.items:
        often = times[item.name]
        if item.primary:
            if not item.least <= often <= item.most:
                wanted = _span(item.least, item.most)
                wrong.append(
                    f"item {quoted(item.name)} is covered {counted(often, 'time')}; expected {wanted}"
                )
        elif often > 1 and (len(colours[item.name]) > 1 or "" in colours[item.name]):
            wrong.append(
                f"the secondary item {quoted(item.name)} is covered {counted(often, 'time')}, not in "
                "one colour"
            )
    return wrong


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def is_solution(puzzle: AnyPuzzle, solution: Solution) -> bool:
    """Whether a solution solves the puzzle."""
    return not faults(puzzle, solution)


@dataclass(frozen=True)
class _CheckedPlacement:
    """A valid placement: cells and junctions as bit masks, its piece as a number.

    The mask of its cells is ``mask << shift``: on a large board that is much longer than ``mask``.
    """

    placement: Placement  # kept, so that its id is not reused
    mask: int
    shift: int
    piece: int
    passed: int  # 0 where crossings are allowed


class Checker:
    """Checks many solutions of one puzzle: each placement is checked once, then remembered.

    It accepts exactly the solutions without ``faults``; it is for streams, where the same placements
    come again and again as the same objects.
    """

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._whole = puzzle
        if isinstance(puzzle, ExactCoverPuzzle):
            return
        self._puzzle = puzzle
        self._cell = {cell: i for i, cell in enumerate(sorted(puzzle.board.cells))}
        self._required = self._mask(puzzle.board.required)
        self._max_holes = len(self._cell) if puzzle.max_holes is None else puzzle.max_holes
        self._number = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
        self._least = [piece.min_copies for piece in puzzle.pieces]
        self._most = [piece.max_copies for piece in puzzle.pieces]
        self._exact = self._least if self._least == self._most else None  # compared at once
        self._forced = frozenset((self._number[p.piece], self._mask(p.cells)) for p in puzzle.board.forced)
        self._orientations: dict[str, _Orientations] = {}  # by piece
        self._checked: dict[int, _CheckedPlacement | None] = {}  # by identity; None: the placement is wrong
        self._junctions: dict[Cell, int] = {}
        self._wrong: list[Placement] = []

    def _mask(self, cells: Iterable[Cell]) -> int:
        """The bits of different cells."""
        bits = bytearray(len(self._cell) // 8 + 1)
        for cell in cells:
            number = self._cell[cell]
            bits[number // 8] |= 1 << number % 8
        return int.from_bytes(bits, "little")

    def accepts(self, solution: Solution) -> bool:
        """Whether the solution solves the puzzle."""
        if isinstance(self._whole, ExactCoverPuzzle):
            return not _item_faults(self._whole, solution)
        covered = passed = 0
        tally, known = [0] * len(self._least), self._checked
        for placement in solution.placements:
            checked = known.get(id(placement)) or self._check(placement)
            if checked is None:
                return False
            mask = checked.mask << checked.shift
            if covered & mask or passed & checked.passed:
                return False
            covered |= mask
            passed |= checked.passed
            tally[checked.piece] += 1
        if self._required & ~covered or len(self._cell) - covered.bit_count() > self._max_holes:
            return False
        if tally != self._exact and (any(map(lt, tally, self._least)) or any(map(gt, tally, self._most))):
            return False
        if self._forced:
            there = {(j.piece, j.mask << j.shift) for p in solution.placements if (j := self._checked[id(p)])}
            return self._forced <= there
        return True

    def _check(self, placement: Placement) -> _CheckedPlacement | None:
        if id(placement) in self._checked:
            return None  # it was found to be wrong
        checked = None
        fault = _placement_fault(self._puzzle, placement, self._orientations)
        if fault or any(c not in self._cell for c in placement.cells):
            self._wrong.append(placement)  # kept, so that its id is not reused
        else:
            numbers = [self._cell[cell] for cell in placement.cells]
            shift = min(numbers)
            mask = sum(1 << number - shift for number in numbers)
            piece = self._number[placement.piece]
            checked = _CheckedPlacement(placement, mask, shift, piece, self._passed(placement))
        self._checked[id(placement)] = checked
        return checked

    def _passed(self, placement: Placement) -> int:
        """The junctions that a placement passes, as a mask; each gets its bit when it first occurs."""
        if self._puzzle.crossings:
            return 0
        points = self._puzzle.lattice.passed(placement.cells)
        return sum(1 << self._junctions.setdefault(point, len(self._junctions)) for point in points)


_Orientations = dict[tuple[Cell, ...], set[tuple[Cell, tuple[str, ...]]]]
"""By sorted cells relative to their anchor: the anchors and colours of a piece's images on these cells."""


@lru_cache(maxsize=256)
def _orientations(
    lattice: Lattice, piece_cells: tuple[Cell, ...], colours: tuple[str, ...], motions: str
) -> _Orientations:
    """Kept, as many puzzles with the same pieces may be checked one after another."""
    pairs: _Orientations = {}
    colours = colours or ("",) * len(piece_cells)
    for image in lattice.images(piece_cells, motions):
        anchor = lattice.anchor(image)
        moved = sorted(zip(moved_back(image, anchor), colours, strict=True))
        cells = tuple([cell for cell, _ in moved])
        pairs.setdefault(cells, set()).add((anchor, tuple([colour for _, colour in moved])))
    return pairs


def _placement_fault(puzzle: Puzzle, placement: Placement, known: dict[str, _Orientations]) -> str:
    """What is wrong with a placement by itself, board cells aside; "" when nothing is."""
    piece = puzzle.by_name.get(placement.piece)
    if piece is None:
        return f"there is no piece named {quoted(placement.piece)}"
    if piece.name not in known:
        known[piece.name] = _orientations(puzzle.lattice, piece.cells, piece.colours, piece.motions)
    if _is_moved_copy(puzzle, known[piece.name], placement.cells):
        return ""
    return (
        f"{list(placement.cells)} is not piece {quoted(piece.name)} moved as it may move "
        f"(motions: {piece.motions}), or lies on other colours"
    )


def _is_moved_copy(puzzle: Puzzle, orientations: _Orientations, cells: Iterable[Cell]) -> bool:
    """Whether an allowed motion and a translation carry the piece with its colours onto the cells."""
    lattice = puzzle.lattice
    target = sorted(cells)
    if not target or any(len(cell) != lattice.dimension for cell in target):
        return False
    if puzzle.board.surface is not None:
        return any(
            _wraps_onto(puzzle, shape, colours, target)
            for shape, ways in orientations.items()
            for _, colours in ways
        )
    goal = lattice.anchor(target)
    for anchor, colours in orientations.get(tuple(moved_back(target, goal)), ()):
        if not lattice.is_translation(subtract(goal, anchor)):
            continue
        if not any(colours) or _colours_fit(puzzle, target, colours):  # most pieces have no colours
            return True
    return False


def _colours_fit(puzzle: Puzzle, cells: Iterable[Cell], colours: Iterable[str]) -> bool:
    """Whether cells of a piece with these colours may lie on these cells of the board."""
    board = puzzle.board
    return all(
        not colour
        or not board.colour(cell)
        or (
            colour == board.colour(cell)
            if puzzle.colour_pairs is None
            else (colour, board.colour(cell)) in puzzle.colour_pairs
        )
        for cell, colour in zip(cells, colours, strict=True)
    )


def _wraps_onto(puzzle: Puzzle, shape: Sequence[Cell], colours: Sequence[str], target: list[Cell]) -> bool:
    """Whether a shape of some colours, moved round the surface of the board, covers each target cell once."""
    surface = puzzle.board.surface
    assert surface is not None
    turned = surface.wrap.across is Join.REVERSED
    for x, y in target:
        if not puzzle.lattice.is_translation((x - shape[0][0], y - shape[0][1])):
            continue
        images: list[Cell] = []
        for a, b in shape:
            column, row = a - shape[0][0] + x, b - shape[0][1] + y
            while not 0 <= column < surface.width:
                column += surface.width if column < 0 else -surface.width
                row = surface.height - 1 - row if turned else row
            while surface.wrap.down is Join.PLAIN and not 0 <= row < surface.height:
                row += surface.height if row < 0 else -surface.height
            images.append((column, row))
        if sorted(images) == target and _colours_fit(puzzle, images, colours):
            return True
    return False
