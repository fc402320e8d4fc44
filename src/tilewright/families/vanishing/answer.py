"""What is found out about a board: the best order of removal, and how many pieces must stay."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VanishAnswer:
    """The fewest pieces left that were found, and a proven bound from below.

    ``order`` are the pieces removed, by number from 0. ``ended`` is ``complete``, ``limit`` or ``cancelled``.
    ``states`` counts the steps of the method: decisions and conflicts, or states looked at.
    """

    method: str
    left: int
    lower_bound: int
    order: tuple[int, ...]
    states: int
    seconds: float
    ended: str = "complete"

    @property
    def proven(self) -> bool:
        """Whether no order leaves fewer pieces."""
        return self.left == self.lower_bound
