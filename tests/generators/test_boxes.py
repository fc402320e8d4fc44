"""Boxes, polyominoes, dominoes and sticks: published counts, every assignment of sticks, errors."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.generators.boxes import box, dominoes, polyominoes, read_size, sticks


def test_boxes() -> None:
    assert count_solutions(polyominoes("pentominoes", (6, 10))) == 9356
    assert count_solutions(polyominoes("tetrominoes", (3, 4), spare=True)) == count_solutions(
        polyominoes("free tetrominoes", (4, 3), spare=True)
    )
    assert count_solutions(dominoes((8, 8))) == 12988816  # OEIS A004003
    assert count_solutions(dominoes((2, 2, 3))) == 32  # OEIS A006253
    assert (
        count_solutions(box((3, 3, 3), ("1x2x2*6", "1x1x1*3"))) == 8
    )  # Slothouber-Graatsma: 1 up to symmetry
    assert count_solutions(box((6,), ("1", "2"))) == 13  # Fibonacci
    assert count_solutions(box((2, 3), ("3x1", "2x1*0"[:3]))) == 4  # bars of 3 and of 2: by hand


@pytest.mark.parametrize(
    ("text", "size"), [("6x10", (6, 10)), ("2X3x4", (2, 3, 4)), ("6×10", (6, 10)), ("7", (7,))]
)
def test_sizes(text: str, size: tuple[int, ...]) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "x", "6x", "0x4", "-1x4", "1x2x3x4", "999999x999999", "1e3x2", "6 x 10"]
)
def test_texts_that_are_not_sizes(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_size(text)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: dominoes((3, 3)), "an odd number"),
        (lambda: dominoes((1, 1)), "has 1 cell, an odd number"),
        (lambda: dominoes((4,)), "is a line"),
        (lambda: polyominoes("pentominoes", (7, 10)), "have 60 cells and 7 x 10 has 70"),
        (lambda: polyominoes("pentominoes", (5, 5)), "use --spare"),
        (lambda: polyominoes("soma", (3, 9)), "are solid"),
        (lambda: polyominoes("hexiamonds", (6, 12)), "are not made of squares"),
        (lambda: polyominoes("one-sided tetrominoes", (2, 2, 7)), "flat pieces can be turned over in a box"),
        (lambda: box((3, 3), ()), "no bricks"),
        (lambda: box((3, 3), ("2y2",)), "'2y2' is not a brick"),
        (lambda: box((3, 3), ("2x2x2",)), "does not fit in 3 x 3"),
        (lambda: box((3, 3), ("2x2*3",)), "the bricks have 12 cells and 3 x 3 has 9"),
        (lambda: box((3, 3), ("2x2*2",)), "the bricks have 8 cells and 3 x 3 has 9"),
        (lambda: box((3, 3), ("2x2", "2x2*2")), "both with and without a number"),
    ],
)
def test_boxes_that_cannot_be_made(make: Callable[[], object], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()


def test_sticks_4_5_6() -> None:
    assert count_solutions(sticks((4, 5, 6))) == 3


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 5))
def test_sticks_against_every_assignment(lengths: list[int], into: int) -> None:
    if sum(lengths) < into * (into + 1) // 2:
        with pytest.raises(PuzzleError, match="need"):
            sticks(lengths, into)
        return
    seen = set()
    for choice in product(range(len(lengths)), repeat=into):
        rows = [
            tuple(size for size, stick in enumerate(choice, 1) if stick == k) for k in range(len(lengths))
        ]
        if all(sum(sizes) <= length for sizes, length in zip(rows, lengths, strict=True)):
            seen.add(tuple(sorted(zip(lengths, rows, strict=True))))
    assert count_solutions(sticks(lengths, into)) == len(seen)


def test_sticks_that_do_not_add_up() -> None:
    with pytest.raises(PuzzleError, match=r"which is not 1 \+ 2 \+ ... \+ n; the nearest sums are 15 and 21"):
        sticks((4, 5, 7))
    with pytest.raises(PuzzleError, match="more than 100,000 ways"):
        sticks((100,) * 19, 60)
    for wrong in ((), (0,), (10**9,)):
        with pytest.raises(PuzzleError):
            sticks(wrong)


def test_too_many_sticks_are_refused_before_any_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.generators.boxes.MAX_STICK_OPTIONS", 18)
    # By hand: 8 sets of 1 to 4 have a sum of at most 5, and 10 one of at most 6.
    assert len(sticks((5, 5, 6), 4).options) == 18
    monkeypatch.setattr("tilewright.generators.boxes.MAX_STICK_OPTIONS", 17)
    monkeypatch.setattr("tilewright.generators.boxes._cuts", None)
    with pytest.raises(PuzzleError, match="more than 17 ways"):
        sticks((5, 5, 6), 4)
