"""Strips on surfaces: the short side closed to a ring, or the growing one, plainly or turned over.

A ring of length m is filled column by column too. It may begin in any state, and must come back to the
state that it began in, turned over where the ring is a Moebius strip or a Klein bottle. With the transfer
matrix M over all states, and the matrix R that turns states over, there are tr(M^m R) ways. So the numbers
obey any recurrence that the powers of M obey (Cayley and Hamilton). M falls apart into components that no
column joins. Those that a symmetry of the column carries into each other have the same powers, so one of each
kind counts for the order.

The trace counts tilings by places on the strip, as it winds round and round. A set of cells that are within
``reach`` columns is one place only if the ring has at least 2 ``reach`` - 1 columns: another place would
begin after a gap of at most ``reach`` - 2 columns inside the piece, and the gap outside is longer. With
parallel places, which are counted by ways round the ring, the trace is their number for any length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.cancellation import checked
from tilewright.errors import UnsupportedError
from tilewright.model.layout import Join
from tilewright.series.boards import Series
from tilewright.series.transfer import (
    MAX_WAYS,
    State,
    Strip,
    TransferMatrix,
    filled,
    growing_axis,
    strip_of,
    transfer_matrix,
)

MAX_RING_STATES = 4096
"""The most states, in which a ring may begin, that are tried."""


@dataclass(frozen=True)
class RingMatrix:
    """The transfer matrix of a ring: ``rows[s]`` has the states that follow s, with the number of ways.

    ``image[s]`` is the state with which a ring that began with s closes. ``starts`` are states that stand for
    as many that have equally many ways back to their images. ``order_bound`` is the highest order of a
    recurrence, and ``first`` the least length from which the numbers are those of tilings.
    """

    rows: Mapping[State, Mapping[State, int]]
    image: Mapping[State, State]
    starts: Mapping[State, int]
    order_bound: int
    first: int

    period = 1

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.rows)

    def order(self, factor: int = 1) -> int:
        """The highest order that a recurrence needs, whatever the ``factor`` by which lengths grow."""
        return self.order_bound

    @cached_property
    def _products_of_a_column(self) -> int:
        component = _components(self.rows)
        ways: dict[int, int] = {}
        for state, row in self.rows.items():
            ways[component[state]] = ways.get(component[state], 0) + len(row)
        return sum(ways[component[start]] for start in self.starts)

    def products(self, factor: int = 1) -> int:
        """How many products of numbers twice as many terms as ``order`` take."""
        return 2 * self.order() * factor * self._products_of_a_column

    def counts(self) -> Iterator[int]:
        """The numbers of tilings of rings of length 0, 1, 2, ..., without end."""
        vectors = {start: {start: 1} for start in self.starts}
        while True:
            yield sum(
                times * vectors[start].get(self.image[start], 0) for start, times in self.starts.items()
            )
            for start, vector in checked(vectors.items()):
                following: dict[State, int] = {}
                for state, ways in vector.items():
                    for target, times in self.rows[state].items():
                        following[target] = following.get(target, 0) + ways * times
                vectors[start] = following


def ring_matrix(
    strip: Strip, ends: Join, *, is_round: bool, max_states: int = MAX_RING_STATES, max_ways: int = MAX_WAYS
) -> RingMatrix | None:
    """The transfer matrix of a strip whose ends are joined; None where it is too large or columns differ.

    ``is_round``: the columns are rings themselves. UnsupportedError where pieces come back turned over, and
    may not be.
    """
    bits = strip.width * (strip.reach - 1)
    group = symmetries(strip, is_round=is_round)
    turned = [strip.width - 1 - k for k in range(strip.width)]
    if strip.period > 1 or 1 << bits > max_states:
        return None
    if ends is Join.REVERSED and turned not in group:
        raise UnsupportedError("the pieces may not be turned over")
    rows: dict[State, dict[State, int]] = {}
    for state in range(1 << bits):
        row, used = filled(strip, state, 0, max_ways)
        max_ways -= used
        if row is None:
            return None
        rows[state] = row
    rows = _on_cycles(rows)
    image = {state: moved(state, turned, strip) if ends is Join.REVERSED else state for state in rows}
    moving = [
        symmetry
        for symmetry in group
        if ends is not Join.REVERSED or [turned[k] for k in symmetry] == [symmetry[k] for k in turned]
    ]
    starts: dict[State, int] = {}
    for state in rows:
        least = min(moved(state, symmetry, strip) for symmetry in moving)
        starts[least] = starts.get(least, 0) + 1
    order = _order(rows, group, strip)
    return RingMatrix(rows, image, starts, max(order, 1), 2 * strip.reach - 1)


def _order(rows: Mapping[State, Mapping[State, int]], group: list[list[int]], strip: Strip) -> int:
    """The highest degree of a polynomial that the matrix is a root of and that is known without it.

    Components are taken together with those that symmetries carry them to, and have a polynomial in common:
    its degree is at most the size of one of them. Where columns have all turns of a ring, vectors are sums of
    those that a turn by one cell multiplies by a root of unity w^q, on each of which M acts by itself, and
    those of q and -q are mirror images. An orbit of L states has one such vector if w^(qL) = 1.
    """
    component = _components(rows)
    together: dict[int, set[State]] = {}
    sizes: dict[int, int] = {}
    for state, number in component.items():
        least = min(component[moved(state, symmetry, strip)] for symmetry in group)
        together.setdefault(least, set()).add(state)
        sizes[number] = sizes.get(number, 0) + 1
    degrees = []
    for number, states in together.items():
        degree = sizes[number]
        if len(group) == 2 * strip.width > 4:
            turn = [(k + 1) % strip.width for k in range(strip.width)]
            lengths: list[int] = []
            left = set(states)
            while left:
                start = state = left.pop()
                length = 1
                while (state := moved(state, turn, strip)) != start:
                    left.discard(state)
                    length += 1
                lengths.append(length)
            vectors = sum(
                q * length % strip.width == 0 for q in range(strip.width // 2 + 1) for length in lengths
            )
            degree = min(degree, vectors)
        degrees.append(degree)
    return sum(degrees)


def moved(state: State, places: list[int], strip: Strip) -> State:
    """A set of cells, each moved within its column: cell k to ``places[k]``."""
    moved = 0
    while state:
        low = state & -state
        column, cell = divmod(low.bit_length() - 1, strip.width)
        moved |= 1 << (column * strip.width + places[cell])
        state ^= low
    return moved


def symmetries(strip: Strip, *, is_round: bool) -> list[list[int]]:
    """The moves of cells within their columns that carry each place of a piece into a place of one."""
    width = strip.width
    masks = sorted(mask for cell in strip.masks[0] for mask in cell)
    turns = range(width) if is_round else range(1)
    moves = []
    for turn in turns:
        for is_turned_over in (False, True):
            places = [((width - 1 - k if is_turned_over else k) + turn) % width for k in range(width)]
            if places not in moves and sorted(moved(mask, places, strip) for mask in masks) == masks:
                moves.append(places)
    return moves


def _on_cycles(rows: dict[State, dict[State, int]]) -> dict[State, dict[State, int]]:
    """The states that can go on for ever, forwards and backwards, and the ways between them."""
    while True:
        targets = {target for row in rows.values() for target in row}
        kept = {
            state: {target: ways for target, ways in row.items() if target in rows}
            for state, row in rows.items()
            if state in targets
        }
        kept = {state: row for state, row in kept.items() if row}
        if len(kept) == len(rows):
            return kept
        rows = kept


def _components(rows: Mapping[State, Mapping[State, int]]) -> dict[State, int]:
    """The number of the component that each state is in; no column joins two of them."""
    near: dict[State, list[State]] = {state: [] for state in rows}
    for state, row in rows.items():
        for target in row:
            near[state].append(target)
            near[target].append(state)
    component: dict[State, int] = {}
    for start in rows:
        if start in component:
            continue
        component[start] = start
        pending = [start]
        while pending:
            for other in near[pending.pop()]:
                if other not in component:
                    component[other] = start
                    pending.append(other)
    return component


def surface_strip(series: Series) -> Strip:
    """How pieces lie in the board of a series on its surface; UnsupportedError where that is no strip."""
    if series.wrap is None:
        return strip_of(series)
    _, around = joins(series)
    if around is Join.REVERSED:
        raise UnsupportedError("the short side is turned over, so that the board is no strip")
    (short,) = (side.constant for side in series.board.sides if not side.factor)
    return strip_around(series, short, is_round=around is Join.PLAIN)


def strip_around(series: Series, short: int, *, is_round: bool) -> Strip:
    """How pieces lie in a strip with columns of this length, which may be closed to rings.

    A place of a piece is a set of cells, or with parallel places a way to cover them. Where a piece would
    meet itself it has no place. UnsupportedError where columns cannot be closed.
    """
    board, lattice = series.board, series.pieces.lattice
    length = short
    if is_round:
        step = tuple(0 if k == growing_axis(series) else short for k in range(lattice.dimension))
        if not lattice.is_translation(step):
            raise UnsupportedError("columns of this length cannot be closed to rings")
        length += max(
            sum(max(axis) - min(axis) for axis in zip(*cells, strict=True))
            for _, cells in series.pieces.shapes
        )
    sides = (side if side.factor else replace(side, constant=length) for side in board.sides)
    unwrapped = replace(series, board=replace(board, sides=tuple(sides)), wrap=None, costs=())
    strips = [
        strip_of(replace(unwrapped, pieces=replace(series.pieces, shapes=(shape,), motions=(motion,))))
        for shape, motion in zip(series.pieces.shapes, series.pieces.motions, strict=True)
    ]
    masks: list[tuple[tuple[State, ...], ...]] = []
    for phase in range(strips[0].period):
        places: list[list[State]] = [[] for _ in range(short)]
        for strip in strips:
            own = [_wound(mask, strip.width, short) for cell in strip.masks[phase] for mask in cell]
            for mask in own if series.parallel else sorted(set(own)):
                if mask:
                    places[(mask & -mask).bit_length() - 1].append(mask)
        masks.append(tuple(map(tuple, places)))
    return Strip(short, max(strip.reach for strip in strips), strips[0].period, tuple(masks))


def surface_matrix(series: Series, strip: Strip) -> TransferMatrix | RingMatrix | None:
    """The transfer matrix of a strip of a series; None where it is too large or none is known."""
    ends, ring = joins(series)
    if ends is Join.OPEN:
        return transfer_matrix(strip)
    matrix = ring_matrix(strip, ends, is_round=ring is Join.PLAIN)
    return replace(matrix, first=1) if matrix is not None and series.parallel else matrix


def joins(series: Series) -> tuple[Join, Join]:
    """How the sides are joined along the growing side, and along the short one."""
    across, down = (series.wrap.across, series.wrap.down) if series.wrap else (Join.OPEN, Join.OPEN)
    return (across, down) if growing_axis(series) == 0 else (down, across)


def _wound(mask: State, width: int, ring: int) -> State:
    """A place in wide columns wound round rings; 0 where it meets itself, or is one of another winding."""
    wound = 0
    lowest = width
    while mask:
        low = mask & -mask
        column, cell = divmod(low.bit_length() - 1, width)
        lowest = min(lowest, cell)
        bit = 1 << (column * ring + cell % ring)
        if wound & bit:
            return 0
        wound |= bit
        mask ^= low
    return wound if lowest < ring else 0
