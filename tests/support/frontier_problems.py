"""For tests of the frontier: random questions, boards with shapes that fill them, and slow answers.

The answers here know nothing of lines, states or tables: every choice of options is tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeVar

from hypothesis import strategies as st

from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.solving.engines.frontier.semirings import Semiring
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery, sweep
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control

Value = TypeVar("Value")

Cell = tuple[int, int]
Options = tuple[int, ...]

BOUNDS = ((1, 1), (1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (1, 3), (2, 2), (2, 3), (0, 9), (1, 9), (3, 9))
WEIGHTS = (0, 1, 1, 1, 2, 3, 1 << 20, 1 << 40, (1 << 40) - 1)


EXISTS = Semiring[bool]("exists", lambda words, limbs: words != b"")
"""Whether there is a solution."""


def best(*, maximise: bool = False) -> Semiring[int | None]:
    """The least (or greatest) sum of the options' costs; None when there is no solution."""

    def read(words: bytes, limbs: int) -> int | None:
        cost = int.from_bytes(words, "little", signed=True)
        return (-cost if maximise else cost) if words else None

    return Semiring("least", read, maximise=maximise)


def evaluate(
    problem: CoverProblem,
    semiring: Semiring[Value],
    *,
    prefix: Sequence[int] = (),
    times: Sequence[tuple[int, int, int]] = (),
    weights: Sequence[int] = (),
    order: Sequence[int] = (),
    resources: Resources = Resources(),  # noqa: B008 - frozen
    control: Control = Control(),  # noqa: B008 - frozen
) -> Evaluation[Value]:
    """The sum over all solutions of a problem in a semiring."""
    query = SweepQuery(problem, tuple(prefix), tuple(times), tuple(weights), tuple(order))
    return sweep(query.within(semiring), semiring, resources, control)


def different_rectangles(side: int) -> CoverProblem:
    """Tilings of a square by rectangles of which no two have the same sides: each may be left over."""
    cells = list(product(range(side), repeat=2))
    sizes = [(h, w) for h, w in product(range(1, side + 1), repeat=2) if h <= w]
    options = [
        (
            *((cells.index((y + j, x + i)), 0) for j, i in product(range(height), range(width))),
            (len(cells) + sizes.index((min(height, width), max(height, width))), 0),
        )
        for height, width in product(range(1, side + 1), repeat=2)
        for y, x in product(range(side - height + 1), range(side - width + 1))
    ]
    names = (*map(str, cells), *map(str, sizes))
    return CoverProblem(names, ((1, 1),) * len(cells) + ((0, 1),) * len(sizes), tuple(options))


# Random questions


@st.composite
def cover_problems(draw: st.DrawFn, *, most_options: int = 10, costs: bool = True) -> CoverProblem:
    """Small problems of every kind: all bounds, colours with colour 0, options twice, items in no option."""
    primary, secondary = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    plain = draw(st.integers(0, 2)) == 0
    bounds = tuple((1, 1) if plain else draw(st.sampled_from(BOUNDS)) for _ in range(primary))
    colours = draw(st.sampled_from((0, 1, 2, 4)))
    options: list[tuple[Use, ...]] = []
    for _ in range(draw(st.integers(0, most_options))):
        if options and draw(st.integers(0, 7)) == 0:
            options.append(draw(st.sampled_from(options)))
            continue
        numbers = draw(st.sets(st.integers(0, primary - 1), min_size=1, max_size=3))
        extra = draw(st.sets(st.integers(primary, primary + secondary - 1))) if secondary else set()
        options.append(
            tuple((i, 0) for i in sorted(numbers))
            + tuple((i, draw(st.integers(0, colours))) for i in sorted(extra))
        )
    items = primary + secondary
    near: tuple[tuple[int, ...], ...] = ()
    if draw(st.booleans()):
        near = tuple(
            tuple(sorted(draw(st.sets(st.integers(0, items - 1), max_size=4)) - {i})) for i in range(items)
        )
    paid = tuple(draw(st.integers(-5, 5)) for _ in options) if costs and draw(st.booleans()) else ()
    return CoverProblem(
        tuple(f"i{i}" for i in range(items)), bounds, tuple(options), near, paid if any(paid) else ()
    )


@st.composite
def queries(draw: st.DrawFn, *, times: bool = True, weights: bool = True) -> SweepQuery:
    """Random questions: a problem with a prefix, uses that count several times, weights, an order."""
    problem = draw(cover_problems())
    number = len(problem.options)
    prefix: tuple[int, ...] = ()
    if number and draw(st.integers(0, 2)) == 0:
        named = draw(st.lists(st.integers(0, number - 1), unique=True, max_size=3))
        prefix = tuple(o if draw(st.booleans()) else ~o for o in named)
    often: list[tuple[int, int, int]] = []
    if times and draw(st.integers(0, 2)) == 0:
        for option, uses in enumerate(problem.options):
            for item, _ in uses:
                if item < problem.primary and draw(st.integers(0, 3)) == 0:
                    often.append((option, item, draw(st.integers(1, 3))))
    heavy: tuple[int, ...] = ()
    if weights and draw(st.integers(0, 2)) == 0:
        heavy = tuple(draw(st.sampled_from(WEIGHTS)) for _ in range(number))
    order: tuple[int, ...] = ()
    if draw(st.booleans()):
        order = tuple(draw(st.permutations(range(len(problem.items)))))
        order = order[: draw(st.integers(0, len(order)))]
    return SweepQuery(problem, prefix, tuple(often), heavy, order)


# Slow answers


def listed(query: SweepQuery) -> Iterator[Options]:
    """Every solution that has a weight, from the definition: each option is taken, or it is not."""
    problem = query.problem
    often = {(option, item): c for option, item, c in query.times}
    wish = {o: True for o in query.prefix if o >= 0} | {~o: False for o in query.prefix if o < 0}
    last = {item: o for o, uses in enumerate(problem.options) for item, _ in uses}
    used = [0] * problem.primary
    items: dict[int, list[int]] = {}  # the colours of the uses of a secondary item

    def fits(option: int) -> bool:
        for item, colour in problem.options[option]:
            if item < problem.primary:
                if used[item] + often.get((option, item), 1) > problem.bounds[item][1]:
                    return False
            elif items.get(item) and (colour == 0 or set(items[item]) != {colour}):
                return False
        return True

    def change(option: int, sign: int) -> None:
        for item, colour in problem.options[option]:
            if item < problem.primary:
                used[item] += sign * often.get((option, item), 1)
            elif sign > 0:
                items.setdefault(item, []).append(colour)
            else:
                items[item].pop()

    def complete(option: int) -> bool:
        """Whether the items that no later option covers have been covered often enough."""
        return all(
            used[item] >= problem.bounds[item][0]
            for item, _ in problem.options[option]
            if item < problem.primary and last[item] == option
        )

    def go(option: int, taken: Options) -> Iterator[Options]:
        if option == len(problem.options):
            yield taken
            return
        must = wish.get(option)
        if must is not True and complete(option):
            yield from go(option + 1, taken)
        if must is not False and (not query.weights or query.weights[option]) and fits(option):
            change(option, 1)
            if complete(option):
                yield from go(option + 1, (*taken, option))
            change(option, -1)

    if all(least == 0 or item in last for item, (least, _) in enumerate(problem.bounds)):
        yield from go(0, ())


def weight(query: SweepQuery, solution: Options) -> int:
    return prod(query.weights[o] for o in solution) if query.weights else 1


def cost(query: SweepQuery, solution: Options) -> int:
    return sum(query.problem.costs[o] for o in solution) if query.problem.costs else 0


def total(query: SweepQuery) -> int:
    """How many solutions there are, each counted as often as its weight says."""
    return sum(weight(query, solution) for solution in listed(query))


def optima(query: SweepQuery, *, maximise: bool) -> tuple[int, int] | None:
    """The best cost and the number of solutions that have it, with their weights."""
    pairs = [(cost(query, s), weight(query, s)) for s in listed(query)]
    if not pairs:
        return None
    best = (max if maximise else min)(c for c, _ in pairs)
    return best, sum(w for c, w in pairs if c == best)


def polynomial(query: SweepQuery, marks: Sequence[int], degree: int) -> tuple[int, ...]:
    """How many solutions there are for each sum of marks up to a degree."""
    numbers = [0] * (degree + 1)
    for solution in listed(query):
        mark = sum(marks[o] for o in solution)
        if mark <= degree:
            numbers[mark] += weight(query, solution)
    return tuple(numbers)


# Boards and shapes


@dataclass(frozen=True)
class Lattice:
    """Cells as pairs of numbers, and the six or fewer steps from a cell to its neighbours."""

    steps: tuple[Cell, ...]

    def beside(self, cell: Cell) -> Iterator[Cell]:
        return ((cell[0] + a, cell[1] + b) for a, b in self.steps)


SQUARE = Lattice(((1, 0), (-1, 0), (0, 1), (0, -1)))
HEXAGON = Lattice(((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)))
KING = Lattice(tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)))


def shapes(lattice: Lattice, size: int) -> list[tuple[Cell, ...]]:
    """Every fixed polyform of a size, by growing, moved so that its least cell is (0, 0)."""
    pairs: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        grown = set()
        for shape in pairs:
            for cell in shape:
                for other in lattice.beside(cell):
                    if other not in shape:
                        cells = sorted((*shape, other))
                        a, b = cells[0]
                        grown.add(tuple((x - a, y - b) for x, y in cells))
        pairs = grown
    return sorted(pairs)


@dataclass(frozen=True)
class Packing:
    """Shapes on a board: required cells first, then an item for each counted piece, then optional cells.

    ``pieces`` are a piece's shapes (fixed) with its bounds, None when it may be used any number of times.
    """

    lattice: Lattice
    required: tuple[Cell, ...]
    optional: tuple[Cell, ...]
    pieces: tuple[tuple[tuple[tuple[Cell, ...], ...], tuple[int, int] | None], ...]

    @property
    def problem(self) -> CoverProblem:
        counted = [k for k, (_, bounds) in enumerate(self.pieces) if bounds is not None]
        keys: list[Cell | int] = [*self.required, *counted, *self.optional]
        number = {key: item for item, key in enumerate(keys)}
        primary = len(self.required) + len(counted)
        options = []
        for k, (forms, _) in enumerate(self.pieces):
            for form in forms:
                for x, y in (*self.required, *self.optional):
                    pairs: list[Cell | int] = [(x + a, y + b) for a, b in form]
                    if all(cell in number for cell in pairs):
                        uses = sorted((number[key], 0) for key in (*pairs, k) if key in number)
                        if uses[0][0] < primary:
                            options.append(tuple(uses))
        near = tuple(
            ()
            if isinstance(key, int)
            else tuple(sorted(number[c] for c in self.lattice.beside(key) if c in number))
            for key in keys
        )
        bounds = [(1, 1)] * len(self.required) + [self.pieces[k][1] or (0, 0) for k in counted]
        return CoverProblem(tuple(map(str, keys)), tuple(bounds), tuple(options), near)


def without_near(problem: CoverProblem) -> CoverProblem:
    return replace(problem, near=())


@st.composite
def packings(
    draw: st.DrawFn, *, lattice: Lattice, most_cells: int, sizes: Sequence[int] = (3, 4, 5)
) -> Packing:
    """Random boards with holes, optional cells and a few pieces, each of one shape or of several."""
    width = draw(st.integers(2, 6))
    height = draw(st.integers(2, max(2, most_cells // width)))
    cells = [(x, y) for x in range(width) for y in range(height)]
    some = st.sets(st.sampled_from(cells), max_size=4)
    holes = draw(some) if draw(st.booleans()) else set()
    optional = (set(cells) if draw(st.integers(0, 5)) == 0 else draw(some)) - holes
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        known = shapes(lattice, draw(st.sampled_from(sizes)))
        forms = draw(st.sets(st.sampled_from(known), min_size=1, max_size=6))
        bounds = draw(st.sampled_from((None, None, (0, 1), (1, 1), (0, 2), (1, 3), (2, 2))))
        pieces.append((tuple(sorted(forms)), bounds))
    return Packing(
        lattice,
        tuple(sorted(set(cells) - holes - optional)),
        tuple(sorted(optional)),
        tuple(pieces),
    )


def rectangle(width: int, height: int, without: Iterable[Cell] = ()) -> tuple[Cell, ...]:
    gone = set(without)
    return tuple((x, y) for x in range(width) for y in range(height) if (x, y) not in gone)


# Boards by their transfer matrix


def dominoes_by_profile(width: int, height: int, *, monominoes: bool = False) -> int:
    """Domino tilings (or, with monominoes, sets of disjoint dominoes) of a rectangle, place by place.

    A state is the set of cells ahead that a domino reaches into: bit k is the cell k places on.
    """
    table = {0: 1}
    for place in range(width * height):
        after: dict[int, int] = {}

        def give(state: int, ways: int, after: dict[int, int] = after) -> None:
            after[state] = after.get(state, 0) + ways

        for state, ways in table.items():
            if state & 1 or monominoes:
                give(state >> 1, ways)
            if not state & 1:
                if (place + 1) % width and not state & 2:
                    give((state | 2) >> 1, ways)
                if place + width < width * height:
                    give((state | 1 << width) >> 1, ways)
        table = after
    return table.get(0, 0)


def domino_problem(width: int, height: int, *, monominoes: bool = False) -> CoverProblem:
    """The same as a cover problem; a monomino is an option of its own."""
    cells = rectangle(width, height)
    number = {cell: item for item, cell in enumerate(cells)}
    options = [
        ((number[x, y], 0), (number[cell], 0))
        for x, y in cells
        for cell in ((x + 1, y), (x, y + 1))
        if cell in number
    ]
    single: list[tuple[Use, ...]] = [((item, 0),) for item in range(len(cells))] if monominoes else []
    near = tuple(tuple(sorted(number[c] for c in SQUARE.beside(cell) if c in number)) for cell in cells)
    return CoverProblem(tuple(map(str, cells)), ((1, 1),) * len(cells), (*options, *single), near)
