"""Rectangles by the dense sweep: the least number of dominoes for every length of a board; an arrangement.

The core holds one byte for each profile of a row: by how many dominoes it exceeds the row's least (see
native/families/gunport/dense.hpp). When all bytes are those of an earlier row, everything repeats from
there on, with a fixed number of dominoes more: any length is answered. Rows are compared byte by byte, not
by a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright import _core
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard
from tilewright.families.gunport.query import SweepLoop
from tilewright.model.lattices import Cell
from tilewright.wording import memory_text

MOST_COLUMNS = 23
_SLABS = 4  # in the first step of a row
_BYTES = 1 << 24  # in the first step of a copy
_UPPER, _LEFT = 2, 3  # cells of a row as the core names them; the others follow


@dataclass(frozen=True)
class RowPeriod:
    """After row ``start`` every ``rows`` further rows need ``pieces`` more dominoes, whatever the profile."""

    start: int
    rows: int
    pieces: int


@dataclass(frozen=True)
class ColumnTable:
    """The least numbers of dominoes of boards of one width: ``least[m - 1]`` with m rows, None where there is
    no arrangement. With a period the list goes up to its end, and ``at`` answers for any length."""

    least: tuple[int | None, ...]
    period: RowPeriod | None

    def at(self, rows: int) -> int | None:
        """The least number of dominoes with ``rows`` rows, None when there is no arrangement; IndexError when
        the sweep did not reach it."""
        row, more = self.folded(rows)
        value = self.least[row - 1]
        return None if value is None else value + more

    def folded(self, row: int) -> tuple[int, int]:
        """A swept row with the same bytes, and how many more dominoes the given one has."""
        if row <= len(self.least) or self.period is None:
            return row, 0
        periods = -(-(row - len(self.least)) // self.period.rows)
        return row - periods * self.period.rows, periods * self.period.pieces


def bytes_needed(columns: int, *, no_slide: bool = False) -> int:
    """The bytes of all profiles of a row: about 1.3 * 2.73^columns, with no_slide 2 * 3.4^columns."""
    return _core.gunport_dense_bytes(columns, no_slide)


class DenseSearch:
    """Sweeps boards of one width row by row; rows are kept for the traceback as far as memory allows.

    UnsupportedError when the bytes of one row take more than ``memory``.
    """

    def __init__(self, columns: int, loop: SweepLoop, memory: int, *, no_slide: bool = False) -> None:
        if not 1 <= columns <= MOST_COLUMNS:
            raise UnsupportedError(f"the dense sweep supports 1 to {MOST_COLUMNS} columns, not {columns}")
        self.columns, self.no_slide, self.loop = columns, no_slide, loop
        self.size = bytes_needed(columns, no_slide=no_slide)
        if self.size > memory:
            raise UnsupportedError(
                f"the dense sweep of {columns} columns needs {memory_text(self.size)} of memory; "
                f"{memory_text(memory)} may be used"
            )
        self._copies = (memory - self.size) // self.size  # rows that can be kept besides the current one
        self._core = _core.gunport_dense(columns, no_slide, loop.threads)
        self._least: list[int | None] = []
        self._bases = [0]
        self._checkpoints: list[int] = []  # rows kept for the traceback, one in ``_every``
        self._every = 1
        self._wanted: set[int] = set()  # rows to keep, whatever else is dropped
        self._pinned: set[int] = set()  # those of them that were reached
        self._stretch: range = range(0)  # rows between two checkpoints, kept while the traceback passes them
        self.column: ColumnTable | None = None

    def run(
        self, rows: int, *, keep: bool = False, on_row: Callable[[int], None] = lambda row: None
    ) -> ColumnTable:
        """Sweep ``rows`` rows, or until everything repeats; ``keep`` rows for an arrangement later."""
        core, period, reference = self._core, None, 0
        while len(self._least) < rows:
            self._sweep_row(rows)
            value = core.least()
            self._least.append(None if value < 0 else value)
            self._bases.append(core.base)
            row = core.row
            on_row(row)
            if reference and core.same_as(reference):
                period = RowPeriod(reference, row - reference, core.base - self._bases[reference])
                break
            if row in self._wanted and len(self._wanted) <= self._copies:
                self._keep()
                self._pinned.add(row)
            if row == rows or not self._copies:
                continue
            if row & (row - 1) == 0:  # Brent: compare with one row, which moves at powers of two
                self._forget(reference)
                self._keep()
                reference = row
            if keep and row % self._every == 0:
                self._keep()
                self._checkpoints.append(row)
                self._thin(reference)
        self._forget(reference)
        self.column = ColumnTable(tuple(self._least), period)
        return self.column

    def _sweep_row(self, rows: int) -> None:
        core = self._core
        self.loop.sweep(
            core.advance, _SLABS, lambda: min(1.0, (core.row + core.part) / rows), lambda: core.row
        )

    def _keep(self) -> None:
        self.loop.sweep(self._core.keep, _BYTES, None)

    def _forget(self, row: int) -> None:
        if row and row not in self._checkpoints and row not in self._pinned:
            self._core.forget(row)

    def _thin(self, reference: int) -> None:
        """Drop every second checkpoint when they take too much memory: a stretch between two must fit as
        well."""
        free = self._copies - len({*self._wanted, reference})
        while len(self._checkpoints) > 1 and len(self._checkpoints) + self._every - 1 > free:
            self._every *= 2
            dropped = [row for row in self._checkpoints if row % self._every]
            self._checkpoints = [row for row in self._checkpoints if row % self._every == 0]
            for row in dropped:
                if row != reference:
                    self._forget(row)

    def arrangement(self, rows: int) -> Arrangement | None:
        """One with the least number of dominoes, None when there is none; after ``run`` with ``keep``.

        UnsupportedError when there is too little memory for the rows between two checkpoints.
        """
        column = self.column
        if column is None or column.at(rows) is None:
            return None
        row, more = column.folded(rows)
        self._move_to(row)
        letters = self._core.ending()
        value = self._core.value_of(letters) + more
        dominoes = self._traceback(column, rows, letters, value)
        return Arrangement.of(GunportBoard.rectangle(rows, self.columns), dominoes)

    def _traceback(
        self, column: ColumnTable, rows: int, letters: list[int], value: int
    ) -> list[tuple[Cell, Cell]]:
        """The dominoes of an optimal path to these letters after ``rows`` rows."""
        pieces: list[tuple[Cell, Cell]] = []
        for y in range(rows - 1, -1, -1):
            self.loop.check_cancelled()
            row, more = column.folded(y + 1)
            self._ensure_kept(row - 1)
            letters, cells, left = self._core.way_to(row, letters, value - more)
            value = left + more
            pieces += [((x, y), (x, y + 1)) for x, cell in enumerate(cells) if cell == _UPPER]
            pieces += [((x, y), (x + 1, y)) for x, cell in enumerate(cells) if cell == _LEFT]
        return pieces

    def meet(self, rows: int) -> tuple[int | None, Arrangement | None]:
        """The least number of dominoes and an arrangement from a sweep of half of the rows, on a new search.

        Both halves of a board are the same sweep, one of them upside down. None and None when there is no
        arrangement.
        """
        top = rows // 2
        bottom = rows - top
        self._wanted = {top, bottom}
        column = self.run(bottom, keep=True)
        if not {top, bottom} <= self._pinned:
            if column.period is None:
                column = self.run(rows, keep=True)
            return column.at(rows), self.arrangement(rows)
        self._core.begin_meeting(top)
        self.loop.sweep(self._core.advance, _SLABS, lambda: 1.0, lambda: rows)
        pieces, above, value_above, below, value_below = self._core.meeting()
        for row in self._pinned.difference(self._checkpoints):
            self._core.forget(row)
        self._pinned = set()
        if pieces < 0:
            return None, None
        dominoes: list[tuple[Cell, ...]] = [*self._traceback(column, top, above, value_above)]
        for piece in self._traceback(column, bottom, below, value_below):
            dominoes.append(tuple((x, rows - 1 - y) for x, y in piece))
        return pieces, Arrangement.of(GunportBoard.rectangle(rows, self.columns), dominoes)

    def _move_to(self, row: int) -> None:
        """Restore the sweep at the end of a row that was swept before."""
        if self._core.row != row:
            self._core.restore(max((kept for kept in self._checkpoints if kept <= row), default=0))
        while self._core.row < row:
            self._sweep_row(row)

    def _ensure_kept(self, row: int) -> None:
        """Make sure that a row is kept: if necessary, sweep again from the checkpoint before it.

        Rows after it are no longer needed. A stretch that does not fit gets checkpoints halfway.
        """
        if row == 0 or row in self._checkpoints or row in self._stretch or row in self._pinned:
            return
        for old in [*self._stretch, *(kept for kept in self._checkpoints if kept > row)]:
            if old not in self._pinned:
                self._core.forget(old)
        self._stretch = range(0)
        self._checkpoints = [kept for kept in self._checkpoints if kept < row]
        while True:
            checkpoint = max(self._checkpoints, default=0)
            free = self._copies - len(self._pinned.union(self._checkpoints))
            self._core.restore(checkpoint)
            if row - checkpoint <= free:
                break
            if free < 2:
                memory = memory_text(self.size * (self._copies + 1))
                raise UnsupportedError(
                    f"an arrangement needs more than the {memory} of memory that "
                    f"may be used for the dense sweep of {self.columns} columns"
                )
            while self._core.row < (checkpoint + row) // 2:
                self._sweep_row(row)
            self._keep()
            self._checkpoints.append(self._core.row)
        self._stretch = range(checkpoint + 1, row + 1)
        for _ in self._stretch:
            self._sweep_row(row)
            self._keep()
