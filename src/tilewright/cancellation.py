"""Cancellation of long set-up work in Python, such as the translation of a puzzle with hundreds of pieces.

Work that steps has a loop which looks for cancellation between steps. Functions below it, which are called
from many places and keep what they computed, call :func:`check_cancelled` every few milliseconds instead.
It does nothing unless a caller has set a check for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")

_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


@contextmanager
def cancelled_by(check: Callable[[], None]) -> Iterator[None]:
    """Within this context, long work of this thread calls ``check``, which raises to end it."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def check_cancelled() -> None:
    """Raise what the check of the context raises."""
    check = _check.get()
    if check is not None:
        check()


def checked(items: Iterable[T]) -> Iterator[T]:
    """The same items; before each the check of the context is called."""
    for item in items:
        check_cancelled()
        yield item
