"""One small puzzle as a file in every format that is read: 4 by 3 squares, three pieces, 8 solutions."""

from __future__ import annotations

import gzip
from pathlib import Path

from tilewright.formats import FORMATS

DRAWN = """\
####  ##  ###
####  #   ##   ####
####
"""
READ = tuple(name for name, file_format in FORMATS.items() if file_format.reads and file_format.writes)
OF_ITEMS = ("dlx", "ec", "ec-numeric", "ec-sets", "ec-counted", "ec-matrix", "dpf")
"""Formats of puzzles without cells."""

DLX = """\
| two ways to cover a, b and c; e in at most one colour
a b c | e f
a b e:1
c e:1 f
a e:2
b c e:2
e
"""
"""Two solutions, and an option without a primary item on line 7."""


def written(folder: Path, name: str, *, packed: bool = False) -> Path:
    """The puzzle in a format, with the suffix where it has one of its own."""
    file_format = FORMATS[name]
    assert file_format.dumps is not None
    data = file_format.dumps(FORMATS["ascii"].read(DRAWN)).encode()
    suffix = file_format.extensions[0] if file_format.extensions else ""
    path = folder / f"{name}{suffix}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(data) if packed else data)
    return path
