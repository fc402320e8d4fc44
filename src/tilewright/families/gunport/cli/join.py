"""``tilewright gunport join``: two arrangements joined into one, which is then improved."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.interruption import Interrupted, TimeLimitReached, seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    color_option,
    json_option,
    no_color_option,
    quiet_option,
    seed_option,
    time_option,
)
from tilewright.cli.output import DRAWINGS, note, output_keys, output_option, wants_color
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.errors import TilewrightError
from tilewright.families import gunport as api
from tilewright.families.gunport.arrangement_files import most_listed
from tilewright.families.gunport.cli.library import library_option, no_slide_option, piece_option
from tilewright.families.gunport.cli.output import (
    PDF,
    answer_body,
    answer_code,
    answer_text,
    check_output,
    coloured,
    file_writer,
    record_in_library,
    style_option,
)
from tilewright.families.gunport.pieces import pieces_text
from tilewright.solving.steps import Limits
from tilewright.wording import counted

EPILOG = """\b
Examples:
  tilewright gunport join 4x10 7x10 --overlap 1
  tilewright gunport join upper.txt lower.txt --overlap 2 -o joined.txt
  tilewright gunport join upper.txt 7x10 --seed 3 --time 10 --json

A and B are files with arrangements: drawings, JSON of tilewright gunport, or a GunPortSolutions.stm with one
board; '-' for standard input; or sizes (rows x columns), which stand for the best arrangements of a board. Of
several arrangements, two that fit together and have the fewest dominoes are joined. The same seed gives the
same result unless the time limit ends the search.
"""

_NOT_COUNTED = ("optimal_arrangements", "up_to_symmetry")


@click.command(cls=StrictCommand, epilog=EPILOG, short_help="Join two arrangements, and improve the result.")
@click.argument("upper", metavar="A", type=PLAIN_FILE)
@click.argument("lower", metavar="B", type=PLAIN_FILE)
@click.option(
    "--overlap",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of rows in common: the last of A, which must equal the first of B.",
)
@no_slide_option
@piece_option
@seed_option("Seed of the search. Default: 0.")
@time_option
@output_option("Write to this file: .svg, .png, .txt, or .pdf with a page to print.", several=True)
@style_option
@library_option
@click.option(
    "--no-library", is_flag=True, help="Neither read nor enter anything in the library of best boards."
)
@color_option
@no_color_option
@quiet_option
@json_option
def join(
    upper: str,
    lower: str,
    overlap: int,
    no_slide: bool,  # noqa: FBT001 - from click
    piece: str,
    seed: int,
    seconds: float | None,
    outputs: tuple[Path, ...],
    style: str | None,
    library_path: Path | None,
    no_library: bool,  # noqa: FBT001
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Join the arrangement A above the arrangement B with N rows in common, and improve the result.

    The joined board is checked. A local search then tries to save dominoes; it never adds any.
    """
    if library_path is not None and no_library:
        raise click.UsageError("--library and --no-library cannot be combined")
    if upper == lower == "-":
        raise click.UsageError("only one of A and B can be standard input")
    for output in outputs:
        check_output(output, suffixes=(*DRAWINGS, PDF))
    rules = api.rules_for(piece, no_slide=no_slide)
    with ProgressMonitor("improving", quiet=quiet) as monitor:

        def options() -> api.SolveOptions:
            limits = Limits(seconds=seconds_left(seconds))
            return api.SolveOptions(None, None, limits, monitor, monitor.cancel)

        uppers, lowers = (api.read_arrangements(name, rules, options()) for name in (upper, lower))
        if not uppers or not lowers:
            raise Interrupted if monitor.cancel.is_set() else TimeLimitReached
        for name, listed in {upper: uppers, lower: lowers}.items():
            if len(listed) == most_listed(name):
                note(f"{name} has many best arrangements; the first {len(listed):,} are joined")
        joined = api.best_join(uppers, lowers, overlap, rules, (_shown(upper), _shown(lower)))
        bound = 0 if no_library else _known_bound(joined, rules, library_path)
        answer = api.improve(joined, rules, options(), seed=seed, known_bound=bound)
        monitor.end_search()
    best = answer.best
    assert best is not None
    drawing = api.dumps(best, style or "")
    saved = len(joined.pieces) - len(best.pieces)
    text = f"{pieces_text(len(joined.pieces), rules)} joined" + (f", {saved:,} saved" if saved else "")
    caption = api.Caption(answer_text(answer), text)
    with ExitStack() as stack:
        written = []
        for output in outputs:
            writer = stack.enter_context(
                file_writer(output, sheet=1, style=style or "", caption=lambda: caption)
            )
            writer.write(best)
            written.append(writer.finish())
    if as_json:
        heading = {
            "command": "gunport join",
            "upper": upper,
            "lower": lower,
            "overlap": overlap,
            "seed": seed,
            "piece": rules.piece.name,
            "no_slide": rules.no_slide,
            "joined_pieces": len(joined.pieces),
        }
        body = answer_body(answer, drawing)
        known = {key: value for key, value in body.items() if key not in _NOT_COUNTED}
        print_json({**heading, **known, **output_keys(outputs)})
    else:
        if not outputs:
            shows_colour = wants_color(color)
            click.echo(coloured(drawing) if shows_colour else drawing, color=shows_colour)
        click.echo(f"{text}   {span(answer.seconds)}, {counted(answer.states, 'window')}")
        for line in (answer_text(answer), *written):
            click.echo(line)
    code = answer_code(answer)
    if not no_library:
        record_in_library(answer, [best], library_path)
    click.get_current_context().exit(code)


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def _known_bound(arrangement: api.Arrangement, rules: api.Rules, path: Path | None) -> int:
    """The lower bound that the library has of a board; 0 if it has none or cannot be read."""
    try:
        entry = api.Library(path).best(arrangement.board, rules)
    except TilewrightError as error:
        note(f"the library was not read: {error}")
        return 0
    return entry.lower_bound if entry is not None else 0
