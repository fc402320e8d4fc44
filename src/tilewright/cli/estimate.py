"""``tilewright estimate``: how large the search would be, before it is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.options import (
    COUNTERS,
    DETERMINANTS,
    ESTIMATED,
    POPULATION,
    SWEEP,
    engine_option,
    json_option,
    mirrors_option,
    motions_option,
    order_option,
    quiet_option,
    reading_options,
    use_option,
)
from tilewright.cli.output import note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, short, size, span
from tilewright.cli.sources import load_puzzle
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.solve.api import PopulationEstimate
    from tilewright.solve.estimation.sweep_size import Forecast
    from tilewright.solve.estimation.tree_size import Estimate

WIDTH = max(map(len, COUNTERS))
WIDE = 0.2
"""Spread of the logarithms of runs from which the distribution of their mean is told to be skew."""

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

The dives say nothing about the number of solutions of a large packing. There, and wherever no dive comes to
a solution, runs go over the board with so many partial solutions at a time (population), chosen at random.
Behind +- stands the standard error of the mean over the runs.
"""


@click.command(epilog=EPILOG, short_help="Judge how large the search would be.")
@click.argument("file")
@reading_options
@motions_option
@use_option
@click.option("--unique", is_flag=True, help="Estimate the search for solutions up to symmetry.")
@mirrors_option
@engine_option(ESTIMATED, "Ask about this engine only")
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
@click.option(
    "--states", type=AMOUNT, metavar="N", help="Partial solutions that a population keeps (20,000)."
)
@click.option("--runs", type=AMOUNT, metavar="N", help="Runs of a population (16).")
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
    states: int | None,
    runs: int | None,
    order: tuple[str, ...] | None,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Estimate how large the search for all solutions of FILE is, and how long each engine would take."""
    if order is not None and engine not in (None, SWEEP):
        raise click.UsageError(f"only the engine {SWEEP} takes an order of items, not {engine}")
    if mirrors is not None and not unique:
        raise click.UsageError("--mirrors says how --unique counts; give both")
    if unique and engine == POPULATION:
        raise click.UsageError(f"the engine {POPULATION} estimates the number of all solutions; no --unique")
    if engine not in (None, POPULATION) and (states is not None or runs is not None):
        raise click.UsageError(f"--states and --runs are for the engine {POPULATION}, not {engine}")
    from tilewright.solve import api

    puzzle = load_puzzle(
        file, motions=motions, use=use, format_name=from_format, problem=problem, mirrors=mirrors
    ).puzzle
    found: tuple[Estimate, ...] = ()
    sweep: Forecast | None = None
    refusal: str | None = None
    crowd: PopulationEstimate | None = None
    with ProgressMonitor("estimating", quiet=quiet) as monitor:
        if engine in (None, DETERMINANTS):
            refusal = api.determinants_refuse(puzzle)
        if engine in (None, SWEEP):
            sweep = api.forecast(puzzle, order=order)
        if engine is not None and (refused := refusal or (sweep.refusal if sweep else "")):
            raise UnsupportedError(f"the engine {engine!r} cannot take this puzzle: {refused}")
        if not as_json:  # at once: the dives that follow take their time
            for line in _lines_of_counters(sweep, refusal):
                click.echo(line)
        wanted = engine == POPULATION or (engine is None and not unique and api.population_pays(puzzle))
        if not wanted and engine not in (SWEEP, DETERMINANTS):
            monitor.mark_cancellable()
            found = api.estimate(
                puzzle, engine=engine, unique=unique, dives=dives, seed=seed, cancel=monitor.cancel
            )
            nothing = (
                engine is None and not unique and bool(found) and not (found[0].exact or found[0].solutions)
            )
            wanted = nothing and not api.population_refuses(puzzle)
        if wanted and not monitor.cancel.is_set():
            monitor.mark_cancellable()
            crowd = api.estimate_solutions(
                puzzle, states=states, repetitions=runs, seed=seed, on_progress=monitor, cancel=monitor.cancel
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
                "population": None if crowd is None else vars(crowd),
            }
        )
    else:
        for guess in found:
            click.echo(f"{guess.engine:{WIDTH}}  {_line(guess)}")
        if crowd is not None:
            for line in _lines_of_population(crowd):
                click.echo(line)
        elif found:
            click.echo(_solutions(found[0], unique=unique))
    if monitor.cancel.is_set():
        if wanted:
            note(
                f"stopped after {counted(0 if crowd is None else crowd.repetitions, 'run')} of the population"
            )
        else:
            note(f"stopped after the estimates for {counted(len(found), 'engine')}")
        click.get_current_context().exit(monitor.stop_code)


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


def _lines_of_population(crowd: PopulationEstimate) -> list[str]:
    """The number of solutions, what it rests on, and how far it is to be trusted."""
    effort = (
        f"{counted(crowd.repetitions, 'run')} that kept up to {crowd.states:,} states, {span(crowd.seconds)}"
    )
    lines = [f"{POPULATION:{WIDTH}}  {effort}"]
    if crowd.log10 is None and crowd.exact:
        return [*lines, "0 solutions (no state was left out)"]
    if crowd.log10 is None:
        return [*lines, "no run came to a solution: nothing can be said of the number of solutions"]
    if crowd.exact:
        return [*lines, f"{counted(round(crowd.solutions or 0), 'solution')} (no state was left out)"]
    if crowd.solutions is None or crowd.error is None:
        return [*lines, f"about 10 to the power of {crowd.log10:.1f} solutions"]
    lines.append(f"about {short(crowd.solutions)} +- {short(crowd.error)} solutions")
    if crowd.spread > WIDE or crowd.empty:
        empty = f", and {crowd.empty} came to none" if crowd.empty else ""
        factor = f"runs differ by a factor of {10**crowd.spread:.1f}{empty}"
        lines.append(f"{factor}: the number is likelier above than below this")
    return lines


def _solutions(guess: Estimate, *, unique: bool) -> str:
    what = "solutions up to symmetry" if unique else "solutions"
    if guess.exact:
        return counted(round(guess.solutions), "solution") + (" up to symmetry" if unique else "")
    if not guess.solutions:
        return f"no dive came to a solution: nothing can be said of the number of {what}"
    return f"about {short(guess.solutions)} +- {short(guess.solutions_error)} {what}"
