"""What a format leaves out beside the question is said, and what it keeps is not."""

from pathlib import Path

import pytest

from support.cli import run
from tilewright import load, save
from tilewright.errors import FormatWarning
from tilewright.formats.losses import not_kept
from tilewright.formats.registry import by_name


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("toml", ""),
        ("dlx", "the format dlx does not hold the title, source and known numbers"),
        ("xmpuzzle", "the format xmpuzzle does not hold the known numbers"),
    ],
)
def test_what_reading_again_shows_to_be_missing_is_named(name: str, lost: str) -> None:
    puzzle, chosen = load("catalog:soma-cube"), by_name(name)
    assert chosen.dumps is not None
    assert not_kept(chosen, puzzle, chosen.dumps(puzzle)) == lost


def test_nothing_is_said_of_a_puzzle_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("XXXX\nXXXX\n\nXXX\nX\n\nXXX\nX\n")
    save(load(tmp_path / "plain.txt"), tmp_path / "plain.dlx")  # a warning would be an error here


def test_python_and_the_commands_say_it(tmp_path: Path) -> None:
    with pytest.warns(FormatWarning, match="does not hold the title"):
        save(load("catalog:soma-cube"), tmp_path / "soma.dlx")
    result = run("convert", "catalog:soma-cube", tmp_path / "again.dlx")
    assert result.exit_code == 0
    assert "catalog:soma-cube: the format dlx does not hold the title, source and known" in result.stderr
    assert (tmp_path / "again.dlx").read_text() == (tmp_path / "soma.dlx").read_text()
