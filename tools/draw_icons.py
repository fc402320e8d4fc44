"""Draws the icons of the installed site, ``static/img/icon-*.png``, as ``tilewright.svg`` has them.

An icon that may be masked has a background, and its drawing within the circle that every mask keeps.
"""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image, ImageDraw

IMAGES = Path(__file__).parents[1] / "src/tilewright/web/static/img"
SIDE = 26  # of the drawing
STROKE, INK, PAPER = 1.2, "#20242a", "#fbf9f4"
FINER = 4  # times the size, then made smaller, for smooth edges
_RECTANGLE = re.compile(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="(\d+)" fill="(#\w+)"/>')


def icon(size: int, share: float, background: str | None) -> Image.Image:
    """The icon, so many pixels wide, of which the drawing takes a share."""
    unit = size * FINER * share / SIDE
    margin = size * FINER * (1 - share) / 2
    image = Image.new("RGBA", (size * FINER, size * FINER), background or (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for match in _RECTANGLE.finditer((IMAGES / "tilewright.svg").read_text()):
        x, y, width, height, radius = (float(number) for number in match.groups()[:5])
        half = STROKE / 2  # a line is drawn on both sides of the edge
        corners = (x - half, y - half, x + width + half, y + height + half)
        draw.rounded_rectangle(
            [margin + unit * corner for corner in corners],
            unit * (radius + half),
            fill=match[6],
            outline=INK,
            width=round(unit * STROKE),
        )
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the icons."""
    for name, size, share, background in (
        ("icon-192", 192, 1.0, None),
        ("icon-512", 512, 1.0, None),
        ("icon-maskable-512", 512, 0.62, PAPER),
    ):
        image = icon(size, share, background)
        image.quantize(64).save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
