"""Knuth's text for exact cover programs: items, colours, multiplicities and costs (TAOCP 4B, 7.2.2.1)."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.formats.ascii_tiles import is_drawing
from tilewright.formats.item_syntax import (
    BAR,
    has_primary,
    item_words,
    option_words,
    read_items,
    read_option,
)
from tilewright.formats.to_exact_cover import (
    MAX_OPTIONS,
    MAX_USES,
    ExactCoverForm,
    cached_for_latest_puzzle,
    exact_cover_form,
    refuse_many_lines,
    refuse_motions,
    to_exact_cover_puzzle,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Solution

_COMMENT = re.compile(r"\s*\|[ \t]+[^\W\d_]+[ \t]+[^\W\d_]+")
"""A first line that is a comment in DLX, and hardly a drawing: two words of letters behind a bar."""

MAX_WARNINGS = 5  # how many options without a primary item are named one by one


def looks_like(text: str) -> bool:
    """Whether a text reads as items and options of these items, or starts with a comment of several words.

    FormatError when it could as well be a drawing: without any ``|`` and ``:`` the two can be the same text.
    """
    if _COMMENT.match(text):
        return True
    # A text of one character is a drawing; if it is wrong, the error should be that of a drawing.
    if not _is_whole(text) or len(set("".join(text.split()))) == 1:
        return False
    if BAR in text or ":" in text or not is_drawing(text):
        return True
    raise FormatError("this text may be ASCII tiles or DLX; choose one with --from ascii or --from dlx")


def _is_whole(text: str) -> bool:
    """Whether every line is as it must be, at least one of them an option; no objects are made."""
    known: set[str] = set()
    options = 0
    for _, line in _lines(text):
        words = line.split()
        if not known:
            known = {word.rpartition(BAR)[2] for word in words if word != BAR}
            if len(known) + words.count(BAR) != len(words) or words.count(BAR) > 1:
                return False
            continue
        names = [word.partition(":")[0] for word in words if not word.startswith(BAR)]
        if len(set(names)) != len(names) or not known.issuperset(names):
            return False
        options += 1
    return options > 0


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are no comments, with their numbers."""
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith(BAR):
            yield number, line


def loads(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text; options without a primary item are ignored with a FormatWarning.

    FormatError with line and column for invalid or too many items and options, and for an empty text.
    UnsupportedError for motions.
    """
    refuse_motions("DLX", motions)
    refuse_many_lines(text)
    items: dict[str, Item] = {}
    options: list[Option] = []
    passed: list[int] = []
    uses = 0
    for number, line in _lines(text):
        if not items:
            items = {item.name: item for item in read_items(line, number)}
            continue
        option = read_option(line, items, number)
        if not has_primary(option, items):
            passed.append(number)
            continue
        uses += len(option.uses)
        if uses > MAX_USES or len(options) == MAX_OPTIONS:
            raise FormatError(
                f"the options up to here use items {uses:,} times; at most {MAX_USES:,} uses and "
                f"{MAX_OPTIONS:,} options are accepted",
                line=number,
            )
        options.append(option)
    if not items:
        raise FormatError("there are no items; expected a line that names them")
    _warn(passed)
    try:
        return ExactCoverPuzzle(tuple(items.values()), tuple(options))
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def _warn(passed: list[int]) -> None:
    messages = [
        f"line {number}: the option has no primary item, so it is ignored" for number in passed[:MAX_WARNINGS]
    ]
    if passed[MAX_WARNINGS:]:
        messages.append(f"{len(passed) - MAX_WARNINGS:,} more options have no primary item and are ignored")
    for sentence in messages:
        warnings.warn(sentence, FormatWarning, stacklevel=3)


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as text; title and source are comments, names of options are left out.

    A puzzle with cells becomes items and options first (``to_exact_cover_puzzle``).
    """
    held = to_exact_cover_puzzle(puzzle)
    if not any(item.primary for item in held.items):
        raise UnsupportedError("DLX names a primary item first, and this puzzle has none")
    lines = [f"{BAR} {line}" for line in _comments(held)]
    lines.append(" ".join(item_words(held.items)))
    lines += [" ".join(option_words(option)) for option in held.options]
    return "\n".join(lines) + "\n"


def _comments(puzzle: ExactCoverPuzzle) -> list[str]:
    """Title and source, each on one line whatever is in it."""
    return [" ".join(part.split()) for part in (puzzle.title, puzzle.source) if part.split()]


def solution_text(puzzle: AnyPuzzle, solution: Solution, number: int) -> str:
    """A solution as Knuth's programs print it: its number, then an option a line, in the file's order.

    ``(2 of 5)`` says that the option is the second of the five that have its first item.
    """
    held, places = _prepared(puzzle)
    lines = [f"{number}:"]
    for option in held.options(solution):
        place, among = places[option]
        words = " ".join(w for w in option_words(held.puzzle.options[option]) if not w.startswith(BAR))
        lines.append(f" {words} ({place} of {among})")
    return "\n".join(lines) + "\n"


@cached_for_latest_puzzle
def _prepared(puzzle: AnyPuzzle) -> tuple[ExactCoverForm, list[tuple[int, int]]]:
    """The puzzle as items, and for each option its place among those of its first item, and their number."""
    held = exact_cover_form(puzzle)
    tally: dict[str, int] = {}
    places: list[int] = []
    for option in held.puzzle.options:
        for name, _ in option.uses:
            tally[name] = tally.get(name, 0) + 1
        places.append(tally[option.uses[0][0]])
    return held, [
        (place, tally[option.uses[0][0]]) for place, option in zip(places, held.puzzle.options, strict=True)
    ]
