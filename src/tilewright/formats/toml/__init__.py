"""Tilewright's own puzzle file: TOML, made to be written by hand, for all that a puzzle can be.

It is described in ``docs/reference/formats.md``. ``reader`` checks the ``values`` of a text, whose
``positions`` are found when an error needs them; ``writer`` prefers drawings to lists of cells, and leaves
defaults out.
"""

from __future__ import annotations

from tilewright.formats.toml.reader import loads, looks_like
from tilewright.model.exact_cover_puzzle import AnyPuzzle


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as TOML text, as :func:`tilewright.formats.toml.writer.dumps` writes it."""
    from tilewright.formats.toml import writer  # here: most commands only read

    return writer.dumps(puzzle)


__all__ = ["dumps", "loads", "looks_like"]
