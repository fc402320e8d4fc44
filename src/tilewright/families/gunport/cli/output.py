"""Arrangements as output: the drawing style, the checks before a search, and the writer for each kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.output import (
    DRAWINGS,
    PICTURES,
    OutputWriter,
    PictureWriter,
    check_suffix,
    check_writable,
    json_list,
)

if TYPE_CHECKING:
    from tilewright.families.gunport.board import Arrangement
    from tilewright.families.gunport.pictures import Caption

NOUN = "arrangement"

style_option = click.option(
    "--style",
    type=click.Choice(["arrows", "letters", "shapes"]),
    help="Draw in arrows, <>^v., in letters, LRUDE, or each piece in its own letter.",
)


def check_output(output: Path, *, suffixes: Sequence[str] = DRAWINGS) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    check_suffix(output, suffixes)
    check_writable(output)


@contextmanager
def file_writer(
    output: Path, *, sheet: int, style: str, caption: Callable[[], Caption]
) -> Iterator[OutputWriter[Arrangement]]:
    """The writer into a file, which appears when the block ends well; ``caption`` is asked for at the end."""
    from tilewright.formats import atomic_text

    if output.suffix.lower() in PICTURES:

        def draw(arrangements: Sequence[Arrangement], total: int) -> bytes:
            from tilewright.families.gunport.pictures import RENDERERS

            return RENDERERS[output.suffix.lower()](arrangements, caption())

        yield PictureWriter(draw, path=output, limit=sheet, noun=NOUN)
        return
    from tilewright.families.gunport.drawing import dumps

    with atomic_text(output) as stream:
        yield OutputWriter(  # blank lines between the drawings: a file that the library imports
            lambda arrangement, number: stream.write(
                ("\n" if number > 1 else "") + dumps(arrangement, style)
            ),
            path=output,
            noun=NOUN,
        )


@contextmanager
def json_writer(heading: Mapping[str, object], style: str) -> Iterator[OutputWriter[Arrangement]]:
    """The writer into the list ``arrangements`` of the JSON object on stdout."""
    from tilewright.families.gunport.drawing import dumps

    def to_json(arrangement: Arrangement) -> str:
        return json.dumps(dumps(arrangement, style).splitlines())

    with json_list(heading, "arrangements", to_json) as writer:
        yield writer


def screen_writer(style: str, before: Callable[[], None], *, color: bool) -> OutputWriter[Arrangement]:
    """The writer that draws on stdout; it calls ``before`` first, which clears a progress bar."""
    from tilewright.families.gunport.drawing import dumps

    def show(arrangement: Arrangement, number: int) -> None:
        before()
        text = dumps(arrangement, style)
        click.echo(coloured(text) if color else text, color=color)

    return OutputWriter(show)


def coloured(text: str) -> str:
    """A drawing in arrows or letters with a terminal's colours, those of the pictures; ports are bold."""
    from tilewright.render.palette import COLOURS, nearest_256

    horizontal, vertical = nearest_256(COLOURS[1]), nearest_256(COLOURS[0])
    text = re.sub(r"[<>LR]+", lambda found: f"\x1b[38;5;{horizontal}m{found[0]}\x1b[0m", text)
    text = re.sub(r"[\^vUD]+", lambda found: f"\x1b[38;5;{vertical}m{found[0]}\x1b[0m", text)
    return re.sub(r"[.E]+", lambda found: f"\x1b[1m{found[0]}\x1b[0m", text)
