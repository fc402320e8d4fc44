"""When another command is the better way: a run for a long search, ``count`` for a run that need not list."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from tilewright.cli.options import LISTING
from tilewright.cli.search import SearchOptions

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle


def run_line(request: SearchOptions, *question: str, limit: int | None = None) -> str:
    """The command line of a run that answers the same question; "" where no run does.

    ``question`` are the options that say what is asked: ``--count``, ``--first``.
    """
    if limit is not None or request.labelled or request.reject is not None or request.order is not None:
        return ""  # a run has no such wish
    if request.seconds is not None or request.nodes is not None:
        return ""  # it will not take long
    if request.checkpoint_path is not None or (request.engine is not None and request.engine not in LISTING):
        return ""
    words = ["tilewright", "run", "start", request.file, *question]
    if request.unique:
        words.append("--unique")
    for option, value in (
        ("--from", request.from_format),
        ("--problem", request.problem),
        ("--mirrors", request.mirrors),
        ("--motions", request.motions),
        ("--use", None if request.use == "all" else request.use),
        ("--engine", request.engine),
    ):
        if value is not None:
            words += [option, str(value)]
    return shlex.join(words)


def counted_sooner(puzzle: AnyPuzzle, *, unique: bool) -> str:
    """A remark that ``tilewright count`` answers sooner than a run that only counts; "" where it does not."""
    from tilewright.solve.planner import Method, plan
    from tilewright.solve.preparation import prepare
    from tilewright.solve.query import Count, Options, Query

    planned = plan(prepare(Query(puzzle, Count(), Options(unique=unique))))
    if planned.method is not Method.COUNT:
        return ""
    how = f"with the engine {planned.engine.name}: {planned.reason}"
    return f"a run goes through all solutions; 'tilewright count' need not, {how}"
