"""The rows of a linear program in 0/1 variables, which LP and MPS write down."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from tilewright.formats.integer_program import Model

NEVER = "never"
"""A variable that is 0: it stands in rows and objectives that would be empty, which not all readers take."""

WIDTH = 200
"""Characters in a line at most: some readers refuse lines of 256 and more."""


@dataclass(frozen=True)
class Row:
    """A sum of variables with factors that is at most (L), at least (G) or just (E) the bound."""

    name: str
    terms: tuple[tuple[int, str], ...]
    sign: str
    bound: int


def rows_of(model: Model) -> list[Row]:
    """The rows: i5 for the fifth item, i5_least and i5_most where it has two; c7_3: option 3 in shade 7."""
    rows = []
    for held in model.sums:
        name = f"i{held.item + 1}"
        terms = tuple((1, f"x{variable}") for variable in held.variables) or ((1, NEVER),)
        if held.least == held.most:
            rows.append(Row(name, terms, "E", held.least))
            continue
        if held.least:
            rows.append(Row(f"{name}_least", terms, "G", held.least))
        if held.most < len(held.variables):
            rows.append(Row(f"{name}_most", terms, "L", held.most))
    for shade in model.shades:
        rows += [
            Row(f"c{shade.variable}_{option}", ((1, f"x{option}"), (-1, f"x{shade.variable}")), "L", 0)
            for option in shade.options
        ]
    return rows


def wrapped(line: str, *, cut: bool = False) -> list[str]:
    """A line cut at blanks into lines that every reader takes; ``cut`` also cuts what has no blanks."""
    return textwrap.wrap(line, WIDTH, break_long_words=cut, break_on_hyphens=False) or [""]
