"""``tilewright shuffle``: random tilings of Aztec diamonds by domino shuffling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    quiet_option,
    seed_option,
    time_option,
)
from tilewright.cli.output import OutputOption, check_output_file, note, output_keys
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.solving.random_tilings.shuffling import AztecTiling
    from tilewright.solving.random_tilings.weights import EdgeWeights

PICTURES, DATA = (".svg", ".png"), (".txt", ".json")
MAX_LETTERS = 130_000_000  # of all tilings, which are held in memory
MAX_LETTERS_WITH_HEIGHTS = 2_560_000  # one tiling of the order 800: below 1 GB


@click.command(cls=DocumentedCommand)
@click.argument("order", type=AMOUNT)
@click.option(
    "-n", "number", type=AMOUNT, default=1, show_default=True, metavar="N", help="Number of tilings."
)
@click.option(
    "--horizontal",
    type=AMOUNT,
    default=1,
    show_default=True,
    metavar="W",
    help="Weight of each horizontal domino.",
)
@click.option(
    "--vertical",
    type=AMOUNT,
    default=1,
    show_default=True,
    metavar="W",
    help="Weight of each vertical domino.",
)
@click.option(
    "--weights",
    "weights_file",
    type=PLAIN_FILE,
    metavar="FILE",
    help="Weights of single dominoes: tables in a TOML file.",
)
@click.option("--heights", is_flag=True, help="Heights of corners instead of directions of dominoes.")
@seed_option()
@time_option
@click.option(
    cls=OutputOption,
    help="Write to this file: .svg or .png, a picture of the first tiling; .txt or .json.",
)
@quiet_option
@json_option
def shuffle(
    *,
    order: int,
    number: int,
    horizontal: int,
    vertical: int,
    weights_file: str | None,
    heights: bool,
    seed: int,
    seconds: float | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Draw random domino tilings of the Aztec diamond of an ORDER."""
    from tilewright.cli.output import check_suffix
    from tilewright.solving.random_tilings.shuffling import aztec_tilings
    from tilewright.solving.steps import Cancelled, Control, Limits, Status

    squares = number * 4 * order * order
    most = MAX_LETTERS_WITH_HEIGHTS if heights else MAX_LETTERS
    if squares > most:
        raise click.UsageError(
            f"{counted(number, 'tiling')} of the order {order:,} would have {squares:,} squares; "
            f"at most {most:,} are accepted" + (" with --heights" if heights else "")
        )
    if weights_file is not None and (horizontal, vertical) != (1, 1):
        raise click.UsageError("--weights excludes --horizontal and --vertical")
    weights = None if weights_file is None else _read_weights(weights_file)
    check_output_file(output, (*PICTURES, *DATA))
    if heights and output is not None and output.suffix.lower() == ".svg":
        check_suffix(output, (".png", *DATA))
    is_picture = output is not None and output.suffix.lower() in PICTURES
    drawn: list[AztecTiling] = []
    status = Status.COMPLETE
    with ProgressMonitor("shuffling", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        tilings = aztec_tilings(
            order,
            number,
            seed=seed,
            horizontal=horizontal,
            vertical=vertical,
            weights=weights,
            control=control,
        )
        try:
            for tiling in tilings:
                if heights and not (is_picture and drawn):
                    _ = tiling.heights  # computed here, where a limit and Ctrl-C end the work after each
                drawn.append(tiling)
        except Cancelled as cancelled:
            status = cancelled.status
        monitor.end_search()
    keys = {
        "command": "shuffle",
        "order": order,
        "seed": seed,
        "weights": weights.to_dict() if weights else {"horizontal": horizontal, "vertical": vertical},
        "status": status.value,
        "drawn": len(drawn),
    }
    values: list[dict[str, object]] = []
    if output is None or output.suffix.lower() == ".json":
        values = [
            {**tiling.to_dict(), **({"heights": tiling.heights} if heights else {})} for tiling in drawn
        ]
    written = None
    if output is not None and drawn:
        written = _write(output, keys, drawn, values, heights=heights)
    if as_json:
        listed = {} if output is not None else {"found": values}
        print_json({**keys, **listed, **output_keys([output] if output is not None and written else [])})
    elif written:
        click.echo(written)
    elif drawn:
        click.echo("\n\n".join(_text(tiling, heights=heights) for tiling in drawn))
    if status is not Status.COMPLETE:
        note(f"{ending_message(status)}: {counted(len(drawn), 'tiling')} drawn")
    click.get_current_context().exit(ExitCode.of(status, has_result=True))


def _read_weights(path: str) -> EdgeWeights:
    """The weights of a file, which has at least one table; FormatError with the name of the file."""
    from tilewright.errors import FormatError
    from tilewright.formats.files import read_text
    from tilewright.solving.random_tilings.weights import weights_from_toml

    try:
        return weights_from_toml(read_text(path))
    except FormatError as error:
        raise error.at(path) from None


def _text(tiling: AztecTiling, *, heights: bool) -> str:
    """A tiling as rows of letters, or its heights as rows of numbers."""
    if not heights:
        return "\n".join(tiling.rows)
    known = [value for row in tiling.heights for value in row if value is not None]
    width = max(len(str(value)) for value in (min(known), max(known)))
    return "\n".join(
        " ".join(f"{'.' if value is None else value:>{width}}" for value in row) for row in tiling.heights
    )


def _write(
    path: Path,
    keys: dict[str, object],
    drawn: list[AztecTiling],
    values: list[dict[str, object]],
    *,
    heights: bool,
) -> str:
    """Write the tilings, or a picture of the first; a sentence about it."""
    from tilewright.formats import write_atomically
    from tilewright.render.shuffled import directions_png, directions_svg, heights_png

    content: str | bytes
    count = len(drawn)
    match path.suffix.lower():
        case ".png":
            content = heights_png(drawn[0].heights) if heights else directions_png(drawn[0].rows)
            count = 1
        case ".svg":
            content, count = directions_svg(drawn[0].rows), 1
        case ".txt":
            content = "\n\n".join(_text(tiling, heights=heights) for tiling in drawn) + "\n"
        case _:
            content = json.dumps({**keys, "found": values}) + "\n"
    write_atomically(path, content)
    left_out = len(drawn) - count
    return f"wrote {path}: {counted(count, 'tiling')}" + (f", {left_out:,} more left out" if left_out else "")
