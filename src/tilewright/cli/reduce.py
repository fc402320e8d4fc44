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
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.sources import load_puzzle, report_warnings
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.solving.reducing import Reduced

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
    from tilewright.formats import save
    from tilewright.solving.reducing import reduce as reduced_by_rules
    from tilewright.solving.steps import Limits

    if to_format is not None and output is None:
        raise click.UsageError("--to requires -o PATH")
    loaded = load_puzzle(file, **rules)
    if output is not None:
        check_writable(output, loaded.path)
    with ProgressMonitor("reducing", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        reduced = reduced_by_rules(
            loaded.puzzle, steps=steps, limits=limits, on_progress=monitor, cancel=monitor.cancel
        )
    if output is not None:
        with report_warnings(file):
            save(reduced.puzzle, output, format=to_format or "")
    if as_json:
        heading = {"command": "reduce", "file": file, "title": loaded.puzzle.title}
        query = {"motions": rules["motions"], "use": rules["use"]}
        print_json({**heading, **query, **_keys(reduced), "output": output})
    else:
        for line in _lines(reduced):
            click.echo(line)
        if output is not None:
            click.echo(f"wrote {output}")
    code = ExitCode.FOUND if reduced.may_have_solutions else ExitCode.NONE
    if reduced.status.value != "complete":
        code = ExitCode.INTERRUPTED if monitor.cancel.is_set() else ExitCode.LIMIT
        note("the reduction ended early: more may be removable")
    click.get_current_context().exit(code)


def _lines(reduced: Reduced) -> list[str]:
    lines = [str(reduced)]
    if not reduced.may_have_solutions:
        return lines
    for what, counts, words in (
        ("option", reduced.options_removed, OPTION_RULES),
        ("item", reduced.items_removed, ITEM_RULES),
    ):
        lines += [f"  {counted(n, what):>14}  {words[rule]}" for rule, n in counts.items() if n]
    return lines


def _keys(reduced: Reduced) -> dict[str, object]:
    names = ("options", "options_remaining", "options_removed", "items", "items_remaining", "items_removed")
    values = {name: getattr(reduced, name) for name in (*names, "rounds", "steps", "proof", "dead_item")}
    return {"status": reduced.status.value, **values, "seconds": round(reduced.seconds, 6)}
