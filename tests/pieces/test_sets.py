"""Sets of pieces by name."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.pieces import KINDS, SETS, canonical, piece_set, set_motions


def test_free_sets() -> None:
    assert [name for name, _ in SETS["pentominoes"]] == list("FILNPTUVWXYZ")
    assert [name for name, _ in SETS["tetrominoes"]] == ["I4", "L4", "O4", "S4", "T4"]
    assert SETS["domino"] == (("I2", ((0, 0), (1, 0))),)
    assert len(SETS["hexominoes"]) == 35
    assert len(SETS["heptominoes"]) == 108


def test_one_sided_and_fixed_sets() -> None:
    assert [name for name, _ in piece_set("one-sided tetrominoes")] == [
        "I4", "L4", "L4'", "O4", "S4", "S4'", "T4",
    ]  # fmt: skip
    assert len(piece_set("one-sided pentominoes")) == 18
    assert len(piece_set("one-sided hexominoes")) == 60
    assert len(piece_set("fixed tetrominoes")) == 19


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("size", range(1, 7))
def test_names_and_shapes_are_apart(kind: str, size: int) -> None:
    pieces = piece_set(f"{kind} polyominoes {size}")
    assert len({name for name, _ in pieces}) == len(pieces)
    mode = KINDS[kind]
    assert set_motions(f"{kind} polyominoes {size}") == mode
    assert len({canonical(shape, mode) for _, shape in pieces}) == len(pieces)


def test_ranges_and_other_ways_to_say_it() -> None:
    assert len(piece_set("polyominoes 1-5")) == 21
    assert piece_set("polyominoes 4") == piece_set("Tetromino")
    assert piece_set("free  pentominoes") == piece_set("pentominoes")
    assert set_motions("pentominoes") == "all"


def test_the_mapping_knows_its_names() -> None:
    assert len(list(SETS)) == len(SETS) == 30
    assert "pentominoes" in SETS
    assert "fixed hexominoes" in SETS
    assert "pentagons" not in SETS


@pytest.mark.parametrize(
    "name", ["", "pentagons", "polyominoes 5-1", "polyominoes 0-3", "polyominoes 4-11", "free"]
)
def test_names_that_are_no_set(name: str) -> None:
    with pytest.raises(PuzzleError, match="no set of pieces named"):
        piece_set(name)
