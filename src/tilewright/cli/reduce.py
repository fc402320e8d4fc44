"""``tilewright reduce``: leave out what no solution has, before any search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import (
    json_option,
    motions_option,
    quiet_option,
    reading_options,
    time_option,
    use_option,
)
from tilewright.cli.output import ExitCode, check_writable, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, span
from tilewright.cli.sources import load_puzzle

if TYPE_CHECKING:
    from tilewright.solve.reduction import Reduction

OPTION_WORDS = {
    "forced": "in every solution",
    "clash": "clash with what is in every solution",
    "subset": "cover an item that others have to cover",
    "bare": "leave an item with too few options",
    "probing": "force what leaves an item with too few options",
}
ITEM_WORDS = {
    "done": "covered, or never to be covered",
    "loose": "cannot be covered too often or too seldom",
    "idle": "secondary, and no two options clash there",
    "equal": "another has the same options",
    "implied": "another forbids as much",
}
EPILOG = """\b
Examples:
  tilewright reduce catalog:pentominoes-6x10
  tilewright reduce puzzle.dlx -o smaller.dlx
  tilewright reduce puzzle.toml -o smaller.toml --steps 100M
  tilewright reduce puzzle.txt --json

The smaller puzzle has as many solutions, at the same costs. Options that are in every solution stay in
the file, each as the one option of an item. With -o a board becomes items and options. Exit code 1 says
that the rules alone have shown that no solution exists, 3 that a limit ended the work; what was
removed by then holds.
"""


@click.command(epilog=EPILOG, short_help="Leave out what no solution has.")
@click.argument("file")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Write the smaller puzzle to this file, in the format of its suffix.",
)
@click.option("--to", "to_format", metavar="FORMAT", help="The format of the file that -o names.")
@click.option(
    "--steps", type=AMOUNT, metavar="N", help="Stop after about this many steps; a million take milliseconds."
)
@time_option
@reading_options
@motions_option
@use_option
@quiet_option
@json_option
def reduce(
    file: str,
    output: Path | None,
    to_format: str | None,
    steps: int | None,
    seconds: float | None,
    from_format: str | None,
    problem: int | None,
    motions: str | None,
    use: str,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Make the puzzle in FILE smaller by rules that keep all its solutions, and say how much is gone."""
    from tilewright.exact_cover.translation import to_cover
    from tilewright.formats import save
    from tilewright.formats.to_exact_cover import as_items
    from tilewright.solve import reduction as rules
    from tilewright.solve.engines.base import Limits
    from tilewright.solve.stepping import Control, StepLoop

    if to_format is not None and output is None:
        raise click.UsageError("--to is the format of the file that -o names; give -o PATH too")
    source = load_puzzle(file, motions=motions, use=use, format_name=from_format, problem=problem)
    if output is not None:
        check_writable(output, source.path)
    with ProgressMonitor("reducing", quiet=quiet) as monitor:
        puzzle = as_items(source.puzzle)
        cover = to_cover(puzzle)
        loop = StepLoop(Control(Limits(seconds=seconds), on_progress=monitor, cancel=monitor.cancel))
        limit = rules.NO_LIMIT if steps is None else steps
        found = rules.reduce(cover.problem, cover.forced, limit=limit, loop=loop)
        taken = loop.seconds
    if output is not None:
        save(rules.reduced_puzzle(puzzle, found), output, format=to_format or "")
    if as_json:
        heading = {"command": "reduce", "file": file, "title": source.puzzle.title}
        told = {"motions": motions, "use": use, **_body(found, taken, monitor)}
        print_json({**heading, **told, "output": None if output is None else str(output)})
    else:
        for line in _lines(found, taken):
            click.echo(line)
        if output is not None:
            click.echo(f"wrote {output}")
    code = ExitCode.FOUND if found.dead_item is None else ExitCode.NONE
    if not found.complete:
        code = monitor.stop_code if monitor.cancel.is_set() else ExitCode.LIMIT
        note("it was stopped before no rule found any more; what was removed holds")
    click.get_current_context().exit(code)


def _lines(found: Reduction, seconds: float) -> list[str]:
    """What a reduction did, for people."""
    before = f"{counted(len(found.problem.options), 'option')}, {counted(len(found.problem.items), 'item')}"
    cost = f"{span(seconds)}, {counted(found.rounds, 'round')}, {counted(found.steps, 'step')}"
    if found.dead_item is not None:
        item = found.problem.items[found.dead_item]
        start = f"{before}: no solution exists   {cost}"
        return [start, f"After all that the rules remove or force, the item {item} cannot be covered."]
    left = found.left
    after = f"{counted(len(left.options), 'option')}, {counted(len(left.items), 'item')}"
    lines = [f"{before}; left: {after}   {cost}"]
    for what, counts, words in (
        ("option", found.by_rule, OPTION_WORDS),
        ("item", left.dropped, ITEM_WORDS),
    ):
        lines += [f"  {counted(n, what):>14}  {words[rule]}" for rule, n in counts.items() if n]
    return lines


def _body(found: Reduction, seconds: float, monitor: ProgressMonitor) -> dict[str, object]:
    """What a reduction did, as JSON."""
    status = "complete" if found.complete else "cancelled" if monitor.cancel.is_set() else "limit"
    dead = None if found.dead_item is None else found.problem.items[found.dead_item]
    return {
        "status": status,
        "dead_item": dead,
        "options": len(found.problem.options),
        "options_left": len(found.left.options) if dead is None else 0,
        "options_gone": found.by_rule,
        "items": len(found.problem.items),
        "items_left": len(found.left.items) if dead is None else 0,
        "items_gone": found.left.dropped,
        "rounds": found.rounds,
        "steps": found.steps,
        "seconds": round(seconds, 6),
    }
