"""A puzzle as 0/1 variables and sums with bounds: what CNF, LP and MPS express, each in its own way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

from tilewright.formats.integer_program import IntegerProgram, lp_text, mps_text, total
from tilewright.formats.to_exact_cover import check_size, to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle

_AIMS = ("minimize", "minimise", "minimum", "min", "maximize", "maximise", "maximum", "max")


@dataclass(frozen=True)
class BoundedSum:
    """From ``least`` to ``most`` of these variables are 1; ``item`` is the number of the item, from 0."""

    item: int
    variables: tuple[int, ...]
    least: int
    most: int


@dataclass(frozen=True)
class ColourVariable:
    """A variable that is 1 when any of ``options`` is: they give the same colour to the same item."""

    variable: int
    item: int
    colour: str
    options: tuple[int, ...]


@dataclass(frozen=True)
class CoverProgram:
    """Variables count from 1: those of the options in their order, then those of the colours."""

    puzzle: ExactCoverPuzzle
    sums: tuple[BoundedSum, ...]
    colours: tuple[ColourVariable, ...]

    def legend(self, before: str = "") -> Iterator[str]:
        """Title and source, then what each variable means, ``before`` in front of its number; a line each."""
        puzzle = self.puzzle
        for text in (puzzle.title, puzzle.source):
            if text.split():
                yield " ".join(text.split())
        yield f"Options, chosen when their variables are 1: {len(puzzle.options)}"
        for number, option in enumerate(puzzle.options, start=1):
            yield f"{before}{number} = {option.label}"
        for one in self.colours:
            yield f"{before}{one.variable} = {puzzle.items[one.item].name} has the colour {one.colour}"

    def integer_program(self) -> IntegerProgram:
        """The same as a 0/1 program that minimises the costs, or maximises them where that is the goal.

        Constraints: i5 for the fifth item, i5_least and i5_most where it has two bounds; c7_3 for option 3
        and the colour variable 7.
        """
        options = self.puzzle.options
        program = IntegerProgram(comments=tuple(self.legend("x")))
        for number in range(1, len(options) + len(self.colours) + 1):
            program.binary(f"x{number}")
        if not program.names:  # some readers refuse a program without variables
            program.binary("unused")
        aim = program.maximise if self.puzzle.goal == "greatest" else program.minimise
        aim({number: option.cost for number, option in enumerate(options) if option.cost})
        for one in self.sums:
            name, terms = f"i{one.item + 1}", total(variable - 1 for variable in one.variables)
            if one.least == one.most:
                program.require(name, terms, "=", one.least, numbered=False)
                continue
            if one.least:
                program.require(f"{name}_least", terms, ">=", one.least, numbered=False)
            if one.most < len(one.variables):
                program.require(f"{name}_most", terms, "<=", one.most, numbered=False)
        for colour in self.colours:
            for option in colour.options:
                terms = {option - 1: 1, colour.variable - 1: -1}
                program.require(f"c{colour.variable}_{option}", terms, "<=", 0, numbered=False)
        return program


def first_line(text: str, comment: str) -> str:
    """The first line that is neither blank nor begins with the pattern ``comment``; "" when there is none."""
    match = re.search(rf"(?m)^[ \t]*(?!{comment})(\S[^\r\n]*)", text.lstrip())  # blank lines at once
    return match[1].rstrip() if match else ""


def cover_program(puzzle: AnyPuzzle) -> CoverProgram:
    """The program whose solutions are the puzzle's; sums that always hold are left out.

    Several uses of a secondary item in one colour get a colour variable, and at most one of the item's colour
    variables and other uses is 1.
    """
    cover = to_exact_cover_puzzle(puzzle)
    check_size(len(cover.options), sum(len(option.uses) for option in cover.options))
    place = {item.name: number for number, item in enumerate(cover.items)}
    users: list[dict[str, list[int]]] = [{} for _ in cover.items]  # options by the colour they give
    for number, option in enumerate(cover.options, start=1):
        for name, colour in option.uses:
            users[place[name]].setdefault(colour, []).append(number)
    sums: list[BoundedSum] = []
    colours: list[ColourVariable] = []
    for number, item in enumerate(cover.items):
        alone = users[number].pop("", [])
        least, most = (item.least, item.most) if item.primary else (0, 1)
        if not least and len(alone) + len(users[number]) <= most:
            continue
        variables = list(alone)
        for colour, options in users[number].items():
            if len(options) > 1:
                variable = len(cover.options) + len(colours) + 1
                colours.append(ColourVariable(variable, number, colour, tuple(options)))
                variables.append(variable)
            else:
                variables += options
        sums.append(BoundedSum(number, tuple(variables), least, most))
    return CoverProgram(cover, tuple(sums), tuple(colours))


def dumps_lp(puzzle: AnyPuzzle) -> str:
    """The puzzle in LP format, in 0/1 variables x1, x2, ...; comments say which option or colour each is."""
    return lp_text(cover_program(puzzle).integer_program())


def dumps_mps(puzzle: AnyPuzzle) -> str:
    """The puzzle in free MPS format, with the variables and constraints of ``dumps_lp``."""
    return mps_text(cover_program(puzzle).integer_program())


def is_lp(text: str) -> bool:
    """Whether the first line but comments says to minimise or maximise, and another ``Subject To``."""
    first = first_line(text, r"\\").split()
    return (
        bool(first)
        and first[0].lower() in _AIMS
        and re.search(r"(?im)^[ \t]*(subject to|s\.?t\.?)\b", text) is not None
    )


def is_mps(text: str) -> bool:
    """Whether the first line that is no comment names the program, and a line says ``ROWS``."""
    return first_line(text, r"\*").split()[:1] == ["NAME"] and "\nROWS" in text


LP = SimpleNamespace(dumps=dumps_lp, looks_like=is_lp)
MPS = SimpleNamespace(dumps=dumps_mps, looks_like=is_mps)  # the functions of the formats lp and mps
