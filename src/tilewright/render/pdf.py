"""Scenes as the pages of a PDF, in vectors; ReportLab writes the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from tilewright.model.lattices import Point
from tilewright.render.labels import plain_ascii
from tilewright.render.scene import Area, Dots, Label, Primitive, Scene, Stroke
from tilewright.wording import plain

POINTS = 72 / 25.4  # of a millimetre
FONT = "Helvetica"  # of each PDF reader, with the letters of Windows-1252


def scenes_pdf(pages: Sequence[Scene], on_page: Callable[[int], None] = lambda done: None) -> bytes:
    """Scenes whose unit of length is a millimetre as pages of their sizes.

    ``on_page`` is called with the number of pages that are done. The same scenes make the same bytes.
    """
    from reportlab.pdfgen.canvas import Canvas

    stream = BytesIO()
    canvas = Canvas(stream, invariant=1, pageCompression=1)
    canvas.setTitle(plain(pages[0].title))
    canvas.setCreator("Tilewright")
    for done, page in enumerate(pages, start=1):
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        brush = _Brush(canvas, page.height)
        for mark in page.marks:
            brush.draw(mark)
        canvas.showPage()
        on_page(done)
    canvas.save()
    return stream.getvalue()


class _Brush:
    """Draws marks on a page; a PDF's y grows upwards."""

    def __init__(self, canvas: Any, height: float) -> None:
        self._canvas, self._height = canvas, height

    def draw(self, mark: Primitive) -> None:
        canvas = self._canvas
        match mark:
            case Area():
                canvas.setFillColor(mark.fill)
                canvas.drawPath(self._path(mark.loops, closed=True), stroke=0, fill=1, fillMode=0)  # even-odd
            case Stroke():
                canvas.setStrokeColor(mark.colour)
                canvas.setLineWidth(mark.width * POINTS)
                canvas.drawPath(self._path(mark.lines, closed=mark.closed), stroke=1, fill=0)
            case Dots():
                canvas.setFillColor(mark.fill)
                for centre in mark.centres:
                    canvas.circle(*self._at(centre), mark.radius * POINTS, stroke=0, fill=1)
            case Label():
                canvas.setFillColor(mark.colour)
                canvas.setFont(FONT, mark.size * POINTS)
                x, y = self._at((mark.at[0], mark.at[1] + 0.355 * mark.size))
                draw = canvas.drawString if mark.anchor == "start" else canvas.drawCentredString
                draw(x, y, _writable(mark.words))

    def _at(self, point: Point) -> Point:
        return (point[0] * POINTS, (self._height - point[1]) * POINTS)

    def _path(self, lines: Sequence[Sequence[Point]], *, closed: bool) -> Any:
        path = self._canvas.beginPath()
        for line in lines:
            path.moveTo(*self._at(line[0]))
            for point in line[1:]:
                path.lineTo(*self._at(point))
            if closed:
                path.close()
        return path


def _writable(words: str) -> str:
    """The words in letters that the font has."""
    words = plain(words)
    try:
        words.encode("cp1252")
    except UnicodeEncodeError:
        return plain_ascii(words)
    return words
