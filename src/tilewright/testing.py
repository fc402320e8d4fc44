"""For tests of solvers: random valid puzzles, a slow reference that counts them, and a check of solutions.

Nothing here uses the translation to exact cover or an engine: the reference goes from cell to cell, and the
check is ``tilewright.model.verification``. :func:`puzzles` and :func:`exact_cover_puzzles` are strategies for
Hypothesis, which must be installed for them; all else needs Tilewright alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import perm, prod
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option, check_puzzle
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.pieces.piece import as_cells, likeness
from tilewright.model.puzzle import (
    MODES,
    Board,
    Piece,
    Placement,
    PlacementCost,
    Puzzle,
    Solution,
    merge_copies,
)
from tilewright.model.verification import Checker, faults, is_solution

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "FEATURES",
    "exact_cover_puzzles",
    "faults",
    "is_solution",
    "noted",
    "puzzles",
    "random_exact_cover_puzzle",
    "random_polyform",
    "random_puzzle",
    "reference_count",
    "reference_solutions",
    "solution_faults",
]

FEATURES = ("colours", "copies", "costs", "crossings", "forced", "holes", "motions", "optional")
"""What random puzzles may have: coloured cells; copies and pieces that may be left over; costs; a ban on
crossings, on the lattice of sticks; forced placements; a bound on holes, with optional cells; motions other
than all; optional cells."""

MAX_CELLS = 400  # the largest board that is made
SEARCHED = 5_000  # placements that are tried to find out that there is no solution
ATTEMPTS = 50  # puzzles that are made in search of one without a solution
PALETTE = ("", "a", "b")
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def random_puzzle(
    seed: int | random.Random = 0,
    *,
    lattice: str = "",
    max_cells: int = 12,
    solvable: bool | None = None,
    features: Collection[str] = FEATURES,
) -> Puzzle:
    """A random puzzle, the same for the same arguments.

    ``lattice`` is a name in ``LATTICES``; "" is any of them. ``max_cells`` bounds the required cells.
    ``solvable`` True: it has a solution; False: it has none, as a plain search found, so it is small; None:
    either. ``features`` are those of ``FEATURES`` that it may have. Without any it is a connected board, and
    different pieces that are each used once and may make all motions. PuzzleError for arguments that are not
    possible.
    """
    if not 1 <= max_cells <= MAX_CELLS:
        raise PuzzleError(f"a random puzzle cannot have up to {max_cells} cells; expected 1 to {MAX_CELLS}")
    if unknown := set(features) - set(FEATURES):
        raise PuzzleError(f"there is no feature {min(unknown)!r}; expected some of {', '.join(FEATURES)}")
    if lattice and lattice not in LATTICES:
        raise PuzzleError(f"there is no lattice {lattice!r}; expected one of {', '.join(LATTICES)}")
    dice = seed if isinstance(seed, random.Random) else random.Random(seed)
    chosen = LATTICES[lattice or dice.choice(list(LATTICES))]
    maker = _PuzzleMaker(dice, chosen, max_cells, frozenset(features))
    if solvable is None:
        puzzle = maker.solvable()
        return maker.changed(puzzle) if dice.randrange(2) else puzzle
    if solvable:
        return maker.solvable()
    for _ in range(ATTEMPTS):
        puzzle = maker.changed(maker.solvable())
        tried = list(islice(reference_steps(puzzle), SEARCHED))
        if len(tried) < SEARCHED and not any(tried):
            return puzzle
    puzzle = maker.solvable()
    large = Piece.of("large", random_polyform(dice, chosen, len(puzzle.board.cells) + 1), lattice=chosen)
    return replace(puzzle, pieces=(*puzzle.pieces, large))


def random_polyform(dice: random.Random, lattice: Lattice, size: int) -> list[Cell]:
    """A connected set of cells, grown one by one."""
    cells: list[Cell] = [dice.choice(lattice.classes)]
    for _ in range(size - 1):
        cells.append(dice.choice(sorted({n for c in cells for n in lattice.neighbours(c)} - set(cells))))
    return cells


class _PuzzleMaker:
    """Makes puzzles by cutting a board into pieces, which is a solution of what is made of them."""

    def __init__(
        self, dice: random.Random, lattice: Lattice, max_cells: int, features: frozenset[str]
    ) -> None:
        self.dice, self.lattice, self.max_cells = dice, lattice, max_cells
        self.features = {feature for feature in FEATURES if feature in features and dice.randrange(2)}

    def solvable(self) -> Puzzle:
        """A puzzle with a solution."""
        dice, lattice = self.dice, self.lattice
        cells = lattice.normalise(random_polyform(dice, lattice, dice.randint(1, self.max_cells)))
        paint = {cell: dice.choice(PALETTE) if "colours" in self.features else "" for cell in cells}
        mode = dice.choice(MODES) if "motions" in self.features else "all"
        parts = self._parts(cells)
        cut = [
            Piece.of(
                _name(number),
                {cell: paint[cell] if dice.randrange(4) else "" for cell in part},
                lattice=lattice,
                motions=dice.choice([mode, "all"]),
                cost=self._cost(),
            )
            for number, part in enumerate(parts)
        ]
        pieces = merge_copies(cut, lattice)
        names = {likeness(piece, lattice, {}): piece.name for piece in pieces}
        placed = [
            Placement(names[likeness(piece, lattice, {})], part)
            for piece, part in zip(cut, parts, strict=True)
        ]
        if "copies" in self.features:
            pieces = (*map(self._with_copies, pieces), self._spare(len(parts), mode))
        puzzle = Puzzle(
            self._board(paint, placed),
            pieces,
            lattice=lattice,
            costs=[PlacementCost(p, cost) for p in placed if (cost := self._cost())],
        )
        if {"holes", "optional"} <= self.features:
            # The cells around the parts stay empty in the solution that is known.
            known = len(puzzle.board.cells) - len(paint)
            puzzle = replace(puzzle, max_holes=known + dice.randint(0, 1))
        if "crossings" in self.features and lattice.can_cross:
            passed = Counter(point for placement in placed for point in lattice.passed(placement.cells))
            return replace(puzzle, crossings=any(often > 1 for often in passed.values()))
        return puzzle

    def _cost(self) -> int:
        return self.dice.randint(-9, 9) if "costs" in self.features else 0

    def _parts(self, cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
        """The cells, cut into connected parts; all of different shapes if there are no copies."""
        dice, near, left = self.dice, self.lattice.neighbours, set(cells)
        parts: list[tuple[Cell, ...]] = []
        while left:
            part = [dice.choice(sorted(left))]
            for _ in range(dice.randint(0, 5)):
                edge = sorted({n for cell in part for n in near(cell)} & left - set(part))
                if edge:
                    part.append(dice.choice(edge))
            left -= set(part)
            parts.append(tuple(sorted(part)))
        while "copies" not in self.features and (twin := self._twin(parts)) is not None:
            edge = sorted({n for cell in parts[twin] for n in near(cell)} & set(cells) - set(parts[twin]))
            other = next(k for k, part in enumerate(parts) if edge[0] in part)
            joined = tuple(sorted(parts[twin] + parts[other]))
            parts = [part for k, part in enumerate(parts) if k not in (twin, other)] + [joined]
        return parts

    def _twin(self, parts: Sequence[tuple[Cell, ...]]) -> int | None:
        """A part of the same shape as another one."""
        keys = [Piece.of("", part, lattice=self.lattice).shape_key(self.lattice) for part in parts]
        return next((k for k, key in enumerate(keys) if key in keys[:k]), None)

    def _board(self, paint: dict[Cell, str], placed: Sequence[Placement]) -> Board:
        dice = self.dice
        optional: dict[Cell, str] = {}
        if "optional" in self.features:
            chosen = dice.sample(sorted(paint), min(len(paint) - 1, dice.randint(0, 2)))
            optional = {cell: paint[cell] for cell in chosen}
            around = sorted({n for cell in paint for n in self.lattice.neighbours(cell)} - paint.keys())
            optional |= dict.fromkeys(dice.sample(around, min(len(around), dice.randint(0, 2))), "")
        required = {cell: colour for cell, colour in paint.items() if cell not in optional}
        forced = [p for p in placed if not dice.randrange(4)] if "forced" in self.features else []
        costs = {cell: self._cost() for cell in paint if "costs" in self.features and dice.randrange(2)}
        return Board.of(required, optional, forced=forced, costs=costs)

    def _with_copies(self, piece: Piece) -> Piece:
        dice = self.dice
        least = piece.min_copies - dice.randint(0, 1)
        return replace(piece, min_copies=least, max_copies=piece.max_copies + dice.randint(0, 1))

    def _spare(self, number: int, mode: str) -> Piece:
        """A piece that need not be used."""
        cells = random_polyform(self.dice, self.lattice, self.dice.randint(1, 5))
        return Piece.of(_name(number), cells, lattice=self.lattice, copies=(0, 1), motions=mode)

    def changed(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with another shape in place of one piece, so that it may have no solution."""
        at = self.dice.randrange(len(puzzle.pieces))
        old = puzzle.pieces[at]
        size = max(1, old.size + self.dice.choice((-1, 0, 0, 1)))
        cells = random_polyform(self.dice, self.lattice, size)
        new = Piece.of(old.name, cells, lattice=self.lattice, motions=old.motions, cost=old.cost)
        pieces = list(puzzle.pieces)
        pieces[at] = replace(new, min_copies=old.min_copies, max_copies=old.max_copies)
        board = replace(puzzle.board, forced=tuple(p for p in puzzle.board.forced if p.piece != old.name))
        costs = tuple(price for price in puzzle.costs if price.placement.piece != old.name)
        return replace(puzzle, board=board, pieces=tuple(pieces), costs=costs)


def _name(number: int) -> str:
    return NAMES[number % 26] + (str(number // 26 + 1) if number >= 26 else "")


def random_exact_cover_puzzle(
    seed: int | random.Random = 0, *, max_options: int = 8, plain: bool = False
) -> ExactCoverPuzzle:
    """A random puzzle of items and options, the same for the same arguments.

    It has multiplicities, secondary items, colours and costs; ``plain``: every item is to be covered once.
    """
    dice = seed if isinstance(seed, random.Random) else random.Random(seed)
    primary, secondary = dice.randint(1, 5), 0 if plain else dice.randint(0, 2)
    items = []
    for number in range(primary):
        bounds = (1, 1) if plain or dice.randrange(2) else sorted((dice.randint(0, 2), dice.randint(0, 3)))
        items.append(Item(f"p{number}", *bounds))
    items += [Item(f"s{number}", primary=False) for number in range(secondary)]
    options = []
    for number in range(dice.randint(0, max_options)):
        uses = [(item.name, "") for item in dice.sample(items[:primary], dice.randint(1, min(primary, 3)))]
        uses += [(item.name, dice.choice(PALETTE)) for item in items[primary:] if dice.randrange(2)]
        options.append(Option(uses, f"o{number}", 0 if plain else dice.randint(-9, 9)))
    return ExactCoverPuzzle(items, options)


# The reference


def reference_solutions(puzzle: AnyPuzzle) -> Iterator[Solution]:
    """Every solution, each once, by plain search: the first free cell is covered in every way.

    It is slow, short, and independent of all engines; each solution passes the verifier.
    """
    check_puzzle(puzzle)
    if isinstance(puzzle, ExactCoverPuzzle):
        return (solution for solution in _option_sets(puzzle) if is_solution(puzzle, solution))
    return (solution_found for solution_found in reference_steps(puzzle) if solution_found is not None)


def reference_steps(puzzle: Puzzle) -> Iterator[Solution | None]:
    """The search of the reference: each solution, and None for each placement that is tried.

    A small board may have millions of tilings that break a bound, such as that of holes.
    """
    placements = _placements(puzzle)
    required, checker = set(puzzle.board.required), Checker(puzzle)
    at: dict[Cell, list[Placement]] = {cell: [] for cell in puzzle.board.required}
    for placement in placements:
        for cell in required.intersection(placement.cells):
            at[cell].append(placement)
    loose = [placement for placement in placements if required.isdisjoint(placement.cells)]
    copies = {piece.name: piece.max_copies for piece in puzzle.pieces}

    def fill(chosen: list[Placement], taken: frozenset[Cell], start: int) -> Iterator[Solution | None]:
        free = next((cell for cell in puzzle.board.required if cell not in taken), None)
        if free is None and checker.accepts(solution := Solution(chosen)):
            yield solution
        ways = loose if free is None else at[free]
        for number, placement in enumerate(islice(ways, start, None), start + 1):
            yield None
            if taken.isdisjoint(placement.cells) and copies[placement.piece]:
                copies[placement.piece] -= 1
                after = number if free is None else 0
                yield from fill([*chosen, placement], taken.union(placement.cells), after)
                copies[placement.piece] += 1

    yield from fill([], frozenset(), 0)


def reference_count(puzzle: AnyPuzzle, *, labelled: bool = False) -> int:
    """How many solutions a puzzle has, by listing them; ``labelled``: with identical copies as distinct.

    UnsupportedError for labelled solutions of a puzzle without pieces.
    """
    if not labelled:
        return sum(1 for _ in reference_solutions(puzzle))
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("only pieces have copies to label; this puzzle has items and options")
    return sum(
        prod(perm(piece.max_copies, used.get(piece.name, 0)) for piece in puzzle.pieces)
        for used in (solution.used() for solution in reference_solutions(puzzle))
    )


def _placements(puzzle: Puzzle) -> list[Placement]:
    """Every placement of every piece on the empty board, each once."""
    lattice, surface, values = puzzle.lattice, puzzle.board.surface, dict[Placement, None]()
    for piece in puzzle.pieces:
        for image in lattice.images(piece.cells, piece.motions):
            for cell in sorted(puzzle.board.cells):
                shift = subtract(cell, image[0])
                placed = [add(moved, shift) for moved in image]
                if surface is not None:
                    taken_back = {surface.taken_back(one) for one in placed}
                    placed = sorted(one for one in taken_back if one is not None)
                if lattice.is_translation(shift) and puzzle.fits(piece, placed):
                    values[Placement(piece.name, placed)] = None
    return list(values)


def _option_sets(puzzle: ExactCoverPuzzle) -> Iterator[Solution]:
    """The sets of options that cover no item too often, and none too seldom for want of more options."""
    options = puzzle.options
    items = {item.name: item for item in puzzle.items}
    last = {name: number for number, option in enumerate(options) for name, _ in option.uses}
    if any(item.primary and item.least and item.name not in last for item in puzzle.items):
        return

    def choose(number: int, chosen: tuple[int, ...]) -> Iterator[Solution]:
        if number == len(options):
            yield puzzle.solution(chosen)
            return
        for taken in (chosen, (*chosen, number)):
            uses = Counter(name for k in taken for name, _ in options[k].uses)
            if all(
                (uses[name] <= items[name].most or not items[name].primary)
                and (last[name] > number or uses[name] >= items[name].least or not items[name].primary)
                for name, _ in options[number].uses
            ):
                yield from choose(number + 1, taken)

    yield from choose(0, ())


def solution_faults(
    puzzle: AnyPuzzle, solutions: Iterable[Solution | Iterable[tuple[str, Iterable[Sequence[int]]]]]
) -> list[str]:
    """What is wrong with a list that should have every solution once, as sentences; empty when nothing is.

    A solution is a :class:`Solution`, or pairs of a piece's name and the cells that it covers. Of a puzzle
    without cells the piece is the option's name, and the one cell its number, from 0.
    """
    wrong: list[str] = []
    seen: dict[Solution, int] = {}
    for number, given in enumerate(solutions, 1):
        pairs: Iterable[Any] = given
        if isinstance(given, Solution):
            pairs = ((placement.piece, placement.cells) for placement in given)
        name = f"solution {number}"
        solution = Solution.of(Placement(piece, sorted(as_cells(cells, name))) for piece, cells in pairs)
        wrong += [f"{name}: {fault}" for fault in faults(puzzle, solution)]
        if solution in seen:
            wrong.append(f"solution {number} is solution {seen[solution]} again")
        seen.setdefault(solution, number)
    missing = [value for value in reference_solutions(puzzle) if value not in seen]
    if missing:
        first = ", ".join(f"{p.piece} on {list(p.cells)}" for p in missing[0]) or "nothing placed"
        wrong.append(f"{len(missing):,} of the solutions are missing, such as: {first}")
    return wrong


# Strategies


def puzzles(
    *,
    lattice: str = "",
    max_cells: int = 12,
    solvable: bool | None = None,
    features: Collection[str] = FEATURES,
) -> SearchStrategy[Puzzle]:
    """A Hypothesis strategy of :func:`random_puzzle`; a failing example is printed as a puzzle file."""
    from hypothesis import strategies as st

    @st.composite
    def draw_puzzle(draw: st.DrawFn) -> Puzzle:
        dice = draw(st.randoms(use_true_random=False))
        return noted(
            random_puzzle(dice, lattice=lattice, max_cells=max_cells, solvable=solvable, features=features)
        )

    return draw_puzzle()


def exact_cover_puzzles(*, max_options: int = 8, plain: bool = False) -> SearchStrategy[ExactCoverPuzzle]:
    """A Hypothesis strategy of :func:`random_exact_cover_puzzle`, as :func:`puzzles`."""
    from hypothesis import strategies as st

    @st.composite
    def draw_puzzle(draw: st.DrawFn) -> ExactCoverPuzzle:
        dice = draw(st.randoms(use_true_random=False))
        return noted(random_exact_cover_puzzle(dice, max_options=max_options, plain=plain))

    return draw_puzzle()


PuzzleKind = TypeVar("PuzzleKind", Puzzle, ExactCoverPuzzle)


def noted(puzzle: PuzzleKind) -> PuzzleKind:
    """The same puzzle; Hypothesis prints it as a puzzle file when the example that it is drawn for fails."""
    from hypothesis import note

    note(_PuzzleFile(puzzle))  # its text is made only when it is printed
    return puzzle


class _PuzzleFile:
    """A puzzle whose repr is its file."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle

    def __repr__(self) -> str:
        from tilewright.formats.toml import dumps

        return dumps(self.puzzle)
