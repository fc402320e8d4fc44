"""The pages: every message exists and is used, and the toolkit names no family, lattice, engine or format."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.family import FAMILIES
from tilewright.formats.registry import FORMATS
from tilewright.model.lattices import LATTICES
from tilewright.solving.engines.registry import ENGINES
from tilewright.web.pages import (
    PAGE_GROUPS,
    STATIC,
    kinds,
    load_messages,
    pages,
    static_directories,
)
from tilewright.web.rendering import render_not_found, render_pages, request_fields
from tilewright.web.static_files import StaticFiles

FILES = [
    path
    for directory in (STATIC, *static_directories().values())
    for path in sorted(directory.rglob("*"))
    if path.suffix in (".html", ".js")
]
MESSAGES = load_messages()
SECTIONS = {key.partition(".")[0] for key in MESSAGES}


def used_messages() -> tuple[set[str], set[str]]:
    """The keys in the pages, and the regular expressions of those that JavaScript builds."""
    keys: set[str] = set()
    patterns: set[str] = set()
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        keys |= set(re.findall(r"\{\{(\w+\.\w+)\}\}", text))
        keys |= {key for key in re.findall(r'"(\w+\.\w+)"', text) if key.partition(".")[0] in SECTIONS}
        patterns |= {re.sub(r"\$\{[^}]*\}", r"\\w+", one) for one in re.findall(r"`(\w+\.[^`]*)`", text)}
        if "`${key}_count`" in text:
            patterns.add(r"\w+\.\w+_count")
    return keys, patterns


def test_every_message_exists_and_is_used() -> None:
    keys, patterns = used_messages()
    keys |= {f"{page.name}.title" for page in pages()} | {"not_found.title"}
    keys |= {f"{page.name}.open_it" for page in pages() if page.dimension}
    keys |= {f"{page.name}.menu" for page in pages()} & MESSAGES.keys()
    keys |= {f"group.{group}" for group in PAGE_GROUPS}
    keys |= {f"{name}.{what}" for name, _, _ in kinds() for what in ("title", "rule")}
    keys |= {f"{name}.open_it" for one in FAMILIES.values() if one.puzzle_page for name in one.pages.values()}
    assert keys <= MESSAGES.keys() | request_fields().keys()
    unused = [key for key in MESSAGES.keys() - keys if not any(re.fullmatch(one, key) for one in patterns)]
    assert unused == []


def test_plural_messages_have_both_forms() -> None:
    for key, message in MESSAGES.items():
        assert isinstance(message, str) or message.keys() == {"one", "other"}, key


def test_pages_are_complete() -> None:
    static = StaticFiles()
    for html in (*render_pages(static).values(), render_not_found(static)):
        assert "{{" not in html
        assert html.count("<main ") == 1
        assert 'href="/gunport"' in html and 'href="/vanishing"' in html


SOURCES = sorted(
    path for path in STATIC.parent.rglob("*.*") if path.suffix in (".py", ".html", ".js", ".json", ".css")
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(STATIC.parent)))
def test_the_toolkit_names_no_family(path: Path) -> None:
    if path.suffix in (".py", ".html", ".js", ".css", ".json"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in FAMILIES if name in text.lower()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_scripts_and_pages_list_no_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for registry in (LATTICES, ENGINES, FORMATS):
        named = [name for name in registry if re.search(rf'"{name}"|<option>{name}<|value="{name}"', text)]
        assert len(named) <= 1, f"{path.name} lists {named}; use /api/descriptors"


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in FILES
        if path.suffix == ".js"
        and path.name not in ("api.js", "backend.js", "service_worker.js")
        and not path.name.endswith("_backend.js")
    ],
    ids=lambda path: path.name,
)
def test_only_backends_know_addresses_of_the_api(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imported = re.findall(r"import \{([^}]*)\} from \"[^\"]*/api\.js\"", text)
    assert not {"get", "post", "remove"} & set(re.findall(r"\w+", " ".join(imported)))
    assert "new EventSource" not in text
    assert not re.search(r"[\"`]/api\b(?!\.)", text)
