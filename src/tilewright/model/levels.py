"""Levels of solutions: their order, a range of them, and how many solutions have which.

The levels of a solution are whole numbers, the first of which counts most, such as the numbers of moves that
take an assembly apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from tilewright.errors import UnsupportedError
from tilewright.wording import quoted

Levels = tuple[int, ...]

Order = Literal["level", "moves", "number"]

ORDERS: dict[str, Callable[[int, Levels], Any]] = {
    "level": lambda number, levels: ([-moves for moves in levels], number),
    "moves": lambda number, levels: (-sum(levels), [-moves for moves in levels], number),
    "number": lambda number, levels: number,
}
"""Keys by which solutions are sorted: the highest levels first, the most moves first, as they were found."""

Found = TypeVar("Found")


def check_order(order: str) -> None:
    """UnsupportedError for what is none of ``ORDERS``."""
    if order not in ORDERS:
        raise UnsupportedError(f"there is no order {quoted(order)}; expected one of {', '.join(ORDERS)}")


def in_order(pairs: Iterable[tuple[Found, Levels]], order: str) -> list[tuple[Found, Levels]]:
    """What was found, with its levels, in an order of ``ORDERS``."""
    numbered = sorted(enumerate(pairs), key=lambda one: ORDERS[order](one[0], one[1][1]))
    return [one for _, one in numbered]


def levels_text(levels: Sequence[int]) -> str:
    """Levels as BurrTools writes them: ``26.4.5.1.2``; ones at the end are left out, except the first."""
    last = max((k for k, moves in enumerate(levels) if moves > 1), default=0)
    return ".".join(map(str, levels[: last + 1]))


@dataclass(frozen=True)
class LevelRange:
    """Which first numbers are of interest; None is no bound."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, levels: Levels) -> bool:
        low, high = self.least or 0, self.most
        return low <= levels[0] and (high is None or levels[0] <= high)


@dataclass(frozen=True)
class LevelCount:
    """How many solutions have this first number, and how many of them have which levels, as texts."""

    level: int
    solutions: int
    levels: dict[str, int]


def count_by_level(solutions: Iterable[Levels]) -> list[LevelCount]:
    """How many solutions have which first number and which levels, the highest first."""
    counts = Counter(solutions)
    rows = []
    for level in sorted({levels[0] for levels in counts}, reverse=True):
        own = sorted((levels for levels in counts if levels[0] == level), reverse=True)
        texts: Counter[str] = Counter()
        for levels in own:  # levels that differ by ones at the end have the same text
            texts[levels_text(levels)] += counts[levels]
        rows.append(LevelCount(level, texts.total(), dict(texts)))
    return rows
