"""How long a count is expected to take, by listing and without it: what surfaces say before one begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.solving.facts import Prepared
from tilewright.solving.planner import Choice, cheapest_sweep, choose, polynomial_count

GAIN_SECONDS, GAIN_FACTOR = 1.0, 10.0  # by which a count without listing is expected to be faster, to say so
FORECAST_OPTIONS = 5_000  # above which foreseeing a sweep takes longer than a remark is worth


@dataclass(frozen=True)
class ExpectedEffort:
    """What counting takes as expected: listing by the engine of a search, and the soonest counter, if any.

    ``seconds`` of determinants are an upper bound, and 0 where nothing bounds them.
    """

    listing_seconds: float
    counter: Choice | None = None
    seconds: float = 0.0


def expected_effort(prepared: Prepared[Any]) -> ExpectedEffort:
    """How long counting is expected to take, by listing and without it."""
    problem = prepared.cover.problem
    tree = choose(problem)
    listing = prepared.search_nodes(tree.engine) * tree.engine.seconds_of_node(problem)
    polynomial, found = polynomial_count(prepared), None
    if len(problem.options) <= FORECAST_OPTIONS:
        found = cheapest_sweep(prepared, 1.0, prepared.query.resources.bytes())
    # Determinants are preferred to sweeps only where they are faster.
    seconds = 0.0 if found is None else found[1]
    if polynomial is not None:
        return ExpectedEffort(listing, Choice(polynomial.engine, polynomial.reason), seconds)
    if found is None:
        return ExpectedEffort(listing)
    return ExpectedEffort(
        listing, Choice(found[0], f"{found[2]} less time than listing all solutions"), seconds
    )


def counter_worth_naming(prepared: Prepared[Any]) -> Choice | None:
    """The engine that is expected to count much sooner than solutions are listed, and why; None without one.

    Much sooner: by more than ``GAIN_SECONDS``, and ``GAIN_FACTOR`` times as fast.
    """
    tree = choose(prepared.cover.problem).engine
    listing = prepared.search_nodes(tree) * tree.seconds_of_node(prepared.cover.problem)
    if listing <= GAIN_SECONDS:
        return None  # before a sweep is foreseen, which takes longer
    found = expected_effort(prepared)
    is_worth = listing - found.seconds > GAIN_SECONDS and listing > GAIN_FACTOR * found.seconds
    return found.counter if is_worth else None
