"""What a command says: one JSON object, or lines for people; and whether colour is wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import IO

import click

EXACT = 2**53
"""From here on a reader that keeps JSON numbers as floats loses digits, so a text is given too."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
ascii_option = click.option("--ascii", "plain", is_flag=True, help="Draw with plain ASCII characters only.")
color_option = click.option(
    "--color",
    "--colour",
    "color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="When to colour drawings; 'auto' is on a terminal, unless NO_COLOR is set.",
)
no_color_option = click.option(
    "--no-color", "--no-colour", "color", flag_value="never", help="The same as --color never."
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Show no progress.")


_open: list[str] = []
"""What must be printed before more keys, while an object that was begun is not complete."""


def open_json(start: str, closing: str) -> None:
    """Print the start of an object whose rest comes later; the next ``print_json`` completes it."""
    click.echo(start, nl=False)
    _open.append(closing)


def forget_json() -> None:
    """Begin afresh: no object is open."""
    _open.clear()


def print_json(body: Mapping[str, object]) -> None:
    """Print one object on one line of stdout, or complete the open one."""
    import json

    text = json.dumps(with_texts(body))
    click.echo(_open.pop() + text[1:] if _open else text)


def with_texts(body: Mapping[str, object]) -> dict[str, object]:
    """The object with ``KEY_text`` beside each whole number at its top that a float cannot hold."""
    full: dict[str, object] = {}
    for key, value in body.items():
        full[key] = value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > EXACT:
            full[f"{key}_text"] = str(value)
    return full


def wants_color(choice: str, stream: IO[str] | None = None) -> bool:
    """Whether to colour what goes to the stream: as chosen, else on a terminal that has not refused it."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return (stream or sys.stdout).isatty()


def draws_lines(plain: bool) -> bool:  # noqa: FBT001 - the value of --ascii
    """Whether box-drawing characters may be printed: not with ``--ascii``, nor where stdout lacks them."""
    if plain:
        return False
    try:
        "┌─┐│".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def note(sentence: str) -> None:
    """A remark for the user, on stderr."""
    click.echo(f"tilewright: {sentence}", err=True)
