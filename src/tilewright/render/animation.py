"""What animated pictures are made of: frames of a GIF; parts of an SVG that appear, fade and move (SMIL)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar

from tilewright.model.lattices import Point
from tilewright.render.palette import rgb
from tilewright.render.scene import Primitive, moved, start_of
from tilewright.render.svg import elements, number

if TYPE_CHECKING:
    from PIL.Image import Image

T = TypeVar("T")
NEAR = 8  # how far apart colours are that Pillow may confuse, in channels of 0 to 255


def gif_bytes(pictures: Iterable[Image], seconds: Iterable[float]) -> bytes:
    """A GIF that repeats for ever; pictures are in one palette, and shown so long, in whole hundredths."""
    frames = iter(pictures)
    content = BytesIO()
    next(frames).save(
        content,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[round(1000 * each) for each in seconds],
        loop=0,
        optimize=False,
    )
    return content.getvalue()


def gif_palette(sample: Image, exact: Iterable[str], shades: int) -> Image:
    """Colours that are drawn with, exactly, and so many of the commonest shades between them in a sample."""
    from PIL import Image

    kept = [rgb(colour) for colour in exact]
    numbers = sample.quantize(shades, method=Image.Quantize.MEDIANCUT).getpalette() or []
    # Pillow takes any of the nearly nearest colours, so none may be close to an exact one.
    between = [
        shade
        for shade in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        if all(math.dist(shade, colour) > 2 * NEAR for colour in kept)
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in (*kept, *between) for channel in colour])
    return palette


def in_palette(picture: Image, palette: Image) -> Image:
    """The picture in the colours of a palette."""
    from PIL import Image

    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


class SharedShapes:
    """Groups of marks that are drawn at many places in an SVG, each written once in ``definitions``."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], str] = {}

    def use(self, marks: Sequence[Primitive], dx: float, dy: float) -> str:
        """The marks, moved by a vector, as one element."""
        x, y = start_of(marks[0])
        drawn = tuple(elements(moved(marks, -x, -y)))
        name = self._names.setdefault(drawn, f"s{len(self._names)}")
        return f'<use href="#{name}" x="{number(x + dx)}" y="{number(y + dy)}"/>'

    @property
    def definitions(self) -> list[str]:
        """The groups that were used."""
        groups = [f'<g id="{name}">{"".join(drawn)}</g>' for drawn, name in self._names.items()]
        return ["<defs>", *groups, "</defs>"]


def shown_during(lines: Sequence[str], begin: float, end: float, total: float) -> list[str]:
    """SVG elements, visible from one time until before another; times are in seconds of a repeated total."""
    if begin >= end:
        return []
    steps = ({0.0: "0"} if begin > 0 else {}) | {begin: "1"}
    if end < total:
        steps[end] = "0"
    if len(steps) == 1:
        return list(lines)
    return [
        f'<g opacity="{steps[0.0]}">{_fade(steps, total, "discrete")}',
        *lines,
        "</g>",
    ]


def faded(lines: Sequence[str], shares: Sequence[tuple[float, float]], total: float) -> list[str]:
    """SVG elements whose opacity changes evenly between the times in ``shares``, (seconds, opacity)."""
    steps = {time: number(share) for time, share in _whole(shares, total)}
    return [f"<g>{_fade(steps, total, 'linear')}", *lines, "</g>"]


def moved_along(lines: Sequence[str], way: Sequence[tuple[float, Point]], total: float) -> list[str]:
    """SVG elements that move evenly between the places in ``way``, (seconds, how far they are moved)."""
    steps = {time: f"{number(x)} {number(y)}" for time, (x, y) in _whole(way, total)}
    times, values = _times(steps, total), ";".join(steps.values())
    return [
        f'<g><animateTransform attributeName="transform" type="translate" dur="{total:g}s" '
        f'repeatCount="indefinite" values="{values}" keyTimes="{times}"/>',
        *lines,
        "</g>",
    ]


def _whole(steps: Sequence[tuple[float, T]], total: float) -> list[tuple[float, T]]:
    """The steps, with the first value before them and the last one after them."""
    return [(0.0, steps[0][1]), *steps, (total, steps[-1][1])]


def _fade(steps: dict[float, str], total: float, mode: str) -> str:
    return (
        f'<animate attributeName="opacity" calcMode="{mode}" dur="{total:g}s" '
        f'repeatCount="indefinite" values="{";".join(steps.values())}" keyTimes="{_times(steps, total)}"/>'
    )


def _times(steps: Iterable[float], total: float) -> str:
    return ";".join(f"{seconds / total:.5f}".rstrip("0").rstrip(".") for seconds in steps)
