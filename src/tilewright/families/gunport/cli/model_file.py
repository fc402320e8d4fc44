"""``tilewright gunport solve-model``: a model file, with constraints of one's own, solved and drawn."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    color_option,
    json_option,
    no_color_option,
    quiet_option,
    threads_option,
    time_option,
)
from tilewright.cli.output import DRAWINGS, note, output_keys, output_option, wants_color
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.output import (
    PDF,
    check_output,
    coloured,
    file_writer,
    sides,
    style_option,
)
from tilewright.families.gunport.pieces import pieces_text
from tilewright.families.gunport.registry import SOLVERS
from tilewright.model.lattices import SQUARE
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.gunport.solvers.model_file import FileAnswer

EPILOG = """\b
Examples:
  tilewright gunport 8x10 --model monomino -o board.lp
  tilewright gunport solve-model board.lp
  tilewright gunport solve-model board.lp --solver highs --time 60 -o out.svg

FILE is an .lp file, as CPLEX or lp_solve have it, or an .mps file, with the variables of a gunport model, as
tilewright gunport --model -o writes it; '-' for standard input. Its constraints and its objective may be
changed by hand: to require a port in the first cell, add "corner: m_1_1 = 1". Every variable is 0 or 1.
"""


@click.command("solve-model", cls=StrictCommand, epilog=EPILOG, short_help="Solve a model file, and draw it.")
@click.argument("path", metavar="FILE", type=PLAIN_FILE)
@click.option(
    "--solver",
    type=click.Choice(SOLVERS),
    default=next(iter(SOLVERS)),
    show_default=True,
    help="Solver for the model.",
)
@time_option
@threads_option
@output_option("Write to this file: .svg, .png, .txt, or .pdf with a page to print.", several=True)
@style_option
@color_option
@no_color_option
@quiet_option
@json_option
def solve_model(
    path: str,
    solver: str,
    seconds: float | None,
    threads: int | None,
    outputs: tuple[Path, ...],
    style: str | None,
    color: str,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Solve the model in FILE, with constraints added by hand, and draw its solution as a board."""
    from tilewright.families.gunport.model_files import read_model
    from tilewright.families.gunport.solvers.model_file import solve_model_file
    from tilewright.solving.resources import default_threads

    for output in outputs:
        check_output(output, suffixes=(*DRAWINGS, PDF))
    file = read_model(path)
    _note_single_cells(file.board)
    with ProgressMonitor("solving", quiet=quiet) as monitor:
        answer = solve_model_file(
            file,
            solver,
            seconds=seconds_left(seconds),
            threads=threads or default_threads(),
            on_progress=monitor,
            cancel=monitor.cancel,
        )
    best = answer.arrangement
    drawing = "" if best is None else api.dumps(best, style or "")
    written = _write(answer, outputs, style or "")
    if as_json:
        print_json(
            {
                "command": "gunport solve-model",
                "file": path,
                **_body(answer, drawing),
                **output_keys(outputs if best else ()),
            }
        )
    else:
        if best is not None and not outputs:
            shows_colour = wants_color(color)
            click.echo(coloured(drawing) if shows_colour else drawing, color=shows_colour)
        click.echo(f"{file.name}: {_text(answer)}   {_effort(answer)}")
        for line in written:
            click.echo(line)
    click.get_current_context().exit(_code(answer))


def _note_single_cells(board: api.GunportBoard) -> None:
    """Say where a cell has no neighbour: the mistyped constraint "m_9_9 = 1" adds one, and covers it."""
    single = [cell for cell in board.cells if board.cells.isdisjoint(SQUARE.neighbours(cell))]
    if single and len(board.cells) > 1:
        x, y = min(single)
        note(f"the variables of the file have a cell without neighbours, in row {y + 1:,}, column {x + 1:,}")


def _write(answer: FileAnswer, outputs: tuple[Path, ...], style: str) -> list[str]:
    """Write the drawing; the lines that say so."""
    if answer.arrangement is None:
        return [f"nothing was found; {output} was not written" for output in outputs]
    caption = api.Caption(f"{answer.file.board.name}: {_counts(answer)}", _objective(answer))
    with ExitStack() as stack:
        lines = []
        for output in outputs:
            writer = stack.enter_context(file_writer(output, sheet=1, style=style, caption=lambda: caption))
            writer.write(answer.arrangement)
            lines.append(writer.finish())
        return lines


def _counts(answer: FileAnswer) -> str:
    assert answer.arrangement is not None
    pieces, ports = len(answer.arrangement.pieces), len(answer.arrangement.ports)
    return f"{pieces_text(pieces, api.Rules())}, {counted(ports, 'port')}"


def _objective(answer: FileAnswer) -> str:
    """What is known about the objective."""
    if answer.objective is None:
        return "a solution" if answer.arrangement is not None else ""
    greatest = answer.file.program.sense == "maximise"
    if answer.status.value == "complete":
        return f"the {'greatest' if greatest else 'least'} value of the objective is {answer.objective:,}"
    if answer.bound is None:
        return f"the objective is {answer.objective:,}"
    return f"the objective is {answer.objective:,}, {answer.bound:,} at {'most' if greatest else 'least'}"


def _text(answer: FileAnswer) -> str:
    if answer.arrangement is None:
        return "there is no solution" if answer.status.value == "complete" else "no solution was found"
    return f"{_counts(answer)}; {_objective(answer)}"


def _effort(answer: FileAnswer) -> str:
    texts = [] if answer.best_seconds is None else [f"found after {span(answer.best_seconds)}"]
    return ", ".join([span(answer.seconds), *texts, answer.file.choice.model, answer.solver])


def _body(answer: FileAnswer, drawing: str) -> dict[str, object]:
    best = answer.arrangement
    return {
        "model": answer.file.choice.model,
        "solver": answer.solver,
        "status": answer.status.value,
        **sides(answer.file.board.size),
        "cells": len(answer.file.board.cells),
        "dominoes": None if best is None else len(best.pieces),
        "ports": None if best is None else len(best.ports),
        "arrangement": None if best is None else drawing.splitlines(),
        "valid": None if best is None else answer.valid,
        "objective": answer.objective,
        "bound": answer.bound,
        "seconds": round(answer.seconds, 6),
        "best_seconds": None if answer.best_seconds is None else round(answer.best_seconds, 6),
        "nodes": answer.nodes,
        "note": answer.note,
    }


def _code(answer: FileAnswer) -> int:
    """The exit code; prints on stderr what ended the search, and whether a domino still fits."""
    if answer.arrangement is not None and not answer.valid:
        note("one more domino fits on this board: the file does not forbid it")
    if answer.status.value == "cancelled":
        exists = answer.arrangement is not None
        note(
            "stopped; the result is the best known so far" if exists else "stopped before there was a result"
        )
        return ExitCode.INTERRUPTED
    if answer.status.value == "limit":
        note(answer.note)
    return ExitCode.of(answer.status, has_result=answer.arrangement is not None)
