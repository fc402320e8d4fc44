"""Items and options in Knuth's words (The Art of Computer Programming 4B, 7.2.2.1), read and written.

Items are ``a b 2|c 0:3|d | p q``: primary ones, some with how often they are to be covered, then behind a
lone ``|`` the secondary ones. An option is ``a b p:red |5``: items, secondary ones with a colour or without,
and costs. What surrounds these words, such as names of options, is up to the formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from tilewright.errors import FormatError, PuzzleError
from tilewright.model.exact_cover_puzzle import MAX_ITEMS, Item, Option, Use, check_item, is_word
from tilewright.model.pieces.piece import MAX_OPTION_COST
from tilewright.wording import quoted

BAR = "|"  # precedes the secondary items; also the first character of a cost
_TIMES = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")
_COST = re.compile(r"\|([+-]?[0-9]{1,19})")


def words_of(text: str, line: int = 1, column: int = 1) -> Iterator[tuple[str, int, int]]:
    """The words of a text, each with its line and column; the text starts at the given ones."""
    for number, part in enumerate(text.split("\n")):
        for match in re.finditer(r"\S+", part):
            yield match.group(), line + number, match.start() + (1 if number else column)


def read_items(text: str, line: int = 1, column: int = 1) -> tuple[Item, ...]:
    """The items that a text names; FormatError. ``line`` and ``column`` say where it starts in its file."""
    items: dict[str, Item] = {}
    primary = True
    for word, row, start in words_of(text, line, column):
        if word == BAR:
            if not primary:
                _fault("a second lone '|' is here; expected one, before the secondary items", row, start)
            primary = False
            continue
        item = _item(word, (row, start), primary=primary)
        if item.name in items:
            _fault(f"the item {quoted(item.name)} is named twice", row, start)
        if len(items) == MAX_ITEMS:
            _fault(f"there are more than {MAX_ITEMS:,} items", row, start)
        items[item.name] = item
    return tuple(items.values())


def _item(word: str, at: tuple[int, int], *, primary: bool) -> Item:
    times, bar, name = word.rpartition(BAR)
    least, most = 1, 1
    if bar:
        match = _TIMES.fullmatch(times)
        if match is None:
            _fault(f"{quoted(word)} is not an item; expected a name, 2|name or 0:3|name", *at)
        if not primary:
            _fault(f"the secondary item {quoted(name)} has a multiplicity; only primary items have one", *at)
        least, most = int(match[1]), int(match[2] or match[1])
    if not is_word(name):
        expected = "visible characters other than ':' and '|'"
        _fault(f"{quoted(name)} is not the name of an item; expected {expected}", *at)
    item = Item(name, least, most, primary)
    try:
        check_item(item)
    except PuzzleError as error:
        _fault(str(error), *at)
    return item


def read_option(text: str, items: Mapping[str, Item], line: int = 1, column: int = 1) -> Option:
    """The option, without a name, in one line of text; FormatError with the position of an error.

    ``items`` are all items by their names. An option without a primary item is also returned; formats decide
    what to do with it.
    """
    uses: dict[str, str] = {}
    cost = 0
    for word, row, start in words_of(text, line, column):
        if word.startswith(BAR):
            match = _COST.fullmatch(word)
            if match is None:
                _fault(f"{quoted(word)} is not a cost; expected '|' and a whole number, as |5", row, start)
            cost += int(match[1])
            if abs(cost) > MAX_OPTION_COST:
                _fault(f"the option costs {cost:,}; expected at most {MAX_OPTION_COST:,}", row, start)
            continue
        name, colour = _use(word, items, (row, start))
        if name in uses:
            _fault(f"the option names the item {quoted(name)} twice", row, start)
        uses[name] = colour
    return Option(tuple(uses.items()), cost=cost)


def _use(word: str, items: Mapping[str, Item], at: tuple[int, int]) -> Use:
    name, colon, colour = word.partition(":")
    if name not in items:
        if BAR in word:
            _fault(f"{quoted(word)} is here; expected an item, and a blank before a cost, as in 'a |5'", *at)
        _fault(f"{quoted(name)} is not an item", *at)
    if colon and items[name].primary:
        _fault(f"the primary item {quoted(name)} is given a colour; only secondary items have one", *at)
    if not is_word(colour, also_empty=not colon):
        expected = "one visible word without ':' and '|' behind the colon"
        _fault(f"{quoted(word)} gives no colour; expected {expected}", *at)
    return name, colour


def has_primary(option: Option, items: Mapping[str, Item]) -> bool:
    """Whether an option covers a primary item."""
    return any(items[name].primary for name, _ in option.uses)


def item_words(items: Iterable[Item]) -> list[str]:
    """The words that name the items, the lone ``|`` among them where there are secondary ones."""
    words = []
    primary = True
    for item in items:
        if primary and not item.primary:
            words.append(BAR)
            primary = False
        times = ""
        if (item.least, item.most) != (1, 1):
            times = f"{item.least}|" if item.least == item.most else f"{item.least}:{item.most}|"
        words.append(times + item.name)
    return words


def option_words(option: Option) -> list[str]:
    """The words of an option, its cost last; its name is not among them."""
    return [*option.words, *([f"|{option.cost}"] if option.cost else [])]


def _fault(message: str, line: int, column: int) -> NoReturn:
    raise FormatError(message, line=line, column=column)
