"""One door to the exact engines: a board, rules and a question; the engine that answers is chosen here.

- Plain rectangles and dominoes: the sweeps ``bounded`` and ``dense`` of ``rectangles``.
- Rectangles where no domino may slide: ``dense`` tells the fewest and one arrangement, ``frontier`` the rest.
- Other boards, other pieces, given pieces and ports: ``frontier``, in ``shapes``.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.families.gunport import rectangles, shapes
from tilewright.families.gunport.answer import GunportAnswer
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.rectangles import RectangleSearch
from tilewright.families.gunport.stepping import Ended
from tilewright.families.gunport.symmetries import board_symmetries, canonical
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.engines.frontier.semirings import Best
from tilewright.solve.resources import Resources, default_threads
from tilewright.solve.stepping import Control

ENGINES = (*rectangles.ENGINES, shapes.METHOD)

SWEPT_COLUMNS = 13
"""Columns up to which a rectangle's arrangements are counted up to symmetry by sweeps when they are too many
to be listed: 10 columns take seconds, 13 minutes."""

LONG_ROWS, LONG_COLUMNS = 100, 16
"""A board with so many rows or more, and so many columns or fewer, goes to the dense sweep at once: its rows
repeat soon, and then it answers any length."""


@dataclass(frozen=True)
class Question:
    """What is asked besides the fewest pieces.

    Up to ``arrangements`` optimal arrangements (None: all of them), with ``unique`` one of each kind under
    the board's own symmetries; or instead ``sample`` of them, each drawn from all alike, ``seed`` says which.
    ``count``: how many optimal arrangements there are, in all and up to symmetry. ValueError for a negative
    number.
    """

    count: bool = False
    arrangements: int | None = 1
    unique: bool = False
    sample: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.seed < 0 or any(n is not None and n < 0 for n in (self.arrangements, self.sample)):
            raise ValueError("a number of arrangements and a seed are 0 or more")

    @property
    def single(self) -> bool:
        """Whether any one optimal arrangement will do, or none."""
        return self.sample is None and self.arrangements in (0, 1)

    @property
    def plain(self) -> bool:
        """Whether one will do, and nothing is counted."""
        return self.single and not self.count


@dataclass(frozen=True)
class Means:
    """With what a question is answered: keywords as of ``shapes.solve_shape``."""

    threads: int | None = None
    memory: int | None = None
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None

    @property
    def resources(self) -> Resources:
        """The threads and the memory."""
        return Resources(self.threads or default_threads(), self.memory)

    @property
    def control(self) -> Control:
        """The limits, the progress and the button."""
        return Control(self.limits, self.threads or default_threads(), self.on_progress, self.cancel)

    def left(self, begun: float) -> Means:
        """The same with the time that is left of what there was at ``begun`` (``time.monotonic``)."""
        seconds = self.limits.seconds
        if seconds is None:
            return self
        limits = replace(self.limits, seconds=max(0.0, seconds - (time.monotonic() - begun)))
        return replace(self, limits=limits)


def solve_board(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    question: Question = Question(),
    means: Means = Means(),
    *,
    engine: str | None = None,
) -> GunportAnswer:
    """The answer to a question about a board, with all arrangements that were asked for.

    A limit or the button leaves what is known by then. ``engine``, one of ENGINES, is taken whether it suits
    or not. UnsupportedError when it cannot answer, or needs more memory than it may have. PuzzleError when a
    given piece is another than that of the rules.
    """
    found: list[Arrangement] = []
    steps = stream_arrangements(board, rules, question, means, engine=engine)
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            answer: GunportAnswer = end.value
            return replace(answer, arrangements=tuple(found)) if found else answer


def stream_arrangements(
    board: GunportBoard,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    question: Question = Question(),
    means: Means = Means(),
    *,
    engine: str | None = None,
) -> Generator[Arrangement, None, GunportAnswer]:
    """The arrangements that were asked for, one by one, each checked; returns the answer.

    The answer's own ``arrangements`` are empty, but for the best one that was found when there was no time
    to find those that were asked for. Errors as of ``solve_board``.
    """
    if engine is not None and engine not in ENGINES:
        raise UnsupportedError(f"there is no gunport engine {engine!r}; there are {', '.join(ENGINES)}")
    plain = board.size is not None and rules.is_domino
    if engine in rectangles.ENGINES and not plain:
        raise UnsupportedError(
            f"the engine {engine!r} takes plain rectangles and dominoes; expected {shapes.METHOD!r} or none"
        )
    if engine == shapes.METHOD or not plain or (engine is None and rules.no_slide and not question.plain):
        return (yield from _by_states(board, rules, question, means))
    if engine is None and question.plain and _is_long(board):
        engine = "dense"
    return (yield from _of_rectangle(board, rules, question, means, engine))


def _is_long(board: GunportBoard) -> bool:
    assert board.size is not None
    return max(board.size) >= LONG_ROWS and min(board.size) <= LONG_COLUMNS


def _by_states(
    board: GunportBoard, rules: Rules, question: Question, means: Means
) -> Generator[Arrangement, None, GunportAnswer]:
    """By the engine ``frontier``, whatever the board is."""
    begun = time.monotonic()
    answer = yield from shapes.optimal_arrangements(
        board,
        rules,
        unique=question.unique,
        arrangements=question.arrangements,
        sample=question.sample,
        seed=question.seed,
        **_keywords(means),
    )
    if question.plain:
        return replace(answer, optima=None, up_to_symmetry=None)
    # One of each kind was counted on the way when just those were listed.
    if question.count and answer.up_to_symmetry is None and answer.status is Status.COMPLETE:
        answer = _up_to_symmetry(answer, means.left(begun))
    return replace(answer, seconds=time.monotonic() - begun)


def _of_rectangle(
    board: GunportBoard, rules: Rules, question: Question, means: Means, engine: str | None
) -> Generator[Arrangement, None, GunportAnswer]:
    """By the sweeps for rectangles, as far as they go."""
    begun = time.monotonic()

    def heard(progress: Progress) -> None:
        assert means.on_progress is not None
        if search.method == "dense":  # it has no states to be counted
            progress = replace(progress, words=f"dense sweep of {search.columns:,} columns")
        means.on_progress(progress)

    search = RectangleSearch(
        board,
        rules,
        engine=engine,
        counted=not question.plain,
        control=replace(means.control, on_progress=heard if means.on_progress else None),
        resources=means.resources,
    )
    optima: int | None = None
    given = False
    try:
        search.solve()
        answer = search.answer(Status.COMPLETE)
        if search.best is None:
            return replace(answer, optima=0, up_to_symmetry=0)
        if not question.plain:
            optima = search.number()
        answer = replace(answer, optima=optima, arrangements=())
        if question.single:
            asked: Iterator[Arrangement] = iter((search.best,)[: question.arrangements])
        elif search.ranked:
            asked = _asked_for(search, optima or 0, question)
        else:
            return (yield from _unranked(answer, question, means.left(begun)))
        for arrangement in asked:
            given = True
            yield arrangement
        if question.count:
            if not _sweeps_are_quicker(search.columns, optima or 0):
                answer = replace(answer, up_to_symmetry=search.orbits(optima or 0))
            if answer.up_to_symmetry is None:
                answer = _up_to_symmetry(answer, means.left(begun))
        return replace(answer, seconds=time.monotonic() - begun)
    except Ended as end:
        answer = replace(search.answer(end.status, end.note), optima=optima)
        return replace(answer, arrangements=()) if given else answer


def _unranked(
    answer: GunportAnswer, question: Question, means: Means
) -> Generator[Arrangement, None, GunportAnswer]:
    """So many arrangements that only the engine ``frontier`` can tell one from another by a number."""
    try:
        rest = yield from _by_states(answer.board, answer.rules, question, means)
    except UnsupportedError as error:
        raise UnsupportedError(f"there are more than 2^128 arrangements, too many to list: {error}") from None
    return replace(rest, optima=answer.optima, states=answer.states + rest.states)


def _asked_for(search: RectangleSearch, optima: int, question: Question) -> Iterator[Arrangement]:
    """The arrangements that a question asks for, once the number of all is known."""
    if question.sample is not None:
        yield from search.drawn(optima, question.sample, random.Random(question.seed))
    elif not question.unique or question.arrangements is None:
        yield from search.listed(optima, question.arrangements, unique=question.unique)
    else:
        # Few are wanted: going to the image that stands for each is sooner done than waiting for it.
        group = board_symmetries(search.board, search.rules)
        seen: set[Arrangement] = set()
        for arrangement in search.listed(optima, None, unique=False):
            if len(seen) >= question.arrangements:
                return
            kept = canonical(arrangement, group)
            if kept not in seen:
                seen.add(kept)
                yield kept


def _sweeps_are_quicker(columns: int, optima: int) -> bool:
    """Whether it is sooner done to count symmetric arrangements than to list all: both take time with the
    number of cells, a list with the number of arrangements, sweeps with 3^columns states."""
    return columns <= SWEPT_COLUMNS and optima > 3 ** (columns - 2) + 500


def _up_to_symmetry(answer: GunportAnswer, means: Means) -> GunportAnswer:
    """The answer with the number up to symmetry, by sweeps, where the board is narrow enough for them."""
    size = answer.board.size
    if size is not None and min(size) > SWEPT_COLUMNS:
        note = (
            f"the arrangements were not counted up to symmetry: there are too many to be listed, and "
            f"{min(size)} columns are too many for sweeps ({SWEPT_COLUMNS} at most)"
        )
        return replace(answer, status=Status.LIMIT, note=note)
    assert answer.pieces is not None and answer.optima is not None
    counted = shapes.count_orbits(
        answer.board, answer.rules, Best(answer.pieces, answer.optima), **_keywords(means)
    )
    return replace(
        answer,
        up_to_symmetry=counted.up_to_symmetry,
        status=counted.status,
        note=counted.note,
        states=answer.states + counted.states,
        seconds=answer.seconds + counted.seconds,
    )


def _keywords(means: Means) -> dict[str, Any]:
    return {field.name: getattr(means, field.name) for field in fields(means)}
