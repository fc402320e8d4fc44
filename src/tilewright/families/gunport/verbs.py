"""What the functions of ``tilewright`` do with gunport boards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.arrangement_verbs import draw as draw_arrangement
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.solve import solve_board, stream_arrangements
from tilewright.render.picture import Drawing
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Limits, Progress

__all__ = ["count", "draw", "first", "sample", "solutions", "solve"]

_DOMINO = Rules()


def solve(
    board: GunportBoard,
    *,
    rules: Rules = _DOMINO,
    query: GunportQuery = GunportQuery(),  # noqa: B008 - frozen
    engine: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> GunportAnswer:
    """The fewest pieces such that no more fits, with an arrangement, or with those that ``query`` asks for.

    ``rules`` name the piece and whether it may slide. Errors as of
    :func:`tilewright.families.gunport.solve.solve_board`.
    """
    if settings is not None:
        given = settings.keywords(solve)
        engine, threads = given.get("engine", engine), given.get("threads", threads)
        memory, limits = given.get("memory", memory), given.get("limits", limits)
    options = SolveOptions(threads, memory, limits, on_progress, cancel)
    return solve_board(board, rules, query, options, engine=engine)


def count(board: GunportBoard, *, rules: Rules = _DOMINO, settings: Settings | None = None) -> GunportAnswer:
    """How many arrangements have the fewest pieces, ``optima``, also up to symmetry."""
    query = GunportQuery(count=True, arrangements=0)
    return solve(board, rules=rules, query=query, settings=settings)


def first(
    board: GunportBoard, *, rules: Rules = _DOMINO, settings: Settings | None = None
) -> Arrangement | None:
    """An arrangement with the fewest pieces; None when there is no arrangement."""
    answer = solve(board, rules=rules, settings=settings)
    if not answer.proven:
        raise UnsupportedError(
            f"the search ended before its result was proven: {answer.note}; solve says what is known"
        )
    return answer.arrangements[0] if answer.arrangements else None


def solutions(
    board: GunportBoard,
    *,
    limit: int | None = None,
    unique: bool = False,
    rules: Rules = _DOMINO,
    settings: Settings | None = None,
) -> Generator[Arrangement, None, GunportAnswer]:
    """The arrangements with the fewest pieces one by one, and then the answer as the generator's value."""
    given = {} if settings is None else settings.keywords(solve)
    engine = given.pop("engine", None)
    query = GunportQuery(arrangements=limit, unique=unique)
    return stream_arrangements(board, rules, query, SolveOptions(**given), engine=engine)


def sample(
    board: GunportBoard, n: int, *, seed: int = 0, rules: Rules = _DOMINO, settings: Settings | None = None
) -> GunportAnswer:
    """``n`` arrangements with the fewest pieces, each drawn uniformly and independently."""
    return solve(board, rules=rules, query=GunportQuery(sample=n, seed=seed), settings=settings)


def draw(board: GunportBoard, *, title: str = "") -> Drawing:
    """The board with its given pieces."""
    return draw_arrangement(Arrangement(board, board.pieces), title=title)
