"""Where arrangements go: the screen, a JSON object on stdout, or a file that appears whole or not at all."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

import click

from tilewright.cli.paths import check_suffix, check_writable
from tilewright.cli.quantities import counted
from tilewright.cli.report import open_json

if TYPE_CHECKING:
    from tilewright.families.gunport.board import Arrangement
    from tilewright.families.gunport.pictures import Words

SUFFIXES = (".svg", ".png", ".txt")
PICTURES = (".svg", ".png")

style_option = click.option(
    "--style",
    type=click.Choice(["arrows", "letters", "shapes"]),
    help="Draw in arrows, <>^v., in letters, LRUDE, or each piece in a letter of its own.",
)


class Outlet(Protocol):
    """Takes arrangements with ``put``; ``finish`` writes what is left to write and says what was written."""

    def put(self, arrangement: Arrangement) -> None: ...

    def finish(self, words: Words) -> str: ...


class Screen:
    """Draws each arrangement on stdout; ``clear`` takes a progress bar away first."""

    def __init__(self, style: str, clear: Callable[[], None], *, color: bool) -> None:
        self._style, self._clear, self._color = style, clear, color

    def put(self, arrangement: Arrangement) -> None:
        from tilewright.families.gunport.drawing import dumps

        self._clear()
        text = dumps(arrangement, self._style)
        click.echo((painted(text) if self._color else text), color=self._color)

    def finish(self, words: Words) -> str:
        return ""


class Found:
    """A JSON object on stdout whose list ``arrangements`` grows as they come."""

    def __init__(self, style: str) -> None:
        self._style = style
        self._taken = 0

    def put(self, arrangement: Arrangement) -> None:
        from tilewright.families.gunport.drawing import dumps

        rows = json.dumps(dumps(arrangement, self._style).splitlines())
        click.echo((", " if self._taken else "") + rows, nl=False)
        self._taken += 1

    def finish(self, words: Words) -> str:
        return ""


class Nowhere:
    """Takes arrangements and leaves them: they are told in another way."""

    def put(self, arrangement: Arrangement) -> None:
        pass

    def finish(self, words: Words) -> str:
        return ""


class Picture:
    """A picture of the first arrangements, drawn when the search is over."""

    def __init__(self, path: Path, most: int) -> None:
        self._path, self._most = path, most
        self._kept: list[Arrangement] = []
        self._taken = 0

    def put(self, arrangement: Arrangement) -> None:
        self._taken += 1
        if len(self._kept) < self._most:
            self._kept.append(arrangement)

    def finish(self, words: Words) -> str:
        from tilewright.families.gunport.pictures import PAINTERS
        from tilewright.formats import write_atomically

        if not self._kept:
            return f"nothing to draw; {self._path} was not written"
        write_atomically(self._path, PAINTERS[self._path.suffix.lower()](self._kept, words))
        out = self._taken - len(self._kept)
        more = f", {out:,} more left out (--sheet)" if out else ""
        return f"wrote {self._path}: {counted(len(self._kept), 'arrangement')}{more}"


class Drawings:
    """A text file of drawings with blank lines between them, written as they come: a sheet to be imported."""

    def __init__(self, path: Path, stream: TextIO, style: str) -> None:
        self._path, self._stream, self._style = path, stream, style
        self._taken = 0

    def put(self, arrangement: Arrangement) -> None:
        from tilewright.families.gunport.drawing import dumps

        self._stream.write(("\n" if self._taken else "") + dumps(arrangement, self._style))
        self._taken += 1

    def finish(self, words: Words) -> str:
        return f"wrote {self._path}: {counted(self._taken, 'arrangement')}"


def check_output(output: Path, *, suffixes: tuple[str, ...] = SUFFIXES) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    check_suffix(output, suffixes)
    check_writable(output)


@contextmanager
def file_outlet(output: Path, *, sheet: int, style: str) -> Iterator[Outlet]:
    """An outlet into a file: what it wrote appears when the block ends well, and not before."""
    from tilewright.formats import atomic_text

    if output.suffix.lower() in PICTURES:
        yield Picture(output, sheet)
        return
    with atomic_text(output) as stream:
        yield Drawings(output, stream, style)


@contextmanager
def json_outlet(heading: Mapping[str, object], style: str) -> Iterator[Outlet]:
    """An outlet into the one JSON object on stdout; what else is told closes it, or an error does."""
    open_json(json.dumps(heading)[:-1] + ', "arrangements": [', "], ")
    yield Found(style)
    sys.stdout.flush()


def painted(text: str) -> str:
    """A drawing in arrows or letters with a terminal's colours, those of the pictures; ports are bold."""
    from tilewright.render.palette import COLOURS, nearest_256

    across, down = nearest_256(COLOURS[1]), nearest_256(COLOURS[0])
    text = re.sub(r"[<>LR]+", lambda found: f"\x1b[38;5;{across}m{found[0]}\x1b[0m", text)
    text = re.sub(r"[\^vUD]+", lambda found: f"\x1b[38;5;{down}m{found[0]}\x1b[0m", text)
    return re.sub(r"[.E]+", lambda found: f"\x1b[1m{found[0]}\x1b[0m", text)
