"""What a command prints and writes: messages, one JSON object, exit codes, files.

Results (solutions, arrangements) are written one by one as they are found. What is specific to a kind of
result is a function that the writer is given.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar

import click

from tilewright.cli.quantities import counted, percent
from tilewright.errors import OutputError

if TYPE_CHECKING:
    from tilewright.solve.engines.base import Status


class ExitCode(IntEnum):
    """The exit codes, the same for every command."""

    FOUND = 0
    NONE = 1
    BAD_INPUT = 2
    LIMIT = 3
    BUG = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143

    @classmethod
    def of(cls, status: Status, *, found: bool) -> ExitCode:
        """The exit code of a search with this status; ``found`` matters only for a complete one."""
        if status.value == "complete":
            return cls.FOUND if found else cls.NONE
        return _ENDINGS[status.value][0]


_ENDINGS = {
    "limit": (ExitCode.LIMIT, "the search reached a limit"),
    "cancelled": (ExitCode.INTERRUPTED, "the search was stopped"),
}
"""The exit code and the message of each status of a search that did not complete."""


def ending_message(status: Status, share: float | None = None) -> str:
    """The message about a search that ended early, after this share of it."""
    return _ENDINGS[status.value][1] + ("" if share is None else f" after {percent(share)}")


MAX_EXACT_FLOAT = 2**53
"""Larger whole numbers lose digits in JSON readers that use floats, so they are also given as text."""


_open: list[str] = []
"""Text to print before further keys of an object that was started and is not complete."""


def open_json(start: str, closing: str) -> None:
    """Print the start of an object; the next ``print_json`` prints ``closing`` and completes it."""
    click.echo(start, nl=False)
    _open.append(closing)


def forget_json() -> None:
    """Forget an object that was started."""
    _open.clear()


def print_json(body: Mapping[str, object]) -> None:
    """Print an object on one line of stdout, or complete the one that was started."""
    text = json.dumps(with_number_texts(body))
    click.echo(_open.pop() + text[1:] if _open else text)


def with_number_texts(body: Mapping[str, object]) -> dict[str, object]:
    """The object with ``KEY_text`` after each top-level whole number that a float cannot hold."""
    full: dict[str, object] = {}
    for key, value in body.items():
        full[key] = value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_EXACT_FLOAT:
            full[f"{key}_text"] = str(value)
    return full


def wants_color(choice: str, stream: IO[str] | None = None) -> bool:
    """Whether to print colours: as ``--color`` says; auto means on a terminal without NO_COLOR."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return (stream or sys.stdout).isatty()


def draws_lines(plain: bool) -> bool:  # noqa: FBT001 - the value of --ascii
    """Whether box-drawing characters may be printed: not with ``--ascii`` or where stdout lacks them."""
    if plain:
        return False
    try:
        "┌─┐│".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def note(sentence: str) -> None:
    """Print a message for the user on stderr."""
    click.echo(f"tilewright: {sentence}", err=True)


PICTURES = (".svg", ".png")
DRAWINGS = (*PICTURES, ".txt")


def output_option(text: str) -> Callable[[Command], Command]:
    """``-o`` with this help."""
    return click.option("-o", "--output", type=click.Path(path_type=Path), metavar="PATH", help=text)


drawing_option = output_option("Draw into this file: .svg, .png or .txt.")

Item = TypeVar("Item")
Command = TypeVar("Command", bound=Callable[..., Any])


class OutputWriter(Generic[Item]):
    """Writes each result at once by ``write_item(result, its number from 1)``.

    ``path`` is the file that is written, None for stdout; ``noun`` names a result in messages.
    """

    def __init__(
        self, write_item: Callable[[Item, int], object], *, path: Path | None = None, noun: str = "solution"
    ) -> None:
        self.path, self.noun, self.count = path, noun, 0
        self._write_item = write_item

    def write(self, item: Item) -> None:
        """Write one result."""
        self.count += 1
        self._write_item(item, self.count)

    def finish(self) -> str:
        """Write what is left to write; a sentence that says what was written, "" for stdout."""
        return f"wrote {self.path}: {counted(self.count, self.noun)}" if self.path else ""


class PictureWriter(OutputWriter[Item]):
    """Keeps the first ``limit`` results and draws them into the file ``path`` at the end.

    ``draw(results, how many there were in all)`` returns the file's content. ``option`` sets the limit.
    """

    def __init__(
        self,
        draw: Callable[[Sequence[Item], int], str | bytes],
        *,
        path: Path,
        limit: int,
        noun: str = "solution",
        option: str = "--sheet",
    ) -> None:
        super().__init__(self._keep, path=path, noun=noun)
        self._draw, self._limit, self._option = draw, limit, option
        self._kept: list[Item] = []

    def _keep(self, item: Item, number: int) -> None:
        if number <= self._limit:
            self._kept.append(item)

    def finish(self) -> str:
        from tilewright.formats import write_atomically

        assert self.path is not None
        if not self._kept:
            return f"nothing to draw; {self.path} was not written"
        write_atomically(self.path, self._draw(self._kept, self.count))
        left_out = self.count - len(self._kept)
        option = f" ({self._option})" if self._option else ""
        more = f", {left_out:,} more left out{option}" if left_out else ""
        return f"wrote {self.path}: {counted(len(self._kept), self.noun)}{more}"


@contextmanager
def json_list(
    heading: Mapping[str, object], key: str, to_json: Callable[[Item], str]
) -> Iterator[OutputWriter[Item]]:
    """Begin the JSON object on stdout with ``heading`` and the list ``key``; the writer fills the list.

    The next ``print_json``, or an error, completes the object.
    """
    open_json(f'{json.dumps(heading)[:-1]}, "{key}": [', "], ")
    yield OutputWriter(
        lambda item, number: click.echo((", " if number > 1 else "") + to_json(item), nl=False)
    )
    sys.stdout.flush()


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Raise click's UsageError unless the suffix of an output is one of these."""
    if path.suffix.lower() not in suffixes:
        raise click.UsageError(
            f"cannot tell the format of {str(path)!r}: expected one of {', '.join(suffixes)}"
        )


def check_writable(path: Path, *inputs: Path | None) -> None:
    """Raise OutputError unless a file of this name can be written and is none of the inputs.

    It is asked before a long search, not after it.
    """
    for read in inputs:
        if read is not None and path.exists() and read.exists() and path.samefile(read):
            raise OutputError(f"{path}: this is an input file; it is not overwritten")
    if path.is_dir():
        raise OutputError(f"{path}: this is a directory; expected a file name")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: this is not an ordinary file; it is not overwritten")
    if path.exists() and not os.access(path, os.W_OK):
        raise OutputError(f"{path}: the file is write-protected")
    folder = path.parent
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no directory {folder}")
    try:
        import tempfile  # here, so that --help does not wait for it

        with tempfile.NamedTemporaryFile(dir=folder, prefix=".tilewright-"):
            pass
    except OSError as error:
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error
