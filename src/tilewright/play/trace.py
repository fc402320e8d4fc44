"""An exact cover search step by step, for teaching.

It chooses an item with the fewest options and tries each of them (minimum remaining values; Knuth, The Art of
Computer Programming 4B, 7.2.2.1). It is plain Python, made to be watched; use the engines for solving. The
steps of a puzzle are deterministic.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilewright.errors import GameError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import Cover, Holes, Junction, Key, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Placement
from tilewright.play.notation import cell_text, cells_text
from tilewright.solving.steps import Control, Limits, Status, StepLoop

DEFAULT_LIMITS = Limits(seconds=5.0)
MAX_STEPS = 200_000  # steps of a search that are shown; all of them are stored
MAX_OPTIONS = 200_000  # options of a puzzle whose search is shown
MAX_WINDOW = 10_000  # steps in one window

KINDS = {
    "choose": "an item with the fewest options is chosen",
    "try": "an option is selected: a piece is placed",
    "enough": "the item is covered often enough; the search continues without covering it again",
    "dead": "an item cannot be covered, so this branch has no solution",
    "solution": "everything is covered",
    "back": "the last option is deselected: the piece is lifted",
    "end": "the whole search tree has been visited",
}
"""The kinds of steps."""

_CHECKED_EVERY = 64  # steps between two checks of the limits and the cancellation


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One step of the search; ``kind`` is one of ``KINDS``.

    ``depth``, ``nodes`` and ``solutions`` are those after the step: options taken, nodes visited and
    solutions found so far. ``key`` is what the item stands for: a cell, a piece by name, a junction, or an
    item's name; None where no item plays a part. ``ways`` are the options that can cover it. ``placement`` is
    what is laid or lifted; None with a ``hole``, a cell that is left empty.
    """

    number: int
    kind: str
    depth: int
    nodes: int
    solutions: int
    key: Key | None = None
    ways: int = 0
    placement: Placement | None = None
    hole: Cell | None = None

    @property
    def sentence(self) -> str:
        item = "" if self.key is None else _item_text(self.key)
        where = "" if self.placement is None else _placement_text(self.placement)
        return {
            "choose": f"Choose {item}: it has the fewest options ({self.ways}).",
            "try": f"Place {where}." if self.hole is None else f"Leave {cell_text(self.hole)} empty.",
            "enough": f"Continue without covering {item} again.",
            "dead": f"Dead end: {_dead_end_reason(self.ways, item)}.",
            "solution": f"Solution {self.solutions}.",
            "back": f"Lift {where}." if self.hole is None else f"Do not leave {cell_text(self.hole)} empty.",
            "end": f"End of the search: {self.solutions:,} solutions, {self.nodes:,} nodes.",
        }[self.kind]


@dataclass(frozen=True)
class TraceWindow:
    """Consecutive steps of a search, and the placements before the first of them.

    ``status`` is LIMIT or CANCELLED if there are fewer steps than requested for that reason. ``ended``: the
    last step of the search is known.
    """

    status: Status
    steps: tuple[SearchStep, ...]
    placed: tuple[Placement, ...]
    ended: bool


class SearchTrace:
    """A search whose steps can be requested in any order; GameError if too large. Not thread-safe."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._cover = to_cover(puzzle)
        if len(self._cover.placements) > MAX_OPTIONS:
            raise GameError(
                f"the puzzle has {len(self._cover.placements):,} placements; a search can be shown for "
                f"up to {MAX_OPTIONS:,}"
            )
        self._search = _steps(self._cover)
        self._known: list[SearchStep] = []
        self._ended = False

    def window(
        self, start: int, count: int, limits: Limits = DEFAULT_LIMITS, cancel: threading.Event | None = None
    ) -> TraceWindow:
        """``count`` steps from ``start`` on, or as many as there are; GameError beyond ``MAX_STEPS``."""
        if start < 0 or not 1 <= count <= MAX_WINDOW:
            raise GameError(f"expected a first step of 0 or more, and 1 to {MAX_WINDOW:,} steps")
        if start + count > MAX_STEPS:
            raise GameError(f"a search is shown up to step {MAX_STEPS:,}; use a smaller puzzle")
        status = self._advance(start + count, limits, cancel)
        return TraceWindow(
            status, tuple(self._known[start : start + count]), self._placed_before(start), self._ended
        )

    def _advance(self, until: int, limits: Limits, cancel: threading.Event | None) -> Status:
        loop = StepLoop(Control(limits, cancel=cancel))
        while len(self._known) < until and not self._ended:
            if len(self._known) % _CHECKED_EVERY == 0 and (status := loop.interruption):
                return status
            step = next(self._search)
            self._known.append(step)
            self._ended = step.kind == "end"
        return Status.COMPLETE

    def _placed_before(self, start: int) -> tuple[Placement, ...]:
        placed = [self._cover.placements[option] for option in self._cover.forced]
        for step in self._known[:start]:
            if step.placement is None:
                continue
            if step.kind == "try":
                placed.append(step.placement)
            else:
                placed.pop()
        return tuple(placed)


class _SearchState:
    """A cover problem with selected options: which others are available, and how many for each item."""

    def __init__(self, problem: CoverProblem) -> None:
        self.problem = problem
        self.items = [[item for item, _ in uses] for uses in problem.options]
        self.holding: list[list[int]] = [[] for _ in problem.items]  # the options of each item
        for option, items in enumerate(self.items):
            for item in items:
                self.holding[item].append(option)
        self.ways = [len(value) for value in self.holding]
        self.excluded = [False] * len(problem.options)
        self.used = [0] * len(problem.items)
        self.exclude(
            [o for item, (_, most) in enumerate(problem.bounds) if not most for o in self.holding[item]]
        )

    def exclude(self, options: Iterable[int]) -> list[int]:
        """Exclude options; those that were available before, for ``include`` (in reverse order)."""
        excluded, ways, out = self.excluded, self.ways, []
        for option in options:
            if not excluded[option]:
                excluded[option] = True
                out.append(option)
                for item in self.items[option]:
                    ways[item] -= 1
        return out

    def include(self, out: Iterable[int]) -> None:
        for option in out:
            self.excluded[option] = False
            for item in self.items[option]:
                self.ways[item] += 1

    def select(self, option: int) -> list[int]:
        """Select an option; the options that it excludes, itself included, for ``deselect``."""
        out = self.exclude([option])
        for item, colour in self.problem.options[option]:
            self.used[item] += 1
            if item < self.problem.primary:
                if self.used[item] == self.problem.bounds[item][1]:
                    out += self.exclude(self.holding[item])
            elif not colour:
                out += self.exclude(self.holding[item])
            else:  # other options may use it in the same colour
                wrong = (o for o in self.holding[item] if (item, colour) not in self.problem.options[o])
                out += self.exclude(wrong)
        return out

    def deselect(self, option: int, out: list[int]) -> None:
        self.include(out)
        for item in self.items[option]:
            self.used[item] -= 1

    def need(self, item: int) -> int:
        """How many more times a primary item must be covered."""
        return max(0, self.problem.bounds[item][0] - self.used[item])

    def choose(self) -> tuple[int, bool] | None:
        """The next item, and whether it is a dead end; None when everything is covered."""
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
    """A chosen item: its options, the current one, and what to undo."""

    item: int
    options: list[int]
    at: int = 0
    out: list[int] | None = None  # of the current option
    enough: bool = False  # whether the branch without covering the item again has started


def _steps(cover: Cover) -> Iterator[SearchStep]:
    state = _SearchState(cover.problem)
    depth = nodes = solutions = number = 0

    def step(kind: str, item: int | None = None, option: int | None = None, ways: int = 0) -> SearchStep:
        nonlocal number
        number += 1
        key = None if item is None else (cover.keys[item] if cover.keys else cover.problem.items[item])
        placement = hole = None
        if option is not None and option < len(cover.placements):
            placement = cover.placements[option]
        elif option is not None:
            hole = cover.holes[option - len(cover.placements)]
        return SearchStep(number - 1, kind, depth, nodes, solutions, key, ways, placement, hole)

    for option in cover.forced:
        state.select(option)
    levels: list[_Level] = []
    down = True  # whether a new node is visited
    while True:
        if down:
            nodes += 1
            chosen = state.choose()
            if chosen is None:
                solutions += 1
                yield step("solution")
            elif chosen[1]:
                yield step("dead", chosen[0], ways=state.ways[chosen[0]])
            else:
                item = chosen[0]
                yield step("choose", item, ways=state.ways[item])
                levels.append(_Level(item, [o for o in state.holding[item] if not state.excluded[o]]))
            down = chosen is not None and not chosen[1]
            if not down and not levels:
                break
        if not down:
            level = levels[-1]
            if level.out is not None:  # undo the option, and exclude it below this node
                option = level.options[level.at]
                state.deselect(option, level.out)
                depth -= 1
                yield step("back", option=option)
                state.exclude([option])
                level.at, level.out = level.at + 1, None
        level = levels[-1]
        if level.at < len(level.options):
            option = level.options[level.at]
            level.out = state.select(option)
            depth += 1
            yield step("try", level.item, option)
            down = True
        elif not level.enough and not state.need(level.item):
            level.enough = True
            yield step("enough", level.item)
            down = True
        else:
            state.include(level.options)
            levels.pop()
            down = False
            if not levels:
                break
    yield step("end")


def _item_text(key: Key) -> str:
    if isinstance(key, str):
        return key
    return f"the {key}" if isinstance(key, Junction | Holes) else f"the cell {cell_text(key)}"


def _placement_text(placement: Placement) -> str:
    return f"{placement.piece or 'option'} on {cells_text(placement.cells, 8)}"


def _dead_end_reason(ways: int, item: str) -> str:
    if not ways:
        return f"no option covers {item}"
    return f"only {ways} {'option covers' if ways == 1 else 'options cover'} {item}, too few"
