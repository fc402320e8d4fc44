"""ES modules made one: what a page, or a widget of a notebook, needs in one file.

Modules are read as they are written here: ``import { a, b as c } from "...";``, and declarations with
``export``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_IMPORT = re.compile(r'^import (?:\{ ([^}]*) \} from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ ([^}]*) \};\n", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_CAST = re.compile(r"/\*\* @(?:type|satisfies) [^*]*\*/ ?")  # of the type of an expression, for lint

_SECTION = re.compile(r'["`](\w+)\.')  # of a key of a message
_LAST_WORD = re.compile(r"\}\.(\w+)`")  # of a key whose section is computed


@dataclass(frozen=True)
class Module:
    """A module whose imports read ``modules[NAME]``; ``exports`` are its names for others."""

    name: str
    body: str
    exports: tuple[str, ...]
    imports: tuple[str, ...]

    def as_function(self) -> str:
        """The statement that evaluates the module, and keeps what it exports."""
        exported = ", ".join(self.exports)
        return f"modules[{json.dumps(self.name)}] = (() => {{\n{self.body}return {{ {exported} }};\n}})();\n"


def read_module(name: str, text: str, resolve: Callable[[str, str], str]) -> Module:
    """A module of this text; ``resolve`` gives the name of one that is imported by an address.

    ValueError where an import or export is of another form.
    """
    imports: list[str] = []

    def bind(match: re.Match[str]) -> str:
        imports.append(resolve(name, match[2]))
        if not match[1]:
            return ""
        return f"const {{ {match[1].replace(' as ', ': ')} }} = modules[{json.dumps(imports[-1])}];\n"

    exports = [match[1] for match in _EXPORT.finditer(text)]
    for match in _EXPORT_LIST.finditer(text):
        exports += match[1].split(", ")
    code = _CAST.sub("", _COMMENT.sub("", text))
    body = _EXPORT_LIST.sub("", _EXPORT.sub("", _IMPORT.sub(bind, code)))
    if other := re.search(r"^(?:import|export)\b.*", body, re.MULTILINE):
        raise ValueError(f"{name} cannot be bundled: {other[0]!r} is not of the form that is expected")
    return Module(name, body, tuple(exports), tuple(imports))


def ordered(entry: str, read: Callable[[str], Module]) -> list[Module]:
    """A module and all that it imports, each after those that it needs; ValueError for a circle."""
    done: dict[str, Module] = {}

    def add(name: str, importing: tuple[str, ...]) -> None:
        if name in importing:
            raise ValueError(f"{' imports '.join((*importing, name))}")
        if name in done:
            return
        module = read(name)
        for other in module.imports:
            add(other, (*importing, name))
        done[name] = module

    add(entry, ())
    return [*done.values()]


def used_messages(text: str, messages: Mapping[str, Any]) -> dict[str, Any]:
    """The messages that modules may ask for: of sections that they name, or by a last word that they name."""
    sections, words = set(_SECTION.findall(text)), set(_LAST_WORD.findall(text))
    return {
        key: message
        for key, message in messages.items()
        if key.partition(".")[0] in sections or key.partition(".")[2] in words
    }


def in_one(modules: Iterable[Module]) -> str:
    """The text of one module: all but the last one as functions, and it as one that may wait.

    Each has a scope of its own: what one declares may be a global name in another.
    """
    *others, entry = modules
    functions = "".join(module.as_function() for module in others)
    return f"const modules = {{}};\n{functions}await (async () => {{\n{entry.body}}})();\n"
