"""A picture as a list of marks in the plane, for the SVG and the PNG writer to draw alike.

Lengths are in cell sides; x grows to the right, y downwards. Primitives are painted in their order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tilewright.model.lattices import Point
from tilewright.render.geometry import Polygon

LETTER_WIDTH = 0.56
"""The width of an average letter as a share of the letter size, to plan space before a font is known."""


@dataclass(frozen=True)
class Area:
    """Loops filled by the even-odd rule."""

    loops: tuple[Polygon, ...]
    fill: str


@dataclass(frozen=True)
class Stroke:
    """Open lines, or closed loops, drawn with a round pen."""

    lines: tuple[tuple[Point, ...], ...]
    colour: str
    width: float
    closed: bool = False


@dataclass(frozen=True)
class Dots:
    """Filled circles of one size."""

    centres: tuple[Point, ...]
    radius: float
    fill: str


@dataclass(frozen=True)
class Label:
    """A line of text; ``at`` is its middle, or the middle of its left end when ``anchor`` is "start"."""

    at: Point
    words: str
    size: float
    colour: str
    anchor: str = "middle"


Primitive = Area | Stroke | Dots | Label


@dataclass(frozen=True)
class Scene:
    """Primitives in the rectangle from (0, 0) to (width, height); ``scale``: pixels per unit."""

    width: float
    height: float
    marks: tuple[Primitive, ...]
    scale: float
    title: str = ""
    description: str = ""


def moved(marks: Iterable[Primitive], dx: float, dy: float, factor: float = 1.0) -> list[Primitive]:
    """The marks, made larger by a factor and then shifted."""

    def to(point: Point) -> Point:
        return (point[0] * factor + dx, point[1] * factor + dy)

    placed: list[Primitive] = []
    for mark in marks:
        match mark:
            case Area():
                placed.append(replace(mark, loops=tuple(tuple(map(to, loop)) for loop in mark.loops)))
            case Stroke():
                lines = tuple(tuple(map(to, line)) for line in mark.lines)
                placed.append(replace(mark, lines=lines, width=mark.width * factor))
            case Dots():
                centres = tuple(map(to, mark.centres))
                placed.append(replace(mark, centres=centres, radius=mark.radius * factor))
            case Label():
                placed.append(replace(mark, at=to(mark.at), size=mark.size * factor))
    return placed


def start_of(mark: Primitive) -> Point:
    """The first point of a mark."""
    match mark:
        case Area():
            return mark.loops[0][0]
        case Stroke():
            return mark.lines[0][0]
        case Dots():
            return mark.centres[0]
        case Label():
            return mark.at


def text_width(words: str, size: float) -> float:
    """About how wide a line of text will be."""
    return len(words) * size * LETTER_WIDTH


def fitting_scale(width: float, height: float, wanted: float, least: float, most: float) -> float:
    """The pixels a unit that make the longer side ``wanted`` pixels, kept within ``least`` and ``most``."""
    return min(most, max(least, wanted / max(width, height)))
