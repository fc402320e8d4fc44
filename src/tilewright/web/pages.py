"""The pages: HTML fragments with texts from the message catalogue, in one layout.

A page is ``NAME.html`` (the content), ``NAME.js`` and, if it has styles of its own, ``NAME.css`` in one
directory, with ``NAME.svg`` if the home page shows it. Links to styles that it shares with other pages may
be the first lines of the content. Its title is the message ``NAME.title``, and
its text in the menus ``NAME.menu`` where that is another one. ``static/messages.en.json`` explains the
catalogue and how to translate it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from tilewright.family import FAMILIES, Family

LANGUAGE = "en"

STATIC = Path(str(files("tilewright.web"))) / "static"
PARTS = STATIC / "parts"
"""Pieces of HTML that several pages have, each in a file."""

PAGE_GROUPS = ("play", "tools", "learn")
"""The menus of the header; the message ``group.NAME`` is the text of each."""

CORE_PAGES = {
    "/": ("home", ""),
    "/daily": ("daily", "play"),
    "/puzzles": ("puzzles", "play"),
    "/play": ("play", "play"),
    "/shelf": ("shelf", "play"),
    "/solve": ("solve", "tools"),
    "/edit": ("edit", "tools"),
    "/convert": ("convert", "tools"),
    "/runs": ("runs", "tools"),
    "/learn": ("learn", "learn"),
    "/watch": ("watch", "learn"),
    "/shuffle": ("shuffle", "learn"),
    "/coupling": ("coupling", "learn"),
    "/polyforms": ("polyforms", "learn"),
}
"""The pages of the core by their addresses: the name and the group of each, see ``Page``."""

CORE_KINDS = {
    "play": "/play?puzzle=pentominoes-6x10",
    "solids": "/play?puzzle=soma-cube",
    "edit": "/edit",
}
"""The kinds of puzzles of the core on the home page, with their addresses; drawing comes last."""

Messages = dict[str, Any]  # texts by key; a text with plural forms is a dict


@dataclass(frozen=True)
class Page:
    """A page: its files are in ``directory``, which is served at ``url``.

    ``group``: the menu that has a link to it, one of ``PAGE_GROUPS``; "" for none.
    ``dimension``: of the puzzles that it opens, see ``Family.puzzle_pages``; 0 for none.
    """

    address: str
    name: str
    directory: Path
    url: str
    group: str = ""
    dimension: int = 0

    @property
    def script(self) -> str:
        """The address of its modules as one."""
        return f"/static/bundles/{self.name}.js"


NOT_FOUND = Page("", "not_found", STATIC / "pages", "/static/pages")


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
        Page(address, name, STATIC / "pages", "/static/pages", group)
        for address, (name, group) in CORE_PAGES.items()
    ]
    for family in FAMILIES.values():
        for address, name in family.pages.items():
            url = f"/static/families/{family.name}"
            group = family.page_groups.get(address, PAGE_GROUPS[0])
            dimension = family.puzzle_pages.get(address, 0)
            all_pages.append(Page(address, name, _static_directory(family), url, group, dimension))
    return all_pages


def kinds() -> list[tuple[str, str, Path]]:
    """The kinds of puzzles of the home page: the name, the address, and the directory with ``NAME.svg``.

    They are some of the core and each page of a family with such a picture; the message ``NAME.rule`` is the
    rule of the game in a line.
    """
    of_core = [(name, address, STATIC / "pages") for name, address in CORE_KINDS.items()]
    of_families = [
        (page.name, page.address, page.directory)
        for page in pages()
        if page.name not in CORE_KINDS and (page.directory / f"{page.name}.svg").exists()
    ]
    return [*of_core[:-1], *of_families, of_core[-1]]


def kind_titles() -> dict[str, str]:
    """The name of the kind of puzzles that a page plays, by its address."""
    messages = load_messages()
    return {
        page.address: str(messages.get(f"{page.name}.menu") or messages[f"{page.name}.title"])
        for page in pages()
    }


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


def messages_module(messages: Messages) -> str:
    """These messages as an ES module."""
    texts = json.dumps(messages, ensure_ascii=False, indent=1)
    return f"export const language = {json.dumps(LANGUAGE)};\nexport const messages = {texts};\n"


def _static_directory(family: Family) -> Path:
    return Path(str(files(family.web_package))) / "static"
