"""Pictures of boards: tiles where the pieces are, marks that do not need colour, bounds."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from hypothesis import given, settings
from PIL import Image

from support.domino_boards import boards
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import MAX_VALUE, Domino, DominoBoard
from tilewright.families.vanishing.pictures import (
    INSET,
    MARKED,
    PLAIN,
    WRITERS,
    Frame,
    board_marks,
    board_scene,
    piece_marks,
    strip_scene,
)
from tilewright.render.palette import GROUND, PAPER, luminance, rgb
from tilewright.render.png import scene_png
from tilewright.render.scene import Area, Label, Scene

BOARD = DominoBoard(4, 3, (Domino(False, 1, 2, 0, 0), Domino(True, 3, 4, 3, 1), Domino(False, 5, 6, 0, 2)))


def labels(scene: Scene) -> list[str]:
    return [mark.words for mark in scene.marks if isinstance(mark, Label)]


@given(boards)
@settings(max_examples=30)
def test_every_number_stands_in_its_square(board: DominoBoard) -> None:
    removed = set(range(0, len(board.pieces), 3))
    marks = board_marks(board, removed, ())
    found = {mark.at: mark.words for mark in marks if isinstance(mark, Label)}
    assert found == {
        (x + 0.5, y + 0.5): str(value)
        for number, piece in enumerate(board.pieces)
        if number not in removed
        for (x, y), value in zip(piece.squares, piece.values, strict=True)
    }


@pytest.mark.parametrize("upright", [False, True])
def test_a_tile_keeps_within_its_squares(upright: bool) -> None:  # noqa: FBT001 - a parameter
    piece = Domino(upright, 0, 1, 2, 5)
    for marked in (False, True):
        outer = next(mark for mark in piece_marks(piece, marked=marked) if isinstance(mark, Area)).loops[0]
        xs, ys = [x for x, _ in outer], [y for _, y in outer]
        ends = (3, 7) if upright else (4, 6)
        assert (min(xs), min(ys)) == pytest.approx((2 + INSET, 5 + INSET))
        assert (max(xs), max(ys)) == pytest.approx((ends[0] - INSET, ends[1] - INSET))


def test_marks_are_seen_without_colour() -> None:
    assert luminance(PLAIN) - luminance(MARKED) > 0.2

    def border(*, marked: bool) -> float:
        outer, inner = (m for m in piece_marks(BOARD.pieces[0], marked=marked) if isinstance(m, Area))
        return min(x for x, _ in inner.loops[0]) - min(x for x, _ in outer.loops[0])

    assert border(marked=True) > 2 * border(marked=False)


def test_the_picture_of_a_board() -> None:
    scene = board_scene(BOARD, Frame(frozenset([0]), frozenset([1])), title="Board <1>", line="3 pieces")
    assert labels(scene) == ["Board <1>", "3 pieces", "3", "4", "5", "6"]
    assert scene.description == "A board of 4 x 3 squares with 2 pieces, 1 of them marked."
    image = Image.open(BytesIO(scene_png(scene))).convert("RGB")
    wide, high = image.size

    def colour(x: float, y: float) -> tuple[int, ...]:
        inset = (scene.width - BOARD.width) / 2
        top = scene.height - BOARD.height - 0.5
        found = image.getpixel((int((x + inset) * scene.scale), int((y + top) * scene.scale)))
        assert isinstance(found, tuple)
        return found

    assert colour(0.3, 0.3) == colour(1.7, 0.7) == rgb(GROUND)
    assert colour(3.3, 1.3) == colour(3.7, 2.7) == rgb(MARKED)
    assert colour(0.3, 2.3) == colour(1.7, 2.7) == rgb(PLAIN)
    assert image.getpixel((1, high - 1)) == image.getpixel((wide - 1, 1)) == rgb(PAPER)


def test_large_values_fit_into_their_squares() -> None:
    number = next(mark for mark in piece_marks(Domino(False, MAX_VALUE, 0, 0, 0)) if isinstance(mark, Label))
    assert number.words == "1000000" and number.size * len(number.words) * 0.56 < 0.8


def test_a_strip() -> None:
    frames = [Frame(frozenset(range(n)), frozenset([n]), f"after {n}") for n in range(3)]
    scene = strip_scene(BOARD, frames, title="A strip")
    assert [word for word in labels(scene) if word.startswith("after")] == ["after 0", "after 1", "after 2"]
    assert sum(word.isdigit() for word in labels(scene)) == 6 + 4 + 2
    assert scene.title == "A strip" and scene.description.startswith("3 states of a board.")


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("board", [BOARD, DominoBoard(1, 1, ()), DominoBoard(40, 1, ())])
def test_every_board_can_be_written(suffix: str, board: DominoBoard) -> None:
    for scene in (board_scene(board), strip_scene(board, [Frame(caption="<&>")] * 2)):
        data = WRITERS[suffix](scene)
        if suffix == ".svg":
            root = ET.fromstring(data)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
        else:
            assert Image.open(BytesIO(data)).format == "PNG"


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="the board has 4,000,000 squares, and at most 50,000"):
        board_scene(DominoBoard(2000, 2000, ()))
    with pytest.raises(UnsupportedError, match=r"6 pictures .* ask for at most 5 \(--frames\)"):
        strip_scene(DominoBoard(100, 100, ()), [Frame()] * 6)
