"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

from tilewright.errors import OutputError
from tilewright.wording import MAX_WORD, quoted


def write_atomically(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all: text as UTF-8, bytes as they are. OutputError when it cannot be."""
    with atomic_bytes(path) as stream:
        stream.write(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def atomic_text(path: str | Path) -> Iterator[TextIO]:
    """A text file to write to that appears, or replaces the old one, when the block ends well.

    Lines end in LF, as written. When the block raises, whatever it is, no trace is left. OutputError
    when it cannot be written.
    """
    with atomic_bytes(path) as raw:
        stream = TextIOWrapper(raw, encoding="utf-8", newline="\n")
        yield stream
        stream.detach()  # flushes; the bytes' own block closes the file


@contextmanager
def atomic_bytes(path: str | Path, *, suffix: str = "") -> Iterator[BinaryIO]:
    """As :func:`atomic_text`, for bytes. A device or a pipe is written to as it is.

    While it is written, the file has this suffix, for files that one process writes; else a random name.
    """
    try:
        target, mode = _target(path)
        if mode is None:
            with Path(path).open("wb") as stream:
                yield stream
            return
        if suffix:
            part = target.with_name(target.name + suffix)
            opened: BinaryIO = part.open("wb")
        else:
            import tempfile

            handle, name = tempfile.mkstemp(prefix=".tilewright-", suffix=".part", dir=target.parent)
            part, opened = Path(name), os.fdopen(handle, "wb")
        try:
            with opened as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            part.chmod(mode)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
    except UnicodeEncodeError as error:
        raise OutputError(f"{path} cannot be written: the text has no UTF-8 form ({error.reason})") from error


def _target(path: str | Path) -> tuple[Path, int | None]:
    """The file behind a path, links followed, and the permissions it is to have; None for a device."""
    if "\0" in str(path):
        raise OutputError(
            f"{quoted(str(path), MAX_WORD)} cannot be written: a file's name cannot contain a NUL character"
        )
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0o022)
        os.umask(mask)
        if not target.parent.is_dir():
            raise OutputError(f"{path} cannot be written: there is no directory {target.parent}") from None
        return target, 0o666 & ~mask
    if stat.S_ISDIR(mode):
        raise OutputError(f"{path} cannot be written: it is a directory")
    if not os.access(target, os.W_OK):
        raise OutputError(f"{path} cannot be written: no permission")
    # /dev/stdout may lead to a plain file, which must not be swapped while others hold it open.
    plain = stat.S_ISREG(mode) and not Path(path).is_relative_to("/dev")
    return target, stat.S_IMODE(mode) if plain else None
