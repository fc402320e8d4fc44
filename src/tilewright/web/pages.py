"""The pages: HTML fragments with texts from the message catalogue, in one layout.

A page is ``NAME.html`` (the content), ``NAME.js`` and, if it has styles of its own, ``NAME.css`` in one
directory; its title is the message ``NAME.title``. ``static/messages.en.json`` explains the catalogue and how
to translate it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from tilewright.family import FAMILIES, Family

LANGUAGE = "en"

STATIC = Path(str(files("tilewright.web"))) / "static"

CORE_PAGES = {
    "/": "gallery",
    "/play": "play",
    "/edit": "edit",
    "/watch": "watch",
    "/solve": "solve",
    "/runs": "runs",
}
"""The pages of the core by their addresses."""

_PLACEHOLDER = re.compile(r"\{\{([\w.]+)\}\}")

Messages = dict[str, Any]  # texts by key; a text with plural forms is a dict


@dataclass(frozen=True)
class Page:
    """A page: its files are in ``directory``, which is served at ``url``.

    ``dimension``: of the puzzles that it opens, see ``Family.puzzle_pages``; 0 for none.
    """

    address: str
    name: str
    directory: Path
    url: str
    dimension: int = 0


def static_directories() -> dict[str, Path]:
    """The static directories of the families, by their addresses."""
    return {
        f"/static/families/{family.name}": _static_directory(family)
        for family in FAMILIES.values()
        if family.web_package
    }


def pages() -> list[Page]:
    """All pages: those of the core, then those of the families."""
    all_pages = [
        Page(address, name, STATIC / "pages", "/static/pages") for address, name in CORE_PAGES.items()
    ]
    for family in FAMILIES.values():
        for address, name in family.pages.items():
            url = f"/static/families/{family.name}"
            dimension = family.puzzle_pages.get(address, 0)
            all_pages.append(Page(address, name, _static_directory(family), url, dimension))
    return all_pages


def load_messages() -> Messages:
    """The message catalogue: the texts of the core and of all families."""
    messages: Messages = {}
    for directory in (STATIC, *static_directories().values()):
        path = directory / f"messages.{LANGUAGE}.json"
        if path.exists():
            messages |= json.loads(path.read_text(encoding="utf-8"))
    messages.pop("//", None)
    return messages


def page_views() -> list[dict[str, Any]]:
    """The pages as ``api.puzzles.PageDescriptor``."""
    messages = load_messages()
    return [
        {
            "address": page.address,
            "title": messages[f"{page.name}.title"],
            "dimension": page.dimension,
            "link_text": messages[f"{page.name}.open_it"] if page.dimension else "",
        }
        for page in pages()
    ]


def messages_module() -> str:
    """The message catalogue as an ES module."""
    messages = json.dumps(load_messages(), ensure_ascii=False, indent=1)
    return f"export const language = {json.dumps(LANGUAGE)};\nexport const messages = {messages};\n"


def render_pages() -> dict[str, str]:
    """The HTML of all pages by their addresses."""
    return {page.address: render(page) for page in pages()}


def render_not_found() -> str:
    """The HTML of the page for unknown addresses."""
    return render(Page("", "not_found", STATIC / "pages", "/static/pages"))


def render(page: Page) -> str:
    """The HTML of a page."""
    messages = load_messages()
    links = []
    for other in page_views():
        current = ' aria-current="page"' if other["address"] == page.address else ""
        links.append(f'<a href="{other["address"]}"{current}>{escape(other["title"])}</a>')
    styles = f'<link rel="stylesheet" href="{page.url}/{page.name}.css">'
    values = {
        **messages,
        "language": LANGUAGE,
        "title": messages[f"{page.name}.title"],
        "styles_html": styles if (page.directory / f"{page.name}.css").exists() else "",
        "script": f"{page.url}/{page.name}.js",
        "navigation_html": "".join(links),
        "content_html": _fill(
            (page.directory / f"{page.name}.html").read_text(encoding="utf-8"), messages | request_fields()
        ),
    }
    return _fill((STATIC / "layout.html").read_text(encoding="utf-8"), values)


@cache
def request_fields() -> Messages:
    """``range.NAME_html`` and ``help.NAME`` of the fields of a request, for the form that makes it."""
    from tilewright.web.api.solves import SolveRequest  # which imports the server

    values = {}
    for name, field in SolveRequest.model_json_schema()["properties"].items():
        values[f"help.{name}"] = field.get("description", "")
        if {"minimum", "maximum"} <= field.keys():
            values[f"range.{name}_html"] = f'min="{field["minimum"]}" max="{field["maximum"]}"'
    return values


def _fill(template: str, values: Messages) -> str:
    """Replace each ``{{key}}``; values are escaped unless the key ends in ``_html``."""

    def value(match: re.Match[str]) -> str:
        text: str = values[match[1]]
        return text if match[1].endswith("_html") else escape(text)

    return _PLACEHOLDER.sub(value, template)


def _static_directory(family: Family) -> Path:
    return Path(str(files(family.web_package))) / "static"
