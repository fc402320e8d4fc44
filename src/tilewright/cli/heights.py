"""``tilewright heights``: the height function of a tiling by dominoes or lozenges."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PLAIN_FILE, PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    quiet_option,
    rules_options,
    seed_option,
    time_option,
)
from tilewright.cli.output import OutputOption, check_output_file, note, output_keys
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.sources import load_puzzle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.solving.random_tilings.board import TilingBoard
    from tilewright.solving.random_tilings.flips import Corner
    from tilewright.solving.steps import Status

PICTURES, DATA = (".svg", ".png"), (".txt", ".json")


class FractionType(click.ParamType[Fraction]):
    """A positive fraction, such as 3/2 or 0.9."""

    name = "fraction"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The fraction of a text; a usage error for others."""
        if isinstance(value, Fraction):
            return value
        try:
            fraction = Fraction(value) if len(value) <= 40 and "e" not in value.lower() else Fraction(0)
        except (ValueError, ZeroDivisionError):
            fraction = Fraction(0)
        if fraction <= 0:
            self.fail(f"{value[:40]!r} is no positive fraction, such as 3/2 or 0.9", param, ctx)
        return fraction


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.argument("solutions", type=PLAIN_FILE, required=False)
@click.option(
    "--volume",
    type=FractionType(),
    default="1",
    show_default=True,
    metavar="Q",
    help="Weight of each flip up from the lowest tiling.",
)
@seed_option()
@rules_options
@time_option
@click.option(cls=OutputOption, help="Write to this file: .svg or .png, a picture; .txt or .json.")
@quiet_option
@json_option
def heights(
    *,
    file: str,
    solutions: str | None,
    volume: Fraction,
    seed: int,
    seconds: float | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Show the heights of the first tiling in SOLUTIONS, or of a random one, of the board in FILE."""
    from tilewright.solving.random_tilings.board import simply_connected_board
    from tilewright.solving.random_tilings.flips import flips_above_least, tiling_heights

    check_output_file(output, (*PICTURES, *DATA), file, *([solutions] if solutions else []))
    if solutions and volume != 1:
        raise click.UsageError("--volume is for a random tiling, and excludes SOLUTIONS")
    puzzle = load_puzzle(file, **rules).puzzle
    board = simply_connected_board(puzzle)
    status: Status | None = None
    solution: Solution | None
    if solutions:
        solution = _first(solutions, board.puzzle, rules["problem"] or 0)
    else:
        status, solution = _drawn(board, volume, seed, seconds, quiet=quiet)
    keys: dict[str, Any] = {
        "command": "heights",
        "file": file,
        "title": puzzle.title,
        "solutions_file": solutions,
        "seed": None if solutions else seed,
        "volume": None if solutions else str(volume),
        "status": status.value if status else "complete",
        "flips": None,
        "heights": [],
        "placements": [],
    }
    code = ExitCode.of(status, has_result=solution is not None) if status else ExitCode.FOUND
    if solution is not None:
        known = tiling_heights(solution)
        keys["flips"] = flips_above_least(solution)
        keys["heights"] = [[*corner, height] for corner, height in sorted(known.items())]
        keys["placements"] = [[list(cell) for cell in p.cells] for p in solution.placements]
        if output is not None:
            _write(output, keys, board, solution, known)
    if as_json:
        print_json({**keys, **output_keys([output] if output is not None and solution is not None else [])})
    elif solution is None and code is ExitCode.NONE:
        click.echo("no tiling exists")
    elif status is not None and solution is None:
        note(ending_message(status))
    elif output is not None:
        click.echo(f"wrote {output}")
    else:
        from tilewright.render.heights import heights_text

        click.echo(heights_text(known))
    click.get_current_context().exit(code)


def _first(path: str, puzzle: Puzzle, problem: int) -> Solution:
    """The first solution of a file; FormatError without one."""
    from tilewright.cli.sources import report_warnings
    from tilewright.errors import FormatError
    from tilewright.formats.solutions import open_solutions

    with report_warnings(path), open_solutions(path, puzzle, problem) as reader:
        for solution in reader:
            return solution.with_puzzle(puzzle)
    raise FormatError("this file contains no solutions", file=path)


def _drawn(
    board: TilingBoard, volume: Fraction, seed: int, seconds: float | None, *, quiet: bool
) -> tuple[Status, Solution | None]:
    """A random tiling, and how the drawing ended; None without a tiling, or before a limit."""
    from tilewright.solving.random_tilings.drawing import draw_tilings
    from tilewright.solving.steps import Cancelled, Control, Limits, Status, StepLoop

    with ProgressMonitor("sampling", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        try:
            drawn = next(draw_tilings(board, 1, seed=seed, volume=volume, loop=StepLoop(control)), None)
            status = Status.COMPLETE
        except Cancelled as cancelled:
            status, drawn = cancelled.status, None
        monitor.end_search()
    return status, drawn


def _write(
    path: Path,
    keys: dict[str, Any],
    board: TilingBoard,
    solution: Solution,
    known: Mapping[Corner, int],
) -> None:
    from tilewright.formats import write_atomically
    from tilewright.model.lattices import TRIANGLE
    from tilewright.render.heights import heights_scene, heights_text
    from tilewright.render.png import scene_png
    from tilewright.render.svg import scene_svg

    suffix = path.suffix.lower()
    if suffix == ".txt":
        write_atomically(path, heights_text(known) + "\n")
    elif suffix == ".json":
        write_atomically(path, json.dumps(keys) + "\n")
    else:
        covered = set(board.cells)
        pieces = [p.cells for p in solution.placements if p.cells[0] in covered]
        is_triangular = board.puzzle.lattice is TRIANGLE
        scene = heights_scene(pieces, known, triangles=is_triangular, title=board.puzzle.title)
        write_atomically(path, scene_svg(scene) if suffix == ".svg" else scene_png(scene))
