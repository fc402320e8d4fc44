"""The grid on which the most ways lead to the whole set: annealing with exact counts; proof for small sets.

A grid and its mirror in the diagonal have the same ways, so one shape of rectangle is enough: n + 2 cells
wide, n + 1 high.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tilewright._core import DominosaMostWays
from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import LARGEST_QUICK, Rectangle
from tilewright.families.dominosa.number_grid import NumberGrid
from tilewright.solve.engines.base import Limits, Progress, Status

LARGEST_PROVEN = 5
"""The largest set for which the core can keep all tilings, and so try to prove what is most."""

STEPS_A_CELL = 10_000
"""Steps of a round, for each cell, unless another number is asked for."""

HOT, WARM, COLD = 0.25, 0.12, 0.02
"""Temperatures, in logarithms of ways: where a round starts, where each reheating starts, where both end."""

REHEATINGS = 8
"""How often a round goes on from its best grid, a little warmer; the first cooling is a fifth of it."""

NODES_A_STEP = 20_000
COUNTS_A_LOOK = 64


@dataclass(frozen=True)
class MostWays:
    """The best grid that was found and its number of ways, 0 and None when none was.

    ``proven`` says that no other has more. ``tried`` are the grids counted, or the nodes of the proof.
    """

    status: Status
    ways: int
    grid: NumberGrid | None
    proven: bool
    tried: int
    seconds: float
    share: float


@dataclass(frozen=True)
class Watching:
    """How a long search is watched and ended: a clock, a button, somebody who wants to know."""

    limits: Limits = Limits()  # noqa: RUF009 - frozen
    on_progress: Callable[[Progress], None] | None = None
    cancel: threading.Event | None = None


def maximise(
    largest: int,
    *,
    rounds: int = 4,
    seed: int = 0,
    steps: int | None = None,
    watching: Watching = Watching(),
) -> MostWays:
    """Look for the grid of the double-``largest`` set with the most ways, by simulated annealing.

    A step swaps two numbers; each grid is counted exactly. Round r of a seed is always the same, whatever the
    number of rounds: ``steps`` steps from a random set, hot to cold, with reheatings. UnsupportedError for
    a set that is too large.
    """
    _check(largest, LARGEST_QUICK)
    board = Rectangle(largest + 2, largest + 1, largest)
    planned = steps if steps is not None else STEPS_A_CELL * board.width * board.height
    began, best, grid, tried = time.monotonic(), 0, None, 0
    for number in range(rounds):
        for done, ways, numbers in _round(board, largest, f"{seed}.{number}", planned):
            if ways > best:
                best, grid = ways, numbers
            share = (number + done / planned) / rounds
            progress = _progress(share, tried + done, best, began)
            status = _watched(watching, progress)
            if status is not None:
                return _found(status, best, grid, board.width, progress, proven=False)
        tried += planned
    progress = _progress(1.0, tried, best, began)
    return _found(Status.COMPLETE, best, grid, board.width, progress, proven=False)


def _round(board: Rectangle, largest: int, seed: str, steps: int) -> Iterator[tuple[int, int, list[int]]]:
    """A round of annealing; now and then (steps done, most ways so far, the numbers that have them).

    It cools once from a random set, then again and again from the best grid so far.
    """
    chance = random.Random(seed)
    kept = _laid(board, largest, chance)
    best = board.ways(kept)
    rest = steps - steps // 5
    ends = [steps // 5, *(steps // 5 + rest * k // REHEATINGS for k in range(1, REHEATINGS + 1))]
    for start, end, heat in zip([0, *ends], ends, [HOT, *[WARM] * REHEATINGS], strict=False):
        for done, now, numbers in _cooling(board, kept, chance, end - start, heat):
            if now > best:
                best, kept = now, numbers
            yield start + done, best, kept
    yield steps, best, kept


def _cooling(
    board: Rectangle, numbers: Sequence[int], chance: random.Random, steps: int, heat: float
) -> Iterator[tuple[int, int, list[int]]]:
    """Cool down from a grid; now and then what :func:`_round` tells, and at the end."""
    held = list(numbers)
    ways = best = board.ways(held)
    kept = list(held)
    for step in range(steps):
        a, b = chance.randrange(len(held)), chance.randrange(len(held))
        lot = chance.random()
        if held[a] != held[b]:
            held[a], held[b] = held[b], held[a]
            now = board.ways(held)
            temperature = heat * (COLD / heat) ** (step / steps)
            if now and (now >= ways or lot < math.exp(math.log(now / ways) / temperature)):
                ways = now
                if ways > best:
                    best, kept = ways, list(held)
            else:
                held[a], held[b] = held[b], held[a]
        if step % COUNTS_A_LOOK == 0:
            yield step, best, kept
    yield steps, best, kept


def _laid(board: Rectangle, largest: int, chance: random.Random) -> list[int]:
    """The numbers of a set laid at random in rows, or in columns where rows are odd."""
    dominoes = [[a, b] for a in range(largest + 1) for b in range(a, largest + 1)]
    chance.shuffle(dominoes)
    for domino in dominoes:
        if chance.random() < 0.5:
            domino.reverse()
    numbers = [number for domino in dominoes for number in domino]
    if board.width % 2 == 0:
        return numbers
    rows = [numbers[x :: board.height] for x in range(board.height)]  # each column is whole dominoes
    return [number for row in rows for number in row]


def prove(
    largest: int,
    floor: int = 0,
    *,
    watching: Watching = Watching(),
) -> MostWays:
    """The grid of the double-``largest`` set with the most ways, by branch and bound.

    ``floor`` is a number of ways that is known to be reached: only more than that is looked for, and when
    nothing is found the floor is what is proven, with no grid. UnsupportedError for a set too large.
    """
    _check(largest, LARGEST_PROVEN)
    width, height = largest + 2, largest + 1
    search = DominosaMostWays(width, height, largest, floor)
    began = time.monotonic()
    while True:
        done = search.advance(NODES_A_STEP)
        progress = _progress(search.share, search.nodes, search.best, began, nodes=True)
        status = Status.COMPLETE if done else _watched(watching, progress)
        if status is not None:
            return _found(status, search.best, search.grid or None, width, progress, proven=done)


def _check(largest: int, most: int) -> None:
    if not 1 <= largest <= most:
        raise UnsupportedError(f"a double-{largest} set is asked for; expected double-1 to double-{most}")


def _watched(watching: Watching, progress: Progress) -> Status | None:
    """Show the progress; how the search is to end now, if it is."""
    if watching.on_progress is not None:
        watching.on_progress(progress)
    if watching.cancel is not None and watching.cancel.is_set():
        return Status.CANCELLED
    limits = watching.limits
    late = limits.seconds is not None and progress.seconds >= limits.seconds
    full = limits.nodes is not None and progress.nodes >= limits.nodes
    return Status.LIMIT if late or full else None


def _progress(share: float, tried: int, best: int, began: float, *, nodes: bool = False) -> Progress:
    seconds = time.monotonic() - began
    left = seconds * (1 - share) / share if share > 0.01 and not nodes else None
    words = f"most ways {best:,}, {tried:,} {'nodes' if nodes else 'grids'}"
    return Progress(share, tried, best, best, seconds, left, words=words)


def _found(
    status: Status, ways: int, numbers: list[int] | None, width: int, progress: Progress, *, proven: bool
) -> MostWays:
    grid = None if numbers is None else NumberGrid.filled(numbers, width)
    return MostWays(status, ways, grid, proven, progress.nodes, progress.seconds, progress.share)
