"""The options of files for 3-D printers: STL, 3MF and OBJ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import OUTPUT, PRINTING, Command, OptionGroup, grouped, with_options
from tilewright.cli.output import BODIES, check_writable
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.render.bodies import Body
    from tilewright.render.mesh import PrintSettings


GIVE_BODIES = f"give -o with a file that ends in {', '.join(BODIES[:-1])} or {BODIES[-1]}"


def _millimetres(*names: str, text: str) -> Any:
    return click.option(*names, type=float, metavar="MM", help=text)


_OPTIONS = (
    _millimetres("--cell", "--unit", "cell", text="Width of a cell. Default: 20."),
    _millimetres("--gap", text="Gap between adjacent pieces. Default: 0.2."),
    _millimetres("--offset", text="How far faces are set back: half of the gap."),
    _millimetres("--bevel", text="Width of bevelled edges, on each face. Default: 0."),
    _millimetres(
        "--height",
        text="Height of flat pieces. Default: a quarter of the width of a cell.",
    ),
    click.option(
        "--balls",
        is_flag=True,
        default=None,
        help="Make spheres balls joined by necks, not rhombic dodecahedra.",
    ),
    click.option(
        "--measure",
        type=click.Choice(["width", "grid"]),
        help="What --cell measures: the width of a cell or ball, or the unit of the coordinates.\f They "
        "differ for spheres, whose middles are 1.41 units apart. Default: width.",
    ),
    _millimetres("--wall", text="Make pieces hollow, with walls of this thickness. Default: solid."),
    _millimetres(
        "--drain",
        text="Diameter of the drain holes of hollow pieces.\f 0 makes none. Default: 3, or a fifth of the "
        "cell if that is less.",
    ),
)


def printing_options(command: Command) -> Command:
    """The options of :class:`PrintingOptions`, on a click command."""
    return with_options(command, _OPTIONS, PRINTING)


@dataclass(frozen=True)
class PrintingOptions(OptionGroup):
    """Sizes in millimetres, and whether spheres are balls; None by default."""

    cell: float | None
    gap: float | None
    offset: float | None
    bevel: float | None
    height: float | None
    balls: bool | None
    measure: str | None
    wall: float | None
    drain: float | None
    check_gap: bool | None = None

    def check(self, *, to_bodies: bool, to_paper: bool = False, where: str = "") -> None:
        """UsageError for options that do not go together, or without a file for a printer."""
        for name, value in vars(self).items():
            if value is not None and not to_bodies and not (to_paper and name == "cell"):
                raise click.UsageError(
                    f"--{name.replace('_', '-')} applies to files for 3-D printers; {where or GIVE_BODIES}"
                )
        if self.gap is not None and self.offset is not None:
            raise click.UsageError("--gap and --offset cannot be combined: the gap is twice the offset")

    def settings(self, puzzle: AnyPuzzle) -> PrintSettings:
        """The sizes for a puzzle; UnsupportedError for those that are out of range."""
        from tilewright.cli.sources import has_items
        from tilewright.render.mesh import PrintSettings

        if has_items(puzzle):
            raise UnsupportedError("a puzzle of items and options has no pieces to print")
        if self.height is not None and puzzle.lattice.dimension == 3:
            raise click.UsageError("--height applies to flat pieces; the height of cubes is --cell")
        if puzzle.lattice.can_cross:
            raise UnsupportedError("sticks have no width, so there is no body of them to print")
        gap = self.gap if self.offset is None else 2 * self.offset
        given = {
            "cell": self.cell,
            "gap": gap,
            "bevel": self.bevel,
            "height": self.height,
            "wall": self.wall,
            "drain": self.drain,
        }
        sizes = {name: value for name, value in given.items() if value is not None}
        return PrintSettings(**sizes, balls=bool(self.balls), grid=self.measure == "grid")


check_gap_option = grouped(
    OUTPUT,
    click.option(
        "--check-gap",
        is_flag=True,
        default=None,
        help="Measure the gaps between bodies for a printer.",
    ),
)


def gap_line(bodies: Sequence[Body], size: PrintSettings) -> str:
    """A line that says which two bodies are nearest to each other, measured between their meshes."""
    from tilewright.render.clearance import least_distance

    within = max(1.0, 2 * size.gap)
    nearest = least_distance(bodies, within)
    if nearest is None:
        return f"no two pieces are nearer than {within:g} mm"
    distance, one, other = nearest
    if distance < 0:
        return f"{one} and {other} overlap"
    return f"the nearest pieces, {one} and {other}, are {distance:.3f} mm apart"


def check_bodies_output(output: Path, *inputs: Path | None) -> None:
    """OutputError unless all files of this path can be written."""
    paths = [output, output.with_suffix(".mtl")] if output.suffix.lower() == ".obj" else [output]
    for path in paths:
        check_writable(path, *inputs)
