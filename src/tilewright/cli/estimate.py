"""``tilewright estimate``: the number of solutions and the size of a count, as far as a short time tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json, with_number_texts
from tilewright.cli.options import (
    DocumentedCommand,
    check_combination,
    engine_option,
    estimate_time_option,
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
from tilewright.cli.quantities import AMOUNT, percent, short, span
from tilewright.cli.sources import load_puzzle
from tilewright.solving.engines.registry import FRONTIER
from tilewright.solving.engines.registry import SEQUENTIAL_MONTE_CARLO as MONTE_CARLO
from tilewright.solving.quantity import LEAST_REPETITIONS as MIN_REPETITIONS
from tilewright.wording import counted, memory_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.solving.engines.frontier.sweep_size import Forecast
    from tilewright.solving.quantity import Quantity
    from tilewright.solving.strategies.count_estimate import Estimate

OUTPUT_S = 0.1  # of the time, to print the result
WIDTH = len("solutions")  # columns of a heading


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@rules_options
@unique_option
@mirrors_option
@estimate_time_option
@engine_option("counts", "estimates", text="Estimate a count by this engine. Default: chosen for the puzzle.")
@seed_option()
@click.option("--runs", type=AMOUNT, metavar="N", help="Repetitions. Default: as many as the time allows.")
@click.option(
    "--states",
    type=AMOUNT,
    metavar="N",
    help="Partial solutions kept by sequential Monte Carlo. Default: as many as the time allows.",
)
@order_option
@quiet_option
@json_option
def estimate(
    *,
    file: str,
    unique: bool,
    mirrors: str | None,
    seconds: float,
    engine: str | None,
    seed: int,
    runs: int | None,
    states: int | None,
    order: tuple[str, ...] | None,
    quiet: bool,
    as_json: bool,
    **rules: Any,
) -> None:
    """Estimate how many solutions the puzzle in FILE has and how long it takes to count them."""
    check_combination([name for name, value in {"mirrors": mirrors, "unique": unique}.items() if value])
    if order is not None and engine not in (None, FRONTIER.name):
        raise click.UsageError(f"--order applies to the engine {FRONTIER.name}, not {engine}")
    if unique and engine == MONTE_CARLO.name:
        raise click.UsageError(
            f"--unique does not apply to the engine {MONTE_CARLO.name}: it estimates all solutions"
        )
    if engine not in (None, MONTE_CARLO.name) and states is not None:
        raise click.UsageError(f"--states applies to the engine {MONTE_CARLO.name}, not {engine}")
    from tilewright.solving import api
    from tilewright.solving.quantity import finite_fields
    from tilewright.solving.strategies.count_estimate import COUNT_SHARE

    puzzle = load_puzzle(file, mirrors=mirrors, **rules).puzzle
    with ProgressMonitor("estimating", quiet=quiet) as monitor:
        estimate_found = api.estimate(
            puzzle,
            engine=engine,
            unique=unique,
            seconds=max(0.0, (seconds_left(seconds) or 0.0) - OUTPUT_S),
            repetitions=runs,
            states=states,
            effort=COUNT_SHARE * seconds,  # of the time that was asked for, however long the start took
            seed=seed,
            order=order,
            on_progress=monitor,
            cancel=monitor.cancel,
        )
        monitor.end_search()
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
                "status": estimate_found.status.value,
                "solutions": with_number_texts(finite_fields(estimate_found.solutions)),
                "nodes": with_number_texts(finite_fields(estimate_found.nodes)),
                "seconds": finite_fields(estimate_found.seconds),
                "engine": estimate_found.engine,
                "requested": estimate_found.requested,
                "estimator": estimate_found.estimator,
                "states": estimate_found.states,
                "counted": _counted_keys(estimate_found),
                "frontier": None if estimate_found.sweep is None else finite_fields(estimate_found.sweep),
            }
        )
    else:
        click.echo("\n".join(_lines(estimate_found, unique=unique)))
    if estimate_found.status.value == "cancelled":
        note("the estimate was stopped")
        click.get_current_context().exit(ExitCode.INTERRUPTED)
    if estimate_found.status.value == "limit":
        note("the time was up before the real count had done its part; with more --time it may be exact")


def _counted_keys(estimate_found: Estimate) -> dict[str, object] | None:
    if estimate_found.counted is None:
        return None
    names = ("solutions", "up_to_symmetry", "nodes", "seconds", "share", "engine", "note", "proof")
    keys = {name: getattr(estimate_found.counted, name) for name in names}
    return {"status": estimate_found.counted.status.value, **with_number_texts(keys)}


def _lines(estimate_found: Estimate, *, unique: bool) -> list[str]:
    suffix = " up to symmetry" if unique else ""
    names_engine = (
        estimate_found.requested
        and estimate_found.solutions.confidence != 1
        and estimate_found.engine != MONTE_CARLO.name
    )
    by_engine = f" by {estimate_found.engine}" if names_engine else ""
    answer = estimate_found.counted
    if answer is not None and answer.status.value == "complete":
        steps = counted(answer.nodes, "node" if _lists(answer.engine) else "state")
        number = estimate_found.solutions.value
        known = f"exactly {counted(int(number), 'solution')}{suffix}" if number else "no solution exists"
        effort = ", ".join([span(answer.seconds), *([steps] if answer.nodes else []), answer.engine])
        return [f"{known}   {effort}", *([answer.proof] if answer.proof else [])]
    lines = [_line("solutions", estimate_found.solutions, short, f"{suffix}{by_engine}")]
    if estimate_found.nodes.value is not None:
        lines.append(_line("nodes", estimate_found.nodes, short, f" of {estimate_found.engine}"))
    if estimate_found.seconds.value is not None:
        lines.append(_line("time", estimate_found.seconds, span, f" on one thread{by_engine}"))
    if repetitions := max(estimate_found.solutions.repetitions, estimate_found.nodes.repetitions):
        lines.append(_repetitions_line(estimate_found, repetitions))
    if answer is not None and estimate_found.solutions.confidence != 1:
        so_far = answer.up_to_symmetry if unique else answer.solutions
        if so_far:
            lines.append(_row("counted", f"{counted(so_far, 'solution')}{suffix} in {span(answer.seconds)}"))
    if estimate_found.sweep is not None:
        lines.append(_row(FRONTIER.name, _sweep_text(estimate_found.sweep)))
    return lines


def _row(heading: str, text: str) -> str:
    return f"{heading:{WIDTH}}  {text}"


def _lists(engine: str) -> bool:
    from tilewright.solving.engines.registry import ENGINES

    return engine in ENGINES and ENGINES[engine].can("splittable")  # a strategy may have an engine of its own


def _line(heading: str, word: Quantity, number: Callable[[float], str], unit: str) -> str:
    """A line about a quantity: the number, or what is known of it."""
    return _row(heading, word.words(number, unit))


def _repetitions_line(word: Estimate, repetitions: int) -> str:
    """What estimates rest on, and why they are lower bounds where they are."""
    text = f"{counted(repetitions, 'repetition')} by {word.estimator}"
    if word.states:
        text += f" with up to {word.states:,} states"
    both = (word.solutions, word.nodes)
    bounds = [one for one in both if one.kind.value == "at least" and one.repetitions]
    if not bounds and word.solutions.value is None:
        text += ", none of which found a solution"
    elif bounds and repetitions < MIN_REPETITIONS:
        text += f": too few for more than lower bounds, which takes {MIN_REPETITIONS}"
    elif bounds:
        share = percent(round(bounds[0].largest_share, 2))
        text += f", which do not agree (one of them is {share} of the sum): lower bounds only"
    return _row("estimated", text)


def _sweep_text(sweep: Forecast) -> str:
    if sweep.refusal:
        return f"not supported: {sweep.refusal}"
    guess = "" if sweep.exact else "a guess: "
    return (
        f"{guess}{short(sweep.states)} states, at most {short(sweep.live)} at a time "
        f"({memory_text(sweep.bytes)}), {span(sweep.seconds)}; order: {sweep.order}"
    )
