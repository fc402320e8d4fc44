"""The tetrakis square lattice and a CSV format for Tilewright: an example of a package that adds both."""

from __future__ import annotations

from tilewright.formats.registry import Format

CSV = Format(
    name="csv",
    extensions=(".csv",),
    summary="one cell per line: the board or the name of a piece, then coordinates",
    module="tilewright_tetrakis.coordinates_csv",
    docs="README.md of tilewright-tetrakis",
    content=r"\Alattice,",
)
"""The descriptor of the format; its module is imported when it is used."""
