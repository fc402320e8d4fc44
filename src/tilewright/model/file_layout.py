"""The order of cells and pieces in the file of a puzzle, and its comments; no solution depends on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.model.lattices import Cell


@dataclass(frozen=True)
class Comment:
    """A comment, as it stands in the file: how many numbers precede it, and whether one is on its line."""

    text: str
    after: int
    own_line: bool


@dataclass(frozen=True)
class FilePiece:
    """Copies of a piece that are drawn in one way, in DPF one copy.

    ``name`` is that in the puzzle, ``cells`` have their colours, and ``copies`` are the least and the most.
    """

    name: str
    cells: tuple[tuple[Cell, str], ...] = ()
    motions: str = ""
    copies: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class FileLayout:
    """The order of a file, for writing it again.

    ``cells`` are those of the board. ``pieces`` are in their order, in DPF an entry for each copy.
    ``locations`` has, by the number of the option, those locations that are not in ascending order.
    ``numbers`` is how many numbers a DPF file has, which places the comments; 0 for other files.
    """

    cells: tuple[Cell, ...] = ()
    pieces: tuple[FilePiece, ...] = ()
    locations: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    numbers: int = 0
