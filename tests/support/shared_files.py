"""The collected puzzle files by their names: a test skips those that are not here, and ignores others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("TILEWRIGHT_SHARED", _CHECKOUT.parent / "shared")) / "puzzles"

_NAMES = {
    "burrtools": """
        AlPackino.xmpuzzle BallRoom.xmpuzzle Bermuda.xmpuzzle BrokenSticks.xmpuzzle CubeInCage.xmpuzzle
        DemoMirrorParadox.xmpuzzle DemoPieceGenerator.xmpuzzle DiagonalCube.xmpuzzle
        DraculasDentalDesaster.xmpuzzle FourPieceTetrahedron.xmpuzzle HexSticks.xmpuzzle
        PelikanBurr.xmpuzzle Prisgon.xmpuzzle SolidSixPieceBurrs.xmpuzzle burrloop.xmpuzzle
        chocolate-dip.xmpuzzle closed-box.xmpuzzle five-pieces.xmpuzzle gargamel.xmpuzzle
        key-trap.xmpuzzle magic-drawer.xmpuzzle misused-key.xmpuzzle moiras-cube.xmpuzzle onega.xmpuzzle
        two-face-3.xmpuzzle
    """,
    "exact_cover": """
        Aarnet.txt.gz Abilene.txt.gz Agis.txt.gz Bandcon.txt.gz Cesnet1993.txt.gz Fccn.txt.gz
        KentmanApr2007.txt.gz Xeex.txt.gz bell-09.txt doublefact-29.ec grafo124.28.txt.gz
        grafo250.13.txt.gz grafo263.11.txt.gz grafo336.21.txt.gz kts15-ptpt-0020.txt latin8-blk-00001.ec
    """,
    "burrtools/version1": """
        Bermuda.xmpuzzle PelikanBurr.xmpuzzle
    """,
    "tiling": """
        IQ_creator board1 board3 checkerboard hexominoes_knight hexominoes_rook lucky13 partial_cross
        partial_cross2 pentominoes3x20 pentominoes3x20_shift pentominoes3x21 pentominoes4x15
        pentominoes4x15_shift pentominoes5x12 pentominoes6x10 pentominoes6x10_shift
        pentominoes8x8_corner_missing pentominoes8x8_four_missing_corners
        pentominoes8x8_four_missing_diagonal pentominoes8x8_four_missing_near_corners
        pentominoes8x8_four_missing_near_middle pentominoes8x8_four_missing_offset_near_middle
        pentominoes8x8_middle_missing pentominoes8x8_side_missing pentominoes8x9_missing_middle test1
        test2 testBoard.txt testPuzzle2 testPuzzle3 testPuzzle4 thirteen_holes trivial
    """,
    "tiling-more": """
        board2 board4 pentominoes5x12_shift pentominoes_cross testPuzzle1 testPuzzle5 tetrominoes_shape
    """,
}

NAMES = (
    "burrtools/3D Onat.xmpuzzle",
    *(f"{folder}/{name}" for folder, names in _NAMES.items() for name in names.split()),
)
"""All puzzle files, as their paths in ``FOLDER``."""


def shared_file(name: str) -> Path:
    """The file of a name of ``NAMES``, or another below ``FOLDER``; skips the test where it is not here."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"the collected file {name} is not here")
    return path
