"""What a caller may choose about a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.wording import quoted

VIEWS = ("isometric", "exploded", "layers", "all")
"""How puzzles of cubes are drawn: assembled, pulled apart, layer by layer, or all of these side by side."""


@dataclass(frozen=True)
class RenderOptions:
    """The settings of a picture; each default suits most pictures. UnsupportedError for a size below any.

    ``scale``     pixels a cell side of the board, for SVG and PNG; None: what makes a sensible size
    ``title``     the line on top; None: the puzzle's own title
    ``labels``    write its label on each piece; None: yes, unless on a sheet or where all are alike
    ``captions``  one a solution on a sheet; empty: their numbers from 1
    ``columns``   solutions side by side on a sheet; None: what gives a good shape
    ``view``      one of VIEWS for a puzzle of cubes; "": all for a solution, layers on a sheet
    ``limit``     the most solutions on a sheet; the title says when there are more
    ``total``     how many solutions there are, when not all of them were given
    ``width``     characters a line of text may have, where the text drawing has the choice
    ``ascii``     text in plain ASCII
    ``colour``    text with the 256 colours of a terminal (ANSI escape sequences)
    """

    scale: float | None = None
    title: str | None = None
    labels: bool | None = None
    captions: tuple[str, ...] = ()
    columns: int | None = None
    view: str = ""
    limit: int = 60
    total: int | None = None
    width: int = 80
    ascii: bool = False
    colour: bool = False

    def __post_init__(self) -> None:
        if self.scale is not None and not (math.isfinite(self.scale) and self.scale > 0):
            raise UnsupportedError(
                f"a picture cannot have {self.scale} pixels a cell; expected a number above 0"
            )
        if self.view and self.view not in VIEWS:
            raise UnsupportedError(
                f"there is no view {quoted(self.view)}; expected one of {', '.join(VIEWS)}"
            )
        for what, number in (("columns", self.columns), ("limit", self.limit), ("width", self.width)):
            if number is not None and number < 1:
                raise UnsupportedError(f"a picture cannot have {what} {number}; expected 1 or more")
