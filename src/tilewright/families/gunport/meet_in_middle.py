"""Is there an arrangement of this excess? Two bounded sweeps from either end, each with half of the misses.

Vertical misses (native/families/gunport/bounds.hpp) never fall from cell to cell, end at 2e + 2 for excess
e, and at each end of a row those from above and those from below together are at most 2e + 2. So follow an
arrangement of excess e downwards to the last row c whose end has at most e + 1 misses from above. At the
end of row c + 1 there are e + 2 or more, so at most e from below. Both parts are among the profiles of one
sweep with at most e + 1 misses; between lies a single row that is swept with all of them. An arrangement
turned upside down is one too, and of the two one has c >= (rows - 1) / 2: only such c are looked at.
"""

from __future__ import annotations

from tilewright import _core
from tilewright.families.gunport.board import Arrangement, GunportBoard
from tilewright.families.gunport.bounded import FIRST_STATES, Excess, dominoes_of
from tilewright.families.gunport.stepping import Ended, Walker
from tilewright.model.lattices import Cell
from tilewright.solve.engines.base import Status

_FITS = 100_000  # profiles that are tried on an edge in the first step


class HalvesSearch:
    """Decides one excess, 0 or more, on a board; ``run`` once. Smaller excesses are to be decided before."""

    def __init__(self, asked: Excess, walker: Walker, memory: int) -> None:
        if asked.excess < 0:
            raise ValueError("an excess of 0 or more is decided")
        self.asked, self.walker, self.memory = asked, walker, memory
        self.pieces = (asked.cells + asked.excess) // 3
        self._share, self._half = 0.0, 0

    def run(self) -> Arrangement | None:
        """An arrangement of this excess; None when there is none: proven, unless layers were thinned."""
        rows, excess = self.asked.rows, self.asked.excess
        cuts = range(-(-(rows - 1) // 2), rows)
        return self._search(cuts, excess + 1, range(excess + 2, self.asked.most + 1), excess)

    def attempt(self, each: int) -> Arrangement | None:
        """An arrangement whose halves have at most ``each`` misses, and its middle row the others.

        There often is one where all arrangements of the excess are too much to go through.
        """
        middle = self.asked.rows // 2
        return self._search(range(middle, middle + 1), each, range(self.asked.most - each), each)

    def _search(self, cuts: range, half: int, across: range, below: int) -> Arrangement | None:
        """A part with at most ``half`` misses above a cut, a row that leads to a number in ``across``, and a
        part with at most ``below`` from the other side; None when there are no such."""
        asked, columns = self.asked, self.asked.columns
        self._half = half
        whole = self._sweep_of((half, asked.most))
        whole.keep(0, asked.cells, columns)
        self._sweep(whole, cuts[-1] * columns, 0.0, 0.4)
        for row in cuts:
            done, part = 0.4 + 0.6 * (row - cuts[0]) / len(cuts), 0.6 / len(cuts)
            between = whole.from_step(row * columns, (across[-1], asked.most))
            between.keep(row * columns, (row + 1) * columns)
            self._sweep(between, (row + 1) * columns, done, part)
            between.leave(across[0])
            met = self._fit(between, whole.edge((asked.rows - row - 1) * columns, below))
            if met is not None:
                return self._arrangement(whole, between, row, met)
        return None

    def _sweep_of(self, bound: tuple[int, int]) -> _core.GunportBounded:
        threads = max(1, self.walker.control.threads)
        return _core.gunport_bounded(
            self.asked.rows, self.asked.columns, bound, "none", 2, self.asked.width, threads
        )

    def _sweep(self, search: _core.GunportBounded, end: int, done: float, part: float) -> None:
        begin = search.step

        def between() -> None:
            if search.bytes > self.memory:
                raise Ended(
                    Status.LIMIT, f"the profiles take more than the {self.memory >> 20:,} MB that they may"
                )

        def share() -> float:
            return done + part * (search.step + search.part - begin) / max(1, end - begin)

        def advance(states: int) -> bool:
            return search.advance(states) or search.step >= end

        if begin < end:
            self.walker.run(advance, FIRST_STATES, share, lambda: search.states, between)
        self.walker.states += search.states
        self._share = done + part

    def _fit(self, between: _core.GunportBounded, edge: _core.GunportEdge) -> tuple[int, int] | None:
        """A profile that fits on the edge with the dominoes that are asked for: its number and the edge's."""
        front, at = between.front, 0
        found: tuple[int, int] | None = None

        def advance(count: int) -> bool:
            nonlocal at, found
            end = min(front, at + count)
            mine, other = between.fit(edge, at, end, self.pieces)
            if mine < end:
                found = mine, other
                return True
            at = end
            return at >= front

        self.walker.run(advance, _FITS, lambda: self._share, lambda: 0)
        return found

    def _arrangement(
        self, whole: _core.GunportBounded, between: _core.GunportBounded, row: int, met: tuple[int, int]
    ) -> Arrangement:
        rows, columns = self.asked.rows, self.asked.columns
        profile, _, letters = between.follow(met[0], 0, (row + 1) * columns, row * columns)
        above = letters[::-1]
        above = self._letters(whole, row, profile) + above
        below = self._letters(whole, rows - row - 1, met[1])
        dominoes: set[tuple[Cell, Cell]] = set(dominoes_of(above, columns))
        for (x, y), (u, v) in dominoes_of(below, columns):
            ends = sorted([(x, rows - 1 - y), (u, rows - 1 - v)])
            dominoes.add((ends[0], ends[1]))
        return Arrangement.of(GunportBoard.rectangle(rows, columns), dominoes)

    def _letters(self, whole: _core.GunportBounded, rows: int, profile: int) -> bytes:
        """The letters of the first rows on the way to a profile; each row is swept again from its start."""
        columns, parts = self.asked.columns, []
        for row in range(rows - 1, -1, -1):
            begin, end = row * columns, (row + 1) * columns
            again = whole.from_step(begin, (self._half, self.asked.most))
            again.keep(begin, end)
            self._sweep(again, end, self._share, 0.0)
            profile, _, letters = again.follow(profile, 0, end, begin)
            parts.append(letters[::-1])
        return b"".join(reversed(parts))
