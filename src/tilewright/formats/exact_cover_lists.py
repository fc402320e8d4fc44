"""Exact cover as lists of items numbered from 1, and as a matrix of 0 and 1.

The lists, ``p ec N`` with lines ``s i j ...`` and counted ones, are the formats of the programs DXZ and DXD
(Nishino, Yasuda, Minato and Nagata, Dancing with decision diagrams, AAAI 2017) and of the exact cover sets
that are compared with them. Equal lines are different options.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import NoReturn

from tilewright.errors import FormatError
from tilewright.formats.exact_cover_text import expressible, solution_text
from tilewright.formats.text import numbered_lines
from tilewright.formats.to_exact_cover import (
    checked_puzzle,
    refuse_excess,
    refuse_many_lines,
    refuse_motions,
)
from tilewright.model.exact_cover_puzzle import MAX_ITEMS, AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.wording import quoted

_WORD = re.compile(r"\S+")
MOST_COORDINATES = 3
_ENTRY = re.compile(r"[^\s,;]+")
_NUMBER = re.compile(r"[0-9]{1,9}")


def loads_sets(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text with a line ``p ec N`` and a line ``s i j ...`` for each option; ``c`` comments.

    Items are named by their numbers, 1 to N. FormatError with line and column for anything else.
    """
    refuse_motions("EC-sets", motions)
    refuse_many_lines(text)
    items = 0
    options: list[tuple[int, ...]] = []
    total = 0
    for number, line in numbered_lines(text):
        words = list(_WORD.finditer(line))
        kind = words[0][0]
        if kind == "c":
            continue
        if kind == "p" and not items:
            if len(words) != 3 or words[1][0] != "ec":
                _fault(
                    f"{quoted(line.strip())} is here; expected 'p ec' and the number of items",
                    number,
                    words[0],
                )
            items = _number(words[2], number, "the number of items", 1, MAX_ITEMS)
        elif kind == "s" and items:
            options.append(_items(words[1:], number, items, words[0]))
            total += len(options[-1])
            refuse_excess(number, len(options), total)
        else:
            expected = "'s' and an option's items" if items else "'p ec' and the number of items"
            _fault(f"{quoted(kind)} is here; expected {expected}", number, words[0])
    return _puzzle(items, options, "a line 'p ec N' and lines such as 's 1 2'")


def loads_counted(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text of numbers: ``items options``, then ``k i1 ... ik`` for each option.

    Items are named by their numbers, from 1. FormatError with line and column for anything else.
    """
    refuse_motions("EC-counted", motions)
    refuse_many_lines(text)
    items = expected = total = 0
    options: list[tuple[int, ...]] = []
    number = 0
    for number, line in numbered_lines(text):
        words = list(_WORD.finditer(line))
        if not items:
            if len(words) != 2:
                _fault(
                    f"the first line has {len(words)} words; expected the items and the options",
                    number,
                    words[0],
                )
            items = _number(words[0], number, "the number of items", 1, MAX_ITEMS)
            expected = _number(words[1], number, "the number of options", 0, 10**9)
            continue
        if len(options) == expected:
            _fault(f"another option is here; the first line promises {expected:,}", number, words[0])
        size = _number(words[0], number, "the number of items of an option", 1, items)
        if size != len(words) - 1:
            _fault(f"the option has {len(words) - 1} items; its line promises {size}", number, words[0])
        options.append(_items(words[1:], number, items, words[0]))
        total += size
        refuse_excess(number, len(options), total)
    if len(options) < expected:
        message = f"the text ends after {len(options):,} options; the first line promises {expected:,}"
        raise FormatError(message, line=number)
    return _puzzle(items, options, "a line with the numbers of items and options, and the options")


def loads_matrix(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a matrix of 0 and 1: a row for each option, a column for each item.

    Numbers are separated by commas, semicolons, tabs or blanks. A first row of other words names the items;
    without one they are named by their numbers, from 1. FormatError with line and column for anything else.
    """
    refuse_motions("EC-matrix", motions)
    refuse_many_lines(text)
    names: list[str] = []
    options: list[tuple[int, ...]] = []
    total = 0
    for number, line in numbered_lines(text):
        words = list(_ENTRY.finditer(line))
        if not words:
            raise FormatError("the row has no entry; expected 0 and 1", line=number)
        if not names:
            if len(words) > MAX_ITEMS:
                raise FormatError(
                    f"the matrix has {len(words):,} columns; at most {MAX_ITEMS:,} are accepted"
                )
            header = any(word[0] not in ("0", "1") for word in words)
            names = [word[0] if header else str(column) for column, word in enumerate(words, start=1)]
            if header:
                continue
        if len(words) != len(names):
            where = words[min(len(words), len(names)) - 1]
            _fault(f"the row has {len(words):,} entries; expected {len(names):,}", number, where)
        for word in words:
            if word[0] not in ("0", "1"):
                _fault(f"{quoted(word[0])} is here; expected 0 or 1", number, word)
        options.append(tuple(column for column, word in enumerate(words, start=1) if word[0] == "1"))
        if not options[-1]:
            _fault("the row has no 1; expected an option with at least one item", number, words[0])
        total += len(options[-1])
        refuse_excess(number, len(options), total)
    return _puzzle(len(names), options, "rows of 0 and 1", names)


def looks_like_matrix(text: str) -> bool:
    """Whether a text has rows of equal length with nothing but 0 and 1, too long for coordinates."""
    rows = [_ENTRY.findall(line) for _, line in numbered_lines(text)]
    return (
        len(rows) > 1
        and len(rows[0]) > MOST_COORDINATES
        and all(len(row) == len(rows[0]) and set(row) <= {"0", "1"} for row in rows)
    )


def dumps_matrix(puzzle: AnyPuzzle) -> str:
    """The puzzle as rows of 0 and 1 with commas; names are left out. UnsupportedError as for EC."""
    items, options = _numbered(puzzle)
    rows = (
        ",".join("1" if item in numbers else "0" for item in range(1, items + 1))
        for numbers in map(set, options)
    )
    return "\n".join(rows) + "\n"


def _items(words: list[re.Match[str]], line: int, most: int, first: re.Match[str]) -> tuple[int, ...]:
    """The items of an option, sorted."""
    items = [_number(word, line, "an item", 1, most) for word in words]
    if not items:
        _fault("the option has no item; expected at least one", line, first)
    if len(set(items)) < len(items):
        twice = next(word for k, word in enumerate(words) if items[k] in items[:k])
        _fault(f"the item {twice[0]} is in this option for the second time", line, twice)
    return tuple(sorted(items))


def _number(word: re.Match[str], line: int, what: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(word[0]) or not least <= int(word[0]) <= most:
        _fault(f"{quoted(word[0])} is here; expected {what}, from {least:,} to {most:,}", line, word)
    return int(word[0])


def _fault(message: str, line: int, word: re.Match[str]) -> NoReturn:
    raise FormatError(message, line=line, column=word.start() + 1)


def _puzzle(
    items: int, options: list[tuple[int, ...]], expected: str, names: list[str] | None = None
) -> ExactCoverPuzzle:
    if not items:
        raise FormatError(f"the text is empty; expected {expected}")
    names = names or [str(number) for number in range(1, items + 1)]
    return checked_puzzle(
        map(Item, names), [Option(tuple((names[item - 1], "") for item in option)) for option in options]
    )


def looks_like_sets(text: str) -> bool:
    """Whether the first line that is no comment is ``p ec`` and a number."""
    first = next((line for _, line in numbered_lines(text) if not re.match(r"\s*c\b", line)), "")
    return re.fullmatch(r"\s*p\s+ec\s+[0-9]+\s*", first) is not None


def looks_counted(text: str) -> bool:
    """Whether a text is numbers only, with as many lines, and as many items in each, as it promises."""
    lines = [line.split() for _, line in numbered_lines(text)]
    if len(lines) < 2 or len(lines[0]) != 2 or int(lines[0][1][:10]) != len(lines) - 1:
        return False
    return all(len(line) > 1 and line[0] == str(len(line) - 1) for line in lines[1:])


def dumps_sets(puzzle: AnyPuzzle) -> str:
    """The puzzle as ``p ec N`` and lines ``s i j ...``; names are left out. UnsupportedError as for EC."""
    items, options = _numbered(puzzle)
    return "\n".join([f"p ec {items}", *(f"s {' '.join(map(str, value))}" for value in options)]) + "\n"


def dumps_counted(puzzle: AnyPuzzle) -> str:
    """The puzzle as counted lists; names are left out. UnsupportedError as for EC."""
    items, options = _numbered(puzzle)
    lines = (f"{len(text)} {' '.join(map(str, text))}" for text in options)
    return "\n".join([f"{items} {len(options)}", *lines]) + "\n"


def _numbered(puzzle: AnyPuzzle) -> tuple[int, list[list[int]]]:
    """The number of items, and the options as sorted numbers of items, from 1."""
    problem = expressible(puzzle)
    place = {item.name: number for number, item in enumerate(problem.items, start=1)}
    return len(problem.items), [sorted(place[name] for name, _ in option.uses) for option in problem.options]


SETS = SimpleNamespace(
    loads=loads_sets, dumps=dumps_sets, looks_like=looks_like_sets, solution_text=solution_text
)
"""The functions of the format ec-sets."""

COUNTED = SimpleNamespace(
    loads=loads_counted, dumps=dumps_counted, looks_like=looks_counted, solution_text=solution_text
)
"""The functions of the format ec-counted."""

MATRIX = SimpleNamespace(
    loads=loads_matrix, dumps=dumps_matrix, looks_like=looks_like_matrix, solution_text=solution_text
)
"""The functions of the format ec-matrix."""
