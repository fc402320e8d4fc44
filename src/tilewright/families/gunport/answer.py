"""What is known of a gunport board after it was worked on: the answer that every engine gives."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.solve.engines.base import Status


@dataclass(frozen=True)
class GunportAnswer:
    """The fewest pieces, or what is known of them.

    ``pieces`` is the number on the best arrangement found, None when none was found; ``lower_bound`` is
    proven: every arrangement has at least as many. ``proven``: they are equal; or no arrangement exists
    (``pieces`` None, status COMPLETE). ``optima`` and ``up_to_symmetry`` count the arrangements with that
    many pieces; None when it was not asked for or not reached. ``arrangements`` are those asked for, each
    checked.
    ``method`` names the engine; ``note`` is "" or says which limit was reached.
    """

    board: GunportBoard
    rules: Rules
    status: Status
    pieces: int | None
    lower_bound: int
    arrangements: tuple[Arrangement, ...] = ()
    optima: int | None = None
    up_to_symmetry: int | None = None
    method: str = ""
    states: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def proven(self) -> bool:
        """Whether the number of pieces is proven to be the least, or that there is no arrangement."""
        if self.pieces is None:
            return self.status is Status.COMPLETE
        return self.lower_bound >= self.pieces

    @property
    def ports(self) -> int | None:
        """The ports of the best arrangement found; None when none was found."""
        if self.pieces is None:
            return None
        return len(self.board.cells) - self.pieces * len(self.rules.piece.cells)
