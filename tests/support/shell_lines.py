"""Shell lines of the pages: run in order, page by page, in a directory that is empty at first.

Lines of ``sh`` blocks that begin with ``tilewright`` or ``printf`` are run; others (``make``, ``pip``)
are not. A block may be preceded by marks, HTML comments that readers do not see:

``<!-- skip "WORDS": REASON -->``: the lines with these words are not run.
``<!-- add "--nodes 100" to "WORDS" -->``: they are run with these words added.
``<!-- exit 1 for "WORDS" -->``: they end with this exit code, not with 0.

``text`` blocks with a title are files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(
    r"(?P<marks>(?:^<!-- .*? -->\n)*)"
    r"^```(?:text title=\"(?P<title>[^\"]+)\"|(?P<language>sh|shell|bash))\n(?P<body>.*?)^```",
    re.MULTILINE | re.DOTALL,
)
_MARK = re.compile(
    r'<!-- (?:skip "(?P<skip>.+?)": (?P<reason>.+)|add "(?P<add>.+?)" to "(?P<to>.+?)"'
    r'|exit (?P<code>\d) for "(?P<of>.+?)") -->'
)


@dataclass(frozen=True)
class ShellLine:
    """A line as it is run, its number in the page, its exit code, and why it is not run, or ""."""

    number: int
    text: str
    code: int = 0
    skipped: str = ""


@dataclass(frozen=True)
class PageFile:
    """A file that a page shows, with its content."""

    name: str
    content: str


def steps(page: str) -> Iterator[ShellLine | PageFile]:
    """The files and the lines of a page in order; ValueError for a mark that is wrong or for no line."""
    for block in _BLOCK.finditer(page):
        if block["title"]:
            yield PageFile(block["title"], block["body"])
            continue
        marks = [_mark(text) for text in block["marks"].splitlines()]
        used = set()
        first = page.count("\n", 0, block.start("body")) + 1
        for number, line in enumerate(block["body"].splitlines(), start=first):
            if not line.startswith(("tilewright ", "printf ")):
                continue
            text, code, skipped = line.partition("  #")[0].rstrip(), 0, ""
            for mark in marks:
                words = mark["skip"] or mark["to"] or mark["of"]
                if words not in line:
                    continue
                used.add(words)
                skipped = mark["reason"] or skipped
                text += f" {mark['add']}" if mark["add"] else ""
                code = int(mark["code"]) if mark["code"] else code
            yield ShellLine(number, text, code, skipped)
        if unused := {mark["skip"] or mark["to"] or mark["of"] for mark in marks} - used:
            raise ValueError(f"the marks of line {first} name words that no line has: {sorted(unused)}")


def _mark(text: str) -> re.Match[str]:
    match = _MARK.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is no mark of shell lines")
    return match


def environment(folder: Path) -> dict[str, str]:
    """The variables that keep a user's own runs and libraries apart from those of a test."""
    names = ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    return {name: str(folder / "home") for name in names} | {
        "TILEWRIGHT_LIBRARY": str(folder / "library.sqlite"),
    }
