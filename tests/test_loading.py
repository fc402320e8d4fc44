"""Puzzles of files and of the catalogue by one function."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.errors import UnsupportedError
from tilewright.loading import load, load_puzzle


def test_default_motions_are_fixed(tmp_path: Path) -> None:
    path = tmp_path / "tiles.txt"
    path.write_text("XX\nXX\n\nXX\n\nXX\n")
    for source in (path, "catalog:dominoes-4x4"):
        default = load_puzzle(source, motions="default")
        assert default == load(source, motions="fixed")
        assert [piece.motions for piece in default.pieces] == ["fixed"]
        with pytest.raises(UnsupportedError, match="there are no motions 'none'; expected one of fixed"):
            load(source, motions="none")
