"""Cancellation of long set-up work in Python, such as the translation of a puzzle with hundreds of pieces.

Work that steps has a loop which looks for cancellation between steps. Functions below it, which are called
from many places and keep what they computed, call :func:`check_cancelled` every few milliseconds instead.
It does nothing unless a caller has set a check for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
Value = TypeVar("Value")

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """Within this context, long work of this thread calls ``check``, which raises to end it."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def steps_cancelled_by(
    check: Callable[[], None], steps: Generator[T, None, Value]
) -> Generator[T, None, Value]:
    """The same steps, each made within the context of :func:`cancelled_by`; whoever takes them is outside."""
    try:
        while True:
            token = _check.set(check)  # as cancelled_by() does, which takes longer than a short step
            try:
                item = next(steps)
            except StopIteration as end:
                value: Value = end.value
                return value
            finally:
                _check.reset(token)
            yield item
    finally:
        steps.close()


def check_cancelled() -> None:
    """Raise what the check of the context raises."""
    check = _check.get()
    if check is not None:
        check()


def checked(items: Iterable[T], every: int = 1) -> Iterator[T]:
    """The same items; before the first of so many each the check of the context is called."""
    for number, item in enumerate(items):
        if number % every == 0:
            check_cancelled()
        yield item
