"""The pages: HTML fragments with texts from the message catalogue, in one layout.

A page is ``NAME.html`` (the content), ``NAME.js`` and, if it has styles of its own, ``NAME.css`` in one
directory; its title is the message ``NAME.title``. ``static/messages.en.json`` explains the catalogue and how
to translate it.
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

CORE_PAGES = {
    "/": "gallery",
    "/play": "play",
    "/edit": "edit",
    "/watch": "watch",
    "/solve": "solve",
    "/runs": "runs",
}
"""The pages of the core by their addresses."""


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


def messages_module(messages: Messages) -> str:
    """These messages as an ES module."""
    texts = json.dumps(messages, ensure_ascii=False, indent=1)
    return f"export const language = {json.dumps(LANGUAGE)};\nexport const messages = {texts};\n"


def _static_directory(family: Family) -> Path:
    return Path(str(files(family.web_package))) / "static"
