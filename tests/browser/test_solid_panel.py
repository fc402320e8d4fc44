"""Solids on the pages: what is in front hides what is behind, and the view turns, zooms and pulls apart."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browsers import needs_chromium
from support.page_user import picture_of, press, settled

CANVAS = "#solid canvas"

NO_WEBGL = """const known = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith("webgl") ? null : known.call(this, kind, ...rest);
};"""

TWO_PIECES = """lattice = "{lattice}"
board.cells = [{board}]
[[pieces]]
name = "A"
cells = [[0, 0, 0]]
[[pieces]]
name = "B"
cells = [[0, 0, 0]]
"""

PAINTED = """async ([text, poses]) => {
  const { post } = await import("/static/js/api.js");
  const { solidScene } = await import("/static/js/solid_drawing.js");
  const { paint } = await import("/static/js/solid_painter.js");
  const view = await post("/puzzle", { text, format: "toml" });
  const placements = view.pieces.map(({ name }, i) => ({ piece: name, cells: [view.cells[i].at] }));
  const scene = solidScene(view, placements);
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { width: "120px", height: "90px" });
  document.body.append(canvas);
  paint(canvas, scene, { turn: { yaw: 0, pitch: 0 }, poses });
  const [x, y] = [canvas.width / 2, canvas.height / 2 - 3];
  const colours = view.pieces.map(({ fill }) => [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16)));
  return [[...canvas.getContext("2d").getImageData(x, y, 1, 1).data], colours];
}"""
"""The colour in the middle of the picture of two pieces, seen along the y axis, and the colours of both."""

STILL = {"at": [0, 0, 0], "alpha": 1}
CUBES = TWO_PIECES.format(lattice="cube", board="[0, 0, 0], [0, 1, 0]")
SPHERES = TWO_PIECES.format(lattice="sphere", board="[0, 0, 0], [0, 2, 0]")


def nearest(pixel: list[int], colours: list[list[int]]) -> int:
    """Which of the colours, which shading makes darker, is that of a pixel."""
    red, green, blue, _ = pixel

    def away(colour: list[int]) -> float:
        share = sum((red, green, blue)) / sum(colour)
        return sum(abs(have - want * share) for have, want in zip((red, green, blue), colour, strict=True))

    return min((0, 1), key=lambda number: away(colours[number]))


@pytest.mark.parametrize("webgl", [True, False], ids=["webgl", "without"])
@pytest.mark.parametrize("text", [CUBES, SPHERES], ids=["cubes", "spheres"])
def test_what_is_nearer_hides_what_is_behind(page: Page, text: str, webgl: bool) -> None:  # noqa: FBT001
    if not webgl:
        page.add_init_script(NO_WEBGL)
    page.goto("/")

    def seen(first: dict[str, Any], second: dict[str, Any]) -> tuple[list[int], int]:
        pixel, colours = page.evaluate(PAINTED, [text, [first, second]])
        return pixel, nearest(pixel, colours)

    assert seen(STILL, STILL)[1] == 1, "the second one lies towards the viewer"
    assert seen({"at": [0, 7, 0], "alpha": 1}, STILL)[1] == 0, "the first one has moved in front of it"
    assert seen(STILL, {"at": [0, 0, 0], "alpha": 0})[1] == 0, "the second one is hidden"
    through = seen(STILL, {"at": [0, 0, 0], "alpha": 0.4})[0]
    assert through[3] == 255, "what is behind a transparent piece is seen through it"
    assert through not in (seen(STILL, STILL)[0], seen(STILL, {"at": [0, 0, 0], "alpha": 0})[0])
    assert seen({"at": [0, 0, 9], "alpha": 1}, {"at": [0, 0, -9], "alpha": 1})[0] == [0, 0, 0, 0]


def open_solid(page: Page) -> None:
    page.goto("/solve?puzzle=soma-cube")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#solid canvas")).to_be_visible()


def test_the_view_turns_zooms_and_comes_back(page: Page) -> None:
    open_solid(page)
    start = settled(page, CANVAS)
    canvas = page.get_by_role("img", name=re.compile("3-D"))
    canvas.focus()
    press(page, "ArrowRight")
    turned = settled(page, CANVAS)
    assert turned != start
    press(page, "ArrowLeft")
    assert settled(page, CANVAS) == start
    press(page, "+")
    larger = settled(page, CANVAS)
    assert larger not in (start, turned)
    canvas.hover()
    top = page.evaluate("scrollY")  # the whole canvas is scrolled into view, if it was not
    page.mouse.wheel(0, 200)
    assert settled(page, CANVAS) != larger
    assert page.evaluate("scrollY") == top
    press(page, "ArrowUp", "0")
    assert settled(page, CANVAS) == start
    page.get_by_role("slider", name="Pull apart").fill("60")
    assert picture_of(page, CANVAS) != start


def test_the_wheel_scrolls_the_page_unless_the_view_has_the_focus(page: Page) -> None:
    open_solid(page)
    start = settled(page, CANVAS)
    page.locator("#solid canvas").hover()
    page.mouse.wheel(0, 200)
    page.wait_for_function("scrollY > 50")
    assert picture_of(page, CANVAS) == start


@needs_chromium("WebDriver BiDi of Firefox has no touch")
def test_a_finger_turns_and_two_zoom(page: Page) -> None:
    open_solid(page)
    box = page.locator("#solid canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    link = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        rows = [{"x": u, "y": v, "id": number} for number, (u, v) in enumerate(points)]
        link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": rows})

    start = settled(page, CANVAS)
    touch("touchStart", (x, y))
    touch("touchMove", (x + 60, y))
    touch("touchEnd")
    turned = settled(page, CANVAS)
    assert turned != start
    touch("touchStart", (x - 40, y), (x + 40, y))
    touch("touchMove", (x - 80, y), (x + 80, y))
    touch("touchEnd")
    assert settled(page, CANVAS) not in (start, turned)
    page.locator("#solid canvas").dblclick()
    assert settled(page, CANVAS) == start


@needs_chromium("the driver of Firefox does not set what a user prefers")
def test_nothing_glides_for_those_who_prefer_reduced_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_solid(page)
    before = settled(page, CANVAS)
    page.locator("#solid canvas").focus()
    press(page, "ArrowRight")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    turned = picture_of(page, CANVAS)
    assert turned != before and settled(page, CANVAS) == turned


def test_without_webgl_the_solid_is_painted_with_a_note(page: Page) -> None:
    page.add_init_script(NO_WEBGL)
    open_solid(page)
    expect(page.get_by_text("This browser has no WebGL 2")).to_be_visible()
    start = picture_of(page, CANVAS)
    page.locator("#solid canvas").focus()
    press(page, "ArrowRight")
    assert settled(page, CANVAS) != start
