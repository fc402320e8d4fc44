"""How solutions are put into text: drawn on their board, or in the words of a format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import Pen, left_over
from tilewright.cli.item_tables import option_text
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.cli.sources import Source
    from tilewright.formats import Format
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
    from tilewright.model.puzzle import Solution

WORDED = (".txt",)
"""Suffixes of files that hold solutions as text."""

as_option = click.option(
    "--as",
    "as_format",
    metavar="FORMAT",
    help="Print solutions in this format's own way (dlx, ec, dpf) instead of drawing them.",
)


@dataclass(frozen=True)
class Wording:
    """Puts solutions of a puzzle into text; ``format`` None draws them, or lists options where no cells are.

    ``pure`` says that stdout is to hold solutions only: another program may read them.
    """

    puzzle: AnyPuzzle
    pen: Pen
    format: Format | None = None
    pure: bool = False

    @classmethod
    def asked(
        cls,
        source: Source,
        *,
        as_format: str | None,
        output: Path | None,
        as_json: bool,
        plain: bool,
        color: str,
    ) -> Wording:
        """What ``--as`` says; without it a puzzle of items and options is worded as its file's format does.

        UnsupportedError for a format that has no words for solutions; UsageError where nothing is worded.
        """
        from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

        pen = Pen.asked(plain=plain, color=color) if output is None else Pen(plain=plain, color=False)
        if as_format is None:
            own = source.format
            worded = isinstance(source.puzzle, ExactCoverPuzzle) and own is not None and own.solution
            return cls(source.puzzle, pen, own if worded else None)
        if as_json or (output is not None and output.suffix.lower() not in WORDED):
            raise click.UsageError("--as says how to write text; it goes with the screen and with .txt files")
        return cls(source.puzzle, pen, _named(as_format), pure=output is None)

    def text(self, solution: Solution, number: int) -> str:
        """One solution, the ``number``-th from 1; whole lines, each with its end."""
        from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

        if self.format is not None and self.format.solution is not None:
            return self.format.solution(self.puzzle, solution, number)
        if isinstance(self.puzzle, ExactCoverPuzzle):
            return _options(self.puzzle, solution)
        drawing = self.pen.solution(self.puzzle, solution)
        line = left_over(self.puzzle, solution)
        return f"{drawing}\n" + (f"{line}\n" if line else "")


def _named(name: str) -> Format:
    from tilewright.formats import FORMATS, by_name

    chosen = by_name(name)
    if chosen.solution is None:
        others = [other for other, held in FORMATS.items() if held.solution is not None]
        raise UnsupportedError(
            f"the format {name} has no way of its own to write solutions; "
            + (f"these have: {', '.join(others)}" if others else "no format has")
        )
    return chosen


def _options(puzzle: ExactCoverPuzzle, solution: Solution) -> str:
    chosen = sorted(puzzle.option_of(placement) for placement in solution.placements)
    return "".join(f"{option_text(puzzle.options[k])}\n" for k in chosen)
