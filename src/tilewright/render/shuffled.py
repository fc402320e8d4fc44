"""Pictures of large domino tilings by the directions in which dominoes move in shuffling, and of heights."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby

from tilewright.errors import UnsupportedError
from tilewright.model.aztec import second_square
from tilewright.render.palette import COLOURS, INK, PAPER, rgb

DIRECTIONS = {"N": COLOURS[5], "S": COLOURS[4], "E": COLOURS[0], "W": COLOURS[2]}
"""The colour of each direction."""

MAX_PIXELS = 70_000_000  # enough for one pixel a corner at the order 4,000
USUAL_SIDE = 1_200  # pixels that a picture has, about, where no scale is given
LOW, HIGH = "#12355b", "#f6e7b0"  # the colours of the least and the greatest height
LEVELS = 250  # colours of heights


def directions_png(rows: Sequence[str], scale: int | None = None) -> bytes:
    """A PNG of letters N, S, E and W, one a square, ``scale`` pixels wide; other letters are paper.

    Where a square has at least 5 pixels, lines separate the dominoes.
    """
    scale = _scale(rows, scale)
    numbers = {ord(letter): number for number, letter in enumerate(DIRECTIONS)}
    codes = bytes(numbers.get(code, len(numbers)) for code in range(256))
    values = [row.encode("latin-1").translate(codes) for row in rows]
    colours = [*map(rgb, DIRECTIONS.values()), rgb(PAPER), rgb(INK)]
    return _png(values, colours, scale, lines=scale >= 5, order=len(rows) // 2)


def heights_png(heights: Sequence[Sequence[int | None]], scale: int | None = None) -> bytes:
    """A PNG of the heights of corners, from dark to bright, one a square of ``scale`` pixels."""
    scale = _scale(heights, scale)
    known = [value for row in heights for value in row if value is not None]
    least, span = min(known), max(1, max(known) - min(known))
    low, high = rgb(LOW), rgb(HIGH)
    colours = [
        tuple(round(a + (b - a) * k / (LEVELS - 1)) for a, b in zip(low, high, strict=True))
        for k in range(LEVELS)
    ]
    values = [
        bytes(LEVELS if value is None else (value - least) * (LEVELS - 1) // span for value in row)
        for row in heights
    ]
    return _png(values, [*colours, rgb(PAPER)], scale)


def directions_svg(rows: Sequence[str]) -> str:
    """An SVG of letters N, S, E and W, one path a direction, so that the file stays small."""
    width, height = len(rows[0]), len(rows)
    paths = []
    for direction, colour in DIRECTIONS.items():
        runs = []
        for y, row in enumerate(rows):
            x = 0
            for letter, group in groupby(row):
                size = len(list(group))
                if letter == direction:
                    runs.append(f"M{x} {y}h{size}v1h-{size}z")
                x += size
        paths.append(f'<path fill="{colour}" d="{"".join(runs)}"/>')
    body = "".join(paths)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * usual_scale(max(width, height))}" shape-rendering="crispEdges">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{body}</svg>\n'
    )


def usual_scale(side: int) -> int:
    """The pixels that a square has where no scale is given, of a picture with this many squares a side."""
    return max(1, min(24, USUAL_SIDE // side))


def _scale(rows: Sequence[Sequence[object]], scale: int | None) -> int:
    side = max(len(rows), len(rows[0]))
    scale = usual_scale(side) if scale is None else scale
    if (scale * side) ** 2 > MAX_PIXELS:
        raise UnsupportedError(f"the picture would have {(scale * side) ** 2:,} pixels; use a smaller order")
    return scale


def _png(
    values: Sequence[bytes],
    colours: Sequence[tuple[int, ...]],
    scale: int,
    *,
    lines: bool = False,
    order: int = 0,
) -> bytes:
    from PIL import Image, ImageDraw

    width, height = len(values[0]), len(values)
    small = Image.frombytes("P", (width, height), b"".join(values))
    picture = small.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    picture.putpalette([channel for colour in colours for channel in colour])
    if lines:
        pen, letters, ink = ImageDraw.Draw(picture), "".join(DIRECTIONS), len(colours) - 1
        for y, row in enumerate(values):
            for x, value in enumerate(row):
                if value < len(letters) and (second := second_square(x, y, letters[value], order)):
                    right, bottom = (second[0] + 1) * scale - 1, (second[1] + 1) * scale - 1
                    pen.rectangle((x * scale, y * scale, right, bottom), outline=ink)
    stream = BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()
