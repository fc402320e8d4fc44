"""Every page, light and dark, under axe: names, contrast, landmarks; and the focus is seen.

axe-core comes from the npm registry when the tests run, and stays in pytest's cache; without npm the tests
are skipped.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.waiting import HANGS_S

AXE = "axe-core@4.11"
PAGES = {
    "home": ("/", ".kind"),
    "daily": ("/daily?date=2026-11-02", ".levels a"),
    "puzzles": ("/puzzles?words=3x5", "article.puzzle"),  # hundreds of cards alike would take axe ten seconds
    "shelf": ("/shelf", "#puzzles .note"),
    "play": ("/play?puzzle=some-pentominoes-3x5", "#board svg"),
    "play-solid": ("/play?puzzle=soma-cube", "#board svg"),
    "gunport": ("/gunport", "#board rect"),
    "vanishing": ("/vanishing", "#board .domino"),
    "dominosa": ("/dominosa", "#board .cell"),
    "pips": ("/pips", "#board .cell"),
    "assembly": ("/assembly?puzzle=soma-cube", "#pieces tbody svg"),
    "edit": ("/edit?puzzle=some-pentominoes-3x5", "#grid .on"),
    "watch": ("/watch", "#board [data-cell]"),
    "solve": ("/solve?puzzle=some-pentominoes-3x5", "#preview svg"),
    "runs": ("/runs", "#new-run option"),
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


def serious(page: Page, axe: str) -> list[str]:
    """What axe finds that is serious or critical, one line each."""
    page.evaluate(axe)
    value = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for one in value["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(page: Page, axe: str, name: str) -> None:
    address, ready = PAGES[name]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        page.goto(address)
        expect(page.locator(ready).first).to_be_attached()
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        assert serious(page, axe) == []


@pytest.mark.parametrize("name", ["puzzles", "play", "gunport", "assembly", "edit", "pips"])
def test_focus_is_visible(page: Page, name: str) -> None:
    address, ready = PAGES[name]
    page.goto(address)
    expect(page.locator(ready).first).to_be_visible()
    seen = set()
    for _ in range(24):
        page.keyboard.press("Tab")
        told = page.evaluate(
            "(() => { const e = document.activeElement, s = getComputedStyle(e);"
            " return [e.outerHTML.slice(0, 80), s.outlineStyle, parseFloat(s.outlineWidth)]; })()"
        )
        seen.add(told[0])
        assert told[0].startswith("<body") or (told[1] != "none" and told[2] >= 1), told
    assert len(seen) > 12
