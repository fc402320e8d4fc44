"""A scene as PNG, drawn by Pillow alone (its own font; no system library).

The picture is drawn three times as large and shrunk, in bands, so that a large picture needs little
memory. Pillow is imported for the first PNG: ``import tilewright`` stays quick.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Point
from tilewright.render.geometry import Box, box_around
from tilewright.render.labels import plain_ascii
from tilewright.render.palette import PAPER
from tilewright.render.scene import Area, Dots, Label, Primitive, Scene, Stroke
from tilewright.render.svg import scene_svg

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

MAX_PIXELS = 40_000_000  # the largest PNG that is drawn, in pixels
FINER = 3
BAND = 2_000_000  # pixels of the finished picture that are drawn at once


def scene_png(scene: Scene, scale: float | None = None) -> bytes:
    """The scene as an RGB PNG, ``scale`` pixels a cell side; UnsupportedError above :data:`MAX_PIXELS`."""
    picture = scene_image(scene, scale)
    stream = BytesIO()
    picture.save(stream, "PNG", optimize=picture.width * picture.height < 4_000_000)
    return stream.getvalue()


def scene_image(scene: Scene, scale: float | None = None) -> Image:
    """The scene as an RGB image, ``scale`` pixels a cell side; UnsupportedError above :data:`MAX_PIXELS`."""
    from PIL import Image

    width, height = png_size(scene, scale)
    factor = (scene.scale if scale is None else scale) * FINER
    placed = [(_reach(mark), mark) for mark in scene.marks]
    picture = Image.new("RGB", (width, height), PAPER)
    deep = max(1, BAND // width)
    for top in range(0, height, deep):
        rows = min(deep, height - top)
        band = Image.new("RGB", (width * FINER, rows * FINER), PAPER)
        low, high = top * FINER / factor, (top + rows) * FINER / factor
        brush = _Brush(band, factor, top * FINER)
        for reach, mark in placed:
            if reach[1] <= high and reach[3] >= low:
                brush.draw(mark)
        picture.paste(band.reduce(FINER), (0, top))
    return picture


def png_size(scene: Scene, scale: float | None = None) -> tuple[int, int]:
    """Width and height of the scene's PNG in pixels; UnsupportedError when that is too much to draw."""
    factor = scene.scale if scale is None else scale
    if not (math.isfinite(factor) and factor > 0):
        raise UnsupportedError(f"a picture cannot have {factor} pixels a cell; expected a number above 0")
    width = max(1, math.ceil(scene.width * factor - 1e-6))
    height = max(1, math.ceil(scene.height * factor - 1e-6))
    if width * height > MAX_PIXELS:
        raise UnsupportedError(
            f"the picture would be {width:,} x {height:,} pixels; a PNG of at most {MAX_PIXELS:,} pixels "
            "is drawn. Use a smaller scale or fewer solutions, or for SVG"
        )
    return width, height


def _reach(mark: Primitive) -> Box:
    match mark:
        case Area():
            points, margin = [p for loop in mark.loops for p in loop], 0.01
        case Stroke():
            points, margin = [p for line in mark.lines for p in line], mark.width
        case Dots():
            points, margin = list(mark.centres), mark.radius
        case Label():
            points, margin = [mark.at], mark.size
    if not points:
        return (0, math.inf, 0, -math.inf)
    left, top, right, bottom = box_around(points)
    return (left - margin, top - margin, right + margin, bottom + margin)


def _around(loops: list[list[Point]]) -> Box:
    return box_around(point for loop in loops for point in loop)


def _overlapping(loops: list[list[Point]]) -> list[list[list[Point]]]:
    """The loops in groups such that those in different groups lie in rectangles that do not touch."""
    done: list[list[list[Point]]] = []
    open_groups: list[tuple[Box, list[list[Point]]]] = []  # those that a loop further right may touch
    for box, loop in sorted(
        ((_around([loop]), loop) for loop in loops), key=lambda open_group: open_group[0]
    ):
        done += [open_group for around, open_group in open_groups if around[2] + 1 < box[0]]
        open_groups = [group for group in open_groups if group[0][2] + 1 >= box[0]]
        joined = [loop]
        while near := [group for group in open_groups if _touch(group[0], box)]:
            open_groups = [group for group in open_groups if not _touch(group[0], box)]
            joined += [other for _, value in near for other in value]
            box = _around(joined)
        open_groups.append((box, joined))
    return done + [result for _, result in open_groups]


def _touch(a: Box, b: Box) -> bool:
    return a[0] <= b[2] + 1 and b[0] <= a[2] + 1 and a[1] <= b[3] + 1 and b[1] <= a[3] + 1


@lru_cache(maxsize=64)
def _font(size: float) -> FreeTypeFont | ImageFont:
    """The font that Pillow carries; to read it takes longer than to write a number with it."""
    from PIL.ImageFont import load_default

    return load_default(size)


class _Brush:
    """Draws marks on one band; ``factor`` is fine pixels a unit, ``top`` the band's first fine row."""

    def __init__(self, band: Image, factor: float, top: int) -> None:
        from PIL import ImageDraw

        self.band = band
        self.factor = factor
        self.top = top
        self.pen = ImageDraw.Draw(band)

    def draw(self, mark: Primitive) -> None:
        match mark:
            case Area():
                self.area(mark)
            case Stroke():
                width = mark.width * self.factor
                for line in mark.lines:
                    points = [self.at(p) for p in line]
                    if self.meets(points, width):
                        self.line(points, width, mark)
            case Dots():
                for point in mark.centres:
                    self.disc(self.at(point), mark.radius * self.factor, mark.fill)
            case Label():
                self.label(mark)

    def at(self, point: Point) -> Point:
        # Pillow's pixel (0, 0) has its middle at (0, 0); the scene's pixel has it at (1/2, 1/2).
        return (point[0] * self.factor - 0.5, point[1] * self.factor - self.top - 0.5)

    def meets(self, points: list[Point], margin: float) -> bool:
        heights = [y for _, y in points]
        return max(heights) + margin >= 0 and min(heights) - margin <= self.band.height

    def area(self, mark: Area) -> None:
        for loops in _overlapping([[self.at(p) for p in loop] for loop in mark.loops]):
            if len(loops) == 1:
                self.pen.polygon(loops[0], fill=mark.fill)
            else:
                self.even_odd(loops, mark.fill)

    def even_odd(self, loops: list[list[Point]], fill: str) -> None:
        from PIL import Image, ImageChops, ImageDraw

        left, top, right, bottom = _around(loops)
        x, y = max(0, math.floor(left)), max(0, math.floor(top))
        wide = min(self.band.width, math.ceil(right) + 1) - x
        high = min(self.band.height, math.ceil(bottom) + 1) - y
        if wide <= 0 or high <= 0:
            return
        mask = Image.new("1", (wide, high))
        for loop in loops:
            one = Image.new("1", (wide, high))
            ImageDraw.Draw(one).polygon([(px - x, py - y) for px, py in loop], fill=1)
            mask = ImageChops.logical_xor(mask, one)
        self.band.paste(fill, (x, y), mask)

    def line(self, points: list[Point], width: float, mark: Stroke) -> None:
        width = max(width - 1, 0.0)  # Pillow fills the pixels on both edges of a polygon
        ends = [*points[1:], points[0]] if mark.closed else points[1:]
        for a, b in zip(points, ends, strict=False):
            length = math.dist(a, b)
            if length:
                ux, uy = (b[0] - a[0]) / length * width / 2, (b[1] - a[1]) / length * width / 2
                left, right = [(x - uy, y + ux) for x, y in (a, b)], [(x + uy, y - ux) for x, y in (b, a)]
                self.pen.polygon(left + right, fill=mark.colour)
        if width > 2:
            for point in points:
                self.disc(point, width / 2, mark.colour)

    def disc(self, middle: Point, radius: float, fill: str) -> None:
        x, y = middle
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    def label(self, mark: Label) -> None:
        font = _font(max(1.0, mark.size * self.factor))
        x, y = self.at((mark.at[0], mark.at[1] + 0.355 * mark.size))
        anchor = "ls" if mark.anchor == "start" else "ms"
        # The font that Pillow carries has hardly more than ASCII.
        self.pen.text((x, y), plain_ascii(mark.words), fill=mark.colour, font=font, anchor=anchor)


SCENE_WRITERS: Mapping[str, Callable[[Scene], bytes]] = {
    ".svg": lambda scene: scene_svg(scene).encode(),
    ".png": scene_png,
}
"""By the suffix of a file: what makes its content from a scene."""
