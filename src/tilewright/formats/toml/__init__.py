"""Tilewright's own puzzle file: TOML, made to be written by hand, for all that a puzzle can be.

``docs/reference/formats.md`` describes it. A text is parsed to plain data, and ``reader`` makes a puzzle
of that; ``writer`` makes plain data of a puzzle, and ``emitter`` a text. A document is that data without the
text, for JSON. ``fields`` declares the keys of both, ``values`` checks values, and ``positions`` finds
their places in a text when an error needs them.
"""

from __future__ import annotations

from typing import Any

from tilewright.formats.toml.reader import from_document, loads, looks_like
from tilewright.model.exact_cover_puzzle import AnyPuzzle


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as TOML text, as :func:`tilewright.formats.toml.writer.dumps` writes it."""
    from tilewright.formats.toml import writer  # here: most commands only read

    return writer.dumps(puzzle)


def to_document(puzzle: AnyPuzzle) -> dict[str, Any]:
    """All of a puzzle as plain data, as :func:`tilewright.formats.toml.writer.to_document` makes it."""
    from tilewright.formats.toml import writer  # as above

    return writer.to_document(puzzle)


__all__ = ["dumps", "from_document", "loads", "looks_like", "to_document"]
