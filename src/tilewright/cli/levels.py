"""Levels of solutions on the command line: which are wanted, their order, and a table of their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import Command, help_of, option_word, with_options
from tilewright.cli.quantities import AMOUNT
from tilewright.wording import aligned

if TYPE_CHECKING:
    from tilewright.model.levels import LevelRange, Levels

_WHICH = "Keep only solutions"
TEXTS = 4  # different levels with one first number that a row of the table names


def level_options(which: str) -> Callable[[Command], Command]:
    """``--min-level`` and ``--max-level``; ``which`` begins their help: ``Keep only solutions``."""
    options = [
        click.option(option_word(name), type=AMOUNT, metavar="N", help=which + help_of(name)[len(_WHICH) :])
        for name in ("min_level", "max_level")
    ]
    return lambda command: with_options(command, options)


def sort_option(text: str) -> Callable[[Command], Command]:
    """``--sort``, with this help after what the orders are."""
    return click.option(
        "--sort",
        type=click.Choice(["level", "moves", "number"]),
        help=help_of(
            "sort",
            f"The highest level first, the most moves of all parts first, or as found. {text}",
        ),
    )


def level_range(min_level: int | None, max_level: int | None) -> LevelRange:
    """The range that the options give; UsageError when nothing lies in it."""
    from tilewright.model.levels import LevelRange

    if min_level is not None and max_level is not None and min_level > max_level:
        raise click.UsageError(f"--min-level {min_level} is above --max-level {max_level}")
    return LevelRange(min_level, max_level)


def level_range_text(min_level: int | None, max_level: int | None) -> str:
    """The range in words, such as ``level 3 or more``; "" for all levels."""
    if min_level is None and max_level is None:
        return ""
    if max_level is None:
        return f"level {min_level:,} or more"
    if min_level is None:
        return f"level {max_level:,} or less"
    return f"level {min_level:,}" + (f" to {max_level:,}" if max_level > min_level else "")


def level_keys(levels: Iterable[Levels]) -> list[dict[str, object]]:
    """The value of the JSON key ``by_level``."""
    from tilewright.model.levels import count_by_level

    return [asdict(row) for row in count_by_level(levels)]


def level_table(solutions: Iterable[Levels], noun: str) -> list[str]:
    """Lines that say how many solutions have which first number, the highest first; none for none."""
    from tilewright.model.levels import count_by_level

    rows = count_by_level(solutions)
    if not rows:
        return []
    cells = [(f"{row.level:,}", f"{row.solutions:,}", _texts(row.levels)) for row in rows]
    return aligned([("level", noun, ""), *cells], ">><", "   ")


def _texts(levels: dict[str, int]) -> str:
    """``3.4.2.3.3 (6), 3.4.2.3 (1) and 5 others``; nothing where the first number says it all."""
    named = [f"{text} ({number:,})" for text, number in list(levels.items())[:TEXTS]]
    if all("." not in text for text in levels):
        return ""
    return ", ".join(named) + (f" and {len(levels) - TEXTS:,} others" if len(levels) > TEXTS else "")
