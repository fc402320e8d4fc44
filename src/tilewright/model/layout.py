"""Where the cells of a problem lie on a rectangle whose opposite sides may be joined."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Join(Enum):
    """How two opposite sides of a rectangle are joined."""

    OPEN = "open"
    PLAIN = "plain"
    REVERSED = "reversed"
    """Turned over, so that the first cell of one side lies next to the last of the other."""


@dataclass(frozen=True)
class JoinedRectangle:
    """The places of items in a rectangle of ``width`` columns and ``height`` rows.

    ``places[i]`` is (column, row) of item i, or None for an item that is no cell. ``across`` is how the left
    side is joined to the right one, ``down`` how the top is joined to the bottom. The reverse of ``across``
    exchanges rows, that of ``down`` columns. Engines that use it check that each option fits it.
    """

    places: tuple[tuple[int, int] | None, ...]
    width: int
    height: int
    across: Join = Join.OPEN
    down: Join = Join.OPEN

    @property
    def is_planar(self) -> bool:
        """Whether the board can be drawn in the plane: at most one pair of sides is joined, and plainly."""
        return {self.across, self.down} <= {Join.OPEN, Join.PLAIN} and Join.OPEN in (self.across, self.down)
