"""The best set so far, which the threads of a search share."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from tilewright.families.assembly.sets.goal import Rank, SetResult

Order = tuple[int, ...]
"""Decides between sets of equal rank, the lesser being better: so the answer does not depend on threads."""


@dataclass(frozen=True)
class BestSet:
    """A set, examined, and its order."""

    order: Order
    result: SetResult


class BestSoFar:
    """Keeps the best of the sets that it is offered; for several threads at once."""

    def __init__(self) -> None:
        self.best_set: BestSet | None = None
        self._lock = threading.Lock()
        self._news: deque[SetResult] = deque()

    @property
    def first_level(self) -> int:
        """The first number of the best set's levels; 1 before there is a set."""
        return 1 if self.best_set is None else self.best_set.result.levels[0]

    def would_change(self, rank: Rank, order: Order) -> bool:
        """Whether a set of this rank would be the best."""
        best_set = self.best_set
        if best_set is None or rank > best_set.result.rank:
            return True
        return rank == best_set.result.rank and order < best_set.order

    def offer(self, result: SetResult, order: Order) -> None:
        """Keep a set if it is better than the one so far."""
        with self._lock:
            if self.would_change(result.rank, order):
                is_better = self.best_set is None or result.rank > self.best_set.result.rank
                self.best_set = BestSet(order, result)
                if is_better:
                    self._news.append(result)

    def take_news(self) -> list[SetResult]:
        """The sets that were the best since the last call, each of a higher rank than the one before."""
        taken = []
        while self._news:
            taken.append(self._news.popleft())
        return taken
