"""A tiling played with a finger, on a phone: the page stands still while a piece is dragged."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from support.page_user import PageUser, middle
from support.tiling_page import cell, laid, lies_on, open_game, shape, tray

Point = tuple[float, float]


@dataclass
class Finger:
    """A finger on the glass of a phone."""

    page: Page
    link: CDPSession

    def touch(self, kind: str, *points: Point) -> None:
        """What the glass tells: touchStart, touchMove or touchEnd, and where fingers are."""
        told = [{"x": x, "y": y} for x, y in points]
        self.link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def swipe(self, start: Point, end: Point, steps: int = 8) -> None:
        """Touch, move in a few steps, lift."""
        self.hold(start, end, steps)
        self.touch("touchEnd")

    def hold(self, start: Point, end: Point, steps: int = 8) -> None:
        """Touch and move, and stay there."""
        self.touch("touchStart", start)
        for step in range(1, steps + 1):
            at = step / steps
            self.touch(
                "touchMove", (start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at)
            )

    def leave(self) -> None:
        """Lift the finger."""
        self.touch("touchEnd")

    def drag(self, start: Locator, end: Locator) -> None:
        """From the middle of one element to that of another one."""
        self.swipe(middle(start), middle(end))

    @property
    def scrolled(self) -> float:
        """How far down the page is, in pixels, once it stands still."""
        value: float = self.page.evaluate(
            """async () => {
                let last = -1;
                while (last !== scrollY) { last = scrollY; await new Promise((go) => setTimeout(go, 120)); }
                return last;
            }"""
        )
        return value


@pytest.fixture
def finger(phone: PageUser) -> Finger:
    """The finger of somebody with a phone."""
    return Finger(phone.page, phone.page.context.new_cdp_session(phone.page))


@pytest.mark.parametrize(
    ("name", "piece", "place"),
    [("some-pentominoes-3x5", "P", "2,1"), ("soma-cube", "V", "1,1,1"), ("hexiamonds-rhombus", "bar", "5,3")],
)
def test_a_piece_is_dragged_out_of_the_tray_and_lifted_again(
    finger: Finger, name: str, piece: str, place: str
) -> None:
    page = finger.page
    open_game(page, name)
    page.evaluate("scrollTo(0, 0)")
    finger.hold(middle(tray(page, piece)), middle(cell(page, place)))
    expect(page.locator("#board .ghost path").first).to_be_attached()
    finger.leave()
    expect(laid(page)).to_have_count(1)
    assert place in lies_on(page)
    assert finger.scrolled == 0
    finger.drag(cell(page, place), page.locator("h1"))
    expect(laid(page)).to_have_count(0)
    assert finger.scrolled == 0


def test_a_piece_in_the_hand_is_laid_by_a_tap_and_taken_up_by_one(finger: Finger) -> None:
    page = finger.page
    open_game(page)
    tray(page, "F").tap()
    start = shape(page, "F")
    tray(page, "F").tap()  # the second one turns it
    assert shape(page, "F") != start
    page.get_by_role("button", name="Turn left").tap()
    assert shape(page, "F") == start
    page.get_by_role("button", name="Flip").tap()
    assert shape(page, "F") != start
    cell(page, "1,1").tap()
    expect(laid(page)).to_have_count(1)
    assert "1,1" in lies_on(page)
    page.touchscreen.tap(*middle(cell(page, "1,1")))
    expect(laid(page)).to_have_count(0)
    expect(tray(page, "F")).to_have_attribute("aria-selected", "true")


def test_a_finger_looks_for_the_place_before_it_lays_the_piece(finger: Finger) -> None:
    page = finger.page
    open_game(page)
    tray(page, "P").tap()
    finger.swipe(middle(cell(page, "0,0")), middle(cell(page, "3,1")))
    expect(laid(page)).to_have_count(1)
    assert "3,1" in lies_on(page)
    assert finger.scrolled == 0
    finger.drag(cell(page, "3,1"), cell(page, "1,1"))
    expect(laid(page)).to_have_count(1)
    assert "1,1" in lies_on(page)


def test_the_page_scrolls_where_no_piece_is_touched(finger: Finger) -> None:
    page = finger.page
    open_game(page, "soma-cube")
    for start in (cell(page, "1,1,0"), page.locator("#solid canvas")):
        page.evaluate("scrollTo(0, 0)")
        x, y = middle(start)
        y = min(y, 480)
        finger.swipe((x, y), (x, y - 150))
        assert finger.scrolled > 40, start
    expect(laid(page)).to_have_count(0)


def test_the_strip_of_pieces_scrolls_sideways(finger: Finger) -> None:
    page = finger.page
    open_game(page, "pentominoes-6x10")
    x, y = middle(tray(page, "L"))
    finger.swipe((x, y), (x - 140, y))
    page.wait_for_function("document.querySelector('#pieces').scrollLeft > 40")
    expect(page.locator(".dragged")).to_have_count(0)
    assert finger.scrolled == 0


def test_a_second_finger_takes_nothing(finger: Finger) -> None:
    page = finger.page
    open_game(page)
    finger.hold(middle(tray(page, "P")), middle(cell(page, "1,1")))
    point, other = middle(cell(page, "1,1")), middle(cell(page, "4,2"))
    finger.touch("touchStart", point, other)
    finger.touch("touchEnd", point)
    finger.leave()
    expect(laid(page)).to_have_count(1)
    assert "1,1" in lies_on(page)
    expect(page.locator("#board .ghost path")).to_have_count(0)


def test_two_fingers_zoom_the_board(finger: Finger) -> None:
    page = finger.page
    open_game(page, "pentominoes-6x10")
    tray(page, "P").tap()
    finger.swipe(middle(cell(page, "3,2")), middle(cell(page, "4,2")))
    expect(laid(page)).to_have_count(1)
    place, board = page.locator("#board"), page.locator("#board svg")
    before, room = board.bounding_box(), place.bounding_box()
    assert before is not None and room is not None
    x, y = middle(cell(page, "4,2"))  # on the piece: it stays where it is
    finger.touch("touchStart", (x - 20, y))
    finger.touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 40, 50, 60):
        finger.touch("touchMove", (x - apart, y), (x + apart, y))
    finger.touch("touchEnd")
    after = board.bounding_box()
    assert after is not None and after["width"] == pytest.approx(3 * before["width"], rel=0.02)
    assert place.bounding_box() == room
    expect(laid(page)).to_have_count(1)
    seen = cell(page, "4,2").bounding_box()
    assert seen is not None and seen["x"] < x < seen["x"] + seen["width"]
    assert seen["y"] < y < seen["y"] + seen["height"]
    tray(page, "I").tap()
    board.focus()
    page.keyboard.press("0")
    expect(place).not_to_have_class("zoomed")
    assert board.bounding_box() == before
