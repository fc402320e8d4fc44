"""Joining two arrangements: rows in common, the first cell that differs, the join with the fewest pieces."""

from __future__ import annotations

from itertools import product

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import GunportBoard, Rules, faults
from tilewright.families.gunport.drawing import dumps, loads
from tilewright.families.gunport.joining import best_join, join
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportQuery
from tilewright.families.gunport.solve import solve_board

UPPER, LOWER = loads("<>^\n.^v\n<v>\n".replace("<v>", ".v.")), loads(".<>\n<>.\n")


def test_the_rows_in_common_are_there_once() -> None:
    upper, lower = loads(".<>\n<>.\n.<>\n"), loads("<>.\n.<>\n<>.\n")
    assert dumps(join(upper, lower, overlap=2)) == ".<>\n<>.\n.<>\n<>.\n"
    assert join(upper, upper, overlap=3) == upper
    assert dumps(join(upper, lower, overlap=0)) == dumps(upper) + dumps(lower)


def test_ten_by_ten_as_the_old_program_did_it() -> None:
    """From a best 4x10 and a best 7x10 with an equal row."""
    four = ".<>.<>.<>^\n<>.<>.<>.v\n.<>.<>.<>.\n<>.<>.<><>\n"
    seven = "<>.<>.<><>\n.<>.<>.<>.\n<>.<>.<>.^\n.^<>.<>.^v\n^v.<>.<>v.\nv.<>.<>.<>\n.<>.<>.<>.\n"
    joined = join(loads(four), loads(seven), overlap=1)
    assert joined.board.size == (10, 10) and len(joined.pieces) == 34 and faults(joined, Rules()) == []


@pytest.mark.parametrize(
    ("rows", "columns", "overlap", "piece", "no_slide"),
    [
        (2, 4, 1, "domino", False),
        (1, 3, 0, "domino", False),
        (3, 3, 0, "domino", True),
        (3, 3, 1, "I3", False),
        (2, 4, 0, "L tromino", False),
    ],
)
def test_the_best_of_all_joins(
    rows: int,
    columns: int,
    overlap: int,
    piece: str,
    no_slide: bool,  # noqa: FBT001
) -> None:
    """Also where the rows in common are equal, or none, and what is around them decides."""
    rules = rules_for(piece, no_slide=no_slide)
    board = GunportBoard.rectangle(rows, columns)
    arrangements = solve_board(board, rules, query=GunportQuery(arrangements=None)).arrangements
    numbers = []
    for upper, lower in product(arrangements, arrangements):
        try:
            numbers.append(len(join(upper, lower, overlap, rules).pieces))
        except PuzzleError:
            continue
    assert len(best_join(arrangements, arrangements, overlap, rules).pieces) == min(numbers)


@pytest.mark.parametrize(
    ("upper", "lower", "overlap", "words"),
    [
        (
            ".<>\n<>.\n",
            "<>.\n.<>\n<><\n".replace("<><", "<>."),
            2,
            "A has a port in row 1, column 1, and B has the left half",
        ),
        (
            "^.\nv^\n.v\n",
            "<>\n.^\n^v\nv.\n",
            1,
            "A has a port in row 3, column 1, and B has the left half of a domino",
        ),
        (
            "^\nv\n",
            "^\nv\n.\n",
            1,
            "A has the lower half of a domino in row 2, column 1, and B has the upper half",
        ),
        ("^\nv\n", "^\nv\n.\n", 3, "A has 2 rows, so 3 rows in common are not possible; expected 0 to 2"),
        ("<>\n", "<>.\n", 1, "A has 2 columns and B has 3; expected the same number"),
        (".\n", ".\n", 0, "the joined board is not a valid arrangement: another domino fits"),
        ("<>\n^\nv\n", "<>\n<>\n", 2, "A has the upper half of a domino in row 2, column 1"),
    ],
)
def test_what_cannot_be_joined(upper: str, lower: str, overlap: int, words: str) -> None:
    with pytest.raises(PuzzleError) as error:
        join(loads(upper), loads(lower), overlap, names=("A", "B"))
    assert words in str(error.value)


def test_other_pieces_are_compared_as_pieces() -> None:
    rules = rules_for("L tromino")
    upper, lower = loads("AAB\nABB\n", "shapes"), loads("ABB\nAAB\n", "shapes")
    assert join(upper, upper, overlap=2, rules=rules) == upper
    with pytest.raises(
        PuzzleError, match="A has a piece in row 2, column 1, and B has another piece in row 1"
    ):
        join(upper, lower, overlap=1, rules=rules, names=("A", "B"))
