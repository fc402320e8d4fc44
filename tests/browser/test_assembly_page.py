"""Assemblies are found, taken apart and played move by move; what does not come apart is explained."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from support.assembly_cases import CAGE, KEY, assembly
from support.burrtools_cases import burr
from support.page_user import HeldRequests, PageUser, picture_of, press, settled
from tilewright.formats import toml

CANVAS = "#player canvas"


def open_text(page: Page, text: str) -> None:
    """Open a puzzle that this browser stores, as the editor does."""
    page.goto("/assembly")
    expect(page.locator("#title")).to_have_text("The Soma cube")
    own = [{"key": "mine", "title": "Mine", "text": text, "summary": "", "playable": True}]
    page.evaluate("(own) => localStorage.setItem('own-puzzles', own)", json.dumps(own))
    page.goto("/assembly?own=mine")
    expect(page.locator("#player canvas")).to_be_visible()


def take_apart(page: Page, *layers: str) -> None:
    """Open the puzzle of a drawn assembly and take it apart."""
    open_text(page, toml.dumps(assembly(*layers)[0]))
    page.get_by_role("button", name="Take apart").click()
    expect(page.locator("#list option")).to_have_count(1)
    expect(page.locator("#player .controls")).to_be_visible()


def caption(page: Page) -> Any:
    return expect(page.locator("#player .caption"))


def test_an_assembly_is_played_move_by_move(page: Page) -> None:
    take_apart(page, *KEY)
    expect(page.locator("#list option")).to_have_text("No. 1: level 1.2")
    expect(page.locator("#headline")).to_have_text("Found an assembly that comes apart")
    caption(page).to_have_text("Assembled. 3 moves take it apart.")
    page.get_by_role("checkbox", name="See through A", exact=True).check()  # which hides B
    start = settled(page, CANVAS)
    back, on = (
        page.get_by_role("button", name="One move back"),
        page.get_by_role("button", name="One move on"),
    )
    expect(back).to_be_disabled()
    on.click()
    caption(page).to_have_text(re.compile(r"^Move 1 of 3: take C out (to the|up|down).*\([+-][xyz]\)\.$"))
    first = settled(page, CANVAS)
    assert first != start
    slider = page.get_by_role("slider", name="Moves")
    slider.focus()
    press(page, "ArrowRight")
    caption(page).to_have_text(re.compile(r"^Move 2 of 3: shift B by \d+ steps? "))
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Move 2 of 3"))
    assert settled(page, CANVAS) not in (start, first)
    page.get_by_role("button", name="To the end").click()
    expect(on).to_be_disabled()
    page.get_by_role("button", name="To the beginning").click()
    assert settled(page, CANVAS) == start


def test_it_opens_assembled_and_ready_to_step(page: Page) -> None:
    page.goto("/assembly?puzzle=soma-cube")
    caption(page).to_have_text("Assembled. 6 moves take it apart.")
    expect(page.locator("#opening")).to_have_text("No assembly can come apart in fewer moves.")
    whole = settled(page, CANVAS)
    loose = page.get_by_role("button", name="Loose pieces")
    loose.click()
    expect(loose).to_have_attribute("aria-pressed", "true")
    caption(page).to_have_text("These are the pieces.")
    assert settled(page, CANVAS) != whole
    loose.click()
    caption(page).to_have_text("Assembled. 6 moves take it apart.")
    assert settled(page, CANVAS) == whole
    page.keyboard.press("ArrowRight")
    caption(page).to_have_text(re.compile("^Move 1 of 6: take"))


def test_pieces_lie_loose_where_nothing_is_found(page: Page) -> None:
    board = 'lattice = "cube"\n[board]\ncells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\n'
    open_text(page, board + '[[pieces]]\nname = "A"\ncells = [[0, 0, 0], [1, 0, 0]]\n')
    expect(page.locator("#opening")).to_have_text("There is no assembly")
    caption(page).to_have_text("These are the pieces.")
    expect(page.get_by_role("button", name="Loose pieces")).to_be_disabled()


ARROW_PIXELS = """all => all.map((one) => {
  const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
  return new Uint32Array(data.buffer).filter((pixel) => pixel === 0xff1f1b1b).length;
})"""
"""How many pixels of each canvas have the colour of arrows."""


def test_the_steps_are_printed(page: Page) -> None:
    page.add_init_script("window.print = () => { window.printed = true; };")
    page.goto("/assembly?puzzle=soma-cube")
    caption(page).to_have_text(re.compile("^Assembled"))
    page.get_by_role("button", name="Print the steps").click()
    page.wait_for_function("window.printed")
    page.emulate_media(media="print")
    figures = page.locator(".print-sheet figure")
    expect(figures).to_have_count(7)
    expect(figures.first).to_have_text("Assembled. 6 moves take it apart.")
    expect(figures.last).to_have_text(re.compile("^Move 6 of 6: take"))
    pictures = figures.locator("canvas").evaluate_all("all => all.map((one) => one.toDataURL())")
    assert len(set(pictures)) == 7
    arrows = figures.locator("canvas").evaluate_all(ARROW_PIXELS)
    assert arrows[0] == 0 and min(arrows[1:]) > 100
    expect(page.locator(".print-sheet h1")).to_have_text("The Soma cube")
    expect(page.locator("#main")).to_be_hidden()


def test_it_plays_by_itself_and_pauses(page: Page) -> None:
    take_apart(page, *KEY)
    page.locator("h1").click()
    press(page, " ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    caption(page).to_have_text(re.compile("^Move 2 of 3"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    settled(page, CANVAS)
    caption(page).to_have_text(re.compile("^Move [23] of 3"))
    page.get_by_role("button", name="Play", exact=True).click()
    caption(page).to_have_text(re.compile("^Move 3 of 3"))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_pieces_are_hidden_seen_through_and_pulled_apart(page: Page) -> None:
    take_apart(page, *KEY)
    start = settled(page, CANVAS)
    seen = {start}
    for name in ("Show A", "See through B", "Show all pieces"):
        page.get_by_role("checkbox", name=name, exact=True).click()
        seen.add(picture_of(page, CANVAS))
    assert len(seen) == 3, "A hides B"
    expect(page.get_by_role("checkbox", name="Show C")).to_be_checked()
    page.get_by_role("checkbox", name="See through all pieces").check()
    seen.add(picture_of(page, CANVAS))
    page.get_by_role("checkbox", name="See through all pieces").uncheck()
    assert picture_of(page, CANVAS) == start
    page.get_by_role("slider", name="Pull apart").fill("100")
    seen.add(picture_of(page, CANVAS))
    assert len(seen) == 5


def test_why_it_does_not_come_apart(page: Page) -> None:
    take_apart(page, *CAGE)
    expect(page.locator("#headline")).to_have_text("The assembly does not come apart")
    why = page.get_by_role("region", name="Why it does not come apart")
    expect(why).to_contain_text(re.compile(r"A and B reach \d+ positions to each other"))
    expect(why.get_by_role("row", name=re.compile("^B")).first).to_contain_text("A")
    caption(page).to_have_text(re.compile(r"^Position 1 of \d+ that the pieces reach"))
    page.get_by_role("checkbox", name="See through A", exact=True).check()
    before = settled(page, CANVAS)
    page.get_by_role("button", name="One move on").click()
    caption(page).to_have_text(re.compile(r"^Position 2 of"))
    assert settled(page, CANVAS) != before


def test_all_assemblies_are_listed_and_chosen(page: Page) -> None:
    page.goto("/assembly?puzzle=tetracubes-any-2x2x3")
    page.get_by_label("Take apart").select_option("all")
    page.get_by_role("button", name="Take apart").click()
    expect(page.locator("#headline")).to_have_text(re.compile(r"^\d+ of \d+ assemblies come apart$"))
    listed = page.locator("#list")
    expect(listed.locator("option").nth(1)).to_be_attached()
    start = settled(page, CANVAS)
    listed.select_option(index=1)
    page.wait_for_function(
        "(start) => document.querySelector('#player canvas').toDataURL() !== start", arg=start
    )
    page.get_by_role("link", name="Solve it").click()
    page.get_by_role("link", name="Take it apart").click()
    expect(page.locator("#puzzle")).to_have_value("tetracubes-any-2x2x3")


def test_a_packed_file_of_burrtools_is_opened(user: PageUser) -> None:
    page = user.page
    problems = [
        f"<problem name='{name}'><shapes><shape id='1' count='{count}'/></shapes><result id='0'/></problem>"
        for name, count in (("two", 2), ("one", 1))
    ]
    text = burr("2x1x1 ##", "1x1x1 #", problem="".join(problems))
    page.goto("/assembly")
    expect(page.locator("#title")).to_have_text("The Soma cube")
    file = {"name": "bars.xmpuzzle", "mimeType": "application/gzip", "buffer": gzip.compress(text.encode())}
    page.get_by_label("Open a file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("#title")).to_have_text("two")
    page.get_by_label("Problem in the file").select_option("2")
    expect(page.locator("#title")).to_have_text("one")
    page.reload()
    expect(page.locator("#title")).to_have_text("one")
    page.get_by_label("Open a file").set_input_files({**file, "buffer": file["buffer"][:40]})  # type: ignore[arg-type]
    expect(page.locator("#message")).to_have_text("The file is damaged: it cannot be unpacked.")
    user.expected_statuses = {422}
    page.get_by_label("Open a file").set_input_files({**file, "buffer": b"<puzzle"})  # type: ignore[arg-type]
    expect(page.locator("#message")).to_have_text(re.compile("^bars.xmpuzzle, line 1: "))


def test_a_search_is_stopped_and_lost_with_the_page(page: Page) -> None:
    page.goto("/assembly?puzzle=bedlam-cube")
    page.get_by_label("Take apart").select_option("all")
    page.get_by_role("button", name="Take apart").click()
    expect(page.locator("#list option").first).to_be_attached()
    expect(page.locator("#progress")).to_contain_text("examined")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#headline")).to_have_text(re.compile("^So far: "))
    expect(page.locator("#effort")).to_contain_text("The search was stopped.")
    expect(page.get_by_role("button", name="Take apart")).to_be_enabled()


def test_a_move_is_shared_and_stepped_to_by_keys(page: Page) -> None:
    page.goto("/assembly")
    page.get_by_role("button", name="Take apart").click()
    caption = page.locator("#player .caption")
    expect(caption).to_have_text(re.compile("^Assembled"))
    page.keyboard.press("ArrowRight")
    expect(caption).to_have_text(re.compile("^Move 1 of"))
    page.keyboard.press("ArrowRight")
    expect(caption).to_have_text(re.compile("^Move 2 of"))
    page.keyboard.press("ArrowLeft")
    expect(caption).to_have_text(re.compile("^Move 1 of"))
    words = caption.inner_text()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Text to copy").input_value()
    page.goto("about:blank")
    page.goto(link)
    expect(caption).to_have_text(words)


def test_pieces_turn_on_request(page: Page) -> None:
    page.goto("/assembly?puzzle=turning-bar")
    start = page.get_by_role("button", name="Take apart")
    start.click()
    expect(page.locator("#headline")).to_have_text("The assembly does not come apart")
    page.get_by_role("checkbox", name="Turn pieces of cubes too").check()
    start.click()
    expect(page.locator("#list option")).to_have_text("No. 1: level 2")
    page.get_by_role("checkbox", name="See through box", exact=True).check()
    before = settled(page, CANVAS)
    page.get_by_role("button", name="One move on").click()
    caption(page).to_have_text(re.compile(r"^Move 1 of 2: turn bar by [+-]90° about z at x 3, y 3\.$"))
    assert settled(page, CANVAS) != before
    page.get_by_role("button", name="To the beginning").click()
    assert settled(page, CANVAS) == before
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print the steps").click()
    page.wait_for_function("window.printed")
    arrows = page.locator(".print-sheet figure canvas").evaluate_all(ARROW_PIXELS)
    assert arrows[0] == 0 and min(arrows[1:]) > 100
    page.goto("/assembly?puzzle=double-spheres-octahedron")
    expect(page.get_by_role("checkbox", name="Turn pieces of cubes too")).to_be_disabled()


def test_a_search_that_starts_while_another_puzzle_opens_is_given_up(page: Page) -> None:
    page.goto("/assembly")
    expect(page.locator("#title")).to_have_text("The Soma cube")
    starts = HeldRequests(page, "**/api/assembly/surveys")
    page.get_by_role("button", name="Take apart").click()
    starts.wait_for(1)
    page.locator("#puzzle").select_option("burr-level-9")
    expect(page.locator("#title")).not_to_have_text("The Soma cube")
    starts.release()
    expect(page.get_by_role("button", name="Take apart")).to_be_enabled()
    expect(page.locator("#progress")).to_be_empty()
    expect(page.locator("#list option")).to_have_count(0)
    page.get_by_role("button", name="Take apart").click()
    expect(page.locator("#list option").first).to_contain_text("No. 1")


def test_the_answer_is_that_of_the_question_that_was_asked(page: Page) -> None:
    page.goto("/assembly?puzzle=burr-level-9")
    expect(page.locator("#main:not([inert])")).to_be_attached()
    page.locator("[name=question]").select_option("all")
    starts = HeldRequests(page, "**/api/assembly/surveys")
    page.get_by_role("button", name="Take apart").click()
    starts.wait_for(1)
    page.locator("[name=question]").select_option("first")
    starts.release()
    expect(page.locator("#effort")).not_to_be_empty()
    expect(page.locator("#headline")).not_to_have_text("Found an assembly that comes apart")
