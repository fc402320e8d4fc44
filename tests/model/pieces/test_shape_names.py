"""Names of polyominoes: one name a shape, found however the shape lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE
from tilewright.model.pieces import canonical, name_of, polyforms, polyomino
from tilewright.model.pieces.sets import POLYOMINO_DRAWINGS, mirrored


def test_each_shape_of_up_to_five_cells_has_one_name() -> None:
    names = [name_of(shape) for size in range(1, 6) for shape in polyforms(size)]
    assert sorted(name or "" for name in names) == sorted(POLYOMINO_DRAWINGS)


@given(
    st.sampled_from(sorted(POLYOMINO_DRAWINGS)),
    st.sampled_from(SQUARE.motions["all"]),
    st.integers(-9, 9),
    st.integers(-9, 9),
)
def test_a_name_is_found_in_every_orientation(name: str, motion: object, dx: int, dy: int) -> None:
    image = tuple((x + dx, y + dy) for x, y in map(motion, polyomino(name)))  # type: ignore[call-overload]
    assert name_of(image) == name


def test_letters_look_like_their_pieces() -> None:
    assert polyomino("T") == ((0, 0), (1, 0), (1, 1), (1, 2), (2, 0))
    assert polyomino("X") == ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    assert polyomino("U") == ((0, 0), (0, 1), (1, 1), (2, 0), (2, 1))
    assert polyomino("L4") == ((0, 0), (0, 1), (0, 2), (1, 2))


def test_a_prime_turns_a_piece_over() -> None:
    assert polyomino("F'") == mirrored(polyomino("F"))
    assert canonical(polyomino("F'"), "rotation") != canonical(polyomino("F"), "rotation")
    assert name_of(polyomino("F'")) == "F"


def test_shapes_without_a_name() -> None:
    assert name_of(()) is None
    assert name_of(((0, 0), (2, 0))) is None
    assert name_of(polyforms(6)[0]) is None
    assert name_of(((0, 0, 0),)) is None


def test_an_unknown_name() -> None:
    with pytest.raises(PuzzleError, match="no polyomino named 'Q'"):
        polyomino("Q")
