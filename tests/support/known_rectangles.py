"""The fewest dominoes of rectangles, and how many arrangements have them.

From an exhaustive program of its own kind, not this package; known_boards.tsv tells the same of itself.

From 2 rows on, and up to these sizes, the numbers agree with Pearce's formula (in Gardner, Scientific
American, 1974); on squares with OEIS A280984.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LEAST: dict[int, tuple[int, ...]] = {
    1: (0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8),
    2: (2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14, 14, 15, 16, 16),
    3: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24),
    4: (6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32),
    5: (9, 10, 12, 14, 15, 17, 19, 20, 22, 24, 25, 27, 29, 30, 32, 34, 35, 37, 39, 40),
    6: (12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48),
    7: (17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56),
    8: (22, 24, 27, 30, 32, 35, 38, 40, 43, 46, 48, 51, 54, 56, 59, 62, 64),
    9: (27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72),
    10: (34, 37, 40, 44, 47, 50, 54, 57, 60, 64, 67, 70, 74, 77, 80),
    11: (41, 44, 48, 52, 55, 59, 63, 66, 70, 74, 77, 81, 85, 88),
    12: (48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96),
}
"""For each number of rows m: boards of m x m, m x (m + 1), ... m x 24."""

SQUARES = (0, 2, 3, 6, 9, 12, 17, 22, 27, 34, 41, 48)
"""n x n from n = 1: OEIS A280984."""


def least(rows: int, columns: int) -> int:
    """The number of a board, the shorter side at most 12, the longer one at most 24."""
    shorter, longer = sorted((rows, columns))
    return LEAST[shorter][longer - shorter]


@dataclass(frozen=True)
class Known:
    """A line of known_boards.tsv; ``pieces`` None: there is no arrangement; ``orbits`` None: not told."""

    no_slide: bool
    rows: int
    columns: int
    pieces: int | None
    optima: int
    orbits: int | None


def known_boards(*, no_slide: bool) -> list[Known]:
    """The boards of one rule, rows <= columns."""
    lines = (Path(__file__).parent / "known_boards.tsv").read_text().splitlines()
    knowns = []
    for line in [line for line in lines if not line.startswith("#")][1:]:
        rule, rows, columns, pieces, _, optima, orbits = line.split("\t")
        known = Known(
            rule == "no-slide",
            int(rows),
            int(columns),
            None if pieces == "-" else int(pieces),
            int(optima),
            None if orbits == "?" else int(orbits),
        )
        if known.no_slide == no_slide:
            knowns.append(known)
    return knowns
