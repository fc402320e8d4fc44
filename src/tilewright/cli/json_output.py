"""The one JSON object that a command prints with ``--json``."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

MAX_EXACT_FLOAT = 2**53
"""Larger whole numbers lose digits in JSON readers that use floats, so they are also given as text."""


_open: list[str] = []  # text to print before further keys of an object that was started and is not complete


def open_json(start: str, closing: str) -> None:
    """Print the start of an object; the next ``print_json`` prints ``closing`` and completes it."""
    click.echo(start, nl=False)
    _open.append(closing)


def forget_json() -> None:
    """Forget an object that was started."""
    _open.clear()


def print_json(body: Mapping[str, object]) -> None:
    """Print an object (paths become text) on one line of stdout, or complete the one that was started."""
    import json  # here, so that --help does not wait for it

    text = json.dumps(with_number_texts(body), default=os.fspath)
    click.echo(_open.pop() + text[1:] if _open else text)


def with_number_texts(body: Mapping[str, object]) -> dict[str, object]:
    """The object with ``KEY_text`` after each top-level whole number that a float cannot hold."""
    full: dict[str, object] = {}
    for key, value in body.items():
        full[key] = value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_EXACT_FLOAT:
            full[f"{key}_text"] = str(value)
    return full
