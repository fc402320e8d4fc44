"""The table of all rectangles up to a size: fewest dominoes, most ports, how far from Pearce's formula.

One dense sweep answers all lengths of a width; boards too wide for it are solved one by one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tilewright.clock import monotonic
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import MAX_AREA, GunportBoard, Rules, pearce
from tilewright.families.gunport.engines.bounded import MOST_COLUMNS
from tilewright.families.gunport.engines.dense import ColumnTable, DenseSearch, bytes_needed
from tilewright.families.gunport.engines.rectangles import NARROW, RectangleSearch
from tilewright.families.gunport.query import SolveOptions, SweepLoop
from tilewright.solving.steps import Cancelled, Progress, Status
from tilewright.wording import aligned

HEADINGS = ("m", "n", "min_dominoes", "max_holes", "pearce", "deviation")
"""The columns of the TSV form, in order; a missing number is NA."""

GROWTH = 2.73  # factor of the time of a sweep for one more column


@dataclass(frozen=True)
class TableEntry:
    """A rectangle, rows <= columns, and its fewest dominoes: None when there is no arrangement."""

    rows: int
    columns: int
    dominoes: int | None

    @property
    def area(self) -> int:
        return self.rows * self.columns

    @property
    def ports(self) -> int | None:
        return None if self.dominoes is None else self.area - 2 * self.dominoes

    @property
    def formula(self) -> int:
        return pearce(self.rows, self.columns)

    @property
    def deviation(self) -> int | None:
        """By how many dominoes the board exceeds the formula; negative when it needs fewer."""
        return None if self.dominoes is None else self.dominoes - self.formula

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """All of these, as the columns of the TSV form have them."""
        return self.rows, self.columns, self.dominoes, self.ports, self.formula, self.deviation


@dataclass(frozen=True)
class TableRange:
    """The boards of a table: m <= n, both from ``low`` to ``high``; m also from ``first`` to ``last``.

    PuzzleError when there are none, or one of them is too large.
    """

    low: int
    high: int
    first: int = 1
    last: int = MAX_AREA

    def __post_init__(self) -> None:
        if self.low < 1:
            raise PuzzleError(f"a board has at least 1 row and 1 column, not {self.low}")
        if not self.widths:
            raise PuzzleError(
                f"there is no board with {self.low} <= m <= n <= {self.high} and "
                f"{self.first} <= m <= {self.last}"
            )
        if self.widths[-1] * self.high > MAX_AREA:
            size = f"{self.widths[-1]} x {self.high} has {self.widths[-1] * self.high:,} cells"
            raise PuzzleError(f"{size}; at most {MAX_AREA:,} are accepted")

    @property
    def widths(self) -> range:
        return range(max(self.low, self.first), min(self.high, self.last) + 1)

    def lengths(self, width: int) -> range:
        """The larger sides of boards of a width."""
        return range(width, self.high + 1)


@dataclass(frozen=True)
class RectangleTable:
    """The boards that were solved, by width and length: all of ``span``, unless a limit or cancellation came
    first."""

    span: TableRange
    sizes: tuple[TableEntry, ...]
    no_slide: bool
    status: Status
    seconds: float
    note: str = ""

    @property
    def failures(self) -> tuple[TableEntry, ...]:
        """The boards of 2 rows or more where Pearce's formula fails, the smallest first."""
        wrong = [size for size in self.sizes if size.rows >= 2 and size.deviation]
        return tuple(sorted(wrong, key=lambda size: (size.area, size.rows)))

    @property
    def smallest_failures(self) -> tuple[TableEntry, ...]:
        """The failures with the least area."""
        return tuple(size for size in self.failures if size.area == self.failures[0].area)

    @property
    def square_failures(self) -> tuple[TableEntry, ...]:
        """The failures on squares."""
        return tuple(size for size in self.failures if size.rows == size.columns)


def sweep_table(
    span: TableRange,
    options: SolveOptions = SolveOptions(),  # noqa: B008 - frozen
    *,
    no_slide: bool = False,
) -> RectangleTable:
    """Solve every board of a span, width by width; a limit or cancellation leaves the boards solved by then.

    UnsupportedError, before any work, when the widest boards cannot be solved.
    """
    search, status, note = _TableSearch(span, options, no_slide=no_slide), Status.COMPLETE, ""
    try:
        search.run()
    except Cancelled as end:
        status, note = end.status, end.note
    seconds = monotonic() - search.start_time
    return RectangleTable(span, tuple(search.sizes), no_slide, status, seconds, note)


class _TableSearch:
    """The widths to sweep, and what is known so far."""

    def __init__(self, span: TableRange, options: SolveOptions, *, no_slide: bool) -> None:
        self.span, self.options, self.no_slide = span, options, no_slide
        self.start_time = monotonic()
        self.memory = options.resources.bytes()
        self.sizes: list[TableEntry] = []
        self.work = {width: GROWTH**width * len(span.lengths(width)) for width in span.widths}
        self.done = 0.0
        widest = span.widths[-1]
        if no_slide and bytes_needed(widest, no_slide=True) > self.memory:
            self._dense(widest)  # raises the error that names the memory
        if widest > MOST_COLUMNS:
            raise UnsupportedError(f"boards of up to {MOST_COLUMNS} rows can be solved, not {widest}")

    def run(self) -> None:
        for width in self.span.widths:
            if self.no_slide or (width <= NARROW and bytes_needed(width) <= self.memory):
                self._sweep(width)
            else:
                self._one_by_one(width)
            self.done += self.work[width]

    def _dense(self, width: int) -> DenseSearch:
        return DenseSearch(width, self._loop(width), self.memory, no_slide=self.no_slide)

    def _sweep(self, width: int) -> None:
        """All lengths of a width by one sweep; when it is cancelled, those that it reached."""
        swept = 0

        def on_row(row: int) -> None:
            nonlocal swept
            swept = row

        search = self._dense(width)
        try:
            column = search.run(self.span.high, on_row=on_row)
        except Cancelled:
            self._add(width, swept, search.run(swept))  # all of these are swept already
            raise
        self._add(width, self.span.high, column)

    def _add(self, width: int, last: int, column: ColumnTable) -> None:
        self.sizes += [TableEntry(width, length, column.at(length)) for length in range(width, last + 1)]

    def _one_by_one(self, width: int) -> None:
        for length in self.span.lengths(width):
            board = GunportBoard.rectangle(width, length)
            # Each search measures its time limit from its own start.
            limits = self.options.remaining(self.start_time).limits
            control = replace(self._loop(width).control, limits=limits)
            search = RectangleSearch(board, Rules(), control=control, resources=self.options.resources)
            search.solve()
            assert search.best is not None, "every board of dominoes has an arrangement"
            self.sizes.append(TableEntry(width, length, len(search.best.pieces)))

    def _loop(self, width: int) -> SweepLoop:
        """The step loop of one width, which reports the progress of the whole table."""
        total, on_progress = sum(self.work.values()), self.options.on_progress

        def report(progress: Progress) -> None:
            assert on_progress is not None
            share = min(1.0, (self.done + self.work[width] * progress.share) / total)
            seconds = monotonic() - self.start_time
            eta = seconds * (1 - share) / share if share > 0.002 else None
            words = f"{width:,} of {self.span.widths[-1]:,} columns"
            on_progress(replace(progress, share=share, seconds=seconds, eta=eta, words=words))

        control = replace(self.options.control, on_progress=report if on_progress else None)
        return SweepLoop(control, self.start_time)


def tsv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lines of fields separated by tabs, the headings first."""
    return "".join("\t".join(map(str, row)) + "\n" for row in (headings, *rows))


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lines of fields separated by commas, the headings first; quoted where necessary."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([headings, *rows])
    return text.getvalue()


def tsv(table: RectangleTable) -> str:
    """A line for each board below the line of HEADINGS, fields separated by tabs."""
    rows = [["NA" if n is None else n for n in size.numbers] for size in table.sizes]
    return tsv_text(HEADINGS, rows)


def matrix(table: RectangleTable) -> str:
    """A line for each m, a column for each n: the fewest dominoes. Ends without a line feed.

    A number above Pearce's formula is followed by ``+``, one below it by ``-``; ``x`` is a board without an
    arrangement.
    """
    known = {(size.rows, size.columns): size for size in table.sizes}
    lengths = sorted({size.columns for size in table.sizes})
    lines = [["m \\ n ", *(f"{length} " for length in lengths)]]
    for width in sorted({size.rows for size in table.sizes}):
        lines.append([f"{width} ", *(_cell(known.get((width, length))) for length in lengths)])
    return "\n".join(aligned(lines, ">", " "))


def _cell(size: TableEntry | None) -> str:
    if size is None:
        return ""
    if size.dominoes is None:
        return "x "
    return f"{size.dominoes}{'+' if (size.deviation or 0) > 0 else '-' if size.deviation else ' '}"
