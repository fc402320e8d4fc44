"""Gunport: laying, lifting, ports, help to the optimum."""

import json
import re
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from support.page_user import drag, press
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.hints import FIVE_SECONDS, best_known
from tilewright.families.gunport.play import begin as begin_game


def square(page: Page, place: str) -> Locator:
    """A cell of the board."""
    return page.locator(f'#board [data-cell="{place}"]')


def choose(page: Page, size: str) -> None:
    """A board of this size, empty."""
    page.goto("/gunport")
    page.get_by_role("button", name=size, exact=True).click()
    expect(page.get_by_role("button", name=size, exact=True)).to_have_attribute("aria-pressed", "true")


def test_dominoes_are_laid_and_lifted_and_ports_marked(page: Page) -> None:
    choose(page, "3 × 3")
    dominoes, ports = page.locator("#dominoes"), page.locator("#ports")
    square(page, "1,0").click()
    expect(square(page, "1,0")).to_have_class(re.compile("chosen"))
    square(page, "2,0").click()
    expect(dominoes).to_have_text("1 domino")
    drag(page, square(page, "0,1"), square(page, "0,2"))
    expect(dominoes).to_have_text("2 dominoes")
    expect(ports).to_have_text("1 port")
    expect(page.locator("#board .port-mark")).to_have_count(1)
    expect(square(page, "0,0")).to_have_class(re.compile("port"))
    page.locator("#board .domino .tile").first.click()
    expect(dominoes).to_have_text("1 domino")
    expect(ports).to_have_text("0 ports")
    page.get_by_role("button", name="Undo").click()
    expect(dominoes).to_have_text("2 dominoes")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(dominoes).to_have_text("0 dominoes")
    page.get_by_role("button", name="Redo").click()
    expect(dominoes).to_have_text("1 domino")
    page.reload()
    expect(dominoes).to_have_text("1 domino")
    drag(page, square(page, "0,1"), square(page, "0,2"))
    page.get_by_role("button", name="Clear").click()
    expect(dominoes).to_have_text("0 dominoes")
    page.get_by_role("button", name="Undo").click()  # brings all of them back
    expect(dominoes).to_have_text("2 dominoes")
    page.get_by_role("button", name="Redo").click()
    expect(dominoes).to_have_text("0 dominoes")


def test_hints_lead_to_the_fewest_without_praise(page: Page) -> None:
    choose(page, "4 × 5")
    expect(page.locator("#known")).to_have_text("The minimum is 7 dominoes, with 6 ports.")
    hint = page.locator("#hint")
    for number in range(1, 8):
        hint.click()
        expect(page.locator("#board .focus").first).to_be_attached()
        expect(page.locator("#message")).to_have_text(re.compile("^Look at the marked cells"))
        hint.click()
        expect(page.locator("#steps")).to_have_text(
            re.compile("From here the board can end with 7 dominoes and no fewer")
        )
        expect(page.locator("#board .ghost")).to_have_count(0)
        hint.click()
        expect(page.locator("#board .ghost").first).to_be_attached()
        hint.click()  # once more: it is laid
        expect(page.locator("#dominoes")).to_have_text("1 domino" if number == 1 else f"{number} dominoes")
    expect(page.locator("#message")).to_have_text(re.compile("no arrangement has fewer.$"))
    expect(page.locator(".confetti")).to_have_count(0)


def test_a_board_of_ones_own_is_celebrated(page: Page) -> None:
    choose(page, "3 × 3")
    for start, end in (("0,0", "1,0"), ("1,1", "2,1"), ("0,2", "1,2")):
        page.locator(f'#board [data-cell="{start}"]').click()
        page.locator(f'#board [data-cell="{end}"]').click()
    expect(page.locator("#message")).to_have_text(re.compile("no arrangement has fewer. Well done!$"))
    expect(page.locator(".confetti").first).to_be_attached()


def test_a_wasteful_board_is_told_what_to_lift(page: Page) -> None:
    choose(page, "3 × 3")
    page.locator("#board svg").focus()
    for keys in (
        ["Enter", "ArrowRight", "Enter"],  # 0,0 1,0
        ["ArrowRight", "Enter", "ArrowDown", "Enter"],  # 2,0 2,1
        ["ArrowDown", "Enter", "ArrowLeft", "Enter"],  # 2,2 1,2
        ["ArrowLeft", "Enter", "ArrowUp", "Enter"],  # 0,2 0,1
    ):
        press(page, *keys)
    expect(page.locator("#dominoes")).to_have_text("4 dominoes")
    expect(page.locator("#ports")).to_have_text("1 port")
    expect(page.locator("#message")).to_have_class(re.compile("warn"))
    page.get_by_role("button", name="What to lift?").click()
    expect(page.locator("#board .lifted").first).to_be_visible()
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    expect(page.locator("#message")).to_have_class(re.compile("good"))


def test_slides_are_seen_where_they_are_forbidden(page: Page) -> None:
    choose(page, "3 × 3")
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    page.get_by_label("no domino may slide into ports").check()
    expect(page.locator("#board .sliding").first).to_be_visible()
    # A domino that can slide in two directions counts once.
    sliding = page.locator("#board .sliding").count()
    expect(page.locator("#message")).to_have_text(re.compile(f"^{sliding} domino(es)? can still slide"))


def test_any_size_is_played(page: Page) -> None:
    page.goto("/gunport")
    expect(page.locator("#sizes button")).to_have_text(
        ["3 × 3", "4 × 5", "5 × 6", "6 × 7", "7 × 8", "8 × 10"]
    )
    page.get_by_label("Rows", exact=True).fill("2")
    page.get_by_label("Columns", exact=True).fill("11")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#board [data-cell]")).to_have_count(22)
    expect(page.locator("#known")).to_have_text(
        re.compile(r"^The minimum is \d+ dominoes, with \d+ ports\.$")
    )


def test_a_record_enters_the_library(page: Page) -> None:
    # Of so large a board without sliding no arrangement is known, and none is found in the time: one without
    # any ports is new for the library, but not known to be good. It was begun another day, and one domino is
    # left to lay.
    side = 20
    known = best_known(
        begin_game(GunportBoard.rectangle(side, side), Rules(no_slide=True)).game,
        options=replace(FIVE_SECONDS, memory=10**9),
    )
    assert known.pieces is None, "an engine knows this board by now; take another one"
    moves = [f"lay {x},{y} {x + 1},{y}" for y in range(side) for x in range(0, side, 2)]
    page.goto("/gunport")
    page.evaluate(
        "([name, moves]) => localStorage.setItem(name, moves)",
        [f"gunport {side}x{side}", json.dumps(moves[:-1])],
    )
    page.get_by_label("no domino may slide into ports").check()
    page.get_by_role("spinbutton", name="Rows").fill(str(side))
    page.get_by_role("spinbutton", name="Columns").fill(str(side))
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#dominoes")).to_have_text("199 dominoes")
    expect(page.locator("#known")).to_have_text("No arrangement of this board is known.")
    expect(page.locator("#record")).to_be_hidden()
    drag(page, square(page, f"{side - 2},{side - 1}"), square(page, f"{side - 1},{side - 1}"))
    expect(page.locator("#message")).to_have_text(
        re.compile(
            r"^200 dominoes and 0 ports\. No arrangement of this board was known to compare it with; "
            r"at least \d+ are needed\.$"
        )
    )
    page.get_by_role("button", name="Save it to the library").click()  # without a name it is not sent
    expect(page.locator("#record")).to_be_visible()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save it to the library").click()
    expect(page.locator("#message")).to_have_text("Your board is in the library.")
    expect(page.locator("#record")).to_be_hidden()
    expect(page.locator(".confetti")).to_have_count(0)
    expect(page.locator("#known")).to_have_text(
        re.compile("^The best known arrangement has 200 dominoes and 0 ports; at least")
    )
    page.reload()  # board and rule come back; it is no record any more
    expect(page.get_by_label("no domino may slide into ports")).to_be_checked()
    expect(page.locator("#message")).to_have_text(re.compile("^200 dominoes and 0 ports, as few as the best"))
    expect(page.locator("#record")).to_be_hidden()
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#dominoes")).to_have_text("200 dominoes")


def test_dominoes_that_can_slide_are_marked(page: Page) -> None:
    choose(page, "3 × 3")
    page.get_by_label("no domino may slide into ports").check()
    for start, end in (("1,0", "2,0"), ("0,1", "0,2"), ("2,1", "2,2")):
        with page.expect_response("**/api/gunport/position"):
            drag(page, square(page, start), square(page, end))
    expect(page.locator("#dominoes")).to_have_text("3 dominoes")
    expect(page.locator("#board .sliding").first).to_be_attached()
    page.get_by_label("no domino may slide into ports").uncheck()
    expect(page.locator("#board .sliding")).to_have_count(0)


def test_boards_of_any_size_begin(page: Page) -> None:
    page.goto("/gunport")
    rows, columns = (page.get_by_role("spinbutton", name=name) for name in ("Rows", "Columns"))
    for height, width in ((1, 1), (1, 30), (30, 2)):
        rows.fill(str(height))
        columns.fill(str(width))
        columns.press("Enter")
        expect(page.locator("#board [data-cell]")).to_have_count(height * width)
        expect(page.locator("#known")).to_have_text(re.compile("^The minimum is "))


def test_absurd_sizes_begin_nothing(page: Page) -> None:
    page.goto("/gunport")
    expect(page.locator("#board [data-cell]")).to_have_count(20)
    rows, columns = (page.get_by_role("spinbutton", name=name) for name in ("Rows", "Columns"))
    for wrong in ("0", "31", "-1", "1e9", "2.5", ""):
        rows.fill(wrong)
        columns.focus()
        page.get_by_role("button", name="Start").click()
        expect(rows).to_be_focused()  # the browser says what is wrong with it
        expect(page.locator("#board [data-cell]")).to_have_count(20)


def test_the_library_is_browsed_with_pictures(page: Page) -> None:
    choose(page, "3 × 3")
    page.get_by_text("The library of best boards").click()
    tiles = page.locator("#library .entry")
    expect(tiles.first).to_be_visible()
    count = tiles.count()
    page.get_by_role("searchbox", name="Search").fill("10x8")  # rows and columns in either order
    expect(tiles).to_have_count(1)
    expect(page.locator("#library-tally")).to_have_text(f"1 of {count} boards")
    picture = tiles.first.get_by_role("img", name="The best arrangement known of 8x10")
    expect(picture).to_be_visible()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    tiles.first.get_by_role("button", name="Show").click()
    expect(page.locator("#dominoes")).to_have_text("27 dominoes")
    page.get_by_role("searchbox", name="Search").fill("no such board")
    expect(tiles).to_have_count(0)
    page.get_by_role("searchbox", name="Search").fill("")
    page.locator("#library-show").select_option("proven")
    expect(tiles.first).to_contain_text("The minimum, proven.")
