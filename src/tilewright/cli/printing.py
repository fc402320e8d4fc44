"""The options of STL files, for 3-D printers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import STL_FILES, Command, OptionGroup, with_options

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.render.mesh import PrintSettings

STL = ".stl"


def _millimetres(*names: str, text: str) -> Any:
    return click.option(*names, type=float, metavar="MM", help=text)


_OPTIONS = (
    _millimetres("--cell", "--unit", "cell", text="Width of a cell in an STL file. Default: 20."),
    _millimetres("--gap", text="Gap between adjacent pieces in an STL file. Default: 0.2."),
    _millimetres("--offset", text="How far faces are set back in an STL file: half of the gap."),
    _millimetres("--bevel", text="Width of bevelled edges in an STL file, on each face. Default: 0."),
    _millimetres(
        "--height",
        text="Height of flat pieces in an STL file. Default: a quarter of the width of a cell.",
    ),
    click.option(
        "--balls",
        is_flag=True,
        default=None,
        help="In an STL file, make spheres balls joined by necks, not rhombic dodecahedra.",
    ),
)


def printing_options(command: Command) -> Command:
    """The options of :class:`PrintingOptions`, on a click command."""
    return with_options(command, _OPTIONS, STL_FILES)


@dataclass(frozen=True)
class PrintingOptions(OptionGroup):
    """Sizes in millimetres, and whether spheres are balls; None by default."""

    cell: float | None
    gap: float | None
    offset: float | None
    bevel: float | None
    height: float | None
    balls: bool | None

    def check(self, *, to_stl: bool, where: str = "give -o with an .stl file") -> None:
        """UsageError for options that do not go together, or without an STL file."""
        for name, value in vars(self).items():
            if value is not None and not to_stl:
                raise click.UsageError(f"--{name} applies to STL files; {where}")
        if self.gap is not None and self.offset is not None:
            raise click.UsageError("--gap and --offset cannot be combined: the gap is twice the offset")

    def settings(self, puzzle: AnyPuzzle) -> PrintSettings:
        """The sizes for a puzzle; UnsupportedError for those that are out of range."""
        from tilewright.cli.sources import has_items
        from tilewright.errors import UnsupportedError
        from tilewright.render.mesh import PrintSettings

        if has_items(puzzle):
            raise UnsupportedError("a puzzle of items and options has no pieces to print")
        if self.height is not None and puzzle.lattice.dimension == 3:
            raise click.UsageError("--height applies to flat pieces; the height of cubes is --cell")
        if puzzle.lattice.can_cross:
            raise UnsupportedError("sticks have no width, so there is no body of them to print")
        gap = self.gap if self.offset is None else 2 * self.offset
        given = {"cell": self.cell, "gap": gap, "bevel": self.bevel, "height": self.height}
        sizes = {name: value for name, value in given.items() if value is not None}
        return PrintSettings(**sizes, balls=bool(self.balls))
