"""One ES module and one style sheet of those of the web pages, for a widget that loads nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from tilewright.web.pages import LANGUAGE, STATIC, load_messages

OWN = Path(str(files("tilewright.jupyter"))) / "static"
ENTRY = "board_widget.js"
ROOT_CLASS = "tilewright-board"
MESSAGES = "/static/message_catalogue.js"

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ ([^}]*) \};\n", re.MULTILINE)
_KEYFRAMES = re.compile(r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}\n?")
_SECTION = re.compile(r'["`](\w+)\.')  # of a key of a message
_VARIABLES = re.compile(r'^:root(\[data-theme="dark"\])? (\{[^}]*\})\n', re.MULTILINE)


def bundled_module(entry: str = ENTRY, directories: Iterable[Path] = ()) -> str:
    """The ES module of a widget, without imports: each module becomes a function that is called once.

    ``entry``: the module that exports ``widget``. Modules are looked for in ``directories``, then among those
    of the notebooks and of the pages.
    """
    places = (*directories, OWN, STATIC / "js")
    parts: list[str] = []
    done: set[str] = set()

    def add(name: str) -> None:
        if name in done or name == MESSAGES:
            return
        done.add(name)
        text, imported = _source(name, places)
        for other in imported:
            add(other)
        parts.append(f"modules[{json.dumps(name)}] = (() => {{\n{text}}})();")

    add(entry)
    messages = f"modules[{json.dumps(MESSAGES)}] = (() => {{\n{_messages(''.join(parts))}}})();"
    last = f"export default modules[{json.dumps(entry)}].widget;"
    return "\n".join(("const modules = {};", messages, *parts, last)) + "\n"


def _messages(modules: str) -> str:
    """The body of the function for the message catalogue, with the sections that occur in these modules."""
    own = json.loads((OWN / f"messages.{LANGUAGE}.json").read_text(encoding="utf-8"))
    sections = set(_SECTION.findall(modules))
    every = {**own, **load_messages()}
    messages = {key: words for key, words in every.items() if key.partition(".")[0] in sections}
    return f"return {{ language: {json.dumps(LANGUAGE)}, messages: {json.dumps(messages)} }};\n"


def _source(name: str, places: Iterable[Path]) -> tuple[str, list[str]]:
    """The body of the function for a module, which returns its exports; and the modules that it imports."""
    path = next(place / name for place in places if (place / name).exists())
    text = path.read_text(encoding="utf-8")
    imported: list[str] = []

    def bind(match: re.Match[str]) -> str:
        other = match[2] if match[2] == MESSAGES else match[2].rpartition("/")[2]
        imported.append(other)
        return f"const {{ {match[1].replace(' as ', ': ')} }} = modules[{json.dumps(other)}];\n"

    names = [*(match[1] for match in _EXPORT.finditer(text))]
    for match in _EXPORT_LIST.finditer(text):
        names += match[1].split(", ")
    text = _EXPORT_LIST.sub("", _EXPORT.sub("", _IMPORT.sub(bind, text)))
    left = re.search(r"^(?:import|export)\b.*", text, re.MULTILINE)
    if left:
        raise ValueError(f"{name} cannot be bundled: {left[0]!r} is not of the form that is expected")
    return f"{text}return {{ {', '.join(names)} }};\n", imported


def bundled_styles(page: Path = STATIC / "pages" / "play.css") -> str:
    """The style sheet of a widget: that of the pages and of one page, for elements of the widget alone."""
    base = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    play = page.read_text(encoding="utf-8")
    own = (OWN / "board_widget.css").read_text(encoding="utf-8")
    outside = [f".{ROOT_CLASS}{dark or ''} {block}" for dark, block in _VARIABLES.findall(base)]
    rules = "\n".join((_VARIABLES.sub("", base), play, own))
    outside += [match[0] for match in _KEYFRAMES.finditer(rules)]
    return "\n".join([*outside, f".{ROOT_CLASS} {{\n{_KEYFRAMES.sub('', rules)}}}"]) + "\n"
