"""Moebius strips whose growing side is reversed where the short one is joined, folded in the middle.

On a Moebius strip of N rows and k columns, (x, y) lies next to (x - k, N - 1 - y) across the joined sides.
The first half of the rows, and the rows that these come to across the sides, are a cylinder of 2k columns
and half the length. It is filled from its border on. Only at its other end, in the middle of the strip, do
pieces meet that would not meet on a cylinder. With the transfer matrix M of the cylinder, and the number
v(s) of ways to fill the last rows once the cells of a state s are covered, there are e M^m v ways, where e
is the empty state. The turns and mirror images of the cylinder leave e M^m as it is, so a recurrence needs
no higher order than the number of orbits of states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilewright.cancellation import checked
from tilewright.model.lattices import Cell
from tilewright.model.surfaces import Surface
from tilewright.series.boards import Series
from tilewright.series.rings import MAX_RING_STATES, moved, strip_around, symmetries
from tilewright.series.transfer import MAX_WAYS, State, Strip, filled
from tilewright.series.wrapping import ways_on_surface

MAX_COVERED = 200_000
"""The most sets of covered cells while the rows in the middle are filled."""


@dataclass(frozen=True)
class FoldedMatrix:
    """The transfer matrix of a folded strip; ``ends`` are v for an even and for an odd number of rows.

    ``orbits`` is the number of states up to symmetry, ``first`` the least number of rows that it knows.
    """

    rows: Mapping[State, Mapping[State, int]]
    ends: tuple[Mapping[State, int], Mapping[State, int]]
    orbits: int
    first: int

    period = 1

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.rows)

    def order(self, factor: int = 1) -> int:
        """The highest order that a recurrence needs; even and odd lengths have one in common."""
        return self.orbits * (1 if factor % 2 == 0 else 2)

    def products(self, factor: int = 1) -> int:
        """How many products of numbers twice as many terms as ``order`` take."""
        return self.order(factor) * factor * sum(map(len, self.rows.values()))

    def counts(self) -> Iterator[int]:
        """The numbers of tilings for 0, 1, 2, ... rows, without end; 0 for fewer than ``first``."""
        yield from [0] * self.first
        vector: dict[State, int] = {0: 1}
        while True:
            for end in self.ends:
                yield sum(ways * end.get(state, 0) for state, ways in vector.items())
            following: dict[State, int] = {}
            for state, ways in checked(vector.items()):
                for target, times in self.rows[state].items():
                    following[target] = following.get(target, 0) + ways * times
            vector = following


def folded_strip(series: Series) -> Strip:
    """How pieces lie on the cylinder that a series on a Moebius strip is folded to."""
    short = series.board.sides[1].constant
    return strip_around(series, 2 * short, is_round=True)


def folded_matrix(series: Series, strip: Strip) -> FoldedMatrix | None:
    """The transfer matrix of a folded strip; None where it is too large."""
    rows: dict[State, Mapping[State, int]] = {}
    pending: list[State] = [0]
    left = MAX_WAYS
    while pending:
        state = pending.pop()
        if state in rows:
            continue
        row, used = filled(strip, state, 0, left)
        left -= used
        if row is None or len(rows) > MAX_RING_STATES:
            return None
        rows[state] = row
        pending += row
    group = symmetries(strip, is_round=True)
    orbits = len({min(moved(state, places, strip) for places in group) for state in rows})
    ends = [_last_rows(series, strip, list(rows), parity) for parity in (0, 1)]
    if ends[0] is None or ends[1] is None:
        return None
    return FoldedMatrix(rows, (ends[0], ends[1]), orbits, 2 * strip.reach)


def _last_rows(series: Series, strip: Strip, states: list[State], parity: int) -> dict[State, int] | None:
    """The number of ways to fill the rows in the middle, by the state before; None where they are too many.

    These are the last ``reach`` rows of the cylinder, twice, and the row in the middle where their number is
    odd: pieces that begin before do not come to the middle.
    """
    columns, height = strip.width // 2, 2 * strip.reach + parity
    assert series.wrap is not None
    surface = Surface(series.wrap, columns, height)
    bit: dict[Cell, int] = {
        (x, y): 1 << (min(y, height - 1 - y) * strip.width + (x if 2 * y < height else x + columns))
        for x in range(columns)
        for y in range(height)
    }
    starting: dict[int, list[int]] = {}
    for piece in series.placed_pieces(columns * height):
        places = ways_on_surface(piece, series.pieces.lattice, surface)
        for place in places if series.parallel else set(places):
            mask = sum(bit[cell] for cell in place)
            starting.setdefault(mask & -mask, []).append(mask)
    full = sum(bit.values())
    known = {full: 1}

    def ways(covered: int) -> int:
        """The ways to cover the cells that are left; the first of them comes first."""
        if covered not in known:
            low = ~covered & full & -(~covered & full)
            known[covered] = sum(ways(covered | mask) for mask in starting.get(low, ()) if not covered & mask)
            if len(known) > MAX_COVERED:
                raise OverflowError
        return known[covered]

    try:
        return {state: number for state in states if (number := ways(state))}
    except OverflowError:
        return None
