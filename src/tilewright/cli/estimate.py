"""``tilewright estimate``: how large the search would be, before it is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.engines import COUNTERS, DETERMINANTS, SWEEP, engine_option
from tilewright.cli.orders import order_option
from tilewright.cli.quantities import AMOUNT, counted, short, size, span
from tilewright.cli.report import json_option, note, print_json, quiet_option
from tilewright.cli.sources import mirrors_option, motions_option, read, reading_options, use_option
from tilewright.cli.watch import Watch
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.engines.estimates import Estimate
    from tilewright.engines.forecasts import Forecast

WIDTH = max(map(len, COUNTERS))

EPILOG = """\b
Examples:
  tilewright estimate catalog:pentominoes-6x10
  tilewright estimate catalog:pentominoes-6x10 --engine frontier
  tilewright estimate puzzle.txt --unique
  tilewright estimate puzzle.txt --dives 5000 --seed 1 --json

The tree of the search is split into parts. Small ones are walked; the others are judged by random dives
(Knuth 1975), each of which ends in a walk once little is left. Behind the sign +- stands the standard
error. Where a few parts hold most of a large tree, the true size can lie farther off than that. The time
is that of one thread on this machine for counting all solutions.

For the engine frontier a sweep is made that leaves out most states. Where it left any out, the guess may be
several times too high or too low; its time is that of one thread on a machine of 2024.
"""


@click.command(epilog=EPILOG, short_help="Judge how large the search would be.")
@click.argument("file")
@reading_options
@motions_option
@use_option
@click.option("--unique", is_flag=True, help="Estimate the search for solutions up to symmetry.")
@mirrors_option
@engine_option(COUNTERS, "Ask about this engine only")
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
@order_option
@quiet_option
@json_option
def estimate(
    file: str,
    from_format: str | None,
    problem: int | None,
    motions: str | None,
    use: str,
    unique: bool,  # noqa: FBT001 - from click
    mirrors: str | None,
    engine: str | None,
    dives: int,
    seed: int,
    order: tuple[str, ...] | None,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Estimate how large the search for all solutions of FILE is, and how long each engine would take."""
    if order is not None and engine not in (None, SWEEP):
        raise click.UsageError(f"only the engine {SWEEP} takes an order of items, not {engine}")
    if mirrors is not None and not unique:
        raise click.UsageError("--mirrors says how --unique counts; give both")
    from tilewright.engines import answers

    puzzle = read(
        file, motions=motions, use=use, format_name=from_format, problem=problem, mirrors=mirrors
    ).puzzle
    found: tuple[Estimate, ...] = ()
    sweep: Forecast | None = None
    refusal: str | None = None
    with Watch("estimating", quiet=quiet) as watch:
        if engine in (None, DETERMINANTS):
            refusal = answers.determinants_refuse(puzzle)
        if engine in (None, SWEEP):
            sweep = answers.forecast(puzzle, order=order)
        if engine is not None and (refused := refusal or (sweep.refusal if sweep else "")):
            raise UnsupportedError(f"the engine {engine!r} cannot take this puzzle: {refused}")
        if not as_json:  # at once: the dives that follow take their time
            for line in _lines_of_counters(sweep, refusal):
                click.echo(line)
        if engine not in (SWEEP, DETERMINANTS):
            watch.begin()
            found = answers.estimate(
                puzzle, engine=engine, unique=unique, dives=dives, seed=seed, cancel=watch.cancel
            )
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
                "kasteleyn": None if refusal is None else {"refusal": refusal},
            }
        )
    else:
        for guess in found:
            click.echo(f"{guess.engine:{WIDTH}}  {_line(guess)}")
        if found:
            click.echo(_solutions(found[0], unique=unique))
    if watch.cancel.is_set():
        note(f"stopped after the estimates for {counted(len(found), 'engine')}")
        click.get_current_context().exit(watch.stop_code)


def _lines_of_counters(sweep: Forecast | None, refusal: str | None) -> list[str]:
    """The lines about the engines that list nothing, as far as they were asked about."""
    lines = [] if sweep is None else [f"{SWEEP:{WIDTH}}  {_sweep_line(sweep)}"]
    if refusal == "":
        lines.append(
            f"{DETERMINANTS:{WIDTH}}  needs no estimate: it counts by determinants, without a search"
        )
    return lines


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
        return f"does not take this puzzle: {sweep.refusal}"
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
