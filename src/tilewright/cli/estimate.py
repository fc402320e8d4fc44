"""``tilewright estimate``: how large the search would be, before it is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.quantities import AMOUNT, counted, short, size, span
from tilewright.cli.report import json_option, print_json, quiet_option
from tilewright.cli.sources import motions_option, read, use_option
from tilewright.cli.watch import Watch

if TYPE_CHECKING:
    from tilewright.engines.estimates import Estimate
    from tilewright.engines.forecasts import Forecast

SWEEP = "frontier"

EPILOG = """\b
Examples:
  tilewright estimate catalog:pentominoes-6x10
  tilewright estimate puzzle.txt --unique
  tilewright estimate puzzle.txt --dives 5000 --seed 1 --json

The tree of the search is split into parts. Small ones are walked; the others are judged by random dives
(Knuth 1975), each of which ends in a walk once little is left. Behind the sign +- stands the standard
error. Where a few parts hold most of a large tree, the true size can lie farther off than that. The time
is that of one thread on this machine for counting all solutions.
"""


@click.command(epilog=EPILOG, short_help="Judge how large the search would be.")
@click.argument("file")
@motions_option
@use_option
@click.option("--unique", is_flag=True, help="Estimate the search for solutions up to symmetry.")
@click.option("--engine", metavar="NAME", help="Ask about this engine only.")
@click.option(
    "--dives", type=AMOUNT, metavar="N", default=400, show_default=True, help="Dives for each engine."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="The same seed gives the same dives.",
)
@quiet_option
@json_option
def estimate(
    file: str,
    motions: str | None,
    use: str,
    unique: bool,  # noqa: FBT001 - from click
    engine: str | None,
    dives: int,
    seed: int,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Estimate how large the search for all solutions of FILE is, and how long each engine would take."""
    from tilewright.engines import answers

    puzzle = read(file, motions=motions, use=use).puzzle
    with Watch("estimating", quiet=quiet):
        sweep = answers.forecast(puzzle) if engine in (None, SWEEP) else None
        found: tuple[Estimate, ...] = ()
        if engine != SWEEP:
            found = answers.estimate(puzzle, engine=engine, unique=unique, dives=dives, seed=seed)
    if as_json:
        print_json(
            {
                "command": "estimate",
                "file": file,
                "title": puzzle.title,
                "motions": motions,
                "use": use,
                "unique": unique,
                "seed": seed,
                "engines": [vars(guess) for guess in found],
                "frontier": None if sweep is None else vars(sweep),
            }
        )
        return
    width = max(len(name) for name in (SWEEP, *(guess.engine for guess in found)))
    for guess in found:
        click.echo(f"{guess.engine:{width}}  {_line(guess)}")
    if sweep is not None:
        click.echo(f"{SWEEP:{width}}  {_sweep_line(sweep)}")
    if found:
        click.echo(_solutions(found[0], unique=unique))


def _line(guess: Estimate) -> str:
    nodes = f"{short(guess.nodes)} nodes"
    if guess.exact:
        return f"{nodes} (the tree is small and was walked), {span(guess.seconds)}"
    return (
        f"{nodes} +- {short(guess.nodes_error)}, "
        f"{span(guess.seconds)} +- {span(guess.seconds_error)}, {guess.dives:,} dives"
    )


def _sweep_line(sweep: Forecast) -> str:
    if sweep.refusal:
        return sweep.refusal
    about = "" if sweep.exact else "about "
    return (
        f"{about}{short(sweep.states)} states, at most {short(sweep.live)} at a time ({size(sweep.bytes)}), "
        f"{span(sweep.seconds)}; order: {sweep.order}"
    )


def _solutions(guess: Estimate, *, unique: bool) -> str:
    what = "solutions up to symmetry" if unique else "solutions"
    if guess.exact:
        return counted(round(guess.solutions), "solution") + (" up to symmetry" if unique else "")
    if not guess.solutions:
        return f"no dive came to a solution: nothing can be said of the number of {what}"
    return f"about {short(guess.solutions)} +- {short(guess.solutions_error)} {what}"
