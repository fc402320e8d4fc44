"""The table of all rectangles up to a size: fewest dominoes, most ports, how far from Pearce's formula.

One dense sweep answers all lengths of a width; boards too wide for it are solved one by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import MAX_AREA, GunportBoard, Rules
from tilewright.families.gunport.bounded import MOST_COLUMNS
from tilewright.families.gunport.dense import DenseSearch, bytes_needed
from tilewright.families.gunport.formula import pearce
from tilewright.families.gunport.rectangles import NARROW, RectangleSearch
from tilewright.families.gunport.solve import Means
from tilewright.families.gunport.stepping import Ended, Walker
from tilewright.solve.engines.base import Progress, Status

HEADINGS = ("m", "n", "min_dominoes", "max_holes", "pearce", "deviation")
"""The columns of the TSV form, in order; a number that there is none of is NA."""

GROWTH = 2.73  # how many times as long a sweep takes with one column more


@dataclass(frozen=True)
class Size:
    """A rectangle, rows <= columns, and its fewest dominoes: None when there is no arrangement."""

    rows: int
    columns: int
    dominoes: int | None

    @property
    def area(self) -> int:
        """Cells of the board."""
        return self.rows * self.columns

    @property
    def ports(self) -> int | None:
        """The most ports."""
        return None if self.dominoes is None else self.area - 2 * self.dominoes

    @property
    def formula(self) -> int:
        """What Pearce's formula gives."""
        return pearce(self.rows, self.columns)

    @property
    def deviation(self) -> int | None:
        """By how many dominoes the board exceeds the formula; negative when it needs fewer."""
        return None if self.dominoes is None else self.dominoes - self.formula


@dataclass(frozen=True)
class Span:
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
            raise PuzzleError(
                f"{self.widths[-1]} x {self.high} has {self.widths[-1] * self.high:,} cells; at most "
                f"{MAX_AREA:,} are accepted"
            )

    @property
    def widths(self) -> range:
        """The smaller sides."""
        return range(max(self.low, self.first), min(self.high, self.last) + 1)

    def lengths(self, width: int) -> range:
        """The larger sides of boards of a width."""
        return range(width, self.high + 1)


@dataclass(frozen=True)
class Table:
    """The boards that were solved, by width and length; all of the span, unless a limit or a stop came."""

    span: Span
    sizes: tuple[Size, ...]
    no_slide: bool
    status: Status
    seconds: float
    note: str = ""

    @property
    def failures(self) -> tuple[Size, ...]:
        """The boards of 2 rows or more where Pearce's formula fails, the smallest first."""
        wrong = [size for size in self.sizes if size.rows >= 2 and size.deviation]
        return tuple(sorted(wrong, key=lambda size: (size.area, size.rows)))

    @property
    def smallest_failures(self) -> tuple[Size, ...]:
        """Those of them with the least area."""
        return tuple(size for size in self.failures if size.area == self.failures[0].area)

    @property
    def square_failures(self) -> tuple[Size, ...]:
        """The squares among them."""
        return tuple(size for size in self.failures if size.rows == size.columns)


def sweep_table(span: Span, means: Means = Means(), *, no_slide: bool = False) -> Table:  # noqa: B008
    """Solve every board of a span, width by width; a limit or the button leaves the boards solved by then.

    UnsupportedError, before any work, when the widest boards cannot be solved.
    """
    return _Sweeps(span, means, no_slide=no_slide).table()


class _Sweeps:
    """The widths that are to be swept, and what is known by now."""

    def __init__(self, span: Span, means: Means, *, no_slide: bool) -> None:
        self.span, self.means, self.no_slide = span, means, no_slide
        self.begun = time.monotonic()
        self.memory = means.resources.bytes()
        self.sizes: list[Size] = []
        self.work = {width: GROWTH**width * len(span.lengths(width)) for width in span.widths}
        self.done = 0.0
        widest = span.widths[-1]
        if no_slide and bytes_needed(widest, no_slide=True) > self.memory:
            DenseSearch(widest, self._walker(widest), self.memory, no_slide=True)  # tells what it needs
        if widest > MOST_COLUMNS:
            raise UnsupportedError(f"boards of up to {MOST_COLUMNS} rows can be solved, not {widest}")

    def table(self) -> Table:
        status, note = Status.COMPLETE, ""
        try:
            for width in self.span.widths:
                if self._fits(width):
                    self._sweep(width)
                else:
                    self._one_by_one(width)
                self.done += self.work[width]
        except Ended as end:
            status, note = end.status, end.note
        seconds = time.monotonic() - self.begun
        return Table(self.span, tuple(self.sizes), self.no_slide, status, seconds, note)

    def _fits(self, width: int) -> bool:
        return self.no_slide or (width <= NARROW and bytes_needed(width) <= self.memory)

    def _sweep(self, width: int) -> None:
        """All lengths of a width by one sweep; when it is ended, those that it got to."""
        swept = 0

        def on_row(row: int) -> None:
            nonlocal swept
            swept = row

        lengths = self.span.lengths(width)
        search = DenseSearch(width, self._walker(width), self.memory, no_slide=self.no_slide)
        try:
            column = search.run(self.span.high, on_row=on_row)
        except Ended:
            column = search.run(swept)  # nothing more to do: what is known by now
            self._take(width, range(width, swept + 1), column.at)
            raise
        self._take(width, lengths, column.at)

    def _one_by_one(self, width: int) -> None:
        for length in self.span.lengths(width):
            board = GunportBoard.rectangle(width, length)
            # A search of its own has a clock of its own.
            control = replace(self._walker(width).control, limits=self.means.left(self.begun).limits)
            search = RectangleSearch(board, Rules(), control=control, resources=self.means.resources)
            search.solve()
            assert search.best is not None, "every board of dominoes has an arrangement"
            self.sizes.append(Size(width, length, len(search.best.pieces)))

    def _take(self, width: int, lengths: Iterable[int], dominoes: Callable[[int], int | None]) -> None:
        self.sizes += [Size(width, length, dominoes(length)) for length in lengths]

    def _walker(self, width: int) -> Walker:
        """Steps for one width; what it shows is how far the whole table is."""
        whole, show = sum(self.work.values()), self.means.on_progress

        def heard(progress: Progress) -> None:
            assert show is not None
            share = min(1.0, (self.done + self.work[width] * progress.share) / whole)
            seconds = time.monotonic() - self.begun
            eta = seconds * (1 - share) / share if share > 0.002 else None
            words = f"{width:,} of {self.span.widths[-1]:,} columns"
            show(replace(progress, share=share, seconds=seconds, eta=eta, words=words))

        control = replace(self.means.control, on_progress=heard if show else None)
        return Walker(control, self.begun)


def tsv(table: Table) -> str:
    """A line for each board below the line of HEADINGS, fields separated by tabs."""
    lines = ["\t".join(HEADINGS)]
    for size in table.sizes:
        known = (size.dominoes, size.ports, size.formula, size.deviation)
        fields = (size.rows, size.columns, *("NA" if number is None else number for number in known))
        lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


def matrix(table: Table) -> str:
    """A line for each m, a column for each n: the fewest dominoes. Ends without a line feed.

    A number above Pearce's formula has ``+`` behind it, one below it ``-``; ``x`` is a board without an
    arrangement.
    """
    known = {(size.rows, size.columns): size for size in table.sizes}
    lengths = sorted({size.columns for size in table.sizes})
    lines = [["m \\ n ", *(f"{length} " for length in lengths)]]
    for width in sorted({size.rows for size in table.sizes}):
        lines.append([f"{width} ", *(_cell(known.get((width, length))) for length in lengths)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        " ".join(word.rjust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cell(size: Size | None) -> str:
    """A number with its sign, or a blank in the sign's place."""
    if size is None:
        return ""
    if size.dominoes is None:
        return "x "
    return f"{size.dominoes}{'+' if (size.deviation or 0) > 0 else '-' if size.deviation else ' '}"
