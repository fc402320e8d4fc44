"""Tori: their cells, placements and faults; patterns as text and repeated."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import Rules, faults
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.torus import Pattern, Torus, pattern_faults, pattern_text

NO_SLIDE = Rules(no_slide=True)


def test_cells_of_the_plane() -> None:
    torus = Torus(2, 5, 3)
    assert [torus.cell(place) for place in ((0, 0), (5, 1), (-1, 0), (3, 2), (0, -1), (6, 4))] == [
        (0, 0), (0, 1), (4, 0), (0, 0), (3, 1), (0, 0),
    ]  # fmt: skip
    assert torus.name == "torus of 2x5 with shift 3" and Torus(4, 6).name == "torus of 4x6"


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((0, 3), "a torus of 0 x 3 has no cells; expected at least 1x1"),
        ((400, 400), "has more than 100,000 cells"),
        ((3, 4, 4), "the shift 4 is too large for 4 columns; expected 0 to 3"),
        ((3, 4, -1), "the shift -1 is"),
    ],
)
def test_wrong_tori(size: tuple[int, ...], words: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Torus(*size)
    assert words in str(error.value)


def test_narrow_tori() -> None:
    """A domino covers two different cells; where two placements have the same cells, both are listed."""
    assert list(Torus(1, 1).placements(Rules())) == []
    assert Torus(1, 1).has_loops and Torus(1, 4).has_loops and Torus(4, 1).has_loops
    assert not Torus(1, 4, 1).has_loops and not Torus(2, 2).has_loops
    assert len({Torus(1, 2).cells_of(places) for places in Torus(1, 2).placements(Rules())}) == 1
    assert pattern_faults(Pattern(Torus(1, 1), ()), Rules()) == []
    assert pattern_faults(Pattern(Torus(1, 2), (((0, 0), (1, 0)),)), NO_SLIDE) == []


def test_faults() -> None:
    torus = Torus(1, 6)
    good = Pattern(torus, (((1, 0), (2, 0)), ((4, 0), (5, 0))))
    assert pattern_faults(good, Rules()) == [] and good.ports == ((0, 0), (3, 0))
    assert "can slide onto [(3, 0)]" in " ".join(pattern_faults(good, NO_SLIDE))
    for pieces, words in (
        ((((1, 0), (2, 0)),), "another domino fits on"),
        ((((1, 0), (2, 0)), ((2, 0), (3, 0)), ((4, 0), (5, 0))), "lies on another one"),
        ((((1, 0), (3, 0)), ((4, 0), (5, 0))), "is not the domino"),
        ((((1, 0), (1, 1)),), "is not the domino"),
    ):
        assert words in " ".join(pattern_faults(Pattern(torus, pieces), Rules()))


def test_pictures_as_text() -> None:
    torus = Torus(2, 3, 1)
    pattern = Pattern(torus, (((2, 0), (3, 0)), ((1, 1), (2, 1))))
    assert pattern_faults(pattern, Rules()) == []
    assert pattern_text(pattern, Rules()) == ">.<\n.<>\n"
    assert pattern_text(pattern, Rules(), "letters") == "REL\nELR\n"
    down = Pattern(Torus(3, 2, 1), (((0, 2), (0, 3)), ((0, 0), (0, 1))))
    assert pattern_text(down, Rules()) == "^v\nv.\n^.\n"
    rules = rules_for("I3")
    assert pattern_text(Pattern(Torus(1, 4), (((2, 0), (3, 0), (4, 0)),)), rules) == "1.11\n".replace(
        "1", "A"
    )


def test_the_pattern_repeated_is_an_arrangement() -> None:
    torus = Torus(2, 3, 1)
    pattern = Pattern(torus, (((2, 0), (3, 0)), ((1, 1), (2, 1))))
    arrangement, corner = pattern.repeated(3, 2)
    assert faults(arrangement, Rules()) == [] and corner == (4, 2)
    assert len(arrangement.pieces) == 6 * len(pattern.pieces) and len(arrangement.ports) == 6 * len(
        pattern.ports
    )
