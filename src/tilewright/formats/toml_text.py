"""Text and keys as TOML writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def quoted(text: str) -> str:
    """A TOML basic string."""
    return f'"{_escaped(text)}"'


def bare_or_quoted(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def multi_line(key: str, lines: Iterable[str]) -> list[str]:
    """The lines of a key whose value is a text of several lines; escapes only where nothing else will do."""
    held = list(lines)
    text = "\n".join(held)
    if "\\" not in text and '"""' not in text:
        return [f'{key} = """', *held, '"""']
    if "'''" not in text:
        return [f"{key} = '''", *held, "'''"]
    return [f'{key} = """', *map(_escaped, held), '"""']


def _escaped(text: str) -> str:
    return "".join(
        _ESCAPES.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 32 or ord(c) == 127 else c) for c in text
    )
