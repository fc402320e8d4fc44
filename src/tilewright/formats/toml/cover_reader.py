"""Reading items and options in Tilewright's own puzzle file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from tilewright.errors import FormatError
from tilewright.formats.item_syntax import has_primary, read_items, read_option
from tilewright.formats.to_exact_cover import MAX_OPTIONS, MAX_USES, refuse_motions
from tilewright.formats.toml.fields import COVER, COVER_PUZZLE
from tilewright.formats.toml.layout import read_layout
from tilewright.formats.toml.positions import KeyPath
from tilewright.formats.toml.values import Values, expected_counts
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.goal import GOALS
from tilewright.wording import quoted

_NAME = r"(?:(?<=\s)|^)\|(?=\s|$)"


def read_cover(values: Values, motions: str) -> ExactCoverPuzzle:
    """The puzzle in a file that has a table [cover].

    FormatError for all that does not belong there; UnsupportedError for motions.
    """
    refuse_motions("a table [cover]", motions)
    data = values.data
    for key in data:
        if key not in COVER_PUZZLE:
            known = f"known keys of a puzzle of items and options: {', '.join(COVER_PUZZLE)}"
            values.fault((key,), f"{quoted(key)} is not allowed with 'cover'; {known}")
    path: KeyPath = ("cover",)
    table = values.table(path, data["cover"])
    values.check_keys(path, table, COVER)
    if "items" not in table:
        values.fault(path, "there are no items; expected 'items', their names in one text")
    items = values.located((*path, "items"), table["items"], read_items)
    read = partial(_read_options, items={item.name: item for item in items})
    options = values.located((*path, "options"), table.get("options", ""), read)
    title, source = values.text_of((), data, "title"), values.text_of((), data, "source")
    expect = expected_counts(values)
    about = values.text_of((), data, "description").rstrip("\n")
    goal = values.choice((), data, "goal", GOALS)
    layout = read_layout(values)
    return values.guarded(
        path,
        lambda: ExactCoverPuzzle(
            items, options, title, source, expect, description=about, goal=goal, file_layout=layout
        ),
    )


def _read_options(text: str, items: Mapping[str, Item]) -> tuple[Option, ...]:
    """One option a line; empty lines, and lines that begin with a ``|``, say nothing."""
    options: list[Option] = []
    uses = 0
    for number, line in enumerate(text.split("\n"), start=1):
        word = line.strip()
        if word and not word.startswith("|"):
            options.append(_read_line(line, items, number))
            uses += len(options[-1].uses)
            if len(options) > MAX_OPTIONS or uses > MAX_USES:
                here = f"up to here there are {len(options):,} options that use items {uses:,} times"
                most = f"at most {MAX_OPTIONS:,} options and {MAX_USES:,} uses are accepted"
                raise FormatError(f"{here}; {most}", line=number, column=1)
    return tuple(options)


def _read_line(line: str, items: Mapping[str, Item], number: int) -> Option:
    """An option, and its name behind a lone ``|`` where it has one."""
    bar = re.search(_NAME, line)
    option = read_option(line[: bar.start()] if bar else line, items, number)
    if not has_primary(option, items):
        start = len(line) - len(line.lstrip()) + 1
        raise FormatError("the option has no primary item; expected one at least", line=number, column=start)
    if bar is None:
        return option
    name = line[bar.end() :].strip()
    if not name or "|" in name or not name.isprintable():
        expected = "visible characters, no other '|' among them"
        message = f"the name behind the lone '|' is {quoted(name)}; expected {expected}"
        raise FormatError(message, line=number, column=bar.start() + 1)
    return Option(option.uses, name, option.cost)
