"""A run on a terminal as it goes on: what is known of it, a bar, and its workers below."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewright.cli.run_text import COLUMNS, status_lines, worker_row

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tilewright.runs.progress import RunProgress
    from tilewright.runs.rows import RunRow

Show = Callable[["RunRow", "RunProgress", str], None]
AROUND = 14
"""Lines of a terminal that are not for workers."""


@contextmanager
def live_view(console: Console | None = None) -> Iterator[Show]:
    """A view of a run; what it gives shows how the run stands now. It vanishes at the end."""
    from rich.console import Console
    from rich.live import Live

    screen = console or Console()
    with Live(console=screen, auto_refresh=False, transient=True) as live:

        def show(row: RunRow, progress: RunProgress, status: str) -> None:
            live.update(view(row, progress, status, most=max(3, screen.size.height - AROUND)), refresh=True)

        yield show


def view(row: RunRow, progress: RunProgress, status: str, *, most: int) -> RenderableType:
    """How a run stands, with at most so many workers."""
    from rich.console import Group
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    facts = Table.grid(padding=(0, 2))
    for name, words in [("run", row.id), *status_lines(row, progress, status)]:
        facts.add_row(Text(name, style="bold"), Text(words))
    parts: list[RenderableType] = [facts, ProgressBar(total=1.0, completed=progress.share.low)]
    if progress.workers:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for number, column in enumerate(COLUMNS):
            table.add_column(column, justify="right" if number in (2, 3, 4) else "left", no_wrap=True)
        for worker in progress.workers[:most]:
            table.add_row(*map(Text, worker_row(worker)))
        parts += [Text(), table]
        if len(progress.workers) > most:
            parts.append(Text(f"... and {len(progress.workers) - most:,} more"))
    return Group(*parts)
