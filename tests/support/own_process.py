"""Functions called in a process of their own: what they take of memory is given back, and can be measured."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_own_process(function: Callable[..., T], *arguments: Any) -> T:
    """The value of a function of a module, or what it raises."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def peak_memory_kb() -> int:
    """The largest resident memory of this process so far, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
