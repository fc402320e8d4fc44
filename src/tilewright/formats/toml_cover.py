"""Puzzles without cells in Tilewright's puzzle file: items and options in Knuth's words, read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats.item_syntax import has_primary, item_words, option_words, read_items, read_option
from tilewright.formats.toml_expect import expect_block, expected_counts
from tilewright.formats.toml_places import Path
from tilewright.formats.toml_text import multi_line, quoted
from tilewright.formats.toml_values import Values
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

T = TypeVar("T")

COVER_TOP_KEYS = ("title", "source", "cover", "expect")
COVER_KEYS = ("items", "options")

MAX_OPTIONS = 1_000_000
MAX_USES = 4_000_000
"""The most options in one file, and how often they may use items altogether."""

LINE_WIDTH = 98
"""Items are written on lines about this wide."""

_NAME = re.compile(r"(?:(?<=\s)|^)\|(?=\s|$)")


def read_cover(values: Values) -> ExactCoverPuzzle:
    """The puzzle in a file that has a table [cover]; FormatError for all that does not belong there."""
    data = values.data
    for key in data:
        if key not in COVER_TOP_KEYS:
            values.fault(
                (key,),
                f"{key!r} is here beside 'cover'; known keys of a puzzle of items and options: "
                f"{', '.join(COVER_TOP_KEYS)}",
            )
    path: Path = ("cover",)
    table = values.table(path, data["cover"])
    values.check_keys(path, table, COVER_KEYS)
    if "items" not in table:
        values.fault(path, "there are no items; expected 'items', their names in one text")
    items = _located(values, (*path, "items"), table["items"], read_items)
    options = _located(
        values,
        (*path, "options"),
        table.get("options", ""),
        lambda text: _read_options(text, {item.name: item for item in items}),
    )
    title = values.string(("title",), data.get("title", ""))
    source = values.string(("source",), data.get("source", ""))
    expect = expected_counts(values)
    return values.guarded(path, lambda: ExactCoverPuzzle(items, options, title, source, expect))


def _located(values: Values, path: Path, value: Any, read: Callable[[str], T]) -> T:
    """What is read from a text; the place of a fault in the text becomes one in the file."""
    text = values.string(path, value)
    try:
        return read(text)
    except FormatError as error:
        line, column = values.places.inside(path, error.line, error.column)
        raise FormatError(error.message, line=line, column=column) from None


def _read_options(text: str, items: Mapping[str, Item]) -> tuple[Option, ...]:
    """One option a line; empty lines, and lines that begin with a ``|``, say nothing."""
    options: list[Option] = []
    uses = 0
    for number, line in enumerate(text.split("\n"), start=1):
        held = line.strip()
        if held and not held.startswith("|"):
            options.append(_read_line(line, items, number))
            uses += len(options[-1].uses)
            if len(options) > MAX_OPTIONS or uses > MAX_USES:
                raise FormatError(
                    f"up to here there are {len(options):,} options that use items {uses:,} times; "
                    f"at most {MAX_OPTIONS:,} options and {MAX_USES:,} uses are accepted",
                    line=number,
                    column=1,
                )
    return tuple(options)


def _read_line(line: str, items: Mapping[str, Item], number: int) -> Option:
    """An option, and its name behind a lone ``|`` where it has one."""
    bar = _NAME.search(line)
    option = read_option(line[: bar.start()] if bar else line, items, number)
    if not has_primary(option, items):
        start = len(line) - len(line.lstrip()) + 1
        raise FormatError("the option has no primary item; expected one at least", line=number, column=start)
    if bar is None:
        return option
    name = line[bar.end() :].strip()
    if not name or "|" in name or not name.isprintable():
        raise FormatError(
            f"the name behind the lone '|' is {name!r}; expected visible characters, no other '|' among them",
            line=number,
            column=bar.start() + 1,
        )
    return Option(option.uses, name, option.cost)


def cover_blocks(puzzle: ExactCoverPuzzle) -> list[list[str]]:
    """The blocks of lines of a puzzle's file; UnsupportedError when there are too many options for one."""
    uses = sum(len(option.uses) for option in puzzle.options)
    if len(puzzle.options) > MAX_OPTIONS or uses > MAX_USES:
        raise UnsupportedError(
            f"there are {len(puzzle.options):,} options that use items {uses:,} times; "
            f"a puzzle file has at most {MAX_OPTIONS:,} options and {MAX_USES:,} uses"
        )
    top = [
        f"{key} = {quoted(text)}"
        for key, text in (("title", puzzle.title), ("source", puzzle.source))
        if text
    ]
    cover = ["[cover]", *_items(item_words(puzzle.items))]
    if puzzle.options:
        cover += multi_line("options", map(_line, puzzle.options))
    return [block for block in (top, cover, *map(expect_block, puzzle.expect)) if block]


def _items(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    if len(lines) == 1 and not set(lines[0]) & {'"', "\\"}:
        return [f"items = {quoted(lines[0])}"]
    return multi_line("items", lines)


def _line(option: Option) -> str:
    words = option_words(option)
    return " ".join([*words, "|", option.name] if option.name else words)
