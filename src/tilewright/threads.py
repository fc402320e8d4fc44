"""Threads that use the core: started with the memory that its exceptions need, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

NO_THREAD = "not enough memory to start a thread"

Value = TypeVar("Value")


def prepare_thread() -> None:
    """Called first in each thread that uses the core: MemoryError without memory for its exceptions."""
    from tilewright import _core

    if not _core.prepare_thread():
        raise MemoryError(NO_THREAD)


def check_thread_memory() -> None:
    """MemoryError without memory for one more thread, for which Python would wait for ever."""
    from tilewright import _core

    if not _core.can_start_thread():
        raise MemoryError(NO_THREAD)


def start_thread(work: Callable[..., object], name: str, *arguments: object) -> threading.Thread:
    """A started thread, for which a second Ctrl-C does not wait; MemoryError without memory for it."""
    check_thread_memory()
    started = threading.Event()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            prepare_thread()
        except BaseException as error:  # noqa: BLE001 - raised by the caller's thread
            failures.append(error)
            return
        finally:
            started.set()
        work(*arguments)

    thread = threading.Thread(target=run, name=f"tilewright-{name}", daemon=True)
    try:
        thread.start()
    except RuntimeError as error:
        raise MemoryError(NO_THREAD) from error
    started.wait()
    if failures:
        raise failures[0]
    return thread


def thread_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """A pool of so many threads, to which :func:`submitted` gives work."""
    from concurrent.futures import ThreadPoolExecutor  # here: it loads logging

    return ThreadPoolExecutor(threads, f"tilewright-{name}")


def submitted(pool: ThreadPoolExecutor, work: Callable[[], Value]) -> Future[Value]:
    """Work in a pool, which may have to start a thread for it; MemoryError without memory for that."""
    check_thread_memory()

    def run() -> Value:
        prepare_thread()
        return work()

    try:
        return pool.submit(run)
    except RuntimeError as error:
        raise MemoryError(NO_THREAD) from error
