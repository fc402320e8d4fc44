"""Touch: drawing and placing do not scroll the page, everything else does."""

import re

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from support.page_user import PageUser, middle, show_frames
from support.waiting import wait_until


class Fingers:
    """Touches as the screen reports them, one point each."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._link: CDPSession = page.context.new_cdp_session(page)

    def tell(self, kind: str, *points: tuple[float, float]) -> None:
        """``touchStart``, ``touchMove`` or ``touchEnd``, with all fingers that are on the screen."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._link.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Locator, end: Locator) -> None:
        """One finger from the middle of an element to that of another one."""
        self._move(middle(start), middle(end))

    def swipe_up(self, place: Locator) -> None:
        """A finger begins on an element and moves up, as one scrolls."""
        x, y = middle(place)
        self._move((x, y), (x, y - 160))
        show_frames(self._page)  # it goes on a little

    def _move(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        (x, y), (u, v) = start, end
        self.tell("touchStart", start)
        for part in range(1, 9):
            self.tell("touchMove", (x + (u - x) * part / 8, y + (v - y) * part / 8))
            self._page.evaluate("new Promise(requestAnimationFrame)")
        self.tell("touchEnd")


@pytest.fixture
def fingers(phone: PageUser) -> Fingers:
    """The fingers of the user with a phone."""
    return Fingers(phone.page)


def scrolled(page: Page) -> float:
    """How far the page is scrolled down."""
    return float(page.evaluate("scrollY"))


def spot(page: Page, place: str) -> Locator:
    """A cell of the sheet."""
    return page.locator(f'#grid [data-cell="{place}"]')


def test_drawing_by_touch(phone: PageUser, fingers: Fingers) -> None:
    page = phone.page
    page.goto("/edit")
    expect(page.locator("#grid .grid-cell")).to_have_count(60)
    page.locator("#grid").scroll_into_view_if_needed()
    before = scrolled(page)
    spot(page, "0,0").tap()
    expect(page.locator("#grid .on")).to_have_count(1)
    fingers.drag(spot(page, "2,0"), spot(page, "2,4"))  # downwards, as one scrolls
    expect(page.locator("#grid .on")).to_have_count(6)
    fingers.swipe_up(spot(page, "5,5"))
    expect(page.locator("#grid .on")).not_to_have_count(6)  # it drew as well
    assert scrolled(page) == before
    undo = page.get_by_role("button", name="Undo")
    for left in (6, 1):
        undo.click()  # no tap: the browser may take the second of two for a double tap, which clicks nothing
        expect(page.locator("#grid .on")).to_have_count(left)


def test_second_finger_is_ignored(phone: PageUser, fingers: Fingers) -> None:
    page = phone.page
    page.goto("/edit")
    expect(page.locator("#grid .grid-cell")).to_have_count(60)
    one, other = middle(spot(page, "1,1")), middle(spot(page, "6,4"))
    fingers.tell("touchStart", one)
    fingers.tell("touchStart", one, other)
    fingers.tell("touchEnd")
    expect(page.locator("#grid .on")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#grid .on")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_dominoes_are_placed_by_touch(phone: PageUser, fingers: Fingers) -> None:
    page = phone.page
    page.goto("/gunport")
    expect(page.locator("#board svg")).to_be_visible()
    before = scrolled(page)
    cells = page.locator("#board [data-cell]")
    fingers.drag(cells.nth(2), cells.nth(7))
    expect(page.locator("#dominoes")).to_have_text("1 domino")
    cells.nth(0).tap()
    cells.nth(1).tap()
    expect(page.locator("#dominoes")).to_have_text("2 dominoes")
    assert scrolled(page) == before


@pytest.mark.parametrize(
    ("where", "picture"),
    [
        ("/solve?puzzle=some-pentominoes-3x5", "#preview .icons svg"),
        ("/vanishing", "#board svg"),
        ("/watch", "#board svg"),
        ("/puzzles", "article.puzzle img"),
    ],
)
def test_touch_on_a_picture_scrolls_the_page(
    phone: PageUser, fingers: Fingers, where: str, picture: str
) -> None:
    page = phone.page
    page.goto(where)
    shown = page.locator(picture).first
    expect(shown).to_be_visible()
    shown.scroll_into_view_if_needed()
    page.evaluate("document.body.style.minHeight = '3000px'")  # there is always somewhere to go
    before = scrolled(page)
    fingers.swipe_up(shown)
    wait_until(lambda: scrolled(page) > before, between=lambda: show_frames(page))


def test_a_solution_is_made_large_by_a_tap(phone: PageUser) -> None:
    page = phone.page
    page.goto("/solve?puzzle=some-pentominoes-3x5")
    page.get_by_label("Question").select_option("Find all solutions")
    page.get_by_role("button", name="Solve", exact=True).tap()
    figure = page.locator("#figures figure").nth(3)
    figure.tap()
    expect(figure).to_have_class(re.compile("large"))
    figure.tap()
    expect(figure).not_to_have_class(re.compile("large"))


def test_dominosa_is_solved_by_lines_taps_and_a_long_press(phone: PageUser, fingers: Fingers) -> None:
    page = phone.page
    page.goto("/dominosa#g=001/110")
    expect(page.locator("#main")).not_to_have_attribute("inert", "")

    def cell(place: str) -> Locator:
        return page.locator(f'#board [data-cell="{place}"]')

    x, y = middle(cell("1,0"))
    width = cell("1,0").evaluate("e => e.getBoundingClientRect().width")
    fingers.tell("touchStart", (x + 0.4 * width, y))  # it stays near the border
    expect(page.locator("#board .bar")).to_have_count(1)
    fingers.tell("touchEnd")
    expect(page.locator("#left")).to_have_text("3 left.")
    expect(page.locator("#board .chosen")).to_have_count(0)
    fingers.drag(cell("0,0"), cell("1,0"))
    expect(page.locator("#left")).to_have_text("2 left.")
    for place in ("2,0", "2,1", "1,1", "0,1"):
        cell(place).tap()
    expect(page.locator("#message")).to_have_text("Solved! The whole set is on the grid. Well done!")


def test_gunport_and_vanishing_are_finished_by_taps(phone: PageUser) -> None:
    page = phone.page
    page.goto("/gunport")
    page.get_by_role("button", name="3 × 3", exact=True).tap()
    expect(page.locator("#board .cell")).to_have_count(9)
    for place in ("0,0", "1,0", "1,1", "2,1", "0,2", "1,2"):
        page.locator(f'#board [data-cell="{place}"]').tap()
    expect(page.locator("#message")).to_have_text(re.compile("no arrangement has fewer. Well done!$"))
    page.goto("/vanishing")
    removable = page.locator("#board .domino.removable")
    remaining = page.locator("#remaining")
    expect(remaining).to_have_text("10 dominoes left")
    for number in range(9, -1, -1):
        for words in ("Why?", "What?", "Remove it"):
            page.locator("#hint").tap()
            expect(page.locator("#hint")).to_have_text(words)
        page.locator("#board .hinted").tap()
        expect(remaining).to_have_text(re.compile(f"^{number} domino"))
    expect(removable).to_have_count(0)
    expect(page.locator("#message")).to_have_text(re.compile("^The board is empty"))
