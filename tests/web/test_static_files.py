"""Static files: packed, kept by browsers for good, in one module for each page, and below a prefix."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin

import pytest
from PIL import Image

from support.web_cases import RunningApp, running_app
from tilewright.web import static_files
from tilewright.web.bundle import Module, in_one, ordered, read_module, used_messages
from tilewright.web.pages import Page, pages
from tilewright.web.rendering import render_service_worker
from tilewright.web.static_files import StaticFiles

pytestmark = pytest.mark.anyio
STATIC_FILES = StaticFiles()
SCRIPT = STATIC_FILES.placed("/static/js/api.js")


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


async def test_a_file_is_packed_and_kept_for_good(app: RunningApp) -> None:
    plain = await app.client.get("/static/js/api.js", headers={"accept-encoding": "identity"})
    packed = await app.client.get(SCRIPT, headers={"accept-encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text and packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"] and plain.headers["cache-control"] == "no-cache"


async def test_a_file_that_has_not_changed_is_not_sent_again(app: RunningApp) -> None:
    first = await app.client.get("/static/js/api.js")
    again = await app.client.get("/static/js/api.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_files_of_another_version_are_there_but_not_kept(app: RunningApp) -> None:
    response = await app.client.get(SCRIPT.replace(STATIC_FILES.version, "0123456789ab"))
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-cache")


def test_another_bundler_makes_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers keep a bundle for good: one that is made in another way needs another address."""
    monkeypatch.setattr(static_files, "in_one", lambda modules: in_one(modules) + "// new\n")
    assert StaticFiles().version != STATIC_FILES.version


async def test_a_phone_can_install_the_site(app: RunningApp) -> None:
    html = (await app.client.get("/play")).text
    address = re.findall(r'<link rel="manifest" href="([^"]*)">', html)[0]
    response = await app.client.get(address)
    assert response.headers["content-type"].startswith("application/manifest+json")
    manifest = response.json()
    start = urljoin(address, manifest["start_url"])
    assert start == "/"
    for icon in manifest["icons"]:
        drawn = await app.client.get(urljoin(address, icon["src"]))
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "{}x{}".format(*Image.open(BytesIO(drawn.content)).size) == icon["sizes"]


async def test_the_service_worker_keeps_each_page_and_its_files(app: RunningApp) -> None:
    response = await app.client.get("/service-worker.js")
    assert (response.status_code, response.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    kept = json.loads(re.findall(r"JSON\.parse\('(.*)'\)", response.text)[0])
    assert {page.address for page in pages()} <= set(kept)
    for address in kept:
        assert (await app.client.get(address)).status_code == 200, address
    for page in pages():
        html = (await app.client.get(page.address)).text
        assert set(re.findall(r'(?:src|href)="(/static/[^"]*)"', html)) <= set(kept)


def test_the_service_worker_of_a_site_below_a_prefix() -> None:
    text = render_service_worker(StaticFiles("/puzzles"))
    assert 'ROOT = "/puzzles"' in text
    assert all(
        address.startswith("/puzzles/")
        for address in json.loads(re.findall(r"JSON\.parse\('(.*)'\)", text)[0])
    )


async def test_responses_of_the_api_are_packed(app: RunningApp) -> None:
    response = await app.client.get("/api/catalogue", headers={"accept-encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip" and len(response.json()) > 100


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_modules_of_a_page_are_one(page: Page) -> None:
    file = STATIC_FILES.files[page.script.removeprefix("/static/")]
    assert file.packed is not None and gzip.decompress(file.packed) == file.plain
    text = file.plain.decode()
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE) and '"/static/' not in text
    asked = set(re.findall(r'\bt\("(\w+\.\w+)"', text))
    assert asked and all(f'"{key}":' in text for key in asked)


async def test_a_site_below_a_prefix(tmp_path: Path) -> None:
    async with running_app(tmp_path, root_path="/puzzles") as app:
        for path in ("/puzzles/play", "/play"):  # a proxy may have removed it
            html = (await app.client.get(path)).text
            addresses = re.findall(r'(?:href|src)="(/[^"]*)"', html)
            assert len(addresses) > 8 and all(one.startswith("/puzzles/") for one in addresses)
            assert '<html lang="en" data-root="/puzzles">' in html
            for address in addresses:
                assert (await app.client.get(address)).status_code == 200
        assert (await app.client.get("/puzzles")).status_code == 200
        assert (await app.client.get("/puzzlesplay")).status_code == 404


async def test_the_token_of_a_site_below_a_prefix(tmp_path: Path) -> None:
    async with running_app(tmp_path, root_path="/puzzles", token="0123456789abcdef") as app:
        response = await app.client.get("/puzzles/play?token=0123456789abcdef")
        assert response.headers["location"] == "/puzzles/play"
        assert "Path=/puzzles/;" in response.headers["set-cookie"]


# --- Bundles


def _module(texts: dict[str, str], name: str) -> Module:
    return read_module(name, texts[name], lambda _, imported: imported)


def test_each_module_comes_once_after_those_that_it_needs() -> None:
    texts = {
        "a": 'import { b } from "b";\nimport { c as d } from "c";\nb(d);\n',
        "b": '// a comment\nimport { c } from "c";\n\nexport const b = (x) => x + c;\n',
        "c": "/** A number.\n *  More. */\nexport const c = 2;\n",
    }
    modules = ordered("a", lambda name: _module(texts, name))
    assert [module.name for module in modules] == ["c", "b", "a"]
    assert in_one(modules).splitlines() == [
        "const modules = {};",
        'modules["c"] = (() => {', "const c = 2;", "return { c };", "})();",
        'modules["b"] = (() => {', 'const { c } = modules["c"];', "", "const b = (x) => x + c;",
        "return { b };", "})();",
        "await (async () => {",
        'const { b } = modules["b"];', 'const { c: d } = modules["c"];', "b(d);", "})();",
    ]  # fmt: skip


def test_types_are_for_lint_alone() -> None:
    text = """\
/** Twice a number.
 *  @param {number} n
 *  @returns {number} */
export const twice = (n) => 2 * n;
const box = /** @type {HTMLElement & { value: number }} */ (document.body);
"""
    module = read_module("a", text, lambda _, imported: imported)
    assert module.body == "const twice = (n) => 2 * n;\nconst box = (document.body);\n"


def test_modules_that_import_each_other_are_refused() -> None:
    texts = {"a": 'import "b";\n', "b": 'import "a";\n'}
    with pytest.raises(ValueError, match="a imports b imports a"):
        ordered("a", lambda name: _module(texts, name))


def test_messages_that_may_be_asked_for() -> None:
    messages = {"a.one": "1", "b.two": "2", "c.open_it": "3", "d.four": "4"}
    text = 't("a.one"); t(`${page}.open_it`); t(`b.${word}`);'
    assert used_messages(text, messages).keys() == {"a.one", "b.two", "c.open_it"}
