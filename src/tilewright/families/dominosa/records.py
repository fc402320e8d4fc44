"""The grids with the most ways that are known, as ``tilewright dominosa maximise`` found them."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.families.dominosa.number_grid import NumberGrid, read_grid


@dataclass(frozen=True)
class Record:
    """A grid of a set, its number of ways, and whether branch and bound showed that no grid has more."""

    ways: int
    rows: str
    proven: bool

    @property
    def grid(self) -> NumberGrid:
        """The grid itself, n + 2 wide and n + 1 high."""
        return read_grid(self.rows)


RECORDS: dict[int, Record] = {
    1: Record(3, "001 011", proven=True),
    2: Record(10, "0001 0211 2221", proven=True),
    3: Record(88, "00011 20121 22313 23033", proven=True),
    4: Record(1012, "000112 201122 031342 323404 334144", proven=True),
    5: Record(23929, "3040533 0005253 2024555 1244451 2234111 2341013", proven=False),
    6: Record(782494, "66403311 64034331 44102423 41210222 15160025 53626055 45365605", proven=False),
}
"""By the set's largest number."""
