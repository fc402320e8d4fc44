"""The HTML of the pages: their content and the messages in one layout, with links to the static files."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from tilewright.web.pages import LANGUAGE, NOT_FOUND, STATIC, Messages, Page, load_messages, page_views, pages
from tilewright.web.static_files import StaticFiles

_ADDRESS = re.compile(r'\b(href|src)="(/[^"]*)"')
_PLACEHOLDER = re.compile(r"\{\{([\w.]+)\}\}")


def render_pages(static: StaticFiles) -> dict[str, str]:
    """The HTML of all pages by their addresses."""
    return {page.address: render(page, static) for page in pages()}


def render_not_found(static: StaticFiles) -> str:
    """The HTML of the page for unknown addresses."""
    return render(NOT_FOUND, static)


def render(page: Page, static: StaticFiles) -> str:
    """The HTML of a page, with links to these files."""
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
        "script": page.script,
        "root": static.root,
        "navigation_html": "".join(links),
        "content_html": _fill(
            (page.directory / f"{page.name}.html").read_text(encoding="utf-8"), messages | request_fields()
        ),
    }
    html = _fill((STATIC / "layout.html").read_text(encoding="utf-8"), values)
    return _ADDRESS.sub(lambda match: f'{match[1]}="{static.placed(match[2])}"', html)


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
