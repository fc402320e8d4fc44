"""The exit codes, the same for every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.solve.engines.base import Status

FOUND = 0
NONE = 1
BAD_INPUT = 2
LIMIT = 3
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141
TERMINATED = 143


def code_of(status: Status, *, found: bool) -> int:
    """The exit code of a question that ended so: a limit and Ctrl-C come before what was found."""
    if status.value == "limit":
        return LIMIT
    if status.value == "cancelled":
        return INTERRUPTED
    return FOUND if found else NONE
