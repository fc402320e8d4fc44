"""ASCII tiles: what is on a page, what is refused and where, and both ways without loss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import page_puzzles
from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.exact_cover.placements import placements_of
from tilewright.formats import ascii_tiles
from tilewright.formats.ascii_tiles import dumps, loads
from tilewright.model.lattices import HEXAGON, STICK
from tilewright.model.puzzle import MODES, Board, Piece, Placement, Puzzle

SMALL = """
      b   bab    abba
     aa     a    baba    b
"""


def test_a_page_has_a_board_and_pieces() -> None:
    puzzle = loads(SMALL)
    assert sorted(puzzle.board.cells) == [(x, y) for x in range(4) for y in range(2)]
    assert puzzle.board.colour((0, 0)) == "a"
    assert puzzle.board.colour((0, 1)) == "b"
    assert [(piece.name, piece.size, piece.max_copies) for piece in puzzle.pieces] == [
        ("V3", 3, 1),
        ("L4", 4, 1),
        ("O1", 1, 1),
    ]
    assert puzzle.by_name["L4"].cells == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert puzzle.by_name["L4"].colours == ("b", "a", "b", "a")


def test_one_character_throughout_means_no_colours() -> None:
    puzzle = loads("%%%\n%%%\n\n% %%")
    assert puzzle.board.colours == {}
    assert all(piece.colours == () for piece in puzzle.pieces)


def test_tabs_carriage_returns_and_a_missing_last_newline() -> None:
    plain = loads("XXX     X\nXXX     X\n\n        XX\n")
    assert loads("XXX\tX\r\nXXX\tX\r\n\r\n  \tXX") == plain
    assert loads("XXX\tX\rXXX\tX\r\r\tXX") == plain
    assert [piece.size for piece in plain.pieces] == [2]
    assert plain.pieces[0].max_copies == 2


def test_a_board_without_pieces_loads() -> None:
    puzzle = loads("\n  ###### \n  ##  ## \n      ## \n")
    assert len(puzzle.board.required) == 12
    assert puzzle.pieces == ()


def test_components_may_enclose_each_other() -> None:
    puzzle = loads("#######\n#     #\n# ##  #\n#  #  #\n#     #\n#######\n")
    assert len(puzzle.board.required) == 22
    assert [piece.name for piece in puzzle.pieces] == ["V3"]


def test_runs_joined_late_are_one_component() -> None:
    puzzle = loads("# # #\n# # #\n#####\n\n##\n")
    assert len(puzzle.board.required) == 11
    assert [piece.name for piece in puzzle.pieces] == ["I2"]


def test_corners_do_not_join() -> None:
    assert [p.max_copies for p in loads("####\n\n#\n #\n").pieces] == [2]


def test_alike_pieces_become_copies_under_the_motions() -> None:
    page = "#######\n#######\n\n#.  .#  .#\n#.  ##  ##\n##  #.  .#".replace(".", " ")
    assert [(p.name, p.max_copies) for p in loads(page).pieces] == [("L4", 1), ("S4", 1), ("T4", 1)]
    twins = "########\n########\n\n#    #\n#    #\n##  ##"
    assert [(p.name, p.max_copies) for p in loads(twins).pieces] == [("L4", 2)]
    assert [(p.name, p.max_copies) for p in loads(twins, "reflection").pieces] == [("L4", 2)]
    assert [(p.name, p.motions) for p in loads(twins, "rotation").pieces] == [
        ("L4", "rotation"),
        ("L4'", "rotation"),
    ]
    lying = "########\n########\n\n#\n#    ###\n##   #"
    assert [(p.name, p.max_copies) for p in loads(lying, "rotation").pieces] == [("L4", 2)]
    assert [(p.name, p.max_copies) for p in loads(lying, "fixed").pieces] == [("L4", 1), ("L4.2", 1)]


def test_names_of_larger_pieces_count_within_their_size() -> None:
    puzzle = loads("#########\n\n######  ###  #######  ###\n          ###           ###\n\n##\n ##\n  ##")
    assert [piece.name for piece in puzzle.pieces] == ["6-1", "6-2", "7-1", "6-3"]
    assert puzzle.by_name["6-2"].max_copies == 2


@pytest.mark.parametrize(
    ("page", "line", "column", "words"),
    [
        ("", 0, 0, "the drawing is empty"),
        (" \n\t\r\n  ", 0, 0, "the drawing is empty"),
        ("##\n\n   ##", 3, 4, "line 1, column 1"),
        ("##\n#\x00", 2, 2, "U+0000"),
        ("##\n\t\x1b[0m", 2, 9, "U+001B"),
        ("a\u0301a", 1, 2, "U+0301"),
        ("\u200baa", 1, 1, "U+200B"),
        ("\ud800", 1, 1, "U+D800"),
    ],
)
def test_errors_have_line_and_column(page: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(page)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (("#" * 1000 + "\n") * 1000, "1,000,000 cells"),
        (("#" * 400 + "\n") * 300, "120,000 cells"),
        ("\t" * 2_000_000 + "#", "wider"),
        ("\n" * 2_000_000 + "#", "2,000,001 lines"),
        ("# " * 3_000_000, "3,000,000 cells"),
    ],
)
def test_oversized_pages_are_refused_before_their_cells_are_made(
    page: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ascii_tiles._Component, "cells", None)
    with pytest.raises(FormatError, match=words):
        loads(page)


def test_unknown_motions_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="expected one of fixed"):
        loads("##\n\n#", "sideways")


@given(st.sampled_from(MODES).flatmap(lambda m: st.tuples(st.just(m), page_puzzles(m))))
def test_dumps_then_loads_keeps_board_pieces_and_copies(case: tuple[str, Puzzle]) -> None:
    motions, puzzle = case
    back = loads(dumps(puzzle, motions), motions)
    if len({*puzzle.board.colours.values(), *(k for p in puzzle.pieces for k in p.colours)}) == 1:
        assert back.board.required == puzzle.board.required
        assert [p.cells for p in back.pieces] == [p.cells for p in puzzle.pieces]
    else:
        assert back.board == puzzle.board
        assert [(p.cells, p.colours) for p in back.pieces] == [(p.cells, p.colours) for p in puzzle.pieces]
    assert [(p.min_copies, p.max_copies) for p in back.pieces] == [
        (p.min_copies, p.max_copies) for p in puzzle.pieces
    ]
    assert [p.cells for p in placements_of(back)] == [p.cells for p in placements_of(puzzle)]
    assert loads(dumps(back, motions), motions) == back


BOARD = Board.of([(x, 0) for x in range(6)])
DOMINO = Piece.of("I2", [(0, 0), (1, 0)])


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle(Board.of(BOARD.required, [(0, 1)]), (DOMINO,)), "optional"),
        (
            Puzzle(Board.of(BOARD.required, forced=[Placement("I2", ((0, 0), (1, 0)))]), (DOMINO,)),
            "forced",
        ),
        (Puzzle(Board.of([(0, 0), (5, 5), (6, 5)]), ()), "joined"),
        (Puzzle(BOARD, (Piece.of("p", [(0, 0), (2, 0)]),)), "joined"),
        (Puzzle(BOARD, (Piece.of("p", [(0, 0)], copies=(0, 2)),)), "0 to 2"),
        (Puzzle(BOARD, (Piece.of("p", [(0, 0)], copies=0),)), "has 0 copies"),
        (Puzzle(BOARD, (Piece.of("p", [(0, 0), (0, 1)], motions="fixed"),)), "motions 'fixed'"),
        (Puzzle(BOARD, (Piece.of("p", [(x, 0) for x in range(6)]),)), "as large"),
        (Puzzle(BOARD, (DOMINO, Piece.of("p", [(0, 0), (0, 1)]))), "alike"),
        (Puzzle(BOARD, (Piece.of("p", {(0, 0): "a"}),)), "all or none"),
        (Puzzle(Board.of(dict.fromkeys(BOARD.required, "red")), ()), "'red'"),
        (Puzzle(Board.of(dict.fromkeys(BOARD.required, " ")), ()), "' '"),
        (Puzzle(BOARD, (Piece.of("p", [(0, 0)], copies=10**9),)), "1,000,000,006"),
        (Puzzle(BOARD, (DOMINO,), mirrors=True), "mirror images"),
        (Puzzle(BOARD, (DOMINO,), colour_pairs=()), "pairs"),
        (Puzzle(BOARD, (DOMINO,), lattice=HEXAGON), "not on hexagon"),
        (Puzzle(Board.of([(1, 0)]), (), lattice=STICK, crossings=False), "not on stick"),
    ],
)
def test_dumps_refuses_what_would_be_lost(puzzle: Puzzle, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        dumps(puzzle)


def test_a_piece_that_motions_do_not_change_is_written_whatever_its_motions() -> None:
    square = Piece.of("O4", [(0, 0), (1, 0), (0, 1), (1, 1)], motions="fixed")
    assert loads(dumps(Puzzle(BOARD, (square,)))).pieces[0].cells == square.cells


@given(st.text(st.sampled_from("#ab \t\n\r\x00\u0301\U0001f600.")), st.sampled_from(["", *MODES]))
def test_any_text_loads_or_is_refused(text: str, motions: str) -> None:
    try:
        puzzle = loads(text, motions)
    except TilewrightError as error:
        assert str(error)
    else:
        assert loads(dumps(puzzle, motions), motions) == puzzle
