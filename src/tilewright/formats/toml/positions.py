"""Line and column of the keys of a TOML text, for errors that are found after parsing."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from tilewright.errors import FormatError

KeyPath = tuple[str | int, ...]  # the way to a value: keys, and indices of arrays and of arrays of tables
MAX_DOTS = 32  # more dots in one key are refused: the standard parser takes quadratic time over them
MAX_VALUES = (
    1_000_000  # commas and equals signs: the standard parser takes 20 microseconds and 500 bytes for each
)

_TRIPLE = (
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5})?'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?"
)
_SINGLE = r""""(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?"""
_KEY_PART = r"""(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|"[^"\n\\]*+"|'[^'\n]*+')"""
# As text: few files need any of them, and to compile them takes longer than to read a small file.
_LONG_KEY = rf"(?P<long>(?:{_KEY_PART}[ \t]*+\.[ \t]*+){{{MAX_DOTS}}})|#[^\n]*+|{_TRIPLE}|{_SINGLE}"
_QUOTED = rf"#[^\n]*+|{_TRIPLE}|{_SINGLE}"
_TOKEN = (
    rf"(?P<text>{_TRIPLE}|{_SINGLE})|(?P<skip>\#[^\n]*+|[ \t\r]++)|(?P<line>\n)|(?P<mark>[\[\]{{}}=,.])"
    r"|(?P<word>[^\s\[\]{}=,.\"'\#]++)"
)


def refuse_many_values(text: str) -> None:
    """FormatError when a text has more than MAX_VALUES values; the text need not be valid."""
    if text.count(",") + text.count("=") <= MAX_VALUES:
        return
    # What is in strings and comments does not count.
    bare = re.sub(_QUOTED, "", text, flags=re.DOTALL)
    if bare.count(",") + bare.count("=") > MAX_VALUES:
        raise FormatError(
            f"the file has more than {MAX_VALUES:,} values; a drawing takes one for a whole board or piece"
        )


def refuse_long_keys(text: str) -> None:
    """FormatError when a key has too many parts; the text need not be valid."""
    if text.count(".") < MAX_DOTS:
        return
    for match in re.finditer(_LONG_KEY, text, re.DOTALL):
        if match["long"] is not None:
            start = match.start()
            raise FormatError(
                f"a key has more than {MAX_DOTS} dots",
                line=text.count("\n", 0, start) + 1,
                column=start - text.rfind("\n", 0, start),
            )


@dataclass(frozen=True)
class Positions:
    """The offset of each key, table header and array element of a TOML text, by its path."""

    text: str
    keys: dict[KeyPath, int]
    values: dict[KeyPath, int]
    starts: tuple[int, ...]  # the offset of each line's first character

    def of(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the nearest thing around this path whose place is known; (0, 0) if none."""
        while path:
            if path in self.keys:
                return self._place(self.keys[path])
            path = path[:-1]
        return 0, 0

    def inside(self, path: KeyPath, line: int, column: int) -> tuple[int, int]:
        """The place of a character within a string, given its place in the string's value.

        That of the key when escapes or line ends make the text differ from the value.
        """
        start = self.values.get(path)
        quotes = re.match(r"\"\"\"|'''|[\"']", self.text[start : start + 3]) if start is not None else None
        if start is None or quotes is None:
            return self.of(path)
        body = start + len(quotes[0])
        text = self.text[body : self.text.find(quotes[0], body)]
        if ("\\" in text and '"' in quotes[0]) or "\r" in text:
            return self.of(path)
        first, offset = self._place(body)
        if text.startswith("\n") and len(quotes[0]) == 3:
            return first + line, column
        return (first, offset - 1 + column) if line == 1 else (first + line - 1, column)

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class _Walk:
    """One pass over the tokens of a valid TOML text."""

    def __init__(self, text: str) -> None:
        self.keys: dict[KeyPath, int] = {}
        self.values: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}
        self.tokens = [
            (match.lastgroup or "", match.group(), match.start())
            for match in re.finditer(_TOKEN, text, re.DOTALL)
            if match.lastgroup != "skip"
        ]
        self.tokens.append(("line", "\n", len(text)))
        self.at = 0

    def run(self) -> None:
        table: KeyPath = ()
        while self.at < len(self.tokens):
            kind, token, start = self.tokens[self.at]
            if kind == "line":
                self.at += 1
            elif token == "[":
                table = self._header(start)
            else:
                self._pair(table, start)

    def _key(self, stop: str) -> list[str]:
        parts = []
        while self.at < len(self.tokens) and self.tokens[self.at][1] != stop:
            kind, token, _ = self.tokens[self.at]
            if kind == "text":
                parts.append(token[1:-1])
            elif kind == "word":
                parts.append(token)
            self.at += 1
        self.at += 1
        return parts

    def _header(self, start: int) -> KeyPath:
        array = self.tokens[self.at + 1][1] == "["
        self.at += 2 if array else 1
        parts = self._key("]")
        self.at += 1 if array else 0
        path: KeyPath = ()
        for number, part in enumerate(parts, start=1):
            path += (part,)
            if array and number == len(parts):
                self.counts[path] = self.counts.get(path, -1) + 1
                self.keys.setdefault(path, start)
            if path in self.counts:
                path += (self.counts[path],)
        self.keys.setdefault(path, start)
        return path

    def _pair(self, table: KeyPath, start: int) -> None:
        path = table + tuple(self._key("="))
        self.keys.setdefault(path, start)
        if self.at < len(self.tokens):
            self.values.setdefault(path, self.tokens[self.at][2])
        depth, index, fresh = 0, 0, False
        while self.at < len(self.tokens):
            kind, token, place = self.tokens[self.at]
            if kind == "line" and depth == 0:
                return
            if fresh and depth == 1 and kind != "line" and token not in ("]", "}", ","):
                self.keys.setdefault((*path, index), place)
                fresh = False
            if token in ("[", "{"):
                depth += 1
                fresh = fresh or (depth == 1 and token == "[")
            elif token in ("]", "}"):
                depth -= 1
            elif token == "," and depth == 1:
                index, fresh = index + 1, True
            self.at += 1


def key_positions(text: str) -> Positions:
    """The places of all keys in a text that is valid TOML."""
    walk = _Walk(text)
    walk.run()
    starts = (0, *(match.end() for match in re.finditer("\n", text)))
    return Positions(text, walk.keys, walk.values, starts)
