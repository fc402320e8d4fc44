"""Pieces of cubes as a model for OpenSCAD with the library puzzlecad, which makes bodies for 3-D printers.

A piece is a list of strings, one a layer from below; in it, rows are divided by ``|`` and ``x`` is a cube.
Source: Aaron Siegel, puzzlecad 2.3 (puzzlecad-parser.scad), and its tool bt2scad.
"""

from __future__ import annotations

from tilewright.errors import UnsupportedError
from tilewright.formats.text import numbered_lines
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.pieces.piece import Piece
from tilewright.wording import counted, plain, quoted

LENGTH_MM = 66  # of the longest piece, where the scale is not the largest or the smallest one
SCALES_MM = (10, 17)  # of a cube's edge
MAX_PIECES = 1_000
VERSION = "2.0"  # of puzzlecad, the first that lays pieces out


def looks_like(text: str) -> bool:
    """Whether a line includes puzzlecad."""
    return any("".join(line.split()) == "include<puzzlecad.scad>" for _, line in numbered_lines(text))


def dumps(puzzle: AnyPuzzle) -> str:
    """All copies of all pieces, with their names as comments, to be edited, rendered and printed.

    puzzlecad turns pieces to print well and splits some of them, with joints. The edge of a cube is 17 mm,
    less for pieces longer than three cubes, but at least 10 mm. UnsupportedError for other
    lattices and more than 1,000 pieces.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("puzzlecad has pieces of cubes; this puzzle has items and options only")
    if puzzle.lattice is not CUBE:
        raise UnsupportedError(
            f"puzzlecad has pieces of cubes; the lattice of this puzzle is {quoted(puzzle.lattice.name)}"
        )
    pieces = [piece for piece in puzzle.pieces if piece.max_copies]
    number = sum(piece.max_copies for piece in pieces)
    if number > MAX_PIECES:
        raise UnsupportedError(
            f"the puzzle has {counted(number, 'piece')}; a model for puzzlecad has at most {MAX_PIECES:,}"
        )
    longest = max((size for piece in pieces for size in _size(piece)), default=1)
    least, most = SCALES_MM
    texts = [" ".join(plain(text).split()) for text in (puzzle.title, puzzle.source)]
    return "\n".join(
        [
            "include <puzzlecad.scad>",
            "",
            *(f"// {text}" for text in texts if text),
            f'require_puzzlecad_version("{VERSION}");',
            "",
            f"$burr_scale = {max(least, min(most, LENGTH_MM // longest))};  // the edge of a cube in mm",
            "$auto_layout = true;  // turned to print without supports, split with joints where need be",
            "",
            "burr_plate([",
            *(line for piece in pieces for line in _lines(piece)),
            "]);",
            "",
        ]
    )


def _lines(piece: Piece) -> list[str]:
    """A comment with the piece's name, and a line for each copy."""
    width, depth, height = _size(piece)
    least = _least(piece)
    cells = {(x - least[0], y - least[1], z - least[2]) for x, y, z in piece.cells}
    layers = [
        "|".join("".join("x" if (x, y, z) in cells else "." for x in range(width)) for y in range(depth))
        for z in range(height)
    ]
    drawn = ", ".join(f'"{layer}"' for layer in layers)
    return [f"    // {' '.join(plain(piece.name).split())}", *[f"    [{drawn}],"] * piece.max_copies]


def _least(piece: Piece) -> Cell:
    return tuple(map(min, zip(*piece.cells, strict=True)))


def _size(piece: Piece) -> tuple[int, ...]:
    """The lengths of the box around a piece, in cubes."""
    return tuple(max(column) - min(column) + 1 for column in zip(*piece.cells, strict=True))
