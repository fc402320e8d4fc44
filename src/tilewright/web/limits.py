"""What one server gives to its visitors at most; each limit is told with a clear answer when it is met."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WebLimits:
    """Bounds of one server.

    ``upload`` is bytes of a request's body; ``cells`` bound a board; ``solve_seconds`` one
    solve and ``ask_seconds`` one question of a game (a hint, what is left); ``memory`` is bytes of one
    calculating process; ``solves`` run at once, ``asks`` are answered at once and ``queue`` more wait;
    ``streams`` of events are open at once; ``kept_solutions`` of one solve, ``kept_bytes`` of them at most,
    can be looked at, ``page_bytes`` in one answer and ``download_bytes`` in one file; ``kept_solves`` over
    ones are remembered; ``abandoned_seconds`` after its last stream closed a solve is ended.
    """

    upload: int = 1_000_000
    cells: int = 5_000
    solve_seconds: float = 600.0
    ask_seconds: float = 8.0
    memory: int = 3_000_000_000
    solves: int = 2
    asks: int = 2
    queue: int = 64
    streams: int = 400
    kept_solutions: int = 100_000
    kept_bytes: int = 200_000_000
    page_bytes: int = 4_000_000
    download_bytes: int = 16_000_000
    kept_solves: int = 32
    abandoned_seconds: float = 5.0
