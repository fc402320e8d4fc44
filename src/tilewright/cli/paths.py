"""Whether a file can be written, asked before a long search and not after it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from tilewright.errors import OutputError


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Raise click's UsageError unless the suffix of an output is one of these."""
    if path.suffix.lower() not in suffixes:
        raise click.UsageError(
            f"the suffix of {str(path)!r} does not say what to write; expected one of {', '.join(suffixes)}"
        )


def check_writable(path: Path, *inputs: Path | None) -> None:
    """Raise OutputError unless a file of this name can be put there, and is none of the inputs."""
    for read in inputs:
        if read is not None and path.exists() and read.exists() and path.samefile(read):
            raise OutputError(f"{path}: this is an input file; it is not written over")
    if path.is_dir():
        raise OutputError(f"{path}: this is a directory; expected a file name")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: this is not an ordinary file; it is not written over")
    if path.exists() and not os.access(path, os.W_OK):
        raise OutputError(f"{path}: the file there is write-protected")
    folder = path.parent
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no directory {folder}")
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".tilewright-"):
            pass
    except OSError as error:
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error
