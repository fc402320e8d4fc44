"""Drawings before their scale is known, and putting them side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.render import palette
from tilewright.render.geometry import Box
from tilewright.render.scene import Label, Primitive, moved, text_width

DrawFunction = Callable[[float], list[Primitive]]  # what draws, from the pixels that a cell's side will have


@dataclass(frozen=True)
class Figure:
    """A drawing in a rectangle; ``marks(pixels)`` draws it with a cell's side so many pixels long."""

    box: Box
    marks: DrawFunction

    @property
    def wide(self) -> float:
        """Its width in cell sides."""
        return self.box[2] - self.box[0]

    @property
    def high(self) -> float:
        """Its height in cell sides."""
        return self.box[3] - self.box[1]

    def at(self, x: float, y: float, pixels: float, factor: float = 1.0) -> list[Primitive]:
        """Its marks with the upper left corner there, made larger by a factor.

        ``pixels`` is the length of a cell's side before that.
        """
        left, top, _, _ = self.box
        return moved(self.marks(pixels * factor), x - left * factor, y - top * factor, factor)


def captioned(figure: Figure, words: str, size: float) -> Figure:
    """The figure with words below its middle, the letters so large."""
    left, top, right, bottom = figure.box
    spare = max(0.0, text_width(words, size) - figure.wide) / 2
    middle = (left + right) / 2

    def marks(pixels: float) -> list[Primitive]:
        label = Label((middle, bottom + 0.95 * size), words, size, palette.QUIET)
        return [*figure.marks(pixels), label]

    return Figure((left - spare, top, right + spare, bottom + 1.6 * size), marks)


def row(figures: Sequence[Figure], gap: float) -> Figure:
    """Figures side by side on a common foot."""
    high = max(figure.high for figure in figures)

    def marks(pixels: float) -> list[Primitive]:
        drawn: list[Primitive] = []
        x = 0.0
        for figure in figures:
            drawn += figure.at(x, high - figure.high, pixels)
            x += figure.wide + gap
        return drawn

    return Figure((0.0, 0.0, sum(figure.wide + gap for figure in figures) - gap, high), marks)


def column(figures: Sequence[Figure], gap: float) -> Figure:
    """Figures below each other, their middles in line."""
    wide = max(figure.wide for figure in figures)

    def marks(pixels: float) -> list[Primitive]:
        drawn: list[Primitive] = []
        y = 0.0
        for figure in figures:
            drawn += figure.at((wide - figure.wide) / 2, y, pixels)
            y += figure.high + gap
        return drawn

    return Figure((0.0, 0.0, wide, sum(figure.high + gap for figure in figures) - gap), marks)


def columns_for(count: int, wide: float, high: float) -> int:
    """How many solutions side by side give a sheet about 1.6 times as wide as high, its last row full."""

    def badness(columns: int) -> float:
        rows = math.ceil(count / columns)
        shape = math.log(columns * (wide + 1) / (rows * (high + 2)) / 1.6)
        return abs(shape) + 0.9 * (rows * columns - count) / columns * (rows > 1)

    return min(range(1, count + 1), key=badness)
