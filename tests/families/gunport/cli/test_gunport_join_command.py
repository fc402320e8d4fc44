"""``tilewright gunport join``: files and sizes, what differs, JSON, outputs, the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, run
from tilewright.families.gunport import arrangement_files
from tilewright.families.gunport.board import Rules, faults
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.library import Library

UPPER, LOWER = ".<>\n<>.\n.<>\n", "<>.\n.<>\n<>.\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the library is that commands use when none is named."""
    path = tmp_path / "boards.sqlite"
    monkeypatch.setenv("TILEWRIGHT_LIBRARY", str(path))
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    upper, lower = tmp_path / "upper.txt", tmp_path / "lower.txt"
    upper.write_text(UPPER)
    lower.write_text(LOWER)
    return upper, lower


def test_two_files(files: tuple[Path, Path], tmp_path: Path, place: Path) -> None:
    result = run("gunport", "join", *files, "--overlap", 2)
    drawing, _, words = result.stdout.partition("\n\n")
    assert result.exit_code == 0 and drawing + "\n" == ".<>\n<>.\n.<>\n<>.\n"
    assert words.startswith("4 dominoes joined ") and "4x3: 4 dominoes are the fewest, 4 ports" in words
    assert Library(place).entries(source="own") != [] or not place.exists()
    written = tmp_path / "joined.txt"
    result = run("gunport", "join", "-", files[1], "--overlap", 2, "-o", written, text=UPPER)
    assert result.exit_code == 0 and written.read_text() == drawing + "\n"


def test_what_is_joined_is_improved(tmp_path: Path) -> None:
    full = tmp_path / "full.txt"
    full.write_text("<><><>\n" * 3)
    entries = [printed_json(run("gunport", "join", full, full, "--seed", 1, "--json")) for _ in range(2)]
    assert entries[0]["joined_pieces"] == 15 and entries[0]["pieces"] == 10 and entries[0]["proven"]
    assert (entries[0]["rows"], entries[0]["columns"], entries[0]["seed"], entries[0]["overlap"]) == (
        5,
        6,
        1,
        1,
    )
    assert entries[0]["arrangement"] == entries[1]["arrangement"]
    assert faults(loads("\n".join(entries[0]["arrangement"])), Rules()) == []
    words = run("gunport", "join", full, full, "--seed", 1).stdout
    assert "15 dominoes joined, 5 saved" in words


def test_a_size_with_very_many_arrangements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrangement_files, "MAX_CELLS", 20)
    words = ("gunport", "join", "3x3", "3x3", "--overlap", 3)
    assert "3x3 has many best arrangements; the first 2 are joined" in run(*words).stderr
    monkeypatch.undo()
    assert "many best arrangements" not in run(*words).stderr


def test_bad_input(files: tuple[Path, Path], tmp_path: Path) -> None:
    upper, lower = files
    for words, message in (
        ((upper, lower), "upper.txt has a port in row 3, column 1, and "),
        ((upper, lower, "--overlap", 4), "upper.txt has 3 rows, so 4 rows in common are not possible"),
        ((upper, "4x4"), "upper.txt has 3 columns and 4x4 has 4; expected the same number"),
        ((upper, tmp_path / "none.txt"), "it is not a size such as 4x10, and there is no such file"),
        (("-", "-"), "only one of A and B can be standard input"),
        ((upper, lower, "--overlap", "-1"), "--overlap"),
        ((upper, lower, "-o", "x.toml"), "expected one of .svg, .png, .txt, .pdf"),
        ((upper, lower, "--library", "x", "--no-library"), "--library and --no-library cannot be combined"),
    ):
        result = run("gunport", "join", *words)
        assert result.exit_code == 2 and message in result.stderr and result.stdout == ""
