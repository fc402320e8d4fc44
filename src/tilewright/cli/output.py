"""What a command prints and writes: messages, files, and results one by one as they are found."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from tilewright.cli.json_output import open_json
from tilewright.errors import OutputError
from tilewright.wording import MAX_WORD, counted, escaped, quoted


def wants_color(choice: str) -> bool:
    """Whether to print colours: as ``--color`` says; auto means on a terminal without NO_COLOR."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


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
    """Print a message for the user on stderr; what does not print is escaped."""
    click.echo(f"tilewright: {escaped(sentence)}", err=True)


def note_memory_limit(sentence: str) -> None:
    """Say that the limit of memory ended the work, and how to allow more."""
    note(sentence)
    note("use --memory SIZE to allow more memory; default: half of the free memory")


PICTURES = (".svg", ".png")
DRAWINGS = (*PICTURES, ".txt")
BODIES = (".stl", ".3mf", ".obj")
PAPER = ".pdf"
ANIMATIONS = (".gif", ".svg")


Item = TypeVar("Item")
Command = TypeVar("Command", bound=Callable[..., Any])


class OutputOption(click.Option):
    """``-o``: the path to write to, as ``output``.

    With ``several`` it may be repeated, and the paths are ``outputs``, a tuple.
    """

    def __init__(
        self, names: Sequence[str] = (), *, several: bool = False, metavar: str = "PATH", **settings: Any
    ) -> None:
        self.several = several
        names = names or ("-o", "--output", "outputs" if several else "output")
        super().__init__(
            names, type=click.Path(path_type=Path), multiple=several, metavar=metavar, **settings
        )

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        paths = super().process_value(ctx, value)
        for number, path in enumerate(paths if self.several else ()):
            if any(path.absolute() == other.absolute() for other in paths[:number]):
                raise click.UsageError(f"-o names {path} twice", ctx)
        return paths


def output_option(text: str, *, several: bool = False) -> Callable[[Command], Command]:
    """``-o`` with this help; it may be repeated if ``several`` files can be written."""
    if several:
        text += " May be given several times."
    return click.option(cls=OutputOption, several=several, help=text)


drawing_option = output_option("Draw into this file: .svg, .png or .txt.")


class OutputWriter(Generic[Item]):
    """Writes each result at once by ``write_item(result, its number from 1)``, into ``path`` or on stdout."""

    def __init__(
        self, write_item: Callable[[Item, int], object], *, path: Path | None = None, noun: str = "solution"
    ) -> None:
        self.path, self.noun, self.count = path, noun, 0
        self._write_item = write_item

    def write(self, item: Item) -> None:
        self.count += 1
        self._write_item(item, self.count)

    def finish(self) -> str:
        """Write what is left to write; a sentence that says what was written, "" for stdout."""
        return f"wrote {self.path}: {counted(self.count, self.noun)}" if self.path else ""


class PictureWriter(OutputWriter[Item]):
    """Draws the first ``limit`` results at the end; ``draw(results, total)`` returns the content or files.

    ``remarks`` are lines for the user that drawing may add to.
    """

    def __init__(
        self,
        draw: Callable[[Sequence[Item], int], str | bytes | Mapping[Path, bytes]],
        *,
        path: Path,
        limit: int,
        noun: str = "solution",
        option: str = "--sheet",
        remarks: Sequence[str] = (),
    ) -> None:
        super().__init__(self._keep, path=path, noun=noun)
        self._draw, self._limit, self._option, self._remarks = draw, limit, option, remarks
        self._kept: list[Item] = []

    def _keep(self, item: Item, number: int) -> None:
        if number <= self._limit:
            self._kept.append(item)

    def finish(self) -> str:
        assert self.path is not None
        if not self._kept:
            return f"no {self.noun} to write; {self.path} was not written"
        self._write_files(self._draw(self._kept, self.count))
        left_out = self.count - len(self._kept)
        option = f" ({self._option})" if self._option else ""
        more = f", {left_out:,} more left out{option}" if left_out else ""
        line = f"wrote {self.path}: {counted(len(self._kept), self.noun)}{more}"
        return "\n".join([line, *self._remarks])

    def _write_files(self, content: str | bytes | Mapping[Path, bytes]) -> None:
        from tilewright.formats import write_atomically

        assert self.path is not None
        files = content if isinstance(content, Mapping) else {self.path: content}
        for path, data in files.items():
            write_atomically(path, data)


class CombinedWriter(OutputWriter[Item]):
    """Writes each result by several writers."""

    def __init__(self, writers: Sequence[OutputWriter[Item]]) -> None:
        super().__init__(self._write_by_each)
        self._writers = writers

    def _write_by_each(self, item: Item, number: int) -> None:
        for writer in self._writers:
            writer.write(item)

    def finish(self) -> str:
        return "\n".join(filter(None, [writer.finish() for writer in self._writers]))


def output_keys(outputs: Sequence[Path]) -> dict[str, object]:
    """The JSON keys of the files that were written: ``output``, and ``outputs`` if there are several."""
    names = list(map(str, outputs))
    keys: dict[str, object] = {"output": names[0] if names else None}
    return {**keys, "outputs": names} if len(names) > 1 else keys


@contextmanager
def json_list(
    heading: Mapping[str, object], key: str, to_json: Callable[[Item], str]
) -> Iterator[OutputWriter[Item]]:
    """Begin a JSON object with a list ``key`` for the writer; ``print_json`` or an error completes it."""
    import json

    open_json(f'{json.dumps(heading)[:-1]}, "{key}": [', "], ")
    yield OutputWriter(
        lambda item, number: click.echo((", " if number > 1 else "") + to_json(item), nl=False)
    )
    sys.stdout.flush()


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Raise click's UsageError unless the suffix of an output is one of these."""
    if path.suffix.lower() not in suffixes:
        raise click.UsageError(
            f"cannot tell the format of {quoted(str(path), MAX_WORD)}: expected one of {', '.join(suffixes)}"
        )


def check_output_file(path: Path | None, suffixes: Sequence[str], *sources: str) -> None:
    """Refuse an output file, before any work: a wrong suffix, not writable, or one of the files read."""
    if path is not None:
        check_suffix(path, suffixes)
        read = (Path(source) for source in sources if source not in ("", "-", "standard input"))
        check_writable(path, *read)


def check_writable(path: Path, *inputs: Path | None) -> None:
    """Raise OutputError, before a search, unless this file can be written and is none of the inputs."""
    for read in inputs:
        if read is not None and path.exists() and read.exists() and path.samefile(read):
            raise OutputError(f"{path}: this is an input file; it is not overwritten")
    if path.is_dir():
        raise OutputError(f"{path}: this is a directory; expected a file name")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: this is not an ordinary file; it is not overwritten")
    # Root may write to any file, but one that nobody may write to is to be kept.
    if path.exists() and not (os.access(path, os.W_OK) and path.stat().st_mode & 0o222):
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
