"""The programs of docs/results print what the pages say."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright import count
from tilewright.model.surfaces import Wrap
from tilewright.series.boards import Series, read_board, read_pieces

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"
PROGRAM = RESULTS / "six_piece_burrs.cpp"


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


@pytest.mark.parametrize(
    "program",
    [
        "trominoes-in-boxes/tilings.py",
        "maximal-packings-of-strips/prove.py",
        "lines-without-loose-ends/prove.py",
        "no-tromino-left/check_windows.py",
        "l-tetrominoes-on-surfaces/check.py",
    ],
)
def test_a_program_prints_what_its_page_says(program: str) -> None:
    path = RESULTS / program
    lists = [*sorted(path.parent.glob("windows-*.txt")), *sorted(path.parent.glob("painting-*.txt"))]
    printed = subprocess.run(
        [sys.executable, path, *lists], check=True, capture_output=True, text=True
    ).stdout
    assert f"```text\n{printed}```" in (RESULTS / f"{path.parent.name}.md").read_text(encoding="utf-8")


def test_klein_bottles_by_pfaffians_are_those_of_the_formula() -> None:
    """Lu and Wu's product in whole numbers, and the terms that the page has."""
    folder = RESULTS / "dominoes-on-surfaces"
    words = [sys.executable, str(folder / "lu_wu.py")]
    array = subprocess.run([*words, "6"], check=True, capture_output=True, text=True).stdout
    assert f"```text\n{array}```" in (RESULTS / "dominoes-on-surfaces.md").read_text(encoding="utf-8")
    terms = subprocess.run([*words, "b", "30"], check=True, capture_output=True, text=True).stdout
    assert terms == (folder / "b340557.txt").read_text()
    series = Series(read_board("2Nx2N"), read_pieces(["dominoes"], 2), wrap=Wrap.KLEIN, parallel=True)
    for n, line in enumerate(terms.splitlines()[1:9], start=1):
        assert int(line.split()[1]) == count(series.puzzle(n)).solutions
