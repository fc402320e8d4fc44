"""Every page, light and dark, under axe: names, contrast, landmarks; and the focus is seen.

axe-core comes from the npm registry when the tests run, and stays in pytest's cache; without npm the tests
are skipped.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.browsers import BROWSER
from support.page_user import PageUser, show_frames
from support.visitor import HINT
from support.waiting import HANGS_S
from tilewright import first, load
from tilewright.play import tiling

AXE = "axe-core@4.11"
DAY = "2026-11-02"
PAGES = {
    "home": ("/", ".kind"),
    "daily": (f"/daily?date={DAY}", ".levels a"),
    "learn": ("/learn", "main article"),
    "convert": ("/convert", "#format option"),
    "puzzles": ("/puzzles?words=3x5", "article.puzzle"),  # hundreds of cards alike would take axe ten seconds
    "shelf": ("/shelf", "#puzzles .note"),
    "play": ("/play?puzzle=some-pentominoes-3x5", "#board svg"),
    "play-solid": ("/play?puzzle=soma-cube", "#board svg"),
    "gunport": ("/gunport", "#board rect"),
    "vanishing": ("/vanishing", "#board .domino"),
    "dominosa": ("/dominosa", "#board .cell"),
    "pips": ("/pips", "#board .cell"),
    "assembly": ("/assembly?puzzle=soma-cube", "#pieces tbody svg"),
    "design": ("/design?puzzle=soma-cube", "#table tbody svg"),
    "edit": ("/edit?puzzle=some-pentominoes-3x5", "#grid .on"),
    "watch": ("/watch", "#board [data-cell]"),
    "coupling": ("/coupling", "#main:not([inert]) #volume-now"),
    "polyforms": ("/polyforms", "#main:not([inert]) #plane svg"),
    "shuffle": ("/shuffle", "#main:not([inert]) #facts li"),
    "solve": ("/solve?puzzle=some-pentominoes-3x5", "#preview svg"),
    "runs": ("/runs", "#main:not([inert]) #new-run option"),
}
"""Each page's address, and what is there once it is ready."""


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[str]:
    """The text of axe.min.js."""
    kept = pytestconfig.rootpath / ".pytest_cache" / "axe" / f"{AXE}.js"
    if not kept.exists():
        if shutil.which("npm") is None:
            pytest.skip("there is no npm here, which fetches axe-core")
        room = tmp_path_factory.mktemp("axe")
        command = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(room), AXE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS_S, check=False)
        if done.returncode:
            pytest.skip(f"npm could not fetch axe-core: {done.stderr.strip().splitlines()[-1:]}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        (room / "node_modules/axe-core/axe.min.js").replace(kept)
    yield Path(kept).read_text()


def findings(page: Page, axe: str, *rules: str) -> list[str]:
    """What axe finds on a page that is ready by these rules, or by all, one line each."""
    expect(page.locator("#main")).not_to_have_attribute("inert", "")  # what is inert does not count for it
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe)
    only = {"runOnly": list(rules)} if rules else {}
    value = page.evaluate("only => axe.run(document, { resultTypes: ['violations'], ...only })", only)
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for one in value["violations"]
        for node in one["nodes"][:3]
    ]


def open_page(page: Page, name: str) -> None:
    """Open a page and wait until it is ready and can be used."""
    address, ready = PAGES[name]
    page.goto(address)
    expect(page.locator(ready).first).to_be_attached()
    expect(page.locator("#main:not([inert])")).to_be_visible()


TRANSITIONS = """Promise.allSettled(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)
).then(() => null)"""
"""Until all of them have ended."""


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(page: Page, axe: str, name: str) -> None:
    """In the theme that the system has, in the other one, and at twice the size."""
    page.emulate_media(color_scheme="dark")
    open_page(page, name)
    themes = page.locator("html")
    expect(themes).to_have_attribute("data-theme", "light" if BROWSER == "firefox" else "dark")
    assert findings(page, axe) == []
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(themes).to_have_attribute("data-theme", "dark" if BROWSER == "firefox" else "light")
    page.evaluate(TRANSITIONS)
    assert findings(page, axe, "color-contrast") == []
    # A window of 1280 by 900 at 200 % has room for 640 by 450.
    page.set_viewport_size({"width": 640, "height": 450})
    show_frames(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert findings(page, axe) == []


def position(pieces: int) -> str:
    """The small tiling with so many pieces of a solution on the board, as its address has it."""
    puzzle = load("catalog:some-pentominoes-3x5")
    solution = first(puzzle)
    assert solution is not None
    moves = [tiling.TilingMove(placement) for placement in solution.placements[:pieces]]
    return f"/play?puzzle=some-pentominoes-3x5#p={tiling.dumps(tiling.replay(puzzle, map(str, moves)))}"


def test_axe_finds_nothing_in_play_when_solved_and_with_a_dialogue(page: Page, axe: str) -> None:
    page.add_init_script(
        "if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject(new Error())"
    )
    page.goto(position(2))
    expect(page.locator("#board g.pieces > g.piece")).to_have_count(2)
    page.keyboard.press("h")
    expect(page.locator("#message")).to_be_visible()
    assert findings(page, axe) == []
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page, axe) == []
    page.goto("about:blank")
    page.goto(position(3))
    expect(page.locator("#remaining")).to_have_text("Solved!")
    assert findings(page, axe) == []


@pytest.mark.parametrize("kind", ["dominosa", "pips", "gunport", "vanishing"])
def test_axe_finds_nothing_in_games_with_dominoes(page: Page, axe: str, kind: str) -> None:
    """With a reason of a hint, the dialogue for printing, and the way on when it is solved."""
    page.goto(f"/daily?date={DAY}")
    page.locator(f'#kinds a[href^="/{kind}?"]').first.click()
    hint = page.get_by_role("toolbar", name="Moves").get_by_role("button", name=HINT)
    for words in ("Why?", "What?"):
        hint.click()
        expect(hint).to_have_text(words)
    assert findings(page, axe) == []
    page.get_by_role("button", name="Print").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page, axe) == []
    page.get_by_role("button", name="Close").click()
    hint.click()
    expect(hint).to_have_text(re.compile("^(Lay|Remove) it$"))
    hint.click()
    expect(hint).to_have_text("Hint")
    page.evaluate("""async () => (await import("/static/js/solved.js")).markSolved({ helped: true })""")
    solved = page.get_by_role("region", name="Solved!")
    expect(solved.get_by_role("link", name="Next")).to_be_visible()
    expect(solved).to_have_css("opacity", "1")  # it fades in
    assert findings(page, axe) == []


def test_axe_finds_nothing_in_the_panel_of_positions(page: Page, axe: str) -> None:
    page.goto("/assembly?puzzle=burr-level-5")
    expect(page.locator("#positions")).to_be_visible()
    page.get_by_text("All positions", exact=True).click()
    expect(page.locator("#positions .position")).to_have_count(5)
    assert findings(page, axe) == []
    page.set_viewport_size({"width": 360, "height": 640})
    show_frames(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(page, axe) == []


def test_axe_finds_nothing_in_a_confirmation(page: Page, axe: str) -> None:
    page.goto("/dominosa#g=001/110")
    expect(page.locator("#board .cell")).to_have_count(6)
    page.locator("#board svg").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#board .laid")).to_have_count(1)
    page.get_by_text("New puzzle", exact=True).click()
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page, axe) == []


def test_axe_finds_nothing_without_the_server(user: PageUser, axe: str) -> None:
    page = user.page
    page.goto("/play?puzzle=some-pentominoes-3x5")
    expect(page.locator("#board svg")).to_be_visible()
    user.disconnect()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_contain_text("cannot be reached")
    assert findings(page, axe) == []
    user.reconnect()


FOCUS = """async () => {
  for (let frame = 0; ; frame++) {
    const element = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(element);
    const width = outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
    const isShown = element === document.body || width >= 1;
    if (isShown || frame === 8) return [element.outerHTML.slice(0, 80), isShown];
    await new Promise(requestAnimationFrame);
  }
}"""
"""What has the focus, and whether that is shown within a few frames."""


@pytest.mark.parametrize("name", ["puzzles", "play", "gunport", "assembly", "edit", "pips"])
def test_focus_is_visible(page: Page, name: str) -> None:
    address, ready = PAGES[name]
    page.goto(address)
    expect(page.locator(ready).first).to_be_visible()
    seen = set()
    for _ in range(24):
        page.keyboard.press("Tab")
        element, is_shown = page.evaluate(FOCUS)
        assert is_shown, element
        seen.add(element)
    assert len(seen) > 12
