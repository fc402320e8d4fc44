"""Made puzzles against published counts, against brute force, and through the registry."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.maker_counts import ways
from tilewright.errors import FormatError, PuzzleError
from tilewright.families.dominosa.puzzle import dominosa_text
from tilewright.generators import all_generators
from tilewright.generators.anagrams import morse, words
from tilewright.generators.boxes import box, dominoes, polyominoes, read_size
from tilewright.generators.latin import latin, sudoku
from tilewright.generators.queens import langford, queens
from tilewright.generators.registry import KINDS
from tilewright.generators.sticks import sticks
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

SUDOKU = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def test_dominosa_on_the_grid_with_20160_ways() -> None:
    puzzle = dominosa_text("00020304 01213141 05062224 51612343 25264446 55634565 11333566")
    assert len(puzzle.pieces) == 28 and ways(puzzle) == 20160


def test_dominosa_needs_the_numbers_of_a_set() -> None:
    assert ways(dominosa_text("00 01 11")) == 3  # by hand: all three tilings do
    assert ways(dominosa_text("000 111")) == 2  # by hand: three upright dominoes would be alike
    assert ways(dominosa_text("0001 .11")) == 1
    with pytest.raises(PuzzleError, match="the number 0 stands once in the grid; a double-2 set has each"):
        dominosa_text("01 12")
    with pytest.raises(PuzzleError, match="no number but 0"):
        dominosa_text("00")
    with pytest.raises(FormatError):
        dominosa_text("0 x")


def test_morse_both_ways() -> None:
    assert ways(morse()) == 8574
    assert ways(morse(moved=True)) == 48


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=6), st.booleans())
def test_words_against_all_orders(spelt: list[str], moved: bool) -> None:  # noqa: FBT001
    def places(order: tuple[str, ...]) -> frozenset[tuple[str, int]]:
        return frozenset((word, len("".join(order[:k]))) for k, word in enumerate(order))

    home = places(tuple(spelt))
    found = {order for order in permutations(spelt) if "".join(order) == "".join(spelt)}
    expected = [order for order in found if not moved or not places(order) & home]
    assert ways(words(spelt, moved=moved)) == len(expected)


def test_words_in_a_code() -> None:
    assert ways(words(("E", "I"), "morse")) == 2
    with pytest.raises(PuzzleError, match="'5' in 'A5' has no sign"):
        words(("A5",), "morse")
    with pytest.raises(PuzzleError, match="no code 'baudot'"):
        words(("A",), "baudot")
    with pytest.raises(PuzzleError, match="too many places"):
        words(("a" * 5_000, "a" * 4_999), moved=True)
    for wrong in ((), ("",), ("a b",), ("a" * 30_000,)):
        with pytest.raises(PuzzleError):
            words(wrong)


def test_sticks_4_5_6() -> None:
    assert ways(sticks((4, 5, 6))) == 3


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 5))
def test_sticks_against_every_assignment(lengths: list[int], into: int) -> None:
    if sum(lengths) < into * (into + 1) // 2:
        with pytest.raises(PuzzleError, match="need"):
            sticks(lengths, into)
        return
    seen = set()
    for choice in product(range(len(lengths)), repeat=into):
        held = [
            tuple(size for size, stick in enumerate(choice, 1) if stick == k) for k in range(len(lengths))
        ]
        if all(sum(sizes) <= length for sizes, length in zip(held, lengths, strict=True)):
            seen.add(tuple(sorted(zip(lengths, held, strict=True))))
    assert ways(sticks(lengths, into)) == len(seen)


def test_sticks_that_do_not_add_up() -> None:
    with pytest.raises(PuzzleError, match=r"which is no 1 \+ 2 \+ ... \+ n: 15 and 21 are the next ones"):
        sticks((4, 5, 7))
    with pytest.raises(PuzzleError, match="more than 100,000 ways"):
        sticks((100,) * 19, 60)
    for wrong in ((), (0,), (10**9,)):
        with pytest.raises(PuzzleError):
            sticks(wrong)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (8, 92)])
def test_queens(n: int, count: int) -> None:
    """OEIS A000170."""
    assert ways(queens(n)) == count


@pytest.mark.parametrize(("n", "pairs"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (7, 26), (8, 150)])
def test_langford(n: int, pairs: int) -> None:
    """OEIS A014552 counts an arrangement and its reversal once."""
    assert ways(langford(n)) == 2 * pairs
    assert ways(langford(n, halved=True)) == pairs


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)])
def test_latin(n: int, count: int) -> None:
    """OEIS A002860."""
    assert ways(latin(n)) == count


def test_givens() -> None:
    assert ways(latin(4, "1234 2143 34.. ....")) == 2  # by hand: 12 over 21, or 21 over 12
    assert ways(sudoku(SUDOKU)) == 1
    assert ways(sudoku(". . . . " * 4)) == 288  # OEIS A107739
    assert ways(sudoku("1" + "." * 35)) == 28200960 // 6  # Mathematics of Sudoku: 2 x 3 boxes
    framed = "4..|.3.|...\n...|6..|8..\n...|...|..1\n---+---+---\n" + SUDOKU[27:]
    assert sudoku(framed).options == sudoku(SUDOKU).options
    assert ways(sudoku("11.. .... .... ....")) == 0


@pytest.mark.parametrize(
    ("givens", "size", "words"),
    [
        ("123", None, "3 fields, no square number"),
        ("5" + "." * 15, None, "the number 5 is given in a square of order 4"),
        ("x#" + "." * 14, None, "'#' is no given number"),
        ("." * 25, None, "order 5 are no squares"),
        ("." * 36, (3, 3), "boxes of 3x3 do not fill a sudoku of order 6"),
        ("." * 1369, None, "1 to 35"),
        ("." * 30_000, None, "at most"),
        ("", None, "0 fields"),
    ],
)
def test_sudokus_that_are_none(givens: str, size: tuple[int, ...] | None, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        sudoku(givens, size)


def test_boxes() -> None:
    assert ways(polyominoes("pentominoes", (6, 10))) == 9356
    assert ways(polyominoes("tetrominoes", (3, 4), spare=True)) == ways(
        polyominoes("free tetrominoes", (4, 3), spare=True)
    )
    assert ways(dominoes((8, 8))) == 12988816  # OEIS A004003
    assert ways(dominoes((2, 2, 3))) == 32  # OEIS A006253
    assert ways(box((3, 3, 3), ("1x2x2*6", "1x1x1*3"))) == 8  # Slothouber-Graatsma: 1 up to symmetry
    assert ways(box((6,), ("1", "2"))) == 13  # Fibonacci
    assert ways(box((2, 3), ("3x1", "2x1*0"[:3]))) == 4  # bars of 3 and of 2: by hand


@pytest.mark.parametrize(
    ("text", "size"), [("6x10", (6, 10)), ("2X3x4", (2, 3, 4)), ("6×10", (6, 10)), ("7", (7,))]
)
def test_sizes(text: str, size: tuple[int, ...]) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "x", "6x", "0x4", "-1x4", "1x2x3x4", "999999x999999", "1e3x2", "6 x 10"]
)
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_size(text)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: dominoes((3, 3)), "an odd number"),
        (lambda: dominoes((4,)), "is a line"),
        (lambda: polyominoes("pentominoes", (7, 10)), "have 60 cells and 7 x 10 has 70"),
        (lambda: polyominoes("pentominoes", (5, 5)), "ask with --spare"),
        (lambda: polyominoes("soma", (3, 9)), "are solid"),
        (lambda: polyominoes("hexiamonds", (6, 12)), "are no squares"),
        (lambda: polyominoes("one-sided tetrominoes", (2, 2, 7)), "turn flat pieces over"),
        (lambda: box((3, 3), ()), "no bricks"),
        (lambda: box((3, 3), ("2y2",)), "'2y2' is no brick"),
        (lambda: box((3, 3), ("2x2x2",)), "does not lie in 3 x 3"),
        (lambda: box((3, 3), ("2x2*3",)), "the bricks have 12 cells and 3 x 3 has 9"),
        (lambda: box((3, 3), ("2x2*2",)), "the bricks have 8 cells and 3 x 3 has 9"),
        (lambda: box((3, 3), ("2x2", "2x2*2")), "with a number and without one"),
        (lambda: queens(0), "0 queens"),
        (lambda: queens(10**6), "1,000,000 queens"),
        (lambda: langford(10**6), "pairs"),
        (lambda: latin(36), "1 to 35"),
        (lambda: latin(4, "12"), "2 fields are given; a square of order 4 has 16"),
    ],
)
def test_what_cannot_be_made(make: object, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()  # type: ignore[operator]


def test_the_registry() -> None:
    for name, maker in all_generators().items():
        assert maker.name == name and maker.examples and maker.summary
        assert all(told.kind in KINDS for told in maker.parameters)


def test_items_have_names_that_every_format_can_say() -> None:
    for puzzle in (queens(3), langford(3), latin(2), sudoku("." * 16), sticks((1,)), morse(moved=True)):
        assert isinstance(puzzle, ExactCoverPuzzle)
