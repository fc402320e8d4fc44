"""How soon a page is ready on a slow connection, what it loads, and how much its layout shifts.

A page is ready when it takes input: its content is inert until then. Each visit has an empty cache, a latency
of 400 ms and 50,000 bytes a second each way, in Chromium (the variable CHROMIUM, or that of the system).
"""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from report import machine, table
from tilewright.web.pages import pages
from web_flood import served

SIZES = {"1280x900": (1280, 900), "360x640": (360, 640)}
VISITS = 3
NETWORK = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
MORE = {"/play?puzzle=soma-cube": "in space"}
"""Pages with another puzzle than their own."""

_WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({ type: "layout-shift", buffered: true });
const watch = () => {
  const main = document.querySelector("#main");
  if (main && !main.inert) window.readyAt = performance.now() / 1000;
  else requestAnimationFrame(watch);
};
watch();
"""


@dataclass(frozen=True)
class Visit:
    """One visit to a page: seconds until it is ready, bytes and requests by then, and its layout shift."""

    seconds: float
    size: int
    requests: int
    shift: float


def measure() -> str:
    """The table of all pages as Markdown: medians of the visits."""
    with served() as port:
        return _measured(f"http://127.0.0.1:{port}")


def _measured(address: str) -> str:
    lines = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None)
        for path in (*(page.address for page in pages()), *MORE):
            _visit(browser, address + path, (1280, 900))  # the server keeps what it has made for others
            for name, size in SIZES.items():
                visits = [_visit(browser, address + path, size) for _ in range(VISITS)]
                shown = f"{path} ({MORE[path]})" if path in MORE else path
                lines.append(_row(shown, name, visits))
        browser.close()
    heads = ["page", "window", "ready", "loaded", "requests", "layout shift"]
    return "\n".join([f"Machine: {machine()}; medians of {VISITS}.", "", *table(heads, lines)])


def _row(path: str, size: str, visits: list[Visit]) -> list[str]:
    def median(name: str) -> float:
        return float(statistics.median(getattr(visit, name) for visit in visits))

    numbers = f"{median('seconds'):.2f} s", f"{median('size') / 1000:.0f} kB", f"{median('requests'):.0f}"
    return [path, size, *numbers, f"{median('shift'):.3f}"]


def _visit(browser: Browser, address: str, size: tuple[int, int]) -> Visit:
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        page.add_init_script(_WATCH)
        link = context.new_cdp_session(page)
        link.send("Network.enable")
        link.send("Network.emulateNetworkConditions", NETWORK)
        sizes: list[int] = []

        def note(event: dict[str, Any]) -> None:
            sizes.append(int(event["encodedDataLength"]))

        link.on("Network.loadingFinished", note)
        page.goto(address, wait_until="commit")
        page.locator("#main:not([inert])").wait_for(state="attached")
        loaded, requests = sum(sizes), len(sizes)
        page.wait_for_load_state("networkidle")
        seconds = page.evaluate("window.readyAt")
        return Visit(seconds, loaded, requests, page.evaluate("window.shifted"))


if __name__ == "__main__":
    print(measure())
