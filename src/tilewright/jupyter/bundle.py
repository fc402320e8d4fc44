"""One ES module and one style sheet of those of the web pages, for a widget that loads nothing else."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

from tilewright.web.pages import LANGUAGE, STATIC, load_messages

OWN = Path(str(files("tilewright.jupyter"))) / "static"
ENTRY = "board_widget.js"
ROOT_CLASS = "tilewright-board"
MESSAGES = "/static/message_catalogue.js"
MESSAGE_PREFIXES = ("common.", "duration.", "play.", "solid.", "solve.")

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ ([^}]*) \};\n", re.MULTILINE)
_KEYFRAMES = re.compile(r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}\n?")
_VARIABLES = re.compile(r'^:root(\[data-theme="dark"\])? (\{[^}]*\})\n', re.MULTILINE)


def bundled_module() -> str:
    """The ES module of the widget, without imports: each module becomes a function that is called once."""
    parts = ["const modules = {};"]
    done: set[str] = set()

    def add(name: str) -> None:
        if name in done:
            return
        done.add(name)
        text, imported = _source(name)
        for other in imported:
            add(other)
        parts.append(f"modules[{json.dumps(name)}] = (() => {{\n{text}}})();")

    add(ENTRY)
    parts.append(f"export default modules[{json.dumps(ENTRY)}].widget;")
    return "\n".join(parts) + "\n"


def _source(name: str) -> tuple[str, list[str]]:
    """The body of the function for a module, which returns its exports; and the modules that it imports."""
    if name == MESSAGES:
        own = json.loads((OWN / f"messages.{LANGUAGE}.json").read_text(encoding="utf-8"))
        shared = load_messages().items()
        messages = own | {key: words for key, words in shared if key.startswith(MESSAGE_PREFIXES)}
        text = f"return {{ language: {json.dumps(LANGUAGE)}, messages: {json.dumps(messages)} }};\n"
        return text, []
    path = OWN / name if name == ENTRY else STATIC / "js" / name
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


def bundled_styles() -> str:
    """The style sheet of the widget: that of the pages, for elements of the widget alone."""
    base = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    play = (STATIC / "pages" / "play.css").read_text(encoding="utf-8")
    own = (OWN / "board_widget.css").read_text(encoding="utf-8")
    outside = [f".{ROOT_CLASS}{dark or ''} {block}" for dark, block in _VARIABLES.findall(base)]
    rules = "\n".join((_VARIABLES.sub("", base), play, own))
    outside += [match[0] for match in _KEYFRAMES.finditer(rules)]
    return "\n".join([*outside, f".{ROOT_CLASS} {{\n{_KEYFRAMES.sub('', rules)}}}"]) + "\n"
