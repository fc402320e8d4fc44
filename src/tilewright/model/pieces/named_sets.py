"""Famous sets of solid pieces, each made for a puzzle: Soma, the Bedlam cube, Conway's blocks and others."""

from __future__ import annotations

from tilewright.model.pieces.drawings import CUBE_DRAWINGS, SQUARE_DRAWINGS

FamousSet = tuple[tuple[str, str, int], ...]
"""Names of pieces, their drawings (see ``drawings``), and how many there are of each."""

_FLAT = dict(SQUARE_DRAWINGS)
_SOLID = dict(CUBE_DRAWINGS)  # a name of two sizes is the pentacube's here, and the tetromino's above


def _block(x: int, y: int, z: int, copies: int) -> tuple[str, str, int]:
    """A block by its edges."""
    return (f"{x}x{y}x{z}", " / ".join([" ".join(["#" * x] * y)] * z), copies)


FAMOUS: dict[str, FamousSet] = {
    "soma": (
        ("V", _FLAT["V3"], 1),
        ("L", _FLAT["L4"], 1),
        ("T", _FLAT["T4"], 1),
        ("Z", _FLAT["S4"], 1),
        ("A", _SOLID["A4"], 1),
        ("B", _SOLID["B4"], 1),
        ("P", _SOLID["P4"], 1),
    ),
    "bedlam": tuple(
        (name, _SOLID[name], 1)
        for name in ("F", "W", "X", "J4", "L1", "L2", "L3", "S1", "S2", "T1", "T2", "V2", "A4")
    ),
    "tetris cube": (
        *((name, _SOLID[name], 1) for name in ("N", "V", "Y", "L4", "N1", "Q", "T2", "V1")),
        ("6-1", "#.. ### .#. / #.. ... ...", 1),
        ("6-2", "... ### .#. / .#. .#. ...", 1),
        ("6-3", "### #.. #.. / ... #.. ...", 1),
        ("6-4", "### #.. #.. / ... ... #..", 1),
    ),
    "slothouber-graatsma": (_block(2, 2, 1, 6), _block(1, 1, 1, 3)),
    "conway": (_block(1, 2, 4, 13), _block(2, 2, 2, 1), _block(1, 2, 2, 1), _block(1, 1, 3, 3)),
    "diabolical cube": (
        ("2", "##", 1),
        ("3", "## #.", 1),
        ("4", "## ##", 1),
        ("5", "### #.#", 1),
        ("6", "### ##. #..", 1),
        ("7", "### ##. ##.", 1),
    ),
}
"""By name. Soma is P. Hein's (1936), Bedlam B. Bedlam's, the Tetris cube of Imagination Games; the blocks are
J. Slothouber and W. Graatsma's for 3x3x3 and J. H. Conway's for 5x5x5; the diabolical cube is in Professor
Hoffmann's Puzzles Old and New (1893)."""
