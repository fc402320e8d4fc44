"""A page of text on which cells are drawn: lines, tabs and blanks, and which characters may be drawn."""

from __future__ import annotations

import unicodedata

from tilewright.errors import FormatError

TAB = 8
"""A tab counts as blanks up to the next multiple of this."""

MAX_LINES = 1_000_000
MAX_WIDTH = 1_000_000


def count_lines(text: str) -> int:
    """How many lines a text has; CR LF and a lone CR also end a line."""
    return text.count("\n") + text.count("\r") - text.count("\r\n") + 1


def lines_of(text: str) -> list[str]:
    """The lines of a page: CR LF and lone CR end a line too, tabs are blanks, no blanks at the end.

    FormatError, with line and column counted in the text after tabs became blanks, for a page that is
    absurdly long or wide and for characters that nobody can see or that need another to stand on.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    height = text.count("\n") + 1
    if height > MAX_LINES:
        raise FormatError(f"the page has {height:,} lines; at most {MAX_LINES:,} are accepted")
    hidden = {character for character in set(text) if character not in "\n\t" and not _drawable(character)}
    lines = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if len(line) + (TAB - 1) * line.count("\t") > MAX_WIDTH:
            raise FormatError(f"the line is wider than {MAX_WIDTH:,} columns", line=number)
        line = line.expandtabs(TAB)
        for column, character in enumerate(raw.expandtabs(TAB) if hidden else "", start=1):
            if character in hidden:
                raise FormatError(
                    f"the character U+{ord(character):04X} cannot be drawn; expected visible characters, "
                    "blanks and tabs",
                    line=number,
                    column=column,
                )
        lines.append(line)
    return lines


def _drawable(character: str) -> bool:
    category = unicodedata.category(character)
    return category == "Zs" or (character.isprintable() and category[0] != "M")


def is_mark(character: str) -> bool:
    """Whether a single character can stand for a cell on a page: visible, and not a blank."""
    return len(character) == 1 and _drawable(character) and not character.isspace()
