"""What a search is asked: the options of the commands that search, as one value."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import (
    DETERMINANTS,
    SOLVERS,
    Command,
    engine_option,
    memory_option,
    mirrors_option,
    motions_option,
    nodes_option,
    order_option,
    reading_options,
    threads_option,
    time_option,
    unique_option,
    use_option,
    with_options,
)
from tilewright.cli.output import check_writable
from tilewright.cli.sources import LoadedPuzzle, load_puzzle
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.solve.api import Answer


_FILE = click.Path(dir_okay=False, path_type=Path)
_RULES = (reading_options, motions_option, use_option)
_COUNTS = (
    unique_option,
    mirrors_option,
    click.option("--labelled", is_flag=True, help="Also count with every copy of a piece told apart."),
    click.option(
        "--reject",
        type=click.Choice(["crossings"]),
        help="List the solutions with crossings, too, and drop those; on the lattice of sticks.",
    ),
)
_LIMITS = (time_option, nodes_option)
_CHOICE = "Search with this engine; without it Tilewright chooses"
_STATE = (
    click.option(
        "--checkpoint", type=_FILE, metavar="PATH", help="Keep the state of the search in this file."
    ),
    click.option(
        "--resume", type=_FILE, metavar="PATH", help="Go on from this checkpoint, and keep it up to date."
    ),
)


def search_options(engines: tuple[str, ...]) -> Callable[[Command], Command]:
    """The options of a search for many solutions by one of these engines, on a click command."""
    engine: Callable[[Command], Command] = engine_option(engines, _CHOICE)
    return lambda command: with_options(
        command, (*_RULES, *_COUNTS, *_LIMITS, engine, threads_option, memory_option, *_STATE)
    )


def short_search_options(command: Command) -> Command:
    """The options of a search that ends at the first solution, on a click command."""
    return with_options(command, (*_RULES, *_LIMITS, engine_option(SOLVERS, _CHOICE), threads_option))


def table_options(command: Command) -> Command:
    """The options of a question that a table of states answers, on a click command."""
    return with_options(command, (*_RULES, time_option, memory_option, order_option, threads_option))


@dataclass(frozen=True)
class SearchOptions:
    """One search as the user asked for it; the fields are named as the options are."""

    file: str
    from_format: str | None = None
    problem: int | None = None
    mirrors: str | None = None
    reject: str | None = None
    motions: str | None = None
    use: str = "all"
    unique: bool = False
    labelled: bool = False
    seconds: float | None = None
    nodes: int | None = None
    engine: str | None = None
    threads: int | None = None
    memory: int | None = None
    checkpoint: Path | None = None
    resume: Path | None = None
    order: tuple[str, ...] | None = None

    def source(self) -> LoadedPuzzle:
        """The puzzle, read; the checkpoint's place is looked at too, before any work is done."""
        if self.mirrors is not None and not self.unique:
            raise click.UsageError("--mirrors says how --unique counts; give both")
        source = load_puzzle(
            self.file,
            motions=self.motions,
            use=self.use,
            format_name=self.from_format,
            problem=self.problem,
            mirrors=self.mirrors,
        )
        if self.keep is not None:
            check_writable(self.keep, source.path)
        return source

    @property
    def keep(self) -> Path | None:
        """Where the state of the search is kept: a resumed one goes on in its own file."""
        return self.checkpoint or self.resume

    def keywords(self, monitor: ProgressMonitor, solutions: int | None = None) -> dict[str, Any]:
        """The keyword arguments of the questions of ``tilewright.solve.api`` that search a tree."""
        from tilewright.solve.engines.base import Limits

        return {
            **self.sweep_keywords(monitor),
            "unique": self.unique,
            "labelled": self.labelled,
            "engine": self.engine,
            "limits": Limits(solutions=solutions, nodes=self.nodes, seconds=self.seconds),
        }

    def sweep_keywords(self, monitor: ProgressMonitor) -> dict[str, Any]:
        """The keyword arguments of questions that one sweep answers and that can be taken up again."""
        from tilewright.solve.engines.base import Limits

        return {
            **self.table_keywords(monitor),
            "limits": Limits(nodes=self.nodes, seconds=self.seconds),
            "checkpoint": self.keep,
            "resume": self.resume,
        }

    def table_keywords(self, monitor: ProgressMonitor) -> dict[str, Any]:
        """The keyword arguments of all questions of ``tilewright.solve.api``."""
        from tilewright.solve.engines.base import Limits

        asked: dict[str, Any] = {
            "threads": self.threads,
            "limits": Limits(seconds=self.seconds),
            "on_progress": monitor,
            "cancel": monitor.cancel,
        }
        if self.memory is not None:
            asked["memory"] = self.memory
        if self.order is not None:
            asked["order"] = self.order
        return asked

    def heading(self, command: str, puzzle: AnyPuzzle) -> dict[str, object]:
        """The keys that say what was asked, at the head of the JSON object."""
        asked = {"mirrors": self.mirrors, "reject": self.reject, "problem": self.problem}
        return {
            "command": command,
            "file": self.file,
            "title": puzzle.title,
            "motions": self.motions,
            "use": self.use,
            **{key: value for key, value in asked.items() if value is not None},
        }


class CrossingFilter:
    """Hands on solutions in which no pieces cross; when ``most`` were kept it sets ``cancel``.

    ``kept`` counts them, ``images`` also what the board's symmetries make of them when ``unique`` is asked.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        sink: Callable[[Solution], None],
        cancel: threading.Event,
        *,
        most: int | None,
        unique: bool,
    ) -> None:
        from tilewright.exact_cover.symmetry import symmetries

        self._puzzle, self._sink, self._cancel, self._most = puzzle, sink, cancel, most
        self._group = symmetries(puzzle) if unique else None
        self.kept = self.images = 0

    @property
    def full(self) -> bool:
        """Whether as many were kept as were asked for."""
        return self.kept == self._most

    def put(self, solution: Solution) -> None:
        """Look at one more solution."""
        if self.full or crosses(self._puzzle, solution):
            return
        self.kept += 1
        self.images += len(self._group.orbit(solution)) if self._group is not None else 1
        self._sink(solution)
        if self.full:
            self._cancel.set()


def crosses(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether two pieces of the solution pass the same junction straight."""
    passed = [point for p in solution.placements for point in puzzle.lattice.passed(p.cells)]
    return len(set(passed)) < len(passed)


def solve_and_reject(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    sink: Callable[[Solution], None],
    monitor: ProgressMonitor,
    most: int | None,
) -> Answer:
    """As ``api.solve``, for up to ``most`` solutions in which no pieces cross."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.solve import api

    if isinstance(puzzle, ExactCoverPuzzle) or not puzzle.lattice.can_cross:
        raise UnsupportedError("--reject crossings is for sticks; in this puzzle no pieces can cross")
    if options.labelled:
        raise click.UsageError("--reject and --labelled cannot be asked for together; give one of them")
    if options.engine == DETERMINANTS:
        raise click.UsageError(f"--reject lists solutions, and the engine {options.engine} lists none")
    free = replace(puzzle, crossings=True)
    kept = CrossingFilter(free, sink, monitor.cancel, most=most, unique=options.unique)
    answer = api.solve(free, sink=kept.put, **options.keywords(monitor))
    return replace(
        answer,
        status=api.Status.LIMIT if kept.full else answer.status,
        solutions=kept.images,
        up_to_symmetry=kept.kept if options.unique else None,
    )
