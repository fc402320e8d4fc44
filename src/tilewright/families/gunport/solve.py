"""Solving a board exactly: the engine that answers a query is chosen here.

- Plain rectangles and dominoes: the sweeps ``bounded`` and ``dense`` of ``engines.rectangles``.
- Rectangles where no domino may slide: ``dense`` for the fewest and one arrangement, else ``frontier``.
- Other boards, other pieces, given pieces and ports: ``frontier``.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from dataclasses import replace

from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import (
    Arrangement,
    GunportBoard,
    Rules,
    board_symmetries,
    representatives,
)
from tilewright.families.gunport.engines import frontier, tree_search
from tilewright.families.gunport.engines.rectangles import SWEEPS, RectangleSearch
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ENGINES
from tilewright.solving.engines.frontier.semirings import Best
from tilewright.solving.steps import Cancelled, Progress, Returning, Status
from tilewright.wording import quoted

MAX_SWEPT_COLUMNS = 13
"""The widest rectangles whose arrangements are counted up to symmetry by sweeps when there are too many to
list: 10 columns take seconds, 13 minutes."""

LONG_ROWS, LONG_COLUMNS = 100, 16
"""A board with at least so many rows and at most so many columns goes to the dense sweep at once: its rows
repeat soon, and then it answers any length."""


def solve_board(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    query: GunportQuery = GunportQuery(),  # noqa: B008
    options: SolveOptions = SolveOptions(),  # noqa: B008
    *,
    engine: str | None = None,
) -> GunportAnswer:
    """The answer to a query about a board, with all arrangements that it asks for.

    After a limit or cancellation the answer has what is known by then. ``engine``, one of ENGINES, overrides
    the choice. UnsupportedError when it cannot answer or needs more memory than is allowed. PuzzleError when
    a given piece is not the piece of the rules.
    """
    steps = Returning(stream_arrangements(board, rules, query, options, engine=engine))
    arrangements = tuple(steps)
    return replace(steps.value, arrangements=arrangements) if arrangements else steps.value


def stream_arrangements(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    query: GunportQuery = GunportQuery(),  # noqa: B008
    options: SolveOptions = SolveOptions(),  # noqa: B008
    *,
    engine: str | None = None,
) -> Generator[Arrangement, None, GunportAnswer]:
    """The arrangements of a query one by one, each checked; returns the answer.

    The answer's own ``arrangements`` are empty, except for the best one found when a limit came before the
    first of the query. Errors as of ``solve_board``.
    """
    if engine is not None and engine not in ENGINES:
        raise UnsupportedError(f"there is no gunport engine {quoted(engine)}; there are {', '.join(ENGINES)}")
    if engine == tree_search.METHOD:
        return (yield from _by_tree_search(board, rules, query, options))
    plain = board.size is not None and rules.is_domino
    if engine in SWEEPS and not plain:
        raise UnsupportedError(
            f"the engine {quoted(engine)} supports plain rectangles and dominoes only; "
            f"expected {frontier.METHOD!r}, {tree_search.METHOD!r} or none"
        )
    default = default_engine(board, rules, query)
    if frontier.METHOD in (engine, default if engine is None else ""):
        return (yield from _by_frontier(board, rules, query, options))
    if engine is None and default == "dense":
        engine = default
    return (yield from _by_sweeps(board, rules, query, options, engine))


def default_engine(board: GunportBoard, rules: Rules, query: GunportQuery) -> str:
    """The engine that answers a query, or that begins: ``dense`` may follow ``bounded``."""
    if board.size is None or not rules.is_domino:
        return frontier.METHOD
    if rules.no_slide:
        return "dense" if query.plain else frontier.METHOD
    long = max(board.size) >= LONG_ROWS and min(board.size) <= LONG_COLUMNS
    return "dense" if query.plain and long else "bounded"


def _by_tree_search(
    board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions
) -> Generator[Arrangement, None, GunportAnswer]:
    refusal = tree_search.unsupported(board, rules, query, options)
    if refusal:
        raise UnsupportedError(f"the engine {tree_search.METHOD!r} does not support {board.name}: {refusal}")
    answer = yield from tree_search.optimal_arrangements(board, rules, query, options)
    optima = None if query.plain else answer.optima
    return replace(answer, optima=optima, up_to_symmetry=answer.up_to_symmetry if query.count else None)


def _by_frontier(
    board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions
) -> Generator[Arrangement, None, GunportAnswer]:
    start_time = monotonic()
    answer = yield from frontier.optimal_arrangements(board, rules, query, options)
    if query.plain:
        return replace(answer, optima=None, up_to_symmetry=None)
    # With query.unique they have been counted already.
    if query.count and answer.up_to_symmetry is None and answer.status is Status.COMPLETE:
        answer = _up_to_symmetry(answer, options.remaining(start_time))
    return replace(answer, seconds=monotonic() - start_time)


def _by_sweeps(
    board: GunportBoard, rules: Rules, query: GunportQuery, options: SolveOptions, engine: str | None
) -> Generator[Arrangement, None, GunportAnswer]:
    start_time = monotonic()

    def report(progress: Progress) -> None:
        assert options.on_progress is not None
        if search.method == "dense":  # it has no states to count
            progress = replace(progress, words=f"dense sweep of {search.columns:,} columns")
        options.on_progress(progress)

    search = RectangleSearch(
        board,
        rules,
        engine=engine,
        counted=not query.plain,
        control=replace(options.control, on_progress=report if options.on_progress else None),
        resources=options.resources,
        on_best=options.on_best,
    )
    optima: int | None = None
    yielded = False
    try:
        search.solve()
        answer = search.answer(Status.COMPLETE)
        if search.best is None:
            return replace(answer, optima=0, up_to_symmetry=0)
        if not query.plain:
            optima = search.number()
        answer = replace(answer, optima=optima, arrangements=())
        if query.single:
            arrangements: Iterator[Arrangement] = iter((search.best,)[: query.arrangements])
        elif search.ranked:
            arrangements = _selected(search, optima or 0, query)
        else:
            return (yield from _unranked(answer, query, options.remaining(start_time)))
        for arrangement in arrangements:
            yielded = True
            yield arrangement
        if query.count:
            if options.list_orbits or not sweeps_are_quicker(search.columns, optima or 0):
                orbits = search.up_to_symmetry(optima or 0)
                answer = replace(answer, up_to_symmetry=orbits, orbits_method="bounded")
            if answer.up_to_symmetry is None:
                answer = _up_to_symmetry(answer, options.remaining(start_time))
        return replace(answer, seconds=monotonic() - start_time)
    except Cancelled as end:
        answer = replace(search.answer(end.status, end.note), optima=optima)
        return replace(answer, arrangements=()) if yielded else answer


def _unranked(
    answer: GunportAnswer, query: GunportQuery, options: SolveOptions
) -> Generator[Arrangement, None, GunportAnswer]:
    """More than 2^128 arrangements, which only the engine ``frontier`` can number."""
    try:
        rest = yield from _by_frontier(answer.board, answer.rules, query, options)
    except UnsupportedError as error:
        raise UnsupportedError(f"there are more than 2^128 arrangements, too many to list: {error}") from None
    return replace(rest, optima=answer.optima, states=answer.states + rest.states)


def _selected(search: RectangleSearch, optima: int, query: GunportQuery) -> Iterator[Arrangement]:
    """The arrangements that a query asks for, once the number of all is known."""
    if query.sample is not None:
        yield from search.sample(optima, query.sample, random.Random(query.seed))
        return
    group = board_symmetries(search.board, search.rules) if query.unique else ()
    yield from representatives(search.list_arrangements(optima), group, query.arrangements)


def sweeps_are_quicker(columns: int, optima: int) -> bool:
    """Whether counting symmetric arrangements by sweeps is quicker than listing all.

    A list takes time proportional to the number of arrangements, a sweep to 3^columns states."""
    return columns <= MAX_SWEPT_COLUMNS and optima > 3 ** (columns - 2) + 500


def _up_to_symmetry(answer: GunportAnswer, options: SolveOptions) -> GunportAnswer:
    """The answer with the number up to symmetry by sweeps, where the board is narrow enough."""
    size = answer.board.size
    if size is not None and min(size) > MAX_SWEPT_COLUMNS:
        note = (
            f"the arrangements were not counted up to symmetry: there are too many to list, and "
            f"{min(size)} columns are too many for sweeps ({MAX_SWEPT_COLUMNS} at most)"
        )
        return replace(answer, status=Status.LIMIT, note=note)
    assert answer.pieces is not None and answer.optima is not None
    best = Best(answer.pieces, answer.optima)
    counted = frontier.FrontierSearch(answer.board, answer.rules, options).counted(best)
    return replace(
        answer,
        up_to_symmetry=counted.up_to_symmetry,
        orbits_method=counted.orbits_method,
        status=counted.status,
        note=counted.note,
        states=answer.states + counted.states,
        seconds=answer.seconds + counted.seconds,
    )
