"""Reduction before search: what every solution has is chosen, what none has is removed.

The rules are Knuth's (The Art of Computer Programming 4B, 7.2.2.1, and his program PREPROCESS), for items
with colours and bounds as well. Each keeps all solutions, so the counts and the optima, and each
still applies when more is gone; so where no rule applies any more, what is left does not depend on the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright import _core
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.solving.engines.native import core_problem
from tilewright.solving.steps import Cancelled, Progress, StepLoop, StepSize

OPTION_RULES = ("forced", "clash", "subset", "bare", "probing")
"""Why an option is gone: it is in every solution; it clashes with one that is; the options of an item
all lie in another item, which they spend; it leaves an item with too few; so does what follows from it."""

ITEM_RULES = ("done", "loose", "idle", "equal", "implied")
"""Why an item is gone: it is covered; its options cannot cover it too often or too seldom; secondary, and
its options do not clash; another has the same options and bounds; another forbids as much."""

FIRST_STEP = 1_000_000  # units of the first step: a few milliseconds
NO_LIMIT = 2**62


@dataclass(frozen=True)
class Reduction:
    """What a reduction found. All of it holds, also where a limit ended it.

    ``chosen`` are options that all solutions have, ``removed`` options that none has; both ascend.
    ``by_rule`` counts them, under the names of OPTION_RULES. ``complete``: no rule finds any more.
    ``dead_item``, where it is not None, cannot be covered: there is no solution. ``steps`` are the words and
    the uses that were looked at.
    """

    problem: CoverProblem
    chosen: tuple[int, ...]
    removed: tuple[int, ...]
    by_rule: dict[str, int]
    complete: bool
    dead_item: int | None
    rounds: int
    steps: int
    _core: _core.Reduction

    @cached_property
    def left(self) -> Left:
        """The problem that is left; where there is no solution, the dead item without options."""
        dead = self.dead_item
        if dead is not None:
            bare = CoverProblem((self.problem.items[dead],), ((1, 1),), ())
            return Left(bare, (dead,), (), (), {})
        items, bounds, options, uses, fell = self._core.left()
        costs = tuple(self.problem.costs[o] for o in options) if self.problem.costs else ()
        near: tuple[tuple[int, ...], ...] = ()
        if self.problem.near:
            number = {item: k for k, item in enumerate(items)}
            near = tuple(tuple(number[n] for n in self.problem.near[i] if n in number) for i in items)
        problem = CoverProblem(
            tuple(self.problem.items[item] for item in items),
            tuple(bounds),
            tuple(map(tuple, uses)),
            near,
            costs if any(costs) else (),
        )
        dropped = dict(zip(ITEM_RULES, fell, strict=True))
        return Left(problem, tuple(items), tuple(options), self.chosen, dropped)

    def decisions(self, prefix: Sequence[int] = ()) -> tuple[int, ...] | None:
        """A search's prefix with all that was found: the same solutions, in a smaller tree.

        None when the prefix contradicts it: then it has no solutions.
        """
        numbers = set(prefix)
        if any(~o in numbers for o in self.chosen) or any(o in numbers for o in self.removed):
            return None
        more = [o for o in self.chosen if o not in numbers]
        less = [~o for o in self.removed if ~o not in numbers]
        return (*prefix, *more, *less)


@dataclass(frozen=True)
class Left:
    """A smaller problem: its items and options by their numbers in the whole one, and what is put back.

    ``dropped`` counts the items that are gone, under the names of ITEM_RULES.
    """

    problem: CoverProblem
    items: tuple[int, ...]
    options: tuple[int, ...]
    chosen: tuple[int, ...]
    dropped: dict[str, int]

    def whole(self, solution: Iterable[int]) -> tuple[int, ...]:
        """The solution of the whole problem that a solution of the smaller one stands for, sorted."""
        return tuple(sorted((*self.chosen, *(self.options[o] for o in solution))))


def reduce(
    problem: CoverProblem,
    prefix: Sequence[int] = (),
    *,
    limit: int = NO_LIMIT,
    loop: StepLoop | None = None,
) -> Reduction:
    """Apply the rules until none finds anything, or ``limit`` steps are spent; the same on every machine.

    ``prefix`` are options chosen beforehand. When ``loop`` is cancelled, the reduction ends with what it has.
    """
    loop = loop or StepLoop()
    search = _core.Reduction(core_problem(problem), list(prefix), limit)
    end = _core.ReduceEnd.running

    def advance(steps: int) -> bool:
        nonlocal end
        end = search.advance(steps)
        return end is not _core.ReduceEnd.running

    def progress() -> Progress:
        return Progress(0.0, search.steps, 0, 0, loop.seconds, None, words=f"{search.steps:,} steps")

    with suppress(Cancelled):  # what has been found holds
        loop.run(advance, StepSize(FIRST_STEP), progress)
    dead = search.dead_item if end is _core.ReduceEnd.impossible else None
    return Reduction(
        problem=problem,
        chosen=tuple(search.chosen()),
        removed=tuple(search.removed()),
        by_rule=dict(zip(OPTION_RULES, search.tally, strict=True)),
        complete=end in (_core.ReduceEnd.complete, _core.ReduceEnd.impossible),
        dead_item=dead,
        rounds=search.rounds,
        steps=search.steps,
        _core=search,
    )


def reduced_puzzle(puzzle: ExactCoverPuzzle, reduction: Reduction) -> ExactCoverPuzzle:
    """The smaller puzzle, with the names that items and options had; as many solutions, at the same costs.

    ``reduction`` is of the puzzle's cover problem. What is chosen stays: each as the one option of an
    item. Where there is no solution, an item without options is left.
    """
    if reduction.dead_item is not None:
        return replace(
            puzzle, items=(Item(puzzle.items[reduction.dead_item].name),), options=(), option_keys=()
        )
    left = reduction.left
    bounds = left.problem.bounds
    items = [
        replace(puzzle.items[i], least=least, most=most)
        for i, (least, most) in zip(left.items, bounds, strict=False)
    ]
    secondary = [puzzle.items[i] for i in left.items[len(bounds) :]]
    kept = {item.name for item in (*items, *secondary)}
    taken = set(kept)
    alone: dict[int, Item] = {}
    for number in reduction.chosen:
        names = [name for name, _ in puzzle.options[number].uses if name not in taken]
        names += [f"forced-{k}" for k in range(len(taken) + 1) if f"forced-{k}" not in taken][:1]
        alone[number] = Item(names[0])
        taken.add(names[0])
    options = []
    for number in sorted((*left.options, *reduction.chosen)):
        option = puzzle.options[number]
        uses = tuple(use for use in option.uses if use[0] in kept)
        if number in alone:
            uses = ((alone[number].name, ""),)
        options.append(Option(uses, option.name, option.cost))
    return replace(
        puzzle, items=(*items, *alone.values(), *secondary), options=tuple(options), option_keys=()
    )
