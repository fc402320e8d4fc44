"""What a caller may choose about a picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """The settings of a picture; each default suits most pictures.

    ``scale``     pixels a cell side of the board, for SVG and PNG; None: what makes a sensible size
    ``title``     the line on top; None: the puzzle's own title
    ``labels``    write its label on each piece; None: yes, unless on a sheet or where all are alike
    ``captions``  one a solution on a sheet; empty: their numbers from 1
    ``columns``   solutions side by side on a sheet; None: what gives a good shape
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
    limit: int = 60
    total: int | None = None
    width: int = 80
    ascii: bool = False
    colour: bool = False
