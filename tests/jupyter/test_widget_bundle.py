"""One module and one style sheet for notebooks, made of those of the web pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.jupyter.bundle import ENTRY, MESSAGES, ROOT_CLASS, bundled_module, bundled_styles
from tilewright.web.pages import STATIC


def test_the_module_imports_nothing_and_exports_the_widget() -> None:
    text = bundled_module()
    assert not re.search(r"^\s*import\b", text, re.MULTILINE)
    assert re.findall(r"^export .*", text, re.MULTILINE) == [f'export default modules["{ENTRY}"].widget;']


def test_modules_come_after_those_that_they_import() -> None:
    text = bundled_module()
    made: set[str] = set()
    exports: dict[str, set[str]] = {}
    for part in re.split(r"^(?=modules\[)", text, flags=re.MULTILINE)[1:]:
        name = re.findall(r'^modules\["([^"]+)"\] =', part)[0]
        for names, other in re.findall(r'^const \{ ([^}]*) \} = modules\["([^"]+)"\];', part, re.MULTILINE):
            assert other in made, f"{name} imports {other}"
            if other != MESSAGES:
                assert {one.split(":")[0] for one in names.split(", ")} <= exports[other], name
        made.add(name)
        exports[name] = set(re.findall(r"^return \{ (.*) \};$", part, re.MULTILINE)[-1].split(", "))
    assert {ENTRY, "tiling_player.js", "board_view.js", MESSAGES} <= made
    assert not {"page.js", "api.js"} & made, "these need a page and a server"


def test_every_message_of_the_modules_is_there() -> None:
    text = bundled_module()
    keys = set(re.findall(r'\bt\("(\w+\.\w+)"', text))
    assert keys and all(f'"{key}": ' in text for key in keys)


def test_what_cannot_be_bundled_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.js").write_text('import * as cells from "./cells.js";\n')
    with pytest.raises(ValueError, match=r"other\.js cannot be bundled: 'import"):
        bundled_module("other.js", [tmp_path])


def test_styles_apply_to_the_widget_alone() -> None:
    text = bundled_styles()
    assert text.count("{") == text.count("}")
    outside, _, inside = text.partition(f"\n.{ROOT_CLASS} {{\n")
    assert ":root" not in text and "@keyframes" not in inside
    heads = re.findall(r"^([^\s{}@][^{}\n]*)\{", outside, re.MULTILINE)
    assert heads and all(head.startswith(f".{ROOT_CLASS}") for head in heads)
    base = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    assert "--accent: #0b57ad" in base and "--accent: #0b57ad" in outside
