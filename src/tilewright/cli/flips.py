"""``tilewright flips``: the tilings by dominoes or lozenges as a graph whose edges are flips."""

from __future__ import annotations

from typing import Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    memory_option,
    quiet_option,
    rules_options,
    time_option,
)
from tilewright.cli.output import note, note_memory_limit
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.sources import load_puzzle


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option(
    "--most",
    type=AMOUNT,
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Stop when about so many tilings were seen.",
)
@rules_options
@time_option
@memory_option
@quiet_option
@json_option
def flips(
    *,
    file: str,
    most: int,
    seconds: float | None,
    memory: int | None,
    quiet: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Count the tilings of the board in FILE, and the flips between them."""
    from tilewright.solving.random_tilings.flips import flip_graph
    from tilewright.solving.steps import Control, Limits

    puzzle = load_puzzle(file, **rules).puzzle
    with ProgressMonitor("flipping", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        control = Control(limits, on_progress=monitor, cancel=monitor.cancel)
        graph = flip_graph(puzzle, control=control, most=most, memory=memory)
        monitor.end_search()
    if as_json:
        print_json({"command": "flips", "file": file, "title": puzzle.title, **graph.to_dict()})
    else:
        click.echo(str(graph))
    if graph.status.value != "complete":
        note(ending_message(graph.status))
    if graph.note:
        note_memory_limit(graph.note)
    code = ExitCode.of(graph.status, has_result=graph.diameter is not None)
    click.get_current_context().exit(code)
