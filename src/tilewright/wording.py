"""Numbers with their nouns and units, tables, and values of the user in messages, as text."""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Sequence

MAX_QUOTED = 60  # characters of a value in a message
MAX_WORD = 260  # characters of a message without a blank or slash: a file's name has at most 255


def quoted(value: object, most: int = MAX_QUOTED) -> str:
    """A value of the user as messages quote it: as Python writes it, in at most this many characters.

    Control characters, line separators and marks that change the direction of text are escaped. What is cut
    ends in dots, without the bracket that would close it; of a number with very many digits, only how many
    there are is known.
    """
    if isinstance(value, str):
        text = repr(value[: most + 1])
        end = most - 5
        while len(text) > most:
            text = repr(value[:end] + "...")
            end -= 1
        return text
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in _REPR.repr(value))
    return text if len(text) <= most else text[: most - 3] + "..."


def escaped(text: str) -> str:
    """A text with what does not print escaped, line breaks excepted."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def plain(words: str) -> str:
    """The text with all that does not print (escape sequences, lone surrogates) made ``?``."""
    return "".join(c if c == " " or c.isprintable() else " " if c in "\t\n\r" else "?" for c in words)


def visible(text: str) -> str:
    """A message with what does not print escaped, and long words cut in the middle.

    Paths of existing files stay whole: what is between two slashes counts as a word.
    """
    text = escaped(text)
    if len(text) <= MAX_WORD:
        return text
    return _LONG_WORD.sub(lambda word: word[0][: MAX_WORD // 2 - 3] + "..." + word[0][-MAX_WORD // 2 :], text)


_LONG_WORD = re.compile(rf"[^\s/]{{{MAX_WORD + 1},}}")


class _BoundedRepr(reprlib.Repr):
    """The beginning of what ``repr`` gives, without making the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdict = MAX_QUOTED
        self.maxother = 2 * MAX_QUOTED

    def repr_str(self, text: str, level: int) -> str:
        return repr(text) if len(text) <= MAX_QUOTED else repr(text[:MAX_QUOTED])[:-1] + "..."

    def repr_int(self, number: int, level: int) -> str:
        try:
            return repr(number)
        except ValueError:  # Python writes no number of so many digits
            return f"a number of about {round(number.bit_length() * 0.30103):,} digits"


_REPR = _BoundedRepr()


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 solution, 9,356 solutions."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def span(seconds: float) -> str:
    """A time to three figures or whole units: 0.12 s, 8.31 s, 1 min 30 s, 2 h 5 min, 3 days."""
    if not math.isfinite(seconds):
        return "forever"
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    days = seconds / 86400
    if days < 1000:
        return f"{days:.0f} days"
    years = days / 365.25
    return f"{years:,.0f} years" if years < 1e6 else "over a million years"


def short_number(number: float) -> str:
    """A number of steps that is an estimate: 950, 12,300, 4.6e6."""
    return f"{number:,.0f}" if number < 1e6 else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")


def short(number: float) -> str:
    """A number to three figures with an SI prefix: 950, 12.3k, 4.56M, 1.2e+15, over 1e+308."""
    if math.isinf(number):
        return "over 1e+308"
    if number >= 1e15:
        return f"{number:.1e}"
    for letter, scale in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.0f}"


def percent(share: float) -> str:
    """A share from 0 to 1 as a percentage; 0% and 100% only for exactly 0 and 1."""
    if 0 < share < 0.0001:
        return "less than 0.01%"
    if 0.9999 < share < 1:
        return "over 99.99%"
    return f"{100 * share:.2f}".rstrip("0").rstrip(".") + "%"


def memory_text(number: float) -> str:
    """A number of bytes with its unit: 640 KB, 2.1 GB, over a million TB."""
    if number >= 1e18:
        return "over a million TB"
    for unit, word in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if number >= unit:
            return f"{number / unit:,.{1 if number < 10 * unit else 0}f} {word}"
    return f"{number / 1e3:.0f} KB"


def aligned(rows: Sequence[Sequence[str]], sides: str = "<", gap: str = "  ") -> list[str]:
    """Rows as lines of columns, each aligned to the left (``<``) or right (``>``) as ``sides`` says.

    The last of the sides holds for all further columns.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    columns = list(zip(sides.ljust(len(widths), sides[-1]), widths, strict=True))
    return [
        gap.join(f"{cell:{side}{width}}" for cell, (side, width) in zip(row, columns, strict=True)).rstrip()
        for row in rows
    ]


def markdown_table(rows: Sequence[Sequence[str]], marks: Sequence[str] = ()) -> list[str]:
    """A table in Markdown as lines; the first row has the headings. ``marks`` align the columns."""
    return [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        for row in (rows[0], marks or ["---"] * len(rows[0]), *rows[1:])
    ]
