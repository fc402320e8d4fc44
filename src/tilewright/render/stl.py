"""Bodies as binary STL, for printers: a heading, and the triangles of all of them."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tilewright.model.puzzle import Puzzle, Solution
from tilewright.render.bodies import Body, piece_body, plate_bodies, solution_bodies
from tilewright.render.labels import plain_ascii, shortened
from tilewright.render.mesh import PrintSettings
from tilewright.render.vectors import unit_normal

_DEFAULT = PrintSettings()
_FACET = struct.Struct("<12fH")


def piece_stl(puzzle: Puzzle, index: int, size: PrintSettings = _DEFAULT) -> bytes:
    """The piece with this index; UnsupportedError when it cannot be printed."""
    return stl_bytes([piece_body(puzzle, index, size)], puzzle.pieces[index].name)


def plate_stl(puzzle: Puzzle, size: PrintSettings = _DEFAULT) -> bytes:
    """One copy of each piece, in rows; UnsupportedError when they cannot be printed."""
    return stl_bytes(plate_bodies(puzzle, size), puzzle.title or "pieces")


def solution_stl(puzzle: Puzzle, solution: Solution, size: PrintSettings = _DEFAULT) -> bytes:
    """The pieces of a solution in their places; UnsupportedError when they cannot be printed."""
    return stl_bytes(solution_bodies(puzzle, solution, size), puzzle.title or "solution")


def stl_bytes(bodies: Sequence[Body], title: str) -> bytes:
    """The file: a heading of 80 bytes, the number of facets, and each facet's normal and corners."""
    entries = [facet for body in bodies for facet in body.facets()]
    # A file that begins with "solid" would be taken for the text form.
    heading = f"Tilewright: {shortened(plain_ascii(title), 60)}".encode("ascii", "replace")[:80]
    parts = [heading.ljust(80), struct.pack("<I", len(entries))]
    for facet in entries:
        a, b, c = facet
        parts.append(_FACET.pack(*unit_normal(facet), *a, *b, *c, 0))
    return b"".join(parts)
