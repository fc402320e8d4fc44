"""The search at work, step by step, for classrooms: an exact cover search that tells all it does.

Fewest ways first (Knuth, The Art of Computer Programming 4B, 7.2.2.1): of the items that are still to be
covered that is chosen which the fewest options can cover, then each of these options is tried. It is plain
Python and made to be watched; the engines are for solving. The same puzzle gives the same steps everywhere.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilewright.errors import GameError
from tilewright.exact_cover.translation import Cover, CoverProblem, Junction, Key, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Placement
from tilewright.play.notation import cell_text, cells_text
from tilewright.solve.engines.base import Limits, Status

MAX_STEPS = 200_000
"""The most steps of a search that are shown; they are kept, so that a page can go back."""

MAX_OPTIONS = 200_000
"""The most options of a puzzle whose search is shown."""

MAX_WINDOW = 10_000
"""The most steps that are told at a time."""

KINDS = {
    "choose": "an item is chosen: the one with the fewest ways to cover it",
    "try": "an option is taken: a piece is laid",
    "enough": "the item has been covered often enough; it is gone on without covering it again",
    "dead": "an item cannot be covered any more, so this branch has no solution",
    "solution": "everything is covered",
    "back": "the option taken last is given back: the piece is lifted",
    "end": "the whole tree has been searched",
}
"""Every kind of step, with what it says."""

_CHECKED_EVERY = 64  # steps between two looks at the clock and the button


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the search does; ``kind`` is one of ``KINDS``.

    ``depth``, ``nodes`` and ``solutions`` are those after the step: options taken, nodes visited and
    solutions found so far. ``key`` is what the item stands for: a cell, a piece by name, a junction, or an
    item's name; None where no item plays a part. ``ways`` are the options that can cover it. ``placement`` is
    what is laid or lifted.
    """

    number: int
    kind: str
    depth: int
    nodes: int
    solutions: int
    key: Key | None = None
    ways: int = 0
    placement: Placement | None = None

    @property
    def sentence(self) -> str:
        """The step in words."""
        item = "" if self.key is None else _named(self.key)
        where = "" if self.placement is None else _laid(self.placement)
        return {
            "choose": f"The fewest ways, {self.ways}, are to cover {item}.",
            "try": f"Lay {where}.",
            "enough": f"Go on without covering {item} again.",
            "dead": f"A dead end: {_cannot(self.ways, item)}.",
            "solution": f"Solution {self.solutions}.",
            "back": f"Lift {where}.",
            "end": f"The end: {self.solutions:,} solutions, {self.nodes:,} nodes.",
        }[self.kind]


@dataclass(frozen=True)
class Window:
    """Some steps of a search one after another, and what lies on the board before the first of them.

    ``status`` is LIMIT or CANCELLED when fewer steps came than were asked for because of that. ``ended``
    tells whether the last step of the search is among those known.
    """

    status: Status
    steps: tuple[Step, ...]
    laid: tuple[Placement, ...]
    ended: bool


class Trace:
    """A search that is watched: made once, asked for steps in any order; it goes no further than it must.

    The forced placements lie before the first step. GameError for a puzzle that is too large to be watched.
    One thread at a time may ask.
    """

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._cover = to_cover(puzzle)
        if len(self._cover.placements) > MAX_OPTIONS:
            raise GameError(
                f"the puzzle has {len(self._cover.placements):,} placements; a search is shown of puzzles "
                f"with up to {MAX_OPTIONS:,}"
            )
        self._search = _steps(self._cover)
        self._known: list[Step] = []
        self._ended = False

    def window(
        self,
        start: int,
        count: int,
        limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
        cancel: threading.Event | None = None,
    ) -> Window:
        """``count`` steps from number ``start`` on, or as many as there are.

        Of the limits only the time counts. GameError when steps are asked for that are never shown.
        """
        if start < 0 or not 1 <= count <= MAX_WINDOW:
            raise GameError(f"expected a first step of 0 or more, and 1 to {MAX_WINDOW:,} steps")
        if start + count > MAX_STEPS:
            raise GameError(f"a search is shown up to step {MAX_STEPS:,}; take a smaller puzzle, or count")
        status = self._advance(start + count, limits, cancel)
        return Window(status, tuple(self._known[start : start + count]), self._laid(start), self._ended)

    def _advance(self, until: int, limits: Limits, cancel: threading.Event | None) -> Status:
        begun = time.monotonic()
        while len(self._known) < until and not self._ended:
            if len(self._known) % _CHECKED_EVERY == 0:
                if cancel is not None and cancel.is_set():
                    return Status.CANCELLED
                if limits.seconds is not None and time.monotonic() - begun >= limits.seconds:
                    return Status.LIMIT
            step = next(self._search)
            self._known.append(step)
            self._ended = step.kind == "end"
        return Status.COMPLETE

    def _laid(self, start: int) -> tuple[Placement, ...]:
        laid = [self._cover.placements[option] for option in self._cover.forced]
        for step in self._known[:start]:
            if step.kind == "try" and step.placement is not None:
                laid.append(step.placement)
            elif step.kind == "back":
                laid.pop()
        return tuple(laid)


def trace(
    puzzle: AnyPuzzle,
    start: int = 0,
    count: int = 1_000,
    limits: Limits = Limits(seconds=5.0),  # noqa: B008 - frozen
    cancel: threading.Event | None = None,
) -> Window:
    """Some steps of the search for a puzzle's solutions; ``Trace`` does the same and keeps what it knows."""
    return Trace(puzzle).window(start, count, limits, cancel)


class _Cells:
    """A cover problem while options are taken and given back: which are left, and how many for each item."""

    def __init__(self, problem: CoverProblem) -> None:
        self.problem = problem
        self.items = [[item for item, _ in uses] for uses in problem.options]
        self.holding: list[list[int]] = [[] for _ in problem.items]  # the options of each item
        for option, items in enumerate(self.items):
            for item in items:
                self.holding[item].append(option)
        self.ways = [len(held) for held in self.holding]
        self.barred = [False] * len(problem.options)
        self.used = [0] * len(problem.items)
        self.bar([o for item, (_, most) in enumerate(problem.bounds) if not most for o in self.holding[item]])

    def bar(self, options: Iterable[int]) -> list[int]:
        """Rule options out; those that were not before, which ``free`` takes back, the last ``bar`` first."""
        barred, ways, out = self.barred, self.ways, []
        for option in options:
            if not barred[option]:
                barred[option] = True
                out.append(option)
                for item in self.items[option]:
                    ways[item] -= 1
        return out

    def free(self, out: Iterable[int]) -> None:
        """Undo a ``bar``."""
        for option in out:
            self.barred[option] = False
            for item in self.items[option]:
                self.ways[item] += 1

    def take(self, option: int) -> list[int]:
        """Take an option; the options that it rules out, itself among them, for ``give_back``."""
        out = self.bar([option])
        for item, colour in self.problem.options[option]:
            self.used[item] += 1
            if item < self.problem.primary:
                if self.used[item] == self.problem.bounds[item][1]:
                    out += self.bar(self.holding[item])
            elif not colour:
                out += self.bar(self.holding[item])
            else:  # others may use it in the same colour
                wrong = (o for o in self.holding[item] if (item, colour) not in self.problem.options[o])
                out += self.bar(wrong)
        return out

    def give_back(self, option: int, out: list[int]) -> None:
        """Undo a ``take``."""
        self.free(out)
        for item in self.items[option]:
            self.used[item] -= 1

    def need(self, item: int) -> int:
        """How often a primary item must still be covered."""
        return max(0, self.problem.bounds[item][0] - self.used[item])

    def choose(self) -> tuple[int, bool] | None:
        """The item to go on with, and whether it is dead; None when everything is covered."""
        best, fewest = None, 0
        for item in range(self.problem.primary):
            ways, need = self.ways[item], self.need(item)
            if ways < need:
                return item, True
            if ways and (best is None or ways - need < fewest):
                best, fewest = item, ways - need
        return None if best is None else (best, False)


@dataclass
class _Level:
    """An item that was chosen: the options to try, how far, and what is undone when it is left."""

    item: int
    options: list[int]
    at: int = 0
    out: list[int] | None = None  # of the option that is being tried
    enough: bool = False  # whether the branch without covering the item again was begun


def _steps(cover: Cover) -> Iterator[Step]:
    """Every step of the whole search; the last one is the end."""
    cells = _Cells(cover.problem)
    depth = nodes = solutions = number = 0

    def told(kind: str, item: int | None = None, option: int | None = None, ways: int = 0) -> Step:
        nonlocal number
        number += 1
        key = None if item is None else (cover.keys[item] if cover.keys else cover.problem.items[item])
        placement = None if option is None else cover.placements[option]
        return Step(number - 1, kind, depth, nodes, solutions, key, ways, placement)

    for option in cover.forced:
        cells.take(option)
    levels: list[_Level] = []
    down = True  # whether a new node is visited, or the last one is left
    while True:
        if down:
            nodes += 1
            chosen = cells.choose()
            if chosen is None:
                solutions += 1
                yield told("solution")
            elif chosen[1]:
                yield told("dead", chosen[0], ways=cells.ways[chosen[0]])
            else:
                item = chosen[0]
                yield told("choose", item, ways=cells.ways[item])
                levels.append(_Level(item, [o for o in cells.holding[item] if not cells.barred[o]]))
            down = chosen is not None and not chosen[1]
            if not down and not levels:
                break
        if not down:
            level = levels[-1]
            if level.out is not None:  # lift what was tried, and do not try it again below this node
                option = level.options[level.at]
                cells.give_back(option, level.out)
                depth -= 1
                yield told("back", option=option)
                cells.bar([option])
                level.at, level.out = level.at + 1, None
        level = levels[-1]
        if level.at < len(level.options):
            option = level.options[level.at]
            level.out = cells.take(option)
            depth += 1
            yield told("try", level.item, option)
            down = True
        elif not level.enough and not cells.need(level.item):
            level.enough = True
            yield told("enough", level.item)
            down = True
        else:
            cells.free(level.options)
            levels.pop()
            down = False
            if not levels:
                break
    yield told("end")


def _named(key: Key) -> str:
    if isinstance(key, str):
        return key
    return f"the {key}" if isinstance(key, Junction) else f"the cell {cell_text(key)}"


def _laid(placement: Placement) -> str:
    return f"{placement.piece or 'option'} on {cells_text(placement.cells, 8)}"


def _cannot(ways: int, item: str) -> str:
    if not ways:
        return f"nothing can cover {item}"
    return f"only {ways} {'option' if ways == 1 else 'options'} can cover {item}, too few"
