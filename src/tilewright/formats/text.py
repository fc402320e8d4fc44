"""Text as it is read: pages of characters with line and column, and lists of whole numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NoReturn

from tilewright.errors import FormatError
from tilewright.model.file_layout import Comment
from tilewright.wording import quoted

TAB = 8  # a tab counts as blanks up to the next multiple of this
MAX_LINES = 1_000_000
MAX_WIDTH = 1_000_000


def count_lines(text: str) -> int:
    """How many lines a text has; CR LF and a lone CR also end a line."""
    return text.count("\n") + text.count("\r") - text.count("\r\n") + 1


def lines_of(text: str) -> list[str]:
    """The lines of a page: CR LF and lone CR end a line too, tabs are blanks, no blanks at the end.

    FormatError, with line and column counted in the text after tabs became blanks, for a page that is
    too long or too wide, and for invisible or combining characters.
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


def is_drawable(character: str) -> bool:
    """Whether a single character can stand for a cell on a page: visible, and not a blank."""
    return len(character) == 1 and _drawable(character) and not character.isspace()


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers; CR LF and a lone CR also end a line."""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if line.strip():
            yield number, line


_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

MIN_LIST_LENGTH = 6  # fewer numbers are not taken for a list


def words_of_numbers(text: str) -> Iterator[str] | None:
    """The words of a text, one by one, when it has no other characters than whole numbers have."""
    if not text or text.isspace() or re.search(r"[^\s0-9+-]", text):
        return None
    return (match[0] for match in re.finditer(r"\S+", text))


def is_counted(text: str, take: Callable[[Callable[[], int]], bool]) -> bool:
    """Whether a text is whole numbers, just as many as ``take(number)`` takes; False refuses their counts."""
    words = words_of_numbers(without_comments(text))
    if words is None:
        return False
    try:
        return take(lambda: int(next(words))) and next(words, None) is None
    except (StopIteration, ValueError):  # int() refuses numbers of thousands of digits
        return False


def is_number_list(text: str) -> bool:
    """Whether a text is a list of numbers rather than a drawing in digits: no number exceeds their count.

    Such a list, if it is not a whole DPF file, has most likely lost a number and must not be solved as a
    drawing.
    """
    words = words_of_numbers(without_comments(text))
    if words is None:
        return False
    count = largest = 0
    for word in words:
        if not re.fullmatch(r"-?(0|[1-9][0-9]{0,8})", word):
            return False
        count += 1
        largest = max(largest, abs(int(word)))
    return largest <= count >= MIN_LIST_LENGTH


_COMMENT = re.compile(r"//[^\r\n]*")


def without_comments(text: str) -> str:
    """The text with blanks in place of what follows ``//`` on each line."""
    return _COMMENT.sub(lambda match: " " * len(match[0]), text)


def comments_of(text: str) -> tuple[Comment, ...]:
    """The comments of a text of numbers, each from ``//`` to the end of its line."""
    comments = []
    numbers = end = 0
    for match in _COMMENT.finditer(text):
        before = text[end : match.start()]
        numbers += len(before.split())
        own_line = not re.split(r"[\r\n]", before)[-1].strip()
        comments.append(Comment(match[0].rstrip(), numbers, own_line))
        end = match.end()
    return tuple(comments)


def refuse_comments(text: str) -> None:
    """FormatError with line and column for the first comment in a text of numbers."""
    match = _COMMENT.search(text)
    if match is not None:
        numbers = Numbers(text)
        line, column = numbers.place(match.start())
        raise FormatError("a comment is here; expected whole numbers only", line=line, column=column)


class Numbers:
    """The numbers of a text, taken from its start; every fault is a FormatError with line and column.

    What follows ``//`` on a line is a comment.
    """

    def __init__(self, text: str) -> None:
        self.comments = comments_of(text)
        self.count = 0  # how many were taken
        self._text = without_comments(text)
        self._words = re.finditer(r"\S+", self._text)
        self._at = 0  # where the latest number starts

    def take(self, what: str, least: int, most: int) -> int:
        """The next number; ``what`` says in a fault what it is, and the bounds what it may be."""
        word = next(self._words, None)
        if word is None:
            self._at = len(self._text.rstrip())
            self.fault(f"the text ends here; expected {what}")
        self._at = word.start()
        if not _NUMBER.fullmatch(word[0]):
            self.fault(
                f"{quoted(word[0])} is here; expected {what}, a whole number from {least:,} to {most:,}"
            )
        self.count += 1
        number = int(word[0])
        if not least <= number <= most:
            self.fault(f"{number} is here; expected {what}, a whole number from {least:,} to {most:,}")
        return number

    def end(self) -> None:
        """See that no number is left."""
        word = next(self._words, None)
        if word is not None:
            self._at = word.start()
            self.fault(f"{quoted(word[0])} follows the last piece; expected the end of the text")

    def fault(self, message: str) -> NoReturn:
        """FormatError at the number that was taken last."""
        line, column = self.place()
        raise FormatError(message, line=line, column=column)

    def place(self, at: int = -1) -> tuple[int, int]:
        """The line and the column of a character, by default of the number that was taken last."""
        before = self._text[: self._at if at < 0 else at].replace("\r\n", "\n")
        return before.count("\n") + 1, len(before) - before.rfind("\n")
