"""The checks of a source distribution and of commands."""

from __future__ import annotations

import sys
import tarfile
from pathlib import Path

import pytest
from environments import CommandError, run
from wheel import missing_files


def test_files_that_a_source_distribution_lacks_are_named(tmp_path: Path) -> None:
    archive = tmp_path / "tilewright-1.0.tar.gz"
    (tmp_path / "a.py").write_text("")
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(tmp_path / "a.py", "tilewright-1.0/src/a.py")
    assert missing_files(archive, ["src/a.py"]) == []
    assert missing_files(archive, ["src/a.py", "native/b.cpp"]) == ["native/b.cpp"]


def test_a_command_that_fails_shows_what_it_printed() -> None:
    with pytest.raises(CommandError, match=r"(?s)broken.*exit code 3"):
        run(sys.executable, "-c", "print('broken'); raise SystemExit(3)")
