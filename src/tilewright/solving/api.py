"""Answers about puzzles: count, solve, estimate, and more. Each function builds a query and runs it.

A query goes a straight way: ``prepare`` (the cover problem and what is known of it), ``plan`` (the engine and
the method), ``run`` (the answer).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.solving.dispatch import verb
from tilewright.solving.driver import iterate
from tilewright.solving.engines.registry import engine_named
from tilewright.solving.facts import prepare
from tilewright.solving.keywords import answer_kept, answer_to, continuing_query, control_of, filtering_of
from tilewright.solving.planner import plan
from tilewright.solving.questions import (
    Answer,
    Count,
    DecidePlacements,
    Find,
    Forced,
    Kept,
    Options,
    Query,
)
from tilewright.solving.resources import Resources
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Limits, Progress, check_amount

if TYPE_CHECKING:
    from tilewright.model.levels import Levels, Order
    from tilewright.solving.answers import Distribution, Optimum, Residue, Sample
    from tilewright.solving.engines.frontier.sweep_size import Forecast
    from tilewright.solving.strategies.count_estimate import Estimate

__all__ = [
    "Answer",
    "Forced",
    "Kept",
    "confirm",
    "count",
    "count_by",
    "count_modulo",
    "estimate",
    "first",
    "forced",
    "forecast",
    "optimise",
    "optimize",
    "sample",
    "solutions",
    "solve",
    "unsupported_by",
]

ESTIMATE_SECONDS = 5.0  # that an estimate takes


@verb
def count(
    puzzle: AnyPuzzle,
    *,
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
    confirm: bool = False,
    only: str | None = None,
    min_level: int | None = None,
    max_level: int | None = None,
    settings: Settings | None = None,
) -> Answer:
    """How many solutions the puzzle has, without keeping them.

    ``unique`` counts up to symmetry as well, ``labelled`` with labelled copies as well. ``symmetry=False``
    searches the whole tree even where the board's symmetries would save work. ``threads`` None: all cores
    that the process may use. Where it pays, nothing is listed: see ``frontier`` and ``kasteleyn`` in
    docs/explanation/engines.md. ``memory`` bounds the bytes of their tables (None: half of what is free);
    ``order`` names items (cells as ``(x, y)``, pieces by name) that the engine frontier is to go through
    first.

    With ``confirm`` an engine that shares no search code with the first counts again, on half of the threads
    if there are two; ``Answer.confirmed_by`` names it, and is "" where a limit came first.
    DisagreementError when the numbers differ; UnsupportedError when no such engine supports the puzzle.

    ``only`` names a filter, such as ``disassemblable``: then the solutions with a property are counted, those
    whose first level is from ``min_level`` to ``max_level``, and ``Answer.kept`` has their levels. All
    solutions are listed for this, up to symmetry; ``memory`` bounds the bytes of the examinations.
    UnsupportedError for an unknown filter, for a puzzle in which the property has no meaning, and together
    with ``symmetry=False``, ``order``, ``confirm`` or a checkpoint.

    ``settings`` has these keywords as one value; what is given here goes first.

    The search is saved to ``checkpoint`` and continues that where it is there already; ``resume`` continues
    a file that must be there. ``on_resume`` gets a sentence that says how far it was. With ``restart`` the
    search begins anew; the old file is kept as FILE.bak until a save holds something. CheckpointError, with
    both questions, for the checkpoint of another search, and OutputError for a file that is none or that
    another process uses; it is left as it is.

        >>> from tilewright import count, load
        >>> answer = count(load("catalog:pentominoes-6x10"), unique=True)
        >>> answer.solutions, answer.up_to_symmetry, answer.status.value
        (9356, 2339, 'complete')
    """
    options = Options(engine, unique, labelled, symmetry, order or ())
    control = control_of(threads, limits, on_progress, cancel, checkpoint, resume, restart, on_resume)
    filtering = filtering_of(only, min_level, max_level, options, control, confirm=confirm)
    if filtering is not None:
        return answer_kept(puzzle, filtering, lambda solution, levels: None, options, control, memory)
    return answer_to(puzzle, Count(), options, control, memory, confirm=confirm)


@verb
def solve(
    puzzle: AnyPuzzle,
    *,
    sink: Callable[[Solution], None],
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
    seed: int = 0,
    only: str | None = None,
    min_level: int | None = None,
    max_level: int | None = None,
    sort: Order | None = None,
    settings: Settings | None = None,
) -> Answer:
    """Deliver each solution to ``sink``, verified, one at a time; with ``unique`` one of each orbit.

    The order is the same for any number of threads. A search for one solution (``limits.solutions``
    1) looks into all parts of the tree in turn, so its solution need not be the first of a full search.
    ``memory`` bounds the bytes of the graph of states (None: half of what is free), which the engine
    frontier builds and walks through; without an engine it is used where that is expected to pay. ``seed``
    is that of the engine restarts.

    ``only``, ``min_level`` and ``max_level`` are those of :func:`count`; one solution of each orbit is
    delivered. ``sort`` delivers them when the search is over: the highest levels first (``level``), the most
    moves first (``moves``), or as they are found (``number``).

        >>> from tilewright import load, solve
        >>> found = []
        >>> solve(load("catalog:dominoes-4x4"), sink=found.append).solutions, len(found)
        (36, 36)
    """
    options = Options(engine, unique, labelled, symmetry)
    control = control_of(threads, limits, on_progress, cancel, checkpoint, resume, restart, on_resume, seed)
    filtering = filtering_of(only, min_level, max_level, options, control, sort=sort)
    if filtering is None:
        return answer_to(puzzle, Find(sink), options, control, memory)
    if sort is None:
        return answer_kept(puzzle, filtering, lambda one, levels: sink(one), options, control, memory)
    from tilewright.model.levels import check_order, in_order  # here: other questions need no levels

    check_order(sort)
    pairs: list[tuple[Solution, Levels]] = []

    def collect(solution: Solution, levels: Levels) -> None:
        pairs.append((solution, levels))

    answer = answer_kept(puzzle, filtering, collect, options, control, memory)
    pairs = in_order(pairs, sort)
    for solution, _ in pairs:
        sink(solution)
    assert answer.kept is not None
    return replace(answer, kept=replace(answer.kept, levels=tuple(levels for _, levels in pairs)))


@verb
def solutions(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = None,
    unique: bool = False,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
    settings: Settings | None = None,
) -> Generator[Solution, None, Answer]:
    """The solutions, verified, and then the answer as the generator's value; ``limit`` ends it after so many.

    The search waits while no solution is requested, and ends when the generator is closed.

        >>> from tilewright import load, solutions
        >>> for solution in solutions(load("catalog:pentominoes-3x20"), limit=2):
        ...     print(solution)
        <Solution with 12 placements: U, X, I, P, L, N, F, T, W, Y, Z, V>
        <Solution with 12 placements: U, X, I, P, Z, Y, W, T, F, N, L, V>
    """
    if limit is not None:
        check_amount(limit, "limit", 0)
        limits = replace(limits, solutions=limit)
    options = Options(engine, unique, symmetry=symmetry)
    control = control_of(threads, limits, on_progress, cancel, checkpoint, resume, restart, on_resume)
    query = Query(puzzle, Find(), options, control, Resources(control.threads))
    with continuing_query(query) as continued:
        facts = prepare(continued)
        return (yield from iterate(facts, plan(facts)))


@verb
def first(
    puzzle: AnyPuzzle,
    *,
    engine: str | None = None,
    threads: int | None = None,
    settings: Settings | None = None,
) -> Solution | None:
    """A solution, verified; None when none exists.

    >>> from tilewright import Puzzle, first
    >>> print(first(Puzzle.of("####", ["##", "##"])))
    <Solution with 2 placements: I2 (2)>
    """
    all_solutions = list(solutions(puzzle, engine=engine, threads=threads, limits=Limits(solutions=1)))
    return all_solutions[0] if all_solutions else None


@verb
def optimise(
    puzzle: AnyPuzzle,
    *,
    maximise: bool | None = None,
    count_optima: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Optimum:
    """The least (or greatest) sum of costs over all solutions, with a verified solution that has it.

    ``maximise`` None: the greatest if that is the puzzle's goal, else the least.
    Costs are given to pieces, cells and single placements; without any every solution costs 0. Other
    keywords as of :func:`count`.

        >>> from tilewright import Board, Puzzle, optimise, pieces
        >>> prices = {(x, 0): x for x in range(4)}
        >>> board = Board.of([(x, y) for x in range(4) for y in range(2)], costs=prices)
        >>> optimise(Puzzle.of(board, pieces.dominoes(4))).cost
        6
    """
    from tilewright.solving.answers import Optimise

    control = control_of(threads, limits, on_progress, cancel)
    if maximise is None:
        maximise = puzzle.goal == "greatest"
    return answer_to(puzzle, Optimise(maximise, count_optima), Options(order=order or ()), control, memory)


optimize = optimise


@verb
def sample(
    puzzle: AnyPuzzle,
    n: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Sample:
    """``n`` solutions, verified, each drawn uniformly from all solutions, independently, with repetition.

    The same seed gives the same sample, and a longer one begins with the shorter. ValueError when n or
    the seed is negative. Other keywords as of :func:`count`.

        >>> from tilewright import load, sample
        >>> drawn = sample(load("catalog:dominoes-8x8"), 3, seed=1)
        >>> len(drawn.solutions), drawn.total
        (3, 12988816)
    """
    from tilewright.solving.answers import Draw

    if not isinstance(n, int) or not isinstance(seed, int) or n < 0 or seed < 0:
        raise ValueError("a sample has 0 or more solutions, and a seed is 0 or more, both whole numbers")
    control = control_of(threads, limits, on_progress, cancel, seed=seed)
    return answer_to(puzzle, Draw(n), Options(order=order or ()), control, memory)


@verb
def count_by(
    puzzle: AnyPuzzle,
    piece: str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
    confirm: bool = False,
    settings: Settings | None = None,
) -> Distribution:
    """How many solutions the puzzle has for each number of copies of a piece, without listing any.

    The generating function of the solutions by that number; for monominoes on a board with dominoes, the
    matching polynomial of the board's graph (Heilmann and Lieb 1972). Keywords as of :func:`count`.
    UnsupportedError when there is no such piece, or no sweep can be made.

        >>> from tilewright import Board, Puzzle, pieces
        >>> from tilewright.solving.api import count_by
        >>> pair = pieces.dominoes((0, 4)) + pieces.monominoes((0, 9))
        >>> count_by(Puzzle.of(Board.rectangle(3, 3), pair), "I2").counts
        (1, 12, 44, 56, 18)
    """
    from tilewright.solving.answers import CountByPiece

    control = control_of(threads, limits, on_progress, cancel, checkpoint, resume, restart, on_resume)
    options = Options(order=order or ())
    return answer_to(puzzle, CountByPiece(piece), options, control, memory, confirm=confirm)


def confirm(
    puzzle: AnyPuzzle,
    answer: Answer,
    *,
    unique: bool = False,
    labelled: bool = False,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    memory: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Answer:
    """A complete answer, confirmed as by ``count(..., confirm=True)`` after it was found; others as they are.

    Keywords and errors as of :func:`count`.
    """
    from tilewright.solving.strategies.confirmed_count import confirm_answer

    control = control_of(threads, limits, on_progress, cancel)
    if memory is not None:
        check_amount(memory, "memory", 0)
    resources = Resources(control.threads, memory)
    query = Query(puzzle, Count(), Options(unique=unique, labelled=labelled), control, resources)
    return confirm_answer(query, answer)


@verb
def count_modulo(
    puzzle: AnyPuzzle,
    modulus: int,
    *,
    engine: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
    confirm: bool = False,
    settings: Settings | None = None,
) -> Residue:
    """How many solutions the puzzle has modulo a number of 1 to 2^63 - 1, without listing any.

    Keywords as of :func:`count`. ValueError for another modulus; UnsupportedError when no sweep can be made.

        >>> from tilewright import load
        >>> from tilewright.solving.api import count_modulo
        >>> count_modulo(load("catalog:dominoes-8x8"), 1000).residue
        816
    """
    from tilewright.solving.answers import CountModulo

    control = control_of(threads, limits, on_progress, cancel, checkpoint, resume, restart, on_resume)
    options = Options(engine, order=order or ())
    return answer_to(puzzle, CountModulo(modulus), options, control, memory, confirm=confirm)


@verb
def forced(
    puzzle: AnyPuzzle,
    *,
    engine: str | None = None,
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    symmetry: bool = True,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Forced:
    """Decide for each placement whether it is in all solutions, in none, or in some.

    ``limits`` are for all searches together; a limit of solutions is ignored. ``symmetry=False`` does not use
    the board's symmetries, under which forced placements go to forced placements.

        >>> from tilewright import Puzzle, forced
        >>> found = forced(Puzzle.of("##..\\n#...\\n####", ["##\\n#.", "####"]))
        >>> [placement.piece for placement in found.always], found.never
        (['V3', 'I4'], (Placement(piece='V3', cells=((0, 1), (0, 2), (1, 2))),))
    """
    control = control_of(threads, limits, on_progress, cancel)
    return answer_to(puzzle, DecidePlacements(), Options(engine, symmetry=symmetry), control)


@verb
def estimate(
    puzzle: AnyPuzzle,
    *,
    engine: str | None = None,
    unique: bool = False,
    symmetry: bool = True,
    seconds: float = ESTIMATE_SECONDS,
    repetitions: int | None = None,
    states: int | None = None,
    effort: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    memory: int | None = None,
    order: Sequence[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Estimate:
    """How many solutions the puzzle has, and how large the count's search is, as far as ``seconds`` tell.

    First comes a real count: what it completes is exact. It visits the nodes that are expected to take
    ``effort`` seconds (None: a tenth of ``seconds``), and as many states of a sweep, so it does not depend on
    the machine whether it completes; if the time was up before, the status is LIMIT. The rest goes into
    repetitions of an estimate, as many as fit or ``repetitions``: those by the same ``seed`` are the same.
    Where they do not agree the numbers are lower bounds; see :class:`Quantity`. ``engine`` is the one whose
    search is estimated; with sequential-monte-carlo, ``states`` partial solutions are kept in each
    repetition. With ``unique`` solutions are counted up to symmetry. When ``cancel`` is set, the answer is
    what is known by then. Other keywords as of :func:`count`.

        >>> from tilewright import estimate, load
        >>> found = estimate(load("catalog:pentominoes-6x10"))
        >>> found.solutions.kind.value, found.solutions.value
        ('exact', 9356)
    """
    from tilewright.solving.strategies.count_estimate import Repetitions, counted_query, estimate_count

    options = Options(engine, unique, symmetry=symmetry, order=order or ())
    control = control_of(threads, Limits(seconds=seconds), on_progress, cancel, seed=seed)
    if memory is not None:
        check_amount(memory, "memory", 0)
    query = Query(puzzle, Count(), options, control, Resources(control.threads, memory))
    facts = prepare(query)
    counting = plan(replace(facts, query=counted_query(query)))
    return estimate_count(facts, counting, Repetitions(repetitions, states), effort)


def forecast(puzzle: AnyPuzzle, *, order: Sequence[str] | None = None) -> Forecast:
    """How large a count by the engine frontier is expected to be, without symmetry; ``order`` as in count."""
    return prepare(Query(puzzle, Count(), Options(order=order or ()))).forecast


def unsupported_by(engine: str, puzzle: AnyPuzzle) -> str:
    """Why the engine of this name does not take a puzzle, as a sentence; "" when it does."""
    cover = prepare(Query(puzzle, Count())).cover
    return engine_named(engine).unsupported(cover.problem, cover.forced)
