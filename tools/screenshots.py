"""Takes the pictures of all web pages for the docs, ``docs/images/pages/NAME-1280.png`` and ``NAME-360.png``.

Each page is shown in use, on the date ``DAY``. Names as arguments: only these pages. Needs Chromium, whose
path may be in the variable CHROMIUM, and fails if a picture would be larger than ``MAX_BYTES``.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tilewright import first, load, load_puzzle
from tilewright.formats import toml
from tilewright.play import tiling
from tilewright.web.daily import puzzles_of_date

PICTURES = Path(__file__).parents[1] / "docs/images/pages"
SIZES = {1280: 900, 360: 640}
"""The heights of the windows in CSS pixels, by their widths."""
MAX_BYTES = 60_000
COLOURS = 128
DAY = "2026-11-24"
PATIENCE_MS = 120_000


def _nothing(page: Page) -> None:
    """The page shows what it should once it is ready."""


@dataclass(frozen=True)
class Shot:
    """A page in use: ``address`` opens it, and ``use`` brings it to the state that is shown.

    ``stored``: what the browser keeps before, as JSON by key.
    """

    address: str
    use: Callable[[Page], None] = _nothing
    scheme: str = "light"
    stored: str = "{}"


def _position(name: str, pieces: int) -> str:
    """The address of a puzzle of the catalogue with so many pieces of a solution on the board."""
    puzzle = load(f"catalog:{name}")
    solution = first(puzzle)
    assert solution is not None
    moves = [str(tiling.TilingMove(placement)) for placement in solution.placements[:pieces]]
    return f"/play?puzzle={name}#p={tiling.dumps(tiling.replay(puzzle, moves))}"


def _hints(clicks: int) -> Callable[[Page], None]:
    """Follow hints, which make a move after their stages."""

    def use(page: Page) -> None:
        for _ in range(clicks):
            page.locator("#hint").click()
            expect(page.locator("#message")).not_to_have_text(re.compile("Thinking"))

    return use


def _watch(page: Page) -> None:
    for _ in range(70):
        page.locator("#step").click()
    expect(page.locator("#number")).to_have_text("70")


def _solve(page: Page) -> None:
    page.locator("[name=question]").select_option("unique")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator("#answer .big")).to_contain_text("2,339 up to symmetry")
    expect(page.locator("#figures figure svg").first).to_be_visible()


def _sample_run(page: Page) -> None:
    """Each server has one sample run; the second size finds that of the first."""
    card = page.locator("article.run")
    expect(card.or_(page.locator("#sample")).first).to_be_visible()
    if not card.count():
        page.locator("#sample").click()
    expect(card.locator(".state")).to_have_text("complete")
    card.get_by_role("button", name=re.compile("^Solutions")).click()
    expect(page.locator("#figures figure svg").first).to_be_visible()


def _take_apart(page: Page) -> None:
    expect(page.locator("#player .caption")).to_have_text(re.compile("^Assembled"))
    for _ in range(3):
        page.get_by_role("button", name="One move on").click()
    expect(page.locator("#player .caption")).to_have_text(re.compile("^Move 3"))


def _design(page: Page) -> None:
    page.locator("#shapes").get_by_role("tab").nth(2).click()
    expect(page.locator("#table tbody tr").first).to_contain_text(re.compile(r"\d"))
    expect(page.locator("#findings li").first).to_be_visible()


def _solved_days() -> str:
    """Some puzzles of the days up to ``DAY`` are solved."""
    names = ("pips-easy", "pips-medium", "dominosa-easy", "vanishing-easy", "packing-easy", "gunport-easy")
    solved = {
        f"daily/2026-11-{day}/{name}": {"helped": False, "seconds": 0, "day": f"2026-11-{day}"}
        for day in range(18, 25)
        for name in names[: 2 + day % 5]
    }
    return json.dumps({"solved": solved})


def _own_puzzles() -> str:
    """Three puzzles on the shelf."""
    tags = {"dominoes-8x8": ["school"], "soma-cube": ["solid"], "hexiamonds-rhombus": []}
    own = []
    for name, its_tags in tags.items():
        puzzle = load_puzzle(f"catalog:{name}")
        text = {"title": puzzle.title, "text": toml.dumps(puzzle), "lattice": puzzle.lattice.name}
        own.append({"key": name, **text, "summary": "", "playable": True, "tags": its_tags})
    return json.dumps({"own-puzzles": own})


def shots() -> dict[str, Shot]:
    """All pictures by name: one for each of ``tilewright.web.pages.pages``, and play in space."""
    daily = {puzzle.name: puzzle.address for puzzle in puzzles_of_date(date.fromisoformat(DAY))}
    return {
        "home": Shot("/", stored=_solved_days()),
        "daily": Shot(f"/daily?date={DAY}", stored=_solved_days()),
        "puzzles": Shot("/puzzles"),
        "play": Shot(_position("pentominoes-6x10", 6)),
        "play-solid": Shot(_position("soma-cube", 4)),
        "shelf": Shot("/shelf", stored=_own_puzzles()),
        "solve": Shot("/solve?puzzle=pentominoes-6x10", _solve),
        "design": Shot("/design?puzzle=burr-level-5", _design),
        "edit": Shot("/edit?puzzle=pentominoes-8x8-centre-hole"),
        "runs": Shot("/runs", _sample_run),
        "watch": Shot("/watch?puzzle=pentominoes-6x10", _watch),
        "coupling": Shot("/coupling?kind=hexagon&sides=6x6x6&seed=2&moment=12"),
        "shuffle": Shot("/shuffle?order=60&seed=1&step=60&circle=1"),
        "polyforms": Shot("/polyforms?lattice=hexagon&cells=0,0,1,0,2,0,3,0,3,1,2,2"),
        "gunport": Shot(daily["gunport-medium"], _hints(30)),
        "vanishing": Shot(daily["vanishing-medium"], _hints(22)),
        "dominosa": Shot(daily["dominosa-medium"], _hints(38), scheme="dark"),
        "pips": Shot(daily["pips-medium"], _hints(22)),
        "assembly": Shot("/assembly?puzzle=burr-level-5", _take_apart),
    }


@contextmanager
def _server() -> Iterator[str]:
    """A server with files of its own; its address."""
    with tempfile.TemporaryDirectory() as room:
        command = [sys.executable, "-m", "tilewright", "serve", "--port", "0", "--no-browser"]
        command += ["--db", f"{room}/runs.db", "--library", f"{room}/library.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split()[-1].rstrip("/")
            finally:
                server.terminate()


def _take(browser: Browser, server: str, shot: Shot, width: int) -> bytes:
    """The picture of a page in a window of this width, as PNG with a palette."""
    with browser.new_context(
        base_url=server,
        viewport={"width": width, "height": SIZES[width]},
        has_touch=width < 600,
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    ) as context:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.clock.set_fixed_time(datetime.fromisoformat(f"{DAY}T12:00:00").replace(tzinfo=UTC))
        page.add_init_script(
            f"for (const [key, value] of Object.entries({shot.stored}))"
            " localStorage.setItem(key, JSON.stringify(value));"
        )
        page.goto(shot.address)
        expect(page.locator("#main")).not_to_have_attribute("inert", "")
        page.wait_for_load_state("networkidle")
        shot.use(page)
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        page.wait_for_load_state("networkidle")
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    packed = io.BytesIO()
    _reduced(image).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _reduced(image: Image.Image) -> Image.Image:
    """The picture in its ``COLOURS`` most frequent colours; areas of one colour keep theirs."""
    pixels = image.tobytes()
    counts = Counter(pixels[start : start + 3] for start in range(0, len(pixels), 3))
    frequent = sorted(counts, key=lambda colour: (-counts[colour], colour))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(b"".join(frequent))
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def main() -> None:
    """Take the pictures."""
    expect.set_options(timeout=PATIENCE_MS)
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    path = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
    with _server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        for name, shot in shots().items():
            for width in SIZES:
                if wanted and name not in wanted:
                    continue
                picture = _take(browser, server, shot, width)
                if len(picture) > MAX_BYTES:
                    sys.exit(f"{name}-{width}.png would have {len(picture):,} bytes; at most {MAX_BYTES:,}")
                (PICTURES / f"{name}-{width}.png").write_bytes(picture)
                print(f"{name}-{width}.png: {len(picture):,} bytes", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
