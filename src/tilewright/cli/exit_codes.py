"""The exit codes of the commands."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.solving.steps import Status


class ExitCode(IntEnum):
    """The exit codes, the same for every command."""

    FOUND = 0
    NONE = 1
    BAD_INPUT = 2
    LIMIT = 3
    DISAGREEMENT = 4
    BUG = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143

    @classmethod
    def of(cls, status: Status, *, has_result: bool) -> ExitCode:
        """The exit code of a search with this status; ``has_result`` matters only for a complete one."""
        if status.value == "complete":
            return cls.FOUND if has_result else cls.NONE
        return _ENDINGS[status.value][0]


_ENDINGS = {
    "limit": (ExitCode.LIMIT, "the search reached a limit"),
    "cancelled": (ExitCode.INTERRUPTED, "the search was stopped"),
}
"""The exit code and the message of each status of a search that did not complete."""


def ending_message(status: Status, share: float | None = None) -> str:
    """The message about a search that ended early, after this share of it."""
    from tilewright.cli.quantities import percent

    return _ENDINGS[status.value][1] + ("" if share is None else f" after {percent(share)}")
