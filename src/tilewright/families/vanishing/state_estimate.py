"""How many states removals can reach, estimated before they are searched.

The pieces are split into groups that do not depend on each other: the states of the board are all
combinations of theirs, so that their numbers are multiplied. The states of a group are counted level by
level until there are many; from there on, each level is estimated by a sample of removals from a sample of
the level before it. As several removals may lead to the same state, each counts for one part in so many; the
exact search says which states they can come from. The mean of many estimates is the true number, but for
rounding and for estimates above the upper bound, which are lowered to it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from itertools import chain, islice
from math import ceil, prod
from typing import TypeVar

from tilewright._core import VanishingSearch
from tilewright.cancellation import cancelled_by, check_cancelled, checked
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.conditions import native_conditions
from tilewright.solving.steps import Control, Progress, StepLoop, StepSize

MAX_GROUP = 100  # pieces of a group: estimates of more take minutes
MAX_PIECES = 10_000  # pieces that might be removed: numbers of states have up to 3,011 digits
MOST_COUNTED = 10_000  # states of a group that are counted before a sample is taken
SAMPLE = 100  # removals of a level
SEARCH_EFFORT = 1_000  # decisions and conflicts of a step of the exact search

Item = TypeVar("Item")
Conditions = Mapping[int, list[tuple[int, int]]]
"""For each piece the sets (bit masks) that must be removed and that must be present, by condition."""


@dataclass(frozen=True)
class StateEstimate:
    """About how many states can be reached, and proven bounds; without a sample all three are equal."""

    states: int
    lower_bound: int
    upper_bound: int
    seconds: float

    @property
    def exact(self) -> bool:
        return self.lower_bound == self.upper_bound


def can_estimate(board: DominoBoard) -> bool:
    """Whether the states of a board are estimated, as no group of pieces is too large."""
    return not _refusal(independent_groups(board))


def _refusal(groups: Iterable[Sized]) -> str:
    """Why the states of groups that do not depend on each other are not estimated, as a sentence; else ""."""
    sizes = [len(group) for group in groups]
    if (pieces := sum(sizes)) > MAX_PIECES:
        most = f"at most {MAX_PIECES:,} such pieces"
        return f"{pieces:,} pieces might be removed; states are estimated for {most}"
    if (largest := max(sizes, default=0)) > MAX_GROUP:
        most = f"groups of at most {MAX_GROUP:,} pieces"
        return f"{largest:,} pieces depend on each other; states are estimated for {most}"
    return ""


def estimate_states(board: DominoBoard, control: Control) -> StateEstimate:
    """The number of reachable states, exact where no group has many; Cancelled at a limit of time.

    The seed of the control chooses the sample. UnsupportedError for a group of more than MAX_GROUP pieces,
    and for more than MAX_PIECES pieces that might be removed.
    """
    groups = independent_groups(board)
    if refusal := _refusal(groups):
        raise UnsupportedError(refusal)
    pieces = sum(map(len, groups))
    rng = random.Random(control.seed)
    estimators = [_GroupEstimator(group, rng) for group in groups]
    work = chain.from_iterable(estimator.run() for estimator in estimators)
    loop = StepLoop(control)

    def advance(removals: int) -> bool:
        return sum(1 for _ in islice(work, removals)) < removals

    def progress() -> Progress:
        done = sum(min(estimator.level, estimator.pieces) for estimator in estimators)
        words = f"{done:,} levels of states"
        return Progress(done / max(1, pieces), 0, 0, 0, loop.seconds, None, listed=False, words=words)

    with cancelled_by(loop.check_cancelled):
        loop.run(advance, StepSize(10, 0.1), progress)
    return StateEstimate(
        prod(min(round(estimator.states), estimator.upper_bound) for estimator in estimators),
        prod(estimator.counted for estimator in estimators),
        prod(estimator.upper_bound for estimator in estimators),
        loop.seconds,
    )


def independent_groups(board: DominoBoard) -> list[Conditions]:
    """The pieces that might be removed, in the smallest groups whose conditions name no piece of another."""
    conditions = native_conditions(board)
    stuck = frozenset(VanishingSearch(len(board.pieces), conditions).stuck)
    of_piece: dict[int, list[tuple[set[int], set[int]]]] = defaultdict(list)
    for piece, removed, present in conditions:
        if piece not in stuck and stuck.isdisjoint(removed):
            of_piece[piece].append(({*removed}, {*present} - stuck))
    useful = [
        (piece, before, still)
        for piece, choices in of_piece.items()
        for at, (before, still) in enumerate(choices)
        if not any(  # weaker conditions, and the first of equal ones, say all
            less <= before and fewer <= still and (other < at or (less, fewer) != (before, still))
            for other, (less, fewer) in enumerate(choices)
            if other != at
        )
    ]
    group_of = {piece: {piece} for piece in range(len(board.pieces)) if piece not in stuck}
    for piece, before, still in useful:
        for other in (*before, *still):
            if group_of[other] is not group_of[piece]:
                small, large = sorted((group_of[other], group_of[piece]), key=len)
                large |= small
                group_of.update(dict.fromkeys(small, large))
    by_group: dict[int, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for piece, before, still in useful:
        by_group[id(group_of[piece])][piece].append((_mask(before), _mask(still)))
    return list(by_group.values())


class _GroupEstimator:
    """The states of a group of pieces, level by level: all of them, or a sample with weights."""

    def __init__(self, conditions: Conditions, rng: random.Random) -> None:
        self._conditions, self._rng = conditions, rng
        # Of the last level, each with how many states it stands for, and an order of removal that ends there.
        self._states: dict[int, float] = {0: 1.0}
        self._orders: dict[int, tuple[int, ...]] = {0: ()}
        self._known: dict[int, bool] = {}  # states of a level that the exact search had to decide
        self._is_sample = False
        self.states = 1.0
        self.counted = 1  # without a sample
        self.level = 0

    @property
    def pieces(self) -> int:
        return len(self._conditions)

    @property
    def upper_bound(self) -> int:
        return 2**self.pieces if self._is_sample else self.counted

    def run(self) -> Iterator[None]:
        """Take all levels; stop after each removal."""
        while self._states:
            yield from self._next_level()

    def _next_level(self) -> Iterator[None]:
        states = self._thinned(self._states) if self._is_sample else self._states
        removals = {
            (state, piece): weight
            for state, weight in checked(states.items(), 100)
            for piece in self._conditions
            if self._may_go(piece, state)
        }
        after: dict[int, float] = defaultdict(float)
        orders: dict[int, tuple[int, ...]] = {}
        for (state, piece), weight in (self._thinned(removals) if self._is_sample else removals).items():
            reached = state | 1 << piece
            orders.setdefault(reached, (*self._orders[state], piece))
            after[reached] += weight / self._ways(reached, orders[reached]) if self._is_sample else 0.0
            yield
        if not self._is_sample:
            after = dict.fromkeys(after, 1.0)
            self.counted += len(after)
            self._is_sample = self.counted > MOST_COUNTED
        self._states, self._orders, self._known = after, orders, {}
        self.states += sum(after.values())
        self.level += 1

    def _ways(self, state: int, order: tuple[int, ...]) -> int:
        """How many reachable states are one removal before a state that an order reaches."""
        return sum(
            self._may_go(last, state ^ 1 << last) and self._is_reachable(state ^ 1 << last, order)
            for last in order
        )

    def _is_reachable(self, state: int, hint: tuple[int, ...]) -> bool:
        """Whether removals can reach a state: at once in nearly the order of a hint, else by the search."""
        check_cancelled()
        removed = 0
        rest = [piece for piece in hint if state >> piece & 1]
        while rest:
            later = []
            for piece in rest:
                if self._may_go(piece, removed):
                    removed |= 1 << piece
                else:
                    later.append(piece)
            if len(later) == len(rest):
                break
            rest = later
        if removed != state and state not in self._known:
            self._known[state] = self._search(state)
        return removed == state or self._known[state]

    def _search(self, state: int) -> bool:
        """Whether the exact search removes all pieces of a state while the others stay."""
        number = {piece: at for at, piece in enumerate(p for p in self._conditions if state >> p & 1)}
        game = [
            (
                number[piece],
                [at for other, at in number.items() if removed >> other & 1],
                [at for other, at in number.items() if present >> other & 1],
            )
            for piece in number
            for removed, present in self._conditions[piece]
            if state & removed == removed
        ]
        search = VanishingSearch(len(number), game)
        while not search.lower and not search.advance(SEARCH_EFFORT):
            check_cancelled()
        return not search.lower

    def _thinned(self, weights: Mapping[Item, float]) -> Mapping[Item, float]:
        """A systematic sample of weighted items, of the same total weight."""
        if len(weights) <= SAMPLE:
            return weights
        step = sum(weights.values()) / SAMPLE
        taken, ahead = {}, self._rng.random() * step
        for item, weight in weights.items():
            times = max(0, ceil((weight - ahead) / step))
            ahead += times * step - weight
            if times:
                taken[item] = times * step
        return taken

    def _may_go(self, piece: int, state: int) -> bool:
        return not state >> piece & 1 and any(
            state & removed == removed and not state & present for removed, present in self._conditions[piece]
        )


def _mask(pieces: Iterable[int]) -> int:
    return sum(1 << piece for piece in pieces)
