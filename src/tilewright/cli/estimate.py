"""``tilewright estimate``: the size of a search and the number of solutions, estimated before a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    engine_option,
    json_option,
    mirrors_option,
    order_option,
    quiet_option,
    rules_options,
    seed_option,
    unique_option,
)
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, short, size, span
from tilewright.cli.search import check_mirrors
from tilewright.cli.sources import load_puzzle
from tilewright.errors import UnsupportedError
from tilewright.solve.engines.registry import FORWARD_CHECKING, FRONTIER, KASTELEYN
from tilewright.solve.engines.registry import SEQUENTIAL_MONTE_CARLO as MONTE_CARLO

if TYPE_CHECKING:
    from tilewright.solve.engines.sequential_monte_carlo import SolutionsEstimate
    from tilewright.solve.estimation.sweep_size import Forecast
    from tilewright.solve.estimation.tree_size import Estimate

WIDTH = len(FORWARD_CHECKING.name)  # columns of an engine's name
SKEW_SPREAD = 0.2  # spread of the runs' decimal logarithms above which their mean is probably too low


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@rules_options
@unique_option
@mirrors_option
@engine_option("counts", "estimates", text="Estimate only this engine.")
@click.option("--dives", type=AMOUNT, metavar="N", default=400, show_default=True, help="Dives per engine.")
@seed_option("Seed of the random numbers.")
@click.option(
    "--states",
    type=AMOUNT,
    metavar="N",
    help="Partial solutions kept by sequential Monte Carlo. Default: 20000.",
)
@click.option("--runs", type=AMOUNT, metavar="N", help="Runs of sequential Monte Carlo. Default: 16.")
@order_option
@quiet_option
@json_option
def estimate(
    *,
    file: str,
    unique: bool,
    mirrors: str | None,
    engine: str | None,
    dives: int,
    seed: int,
    states: int | None,
    runs: int | None,
    order: tuple[str, ...] | None,
    quiet: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Estimate how large the search for all solutions of FILE is and how long each engine takes."""
    check_mirrors(mirrors, unique=unique)
    if order is not None and engine not in (None, FRONTIER.name):
        raise click.UsageError(f"--order applies to the engine {FRONTIER.name}, not {engine}")
    if unique and engine == MONTE_CARLO.name:
        raise click.UsageError(
            f"--unique does not apply to the engine {MONTE_CARLO.name}: it estimates all solutions"
        )
    if engine not in (None, MONTE_CARLO.name) and (states is not None or runs is not None):
        raise click.UsageError(f"--states and --runs apply to the engine {MONTE_CARLO.name}, not {engine}")
    from tilewright.solve import api
    from tilewright.solve.estimation import finite_fields

    puzzle = load_puzzle(file, mirrors=mirrors, **rules).puzzle
    trees: tuple[Estimate, ...] = ()
    sweep: Forecast | None = None
    refusal: str | None = None
    population: SolutionsEstimate | None = None
    with ProgressMonitor("estimating", quiet=quiet) as monitor:
        if engine in (None, KASTELEYN.name):
            refusal = api.unsupported_by(KASTELEYN.name, puzzle)
        if engine in (None, FRONTIER.name):
            sweep = api.forecast(puzzle, order=order)
        if engine is not None and (reason := refusal or (sweep.refusal if sweep else "")):
            raise UnsupportedError(f"the engine {engine!r} does not support this puzzle: {reason}")
        if not as_json:  # before the dives, which take time
            for line in _counter_lines(sweep, refusal):
                click.echo(line)
        samples = engine == MONTE_CARLO.name or (
            engine is None and not unique and api.suits_sequential_monte_carlo(puzzle)
        )
        if not samples and engine not in (FRONTIER.name, KASTELEYN.name):
            trees = api.estimate(
                puzzle, engine=engine, unique=unique, dives=dives, seed=seed, cancel=monitor.cancel
            )
            no_solution_seen = bool(trees) and not (trees[0].exact or trees[0].solutions)
            samples = (
                engine is None
                and not unique
                and no_solution_seen
                and not api.unsupported_by(MONTE_CARLO.name, puzzle)
            )
        if samples and not monitor.cancel.is_set():
            population = api.estimate_solutions(
                puzzle, states=states, repetitions=runs, seed=seed, on_progress=monitor, cancel=monitor.cancel
            )
    if as_json:
        print_json(
            {
                "command": "estimate",
                "file": file,
                "title": puzzle.title,
                "motions": rules["motions"],
                "use": rules["use"],
                "unique": unique,
                "seed": seed,
                "engines": [finite_fields(tree) for tree in trees],
                "frontier": None if sweep is None else finite_fields(sweep),
                "kasteleyn": None if refusal is None else {"refusal": refusal},
                "sequential_monte_carlo": None if population is None else vars(population),
            }
        )
    else:
        for tree in trees:
            click.echo(f"{tree.engine:{WIDTH}}  {_tree_line(tree)}")
        if population is not None:
            for line in _population_lines(population):
                click.echo(line)
        elif trees:
            click.echo(_solutions_line(trees[0], unique=unique))
    if monitor.cancel.is_set():
        if samples:
            done = counted(0 if population is None else population.repetitions, "run")
        else:
            done = f"the estimates for {counted(len(trees), 'engine')}"
        note(f"stopped after {done}")
        click.get_current_context().exit(ExitCode.INTERRUPTED)


def _counter_lines(sweep: Forecast | None, refusal: str | None) -> list[str]:
    lines = [] if sweep is None else [f"{FRONTIER.name:{WIDTH}}  {_sweep_line(sweep)}"]
    if refusal == "":
        lines.append(f"{KASTELEYN.name:{WIDTH}}  supported: counts by determinants without a search")
    return lines


def _tree_line(tree: Estimate) -> str:
    nodes = f"{short(tree.nodes)} nodes"
    if tree.exact:
        return f"{nodes} (exact: the tree was searched completely), {span(tree.seconds)}"
    return (
        f"{nodes} +- {short(tree.nodes_error)}, "
        f"{span(tree.seconds)} +- {span(tree.seconds_error)}, {tree.dives:,} dives"
    )


def _sweep_line(sweep: Forecast) -> str:
    if sweep.refusal:
        return f"not supported: {sweep.refusal}"
    about = "" if sweep.exact else "about "
    return (
        f"{about}{short(sweep.states)} states, at most {short(sweep.live)} at a time ({size(sweep.bytes)}), "
        f"{span(sweep.seconds)}; order: {sweep.order}"
    )


def _population_lines(estimate: SolutionsEstimate) -> list[str]:
    runs = f"{counted(estimate.repetitions, 'run')} of up to {estimate.states:,} states"
    lines = [f"{MONTE_CARLO.name:{WIDTH}}  {runs}, {span(estimate.seconds)}"]
    if estimate.exact:
        number = 0 if estimate.log10 is None else round(estimate.solutions or 0)
        return [*lines, f"{counted(number, 'solution')} (exact: no state was dropped)"]
    if estimate.log10 is None:
        return [*lines, "no run reached a solution, so the number of solutions is unknown"]
    if estimate.solutions is None or estimate.error is None:
        return [*lines, f"about 10^{estimate.log10:.1f} solutions"]
    lines.append(f"about {short(estimate.solutions)} +- {short(estimate.error)} solutions")
    if estimate.spread > SKEW_SPREAD or estimate.empty:
        empty = f", {estimate.empty} found none" if estimate.empty else ""
        factor = f"{10**estimate.spread:.1f}"
        lines.append(f"the runs differ by a factor of {factor}{empty}: the true number is probably higher")
    return lines


def _solutions_line(tree: Estimate, *, unique: bool) -> str:
    suffix = " up to symmetry" if unique else ""
    if tree.exact:
        return counted(round(tree.solutions), "solution") + suffix
    if not tree.solutions:
        return f"no dive reached a solution, so the number of solutions{suffix} is unknown"
    return f"about {short(tree.solutions)} +- {short(tree.solutions_error)} solutions{suffix}"
