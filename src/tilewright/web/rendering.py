"""The HTML of the pages: their content and the messages in one layout, with links to the static files."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape

from tilewright.web.pages import (
    CORE_KINDS,
    LANGUAGE,
    NOT_FOUND,
    PAGE_GROUPS,
    PARTS,
    STATIC,
    Messages,
    Page,
    kinds,
    load_messages,
    pages,
)
from tilewright.web.static_files import StaticFiles

_ADDRESS = re.compile(r'\b(href|src)="(/[^"]*)"')
_SHARED_STYLES = re.compile(r'(?:<link rel="stylesheet" href="[^"]*">\n)*')
_PLACEHOLDER = re.compile(r"\{\{([\w.]+)\}\}")


def render_pages(static: StaticFiles) -> dict[str, str]:
    """The HTML of all pages by their addresses."""
    return {page.address: render(page, static) for page in pages()}


def render_not_found(static: StaticFiles) -> str:
    """The HTML of the page for unknown addresses."""
    return render(NOT_FOUND, static)


def render_service_worker(static: StaticFiles) -> str:
    """The service worker, with the addresses of all that the pages need."""
    shell = [static.placed(page.address) for page in pages()]
    shell += [static.placed(f"/static/{path}") for path in static.for_pages()]
    values = {
        "version": static.version,
        "root": static.root,
        "shell_json": json.dumps(shell).replace("'", "\\u0027"),
    }
    text = (STATIC / "service_worker.js").read_text(encoding="utf-8")
    return _PLACEHOLDER.sub(lambda match: values[match[1]], text)


def render(page: Page, static: StaticFiles) -> str:
    """The HTML of a page, with links to these files."""
    messages = load_messages()
    content = (page.directory / f"{page.name}.html").read_text(encoding="utf-8")
    links = _SHARED_STYLES.match(content)
    styles = links[0] if links else ""
    content = content.removeprefix(styles)
    if (page.directory / f"{page.name}.css").exists():
        styles += f'<link rel="stylesheet" href="{page.url}/{page.name}.css">'
    values = {
        **messages,
        "language": LANGUAGE,
        "title": messages[f"{page.name}.title"],
        "styles_html": styles,
        "script": page.script,
        "root": static.root,
        "navigation_html": "".join(_menu(group, page, messages) for group in PAGE_GROUPS),
        "content_html": _fill(content, messages | request_fields() | _home(messages) | _parts(messages)),
    }
    html = _fill((STATIC / "layout.html").read_text(encoding="utf-8"), values)
    return _ADDRESS.sub(lambda match: f'{match[1]}="{static.placed(match[2])}"', html)


def _menu_text(name: str, messages: Messages) -> str:
    """The text of links to a page, as HTML: the message ``NAME.menu``, or its title."""
    text: str = messages.get(f"{name}.menu") or messages[f"{name}.title"]
    return escape(text)


def _menu(group: str, current: Page, messages: Messages) -> str:
    """A menu of the header: the pages of a group, which opens without a script."""
    links = []
    for page in pages():
        if page.group == group:
            mark = ' aria-current="page"' if page.address == current.address else ""
            links.append(f'<li><a href="{page.address}"{mark}>{_menu_text(page.name, messages)}</a></li>')
    mark = ' class="current"' if current.group == group else ""
    return (
        f'<details class="menu" name="menu"><summary{mark}>{escape(messages[f"group.{group}"])}</summary>'
        f"<ul>{''.join(links)}</ul></details>"
    )


def _home(messages: Messages) -> Messages:
    """What only the home page shows: the large board, and a card with a link for each kind of puzzle."""
    cards = []
    for name, address, directory in kinds():
        picture = (directory / f"{name}.svg").read_text(encoding="utf-8")
        about = (
            f'<span class="name">{_menu_text(name, messages)}</span>'
            f'<span class="small quiet">{escape(messages[f"{name}.rule"])}</span>'
        )
        cards.append(
            f'<li class="card kind"><a href="{address}">{picture}<span class="about">{about}</span></a></li>'
        )
    large = (STATIC / "pages" / f"{next(iter(CORE_KINDS))}.svg").read_text(encoding="utf-8")
    return {"hero_html": large, "cards_html": "".join(cards)}


def _parts(messages: Messages) -> Messages:
    """What stands on several pages: ``NAME_html`` of each file ``parts/NAME.html``."""
    return {
        f"{path.stem}_html": _fill(path.read_text(encoding="utf-8"), messages)
        for path in sorted(PARTS.glob("*.html"))
    }


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
