"""Progress of a search on stderr, and Ctrl-C, which cancels the search."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

import click

from tilewright.cli.interruption import TIME_LIMIT, CancelEvent, Interrupted, SignalHandling
from tilewright.cli.output import note
from tilewright.cli.quantities import percent, short, span
from tilewright.clock import monotonic
from tilewright.wording import counted

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from tilewright.solving.steps import Progress

BAR_DELAY_S = 0.3  # time before the bar appears; a search that ends earlier needs none
REDRAW_S = 0.1  # time between two updates of the bar
LINE_INTERVAL_S = 10.0  # time between two lines where stderr is not a terminal
LONG_SEARCH_S = 60.0  # remaining time from which a run is suggested
FIRST_ESTIMATE_S = 3.0  # time before the remaining time is taken seriously


class ProgressMonitor:
    """Shows progress and handles signals while a search runs: a context manager for the main thread.

    The first Ctrl-C or SIGTERM sets ``cancel``, and the search ends in order; see :class:`SignalHandling` for
    what happens when nothing checks it.
    """

    def __init__(self, label: str, *, quiet: bool = False, suggestion: str = "") -> None:
        """``suggestion`` is the command of an equivalent run, suggested once when the search takes long."""
        self.label = label
        self._suggestion = suggestion
        self.cancel = CancelEvent()
        self._signals = SignalHandling(self.cancel)
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._start = monotonic()
        self._shown = self._start
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._signals.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()
        self._signals.__exit__(*error)

    def check_cancelled(self) -> None:
        """Raise Interrupted when a signal has arrived."""
        if self.cancel.is_set():
            raise Interrupted

    def end_search(self) -> None:
        """Remove the bar and end the time limit: what was found is still to be written."""
        self.clear()
        TIME_LIMIT.clear()

    def __call__(self, progress: Progress) -> None:
        """Show the progress; cheap enough to be called at every step."""
        now = monotonic()
        if self._quiet or self._signals.is_stopping:
            return
        self._suggest(progress, now)
        if not self._terminal:
            if now - self._shown >= LINE_INTERVAL_S:
                self._shown = now
                click.echo(f"tilewright: {_line(progress)}", err=True)
            return
        if now - self._start < BAR_DELAY_S or (self._bar is not None and now - self._shown < REDRAW_S):
            return
        self._shown = now
        self._draw(progress)

    def _suggest(self, progress: Progress, now: float) -> None:
        """Suggest a run, once, when the search will take long."""
        if not self._suggestion or not progress.listed or now - self._start < FIRST_ESTIMATE_S:
            return
        if progress.eta is not None and progress.eta > LONG_SEARCH_S:
            self.clear()
            note(
                f"about {span(progress.eta)} left; a run can be resumed, survives crashes and can use "
                f"several machines: {self._suggestion}"
            )
            self._suggestion = ""

    def _draw(self, progress: Progress) -> None:
        if self._bar is None:
            self._bar = _new_bar()
            self._task = self._bar.add_task(self.label, total=1.0, done="", details="")
            self._bar.start()
        assert self._task is not None
        share = min(1.0, progress.share)
        done = progress.share_text or f"{100 * share:5.1f}%"
        self._bar.update(self._task, completed=share, done=done, details=_details(progress), refresh=True)

    def clear(self) -> None:
        """Remove the bar so that something can be printed; the next update brings it back."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _new_bar() -> Bar:
    import shutil

    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichBar

    # Leave space for the ^C that a terminal echoes; on a full line it would wrap and the bar would remain.
    width = max(20, shutil.get_terminal_size().columns - 4)
    return RichBar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[done]}"),
        TextColumn("{task.fields[details]}", markup=False),
        console=Console(stderr=True, width=width),
        transient=True,
        auto_refresh=False,
        expand=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _details(progress: Progress) -> str:
    rate = short(progress.nodes / progress.seconds if progress.seconds > 0 else 0.0)
    if progress.words:
        parts = [progress.words]
    elif progress.listed:
        parts = [counted(progress.images, "solution"), f"{rate} nodes/s"]
    else:
        parts = [f"{rate} states/s"]
    if progress.eta is not None and progress.share < 1:  # at the end, solutions are still delivered
        parts.append(f"{span(progress.eta)} left")
    return ", ".join(parts)


def _line(progress: Progress) -> str:
    done = progress.share_text or percent(progress.share)
    return f"{done} done after {span(progress.seconds)}, {_details(progress)}"
