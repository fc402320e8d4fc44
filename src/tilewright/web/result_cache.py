"""Results that never change: computed once for all who wait for them, and kept for the next."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class _Computation:
    """A result that is being computed, and how many wait for it."""

    future: asyncio.Future[Any]
    waiting: int = 0


class ResultCache:
    """Results by their keys: the ``size`` that were used last.

    Failures are not kept. A computation is cancelled when nobody waits for it any more.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._results: OrderedDict[str, Any] = OrderedDict()
        self._computations: dict[str, _Computation] = {}

    async def get(self, key: str, compute: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """The result of this key, which ``compute`` gives if it is not there; what that raises."""
        if key in self._results:
            self._results.move_to_end(key)
            return self._results[key]
        computation = self._computations.get(key)
        if computation is None:
            computation = _Computation(asyncio.ensure_future(self._compute(key, compute)))
            self._computations[key] = computation
        computation.waiting += 1
        try:
            return await asyncio.shield(computation.future)
        finally:
            computation.waiting -= 1
            if not computation.waiting:
                computation.future.cancel()  # no effect when it is done
                if self._computations.get(key) is computation:
                    del self._computations[key]

    async def _compute(self, key: str, compute: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        result = self._results[key] = await compute()
        if len(self._results) > self.size:
            self._results.popitem(last=False)
        return result
