from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.render import labels

BOARD = Board.of([(0, 0)])


def named(*names: str) -> Puzzle:
    return Puzzle(BOARD, tuple(Piece.of(name, [(0, 0)]) for name in names))


def test_a_piece_named_by_one_letter_keeps_it_and_others_get_what_is_left() -> None:
    assert labels.letters(named("first", "A", "second", ".")) == {
        "first": "B",
        "A": "A",
        "second": "C",
        ".": "D",
    }


def test_letters_come_again_when_they_run_out() -> None:
    given_letters = labels.letters(named(*(f"piece {i}" for i in range(64))))
    assert given_letters["piece 0"] == given_letters["piece 62"] == "A"
    assert len(set(given_letters.values())) == 62


@given(st.lists(st.text(min_size=1), unique=True, min_size=1, max_size=62))
def test_up_to_sixty_two_pieces_have_letters_of_their_own(names: list[str]) -> None:
    values = labels.letters(named(*names))
    assert list(values) == names
    assert len(set(values.values())) == len(names)
    assert all(len(letter) == 1 and letter.isascii() and letter.isprintable() for letter in values.values())


def test_captions() -> None:
    piece = Piece.of("corner", [(0, 0)])
    assert labels.caption(piece, "A") == "A: corner"
    assert labels.caption(Piece.of("F", [(0, 0)], copies=2), "F") == "F ×2"
    assert labels.caption(Piece.of("F", [(0, 0)], copies=(0, 3)), "F") == "F (0–3)"
    assert labels.caption(Piece.of("domino", [(0, 0)], copies=32), "") == "domino ×32"


@given(st.text())
def test_plain_text_prints(words: str) -> None:
    assert labels.plain_ascii(words).isascii()


def test_ascii_keeps_what_it_can() -> None:
    assert labels.plain_ascii("Pièce ×2 (0–1) …\x1b[31m") == "Piece x2 (0-1) ...?[31m"
    assert labels.shortened("abcdefgh", 5) == "abcd…"


def _placed(*names: str) -> list[Placement]:
    return [Placement(name, ((x, 0),)) for x, name in enumerate(names)]


def _of(*names: str) -> Puzzle:
    return Puzzle(Board.of([(0, 0)]), tuple(Piece.of(name, [(0, 0)], copies=(0, 99)) for name in names))


def test_copies_are_numbered_and_single_pieces_are_not() -> None:
    assert labels.copy_labels(_of("a", "b"), _placed("a", "b", "a")) == ["a1", "b", "a2"]
    assert labels.copy_labels(_of("long name", "other"), _placed("other", "long name", "other")) == [
        "B1",
        "A",
        "B2",
    ]
    assert labels.copy_labels(_of("a"), _placed("a", "a")) == ["1", "2"]


def test_copies_have_letters_of_their_own_as_long_as_there_are_some() -> None:
    assert labels.copy_letters(_of("B", "x"), _placed("B", "x", "B", "B", "x")) == ["B", "x", "A", "C", "D"]
    many = labels.copy_letters(_of("B", "x"), _placed(*["B"] * 70))
    assert len(set(many[:61])) == 61 and "x" not in many and set(many[61:]) == {"B"}


def test_colours_are_labelled_by_their_names_or_first_letters() -> None:
    piece = Piece.of("p", {(0, 0): "red", (1, 0): "rose"})
    puzzle = Puzzle(Board.of({(0, 0): "red", (1, 0): "r", (2, 0): "7"}), (piece,))
    assert labels.colour_labels(puzzle) == {"7": "7", "r": "r", "red": "re", "rose": "ro"}
    short = labels.colour_labels(puzzle, 1)
    assert short["7"] == "7" and short["r"] == "r"
    assert len(set(short.values())) == 4
    assert labels.colour_labels(Puzzle(Board.of({(0, 0): "red"}), ())) == {}


@given(st.sets(st.text(min_size=1, max_size=6).filter(str.strip), min_size=2, max_size=40), st.integers(1, 2))
def test_labels_of_colours_are_short_and_distinct(names: set[str], longest: int) -> None:
    board = Board.of({(x, 0): name for x, name in enumerate(sorted(names))})
    values = labels.colour_labels(Puzzle(board, ()), longest, ascii_only=True)
    assert set(values) == names
    assert all(1 <= len(label) <= longest and label.isascii() for label in values.values())
    assert len(set(values.values())) == len(names)
