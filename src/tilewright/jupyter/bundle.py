"""One ES module and one style sheet of those of the web pages, for a widget that loads nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from tilewright.web.bundle import Module, ordered, read_module, used_messages
from tilewright.web.pages import LANGUAGE, STATIC, load_messages

OWN = Path(str(files("tilewright.jupyter"))) / "static"
ENTRY = "board_widget.js"
ROOT_CLASS = "tilewright-board"
MESSAGES = "/static/message_catalogue.js"

_KEYFRAMES = re.compile(r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}\n?")
_VARIABLES = re.compile(r'^:root(\[data-theme="dark"\])? (\{[^}]*\})\n', re.MULTILINE)


def bundled_module(entry: str = ENTRY, directories: Iterable[Path] = ()) -> str:
    """The ES module of a widget, without imports: each module becomes a function that is called once.

    ``entry``: the module that exports ``widget``. Modules are looked for in ``directories``, then among those
    of the notebooks and of the pages.
    """
    places = (*directories, OWN, STATIC / "js")
    modules = ordered(entry, lambda name: _module(name, places))
    parts = [module.as_function() for module in modules if module.name != MESSAGES]
    messages = f"modules[{json.dumps(MESSAGES)}] = (() => {{\n{_messages(''.join(parts))}}})();\n"
    last = f"export default modules[{json.dumps(entry)}].widget;\n"
    return "".join(("const modules = {};\n", messages, *parts, last))


def _messages(modules: str) -> str:
    """The body of the function for the message catalogue, with the sections that occur in these modules."""
    own = json.loads((OWN / f"messages.{LANGUAGE}.json").read_text(encoding="utf-8"))
    messages = used_messages(modules, {**own, **load_messages()})
    return f"return {{ language: {json.dumps(LANGUAGE)}, messages: {json.dumps(messages)} }};\n"


def _module(name: str, places: Iterable[Path]) -> Module:
    if name == MESSAGES:
        return Module(MESSAGES, "", (), ())
    path = next(place / name for place in places if (place / name).exists())
    return read_module(name, path.read_text(encoding="utf-8"), _name)


def _name(_: str, address: str) -> str:
    """The name of an imported module: that of its file, wherever it is."""
    return address if address == MESSAGES else address.rpartition("/")[2]


def bundled_styles(page: Path = STATIC / "pages" / "play.css") -> str:
    """The style sheet of a widget: that of the pages and of one page, for elements of the widget alone."""
    base = (STATIC / "css" / "base.css").read_text(encoding="utf-8")
    play = page.read_text(encoding="utf-8")
    own = (OWN / "board_widget.css").read_text(encoding="utf-8")
    outside = [f".{ROOT_CLASS}{dark or ''} {block}" for dark, block in _VARIABLES.findall(base)]
    rules = "\n".join((_VARIABLES.sub("", base), play, own))
    outside += [match[0] for match in _KEYFRAMES.finditer(rules)]
    return "\n".join([*outside, f".{ROOT_CLASS} {{\n{_KEYFRAMES.sub('', rules)}}}"]) + "\n"
