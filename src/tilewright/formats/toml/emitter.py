"""Plain data as TOML text, laid out to be read: tables apart, long arrays and texts on several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

LINE_WIDTH = 98  # arrays are written on lines about this wide
INLINE = "legend"  # the table whose own tables are written on one line

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def toml_text(data: Mapping[str, Any]) -> str:
    """The TOML text (version 1.0) of tables, lists, texts, integers and booleans.

    A printable text that ends with a line feed is written on lines of its own.
    """
    return "\n\n".join("\n".join(block) for block in _blocks("", data)) + "\n"


def _blocks(name: str, table: Mapping[str, Any], header: str = "") -> Iterator[list[str]]:
    """The blocks of lines of a table and of the tables in it."""
    lines = [header] if header else []
    inner: list[tuple[str, Any]] = []
    for key, value in table.items():
        if name.split(".")[-1] != INLINE and (isinstance(value, dict) or _is_tables(value)):
            inner.append((f"{name}.{bare_or_quoted(key)}" if name else bare_or_quoted(key), value))
        else:
            lines += _pair(bare_or_quoted(key), value)
    if lines:
        yield lines
    for path, value in inner:
        if isinstance(value, dict):
            yield from _blocks(path, value, f"[{path}]")
        else:
            for entry in value:
                yield from _blocks(path, entry, f"[[{path}]]")


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _pair(key: str, value: Any) -> list[str]:
    if isinstance(value, str) and value.endswith("\n"):
        lines = value.split("\n")[:-1]
        if all(line.isprintable() for line in lines):
            return _multi_line(key, lines)
    if isinstance(value, list):
        return _array(key, list(map(_inline, value)))
    return [f"{key} = {_inline(value)}"]


def _inline(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{bare_or_quoted(key)} = {_inline(text)}" for key, text in value.items()) + " }"
        )
    return str(value)


def _array(key: str, items: list[str]) -> list[str]:
    """An array on one line, or with several elements a line where it is long."""
    short = f"{key} = [{', '.join(items)}]"
    if len(short) <= LINE_WIDTH:
        return [short]
    lines = [f"{key} = ["]
    line = "   "
    for item in items:
        if len(line) + len(item) > LINE_WIDTH:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return [*lines, line, "]"]


def quoted(text: str) -> str:
    """A TOML basic string."""
    return f'"{_escaped(text)}"'


def bare_or_quoted(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def _multi_line(key: str, lines: list[str]) -> list[str]:
    """The lines of a key whose value is a text of several lines; escapes only where nothing else will do."""
    text = "\n".join(lines)
    if "\\" not in text and '"""' not in text:
        return [f'{key} = """', *lines, '"""']
    if "'''" not in text:
        return [f"{key} = '''", *lines, "'''"]
    return [f'{key} = """', *map(_escaped, lines), '"""']


def _escaped(text: str) -> str:
    return "".join(
        _ESCAPES.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 32 or ord(c) == 127 else c) for c in text
    )
