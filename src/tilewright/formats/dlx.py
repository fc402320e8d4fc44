"""Knuth's text for exact cover programs: items, colours, multiplicities and costs (TAOCP 4B, 7.2.2.1)."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator

from tilewright.errors import FormatError, FormatWarning, UnsupportedError
from tilewright.formats.ascii_tiles import is_drawing
from tilewright.formats.item_syntax import BAR, has_primary, item_words, option_words, read_items, read_option
from tilewright.formats.text import numbered_lines
from tilewright.formats.to_exact_cover import (
    ExactCoverForm,
    cached_for_latest_puzzle,
    checked_puzzle,
    exact_cover_form,
    refuse_excess,
    refuse_many_lines,
    refuse_motions,
    to_exact_cover_puzzle,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.goal import FILL, goal_text
from tilewright.model.puzzle import Solution

_COMMENT = re.compile(r"\s*\|[ \t]+[^\W\d_]+[ \t]+[^\W\d_]+")
"""A first line that is a comment in DLX, and hardly a drawing: two words of letters behind a bar."""

MIN_OPTIONS = 2  # of a text that is taken for DLX; two equal lines may be anything
MAX_WARNINGS = 5  # how many options without a primary item are named one by one


def looks_like(text: str) -> bool:
    """Whether a text reads as items and options of these items, or starts with a comment of several words.

    FormatError when it could as well be a drawing: without any ``|`` and ``:`` the two can be the same text.
    """
    if _COMMENT.match(text):
        return True
    # A text of one character is a drawing; if it is wrong, the error should be that of a drawing.
    options = _count_options(text)
    if not options or len(set("".join(text.split()))) == 1:
        return False
    if BAR in text or ":" in text:
        return True
    if is_drawing(text):
        raise FormatError("this text may be ascii or dlx; choose a format", parameter="format")
    return options >= MIN_OPTIONS


def _count_options(text: str) -> int:
    """The number of options if every line is as it must be, else 0; no objects are made."""
    known: set[str] = set()
    options = 0
    for _, line in _lines(text):
        words = line.split()
        if not known:
            known = {word.rpartition(BAR)[2] for word in words if word != BAR}
            if len(known) + words.count(BAR) != len(words) or words.count(BAR) > 1:
                return 0
            continue
        names = [word.partition(":")[0] for word in words if not word.startswith(BAR)]
        if len(set(names)) != len(names) or not known.issuperset(names):
            return 0
        options += 1
    return options


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are no comments, with their numbers."""
    return ((number, line) for number, line in numbered_lines(text) if not line.lstrip().startswith(BAR))


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
        options.append(option)
        refuse_excess(number, len(options), uses)
    if not items:
        raise FormatError("there are no items; expected a line that names them")
    _warn(passed)
    return checked_puzzle(items.values(), options)


def _warn(passed: list[int]) -> None:
    for number in passed[:MAX_WARNINGS]:
        message = f"line {number}: the option has no primary item, so it is ignored"
        warnings.warn(message, FormatWarning, stacklevel=3)
    if passed[MAX_WARNINGS:]:
        message = f"{len(passed) - MAX_WARNINGS:,} more options have no primary item and are ignored"
        warnings.warn(message, FormatWarning, stacklevel=3)


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle, its cells as items, as text; title, source and goal are comments.

    The names of options are left out.
    """
    problem = to_exact_cover_puzzle(puzzle)
    if not any(item.primary for item in problem.items):
        raise UnsupportedError("DLX names a primary item first, and this puzzle has none")
    goal = "" if problem.goal == FILL else f"goal: {goal_text(problem.goal)}"
    heads = [" ".join(text.split()) for text in (problem.title, problem.source, goal)]
    lines = [f"{BAR} {head}" for head in heads if head]
    lines.append(" ".join(item_words(problem.items)))
    lines += [" ".join(option_words(option)) for option in problem.options]
    return "\n".join(lines) + "\n"


def solution_text(puzzle: AnyPuzzle, solution: Solution, number: int) -> str:
    """A solution as Knuth's programs print it: its number, then an option a line, in the file's order.

    ``(2 of 5)`` says that the option is the second of the five that have its first item.
    """
    form, places = _prepared(puzzle)
    lines = [f"{number}:"]
    for option in form.options(solution):
        place, among = places[option]
        words = " ".join(w for w in option_words(form.puzzle.options[option]) if not w.startswith(BAR))
        lines.append(f" {words} ({place} of {among})")
    return "\n".join(lines) + "\n"


@cached_for_latest_puzzle
def _prepared(puzzle: AnyPuzzle) -> tuple[ExactCoverForm, list[tuple[int, int]]]:
    """The puzzle as items, and for each option its place among those of its first item, and their number."""
    form = exact_cover_form(puzzle)
    tally: Counter[str] = Counter()
    places: list[int] = []
    firsts = [option.uses[0][0] for option in form.puzzle.options]
    for option, first in zip(form.puzzle.options, firsts, strict=True):
        tally.update(name for name, _ in option.uses)
        places.append(tally[first])
    return form, [(place, tally[first]) for place, first in zip(places, firsts, strict=True)]
