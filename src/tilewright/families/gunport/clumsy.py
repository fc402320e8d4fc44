"""Arrangements on a board of any shape as solutions of a cover problem.

Every placement of the piece is an option, and so is a hole on every cell. Items say what an arrangement is:

- each cell is covered once, by a piece or by a hole;
- no further piece fits: of the cells of a placement at most all but one are holes. For dominoes: an edge
  between two cells is used by at most one hole (a secondary item); else an item covered 0 to size - 1 times;
- with ``no_slide``: for a placement P and a direction, let A be the cells that P would newly cover when it
  moved by one that way, all of them on the board. Not P and all of A as holes: an item covered 0 to |A| times
  by P and by each hole in A; a secondary item when A is one cell. Where A holds a whole placement, as it does
  when a straight piece moves sideways, the rule before says the same, and there is no item.

A piece costs 1 and a hole nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.errors import PuzzleError
from tilewright.exact_cover.translation import CoverProblem, Use
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.model.lattices import SQUARE, Cell

Placement = tuple[Cell, ...]

Key = tuple[Placement, Placement]
"""What an item stands for: a cell alone, with nothing; nothing, with a placement that is not to be free; a
placement, with the cells ahead of it."""

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Clumsy:
    """The cover problem of a board under rules, and what its options are.

    Options are first the ``placements``, then a hole on each of ``holes``, which are all cells. ``given`` are
    the options of the board's given pieces and ports: every arrangement has them. ``keys`` tell items apart.
    """

    board: GunportBoard
    rules: Rules
    problem: CoverProblem
    placements: tuple[Placement, ...]
    holes: tuple[Cell, ...]
    given: tuple[int, ...]
    keys: tuple[Key, ...]

    def arrangement(self, options: Iterable[int]) -> Arrangement:
        """The arrangement that a solution stands for."""
        pieces = len(self.placements)
        return Arrangement(self.board, frozenset(self.placements[o] for o in options if o < pieces))

    def option_permutation(self, image: Mapping[Cell, Cell]) -> tuple[int, ...]:
        """Where a symmetry of the board, cell by cell, carries each option."""
        number = {placement: option for option, placement in enumerate(self.placements)}
        pieces = [number[_moved(placement, image)] for placement in self.placements]
        hole = {cell: option for option, cell in enumerate(self.holes, len(pieces))}
        return (*pieces, *(hole[image[cell]] for cell in self.holes))

    def item_permutation(self, image: Mapping[Cell, Cell]) -> tuple[int, ...]:
        """Where a symmetry of the board, cell by cell, carries each item."""
        number = {key: item for item, key in enumerate(self.keys)}
        return tuple(number[_moved(these, image), _moved(ahead, image)] for these, ahead in self.keys)


def _moved(cells: Placement, image: Mapping[Cell, Cell]) -> Placement:
    return tuple(sorted(image[cell] for cell in cells))


def placements_of(board: GunportBoard, rules: Rules) -> tuple[Placement, ...]:
    """Every placement of the piece on the empty board, sorted cells each, line by line."""
    found = []
    for x, y in _by_lines(board.cells):
        for shape in rules.orientations:
            a, b = shape[0]
            placement = tuple((x - a + u, y - b + v) for u, v in shape)
            if all(cell in board.cells for cell in placement):
                found.append(placement)
    return tuple(found)


def to_clumsy(board: GunportBoard, rules: Rules) -> Clumsy:
    """The cover problem whose solutions are the arrangements, each costing its number of pieces.

    PuzzleError when a given piece is not the rules' piece.
    """
    placements, cells = placements_of(board, rules), _by_lines(board.cells)
    hole = {cell: option for option, cell in enumerate(cells, len(placements))}
    constraints = _Constraints(len(placements) + len(cells))
    covering: dict[Cell, list[int]] = {cell: [hole[cell]] for cell in cells}
    for option, placement in enumerate(placements):
        for cell in placement:
            covering[cell].append(option)
    for cell in cells:
        constraints.add(((cell,), ()), (1, 1), covering[cell])
    size = len(rules.piece.cells)
    for placement in placements:
        constraints.at_most(((), placement), size - 1, [hole[cell] for cell in placement])
    if rules.no_slide:
        for option, placement in enumerate(placements):
            for ahead in _ahead(placement, board, rules):
                held = [option, *(hole[cell] for cell in ahead)]
                constraints.at_most((placement, ahead), len(ahead), held)
    costs = (1,) * len(placements) + (0,) * len(cells)
    problem, keys = constraints.problem(costs, board.cells)
    given = _given(board, rules, placements, hole)
    return Clumsy(board, rules, problem, placements, tuple(cells), given, keys)


def _by_lines(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def _ahead(placement: Placement, board: GunportBoard, rules: Rules) -> Iterator[Placement]:
    """For each direction that a rule of its own is needed for: the cells that the piece would newly cover."""
    for dx, dy in DIRECTIONS:
        ahead = tuple(sorted({(x + dx, y + dy) for x, y in placement}.difference(placement)))
        if not all(cell in board.cells for cell in ahead):
            continue
        # No more cells than the piece has: they hold a placement only by being one.
        if SQUARE.normalise(ahead) not in rules.orientations:
            yield ahead


def _given(
    board: GunportBoard, rules: Rules, placements: Sequence[Placement], hole: Mapping[Cell, int]
) -> tuple[int, ...]:
    number = {placement: option for option, placement in enumerate(placements)}
    options = [hole[cell] for cell in sorted(board.ports)]
    for piece in sorted(board.pieces):
        option = number.get(tuple(sorted(piece)))
        if option is None:
            raise PuzzleError(f"the given piece on {list(piece)} is no {rules.piece.name}")
        options.append(option)
    return tuple(sorted(options))


class _Constraints:
    """Items as they are made; primary ones come first in the problem."""

    def __init__(self, options: int) -> None:
        self.options = options
        self.primary: list[tuple[Key, Sequence[int]]] = []
        self.secondary: list[tuple[Key, Sequence[int]]] = []
        self.bounds: list[tuple[int, int]] = []

    def add(self, key: Key, bounds: tuple[int, int], options: Sequence[int]) -> None:
        """An item that these options cover."""
        self.primary.append((key, options))
        self.bounds.append(bounds)

    def at_most(self, key: Key, most: int, options: Sequence[int]) -> None:
        """Not more than so many of these options; engines do best with secondary items."""
        if most == 1:
            self.secondary.append((key, options))
        else:
            self.add(key, (0, most), options)

    def problem(self, costs: tuple[int, ...], cells: frozenset[Cell]) -> tuple[CoverProblem, tuple[Key, ...]]:
        """The cover problem, and the items' keys."""
        uses: list[list[Use]] = [[] for _ in range(self.options)]
        keys = []
        for item, (key, options) in enumerate((*self.primary, *self.secondary)):
            keys.append(key)
            for option in options:
                uses[option].append((item, 0))
        beside: list[tuple[int, ...]] = [()] * len(keys)
        item_of = {key[0][0]: item for item, key in enumerate(keys[: len(cells)])}
        for cell, item in item_of.items():
            beside[item] = tuple(sorted(item_of[n] for n in SQUARE.neighbours(cell) if n in cells))
        names = tuple(_name(key) for key in keys)
        return CoverProblem(names, tuple(self.bounds), tuple(map(tuple, uses)), tuple(beside), costs), tuple(
            keys
        )


def _name(key: Key) -> str:
    these, ahead = key
    if not ahead:
        return str(these[0])
    return f"{list(these)} to {list(ahead)}" if these else f"free {list(ahead)}"
