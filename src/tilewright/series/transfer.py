"""The transfer matrix of a strip: how the tilings of a longer strip come from those of a shorter one.

A strip is filled column by column. What matters of the part that is filled is which cells beyond it are
covered: the state. The number of ways from state to state, while a column is filled, is the transfer matrix
M; a strip of length m has (M^m)[0, 0] tilings, state 0 being that no cell beyond is covered. So every such
sequence has a linear recurrence of an order of at most the number of states (Cayley and Hamilton; R. P.
Stanley, Enumerative Combinatorics 1, section 4.7). This module shares nothing with the engines but the
placements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle
from math import gcd

from tilewright.cancellation import checked
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.placements import places_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.series.boards import Series

MAX_STATES = 20_000
MAX_WAYS = 4_000_000
"""The most pieces that are tried while columns are filled: some seconds."""

State = int
"""The covered cells beyond the filled part: bit k is cell k, counted column by column."""

Node = tuple[int, State]
"""A column within a period, and a state before it is filled."""


@dataclass(frozen=True)
class Strip:
    """How pieces lie in a strip that is as long as they need.

    ``width`` is the number of cells of a column, ``reach`` how many columns a piece touches at most. All
    ``period`` columns the strip looks the same. ``masks`` has for each column within a period, and each cell
    of it, the placements that have this cell first: bit masks relative to the column.
    """

    width: int
    reach: int
    period: int
    masks: tuple[tuple[tuple[int, ...], ...], ...]


def strip_of(series: Series) -> Strip:
    """The strip of a series whose board has one growing side; UnsupportedError where columns differ."""
    board, axis = series.board, growing_axis(series)
    lattice = series.pieces.lattice
    longest = max(_extent(cells, lattice) for _, cells in series.pieces.shapes)
    period = _period(lattice, axis)
    length = 3 * longest + 2 * period
    size = tuple(length if side.factor else side.constant for side in board.sides)
    puzzle = series.puzzle_of_size(size)
    columns: list[list[Cell]] = [[] for _ in range(length)]
    for cell in sorted(puzzle.board.cells):
        columns[cell[axis]].append(cell)
    width = len(columns[0])
    if any(len(column) != width for column in columns):
        raise UnsupportedError("the columns of this board differ, so that it is no strip")
    bits = {
        cell: number * width + k for number, column in enumerate(columns) for k, cell in enumerate(column)
    }
    reach = 1
    masks: list[list[list[int]]] = [[[] for _ in range(width)] for _ in range(period)]
    for _, places in places_of(puzzle):
        for cells in places:
            numbers = sorted(bits[cell] for cell in cells)
            column, first = divmod(numbers[0], width)
            if column < period:
                reach = max(reach, numbers[-1] // width - column + 1)
                masks[column][first].append(sum(1 << (number - column * width) for number in numbers))
    return Strip(width, reach, period, tuple(tuple(map(tuple, phase)) for phase in masks))


def growing_axis(series: Series) -> int:
    """The coordinate along which the board of a series grows, which must be one."""
    (side,) = series.board.free_sides
    return (1, 0, 2)[side]  # the sides are rows, columns, layers, and cells are (x, y, z)


def _extent(cells: tuple[Cell, ...], lattice: Lattice) -> int:
    """More columns than a piece touches, however it is turned."""
    return len(cells) * max(1, lattice.dimension - 1) + 2


def _period(lattice: Lattice, axis: int) -> int:
    """After how many columns the lattice looks the same."""
    step = 1
    while not lattice.is_translation(tuple(step if k == axis else 0 for k in range(lattice.dimension))):
        step += 1
    return step


@dataclass(frozen=True)
class TransferMatrix:
    """The ways from column to column, over classes of states from which there are equally many ways on.

    ``steps`` has a matrix for each column of a period: for each class of this column the classes of the next
    that filling it leads to, with the number of ways. Class 0 of a column is that of the empty state, in
    which a strip may end; the first column begins with it. ``states`` is the number of states that the
    classes are made of, and ``first`` the least length of which it knows the number of tilings.
    """

    steps: tuple[tuple[Mapping[int, int], ...], ...]
    states: int
    first = 0

    @property
    def period(self) -> int:
        """After how many columns the strip looks the same."""
        return len(self.steps)

    def order(self, factor: int = 1) -> int:
        """The highest order that a recurrence of the counts needs; lengths grow by ``factor`` columns.

        Lengths that differ by a whole number of periods have a matrix in common. Those of the other columns
        are products of the same factors in another turn, with the same eigenvalues but for zeros.
        """
        return max(map(len, self.steps)) * (self.period // gcd(self.period, factor))

    def products(self, factor: int = 1) -> int:
        """How many products of numbers twice as many terms as ``order`` take."""
        per_column = sum(map(len, chain.from_iterable(self.steps))) // self.period
        return 2 * self.order(factor) * factor * per_column

    def counts(self) -> Iterator[int]:
        """The numbers of tilings of strips of length 0, 1, 2, ..., without end."""
        vector = {0: 1}
        for step in checked(cycle(self.steps)):
            yield vector.get(0, 0)
            following: dict[int, int] = {}
            for number, ways in vector.items():
                for target, times in step[number].items():
                    following[target] = following.get(target, 0) + ways * times
            vector = following


def transfer_matrix(
    strip: Strip, max_states: int = MAX_STATES, max_ways: int = MAX_WAYS
) -> TransferMatrix | None:
    """The transfer matrix of a strip; None when it has more states, or more pieces are tried, than these."""
    ways: dict[Node, dict[State, int]] = {}
    pending: list[Node] = [(0, 0)]
    seen = set(pending)
    left = max_ways
    while pending:
        phase, state = node = pending.pop()
        row, used = filled(strip, state, phase, left)
        left -= used
        if row is None or len(seen) > max_states:
            return None
        ways[node] = row
        for following in (((phase + 1) % strip.period, target) for target in row):
            if following not in seen:
                seen.add(following)
                pending.append(following)
    return _in_classes(strip.period, ways)


def filled(strip: Strip, state: State, phase: int, most: int) -> tuple[dict[State, int] | None, int]:
    """The states that filling a column leads to, with the number of ways, and how many steps it took.

    None where it takes more than ``most`` steps.
    """
    partial = {state: 1}
    steps = 0
    for cell, masks in enumerate(strip.masks[phase]):
        following: dict[State, int] = {}
        for covered, ways in checked(partial.items()):
            if covered >> cell & 1:
                following[covered] = following.get(covered, 0) + ways
                continue
            for mask in masks:
                if not covered & mask:
                    following[covered | mask] = following.get(covered | mask, 0) + ways
            steps += len(masks)
            if steps > most:
                return None, steps
        partial = following
    return {covered >> strip.width: ways for covered, ways in partial.items()}, steps


def _in_classes(period: int, ways: Mapping[Node, Mapping[State, int]]) -> TransferMatrix:
    """The matrix over classes: the coarsest partition in which states of a class have equally many ways on.

    States from which no strip can be completed are left out.
    """
    rows = _completable(period, ways)
    classes: dict[Node, tuple[int, int]] = {node: (node[0], int(node[1] != 0)) for node in rows}
    numbers: dict[object, int] = {}
    count = len(set(classes.values()))
    while True:
        signs: dict[Node, object] = {}
        for node, row in checked(rows.items()):
            sums: dict[object, int] = {}
            for target, times in row.items():
                sums[classes[target]] = sums.get(classes[target], 0) + times
            signs[node] = (classes[node], frozenset(sums.items()))
        numbers = {}
        for sign in signs.values():
            numbers.setdefault(sign, len(numbers))
        classes = {node: (node[0], numbers[sign]) for node, sign in signs.items()}
        if len(numbers) == count:
            break
        count = len(numbers)
    return _numbered(period, rows, classes)


def _completable(period: int, ways: Mapping[Node, Mapping[State, int]]) -> dict[Node, dict[Node, int]]:
    """The nodes from which the empty state can be reached, with their ways to such nodes."""
    before: dict[Node, list[Node]] = {}
    for (phase, state), row in ways.items():
        for target in row:
            before.setdefault(((phase + 1) % period, target), []).append((phase, state))
    good: set[Node] = {node for node in ways if node[1] == 0}
    pending = list(good)
    while pending:
        for node in before.get(pending.pop(), ()):
            if node not in good:
                good.add(node)
                pending.append(node)
    return {
        (phase, state): {
            node: times
            for target, times in ways[phase, state].items()
            if (node := ((phase + 1) % period, target)) in good
        }
        for phase, state in good
    }


def _numbered(
    period: int, rows: Mapping[Node, Mapping[Node, int]], classes: Mapping[Node, tuple[int, object]]
) -> TransferMatrix:
    """The matrix with the classes of each column as numbers, that of the empty state being 0."""
    members: list[dict[object, Node]] = [{} for _ in range(period)]
    for node in sorted(rows):  # the empty state of each column comes first
        members[node[0]].setdefault(classes[node], node)
    # A column in which the empty state is never reached still has a class 0, which no way leads to.
    shifts = [int((phase, 0) not in rows) for phase in range(period)]
    numbers = [{name: k + shifts[phase] for k, name in enumerate(members[phase])} for phase in range(period)]
    steps = []
    for phase in range(period):
        following = (phase + 1) % period
        matrix: list[dict[int, int]] = [{} for _ in range(shifts[phase])]
        for node in members[phase].values():
            row: dict[int, int] = {}
            for target, times in rows[node].items():
                number = numbers[following][classes[target]]
                row[number] = row.get(number, 0) + times
            matrix.append(row)
        steps.append(tuple(matrix))
    return TransferMatrix(tuple(steps), len(rows))
