"""The options of the commands that search, and the search itself where pieces must not cross."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.interruption import seconds_left
from tilewright.cli.levels import level_options, level_range
from tilewright.cli.moves import filter_moves_option, filter_with_moves
from tilewright.cli.options import (
    CHECKPOINTS,
    FILTERS,
    WHAT,
    Command,
    check_combination,
    engine_option,
    grouped,
    help_of,
    labelled_option,
    memory_option,
    mirrors_option,
    nodes_option,
    only_option,
    order_option,
    rules_options,
    threads_option,
    time_option,
    unique_option,
    with_options,
)
from tilewright.cli.output import check_writable, note
from tilewright.cli.sources import LoadedPuzzle, has_items, load_puzzle
from tilewright.errors import UnsupportedError
from tilewright.solving.engines.registry import ENGINES
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.solving.api import Answer


class _ResumeOption(click.Option):
    """``--resume``, which alone shows what the checkpoint holds."""

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        value, args = super().handle_parse_result(ctx, opts, args)
        others = opts.keys() - {self.name, "quiet", "threads"}  # which are no question
        is_alone = not any(isinstance(opts[name], str | bool) for name in others)
        if isinstance(value, Path) and is_alone and not ctx.resilient_parsing:
            from tilewright.solving.continuation import contents_text

            click.echo(contents_text(value))
            ctx.exit()
        return value, args


_FILE = click.Path(dir_okay=False, path_type=Path)
_COUNTS = (
    unique_option,
    mirrors_option,
    labelled_option,
    grouped(
        WHAT,
        click.option(
            "--reject",
            type=click.Choice(["crossings"]),
            help="For sticks: allow crossings, and discard solutions that have any.\f crossings = false "
            "in the file is faster.",
        ),
    ),
)
_FILTER = (
    only_option,
    filter_moves_option,
    grouped(FILTERS, level_options("With --only, keep only solutions")),
)
_LIMITS = (time_option, nodes_option)
_CHECKPOINT = (
    click.option(
        "--checkpoint",
        type=_FILE,
        metavar="PATH",
        help=help_of("checkpoint", "A checkpoint of another search, or another file, is refused."),
    ),
    click.option(
        "--restart",
        is_flag=True,
        help="With --checkpoint, begin anew.\f What PATH has is kept as PATH.bak, and removed after the "
        "first save of the new search that holds something.",
    ),
    click.option(
        "--resume",
        cls=_ResumeOption,
        is_eager=True,
        type=_FILE,
        metavar="PATH",
        help="As --checkpoint, but PATH must be there. Alone, shows what PATH holds.\f With another "
        "--checkpoint, the search is saved to that. In a search that continues, --nodes counts all nodes "
        "since the very start, --time only the time of this run.",
    ),
)


def checkpoint_options(command: Command) -> Command:
    return with_options(command, _CHECKPOINT, CHECKPOINTS)


def check_checkpoint(
    checkpoint: Path | None, resume: Path | None, source: Path | None, *, restart: bool
) -> Path | None:
    """The checkpoint that a search with these options continues; None when it begins anew.

    OutputError, before any work, where they name a file that is not to be written. Whether a checkpoint is
    that of the same search is known only when the search begins.
    """
    durable = {"checkpoint": checkpoint, "resume": resume, "restart": restart or None}
    check_combination(name for name, value in durable.items() if value is not None)
    if (path := checkpoint or resume) is None:
        return None
    from tilewright.solving.continuation import file_to_resume

    check_writable(path, source)
    return file_to_resume(checkpoint, resume, restart=restart)


def note_resumed(monitor: ProgressMonitor) -> Callable[[str], None]:
    """Prints on stderr what a search says about the checkpoint that it continues."""

    def say(sentence: str) -> None:
        monitor.clear()
        note(sentence)

    return say


def search_options(*capabilities: str) -> Callable[[Command], Command]:
    """The options of a search for many solutions by an engine with one of these capabilities."""
    engine: Callable[[Command], Command] = engine_option(*capabilities)
    return lambda command: with_options(
        command,
        (
            rules_options,
            *_COUNTS,
            *_FILTER,
            *_LIMITS,
            engine,
            threads_option,
            memory_option,
            checkpoint_options,
        ),
    )


def first_solution_options(capability: str) -> Callable[[Command], Command]:
    """The options of a search that keeps no checkpoint, by an engine with this capability."""
    engine: Callable[[Command], Command] = engine_option(capability)
    return lambda command: with_options(command, (rules_options, *_LIMITS, engine, threads_option))


def table_options(command: Command) -> Command:
    return with_options(command, (rules_options, time_option, memory_option, order_option, threads_option))


@dataclass(frozen=True)
class SearchOptions:
    """What a search was asked; the fields are named after the options' parameters."""

    file: str
    from_format: str | None = None
    problem: int | None = None
    lattice: str | None = None
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
    restart: bool = False
    order: tuple[str, ...] | None = None
    confirm: bool = False
    only: str | None = None
    moves: bool = False
    min_level: int | None = None
    max_level: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "only", filter_with_moves(self.only, moves=self.moves))
        if self.only is not None:
            object.__setattr__(self, "unique", True)

    def load_puzzle(self) -> LoadedPuzzle:
        """Read the puzzle, and check that the checkpoint can be written before any work is done."""
        names = ("mirrors", "only", "min_level", "max_level", "reject", "order", "confirm", "unique")
        check_combination(name for name in (*names, "checkpoint", "resume") if getattr(self, name))
        if self.only is not None:
            level_range(self.min_level, self.max_level)
        loaded = load_puzzle(
            self.file,
            motions=self.motions,
            use=self.use,
            from_format=self.from_format,
            problem=self.problem,
            lattice=self.lattice,
            mirrors=self.mirrors,
        )
        check_checkpoint(self.checkpoint, self.resume, loaded.path, restart=self.restart)
        return loaded

    @property
    def resumed_path(self) -> Path | None:
        """The checkpoint that the search continues; None when it begins anew."""
        return check_checkpoint(self.checkpoint, self.resume, None, restart=self.restart)

    @property
    def checkpoint_path(self) -> Path | None:
        """Where the state of the search is saved; a resumed search saves to the file it was read from."""
        return self.checkpoint or self.resume

    def keeps_checkpoints(self, *, listing: bool) -> bool:
        """Whether the engine that is named, if any, keeps checkpoints of a count, or of a list."""
        from tilewright.solving.engines.registry import keeps_checkpoints

        return self.engine is None or keeps_checkpoints(ENGINES[self.engine], listing=listing)

    def keywords(
        self, function: Callable[..., Any], monitor: ProgressMonitor, solutions: int | None = None
    ) -> dict[str, Any]:
        """The keyword arguments that this function of ``tilewright.solving.api`` takes."""
        from tilewright.solving.steps import Limits

        given = {
            "threads": self.threads,
            "limits": Limits(solutions=solutions, nodes=self.nodes, seconds=seconds_left(self.seconds)),
            "on_progress": monitor,
            "cancel": monitor.cancel,
            "memory": self.memory,
            "order": self.order,
            "checkpoint": self.checkpoint,
            "resume": self.resume,
            "restart": self.restart,
            "on_resume": note_resumed(monitor),
            "unique": self.unique,
            "labelled": self.labelled,
            "engine": self.engine,
            "confirm": self.confirm,
        }
        return {name: given[name] for name in given.keys() & signature(function).parameters.keys()}

    def words(self, *names: str) -> list[str]:
        """The options of a command line for the fields of these names, as far as they are given."""
        values = []
        for name in names:
            value = getattr(self, name)
            if value is not None and (name, value) != ("use", "all"):
                values += [f"--{name.removesuffix('_format')}", str(value)]
        return values

    def query_keys(self, command: str, puzzle: AnyPuzzle) -> dict[str, object]:
        """The keys of the JSON object that repeat what was asked."""
        names = ("mirrors", "reject", "problem", "only", "min_level", "max_level")
        asked = {name: getattr(self, name) for name in names}
        return {
            "command": command,
            "file": self.file,
            "title": puzzle.title,
            "motions": self.motions,
            "use": self.use,
            **{key: value for key, value in asked.items() if value is not None},
        }


def has_crossing(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether two pieces of the solution go straight through the same junction; squares stand for sticks."""
    from tilewright.formats.fine_sticks import sticks_of
    from tilewright.model.lattices import STICK

    cells = [placement.cells for placement in solution.placements]
    if puzzle.lattice.can_cross:
        passed = [point for cell in cells for point in puzzle.lattice.passed(cell)]
    else:
        passed = [point for value in cells for point in STICK.passed(sticks_of(value) or ())]
    return len(set(passed)) < len(passed)


def _stick_puzzle(puzzle: AnyPuzzle) -> Puzzle:
    """The puzzle, or the sticks that its squares stand for; UnsupportedError where there are none."""
    from tilewright.formats.fine_sticks import to_sticks

    sticks = None
    if not has_items(puzzle):
        sticks = puzzle if puzzle.lattice.can_cross else to_sticks(puzzle)
    if sticks is None:
        raise UnsupportedError("--reject crossings applies to sticks; in this puzzle pieces cannot cross")
    return sticks


def solve_without_crossings(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    sink: Callable[[Solution], None],
    monitor: ProgressMonitor,
    limit: int | None,
) -> tuple[Answer, Rejected]:
    """``api.solve`` for up to ``limit`` solutions in which no pieces cross, and how many were rejected.

    With ``--unique`` all images of those that were rejected are counted, as of the solutions. One engine
    lists the solutions in both cases. It agrees with ``crossings = false`` in a puzzle file, which is faster;
    each checks the other.
    """
    from tilewright.exact_cover.symmetry import symmetries
    from tilewright.exact_cover.translation import to_cover
    from tilewright.solving import api
    from tilewright.solving.engines.registry import choose
    from tilewright.solving.facts import recent_matrix_size
    from tilewright.solving.steps import Status

    _stick_puzzle(puzzle)
    assert not has_items(puzzle)
    if options.labelled:
        raise click.UsageError("--reject and --labelled cannot be combined")
    if options.engine is not None and not ENGINES[options.engine].can("lists"):
        raise click.UsageError(f"--reject needs an engine that lists solutions; {options.engine} only counts")
    free = replace(puzzle, crossings=True)
    group = symmetries(free) if options.unique else None
    kept = images = rejected = rejected_images = 0

    def put(solution: Solution) -> None:
        nonlocal kept, images, rejected, rejected_images
        if kept == limit:
            return
        size = len(group.orbit(solution)) if group is not None else 1
        if has_crossing(free, solution):
            rejected += 1
            rejected_images += size
            return
        kept += 1
        images += size
        sink(solution)
        if kept == limit:
            monitor.cancel.set()

    keywords = options.keywords(api.solve, monitor)
    choice = None
    if options.engine is None and options.resumed_path is None:
        choice = choose(to_cover(free).problem)
        keywords["engine"] = choice.engine.name
    answer = api.solve(free, sink=put, **keywords)
    answer = replace(
        answer,
        status=Status.LIMIT if kept == limit else answer.status,
        solutions=images,
        up_to_symmetry=kept if options.unique else None,
        engine_reason=answer.engine_reason if choice is None else choice.reason,
    )
    size = recent_matrix_size(free)
    return answer, Rejected(rejected_images, rejected if options.unique else None, size)


@dataclass(frozen=True)
class Rejected:
    """How many solutions ``--reject`` discarded, and how many up to symmetry, None without ``--unique``.

    ``matrix`` has the numbers of rows and columns that were searched, None where they are not known.
    """

    solutions: int
    up_to_symmetry: int | None
    matrix: tuple[int, int] | None = None

    @property
    def keys(self) -> dict[str, object]:
        """The keys of the JSON object."""
        matrix = None if self.matrix is None else dict(zip(("rows", "columns"), self.matrix, strict=True))
        counts = {"rejected": self.solutions, "rejected_up_to_symmetry": self.up_to_symmetry}
        return {**counts, "matrix": matrix}

    def text(self, answer: Answer) -> str:
        """The line ``rejected because of crossings: 304 of 1,088 solutions``."""
        all_of_them = counted((answer.solutions or 0) + self.solutions, "solution")
        unique = ""
        if self.up_to_symmetry is not None and answer.up_to_symmetry is not None:
            before = answer.up_to_symmetry + self.up_to_symmetry
            unique = f" ({self.up_to_symmetry:,} of {before:,} up to symmetry)"
        return f"rejected because of crossings: {self.solutions:,} of {all_of_them}{unique}"


def confirm_without_crossings(
    options: SearchOptions, puzzle: AnyPuzzle, answer: Answer, monitor: ProgressMonitor
) -> Answer:
    """The answer of ``solve_without_crossings``, confirmed by a count in which pieces cannot cross at all."""
    from tilewright.solving import api

    left = None if options.seconds is None else max(0.0, options.seconds - answer.seconds)
    keywords = replace(options, seconds=left).keywords(api.confirm, monitor)
    return api.confirm(replace(_stick_puzzle(puzzle), crossings=False), answer, **keywords)
