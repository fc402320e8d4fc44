"""``tilewright why``: a reason why a puzzle has no solution, or a search that decides it."""

from __future__ import annotations

import shlex
import string
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import complete_if_first, count_steps, explain_end, result_keys
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.drawing import DrawStyle, echo_drawing
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT, Interrupted
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, drawing_options, json_option, quiet_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import percent, span
from tilewright.cli.search import SearchOptions, first_solution_options
from tilewright.cli.sources import has_items

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.lattices import Cell
    from tilewright.solving.api import Answer
    from tilewright.solving.infeasibility.reason import Reason

DIGITS = string.digits + string.ascii_letters


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@first_solution_options("lists")
@drawing_options
@quiet_option
@json_option
def why(*, file: str, plain: bool, color: str, quiet: bool, as_json: bool, **given: Any) -> None:
    """Explain why the puzzle in FILE has no solution."""
    from tilewright.solving import api
    from tilewright.wording import plain as printable

    options = SearchOptions(file, **given)
    puzzle = options.load_puzzle().puzzle
    answer = None
    with ProgressMonitor("looking for a reason", quiet=quiet) as monitor:
        stopped = None
        try:
            reason = _find_reason(puzzle)
        except Interrupted as stop:
            TIME_LIMIT.clear()
            reason, stopped = None, stop
        if reason is None and stopped is None:
            monitor.label = "searching"
            answer = api.solve(puzzle, sink=lambda solution: None, **options.keywords(api.solve, monitor, 1))
            answer = complete_if_first(answer, "first")
    if as_json:
        print_json({**options.query_keys("why", puzzle), **_keys(options, puzzle, reason, answer, stopped)})
    elif reason is not None:
        click.echo(printable(reason.sentence))
        if not has_items(puzzle) and (marks := _marks(reason)):
            style = DrawStyle.from_options(plain=plain, color=color)
            click.echo()
            echo_drawing(style.draw_marks(puzzle, marks), style)
        if reason.hint:
            click.echo(reason.hint)
    elif answer is not None:
        click.echo(_search_text(options, answer))
    code = ExitCode.NONE if stopped is None else stopped.code
    if answer is not None:
        code = explain_end(options, puzzle, answer, has_result=bool(answer.solutions), resumable=False)
    elif stopped is not None:
        limit = "the time limit was reached" if code == ExitCode.LIMIT else "stopped"
        note(f"{limit} while looking for a reason")
    click.get_current_context().exit(code)


def _find_reason(puzzle: AnyPuzzle) -> Reason | None:
    """The first reason; Interrupted is raised wherever the time limit or a signal comes.

    The checks leave nothing half-done, and one of them can take seconds between two looks at an event.
    """
    from tilewright.solving.infeasibility import why as find_reason

    return find_reason(puzzle)


def _marks(reason: Reason) -> dict[Cell, str]:
    """The characters to draw on cells: classes or weights where there are several, else an x."""
    if len({number for _, number in reason.classes}) > 1:
        return {cell: _digit(number) for cell, number in reason.classes}
    return dict.fromkeys(reason.cells or [cell for cell, _ in reason.classes], "x")


def _digit(weight: int) -> str:
    return "-" if weight < 0 else DIGITS[weight] if weight < len(DIGITS) else "+"


def _search_text(options: SearchOptions, answer: Answer) -> str:
    effort = f"{count_steps(answer)} in {span(answer.seconds)} ({answer.engine})"
    if answer.solutions:
        words = options.words("from_format", "problem", "lattice", "motions", "use")
        command = shlex.join(["tilewright", "solve", options.file, *words])
        return f"A solution exists; the search took {effort}. To see it: {command}"
    if answer.status.value == "complete":
        return f"No solution exists: a complete search took {effort}. No simple reason was found."
    done = percent(answer.share)
    return f"No simple reason and no solution was found in {done} of the search: {effort}."


def _keys(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    reason: Reason | None,
    answer: Answer | None,
    stopped: Interrupted | None,
) -> dict[str, object]:
    if answer is not None:
        return {"reason": None, **result_keys(options, puzzle, answer)}
    if reason is None:  # stopped while looking for a reason
        is_limit = stopped is not None and stopped.code == ExitCode.LIMIT
        return {"reason": None, "status": "limit" if is_limit else "cancelled", "solutions": 0}
    keys = {
        "kind": reason.kind,
        "sentence": reason.sentence,
        "hint": reason.hint,
        "cells": [list(cell) for cell in reason.cells],
        "classes": [[list(cell), number] for cell, number in reason.classes],
        "modulus": reason.modulus,
    }
    return {"reason": keys, "status": "complete", "solutions": 0}
