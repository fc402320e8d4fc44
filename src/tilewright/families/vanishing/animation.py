"""An order of removal as a film: which moments are shown, an animated GIF, an animated SVG.

A frame shows the board after so many removals; what goes before the next frame is marked on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.pictures import (
    MARKED,
    PLAIN,
    Frame,
    board_marks,
    border_mark,
    check_size,
    description,
    ground_marks,
    piece_marks,
)
from tilewright.render.palette import GROUND, INK, PAPER, rgb
from tilewright.render.png import scene_png
from tilewright.render.scene import Label, Mark, Scene, moved, text_width
from tilewright.render.svg import elements, svg_page

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_FRAMES = 400
"""The most frames of an animation."""

MAX_PIXELS = 60_000_000
"""The most pixels of a GIF, over all its frames."""

SIDE, LONGEST = 450, 1000  # pixels: an animated board is to be as large as this square, and not longer
LEAST, MOST = 10, 44  # pixels a square
LETTERS = 15  # pixels
EDGE = 10  # pixels around the board
NEAR = 8  # how far apart colours are that Pillow may take for each other, in channels of 0 to 255
SHADES = 59  # colours of a GIF, beside those that are drawn with

SLOWEST, QUICKEST, WHOLE = 0.7, 0.08, 40.0  # seconds a frame, and about how long a film lasts
FIRST, LAST = 1.2, 3.0  # seconds of the first and of the last frame


@dataclass(frozen=True)
class Film:
    """A board, an order of removal on it, and after how many removals it is shown (ascending)."""

    board: DominoBoard
    order: tuple[int, ...]
    turns: tuple[int, ...]

    def frames(self) -> Iterator[Frame]:
        """The frames in order, with their captions."""
        for turn, after in zip(self.turns, (*self.turns[1:], self.turns[-1]), strict=True):
            yield Frame(frozenset(self.order[:turn]), frozenset(self.order[turn:after]), self.caption(turn))

    def caption(self, turn: int) -> str:
        """What is written below the board after so many removals."""
        left = len(self.board.pieces) - turn
        return f"{turn:,} removed, {left:,} left" if turn else f"{left:,} pieces at the start"

    def seconds(self) -> tuple[float, ...]:
        """How long each frame stays, in hundredths that are whole."""
        count = len(self.turns)
        each = round(max(QUICKEST, min(SLOWEST, WHOLE / count)), 2)
        shown = [max(each, FIRST), *[each] * (count - 2), LAST]
        return tuple(shown[-count:])


def film(board: DominoBoard, order: Sequence[int], frames: int) -> Film:
    """A film of at most so many frames (one at least): the start, the end, and evenly between them."""
    return Film(board, tuple(order), chosen_turns(len(order), frames))


def chosen_turns(total: int, frames: int) -> tuple[int, ...]:
    """After how many of ``total`` removals a film of at most so many frames shows the board.

    The start and the end are among them; one frame alone is the end.
    """
    last = min(frames - 1, total)
    if last <= 0:
        return (total,)
    return tuple(round(index * total / last) for index in range(last + 1))


def animated(board: DominoBoard, order: Sequence[int], frames: int | None = None) -> Film:
    """A film to be animated, a frame a removal where that is not too much; else as many as can be.

    UnsupportedError when more ``frames`` are asked for than there can be, or the board is too large.
    """
    check_size(board, 1)
    most = max(1, min(MAX_FRAMES, MAX_PIXELS // math.prod(_Layout(board, len(order)).pixels)))
    if frames is not None and min(frames, len(order) + 1) > most:
        raise UnsupportedError(
            f"{frames:,} frames are too many; an animation of this board has at most {most:,}"
        )
    return film(board, order, most if frames is None else frames)


class _Layout:
    """Where an animated board and its caption lie: a whole number of pixels for each square and margin."""

    def __init__(self, board: DominoBoard, removals: int) -> None:
        self.board = board
        wanted = SIDE / math.sqrt(board.width * board.height)
        self.scale = max(LEAST, min(MOST, int(wanted), LONGEST // max(board.width, board.height)))
        total = f"{len(board.pieces):,}"
        longest = max(f"{removals:,} removed, {total} left", f"{total} pieces at the start", key=len)
        width = max(board.width * self.scale, math.ceil(text_width(longest, LETTERS)))
        self.left = EDGE + (width - board.width * self.scale) // 2
        self.below = EDGE + board.height * self.scale  # where the caption begins
        self.pixels = (width + 2 * EDGE, self.below + 2 * LETTERS + EDGE // 2)

    def scene(self, marks: Sequence[Mark], film: Film | None = None) -> Scene:
        """A picture of these marks, which lie on a board that begins at (0, 0)."""
        placed = moved(marks, self.left / self.scale, EDGE / self.scale)
        wide, high = self.pixels
        told = "" if film is None else _told(film)
        return Scene(
            wide / self.scale, high / self.scale, tuple(placed), float(self.scale), "Vanishing dominoes", told
        )

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


def _told(film: Film) -> str:
    end = description(film.board, Frame(frozenset(film.order[: film.turns[-1]])))
    return f"{len(film.turns):,} frames of an order of {len(film.order):,} removals. The last: {end}"


def film_gif(film: Film) -> bytes:
    """The film as an animated GIF that runs again and again.

    The board is drawn three times: bare, with all pieces, with all pieces marked; frames are put together
    from these. All share one palette.
    """
    from PIL import Image

    board = film.board
    layout = _Layout(board, len(film.order))
    captions = [layout.caption(film.caption(turn)) for turn in film.turns]
    everything = range(len(board.pieces))
    drawn = [
        _painted(layout, [*board_marks(board, everything, ()), captions[0]]),
        _painted(layout, board_marks(board, (), ())),
        _painted(layout, board_marks(board, (), everything)),
    ]
    wide, high = layout.pixels
    together = Image.new("RGB", (wide, 3 * high))
    for index, picture in enumerate(drawn):
        together.paste(picture, (0, index * high))
    together = _in_palette(together, _palette(together))
    bare, full, marked = (together.crop((0, index * high, wide, (index + 1) * high)) for index in range(3))

    def shown() -> Iterator[Image.Image]:
        state = full.copy()
        gone: frozenset[int] = frozenset()
        for frame, label in zip(film.frames(), captions, strict=True):
            for number in frame.removed - gone:
                state.paste(bare.crop(layout.box(number)), layout.box(number))
            gone = frame.removed
            picture = state.copy()
            for number in frame.marked:
                picture.paste(marked.crop(layout.box(number)), layout.box(number))
            picture.paste(_in_palette(_strip(layout, label), together), (0, layout.below + EDGE // 2))
            yield picture

    pictures = shown()
    held = BytesIO()
    next(pictures).save(
        held,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[round(1000 * seconds) for seconds in film.seconds()],
        loop=0,
        optimize=False,
    )
    return held.getvalue()


def _painted(layout: _Layout, marks: Sequence[Mark]) -> Image:
    return _opened(scene_png(layout.scene(marks)))


def _strip(layout: _Layout, label: Label) -> Image:
    """The part of a picture that lies below the board, with the label on it."""
    scene = layout.scene([label])
    above = (layout.below + EDGE // 2) / layout.scale
    marks = tuple(moved(scene.marks, 0, -above))
    return _opened(scene_png(replace(scene, height=scene.height - above, marks=marks)))


def _opened(data: bytes) -> Image:
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGB")


def _palette(picture: Image) -> Image:
    """The colours that are drawn with, exactly, and the commonest shades between them."""
    from PIL import Image

    exact = [rgb(colour) for colour in (PAPER, GROUND, PLAIN, MARKED, INK)]
    found = picture.quantize(SHADES, method=Image.Quantize.MEDIANCUT).getpalette() or []
    # Pillow takes any of the colours that are nearly nearest, so none may lie beside an exact one.
    shades = [
        shade
        for shade in zip(found[::3], found[1::3], found[2::3], strict=True)
        if all(math.dist(shade, colour) > 2 * NEAR for colour in exact)
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in (*exact, *shades) for channel in colour])
    return palette


def _in_palette(picture: Image, palette: Image) -> Image:
    from PIL import Image

    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def film_svg(film: Film) -> bytes:
    """The film as an SVG that moves by itself (SMIL, no script), again and again.

    Where nothing moves, the start is shown.
    """
    board = film.board
    layout = _Layout(board, len(film.order))
    begins = [0.0]
    for seconds in film.seconds():
        begins.append(begins[-1] + seconds)
    clock = _Clock(begins)
    goes = {
        number: index
        for index, (turn, after) in enumerate(zip(film.turns, film.turns[1:], strict=False))
        for number in film.order[turn:after]
    }
    gone = set(film.order[: film.turns[0]])

    def placed(marks: Sequence[Mark]) -> list[str]:
        return elements(layout.scene(marks).marks)

    body = placed([*ground_marks(board), border_mark(board)])
    for number, piece in enumerate(board.pieces):
        if number in gone:
            continue
        if number not in goes:
            body += placed(piece_marks(piece))
            continue
        frame = goes[number]
        body += clock.during(placed(piece_marks(piece)), 0, frame)
        body += clock.during(placed(piece_marks(piece, marked=True)), frame, frame + 1)
    for frame, turn in enumerate(film.turns):
        body += clock.during(placed([layout.caption(film.caption(turn))]), frame, frame + 1)
    return svg_page(layout.scene((), film), layout.scale, body).encode()


class _Clock:
    """Shows elements for a time; ``begins`` are the seconds at which the frames begin, and the end."""

    def __init__(self, begins: Sequence[float]) -> None:
        self.begins = begins

    def during(self, lines: list[str], first: int, after: int) -> list[str]:
        """The elements, visible from the frame ``first`` on and no more in the frame ``after``."""
        if first == after:
            return []
        end = self.begins[-1]
        steps = {self.begins[first]: "1"}
        if first:
            steps = {0.0: "0"} | steps
        if after < len(self.begins) - 1:
            steps[self.begins[after]] = "0"
        opacity = "0" if first else "1"
        if len(steps) == 1:
            return lines
        times = ";".join(f"{seconds / end:.5f}".rstrip("0").rstrip(".") for seconds in steps)
        return [
            f'<g opacity="{opacity}"><animate attributeName="opacity" calcMode="discrete" dur="{end:g}s" '
            f'repeatCount="indefinite" values="{";".join(steps.values())}" keyTimes="{times}"/>',
            *lines,
            "</g>",
        ]


ANIMATORS: Mapping[str, Callable[[Film], bytes]] = {".gif": film_gif, ".svg": film_svg}
"""What writes an animation into a file, by the file's suffix."""
