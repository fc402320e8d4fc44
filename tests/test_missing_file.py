"""A misspelt name of a file: the nearest file or puzzle is named, and links that lead nowhere are."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import puzzle_file, run
from tilewright import missing_file as module
from tilewright.missing_file import missing_file


def test_the_nearest_name_is_first(tmp_path: Path) -> None:
    for name in ("pentominos-6x10.txt", "notes.md"):
        (tmp_path / name).touch()
    (tmp_path / "pentominoes-6x1").mkdir()  # no file
    near = tmp_path / "pentominos-6x10.txt"
    path = tmp_path / "pentominoes-6x10.txt"
    names = ["pentominoes-6x11", "soma"]
    text = f"no such file; did you mean {near} or catalog:pentominoes-6x11?"
    assert missing_file(path, names, "catalog:") == text
    exact = missing_file(path, ["pentominoes-6x10"], "catalog:")
    assert exact == f"no such file; did you mean catalog:pentominoes-6x10 or {near}?"
    assert missing_file(tmp_path / "xyz", names) == "no such file"
    assert missing_file(tmp_path / "NOTES.MD", expected="; expected a list").endswith(
        f"expected a list; did you mean {tmp_path / 'notes.md'}?"
    )
    assert missing_file("a\0b") == "no such file" == missing_file(tmp_path / "none" / "notes.md")


def test_not_all_of_a_very_large_folder_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        (tmp_path / f"puzzle{number}").touch()
    monkeypatch.setattr(module, "MAX_ENTRIES", 2)
    assert missing_file(tmp_path / "puzzle").count("puzzle") == 2


def links(folder: Path) -> tuple[Path, Path]:
    """One link of a loop, and one to nothing."""
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    (folder / "c").symlink_to("nothing.txt")
    return folder / "a", folder / "c"


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    loop, broken = links(tmp_path)
    assert missing_file(loop) == "a loop of symbolic links"
    assert missing_file(broken) == "a symbolic link to nothing.txt, which does not exist"


@pytest.mark.parametrize(
    "words",
    [
        ["count"],
        ["table"],
        ["gunport"],
        ["vanish", "solve"],
        ["verify", "catalog:dominoes-8x8"],
        ["dominosa", "solve"],
        ["convert", "{}", "out.toml"],
    ],
)
def test_commands_say_so(tmp_path: Path, words: list[str]) -> None:
    loop, _ = links(tmp_path)
    near = puzzle_file(tmp_path, name="my-puzzle.txt")
    for path, said in (
        (loop, "a loop of symbolic links"),
        (tmp_path / "my-puzle.txt", f"did you mean {near}"),
    ):
        filled = [str(path) if word == "{}" else word for word in words]
        result = run(*filled, *([] if "{}" in words else [path]))
        assert result.exit_code == 2 and said in result.stderr
