"""The buttons that open a file: with the keyboard, by a drop, and what they say."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.page_user import PageUser

DROP = """(box, [name, text, type]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  return box.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}"""


def box(page: Page) -> Locator:
    """The box of the button of the page."""
    return page.locator(".file-drop")


def drop(page: Page, name: str, text: str, event: str = "drop") -> bool:
    """Whether the browser is left to open the file itself."""
    return bool(box(page).evaluate(DROP, [name, text, event]))


def show_box(page: Page) -> None:
    """Open the heading that the button is below, if there is one."""
    box(page).evaluate("box => box.closest('details')?.setAttribute('open', '')")


@pytest.mark.parametrize("path", ["/edit", "/assembly", "/gunport", "/vanishing", "/dominosa"])
def test_the_button_says_what_it_takes_and_shows_its_focus(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("#main:not([inert])")).to_be_visible()
    show_box(page)
    field = page.get_by_label("Open a file")
    expect(field).to_have_accessible_description(re.compile(r"\w+ \w+"))
    field.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(field).to_be_focused()
    expect(page.locator("label.btn", has=field)).to_have_css("outline-style", "solid")


def test_the_keyboard_chooses_a_file(page: Page) -> None:
    page.goto("/dominosa")
    expect(page.locator("#main:not([inert])")).to_be_visible()
    show_box(page)
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Open a file").press("Space")
    chooser.value.set_files({"name": "grid.txt", "mimeType": "text/plain", "buffer": b"001\n110\n"})
    expect(page.locator("#board .cell")).to_have_count(6)


def test_a_dropped_file_is_opened(page: Page) -> None:
    page.goto("/dominosa")
    expect(page.locator("#board .cell")).to_have_count(30)
    assert not drop(page, "grid.txt", "", "dragenter")
    expect(box(page)).to_have_class(re.compile(r"\bover\b"))
    assert not drop(page, "grid.txt", "001\n110\n")
    expect(page.locator("#board .cell")).to_have_count(6)
    expect(page.get_by_role("heading", level=1)).to_have_text("grid")
    expect(box(page)).not_to_have_class(re.compile(r"\bover\b"))


def test_a_drop_on_the_button_is_opened_once(user: PageUser) -> None:
    page = user.page
    page.goto("/gunport")  # which also takes a drop anywhere
    expect(page.locator("#board .cell").first).to_be_visible()
    opened = []
    page.on("request", lambda request: opened.append(request.url) if "/open" in request.url else None)
    assert not drop(page, "two.txt", "....\n....\n....\n....\n")
    expect(page.locator("#file-name")).to_have_text("Board of two.txt")
    assert len(opened) == 1


def test_a_file_that_is_too_large_is_refused(page: Page) -> None:
    page.goto("/edit")
    expect(page.locator("#grid svg")).to_be_visible()
    drop(page, "large.toml", "#" * 1_000_001)
    expect(page.locator("#message")).to_have_text("large.toml is too large: the limit is 1000 kB.")
