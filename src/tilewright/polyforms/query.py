"""What is asked about polyforms."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import LATTICES, SQUARE, Lattice
from tilewright.model.pieces import KINDS
from tilewright.wording import quoted

ENUMERATION, TRANSFER = ENGINES = ("enumeration", "transfer-matrix")
"""How fixed polyforms are counted."""

MAX_SIZES = {1: 100, 2: 40, 3: 20}
"""The most cells, by the dimension: to reach more takes years, and the graphs of a lattice grow."""


@dataclass(frozen=True)
class PolyformQuery:
    """Polyforms of ``size`` cells that differ by more than the motions of a kind.

    PuzzleError for a size out of range and an unknown kind; UnsupportedError where holes are to be left out
    of polyforms that can have none.
    """

    size: int
    kind: str = "free"
    lattice: Lattice = SQUARE
    with_holes: bool = True

    def __post_init__(self) -> None:
        most = MAX_SIZES.get(self.lattice.dimension, 0)
        if not 1 <= self.size <= most:
            raise PuzzleError(
                f"the size {self.size} is out of range; expected 1 to {most} cells on the "
                f"{self.lattice.name} lattice"
            )
        if self.kind not in KINDS:
            raise PuzzleError(f"there is no kind {quoted(self.kind)}; expected one of {', '.join(KINDS)}")
        if not self.with_holes and not can_have_holes(self.lattice):
            names = ", ".join(name for name, lattice in LATTICES.items() if can_have_holes(lattice))
            raise UnsupportedError(
                f"holes are not counted on the {self.lattice.name} lattice; expected one of {names}"
            )


def can_have_holes(lattice: Lattice) -> bool:
    """Whether cells are faces of a plane map, so that polyforms can have holes."""
    return lattice.dimension == 2 and lattice.ends is None and not lattice.can_cross
