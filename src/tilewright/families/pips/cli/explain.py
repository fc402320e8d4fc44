"""``tilewright pips explain``: the steps by which a person solves a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option, time_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.families.pips.cli.solve import laid_keys, read_puzzle, source_options
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.pips.techniques import Explanation, Step


@click.command(cls=DocumentedCommand)
@source_options
@time_option
@quiet_option
@json_option
def explain(*, file: str, level: str | None, seconds: float | None, quiet: bool, as_json: bool) -> None:
    """Explain step by step how a person solves the puzzle, and how hard that is."""
    from tilewright.families.pips.game import explain_all
    from tilewright.families.pips.techniques import Explanation
    from tilewright.solving.steps import Cancelled, Control, Limits

    puzzle = read_puzzle(file, level)
    with ProgressMonitor("explaining", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        try:
            explanation = explain_all(puzzle, control)
        except Cancelled as end:
            if as_json:
                keys = {**explanation_keys(Explanation()), "status": end.status.value}
                print_json({"command": "pips explain", "title": puzzle.title, **keys})
            note(ending_message(end.status))
            click.get_current_context().exit(ExitCode.of(end.status, has_result=False))
    if as_json:
        print_json({"command": "pips explain", "title": puzzle.title, **explanation_keys(explanation)})
    else:
        for number, step in enumerate(explanation.steps, 1):
            head = step.technique if step.level == step.technique else f"{step.technique} ({step.level})"
            click.echo(f"{number:>3}. {head}. {step.why} {step.what}")
        click.echo(ending(explanation))
        for name, times in explanation.used.items():
            click.echo(f"{times:>6}  {name}")
    click.get_current_context().exit(ExitCode.FOUND if explanation.solved else ExitCode.NONE)


def ending(explanation: Explanation) -> str:
    """How an explanation ended, as a line."""
    if not explanation.solved:
        if explanation.contradiction:
            return f"no solution exists: {explanation.contradiction}"
        return "no solution exists: no technique shows it, but a search of all ways ends without one"
    steps = counted(len(explanation.steps), "step")
    if explanation.guesses:
        guesses = counted(explanation.guesses, "guess", "guesses")
        return f"guess: solved in {steps}, of them {guesses}; several solutions, or deeper trials are needed"
    return f"{explanation.level}: solved in {steps} without a guess, so there is one solution"


def explanation_keys(explanation: Explanation) -> dict[str, Any]:
    """An explanation for JSON."""
    return {
        "status": "complete",
        "solved": explanation.solved,
        "level": explanation.level if explanation.solved else None,
        "guesses": explanation.guesses,
        "contradiction": explanation.contradiction,
        "techniques": explanation.used,
        "steps": [_step_keys(step) for step in explanation.steps],
    }


def _step_keys(step: Step) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "level": step.level,
        "cells": [[y, x] for x, y in step.cells],
        "reason": step.why,
        "conclusion": step.what,
        "laid": None if step.laid is None else laid_keys(step.laid),
        "excluded": [laid_keys(one) for one in step.excluded],
    }
