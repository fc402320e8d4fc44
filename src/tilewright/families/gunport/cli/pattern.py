"""``tilewright gunport pattern``: the fewest dominoes on a torus, and so the best pattern of the plane."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import color_option, json_option, no_color_option, quiet_option, resource_options
from tilewright.cli.output import DRAWINGS, PICTURES, note, output_keys, output_option, wants_color
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.library import no_slide_option, piece_option
from tilewright.families.gunport.cli.output import check_output, coloured, style_option
from tilewright.families.gunport.pieces import pieces_text, plural_name
from tilewright.solving.steps import Limits
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.engines.torus_search import PatternAnswer

EPILOG = """\b
Examples:
  tilewright gunport pattern 4x6
  tilewright gunport pattern 4x5 --shift 2 --json
  tilewright gunport pattern 5x5 --no-slide -o pattern.svg
  tilewright gunport --pattern 4x6

Right of the last column the first one follows, and below the last row the first one, N columns further to the
right with --shift N. So copies of the torus fill the plane. A domino covers two different cells of the torus;
two ports may not be adjacent by any way round.
"""


@click.command(cls=StrictCommand, epilog=EPILOG, short_help="The best pattern that repeats: a torus.")
@click.argument("size", metavar="PxQ")
@click.option(
    "--shift",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="The copy below is N columns further to the right.",
)
@click.option("--count", is_flag=True, help="Count the best arrangements of the torus.")
@no_slide_option
@piece_option
@resource_options
@output_option(
    "Write to this file: .txt, or a picture with the pattern repeated, .svg or .png.", several=True
)
@style_option
@color_option
@no_color_option
@quiet_option
@json_option
def pattern(
    size: str,
    shift: int,
    count: bool,  # noqa: FBT001 - from click
    no_slide: bool,  # noqa: FBT001
    piece: str,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    outputs: tuple[Path, ...],
    style: str | None,
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Find the fewest dominoes on a torus of P rows and Q columns such that no more fits.

    The pattern repeats in all directions, so it fills the plane. The densities of ports and dominoes are
    given as fractions of all cells.
    """
    from tilewright.families.gunport.board_files import size_of
    from tilewright.families.gunport.torus import pattern_text

    rows_columns = size_of(size)
    if rows_columns is None:
        raise click.UsageError(f"{quoted(size)} is not a size; expected rows x columns, such as 4x6")
    for output in outputs:
        check_output(output, suffixes=DRAWINGS)
    rules = api.rules_for(piece, no_slide=no_slide)
    torus = api.Torus(*rows_columns, shift)
    with ProgressMonitor("searching", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        options = api.SolveOptions(threads, memory, limits, monitor, monitor.cancel)
        answer = api.best_pattern(torus, rules, options, count=count)
        monitor.end_search()
    shown = answer.pattern
    drawing = None if shown is None else pattern_text(shown, rules, style or "")
    written = [_write(answer, output, drawing) for output in outputs]
    if as_json:
        print_json({**_body(answer, drawing), **output_keys(outputs if shown else ())})
    else:
        if drawing is not None and not outputs:
            shows_colour = wants_color(color)
            click.echo(coloured(drawing) if shows_colour else drawing, color=shows_colour)
        for line in (*_lines(answer), *written):
            click.echo(line)
    click.get_current_context().exit(_code(answer))


def _write(answer: PatternAnswer, output: Path, drawing: str | None) -> str:
    from tilewright.families.gunport.pictures import RENDERERS, pattern_scene
    from tilewright.formats import write_atomically

    if answer.pattern is None or drawing is None:
        return f"no pattern to write; {output} was not written"
    suffix = output.suffix.lower()
    if suffix in PICTURES:
        lines = _lines(answer)
        scene = pattern_scene(answer.pattern, api.Caption(lines[0].partition("   ")[0], lines[1]))
        write_atomically(output, RENDERERS[suffix](scene))
    else:
        write_atomically(output, drawing)
    return f"wrote {output}"


def _lines(answer: PatternAnswer) -> Sequence[str]:
    """What is known, as sentences."""

    torus, rules, shown = answer.torus, answer.rules, answer.pattern
    effort = [
        span(answer.seconds),
        *([counted(answer.states, "state")] if answer.states else []),
        answer.method,
    ]
    ending = f"   {', '.join(effort)}"
    if shown is None:
        needed = f"; at least {pieces_text(answer.lower_bound, rules)} needed" if answer.lower_bound else ""
        none = (
            "impossible: there is no such arrangement" if answer.proven else f"no arrangement found{needed}"
        )
        return [f"{torus.name}: {none}{ending}"]
    pieces, ports = pieces_text(len(shown.pieces), rules), counted(len(shown.ports), "port")
    if answer.proven:
        what = f"{pieces} {'is' if len(shown.pieces) == 1 else 'are'} the fewest, {ports} the most"
    else:
        needed = f"; at least {pieces_text(answer.lower_bound, rules)} needed" if answer.lower_bound else ""
        what = f"at most {pieces}, so at least {ports}{needed}"
    lines = [
        f"{torus.name}: {what}{ending}",
        f"{_share(shown.port_density)} ports; {shown.piece_density} {plural_name(rules)} a cell",
    ]
    if answer.optima is not None:
        lines.append(counted(answer.optima, "optimal arrangement"))
    if torus.has_loops and shown.ports:
        lines.append(
            "a cell of this torus is its own neighbour, so copies of a port are adjacent in the plane"
        )
    return lines


def _share(density: Fraction) -> str:
    return (
        "no cells are" if density == 0 else "all cells are" if density == 1 else f"{density} of the cells are"
    )


def _body(answer: PatternAnswer, drawing: str | None) -> dict[str, object]:
    shown, torus = answer.pattern, answer.torus
    return {
        "command": "gunport pattern",
        "rows": torus.rows,
        "columns": torus.columns,
        "shift": torus.shift,
        "piece": answer.rules.piece.name,
        "no_slide": answer.rules.no_slide,
        "status": answer.status.value,
        "cells": len(torus.cells),
        "pieces": answer.pieces,
        "dominoes": answer.pieces if answer.rules.is_domino else None,
        "ports": None if shown is None else len(shown.ports),
        "proven": answer.proven,
        "lower_bound": answer.lower_bound,
        "port_density": None if shown is None else str(shown.port_density),
        "piece_density": None if shown is None else str(shown.piece_density),
        "optimal_arrangements": answer.optima,
        "arrangement": None if drawing is None else drawing.splitlines(),
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "engine": answer.method,
        "note": answer.note,
    }


def _code(answer: PatternAnswer) -> int:
    """The exit code; prints the limit that ended the search on stderr."""
    best = "the result is the best known so far"
    if answer.status.value == "cancelled":
        note(f"stopped; {best}" if answer.pattern else "stopped before there was a result")
        return ExitCode.INTERRUPTED
    if answer.status.value == "limit":
        limit = "the time limit was reached"
        note(answer.note or (f"{limit}; {best}" if answer.pattern else f"{limit} before there was a result"))
    return ExitCode.of(answer.status, has_result=answer.pattern is not None)
