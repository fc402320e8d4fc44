"""Options that commands of several kinds share, and putting a list of options on a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from tilewright.cli.quantities import SPAN

Command = TypeVar("Command", bound=Callable[..., Any])

time_option = click.option(
    "--time", "seconds", type=SPAN, metavar="TIME", help="Stop after this time: 90, 1m30s, 2h."
)


def with_options(command: Command, options: Iterable[Callable[[Command], Command]]) -> Command:
    """The command with these options, which its help lists in this order."""
    for option in reversed(tuple(options)):
        command = option(command)
    return command
