"""The widgets for notebooks in a browser: loaded as notebooks load them, with a stand-in for the model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import tilewright
from support.assembly_cases import CAGE, KEY, assembly
from support.page_user import drag, press
from tilewright.families.assembly.notebook import DisassemblyWidget
from tilewright.jupyter.bundle import bundled_module, bundled_styles
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.play import tiling
from tilewright.web.tasks.puzzles import placement_views, puzzle_view

RENDER = """async ([module, styles, state]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: styles }));
  const listeners = {}, sent = [];
  const model = {
    state, sent, saved: 0,
    get: (name) => state[name],
    set(name, value) {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
      state[name] = value;
      for (const listener of [...(listeners[`change:${name}`] ?? [])]) listener();
    },
    save_changes() { model.saved++; },
    send: (content) => sent.push(content),
    on: (name, listener) => { (listeners[name] ??= []).push(listener); },
    off: (name, listener) => { listeners[name] = listeners[name].filter((one) => one !== listener); },
    receive: (content) => { for (const listener of listeners["msg:custom"]) listener(content); },
    listening: () => Object.values(listeners).flat().length,
  };
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  const el = document.createElement("div");
  document.body.append(el);
  window.model = model;
  window.cleanUp = await widget.render({ model, el });
}"""


@pytest.fixture
def notebook(browser: Browser) -> Iterator[Page]:
    """An empty page; errors on it fail the test."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.set_content("<!doctype html><title>Notebook</title><h1>Notebook</h1>")
    yield page
    assert errors == []
    context.close()


def show(page: Page, puzzle: Puzzle, solutions: tuple[Solution, ...] = ()) -> None:
    """Show a board, as ``BoardWidget`` does."""
    state = {
        "puzzle_view": puzzle_view(puzzle),
        "solutions_view": [placement_views(solution.placements) for solution in solutions],
        "moves": [],
        "number": 0,
        "labels": True,
    }
    page.evaluate(RENDER, [bundled_module(), bundled_styles(), state])


def puzzle_of(name: str) -> Puzzle:
    return tilewright.load_puzzle(f"catalog:{name}")


def moves_of(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("model.state.moves")
    return texts


def picture(page: Page) -> str:
    """The solid in space, as data."""
    text: str = page.evaluate("document.querySelector('canvas').toDataURL()")
    return text


def test_pieces_are_placed_by_click_and_drag(notebook: Page) -> None:
    puzzle = puzzle_of("pentominoes-6x10")
    show(notebook, puzzle)
    notebook.locator('[data-piece="V"]').click()
    notebook.locator('[data-cell="1,1"]').click()
    expect(notebook.locator(".pieces > .piece")).to_have_count(1)
    (first,) = moves_of(notebook)
    assert first.startswith("place V on ") and tiling.replay(puzzle, [first]).placed
    drag(notebook, notebook.locator('[data-piece="I"]'), notebook.locator('[data-cell="7,3"]'))
    expect(notebook.locator(".pieces > .piece")).to_have_count(2)
    assert len(tiling.replay(puzzle, moves_of(notebook)).placed) == 2
    expect(notebook.get_by_role("status")).to_have_text("10 pieces left.")
    notebook.get_by_role("button", name="Undo").click()
    expect(notebook.locator(".pieces > .piece")).to_have_count(1)
    notebook.locator('[data-cell="1,1"]').click(force=True)  # the piece on it is picked up again
    notebook.get_by_role("button", name="Clear").click()
    assert notebook.evaluate("model.saved") > 2
    notebook.locator('[data-piece="F"]').click()
    notebook.keyboard.press("r")
    notebook.keyboard.press("n")
    expect(notebook.locator('[data-piece="F"][aria-selected="true"]')).to_have_count(0)


def test_moves_that_python_sets_are_shown(notebook: Page) -> None:
    puzzle = puzzle_of("pentominoes-3x20")
    solution = tilewright.first(puzzle)
    assert solution is not None
    show(notebook, puzzle)
    moves = [str(tiling.TilingMove(placement)) for placement in solution.placements]
    notebook.evaluate("(moves) => model.set('moves', moves)", moves)
    expect(notebook.locator(".pieces > .piece")).to_have_count(12)
    expect(notebook.get_by_role("status")).to_have_text("Solved!")
    expect(notebook.locator(".pieces text").first).to_be_visible()
    notebook.evaluate("model.set('labels', false)")
    expect(notebook.locator(".pieces text")).to_have_count(0)


def test_a_hint_is_requested_shown_and_placed(notebook: Page) -> None:
    puzzle = puzzle_of("pentominoes-3x20")
    solution = tilewright.first(puzzle)
    assert solution is not None
    show(notebook, puzzle)
    notebook.get_by_role("button", name="Hint").click()
    assert notebook.evaluate("model.sent") == [{"request": "hint", "moves": []}]
    answer = {"sentence": "This one.", "place": solution.placements[0].to_dict(), "lift": [], "moves": []}
    notebook.evaluate("(answer) => model.receive({ ...answer, moves: ['of another position'] })", answer)
    expect(notebook.locator(".hinted")).to_have_count(0)
    notebook.evaluate("(answer) => model.receive(answer)", answer)
    expect(notebook.locator(".hinted")).to_have_count(1)
    expect(notebook.get_by_role("status")).to_have_text("This one.")
    notebook.get_by_role("button", name="Hint").click()
    expect(notebook.locator(".pieces > .piece")).to_have_count(1)
    wrong: dict[str, Any] = {"sentence": "Lift it.", "place": None, "moves": moves_of(notebook)}
    wrong["lift"] = [solution.placements[0].to_dict()]
    notebook.evaluate("(answer) => model.receive(answer)", wrong)
    expect(notebook.locator(".conflict")).to_have_count(5)


def test_a_solid_is_played_and_turned(notebook: Page) -> None:
    show(notebook, puzzle_of("soma-cube"))
    expect(notebook.get_by_role("button", name="Tip away")).to_be_visible()
    expect(notebook.get_by_role("button", name="Flip")).to_be_hidden()
    notebook.locator('[data-piece="L"]').click()
    notebook.locator('[data-cell="1,1,0"]').click()
    assert len(moves_of(notebook)) == 1
    before = picture(notebook)
    box = notebook.locator("canvas").bounding_box()
    assert box is not None
    notebook.mouse.move(box["x"] + 80, box["y"] + 80)
    notebook.mouse.down()
    notebook.mouse.move(box["x"] + 160, box["y"] + 100)
    notebook.mouse.up()
    assert picture(notebook) != before


@pytest.mark.parametrize("name", ["pentominoes-3x20", "soma-cube"])
def test_solutions_are_stepped_through(notebook: Page, name: str) -> None:
    puzzle = puzzle_of(name)
    solutions = tilewright.sample(puzzle, 3, seed=1).solutions
    show(notebook, puzzle, solutions)
    expect(notebook.get_by_role("status")).to_have_text("Solution 1 of 3")
    expect(notebook.get_by_role("button", name="Previous solution")).to_be_disabled()
    is_solid = puzzle.lattice.dimension == 3
    before = picture(notebook) if is_solid else notebook.locator("svg.board").inner_html()
    notebook.get_by_role("button", name="Next solution").click()
    expect(notebook.get_by_role("status")).to_have_text("Solution 2 of 3")
    assert notebook.evaluate("model.state.number") == 1
    assert before != (picture(notebook) if is_solid else notebook.locator("svg.board").inner_html())
    notebook.get_by_role("slider", name="Solutions").fill("2")
    expect(notebook.get_by_role("button", name="Next solution")).to_be_disabled()
    notebook.evaluate("model.set('number', 0)")
    expect(notebook.get_by_role("status")).to_have_text("Solution 1 of 3")


@pytest.mark.parametrize("dark", [False, True])
def test_the_notebook_keeps_its_styles_and_its_keys(notebook: Page, dark: bool) -> None:  # noqa: FBT001
    font = notebook.evaluate("getComputedStyle(document.body).font")
    notebook.evaluate("(dark) => { document.body.dataset.jpThemeLight = String(!dark); }", dark)
    notebook.evaluate("document.addEventListener('keydown', (event) => { window.pressed = event.key; })")
    show(notebook, puzzle_of("pentominoes-3x20"))
    assert notebook.evaluate("getComputedStyle(document.body).font") == font
    theme = "dark" if dark else "light"
    assert notebook.evaluate("getComputedStyle(document.querySelector('.widget')).colorScheme") == theme
    notebook.locator('[data-piece="V"]').click()
    notebook.keyboard.press("r")
    assert notebook.evaluate("window.pressed") is None
    notebook.evaluate("cleanUp()")
    assert notebook.evaluate("model.listening()") == 0
    expect(notebook.locator("body > .tilewright-board")).to_have_count(0)


def show_disassembly(page: Page, *layers: str) -> None:
    """Show how a drawn assembly comes apart, as ``DisassemblyWidget`` does."""
    puzzle, solution = assembly(*layers)
    shown = DisassemblyWidget(solution, puzzle)
    state = {name: getattr(shown, name) for name in ("puzzle_view", "disassembly_view", "move")}
    page.evaluate(RENDER, [DisassemblyWidget._esm, DisassemblyWidget._css, state])


def test_a_disassembly_is_played(notebook: Page) -> None:
    show_disassembly(notebook, *KEY)
    caption = notebook.get_by_role("status")
    expect(caption).to_have_text("Assembled. 3 moves take it apart.")
    before = picture(notebook)
    notebook.get_by_role("button", name="One move on").click()
    expect(caption).to_have_text(re.compile("^Move 1 of 3: take C out"))
    assert notebook.evaluate("model.state.move") == 1
    notebook.wait_for_function(
        "(before) => document.querySelector('canvas').toDataURL() !== before", arg=before
    )
    notebook.evaluate("model.set('move', 3)")
    expect(caption).to_have_text(re.compile("^Move 3 of 3"))
    notebook.get_by_role("button", name="To the beginning").click()
    notebook.locator("canvas").focus()
    press(notebook, " ")
    expect(notebook.get_by_role("button", name="Pause")).to_be_visible()
    notebook.wait_for_function("model.state.move === 3")
    notebook.get_by_text("Pieces", exact=True).click()
    notebook.get_by_role("checkbox", name="Show A", exact=True).uncheck()
    notebook.evaluate("cleanUp()")
    assert notebook.evaluate("model.listening()") == 0


def test_what_does_not_come_apart_is_explained(notebook: Page) -> None:
    show_disassembly(notebook, *CAGE)
    expect(notebook.get_by_role("status")).to_have_text(re.compile(r"^Position 1 of \d+"))
    expect(notebook.get_by_role("table", name="What is in the way")).to_be_visible()
