"""``tilewright why``: a reason that a puzzle has no solution, or the search that shows it."""

from __future__ import annotations

import shlex
import string
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import complete_if_first, count_steps, explain_end, result_keys
from tilewright.cli.drawing import DrawStyle, echo_drawing
from tilewright.cli.options import drawing_options, json_option, quiet_option
from tilewright.cli.output import ExitCode, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import percent, span
from tilewright.cli.search import SearchOptions, short_search_options

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.lattices import Cell
    from tilewright.solve.api import Answer
    from tilewright.solve.infeasibility.reason import Reason

DIGITS = string.digits + string.ascii_letters
EPILOG = """\b
Examples:
  tilewright why puzzle.txt
  tilewright why puzzle.txt --use any --json
  tilewright why catalog:pentominoes-6x10 --time 1m

The reasons looked for: areas that differ or that no choice of pieces has, a cell nothing covers, a
piece that fits nowhere, colourings and weightings that do not come out even, a short case analysis.
For a puzzle of items and options: an item that too few options cover.
Where there is none, Tilewright searches. Exit code 1 says that no solution exists, 0 that one does.
"""


@click.command(epilog=EPILOG, short_help="Say why there is no solution.")
@click.argument("file")
@short_search_options
@drawing_options
@quiet_option
@json_option
def why(file: str, plain: bool, color: str, quiet: bool, as_json: bool, **given: Any) -> None:  # noqa: FBT001
    """Say why the puzzle in FILE has no solution."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.render.labels import plain as plain_words
    from tilewright.solve import api

    options = SearchOptions(file, **given)
    puzzle = options.source().puzzle
    answer = None
    with ProgressMonitor("looking for a reason", quiet=quiet) as monitor:
        reason = _look(puzzle, monitor)
        if reason is None and not monitor.cancel.is_set():
            monitor.label = "searching"
            asked = options.keywords(monitor, 1)
            answer = complete_if_first(api.solve(puzzle, sink=lambda solution: None, **asked), "first")
    if as_json:
        print_json({**options.heading("why", puzzle), **_body(options, puzzle, reason, answer)})
    elif reason is not None:
        pen = DrawStyle.from_options(plain=plain, color=color)
        click.echo(plain_words(reason.sentence))
        if not isinstance(puzzle, ExactCoverPuzzle) and (marks := _marks(reason)):
            click.echo()
            echo_drawing(pen.marked(puzzle, marks), pen)
        if reason.hint:
            click.echo(reason.hint)
    elif answer is not None:
        click.echo(_sentence(options, answer))
    else:
        click.echo("stopped while looking for a reason", err=True)
    code: int = ExitCode.NONE if reason is not None else monitor.stop_code
    if answer is not None:
        code = explain_end(options, answer, monitor, resumable=False)
    click.get_current_context().exit(code)


def _look(puzzle: AnyPuzzle, monitor: ProgressMonitor) -> Reason | None:
    from tilewright.solve.infeasibility import steps

    monitor.mark_cancellable()
    for reason in steps(puzzle):
        if reason is not None or monitor.cancel.is_set():
            return reason
    return None


def _marks(reason: Reason) -> dict[Cell, str]:
    """The signs to draw: classes or weights as digits where there are several, else an x."""
    if len({which for _, which in reason.classes}) > 1:
        return {cell: _sign(which) for cell, which in reason.classes}
    return dict.fromkeys(reason.cells or [cell for cell, _ in reason.classes], "x")


def _sign(weight: int) -> str:
    return "-" if weight < 0 else DIGITS[weight] if weight < len(DIGITS) else "+"


def _sentence(options: SearchOptions, answer: Answer) -> str:
    cost = f"{count_steps(answer)} in {span(answer.seconds)} ({answer.engine})"
    if answer.solutions:
        rules = [
            ("--from", options.from_format),
            ("--problem", None if options.problem is None else str(options.problem)),
            ("--motions", options.motions),
            ("--use", "any" if options.use == "any" else None),
        ]
        given = [word for name, value in rules if value for word in (name, value)]
        command = shlex.join(["tilewright", "solve", options.file, *given])
        return f"A solution exists; a search found it after {cost}. See it with: {command}"
    if answer.status.value == "complete":
        return f"No simple reason was found. Searched {cost}: none exists."
    return f"No simple reason was found, and none was found in {percent(answer.share)} of the search: {cost}."


def _body(
    options: SearchOptions, puzzle: AnyPuzzle, reason: Reason | None, answer: Answer | None
) -> dict[str, object]:
    if answer is not None:
        return {"reason": None, **result_keys(options, puzzle, answer)}
    if reason is None:  # stopped while looking for a reason
        return {"reason": None, "status": "cancelled", "solutions": 0}
    told = {
        "kind": reason.kind,
        "sentence": reason.sentence,
        "hint": reason.hint,
        "cells": [list(cell) for cell in reason.cells],
        "classes": [[list(cell), which] for cell, which in reason.classes],
        "modulus": reason.modulus,
    }
    return {"reason": told, "status": "complete", "solutions": 0}
