"""Boards as text and as pictures: values in their squares, marks without colour, rulers, limits."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import MAX_VALUE, Domino, DominoBoard
from tilewright.families.vanishing.drawing import (
    INSET,
    MARKED_COLOUR,
    UNMARKED_COLOUR,
    BoardSnapshot,
    board_marks,
    board_scene,
    board_text,
    piece_marks,
    strip_scene,
    with_rulers,
)
from tilewright.families.vanishing.game import begin, remaining_board
from tilewright.render.palette import GROUND, PAPER, luminance, rgb
from tilewright.render.png import SCENE_WRITERS, scene_png
from tilewright.render.scene import Area, Label, Scene

BOARD = DominoBoard(4, 3, (Domino(False, 1, 2, 0, 0), Domino(True, 3, 4, 3, 1), Domino(False, 5, 6, 0, 2)))


def labels(scene: Scene) -> list[str]:
    return [mark.words for mark in scene.marks if isinstance(mark, Label)]


@given(boards)
@settings(max_examples=30)
def test_every_number_stands_in_its_square(board: DominoBoard) -> None:
    removed = set(range(0, len(board.pieces), 3))
    marks = board_marks(board, removed, ())
    values = {mark.at: mark.words for mark in marks if isinstance(mark, Label)}
    assert values == {
        (x + 0.5, y + 0.5): str(value)
        for number, piece in enumerate(board.pieces)
        if number not in removed
        for (x, y), value in zip(piece.squares, piece.values, strict=True)
    }


@given(boards)
def test_boards_numbered_from_the_right_look_the_same(board: DominoBoard) -> None:
    other = board.renumbered()
    assert other.renumbered() == board == other.drawn
    removed, marked = set(range(0, len(board.pieces), 3)), set(range(0, len(board.pieces), 2))
    assert board_text(other, removed, marked=marked) == board_text(board, removed, marked=marked)
    assert board_marks(other, removed, marked) == board_marks(board, removed, marked)


def test_the_rest_of_a_board_is_numbered_alike() -> None:
    board = DominoBoard(4, 1, (Domino(False, 0, 2, 0, 0), Domino(False, 1, 2, 2, 0)), from_right=True)
    rest, numbers = remaining_board(begin(board, [0]))
    assert (rest, numbers) == (replace(board, pieces=board.pieces[1:]), (1,))


def test_rulers_from_the_right() -> None:
    board = DominoBoard(4, 1, (Domino(False, 1, 2, 0, 0),), from_right=True)
    ruled = with_rulers(board_text(board, plain=True), board).splitlines()
    assert (ruled[0].split(), ruled[2]) == (["3", "2", "1", "0"], "0 | .   . | 2   1 |")


@pytest.mark.parametrize("upright", [False, True])
def test_a_tile_stays_within_its_squares(upright: bool) -> None:  # noqa: FBT001 - a parameter
    piece = Domino(upright, 0, 1, 2, 5)
    for marked in (False, True):
        outer = next(mark for mark in piece_marks(piece, marked=marked) if isinstance(mark, Area)).loops[0]
        xs, ys = [x for x, _ in outer], [y for _, y in outer]
        ends = (3, 7) if upright else (4, 6)
        assert (min(xs), min(ys)) == pytest.approx((2 + INSET, 5 + INSET))
        assert (max(xs), max(ys)) == pytest.approx((ends[0] - INSET, ends[1] - INSET))


def test_marks_are_visible_without_colour() -> None:
    assert luminance(UNMARKED_COLOUR) - luminance(MARKED_COLOUR) > 0.2

    def border(*, marked: bool) -> float:
        outer, inner = (m for m in piece_marks(BOARD.pieces[0], marked=marked) if isinstance(m, Area))
        return min(x for x, _ in inner.loops[0]) - min(x for x, _ in outer.loops[0])

    assert border(marked=True) > 2 * border(marked=False)


def test_the_picture_of_a_board() -> None:
    scene = board_scene(
        BOARD, BoardSnapshot(frozenset([0]), frozenset([1])), title="Board <1>", line="3 pieces"
    )
    assert labels(scene) == ["Board <1>", "3 pieces", "3", "4", "5", "6"]
    assert scene.description == "A board of 3 x 4 squares with 2 pieces, 1 of them marked."
    image = Image.open(BytesIO(scene_png(scene))).convert("RGB")
    wide, high = image.size

    def colour(x: float, y: float) -> tuple[int, ...]:
        inset = (scene.width - BOARD.width) / 2
        top = scene.height - BOARD.height - 0.5
        value = image.getpixel((int((x + inset) * scene.scale), int((y + top) * scene.scale)))
        assert isinstance(value, tuple)
        return value

    assert colour(0.3, 0.3) == colour(1.7, 0.7) == rgb(GROUND)
    assert colour(3.3, 1.3) == colour(3.7, 2.7) == rgb(MARKED_COLOUR)
    assert colour(0.3, 2.3) == colour(1.7, 2.7) == rgb(UNMARKED_COLOUR)
    assert image.getpixel((1, high - 1)) == image.getpixel((wide - 1, 1)) == rgb(PAPER)


def test_large_values_fit_into_their_squares() -> None:
    number = next(mark for mark in piece_marks(Domino(False, MAX_VALUE, 0, 0, 0)) if isinstance(mark, Label))
    assert number.words == "1000000" and number.size * len(number.words) * 0.56 < 0.8


def test_a_strip() -> None:
    snapshots = [BoardSnapshot(frozenset(range(n)), frozenset([n]), f"after {n}") for n in range(3)]
    scene = strip_scene(BOARD, snapshots, title="A strip")
    assert [word for word in labels(scene) if word.startswith("after")] == ["after 0", "after 1", "after 2"]
    assert sum(word.isdigit() for word in labels(scene)) == 6 + 4 + 2
    assert scene.title == "A strip" and scene.description.startswith("3 states of a board.")


@pytest.mark.parametrize("suffix", SCENE_WRITERS)
@pytest.mark.parametrize("board", [BOARD, DominoBoard(1, 1, ()), DominoBoard(40, 1, ())])
def test_every_board_can_be_written(suffix: str, board: DominoBoard) -> None:
    for scene in (board_scene(board), strip_scene(board, [BoardSnapshot(caption="<&>")] * 2)):
        data = SCENE_WRITERS[suffix](scene)
        if suffix == ".svg":
            root = ET.fromstring(data)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
        else:
            assert Image.open(BytesIO(data)).format == "PNG"


def test_pictures_that_are_too_large() -> None:
    with pytest.raises(UnsupportedError, match="the board has 4,000,000 squares, and at most 50,000"):
        board_scene(DominoBoard(2000, 2000, ()))
    with pytest.raises(UnsupportedError, match=r"6 pictures .* use at most 5 \(--frames\)"):
        strip_scene(DominoBoard(100, 100, ()), [BoardSnapshot()] * 6)


TEXT_BOARD = DominoBoard(3, 2, (Domino(False, 1, 2, 0, 0), Domino(True, 3, 14, 2, 0)))


def test_a_board_with_a_marked_piece() -> None:
    assert board_text(TEXT_BOARD, marked={1}) == (
        "┌─────────┬────┐\n│ 1    2  │[3] │\n├─────────┤    │\n│ ·    ·  │[14]│\n└─────────┴────┘\n"
    )


def test_removed_pieces_leave_bare_squares() -> None:
    assert board_text(TEXT_BOARD, [1], plain=True) == (
        "+-------+---+\n| 1   2 | . |\n+-------+   |\n| .   .   . |\n+-----------+\n"
    )


def test_a_board_that_is_too_large_for_text() -> None:
    with pytest.raises(UnsupportedError, match=r"the board has 20,100 squares; at most 20,000"):
        board_text(DominoBoard(201, 100, ()))


@given(boards, st.data())
def test_values_stand_where_their_squares_are(board: DominoBoard, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, max(0, len(board.pieces) - 1)))
    removed, marked = data.draw(numbers), data.draw(numbers)
    text = board_text(board, removed, marked=marked, plain=True)
    assert text.isascii()
    lines = text.splitlines()
    step = (len(lines[0]) - 1) // board.width
    assert {len(line) for line in lines} == {board.width * step + 1}
    expected = {(x, y): "." for x in range(board.width) for y in range(board.height)}
    for number, piece in enumerate(board.pieces):
        if number not in removed:
            for square, value in zip(piece.squares, piece.values, strict=True):
                expected[square] = f"[{value}]" if number in marked else str(value)
    for (x, y), sign in expected.items():
        assert lines[2 * y + 1][x * step + 1 : (x + 1) * step].strip() == sign
    for y in range(board.height):
        for x in range(board.width - 1):
            apart = lines[2 * y + 1][(x + 1) * step] == "|"
            pair = [board.piece_at.get(square) for square in ((x, y), (x + 1, y))]
            shown = [None if number in removed else number for number in pair]
            assert apart == (shown[0] != shown[1])


def test_rulers() -> None:
    text = with_rulers(board_text(TEXT_BOARD, plain=True, removed=[1]), TEXT_BOARD)
    assert text.splitlines()[0] == "    0   1   2"
    assert [line[0] for line in text.splitlines()[1:]] == [" ", "0", " ", "1", " "]


@pytest.mark.parametrize(("width", "every"), [(9, 1), (101, 1), (1001, 5)])
def test_rulers_stand_above_their_squares(width: int, every: int) -> None:
    board = DominoBoard(width, 12, ())
    above, *rest = with_rulers(board_text(board), board).splitlines()
    values = {int(word[0]): word.start() for word in re.finditer(r"\d+", above)}
    assert list(values) == list(range(0, width, every))
    assert all(0 <= start - (3 + 1 + 4 * x) < 3 for x, start in values.items())
    assert [line[:3] for line in rest[1::2]] == [f"{y:>2} " for y in range(12)]
