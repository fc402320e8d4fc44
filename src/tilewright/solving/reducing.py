"""Reduction of a puzzle by rules that keep all its solutions, as a question with an answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tilewright.exact_cover.translation import to_cover
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, check_puzzle
from tilewright.solving.dispatch import verb
from tilewright.solving.questions import AnswerDisplay
from tilewright.solving.search import reduction
from tilewright.solving.search.precheck import simple_reason
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Control, Limits, Progress, Status, StepLoop, check_amount
from tilewright.wording import counted, span


@dataclass(frozen=True, repr=False)
class Reduced(AnswerDisplay):
    """What a reduction left of a puzzle, which has as many solutions, at the same costs.

    ``options_removed`` and ``items_removed`` count by the rule that found them. All of it holds, also where a
    limit ended the reduction. ``proof`` is a reason why there is no solution, and ``dead_item`` an item that
    cannot be covered: then nothing remains. ``steps`` are the words and the uses that were looked at.
    """

    status: Status
    options: int
    options_remaining: int
    options_removed: Mapping[str, int]
    items: int
    items_remaining: int
    items_removed: Mapping[str, int]
    rounds: int
    steps: int
    seconds: float
    dead_item: str | None
    proof: str
    title: str
    whole: ExactCoverPuzzle = field(repr=False)
    reduction: reduction.Reduction = field(repr=False)

    @property
    def may_have_solutions(self) -> bool:
        """Whether a solution was not ruled out."""
        return self.dead_item is None and not self.proof

    @property
    def words(self) -> str:
        """``58 options, 20 items; reduced to 6 options, 6 items``."""
        before = f"{counted(self.options, 'option')}, {counted(self.items, 'item')}"
        if not self.may_have_solutions:
            return f"{before}: no solution exists"
        after = f"{counted(self.options_remaining, 'option')}, {counted(self.items_remaining, 'item')}"
        return f"{before}; reduced to {after}"

    @property
    def effort(self) -> str:
        """``0.12 s, 2 rounds, 1,234 steps``."""
        return f"{span(self.seconds)}, {counted(self.rounds, 'round')}, {counted(self.steps, 'step')}"

    @property
    def puzzle(self) -> ExactCoverPuzzle:
        """The smaller puzzle; an item without options where there is no solution."""
        if not self.may_have_solutions and self.dead_item is None:
            item = Item(self.whole.items[0].name if self.whole.items else "impossible")
            return replace(self.whole, items=(item,), options=(), option_keys=())
        return reduction.reduced_puzzle(self.whole, self.reduction)


@verb
def reduce(
    puzzle: AnyPuzzle,
    *,
    steps: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> Reduced:
    """The puzzle without options and items that cannot affect any solution.

    The rules are those of Knuth (The Art of Computer Programming 4B, 7.2.2.1). ``steps`` bounds the work, the
    same on every machine; a million take milliseconds. Of ``limits``, that of seconds matters.

        >>> from tilewright import load, reduce
        >>> smaller = reduce(load("catalog:reptile-P-2"))
        >>> smaller.options, smaller.options_remaining
        (58, 6)
    """
    check_puzzle(puzzle)
    if steps is not None:
        check_amount(steps, "steps", 1)
    loop = StepLoop(Control(limits, on_progress=on_progress, cancel=cancel))
    whole = to_exact_cover_puzzle(puzzle)
    cover = to_cover(whole)
    # A cell or a piece without placements is found by the rules.
    proof = "" if puzzle.areas_fit else simple_reason(to_cover(puzzle))
    limit = 0 if proof else reduction.NO_LIMIT if steps is None else steps
    done = reduction.reduce(cover.problem, cover.forced, limit=limit, loop=loop)
    is_left = done.dead_item is None and not proof
    status = Status.COMPLETE
    if not (done.complete or proof):
        status = Status.CANCELLED if cancel is not None and cancel.is_set() else Status.LIMIT
    dead = None if done.dead_item is None else done.problem.items[done.dead_item]
    if dead is not None and not proof:
        proof = f"The rules leave no options that cover the item {dead}."
    return Reduced(
        status=status,
        options=len(done.problem.options),
        options_remaining=len(done.left.options) if is_left else 0,
        options_removed=done.by_rule,
        items=len(done.problem.items),
        items_remaining=len(done.left.items) if is_left else 0,
        items_removed=done.left.dropped,
        rounds=done.rounds,
        steps=done.steps,
        seconds=loop.seconds,
        dead_item=dead,
        proof=proof,
        title=puzzle.title,
        whole=whole,
        reduction=done,
    )
