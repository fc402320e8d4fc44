"""The atlas of polyforms: drawing, choosing, the entry, and links."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from support.page_user import PageUser, press


def test_a_polyform_is_chosen_then_drawn_on_and_shared_by_its_address(user: PageUser) -> None:
    page, user.expected_statuses = user.page, {422}
    page.goto("/polyforms")
    expect(page.locator("#sentence")).to_have_text(
        re.compile("^It tiles the plane by translations and half turns")
    )
    expect(page.get_by_role("button", name="Polyform F")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Polyform X").click()
    expect(page.locator("#facts")).to_contain_text("none: no copy covers the corner of a rectangle")
    expect(page.locator("#plane svg")).to_be_visible()
    page.locator('#grid [data-cell="0,0"]').click()
    expect(page.locator("#message")).to_have_text("the cells are in 2 parts; expected a connected polyform")
    page.locator('#grid [data-cell="0,0"]').click()
    expect(page.locator("#entry-title")).to_have_text("pentomino X, 5 cells")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#sentence")).to_have_text("Nothing is drawn yet.")
    page.locator("#grid svg").focus()
    press(page, "ArrowRight")
    press(page, "Enter")
    expect(page.locator("#entry-title")).to_have_text("monomino O1, 1 cell")
    expect(page).to_have_url(re.compile(r"/polyforms\?lattice=square&cells=1,0$"))


def test_a_link_to_coronas_and_one_to_nothing(page: Page) -> None:
    page.goto("/polyforms?lattice=square&cells=0,0,0,1,0,2,0,3,0,4,1,0,1,4")
    expect(page.locator("#sentence")).to_have_text(
        re.compile("^It does not tile the plane: it cannot be surrounded 2")
    )
    expect(page.locator("#plane figcaption")).to_have_text(re.compile("^The coronas"))
    page.goto("/polyforms?lattice=square&cells=CELLS")
    expect(page.locator("#message")).to_have_text(re.compile("^The address names no polyform"))
