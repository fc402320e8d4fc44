"""PDF files: pages of their sizes, in vectors, the same bytes each time, letters that the font has."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode

from tilewright.render.pdf import scenes_pdf
from tilewright.render.scene import Area, Dots, Label, Scene, Stroke

SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))
MARKS = (
    Area((SQUARE, tuple((x / 2 + 7, y / 2 + 7) for x, y in SQUARE)), "#ff0000"),
    Stroke((SQUARE,), "#00ff00", 1.0, closed=True),
    Dots(((50.0, 50.0),), 2.0, "#0000ff"),
    Label((105, 20), "Größe → A", 5, "#000000"),
    Label((5, 30), "start", 5, "#000000", "start"),
)


def contents(data: bytes) -> list[str]:
    """What is drawn on each page."""
    streams = re.findall(rb"stream\s+(.*?)~>\s*endstream", data, re.DOTALL)
    return [zlib.decompress(a85decode(stream)).decode("latin-1") for stream in streams]


def test_pages_are_drawn_in_vectors() -> None:
    done: list[int] = []
    page = Scene(210, 297, MARKS, 1.0, "A title\x00")
    data = scenes_pdf([page, Scene(100, 50, (), 1.0)], done.append)
    assert data.startswith(b"%PDF") and done == [1, 2]
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", data)
    assert [[round(float(length) / 72 * 25.4) for length in box] for box in boxes] == [[210, 297], [100, 50]]
    first, _ = contents(data)
    assert b"/Subtype /Image" not in data and "1 0 0 rg" in first and "0 1 0 RG" in first
    assert "f*" in first  # even-odd
    # The first corner is 10 mm from the left and from the top.
    assert f"{10 * 72 / 25.4:.3f}"[:6] in first and f"{287 * 72 / 25.4:.3f}"[:6] in first
    assert "Gr" in first and "start" in first and "?" in first


def test_the_same_pages_make_the_same_bytes() -> None:
    page = Scene(210, 297, MARKS, 1.0, "A title")
    assert scenes_pdf([page]) == scenes_pdf([page])
