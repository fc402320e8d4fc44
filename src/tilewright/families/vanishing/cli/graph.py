"""``tilewright vanish graph``: the states that removals can reach, counted and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option, time_option
from tilewright.cli.output import PICTURES, check_output_file, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.families.vanishing.cli.solve import control_of, from_right_option, order_text
from tilewright.families.vanishing.methods import MAX_STATES
from tilewright.wording import aligned, counted

if TYPE_CHECKING:
    from tilewright.families.vanishing.state_graph import StateGraph

MAX_EXPONENT = 1_000  # of the number of all sets of pieces, in JSON
MOST_STATES = 3_000_000  # about 1 GB, on large boards 3 GB


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.option(
    "--max-states",
    type=AMOUNT,
    default=MAX_STATES,
    metavar="N",
    help=f"Stop when more than N states are reachable. Default: {MAX_STATES:,}.",
)
@time_option
@output_option("Draw the graph into this file, .svg or .png, or write it as data: .dot or .graphml.")
@quiet_option
@from_right_option
@json_option
def graph(
    *,
    file: str,
    max_states: int,
    seconds: float | None,
    output: Path | None,
    quiet: bool,
    from_right: bool,
    as_json: bool,
) -> None:
    """Count the states that removals can reach from the board in FILE, and draw or write their graph."""
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.graph_files import GRAPH_WRITERS, MAX_WRITTEN
    from tilewright.families.vanishing.state_estimate import can_estimate
    from tilewright.families.vanishing.state_graph import reachable_states

    if max_states > MOST_STATES:
        raise click.BadParameter(
            f"{max_states:,} is too many; expected at most {MOST_STATES:,}", param_hint="'--max-states'"
        )
    check_output_file(output, (*PICTURES, *GRAPH_WRITERS), file)
    if output is not None and output.suffix.lower() in GRAPH_WRITERS and max_states > MAX_WRITTEN:
        raise click.UsageError(
            f"at most {MAX_WRITTEN:,} states are written to {output}; expected --max-states {MAX_WRITTEN}"
        )
    board = load(file, from_right=from_right)
    with ProgressMonitor("exploring", quiet=quiet) as monitor:
        state_graph = reachable_states(board, control_of(monitor, seconds_left(seconds)), max_states)
    complete = state_graph.status.value == "complete"
    written = output if complete else None
    if as_json:
        if written is not None:
            _write(state_graph, file, written)
        print_json({"command": "vanish graph", "file": file, **_body(state_graph), "output": written})
    else:
        if complete:
            click.echo(_table(state_graph))
            click.echo(f"\na longest path:\n{order_text(board, state_graph.best_order)}")
        click.echo(_share_text(state_graph))
        click.echo(f"{_summary(state_graph)}   {span(state_graph.seconds)}")
        if written is not None:
            _write(state_graph, file, written)
            click.echo(f"wrote {written}")
    if complete:
        return
    drawn = f"; {output} was not written" if output is not None else ""
    if state_graph.status.value == "cancelled":
        note(f"stopped{drawn}")
        click.get_current_context().exit(ExitCode.INTERRUPTED)
    if state_graph.states > max_states:
        advice = ["--max-states N allows more"] if max_states < MOST_STATES else []
        if can_estimate(board):
            advice.append("'tilewright vanish estimate' says about how many")
        more = f"; {', '.join(advice)}" if advice else ""
        note(f"more than {counted(max_states, 'state')} can be reached{more}{drawn}")
    else:
        note(f"the time limit was reached{drawn}")
    click.get_current_context().exit(ExitCode.LIMIT)


def _write(state_graph: StateGraph, file: str, output: Path) -> None:
    """Write a picture or the data of the graph of the board in a file."""
    from tilewright.families.vanishing.graph_files import GRAPH_WRITERS
    from tilewright.families.vanishing.state_graph import graph_scene
    from tilewright.formats import write_atomically
    from tilewright.render.png import SCENE_WRITERS

    suffix = output.suffix.lower()
    if suffix in GRAPH_WRITERS:
        write_atomically(output, GRAPH_WRITERS[suffix](state_graph))
        return
    scene = graph_scene(state_graph, title="" if file == "-" else Path(file).stem, line=_summary(state_graph))
    write_atomically(output, SCENE_WRITERS[suffix](scene))


def _body(state_graph: StateGraph) -> dict[str, object]:
    from tilewright.families.vanishing.graph_files import MAX_WRITTEN, graph_lists

    complete, pieces = state_graph.status.value == "complete", len(state_graph.board.pieces)
    levels = [
        {"removed": level, "states": len(states), "ends": len(state_graph.ends(level))}
        for level, states in enumerate(state_graph.levels)
    ]
    return {
        "pieces": pieces,
        "states": state_graph.states,
        "removals": state_graph.removals,
        "orders": state_graph.orders if complete else None,
        "left": state_graph.remaining,
        "levels": levels,
        "sets": 2**pieces if pieces <= MAX_EXPONENT else None,
        "order": [str(state_graph.board.pieces[number]) for number in state_graph.best_order]
        if complete
        else None,
        "graph": graph_lists(state_graph) if complete and state_graph.states <= MAX_WRITTEN else None,
        "status": state_graph.status.value,
        "seconds": round(state_graph.seconds, 6),
    }


def _share_text(state_graph: StateGraph) -> str:
    """The states found next to all sets of pieces, whose number is written out up to 2^64."""
    pieces = len(state_graph.board.pieces)
    number = f" = {2**pieces:,}" if pieces <= 64 else ""
    verb = "is" if state_graph.states == 1 else "are"
    least = "" if state_graph.status.value == "complete" else "at least "
    return f"{least}{state_graph.states:,} of 2^{pieces}{number} sets of pieces {verb} reachable"


def _table(state_graph: StateGraph) -> str:
    """A line for each level; an end is a state in which nothing can be removed."""
    rows = [("removed", "states", "ends")]
    rows += [
        (f"{level:,}", f"{len(states):,}", f"{len(state_graph.ends(level)):,}")
        for level, states in enumerate(state_graph.levels)
    ]
    return "\n".join(aligned(rows, ">"))


def _summary(state_graph: StateGraph) -> str:
    states, removals = counted(state_graph.states, "state"), counted(state_graph.removals, "removal")
    if state_graph.status.value != "complete":
        return f"at least {states}, {removals}"
    ends = sum(len(state_graph.ends(level)) for level in range(len(state_graph.levels)))
    orders = counted(state_graph.orders, "order") + " of removal"
    left = counted(state_graph.remaining, "piece")
    return f"{states}, {removals}, {counted(ends, 'end')}; {orders}; at least {left} must remain"
