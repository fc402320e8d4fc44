"""Estimates of puzzles whose number of solutions is known: how often do intervals and lower bounds hold?

    python benchmarks/estimates.py [NAME ...] [--seeds 6] [--runs 12] [--seconds 1.0]

Each puzzle of the catalogue with a known number (or those named) is estimated by repetitions over the search
tree, without a real count before, once for each seed: up to so many repetitions, in up to so many seconds
of the processor. Puzzles whose tree is small enough to be searched completely are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from tilewright import catalogue
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.engines.registry import choose
from tilewright.solving.facts import prepare
from tilewright.solving.quantity import Kind, Quantity, assess
from tilewright.solving.questions import Count, Query
from tilewright.solving.search.tree_search import puzzle_search
from tilewright.solving.search.tree_size import TreeSample
from tilewright.solving.steps import Limits

COUNT_SECONDS = 20.0  # for a number that the catalogue does not have


def known_number(name: str, puzzle: AnyPuzzle) -> int:
    """The number of solutions by the catalogue, or by a count; 0 if neither has it."""
    from tilewright.solving.api import count

    for known in catalogue.entry(name).head.get("expect", ()):
        if known["what"] == "solutions":
            return int(known["count"])
    answer = count(puzzle, limits=Limits(seconds=COUNT_SECONDS))
    return (answer.solutions or 0) if answer.status.value == "complete" else 0


def estimates(puzzle: AnyPuzzle, seeds: int, runs: int, seconds: float) -> Iterator[Quantity]:
    """What the repetitions of each seed say; nothing where the whole tree was searched."""
    prepared = prepare(Query(puzzle, Count()))
    problem = prepared.cover.problem
    engine = choose(problem).engine
    search = puzzle_search(
        prepared.cover, engine, lambda: prepared.group, keep=False, unique=False, fold=True
    )
    tasks = search.tasks(prepared.loop)
    for seed in range(seeds):
        sample = TreeSample(problem, engine, tasks, unfold=True, seed=seed)
        end = time.process_time() + seconds

        def enough(sample: TreeSample = sample, end: float = end) -> bool:
            return len(sample.nodes) >= runs or time.process_time() > end

        sample.repeat(enough)
        if sample.exact:
            return
        yield assess(sample.solutions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    values = {Kind.ESTIMATE: 0, Kind.AT_LEAST: 0}
    made = dict(values)
    unknown = puzzles = 0
    factors: list[float] = []
    for name in args.names or catalogue.names():
        if not args.names and "open" in catalogue.entry(name).tags:
            continue
        puzzle = catalogue.load(name)
        number = known_number(name, puzzle)
        if not number:
            continue
        quantities = list(estimates(puzzle, args.seeds, args.runs, args.seconds))
        puzzles += bool(quantities)
        for quantity in quantities:
            if quantity.value is None:
                unknown += 1
                continue
            made[quantity.kind] += 1
            if quantity.low is not None and quantity.high is not None:
                values[quantity.kind] += quantity.low <= number <= quantity.high
            else:
                values[quantity.kind] += quantity.value <= number
                factors.append(quantity.value / number)
        shown = (f"{one.kind.value} {one.value:.3g}" for one in quantities if one.value is not None)
        if quantities:
            print(f"{name}: {number:,}; {', '.join(shown)}", flush=True)
    print(f"{puzzles} puzzles, {sum(made.values()) + unknown} estimates, {unknown} without a solution")
    print(f"intervals: {values[Kind.ESTIMATE]} of {made[Kind.ESTIMATE]} hold")
    print(f"lower bounds: {values[Kind.AT_LEAST]} of {made[Kind.AT_LEAST]} hold")
    if factors:
        print(f"median of lower bounds to the number: {sorted(factors)[len(factors) // 2]:.2f}")


if __name__ == "__main__":
    main()
