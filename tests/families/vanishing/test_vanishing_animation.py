"""Animations of an order: chosen moments, GIFs frame by frame, SVGs by their timeline, limits."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from support.domino_boards import boards, random_board
from tilewright.cli.output import ANIMATIONS
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.animation import (
    ANIMATORS,
    MAX_FRAMES,
    RemovalAnimation,
    animated_gif,
    animated_svg,
    chosen_turns,
    removal_animation,
)
from tilewright.families.vanishing.board import Domino, DominoBoard
from tilewright.families.vanishing.drawing import MARKED_COLOUR, UNMARKED_COLOUR
from tilewright.families.vanishing.solving import solve
from tilewright.render.palette import GROUND, rgb

SVG = "{http://www.w3.org/2000/svg}"


def solved(seed: int) -> tuple[DominoBoard, tuple[int, ...]]:
    board = random_board(seed)
    return board, solve(board).order


@given(st.integers(0, 5000), st.integers(1, 500))
def test_chosen_moments(total: int, frames: int) -> None:
    turns = chosen_turns(total, frames)
    assert len(turns) == min(frames, total + 1)
    assert list(turns) == sorted(set(turns))
    assert turns[-1] == total and (turns[0] == 0 or len(turns) == 1)
    steps = {b - a for a, b in pairwise(turns)}
    assert not steps or max(steps) - min(steps) <= 1


@given(boards, st.integers(1, 12))
@settings(max_examples=40)
def test_frames_mark_what_goes_next(board: DominoBoard, count: int) -> None:
    order = solve(board).order
    shown = RemovalAnimation.of(board, order, count)
    frames = list(shown.frames())
    for frame, after in pairwise(frames):
        assert frame.removed | frame.marked == after.removed and not frame.removed & frame.marked
    assert frames[-1].removed == set(order) and not frames[-1].marked
    assert len(shown.seconds()) == len(frames)


def tile_colours(picture: Image.Image, board: DominoBoard) -> dict[int, tuple[int, ...]]:
    """The colour in the corner of each piece's first square, in a GIF of a board that is wide enough."""
    scale = 44
    value = {}
    for number, piece in enumerate(board.pieces):
        at = (10 + int((piece.x + 0.25) * scale), 10 + int((piece.y + 0.25) * scale))
        colour = picture.getpixel(at)
        assert isinstance(colour, tuple)
        value[number] = colour
    return value


@pytest.mark.parametrize("frames", [None, 3, 1])
def test_a_gif_shows_each_removal(frames: int | None) -> None:
    level = [Domino(False, 0, 0, 2 * (n % 3), n // 3) for n in range(6)]
    board = DominoBoard(6, 2, tuple(level))
    order = solve(board).order
    assert len(order) == 6
    shown = removal_animation(board, order, frames)
    with Image.open(BytesIO(animated_gif(shown))) as picture:
        assert picture.format == "GIF" and picture.info["loop"] == 0
        durations = []
        for index, frame in enumerate(shown.frames()):
            picture.seek(index)
            durations.append(picture.info["duration"] / 1000)
            for number, colour in tile_colours(picture.convert("RGB"), board).items():
                expected = (
                    GROUND
                    if number in frame.removed
                    else MARKED_COLOUR
                    if number in frame.marked
                    else UNMARKED_COLOUR
                )
                assert colour == rgb(expected), (index, number)
        assert picture.tell() == len(shown.turns) - 1 == (frames or 7) - 1
        assert getattr(picture, "n_frames", 1) == len(shown.turns)
        assert durations == pytest.approx(shown.seconds()) or frames == 1


@pytest.mark.parametrize("seed", range(6))
def test_an_svg_shows_the_same(seed: int) -> None:
    board, order = solved(seed)
    shown = removal_animation(board, order)
    root = ET.fromstring(animated_svg(shown))
    assert not list(root.iter(f"{SVG}script"))
    lengths = shown.seconds()
    begins = [sum(lengths[:index]) for index in range(len(lengths))]
    for frame, begin in zip(shown.frames(), begins, strict=True):
        seen = visible(root, (begin + 0.01) / sum(lengths))
        fills = [node.get("fill") for node in seen if node.tag == f"{SVG}path"]
        assert fills.count(MARKED_COLOUR) == len(frame.marked)
        assert fills.count(UNMARKED_COLOUR) == len(board.pieces) - len(frame.removed) - len(frame.marked)
        assert frame.caption in [node.text for node in seen]
        assert sum("removed" in (n.text or "") or "start" in (n.text or "") for n in seen) == 1
    still = [node.get("fill") for node in visible(root, None)]
    assert still.count(UNMARKED_COLOUR) + still.count(MARKED_COLOUR) == len(board.pieces)


def visible(node: ET.Element, share: float | None) -> list[ET.Element]:
    """The elements that are seen at a share of the time; where nothing moves, for None."""
    elements = []
    for child in node:
        animate = child.find(f"{SVG}animate")
        if animate is not None:
            assert animate.get("calcMode") == "discrete"
            values = animate.get("values", "").split(";")
            times = [float(word) for word in animate.get("keyTimes", "").split(";")]
            assert times[0] == 0 and times == sorted(set(times)) and len(times) == len(values)
            opacity = child.get("opacity")
            if share is not None:
                opacity = next(v for t, v in reversed(list(zip(times, values, strict=True))) if t <= share)
            if opacity == "0":
                continue
        elements += [child, *visible(child, share)]
    return elements


def test_commands_offer_what_can_be_drawn() -> None:
    assert set(ANIMATORS) == set(ANIMATIONS)


@pytest.mark.parametrize("suffix", ANIMATORS)
def test_a_board_on_which_nothing_moves(suffix: str) -> None:
    for board in (DominoBoard(1, 1, ()), DominoBoard(3, 1, (Domino(False, 9, 9, 0, 0),))):
        data = ANIMATORS[suffix](removal_animation(board, ()))
        assert data.startswith((b"GIF89a", b"GIF87a", b"<svg"))


def test_a_long_order_takes_several_at_once() -> None:
    pieces = tuple(Domino(False, 0, 0, x, y) for y in range(30) for x in range(0, 30, 2))
    board = DominoBoard(30, 30, pieces)
    order = tuple(range(450))
    shown = removal_animation(board, order)
    assert 100 < len(shown.turns) <= MAX_FRAMES and shown.turns[-1] == 450
    assert len(removal_animation(board, order, 50).turns) == 50
    with pytest.raises(UnsupportedError, match=r"451 frames are too many; .* at most [1-4][0-9]{2}$"):
        removal_animation(board, order, 451)
    assert 20 < sum(shown.seconds()) < 60


def test_a_board_that_is_too_large() -> None:
    with pytest.raises(UnsupportedError, match=r"the board has 4,000,000 squares"):
        removal_animation(DominoBoard(2000, 2000, ()), ())


def test_an_animation_may_begin_in_the_middle() -> None:
    board, order = solved(3)
    late = RemovalAnimation(board, order, (len(order) // 2, len(order)))
    body = animated_svg(late).decode()
    assert body.count("<text") < animated_svg(removal_animation(board, order)).decode().count("<text")
