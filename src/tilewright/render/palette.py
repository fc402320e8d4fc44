"""Colours that people can tell apart, colour-blind people too, and what is drawn with them.

The first twelve colours start from the schemes of Okabe and Ito (2008) and of Paul Tol (SRON technical
note, 2021), moved until any two of them differ by at least 17 in CIELAB (CIE 1976) for normal sight, for
protanopia and for deuteranopia, and by at least 13 for tritanopia, as simulated by the matrices of
Machado, Oliveira and Fernandes (2009). A test holds this. Beyond twelve pieces the colours come again
with a pattern on them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

COLOURS = (
    "#faaf26",  # orange
    "#51b0e8",  # sky blue
    "#24a06c",  # green
    "#eee46b",  # yellow
    "#0f63c0",  # blue
    "#ce3505",  # vermilion
    "#d081ab",  # rose
    "#7b1f45",  # wine
    "#c8cfe1",  # pale grey
    "#8c9642",  # olive
    "#a3dcb8",  # mint
    "#4f2b88",  # indigo
)
"""The colours of the first twelve pieces, in order."""

PATTERNS = ("plain", "hatch", "dots", "backhatch", "cross")
"""What lies on a colour: the first twelve pieces are plain, the next twelve hatched, and so on."""

INK = "#20242a"  # borders and letters
PAPER = "#ffffff"  # behind everything
GROUND = "#f3f0e8"  # a board cell that no piece covers
FAINT = "#b9b4a8"  # lines between uncovered cells, and the hatching of optional ones
QUIET = "#5f6368"  # captions
RGB = tuple[int, int, int]


@dataclass(frozen=True)
class Swatch:
    """How a piece looks: its fill, a pattern of :data:`PATTERNS`, and the pattern's colour."""

    fill: str
    pattern: str
    mark: str


@cache
def swatch(index: int, shade: int = 0) -> Swatch:
    """How the piece with this index looks; other shades tell touching copies of one piece apart."""
    base = COLOURS[index % len(COLOURS)]
    fill = _SHADES[shade % len(_SHADES)](base)
    return Swatch(fill, PATTERNS[index // len(COLOURS) % len(PATTERNS)], relief(fill, 0.42))


def ground(index: int, count: int) -> str:
    """The colour of uncovered board cells that have the ``index``-th of ``count`` board colours."""
    if count < 2:
        return GROUND
    if count == 2:
        return ("#fbf9f4", "#bdb7aa")[index]
    return mix(COLOURS[index % len(COLOURS)], PAPER, 0.4 if index < len(COLOURS) else 0.7)


def two_tones(fill: str) -> tuple[str, str]:
    """A light and a dark form of a colour, for the two kinds of cells of a chequered piece."""
    if luminance(fill) > 0.16:
        return fill, mix(fill, "#000000", 0.24)
    return mix(fill, "#ffffff", 0.28), mix(fill, "#000000", 0.15)


def ink_on(fill: str) -> str:
    """Black or white, whichever reads better on this colour; the contrast is at least 4.5 (WCAG 2.1)."""
    return "#000000" if contrast(fill, "#000000") >= contrast(fill, "#ffffff") else "#ffffff"


def relief(fill: str, share: float) -> str:
    """The colour, darker by this share, or lighter where it is dark already."""
    return mix(fill, "#000000" if luminance(fill) > 0.16 else "#ffffff", share)


def mix(colour: str, other: str, share: float) -> str:
    """The colour with this share (0 to 1) of the other in it, channel by channel."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return hexadecimal(*(round(a + (b - a) * share) for a, b in pairs))


def rgb(colour: str) -> RGB:
    """The three channels, 0 to 255, of a colour written ``#rrggbb``."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def hexadecimal(red: int, green: int, blue: int) -> str:
    """The colour with these channels, written ``#rrggbb``."""
    return f"#{red:02x}{green:02x}{blue:02x}"


def linear(colour: str) -> tuple[float, float, float]:
    """The three channels as amounts of light, 0 to 1 (IEC 61966-2-1, sRGB)."""
    red, green, blue = (_light(channel / 255) for channel in rgb(colour))
    return (red, green, blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG 2.1)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """Linear sRGB light as CIELAB under D65."""
    red, green, blue = light
    x = _cube_root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _cube_root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _cube_root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _cube_root(value: float) -> float:
    return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


@cache
def nearest_256(colour: str) -> int:
    """The number (16 to 255) of the terminal's 256 colours that lies nearest in CIELAB."""
    wanted = lab(linear(colour))
    return min(range(16, 256), key=lambda number: math.dist(wanted, lab(linear(terminal_colour(number)))))


@cache
def terminal_colour(number: int) -> str:
    """The colour that xterm shows for one of the numbers 16 to 255: a 6x6x6 cube, then 24 greys."""
    if number >= 232:
        level = 8 + 10 * (number - 232)
        return hexadecimal(level, level, level)
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return hexadecimal(levels[number // 36], levels[number // 6 % 6], levels[number % 6])


_SHADES = (
    lambda colour: colour,
    lambda colour: mix(colour, "#ffffff", 0.45),
    lambda colour: relief(colour, 0.25),
    lambda colour: mix(colour, "#ffffff", 0.72),
    lambda colour: relief(colour, 0.45),
)
