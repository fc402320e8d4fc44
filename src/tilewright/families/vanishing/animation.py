"""An order of removal as an animated GIF or SVG; pieces removed before the next frame are marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.drawing import (
    MARKED_COLOUR,
    UNMARKED_COLOUR,
    BoardSnapshot,
    board_marks,
    border_mark,
    check_picture_size,
    description,
    ground_marks,
    number_marks,
    piece_marks,
)
from tilewright.render.animation import gif_bytes, gif_palette, in_palette, shown_during
from tilewright.render.palette import GROUND, INK, PAPER
from tilewright.render.png import scene_image
from tilewright.render.scene import Label, Primitive, Scene, moved, text_width
from tilewright.render.svg import elements, svg_page

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_FRAMES = 400  # the most frames of an animation
MAX_PIXELS = 60_000_000  # the most pixels of a GIF, over all its frames
AREA_SIDE, MAX_SIDE = 450, 1000  # pixels: a board has the area of such a square, and no longer side
MIN_SQUARE, MAX_SQUARE = 10, 44  # pixels per square
LETTERS = 15  # pixels
EDGE = 10  # pixels around the board
SHADES = 59  # colours of a GIF besides those that are drawn with
SLOWEST, FASTEST, DURATION = 0.7, 0.08, 40.0  # seconds per frame, and about how long an animation lasts
FIRST, LAST = 1.2, 3.0  # seconds of the first and of the last frame


@dataclass(frozen=True)
class RemovalAnimation:
    """A board, an order of removal on it, and after how many removals it is shown (ascending).

    ``numbered``: each piece shows its number.
    """

    board: DominoBoard
    order: tuple[int, ...]
    turns: tuple[int, ...]
    numbered: bool = False

    @classmethod
    def of(
        cls, board: DominoBoard, order: Sequence[int], frames: int, *, numbered: bool = False
    ) -> RemovalAnimation:
        """At most so many frames, and at least one: the start, the end, and evenly between them."""
        return cls(board.drawn, tuple(order), chosen_turns(len(order), frames), numbered)

    def frames(self) -> Iterator[BoardSnapshot]:
        """The frames in order, with their captions."""
        for turn, after in zip(self.turns, (*self.turns[1:], self.turns[-1]), strict=True):
            marked = frozenset(self.order[turn:after])
            yield BoardSnapshot(frozenset(self.order[:turn]), marked, self.caption(turn), self.numbered)

    def caption(self, turn: int) -> str:
        """The line below the board after so many removals."""
        remaining = len(self.board.pieces) - turn
        return f"{turn:,} removed, {remaining:,} left" if turn else f"{remaining:,} pieces at the start"

    def seconds(self) -> tuple[float, ...]:
        """How long each frame is shown, in whole hundredths."""
        count = len(self.turns)
        each = round(max(FASTEST, min(SLOWEST, DURATION / count)), 2)
        shown = [max(each, FIRST), *[each] * (count - 2), LAST]
        return tuple(shown[-count:])


def chosen_turns(total: int, frames: int) -> tuple[int, ...]:
    """After how many of ``total`` removals frames show the board: start and end, or the end alone."""
    last = min(frames - 1, total)
    if last <= 0:
        return (total,)
    return tuple(round(index * total / last) for index in range(last + 1))


def removal_animation(
    board: DominoBoard, order: Sequence[int], frames: int | None = None, *, numbered: bool = False
) -> RemovalAnimation:
    """As many frames as asked for, or as the limits allow; UnsupportedError beyond the limits."""
    check_picture_size(board, 1)
    most = max(1, min(MAX_FRAMES, MAX_PIXELS // math.prod(_Layout(board, len(order)).pixels)))
    if frames is not None and min(frames, len(order) + 1) > most:
        raise UnsupportedError(
            f"{frames:,} frames are too many; an animation of this board has at most {most:,}"
        )
    return RemovalAnimation.of(board, order, most if frames is None else frames, numbered=numbered)


class _Layout:
    """Where an animated board and its caption lie: a whole number of pixels for each square and margin."""

    def __init__(self, board: DominoBoard, removals: int) -> None:
        self.board = board
        wanted = int(AREA_SIDE / math.sqrt(board.width * board.height))
        self.scale = max(MIN_SQUARE, min(MAX_SQUARE, wanted, MAX_SIDE // max(board.width, board.height)))
        total = f"{len(board.pieces):,}"
        longest = max(f"{removals:,} removed, {total} left", f"{total} pieces at the start", key=len)
        width = max(board.width * self.scale, math.ceil(text_width(longest, LETTERS)))
        self.left = EDGE + (width - board.width * self.scale) // 2
        self.below = EDGE + board.height * self.scale  # where the caption begins
        self.pixels = (width + 2 * EDGE, self.below + 2 * LETTERS + EDGE // 2)

    def scene(self, marks: Sequence[Primitive], description: str = "") -> Scene:
        """A picture of these marks, which lie on a board that begins at (0, 0)."""
        placed = tuple(moved(marks, self.left / self.scale, EDGE / self.scale))
        width, height = (side / self.scale for side in self.pixels)
        return Scene(width, height, placed, float(self.scale), "Vanishing dominoes", description)

    def caption(self, words: str) -> Label:
        """The words below the board, as a mark on a board that begins at (0, 0)."""
        y = self.board.height + (LETTERS + EDGE // 2) / self.scale
        return Label((self.board.width / 2, y), words, LETTERS / self.scale, INK)

    def box(self, number: int) -> tuple[int, int, int, int]:
        """The pixels of the squares of a piece: left, top, right and bottom."""
        (x, y), (right, bottom) = self.board.pieces[number].squares
        return (
            self.left + x * self.scale,
            EDGE + y * self.scale,
            self.left + (right + 1) * self.scale,
            EDGE + (bottom + 1) * self.scale,
        )


def animated_gif(animation: RemovalAnimation) -> bytes:
    """The animation as a GIF that repeats for ever; frames are composed from three drawings."""
    from PIL import Image

    board = animation.board
    layout = _Layout(board, len(animation.order))
    captions = [layout.caption(animation.caption(turn)) for turn in animation.turns]
    everything = range(len(board.pieces))
    drawn = [
        scene_image(layout.scene([*board_marks(board, everything, ()), captions[0]])),
        scene_image(layout.scene(board_marks(board, (), (), numbered=animation.numbered))),
        scene_image(layout.scene(board_marks(board, (), everything, numbered=animation.numbered))),
    ]
    wide, high = layout.pixels
    together = Image.new("RGB", (wide, 3 * high))
    for index, picture in enumerate(drawn):
        together.paste(picture, (0, index * high))
    together = in_palette(together, _palette(together))
    bare, full, marked = (together.crop((0, index * high, wide, (index + 1) * high)) for index in range(3))

    def shown() -> Iterator[Image.Image]:
        state = full.copy()
        gone: frozenset[int] = frozenset()
        for frame, label in zip(animation.frames(), captions, strict=True):
            for number in frame.removed - gone:
                state.paste(bare.crop(layout.box(number)), layout.box(number))
            gone = frame.removed
            picture = state.copy()
            for number in frame.marked:
                picture.paste(marked.crop(layout.box(number)), layout.box(number))
            picture.paste(in_palette(_strip(layout, label), together), (0, layout.below + EDGE // 2))
            yield picture

    return gif_bytes(shown(), animation.seconds())


def _strip(layout: _Layout, label: Label) -> Image:
    """The part of a picture below the board, with the label on it."""
    scene = layout.scene([label])
    above = (layout.below + EDGE // 2) / layout.scale
    marks = tuple(moved(scene.marks, 0, -above))
    return scene_image(replace(scene, height=scene.height - above, marks=marks))


def _palette(picture: Image) -> Image:
    return gif_palette(picture, (PAPER, GROUND, UNMARKED_COLOUR, MARKED_COLOUR, INK), SHADES)


def animated_svg(animation: RemovalAnimation) -> bytes:
    """The animation as an SVG (SMIL, no script) that repeats for ever; elsewhere it shows the start."""
    board = animation.board
    layout = _Layout(board, len(animation.order))
    begins = [0.0, *accumulate(animation.seconds())]
    frame_of = {
        number: index
        for index, (turn, after) in enumerate(pairwise(animation.turns))
        for number in animation.order[turn:after]
    }
    gone = set(animation.order[: animation.turns[0]])

    def placed(marks: Sequence[Primitive]) -> list[str]:
        return elements(layout.scene(marks).marks)

    def tile(number: int, *, marked: bool = False) -> list[str]:
        piece = board.pieces[number]
        label = number_marks(piece, number) if animation.numbered else []
        return placed([*piece_marks(piece, marked=marked), *label])

    body = placed([*ground_marks(board), border_mark(board)])
    for number in range(len(board.pieces)):
        if number in gone:
            continue
        if number not in frame_of:
            body += tile(number)
            continue
        frame = frame_of[number]
        body += _during(begins, tile(number), 0, frame)
        body += _during(begins, tile(number, marked=True), frame, frame + 1)
    for frame, turn in enumerate(animation.turns):
        body += _during(begins, placed([layout.caption(animation.caption(turn))]), frame, frame + 1)
    end = description(board, BoardSnapshot(frozenset(animation.order[: animation.turns[-1]])))
    words = (
        f"{len(animation.turns):,} frames of an order of {len(animation.order):,} removals. The last: {end}"
    )
    return svg_page(layout.scene((), words), body).encode()


def _during(begins: Sequence[float], lines: list[str], first: int, after: int) -> list[str]:
    """The elements, visible from the frame ``first`` until before ``after``; ``begins`` are in seconds."""
    return shown_during(lines, begins[first], begins[after], begins[-1])


ANIMATORS: Mapping[str, Callable[[RemovalAnimation], bytes]] = {".gif": animated_gif, ".svg": animated_svg}
"""What writes an animation into a file, by the file's suffix."""
