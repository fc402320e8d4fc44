"""A puzzle as 0/1 variables and sums with bounds: what CNF, LP and MPS write down, each in its own way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.formats.to_exact_cover import as_items, check_size
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Option


@dataclass(frozen=True)
class Sum:
    """So many of these variables are 1: ``least`` to ``most``; ``item`` is the number of the item."""

    item: int
    variables: tuple[int, ...]
    least: int
    most: int


@dataclass(frozen=True)
class Shade:
    """A variable that is 1 when any of ``options`` is: they give the same colour to the same item."""

    variable: int
    item: int
    colour: str
    options: tuple[int, ...]


@dataclass(frozen=True)
class Model:
    """Variables count from 1: those of the options in their order, then those of the shades."""

    puzzle: ExactCoverPuzzle
    sums: tuple[Sum, ...]
    shades: tuple[Shade, ...]

    def legend(self, before: str = "") -> Iterator[str]:
        """What each variable means, a line each, after lines with title and source.

        ``before`` stands before the numbers of variables.
        """
        puzzle = self.puzzle
        for text in (puzzle.title, puzzle.source):
            if text.split():
                yield " ".join(text.split())
        yield f"Options, chosen when their variables are 1: {len(puzzle.options)}"
        for number, option in enumerate(puzzle.options, start=1):
            yield f"{before}{number} = {option.name or uses_text(option)}"
        for shade in self.shades:
            yield f"{before}{shade.variable} = {puzzle.items[shade.item].name} has the colour {shade.colour}"


def uses_text(option: Option) -> str:
    """The items of an option with their colours."""
    return " ".join(f"{name}:{colour}" if colour else name for name, colour in option.uses)


def first_line(text: str, comment: str) -> str:
    """The first line that is neither blank nor a comment, without blanks around it; "" when there is none.

    ``comment`` is a pattern that comments begin with.
    """
    found = re.search(rf"(?m)^[ \t]*(?!{comment})(\S[^\r\n]*)", text.lstrip())  # blank lines at once
    return found[1].rstrip() if found else ""


def model_of(puzzle: AnyPuzzle) -> Model:
    """The model whose answers are the puzzle's solutions; sums that always hold are left out.

    Uses of a secondary item in one colour get a shade where there are several, and at most one of the
    item's shades and other uses is 1.
    """
    held = as_items(puzzle)
    check_size(len(held.options), sum(len(option.uses) for option in held.options))
    place = {item.name: number for number, item in enumerate(held.items)}
    users: list[dict[str, list[int]]] = [{} for _ in held.items]  # options by the colour they give
    for number, option in enumerate(held.options, start=1):
        for name, colour in option.uses:
            users[place[name]].setdefault(colour, []).append(number)
    sums: list[Sum] = []
    shades: list[Shade] = []
    for number, item in enumerate(held.items):
        alone = users[number].pop("", [])
        least, most = (item.least, item.most) if item.primary else (0, 1)
        if not least and len(alone) + len(users[number]) <= most:
            continue
        variables = list(alone)
        for colour, options in users[number].items():
            if len(options) > 1:
                shades.append(Shade(len(held.options) + len(shades) + 1, number, colour, tuple(options)))
                variables.append(shades[-1].variable)
            else:
                variables += options
        sums.append(Sum(number, tuple(variables), least, most))
    return Model(held, tuple(sums), tuple(shades))
