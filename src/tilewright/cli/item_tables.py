"""Puzzles of items and options in words: a short table for people, an object for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tilewright.cli.quantities import counted

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

LISTED = 20
"""How many items, and how many options, a table lists."""
LONGEST = 100
"""A line about an option is cut here."""


def item_tables(puzzle: ExactCoverPuzzle) -> str:
    """The title, what there is of everything, the first items and the first options."""
    from tilewright.render.labels import plain

    primary = sum(item.primary for item in puzzle.items)
    secondary = len(puzzle.items) - primary
    sizes = [counted(primary, "primary item"), counted(len(puzzle.options), "option")]
    if secondary:
        sizes.insert(1, counted(secondary, "secondary item"))
    held = Counter(name for option in puzzle.options for name, _ in option.uses)
    coloured = {name for option in puzzle.options for name, colour in option.uses if colour}
    rows = [(item.name, _cover(item, coloured), f"{held[item.name]:,}") for item in puzzle.items[:LISTED]]
    lines = [*([plain(puzzle.title)] if puzzle.title else []), ", ".join(sizes), ""]
    if rows:
        lines += [*_aligned([("item", "to be covered", "options"), *rows]), *_more(puzzle.items), ""]
    for number, option in enumerate(puzzle.options[:LISTED], start=1):
        text = f"{number:>4}  {option_text(option)}"
        lines.append(text if len(text) <= LONGEST else text[: LONGEST - 4] + " ...")
    return "\n".join([*lines, *_more(puzzle.options)]).rstrip("\n")


def option_text(option: Option) -> str:
    """An option in a line: its name, its items with their colours, what it costs."""
    items = " ".join(f"{name}:{colour}" if colour else name for name, colour in option.uses)
    cost = f" (cost {option.cost:,})" if option.cost else ""
    return (f"{option.name}: " if option.name else "") + items + cost


def describe_items(puzzle: ExactCoverPuzzle) -> dict[str, object]:
    """Title, source, items, options and known counts, for a JSON object."""
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "items": [
            {"name": item.name, "covered": [item.least, item.most], "primary": item.primary}
            for item in puzzle.items
        ],
        "options": [
            {"name": option.name, "items": [list(use) for use in option.uses], "cost": option.cost}
            for option in puzzle.options
        ],
        "expect": [
            {"what": e.what, "count": e.count, "motions": e.motions, "use": e.use, "source": e.source}
            for e in puzzle.expect
        ],
    }


def _cover(item: Item, coloured: Collection[str]) -> str:
    if not item.primary:
        return "at most once, or in one colour" if item.name in coloured else "at most once"
    if item.least == item.most:
        return {0: "never", 1: "once"}.get(item.least, f"{item.least:,} times")
    return f"{item.least:,} to {item.most:,} times"


def _more(listed: Sequence[object]) -> list[str]:
    return [f"... and {len(listed) - LISTED:,} more"] if len(listed) > LISTED else []


def _aligned(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Columns side by side; the last one holds numbers."""
    first, second, third = (max(len(row[k]) for row in rows) for k in range(3))
    return [f"{a:{first}}  {b:{second}}  {c:>{third}}" for a, b, c in rows]
