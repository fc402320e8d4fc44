"""``tilewright vanish explain``: why pieces stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.options import json_option, quiet_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import SPAN

if TYPE_CHECKING:
    from tilewright.families.vanishing.explain import Stay

EPILOG = """\b
Examples:
  tilewright vanish explain board.txt
  tilewright vanish explain board.txt --order mine.txt

Without --order the best order is looked for first. 'never': the board forbids every side. 'stuck': every side
waits for pieces that can never go. Both hold for every order. 'conflict': it could go in some order, but
others go instead.
"""


@click.command(epilog=EPILOG, short_help="Say of each piece that is left why it stays.")
@click.argument("file")
@click.option("--order", "order_file", metavar="PATH", help="Explain what this order of removal leaves.")
@click.option("--time", "seconds", type=SPAN, metavar="TIME", help="Look for an order no longer than this.")
@quiet_option
@json_option
def explain(
    file: str,
    order_file: str | None,
    seconds: float | None,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Say of each piece of the board in FILE that is left why it stays, side by side."""
    from tilewright.families.vanishing.check import faults
    from tilewright.families.vanishing.exact import solve
    from tilewright.families.vanishing.explain import KINDS, stays
    from tilewright.families.vanishing.files import load, load_order

    board = load(file)
    code, proven = ExitCode.FOUND, False
    if order_file is not None:
        order = load_order(order_file, board)
        if wrong := faults(board, order):
            raise click.UsageError(f"the order in {order_file} is not allowed: {wrong[0]}")
    else:
        with ProgressMonitor("searching", quiet=quiet) as monitor:
            monitor.mark_cancellable()
            answer = solve(board, seconds=seconds, cancel=monitor.cancel)
        order, proven = answer.order, answer.proven
        if answer.ended == "limit":
            note("the time was over before the best order was known")
            code = ExitCode.LIMIT
        elif answer.ended == "cancelled":
            code = monitor.stop_code
    found = stays(board, order)
    if as_json:
        print_json(
            {
                "command": "vanish explain",
                "file": file,
                "left": len(found),
                "proven": proven,
                "pieces": [
                    {
                        "piece": str(board.pieces[stay.number]),
                        "kind": stay.kind,
                        "sides": {
                            side.side: {"reason": side.sentence, "for_ever": side.for_ever}
                            for side in stay.sides
                        },
                    }
                    for stay in found
                ],
            }
        )
    else:
        for stay in found:
            head = f"piece {stay.number + 1} ({board.pieces[stay.number]})"
            click.echo(f"{head} stays, {stay.kind}: {KINDS[stay.kind]}")
            for side in stay.sides:
                click.echo(f"  {side.side + ':':<7}{side.sentence}")
        click.echo(_tally(found, KINDS, proven=proven))
    click.get_current_context().exit(code)


def _tally(found: list[Stay], kinds: dict[str, str], *, proven: bool) -> str:
    if not found:
        return "no piece is left"
    tally = [(sum(stay.kind == kind for stay in found), kind) for kind in kinds]
    parts = ", ".join(f"{count} {kind}" for count, kind in tally if count)
    best = "; no order leaves fewer" if proven else ""
    are = "piece is" if len(found) == 1 else "pieces are"
    return f"{len(found)} {are} left: {parts}{best}"
