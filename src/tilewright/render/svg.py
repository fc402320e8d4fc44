"""A scene as a standalone SVG: no script, no font or picture from elsewhere, every text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from tilewright.model.lattices import Point
from tilewright.render.palette import PAPER
from tilewright.render.scene import Area, Dots, Label, Primitive, Scene, Stroke

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def scene_svg(scene: Scene, ground: str = PAPER) -> str:
    """The scene as SVG 1.1 on a ground of this colour; "" for none."""
    return svg_page(scene, elements(scene.marks), ground)


def svg_page(scene: Scene, body: Iterable[str], ground: str = PAPER) -> str:
    """A page with the scene's size and words, and these elements in place of its marks."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(scene.width * scene.scale)}" '
        f'height="{number(scene.height * scene.scale)}" '
        f'viewBox="0 0 {number(scene.width)} {number(scene.height)}" role="img">',
        f"<title>{xml_text(scene.title)}</title>",
    ]
    if scene.description:
        lines.append(f"<desc>{xml_text(scene.description)}</desc>")
    if ground:
        lines.append(f'<rect width="100%" height="100%" fill="{ground}"/>')
    group = f'<g font-family="{FONT}" stroke-linejoin="round" stroke-linecap="round">'
    return "\n".join([*lines, group, *body, "</g>", "</svg>"]) + "\n"


def elements(marks: Iterable[Primitive]) -> list[str]:
    """The SVG element of each mark."""
    return [_element(mark) for mark in marks]


_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(words: str) -> str:
    """The text as XML content or attribute: escaped, and without the characters that XML 1.0 forbids."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", words), quote=True)


def _element(mark: Primitive) -> str:
    match mark:
        case Area():
            return f'<path d="{_path(mark.loops, closed=True)}" fill="{mark.fill}" fill-rule="evenodd"/>'
        case Stroke():
            return (
                f'<path d="{_path(mark.lines, closed=mark.closed)}" fill="none" stroke="{mark.colour}" '
                f'stroke-width="{number(mark.width)}"/>'
            )
        case Dots():
            # A line of no length with round ends is a disc: one element for all dots of a piece.
            points = "".join(f"M{_pair(p)}h0" for p in mark.centres)
            width = number(2 * mark.radius)
            return f'<path d="{points}" fill="none" stroke="{mark.fill}" stroke-width="{width}"/>'
        case Label():
            x, y = mark.at
            anchor = "" if mark.anchor == "start" else ' text-anchor="middle"'
            return (
                f'<text x="{number(x)}" y="{number(y + 0.355 * mark.size)}" '
                f'font-size="{number(mark.size)}"{anchor} fill="{mark.colour}">{xml_text(mark.words)}</text>'
            )


def _path(lines: tuple[tuple[Point, ...], ...], *, closed: bool) -> str:
    return "".join("M" + " ".join(map(_pair, line)) + ("Z" if closed else "") for line in lines)


def _pair(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def number(value: float) -> str:
    """A number in SVG: at most three decimals."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
