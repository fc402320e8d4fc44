"""Is there an arrangement of this excess? Two bounded sweeps from either end, each with half of the misses.

Vertical misses (native/families/gunport/bounds.hpp) never fall from cell to cell, end at 2e + 2 for excess
e, and at each end of a row those from above and those from below together are at most 2e + 2. So follow an
arrangement of excess e downwards to the last row c whose end has at most e + 1 misses from above. At the
end of row c + 1 there are e + 2 or more, so at most e from below. Both parts are among the profiles of one
sweep with at most e + 1 misses; between lies a single row that is swept with all of them. An arrangement
turned upside down is one as well, and one of the two has c >= (rows - 1) / 2: only such c are tried.
"""

from __future__ import annotations

from tilewright import _core
from tilewright.families.gunport.board import Arrangement, GunportBoard
from tilewright.families.gunport.engines.bounded import FIRST_STATES, ExcessBound, dominoes_of
from tilewright.families.gunport.query import SweepLoop
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Cancelled, Status

_FITS = 100_000  # profiles that are tried in the first step


class MeetInMiddleSearch:
    """Decides one excess, 0 or more, on a board; call ``run`` once, after smaller excesses were excluded."""

    def __init__(self, bound: ExcessBound, loop: SweepLoop, memory: int) -> None:
        if bound.excess < 0:
            raise ValueError("the excess must be 0 or more")
        self.bound, self.loop, self.memory = bound, loop, memory
        self.pieces = (bound.cells + bound.excess) // 3
        self._share, self._half = 0.0, 0

    def run(self) -> Arrangement | None:
        """An arrangement of this excess; None when there is none: proven, unless layers were thinned."""
        rows, excess = self.bound.rows, self.bound.excess
        cuts = range(-(-(rows - 1) // 2), rows)
        return self._search(cuts, excess + 1, range(excess + 2, self.bound.max_misses + 1), excess)

    def attempt(self, each: int) -> Arrangement | None:
        """An arrangement whose halves have at most ``each`` misses, and its middle row the others.

        It often exists where a search of all arrangements of the excess takes too long.
        """
        middle = self.bound.rows // 2
        return self._search(range(middle, middle + 1), each, range(self.bound.max_misses - each), each)

    def _search(self, cuts: range, half: int, across: range, below: int) -> Arrangement | None:
        """A part with at most ``half`` misses above a cut, a row that leads to a number in ``across``, and a
        part with at most ``below`` from the other side; None when there are no such."""
        bound, columns = self.bound, self.bound.columns
        self._half = half
        whole = bound.sweep("none", self.loop.threads, vertical=half)
        whole.keep(0, bound.cells, columns)
        self._sweep(whole, cuts[-1] * columns, 0.0, 0.4)
        for row in cuts:
            done, part = 0.4 + 0.6 * (row - cuts[0]) / len(cuts), 0.6 / len(cuts)
            between = whole.from_step(row * columns, (across[-1], bound.max_misses))
            between.keep(row * columns, (row + 1) * columns)
            self._sweep(between, (row + 1) * columns, done, part)
            between.leave(across[0])
            met = self._fit(between, whole.edge((bound.rows - row - 1) * columns, below))
            if met is not None:
                return self._arrangement(whole, between, row, met)
        return None

    def _sweep(self, search: _core.GunportBounded, end: int, done: float, part: float) -> None:
        begin = search.step

        def between() -> None:
            if search.bytes > self.memory:
                raise Cancelled(
                    Status.LIMIT,
                    f"the profiles need more than the {self.memory >> 20:,} MB of memory allowed",
                )

        def share() -> float:
            return done + part * (search.step + search.part - begin) / max(1, end - begin)

        def advance(states: int) -> bool:
            return search.advance(states) or search.step >= end

        if begin < end:
            self.loop.sweep(advance, FIRST_STATES, share, lambda: search.states, between)
        self.loop.states += search.states
        self._share = done + part

    def _fit(self, between: _core.GunportBounded, edge: _core.GunportEdge) -> tuple[int, int] | None:
        """A profile that fits the edge with the required number of dominoes: its number and the edge's."""
        front, at = between.front, 0
        pair: tuple[int, int] | None = None

        def advance(count: int) -> bool:
            nonlocal at, pair
            end = min(front, at + count)
            profile, other = between.fit(edge, at, end, self.pieces)
            if profile < end:
                pair = profile, other
                return True
            at = end
            return at >= front

        self.loop.sweep(advance, _FITS, lambda: self._share)
        return pair

    def _arrangement(
        self, whole: _core.GunportBounded, between: _core.GunportBounded, row: int, met: tuple[int, int]
    ) -> Arrangement:
        rows, columns = self.bound.rows, self.bound.columns
        profile, _, letters = between.follow(met[0], 0, (row + 1) * columns, row * columns)
        above = self._letters(whole, row, profile) + letters[::-1]
        below = self._letters(whole, rows - row - 1, met[1])
        dominoes: list[tuple[Cell, ...]] = [*dominoes_of(above, columns)]
        for piece in dominoes_of(below, columns):
            dominoes.append(tuple((x, rows - 1 - y) for x, y in piece))
        return Arrangement.of(GunportBoard.rectangle(rows, columns), dominoes)

    def _letters(self, whole: _core.GunportBounded, rows: int, profile: int) -> bytes:
        """The letters of the first rows on the path to a profile; each row is swept again from its start."""
        columns, parts = self.bound.columns, []
        for row in range(rows - 1, -1, -1):
            begin, end = row * columns, (row + 1) * columns
            again = whole.from_step(begin, (self._half, self.bound.max_misses))
            again.keep(begin, end)
            self._sweep(again, end, self._share, 0.0)
            profile, _, letters = again.follow(profile, 0, end, begin)
            parts.append(letters[::-1])
        return b"".join(reversed(parts))
