"""The program of docs/results that is written from the definition."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parent.parent / "docs" / "results" / "six_piece_burrs.cpp"


@pytest.mark.skipif(shutil.which("c++") is None, reason="needs a C++ compiler")
def test_solid_burrs_of_notchable_pieces_by_definition(tmp_path: Path) -> None:
    program = tmp_path / "six_piece_burrs"
    subprocess.run(["c++", "-O1", "-std=c++20", "-o", program, PROGRAM], check=True)
    for length in ("6", "8"):
        path = tmp_path / length
        printed = subprocess.run(
            [program, length, "notchable", path], check=True, capture_output=True, text=True
        ).stdout
        assert "come apart: 3714; up to the 12 rotations of the burr 314; up to its 24" in printed
        assert "pieces that occur: 25, in 221 sets" in printed
        assert len(path.read_text().splitlines()) == 314
    assert subprocess.run([program, "7", "all"], capture_output=True, check=False).returncode == 2
