"""The form for the parameters of a puzzle: a calendar's date, and the columns of a Katamino."""

from __future__ import annotations

import re
from datetime import date

from playwright.sync_api import Page, expect

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def free_labels(page: Page) -> list[str]:
    expect(page.locator("#board .cell").first).to_be_visible()
    return page.locator("#board .cell-label.free").all_text_contents()


def test_the_calendar_of_a_date_is_played(page: Page) -> None:
    page.goto("/play?puzzle=calendar-weekday")
    field = page.locator("#parameters").get_by_label("date")
    expect(field).to_have_value(re.compile(r"^\d{4}-\d\d-\d\d$"))
    today = date.fromisoformat(field.input_value())
    assert free_labels(page) == [MONTHS[today.month - 1], str(today.day), today.strftime("%a")]
    expect(page.locator("#solve")).to_have_attribute(
        "href", f"/solve?puzzle=calendar-weekday%2Cdate%3D{today}"
    )
    field.fill("2026-11-24")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"puzzle=calendar-weekday%2Cdate%3D2026-11-24"))
    expect(field).to_have_value("2026-11-24")
    assert free_labels(page) == ["Nov", "24", "Tue"]
    expect(page.locator("#board .cell-label")).to_have_count(50)
    for name in ("Hint", "Why?", "What?", "Place it"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#pieces-left")).to_have_text("9 pieces left.")


def test_columns_are_chosen_on_the_page_of_questions(page: Page) -> None:
    page.goto("/solve?puzzle=katamino,columns=4")
    field = page.locator("#parameters").get_by_label("columns")
    expect(field).to_have_value("4")
    field.fill("6")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#summary")).to_have_text(re.compile("^30 cells"))
    expect(field).to_have_value("6")
    page.goto("/play?puzzle=pentominoes-6x10")
    expect(page.locator("#board .cell").first).to_be_visible()
    expect(page.locator("#parameters")).to_be_hidden()


def test_an_impossible_value_is_said(page: Page) -> None:
    page.goto("/solve?puzzle=katamino,columns=4")
    expect(page.locator("#summary")).to_have_text(re.compile("^20 cells"))
    page.locator("#parameters").get_by_label("columns").fill("13")
    page.get_by_role("button", name="Show").click()  # the browser refuses it
    expect(page).to_have_url(re.compile("katamino,columns=4$"))
