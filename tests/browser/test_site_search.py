"""Search in the built documentation, opened from disk: a worker's script runs in a frame."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "docs" / "javascripts" / "iframe-worker.js"
PAGE = """<!doctype html>
<html><head><script src="{script}"></script></head>
<body><output></output><script>
  const worker = new Worker("worker.js");
  worker.addEventListener("message", ({{ data }}) => {{ document.body.firstChild.textContent += data; }});
  for (const word of ["one", "two"]) worker.postMessage(word);
</script></body></html>
"""
WORKER = """
importScripts("library.js").then(() => postMessage("[loaded " + library + "]"));
addEventListener("message", ({ data }) => postMessage(`[${data} ${typeof library}]`));
var own = 1;
"""


def test_a_worker_of_a_file_gets_and_sends_messages(page: Page, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE.format(script=SCRIPT.as_uri()))
    (tmp_path / "worker.js").write_text(WORKER)
    (tmp_path / "library.js").write_text("var library = 'L';")
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.locator("output")).to_contain_text("[one ")
    expect(page.locator("output")).to_contain_text("[two ")
    expect(page.locator("output")).to_contain_text("[loaded L]")
    assert page.evaluate("typeof own") == "undefined", "the worker shares the scope of the page"


def test_the_site_uses_this_script() -> None:
    # The plugin adds a script from elsewhere unless a polyfill has this name.
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "polyfills: [javascripts/iframe-worker.js]" in settings and "  - offline" in settings
