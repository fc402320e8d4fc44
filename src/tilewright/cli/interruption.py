"""What ends a command early, wherever it is: Ctrl-C, SIGTERM, and the time limit of ``--time``.

The time limit counts from the start of the process: imports, reading and translation count as well as the
search. A search checks its ``cancel`` event and its limits several times a second, and ends in order. Where
nothing checks them, while a file is read or a picture is drawn, :class:`Interrupted` is raised in the main
thread. Files appear complete or not at all, so nothing is left half-written. Python handles signals between
the steps of the core, which are short.

Python drops an exception that is raised in a callback of a weak reference or of the garbage collector. So
SIGALRM comes again and raises another one, but not while one is being handled, and not after
``TIME_LIMIT.clear``, which whatever catches it must call. While an extension module is loaded, an exception
could end the process (nanobind's enumerations call Python where none is expected): it is raised afterwards.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from types import FrameType
from typing import Self

from tilewright.cli.exit_codes import ExitCode
from tilewright.clock import monotonic

ECHO_S = 0.3
"""A second signal within this time is ignored: ``timeout`` signals the process and then its group."""
GRACE_S = 0.3
"""Time that a search has to check its cancel event before Interrupted is raised."""
LONG_GRACE_S = 1.5
"""The same for a search that checked it shortly before: a step may take longer on a busy machine."""
LOADING_S = 0.01
"""Time until the next try to raise Interrupted while an extension module is loaded."""


class Interrupted(KeyboardInterrupt):
    """A signal ended the command where it could not end in order."""

    code = ExitCode.INTERRUPTED
    kind = "stopped"
    message = "interrupted; nothing was written"


class TimeLimitReached(Interrupted):
    """The time limit ended the command where it could not end in order."""

    code = ExitCode.LIMIT
    kind = "limit"
    message = "the time limit was reached before there was a result; nothing was written"


class CancelEvent(threading.Event):
    """The cancel event of a search, with the time when it was last checked (``time.monotonic``)."""

    def __init__(self) -> None:
        super().__init__()
        self.checked_at = -math.inf

    def is_set(self) -> bool:
        self.checked_at = monotonic()
        return super().is_set()

    @property
    def is_checked(self) -> bool:
        """Whether a search has begun to check it."""
        return self.checked_at > -math.inf


class TimeLimit:
    """The time limit of the command: SIGALRM at its end, and again until somebody reacts."""

    def __init__(self) -> None:
        self.start_time = monotonic()
        self._seconds: float | None = None

    def start(self, seconds: float) -> None:
        """Limit the command to so many seconds since ``start_time``."""
        self._seconds = seconds
        _set_alarm(max(self.seconds_left(seconds), 1e-3))

    def clear(self) -> None:
        """End the limit and all alarms: what was found is still to be printed or written."""
        self._seconds = None
        _set_alarm(0.0)

    def seconds_left(self, seconds: float) -> float:
        """What is left of so many seconds since ``start_time``, at least 0."""
        return max(0.0, self.start_time + seconds - monotonic())

    @property
    def is_set(self) -> bool:
        return self._seconds is not None

    @property
    def is_over(self) -> bool:
        return self._seconds is not None and not self.seconds_left(self._seconds)


TIME_LIMIT = TimeLimit()


def seconds_left(seconds: float | None) -> float | None:
    """What is left of the command's time limit of so many seconds; the same without one."""
    return seconds if seconds is None or not TIME_LIMIT.is_set else TIME_LIMIT.seconds_left(seconds)


_received: list[tuple[int, float]] = []  # the signals that asked this command to stop, and when


def start_command(start_time: float) -> None:
    """Forget the signals and the time limit of another command; this one began at ``start_time``."""
    _received.clear()
    TIME_LIMIT.clear()
    TIME_LIMIT.start_time = start_time


def final_code(code: int) -> int:
    """The exit code of a command: 143 instead of 130 where SIGTERM stopped it."""
    terminated = code == ExitCode.INTERRUPTED and bool(_received) and _received[-1][0] == signal.SIGTERM
    return ExitCode.TERMINATED if terminated else code


def is_interrupted() -> bool:
    """Whether a signal asked this command to stop: a search that it has ended is not followed by another."""
    return bool(_received)


class SignalHandling:
    """Handles signals in its block, in the main thread.

    The first signal, and the end of the time limit, give a search that has begun to check the ``cancel``
    event time to check it again. Before that, without an event, and when nothing checks it,
    :class:`Interrupted` is raised. A second signal raises it at once, a third one ends the process.
    """

    def __init__(self, cancel: CancelEvent | None = None) -> None:
        self._cancel = cancel
        self._former: dict[int, object] = {}
        self._grace_start: float | None = None
        self._grace_end = 0.0
        self._has_raised = False

    def __enter__(self) -> Self:
        if _in_main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup and a shell's & leave it
                    self._former[number] = signal.signal(number, self._on_signal)
            self._former[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._on_alarm)
        return self

    def __exit__(self, *error: object) -> None:
        # Where no handler of an outer block is left, SIGALRM would end the process.
        is_outermost = self._former.get(signal.SIGALRM) == signal.SIG_DFL
        if self._grace_start is not None or self._has_raised or is_outermost:
            TIME_LIMIT.clear()
        for number, handler in self._former.items():
            with suppress(MemoryError):  # a handler that stays does less harm than a traceback
                signal.signal(number, handler)  # type: ignore[arg-type]

    @property
    def is_stopping(self) -> bool:
        """Whether a signal or the end of the time limit has come in the block."""
        return self._grace_start is not None

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = monotonic()
        if _received and now - _received[-1][1] < ECHO_S:
            return
        _received.append((number, now))
        TIME_LIMIT.clear()
        if len(_received) > 2:
            os._exit(final_code(ExitCode.INTERRUPTED))
        if len(_received) == 2 or self._cancel is None or not self._cancel.is_checked:
            self._raise(frame)
            return
        self._start_grace(self._cancel, now)
        self._cancel.set()
        _set_alarm(GRACE_S)

    def _on_alarm(self, number: int, frame: FrameType | None) -> None:
        now = monotonic()
        if _is_handled():
            return
        if self._grace_start is not None:
            if self._cancel is not None and self._cancel.checked_at >= self._grace_start:  # it ends in order
                TIME_LIMIT.clear()
                return
            if now < self._grace_end:
                return
        elif not self._has_raised:
            if not TIME_LIMIT.is_over:
                return
            if self._cancel is not None and self._cancel.is_checked:
                self._start_grace(self._cancel, now)
                return
        self._raise(frame)

    def _raise(self, frame: FrameType | None) -> None:
        """Raise Interrupted, and again at the next alarm; only then while an extension module is loaded."""
        self._has_raised = True
        if _is_loading_extension(frame):
            _set_alarm(LOADING_S)
            return
        _set_alarm(GRACE_S)
        raise TimeLimitReached if TIME_LIMIT.is_over else Interrupted

    def _start_grace(self, cancel: CancelEvent, now: float) -> None:
        self._grace_start = now
        self._grace_end = now + (LONG_GRACE_S if now - cancel.checked_at < GRACE_S else 0.0)


def _is_loading_extension(frame: FrameType | None) -> bool:
    """Whether an extension module is being loaded in this frame or in one that called it."""
    while frame is not None:
        is_loader = frame.f_code.co_name in ("create_module", "exec_module")
        if is_loader and isinstance(frame.f_locals.get("self"), ExtensionFileLoader):
            return True
        frame = frame.f_back
    return False


def _is_handled() -> bool:
    """Whether an exception that was raised before is being handled: what it ended is tidied up."""
    error = sys.exception()
    while error is not None and not isinstance(error, Interrupted):
        error = error.__context__
    return error is not None


def _set_alarm(seconds: float) -> None:
    """Have SIGALRM after so many seconds, and then every GRACE_S; 0 ends that."""
    if _in_main_thread():
        signal.setitimer(signal.ITIMER_REAL, seconds, GRACE_S if seconds else 0.0)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
