"""The lines that a player types, for games in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

MAX_LINE = 1_000  # bytes of a line that are read


def typed_lines(*, on_stderr: bool) -> Iterator[str]:
    """The lines of standard input as they arrive, cut to MAX_LINE; a terminal gets a prompt."""
    terminal = sys.stdin.isatty()
    while True:
        if terminal:
            click.echo("> ", nl=False, err=on_stderr)
        line = sys.stdin.buffer.readline(MAX_LINE)
        if not line:
            if terminal:
                click.echo(err=on_stderr)  # after the prompt
            return
        rest = line
        while len(rest) == MAX_LINE and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(MAX_LINE)
        yield line.decode("utf-8", errors="replace").strip()
