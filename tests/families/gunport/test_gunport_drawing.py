"""Arrangements as text and back, in every style, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.arrangement_cases import RULES, arrangements, at_origin
from tilewright.errors import FormatError, PuzzleError, TilewrightError, UnsupportedError
from tilewright.families.gunport.board import MAX_AREA, Arrangement, GunportBoard, is_arrangement
from tilewright.families.gunport.drawing import STYLES, dumps, loads, style_for


@given(arrangements(full=False), st.sampled_from(["arrows", "letters"]))
def test_dominoes_round_trip_in_every_style(arrangement: Arrangement, style: str) -> None:
    text = dumps(arrangement, style)
    assert at_origin(loads(text)) == at_origin(loads(text, style)) == at_origin(arrangement)
    assert set(text) <= set("<>^v. _\n" if style == "arrows" else "LRUDE _\n")


@given(st.data(), st.sampled_from(RULES))
def test_any_pieces_round_trip_in_shapes(data: st.DataObject, rules: object) -> None:
    arrangement = data.draw(arrangements(rules))  # type: ignore[arg-type]
    assert at_origin(loads(dumps(arrangement, "shapes"), "shapes")) == at_origin(arrangement)


@given(arrangements(full=False))
def test_a_drawing_has_no_blank_line_and_no_blanks_at_ends(arrangement: Arrangement) -> None:
    for style in STYLES:
        for line in dumps(arrangement, style).splitlines():
            assert line and line == line.rstrip()


def test_the_three_styles_of_one_arrangement() -> None:
    arrangement = Arrangement.of(
        GunportBoard.rectangle(3, 3), [[(0, 0), (1, 0)], [(2, 1), (2, 2)], [(0, 1), (0, 2)]]
    )
    assert dumps(arrangement) == "<>.\n^.^\nv.v\n"
    assert dumps(arrangement, "letters") == "LRE\nUEU\nDED\n"
    assert dumps(arrangement, "shapes") == "AA.\nB.A\nB.A\n"


def test_pieces_that_touch_get_different_letters() -> None:
    # Reading order gives A, B, A: the third touches only the second.
    board = GunportBoard.rectangle(1, 6)
    arrangement = Arrangement.of(board, [[(x, 0), (x + 1, 0)] for x in (0, 2, 4)])
    assert dumps(arrangement, "shapes") == "AABBAA\n"


def test_other_pieces_than_dominoes_are_drawn_in_shapes() -> None:
    arrangement = Arrangement.of(GunportBoard.rectangle(1, 4), [[(0, 0), (1, 0), (2, 0)]])
    assert dumps(arrangement) == "AAA.\n"
    assert [style_for(rules) for rules in RULES[:2]] == ["arrows", "shapes"]


@pytest.mark.parametrize(
    "text",
    [
        "<>^\n. v",
        "\n\n  <>^\n  . v\n\n",
        "<>^\r\n._v\r\n",
        "\t<>^\n\t. v",
        "LRU\nE D",
        "LRU\nE_D",
    ],
)
def test_a_board_is_what_is_drawn(text: str) -> None:
    arrangement = loads(text)
    assert arrangement.board.cells == {(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)}
    assert arrangement.pieces == {((0, 0), (1, 0)), ((2, 0), (2, 1))}
    assert arrangement.ports == {(0, 1)}


def test_a_row_without_cells() -> None:
    board = GunportBoard(frozenset({(0, 0), (0, 2)}))
    assert dumps(Arrangement.of(board, [])) == ".\n_\n.\n"
    assert loads(".\n\n.").board == loads(".\n_\n.").board == board


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("<>\n<.", 2, 1, "without a '>' on its right"),
        ("<>\n.>", 2, 2, "without a '<' on its left"),
        ("\n  .v", 2, 4, "without a '^' above it"),
        ("^.\n.v", 1, 1, "without a 'v' below it"),
        ("^", 1, 1, "without a 'v' below it"),
        ("><", 1, 1, "without a '<' on its left"),
        ("<<>>", 1, 1, "without a '>' on its right"),
        ("LE", 1, 1, "without a 'R' on its right"),
        ("UE\nEE\nDE", 1, 1, "without a 'D' below it"),
        ("<>\nLR", 2, 1, "began in arrows"),
        ("LRE\n<>.", 2, 1, "began in letters"),
        ("..E", 1, 3, "began in arrows"),
        ("<>#", 1, 3, "expected one of < > ^ v ."),
        ("<>.x", 1, 4, "expected one of < > ^ v ."),
        ("LRE\nLRX", 2, 3, "expected one of L R U D E"),
        ("\t\n\t<> 8", 2, 12, "'8' is here"),
        ("<>\n.\x07", 2, 2, "U+0007"),
        ("", 0, 0, "nothing is drawn"),
        (" \n_ _\n", 0, 0, "nothing is drawn"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in caught.value.message


def test_a_stray_mark_among_shapes() -> None:
    with pytest.raises(FormatError, match="line 1, column 3: '#' is here; expected a letter or digit"):
        loads("AA#", "shapes")


def test_too_large_a_drawing_is_refused_before_it_is_read() -> None:
    with pytest.raises(FormatError, match="100,001 cells; at most 100,000"):
        loads("." * (MAX_AREA + 1))


@given(st.text(alphabet="<>^v.LRUDE_ #x\n\t", max_size=40))
def test_any_text_is_a_drawing_or_a_format_error(text: str) -> None:
    try:
        arrangement = loads(text)
    except FormatError:
        return
    assert at_origin(loads(dumps(arrangement))) == at_origin(arrangement)
    assert all(len(piece) == 2 for piece in arrangement.pieces)


@pytest.mark.parametrize(
    ("pieces", "style", "error", "words"),
    [
        ([[(0, 0), (1, 0)], [(1, 0), (2, 0)]], "", PuzzleError, "covered twice"),
        ([[(4, 0), (5, 0)]], "", PuzzleError, "not on the board"),
        ([[(0, 0), (1, 0), (2, 0)]], "arrows", UnsupportedError, "is not a domino"),
        ([[(0, 0), (2, 0)]], "letters", UnsupportedError, "is not a domino"),
        ([[(0, 0), (2, 0)]], "shapes", UnsupportedError, "not joined"),
        ([], "pictures", UnsupportedError, "no style 'pictures'"),
    ],
)
def test_what_cannot_be_drawn(
    pieces: list[list[tuple[int, int]]], style: str, error: type[TilewrightError], words: str
) -> None:
    arrangement = Arrangement.of(GunportBoard.rectangle(1, 5), pieces)
    with pytest.raises(error, match=words):
        dumps(arrangement, style)


def test_cells_too_far_apart_to_be_drawn() -> None:
    far = GunportBoard(frozenset({(0, 0), (10**9, 10**9)}))
    with pytest.raises(UnsupportedError, match="too far apart"):
        dumps(Arrangement.of(far, []))


def test_a_drawing_of_the_2011_program() -> None:
    arrangement = loads("ELRE\nLRUU\nUEDD\nDLRE\n")
    assert is_arrangement(arrangement, RULES[0])
    assert (len(arrangement.pieces), len(arrangement.ports)) == (6, 4)
