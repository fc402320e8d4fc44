"""Terms of published series, from series_terms.tsv."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tilewright.model.surfaces import Wrap
from tilewright.series.boards import Series, read_board, read_pieces
from tilewright.series.terms import SeriesCounter, SeriesQuestion


@dataclass(frozen=True)
class PublishedSeries:
    """A row of the table; ``first`` is the N of the first term."""

    oeis: str
    kind: str
    question: SeriesQuestion
    pieces: str
    board: str
    first: int
    terms: tuple[int, ...]
    recurrence: tuple[int, ...] | None

    def __str__(self) -> str:
        return self.oeis

    @property
    def series(self) -> Series:
        """The series that the row is about."""
        size, *words = self.board.split()
        board = read_board(size)
        pieces = read_pieces(self.pieces.split(" and "), len(board.sides))
        wrap = Wrap[words[0].upper()] if words else None
        return Series(board, pieces, wrap=wrap, parallel="parallel" in words)

    @property
    def counter(self) -> SeriesCounter:
        """A new counter of its terms."""
        return SeriesCounter(self.series, self.question)


def _row(line: str) -> PublishedSeries:
    oeis, kind, question, pieces, board, first, terms, recurrence, _ = line.split("\t")
    coefficients = None if recurrence == "-" else tuple(map(int, recurrence.split()))
    numbers = tuple(map(int, terms.split()))
    return PublishedSeries(
        oeis, kind, SeriesQuestion(question), pieces, board, int(first), numbers, coefficients
    )


_LINES = Path(__file__).with_name("series_terms.tsv").read_text(encoding="utf-8").splitlines()
PUBLISHED = tuple(_row(line) for line in _LINES if line.startswith("A"))
"""All rows."""
