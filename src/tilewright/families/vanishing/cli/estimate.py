"""``tilewright vanish estimate``: how many states removals can reach, before they are searched."""

from __future__ import annotations

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option, seed_option, time_option
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.families.vanishing.cli.solve import control_of, from_right_option
from tilewright.wording import counted


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@seed_option("The seed of the sample.")
@time_option
@quiet_option
@from_right_option
@json_option
def estimate(
    *, file: str, seed: int, seconds: float | None, quiet: bool, from_right: bool, as_json: bool
) -> None:
    """Estimate how many states removals can reach from the board in FILE, with proven bounds."""
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.state_estimate import estimate_states
    from tilewright.solving.steps import Cancelled

    board = load(file, from_right=from_right)
    with ProgressMonitor("sampling", quiet=quiet) as monitor:
        try:
            sizes = estimate_states(board, control_of(monitor, seconds_left(seconds), seed))
        except Cancelled as end:
            is_limit = end.status.value == "limit"
            note("the time limit was reached before there was an estimate" if is_limit else "stopped")
            click.get_current_context().exit(ExitCode.LIMIT if is_limit else ExitCode.INTERRUPTED)
    if as_json:
        print_json(
            {
                "command": "vanish estimate",
                "file": file,
                "pieces": len(board.pieces),
                "states": sizes.states,
                "lower_bound": sizes.lower_bound,
                "upper_bound": sizes.upper_bound,
                "exact": sizes.exact,
                "seed": seed,
                "seconds": round(sizes.seconds, 6),
            }
        )
    elif sizes.exact:
        click.echo(f"{counted(sizes.states, 'state')}, counted without a sample   {span(sizes.seconds)}")
    else:
        bounds = f"at least {sizes.lower_bound:,} and at most {sizes.upper_bound:,}"
        about = min(max(_rounded(sizes.states), sizes.lower_bound), sizes.upper_bound)
        click.echo(f"about {about:,} states by a sample; {bounds}   {span(sizes.seconds)}")


def _rounded(number: int) -> int:
    """The number to two digits."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return (number + unit // 2) // unit * unit
