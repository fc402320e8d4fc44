"""``tilewright reduce``: remove options and items that cannot affect any solution, before a search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option, rules_options, time_option
from tilewright.cli.output import check_writable, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.cli.sources import load_puzzle
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.solving.search.reduction import Reduction

OPTION_RULES = {
    "forced": "in every solution",
    "clash": "in conflict with an option in every solution",
    "subset": "covering an item that other options need",
    "bare": "leaving an item with too few options",
    "probing": "forcing options that leave an item with too few",
}
ITEM_RULES = {
    "done": "already covered, or not to be covered",
    "loose": "satisfied by any choice of options",
    "idle": "secondary and without conflicts",
    "equal": "with the same options as another item",
    "implied": "implied by another item",
}


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@output_option("Write the reduced puzzle to this file, in the format of its extension.")
@click.option("--to", "to_format", metavar="FORMAT", help="Format of the output file.")
@click.option(
    "--steps", type=AMOUNT, metavar="N", help="Stop after about N steps; a million take milliseconds."
)
@time_option
@rules_options
@quiet_option
@json_option
def reduce(
    *,
    file: str,
    output: Path | None,
    to_format: str | None,
    steps: int | None,
    seconds: float | None,
    quiet: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Reduce the puzzle in FILE by rules that keep all its solutions."""
    from tilewright.exact_cover.translation import to_cover
    from tilewright.formats import save
    from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
    from tilewright.solving.search import reduction
    from tilewright.solving.search.precheck import simple_reason
    from tilewright.solving.steps import Control, Limits, StepLoop

    if to_format is not None and output is None:
        raise click.UsageError("--to requires -o PATH")
    loaded = load_puzzle(file, **rules)
    if output is not None:
        check_writable(output, loaded.path)
    with ProgressMonitor("reducing", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        loop = StepLoop(Control(limits, on_progress=monitor, cancel=monitor.cancel))
        puzzle = to_exact_cover_puzzle(loaded.puzzle)
        cover = to_cover(puzzle)
        # A cell or a piece without placements is found by the rules.
        proof = "" if loaded.puzzle.areas_fit else simple_reason(to_cover(loaded.puzzle))
        limit = reduction.NO_LIMIT if steps is None else steps
        if proof and output is None:
            limit = 0  # nothing is to be reduced
        reduction_found = reduction.reduce(cover.problem, cover.forced, limit=limit, loop=loop)
        elapsed = loop.seconds
    if output is not None:
        save(reduction.reduced_puzzle(puzzle, reduction_found), output, format=to_format or "")
    if as_json:
        heading = {"command": "reduce", "file": file, "title": loaded.puzzle.title}
        query = {"motions": rules["motions"], "use": rules["use"]}
        print_json({**heading, **query, **_keys(reduction_found, elapsed, monitor, proof), "output": output})
    else:
        for line in _lines(reduction_found, elapsed, proof):
            click.echo(line)
        if output is not None:
            click.echo(f"wrote {output}")
    code = ExitCode.NONE if proof or reduction_found.dead_item is not None else ExitCode.FOUND
    if not reduction_found.complete and not proof:
        code = ExitCode.INTERRUPTED if monitor.cancel.is_set() else ExitCode.LIMIT
        note("the reduction ended early: more may be removable")
    click.get_current_context().exit(code)


def _lines(text: Reduction, seconds: float, proof: str) -> list[str]:
    before = f"{counted(len(text.problem.options), 'option')}, {counted(len(text.problem.items), 'item')}"
    cost = f"{span(seconds)}, {counted(text.rounds, 'round')}, {counted(text.steps, 'step')}"
    if text.dead_item is not None and not proof:
        proof = f"The rules leave no options that cover the item {text.problem.items[text.dead_item]}."
    if proof:
        return [f"{before}: no solution exists   {cost}", proof]
    left = text.left
    after = f"{counted(len(left.options), 'option')}, {counted(len(left.items), 'item')}"
    lines = [f"{before}; reduced to {after}   {cost}"]
    for what, counts, words in (("option", text.by_rule, OPTION_RULES), ("item", left.dropped, ITEM_RULES)):
        lines += [f"  {counted(n, what):>14}  {words[rule]}" for rule, n in counts.items() if n]
    return lines


def _keys(reduction: Reduction, seconds: float, monitor: ProgressMonitor, proof: str) -> dict[str, object]:
    ended = "cancelled" if monitor.cancel.is_set() else "limit"
    dead = None if reduction.dead_item is None else reduction.problem.items[reduction.dead_item]
    is_left = dead is None and not proof
    return {
        "status": "complete" if reduction.complete or proof else ended,
        "dead_item": dead,
        "options": len(reduction.problem.options),
        "options_remaining": len(reduction.left.options) if is_left else 0,
        "options_removed": reduction.by_rule,
        "items": len(reduction.problem.items),
        "items_remaining": len(reduction.left.items) if is_left else 0,
        "items_removed": reduction.left.dropped,
        "rounds": reduction.rounds,
        "steps": reduction.steps,
        "seconds": round(seconds, 6),
        "proof": proof,
    }
