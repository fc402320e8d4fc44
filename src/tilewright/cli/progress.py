"""Watching a long run: its progress on stderr, and Ctrl-C as a wish to stop that the search hears."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

import click

from tilewright.cli.output import ExitCode, note
from tilewright.cli.quantities import counted, percent, short, span

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from tilewright.solve.api import Progress

PATIENCE = 0.3
"""Seconds before a bar appears: a run that is over by then needs none."""
REDRAW = 0.1
"""Seconds between two states of the bar."""
LINES = 10.0
"""Seconds between two lines where stderr is no terminal."""
ECHO = 0.3
"""Seconds within which a second signal is the same wish: ``timeout`` sends one to us and one to our group."""
LONG = 60.0
"""Seconds left from which a search is better made a run, ..."""
JUDGED = 3.0
"""... and seconds that it has to last before its end is guessed: the first guesses are wild."""


class Interrupted(KeyboardInterrupt):
    """The run was stopped where it could not end in good order; ``code`` is the exit code."""

    def __init__(self, code: ExitCode) -> None:
        super().__init__()
        self.code = code


class ProgressMonitor:
    """Shows progress and hears signals while a search runs; a context manager, for the main thread.

    The first Ctrl-C (or SIGTERM) sets ``cancel``, which ends the search in good order. While the search
    is still being prepared, and at a second Ctrl-C, it raises StoppedError; a third one ends the
    process on the spot.
    """

    def __init__(self, label: str, *, quiet: bool = False, suggestion: str = "") -> None:
        """``long_way`` is a command line that a search is told to be better asked by when it takes long."""
        self.label = label
        self._suggestion = suggestion
        self.cancel = threading.Event()
        self.signal: int | None = None
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._start = time.monotonic()
        self._shown = self._start
        self._signals = 0
        self._signal_time = 0.0
        self._cancellable = False  # whether there is a search that looks at ``cancel``
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._old: dict[int, object] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._old[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
        for number, handler in self._old.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._signals and now - self._signal_time < ECHO:
            return
        self._signal_time = now
        self._signals += 1
        self.signal = number
        self.cancel.set()
        if self._signals > 2:
            os._exit(self.stop_code)
        if self._signals == 2 or not self._cancellable:
            raise Interrupted(self.stop_code)

    def mark_cancellable(self) -> None:
        """From here on something looks at ``cancel`` several times a second."""
        self._cancellable = True

    def check_cancelled(self) -> None:
        """Raise StoppedError when a signal has come: for work that calls this often, and has begun."""
        if self.cancel.is_set():
            raise Interrupted(self.stop_code)

    @property
    def stop_code(self) -> ExitCode:
        """The exit code that says which signal ended the run."""
        return ExitCode.TERMINATED if self.signal == signal.SIGTERM else ExitCode.INTERRUPTED

    def __call__(self, progress: Progress) -> None:
        """Show how far the search is; cheap enough to be called at every step."""
        self._cancellable = True
        now = time.monotonic()
        if self._quiet or self.cancel.is_set():
            return
        self._suggest(progress, now)
        if not self._terminal:
            if now - self._shown >= LINES:
                self._shown = now
                click.echo(f"tilewright: {_line(progress)}", err=True)
            return
        if now - self._start < PATIENCE or (self._bar is not None and now - self._shown < REDRAW):
            return
        self._shown = now
        self._draw(progress)

    def _suggest(self, progress: Progress, now: float) -> None:
        """Say once that this will take long, and what goes on after whatever may happen meanwhile."""
        if not self._suggestion or not progress.listed or now - self._start < JUDGED:
            return
        if progress.eta is not None and progress.eta > LONG:
            self.clear()
            note(
                f"this may take another {span(progress.eta)}; a run can be stopped, survives a crash and "
                f"can use several machines: {self._suggestion}"
            )
            self._suggestion = ""

    def _draw(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._task = self._bar.add_task(self.label, total=1.0, done="", rest="")
            self._bar.start()
        assert self._task is not None
        share = min(1.0, progress.share)
        done = progress.told or f"{100 * share:5.1f}%"
        self._bar.update(self._task, completed=share, done=done, rest=_rest(progress), refresh=True)

    def clear(self) -> None:
        """Take the bar off the screen, so that something can be printed; it comes back by itself."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _new_bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichBar

    # Room for the ^C that a terminal echoes: on a full line it would wrap, and the bar would stay there.
    width = max(20, shutil.get_terminal_size().columns - 4)
    return RichBar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[done]}"),
        TextColumn("{task.fields[rest]}", markup=False),
        console=Console(stderr=True, width=width),
        transient=True,
        auto_refresh=False,
        expand=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _rest(progress: Progress) -> str:
    rate = short(progress.nodes / progress.seconds if progress.seconds > 0 else 0.0)
    if progress.words:
        parts = [progress.words]
    elif progress.listed:
        parts = [counted(progress.images, "solution"), f"{rate} nodes/s"]
    else:
        parts = [f"{rate} states/s"]
    if progress.eta is not None:
        parts.append(f"{span(progress.eta)} left")
    return ", ".join(parts)


def _line(progress: Progress) -> str:
    return (
        f"{progress.told or percent(progress.share)} done after {span(progress.seconds)}, {_rest(progress)}"
    )
