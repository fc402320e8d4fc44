"""A text of whole numbers between blanks, read one by one, with the place of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from tilewright.errors import FormatError

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

MIN_LIST_LENGTH = 6
"""Fewer numbers are not taken for a list."""


def words_of_numbers(text: str) -> Iterator[str] | None:
    """The words of a text, one by one, when it has no other characters than whole numbers have."""
    if not text or text.isspace() or re.search(r"[^\s0-9+-]", text):
        return None
    return (match[0] for match in re.finditer(r"\S+", text))


def is_number_list(text: str) -> bool:
    """Whether a text is a list of numbers rather than a drawing in digits: no number exceeds their count.

    Such a list, if it is not a whole DPF file, has most likely lost a number and must not be solved as a
    drawing.
    """
    words = words_of_numbers(text)
    if words is None:
        return False
    count = largest = 0
    for word in words:
        if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", word):
            return False
        count += 1
        largest = max(largest, abs(int(word)))
    return largest <= count >= MIN_LIST_LENGTH


class Numbers:
    """The numbers of a text, taken from its start; every fault is a FormatError with line and column."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = re.finditer(r"\S+", text)
        self._at = 0  # where the latest number starts

    def take(self, what: str, least: int, most: int) -> int:
        """The next number; ``what`` says in a fault what it is, and the bounds what it may be."""
        word = next(self._words, None)
        if word is None:
            self._at = len(self._text.rstrip())
            self.fault(f"the text ends here; expected {what}")
        self._at = word.start()
        if not _NUMBER.fullmatch(word[0]):
            shown = word[0] if len(word[0]) <= 40 else word[0][:37] + "..."
            self.fault(f"{shown!r} is here; expected {what}, a whole number from {least:,} to {most:,}")
        number = int(word[0])
        if not least <= number <= most:
            self.fault(f"{number} is here; expected {what}, a whole number from {least:,} to {most:,}")
        return number

    def end(self) -> None:
        """See that no number is left."""
        word = next(self._words, None)
        if word is not None:
            self._at = word.start()
            self.fault(f"{word[0][:40]!r} follows the last piece; expected the end of the text")

    def fault(self, message: str) -> NoReturn:
        """FormatError at the number that was taken last."""
        before = self._text[: self._at].replace("\r\n", "\n")
        raise FormatError(message, line=before.count("\n") + 1, column=len(before) - before.rfind("\n"))

    def place(self) -> str:
        """The line and the column of the number that was taken last."""
        before = self._text[: self._at].replace("\r\n", "\n")
        return f"line {before.count(chr(10)) + 1}, column {len(before) - before.rfind(chr(10))}"
