"""Files of Pips puzzles: a day's puzzles as JSON, and the text form of Tilewright.

The JSON of a day has the puzzles ``easy``, ``medium`` and ``hard``, each with ``dominoes`` and ``regions``.
The text form draws the regions as letters, and then has a line for each rule, and the dominoes.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping
from typing import Any

from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.families.pips.checker import faults
from tilewright.families.pips.puzzle import (
    MAX_TARGET,
    MOST_PIPS,
    RULES,
    Cell,
    LaidDomino,
    PipsPuzzle,
    PipsSolution,
    Region,
)
from tilewright.family import kind_of
from tilewright.registry import did_you_mean
from tilewright.wording import quoted

LEVELS = ("easy", "medium", "hard")
"""The puzzles of a day, in order."""

MAX_TEXT = 200_000  # characters of a file
MAX_COORDINATE = 1_000

JSON_RULES = {
    "empty": "none",
    "equals": "equal",
    "unequal": "different",
    "sum": "sum",
    "less": "less",
    "greater": "greater",
}
"""The rules as the published files name them."""

_USE = "use: tilewright pips solve FILE"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NO_CELL = "."
_DOMINO = re.compile(r"(\d+)-(\d+)")
_COMPARISONS = {"<": "less", ">": "greater"}
_EXPECTED_RULE = "expected 'A sum 11', 'A equal', 'A different', 'A < 5' or 'A > 8'"


def loads(text: str) -> dict[str, PipsPuzzle]:
    """The puzzles in a text by their levels, ``easy``, ``medium`` and ``hard``, or by numbers from 1; by ""
    for one alone.

    FormatError says where: by the path into a JSON file, by line and column of a text.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(f"the text has {len(text):,} characters; at most {MAX_TEXT:,} are accepted")
    if kind_of(text):
        from tilewright import documents  # here: few texts are documents

        return {"": documents.loads_kind(text, PipsPuzzle)}
    if text.lstrip().startswith(("{", "[")):
        return _puzzles_of_json(text)
    return _puzzles_of_text(text)


def hint(text: str) -> str:
    """What a text is if it has Pips puzzles, and the command to use; "" for other texts."""
    is_json = text.lstrip().startswith("{") and '"dominoes"' in text and '"regions"' in text
    if is_json or kind_of(text) == "pips-puzzle":
        return f"a Pips puzzle; {_USE}"
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if lines and all(_DOMINO.fullmatch(word) for word in lines[-1]) and len(lines) > 1:
        return f"a Pips puzzle; {_USE}"
    return ""


# --- JSON


def _puzzles_of_json(text: str) -> dict[str, PipsPuzzle]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg}"
        raise FormatError(message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError("this JSON is nested too deeply; expected the puzzles of a day") from None
    if not isinstance(data, dict):
        raise FormatError(f"the file is {_kind(data)}; expected an object with {', '.join(LEVELS)}")
    date = data.get("printDate", "")
    title = f"Pips of {date}" if isinstance(date, str) and date else ""
    if "dominoes" in data or "regions" in data:
        return {"": _puzzle_of_json(data, "", title)}
    if isinstance(data.get("puzzles"), list) and data["puzzles"]:
        return _numbered([_puzzle_of_json(one, f"puzzles[{k}]", "") for k, one in enumerate(data["puzzles"])])
    puzzles = {
        level: _puzzle_of_json(data[level], level, f"{title}, {level}" if title else level)
        for level in LEVELS
        if level in data
    }
    if not puzzles:
        raise FormatError(f"the file has no puzzle; expected the keys {', '.join(LEVELS)}")
    return puzzles


def _puzzle_of_json(data: Any, path: str, title: str) -> PipsPuzzle:
    where = f"{path}." if path else ""
    if not isinstance(data, dict):
        raise FormatError(f"{path} is {_kind(data)}; expected an object with dominoes and regions")
    for key in ("dominoes", "regions"):
        if key not in data:
            raise FormatError(f"{path or 'the puzzle'} has no {key}")
        if not isinstance(data[key], list):
            raise FormatError(f"{where}{key} is {_kind(data[key])}; expected a list")
    dominoes = [_domino_of_json(pair, f"{where}dominoes[{k}]") for k, pair in enumerate(data["dominoes"])]
    seen: dict[Cell, str] = {}
    regions = [
        _region_of_json(region, f"{where}regions[{k}]", seen) for k, region in enumerate(data["regions"])
    ]
    try:
        puzzle = PipsPuzzle(tuple(dominoes), tuple(regions), title)
    except PuzzleError as error:
        raise FormatError(f"{path}: {error}" if path else str(error)) from None
    _check_solution(puzzle, data.get("solution"), f"{where}solution")
    return puzzle


def _domino_of_json(pair: Any, path: str) -> tuple[int, int]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise FormatError(f"{path} is {_kind(pair)}; expected two numbers from 0 to {MOST_PIPS}")
    for k, number in enumerate(pair):
        if type(number) is not int or not 0 <= number <= MOST_PIPS:
            raise FormatError(f"{path}[{k}] is {_kind(number)}; expected 0 to {MOST_PIPS} pips")
    return (pair[0], pair[1])


def _region_of_json(data: Any, path: str, seen: dict[Cell, str]) -> Region:
    if not isinstance(data, dict):
        raise FormatError(f"{path} is {_kind(data)}; expected an object with indices and type")
    name, target = data.get("type"), data.get("target")
    if not isinstance(name, str) or name not in JSON_RULES:
        near = did_you_mean(name, JSON_RULES) if isinstance(name, str) else ""
        named = f"{path}.type is {_kind(name)}" if "type" in data else f"{path} has no type"
        raise FormatError(f"{named}; expected one of {', '.join(JSON_RULES)}{near}")
    rule = JSON_RULES[name]
    if RULES[rule] and target is None:
        raise FormatError(f"{path} has no target; the type {name} needs one")
    if RULES[rule] and (type(target) is not int or not 0 <= target <= MAX_TARGET):
        raise FormatError(f"{path}.target is {_kind(target)}; expected 0 to {MAX_TARGET:,}")
    indices = data.get("indices")
    if not isinstance(indices, list) or not indices:
        raise FormatError(f"{path} has no indices; expected a list of cells [row, column]")
    cells = []
    for k, one in enumerate(indices):
        cell = _cell_of_json(one, f"{path}.indices[{k}]")
        if cell in seen:
            raise FormatError(f"{path}.indices[{k}] is {_kind(one)}, which is in {seen[cell]} too")
        seen[cell] = path
        cells.append(cell)
    return Region(tuple(cells), rule, target if RULES[rule] else None)


def _cell_of_json(index: Any, path: str) -> Cell:
    if not isinstance(index, list) or len(index) != 2 or any(type(number) is not int for number in index):
        raise FormatError(f"{path} is {_kind(index)}; expected [row, column]")
    if not all(0 <= number <= MAX_COORDINATE for number in index):
        raise FormatError(
            f"{path} is {_kind(index)}; expected a row and a column from 0 to {MAX_COORDINATE:,}"
        )
    row, column = index
    return (column, row)


def _check_solution(puzzle: PipsPuzzle, data: Any, path: str) -> None:
    """Warn where the solution that comes with a puzzle does not solve it: nothing needs that solution."""
    if data is None:
        return
    try:
        pairs = [(_cell_of_json(one, path), _cell_of_json(other, path)) for one, other in data]
        laid = [LaidDomino(pair, own) for pair, own in zip(pairs, puzzle.dominoes, strict=True)]
        wrong = faults(puzzle, PipsSolution(tuple(laid)))
    except (FormatError, TypeError, ValueError):
        wrong = ["expected two cells for each domino"]
    if wrong:
        warnings.warn(f"{path} is ignored, it is no solution: {wrong[0]}", FormatWarning, stacklevel=2)


def _kind(value: Any) -> str:
    return quoted(value) if not isinstance(value, dict) else "an object"


# --- Text


class _TextPuzzle:
    """What was read of a puzzle so far."""

    def __init__(self) -> None:
        self.title = ""
        self.height = 0
        self.cells: dict[str, list[Cell]] = {}
        self.rules: dict[str, tuple[str, int | None]] = {}
        self.dominoes: list[tuple[int, int]] = []

    def read_row(self, line: str, number: int) -> None:
        """A row of the drawing."""
        for x, sign in enumerate(line.rstrip()):
            if sign in _LETTERS:
                self.cells.setdefault(sign, []).append((x, self.height))
            elif sign not in (_NO_CELL, " "):
                message = f"{quoted(sign)} is here; expected the letter of a region, or '.' for no cell"
                raise FormatError(message, line=number, column=x + 1)
        self.height += 1

    def read_rule(self, line: str, words: list[str], number: int) -> None:
        """The rule of a region."""
        letter, rule = _rule_of_line(line, words, number)
        if letter not in self.cells:
            raise FormatError(f"the region {quoted(letter)} is not in the drawing", line=number, column=1)
        if letter in self.rules:
            raise FormatError(f"the region {letter} has a second rule", line=number, column=1)
        self.rules[letter] = rule

    def puzzle(self) -> PipsPuzzle:
        """The puzzle."""
        if not self.cells:
            raise FormatError("there is no board; expected rows of letters, one for each region")
        none: tuple[str, int | None] = ("none", None)
        try:
            regions = [Region(tuple(own), *self.rules.get(name, none)) for name, own in self.cells.items()]
            return PipsPuzzle(tuple(self.dominoes), tuple(regions), self.title)
        except PuzzleError as error:
            raise FormatError(str(error)) from None


def _puzzles_of_text(text: str) -> dict[str, PipsPuzzle]:
    """The puzzles of a text: a drawing after dominoes begins another one."""
    parts = [_TextPuzzle()]
    for number, line in enumerate(text.splitlines(), 1):
        part, words = parts[-1], line.split()
        is_title = line.lstrip().startswith("#")
        if part.dominoes and words and (is_title or (len(words) == 1 and "-" not in line)):
            part = _TextPuzzle()
            parts.append(part)
        if not words:
            continue
        if is_title:
            part.title = part.title or line.lstrip("# \t").strip()
        elif "-" in line:
            part.dominoes += _dominoes_of_line(line, number)
        elif len(words) > 1:
            part.read_rule(line, words, number)
        elif part.rules:
            message = f"{quoted(words[0])} is here; {_EXPECTED_RULE}, or dominoes as '0-3'"
            raise FormatError(message, line=number, column=1)
        else:
            part.read_row(line, number)
    return _numbered([part.puzzle() for part in parts])


def _numbered(puzzles: list[PipsPuzzle]) -> dict[str, PipsPuzzle]:
    """Puzzles by their numbers from 1; by "" for one alone."""
    if len(puzzles) == 1:
        return {"": puzzles[0]}
    return {str(number): puzzle for number, puzzle in enumerate(puzzles, 1)}


def _dominoes_of_line(line: str, number: int) -> list[tuple[int, int]]:
    dominoes = []
    for match in re.finditer(r"\S+", line):
        column, pair = match.start() + 1, _DOMINO.fullmatch(match.group())
        if pair is None:
            message = f"{quoted(match.group())} is no domino; expected two numbers as '0-3'"
            raise FormatError(message, line=number, column=column)
        for half in pair.groups():
            if len(half) > 1 or int(half) > MOST_PIPS:
                message = f"the domino {quoted(match.group())} has {half} pips; expected 0 to {MOST_PIPS}"
                raise FormatError(message, line=number, column=column)
        dominoes.append((int(pair[1]), int(pair[2])))
    return dominoes


def _rule_of_line(line: str, words: list[str], number: int) -> tuple[str, tuple[str, int | None]]:
    letter, name, *rest = words
    name = _COMPARISONS.get(name, name)
    column = line.index(words[1]) + 1
    if name not in RULES:
        near = did_you_mean(name, RULES)
        message = f"there is no rule {quoted(name)}; {_EXPECTED_RULE}{near}"
        raise FormatError(message, line=number, column=column)
    if len(rest) != RULES[name]:
        missing = "needs a target" if RULES[name] and not rest else f"is followed by {quoted(' '.join(rest))}"
        raise FormatError(f"the rule {words[1]} {missing}; {_EXPECTED_RULE}", line=number, column=column)
    if not rest:
        return letter, (name, None)
    if not rest[0].isascii() or not rest[0].isdigit() or int(rest[0][:9]) > MAX_TARGET:
        at = line.rindex(rest[0]) + 1
        message = f"the target is {quoted(rest[0])}; expected 0 to {MAX_TARGET:,}"
        raise FormatError(message, line=number, column=at)
    return letter, (name, int(rest[0]))


def dumps(puzzle: PipsPuzzle) -> str:
    """The text form. UnsupportedError for more than 52 regions, or cells that are not counted from 0."""
    if len(puzzle.regions) > len(_LETTERS):
        raise UnsupportedError(
            f"the text form has letters for {len(_LETTERS)} regions; the puzzle has {len(puzzle.regions)}"
        )
    left, top = min(x for x, _ in puzzle.cells), min(y for _, y in puzzle.cells)
    letters: dict[int, str] = {}
    for index in puzzle.region_of.values():
        letters.setdefault(index, _LETTERS[len(letters)])
    title = " ".join(puzzle.title.split())
    lines = [f"# {title}"] if title else []
    for y in range(top, top + puzzle.height):
        signs = [puzzle.region_of.get((x, y)) for x in range(left, left + puzzle.width)]
        drawn = "".join(_NO_CELL if one is None else letters[one] for one in signs)
        lines.append(drawn.rstrip(_NO_CELL) or _NO_CELL)
    lines.append("")
    for index, letter in letters.items():
        region = puzzle.regions[index]
        if region.rule != "none":
            sign = {rule: sign for sign, rule in _COMPARISONS.items()}.get(region.rule, region.rule)
            lines.append(f"{letter} {sign}" + ("" if region.target is None else f" {region.target}"))
    lines.append(" ".join(f"{a}-{b}" for a, b in puzzle.dominoes))
    return "\n".join(lines) + "\n"


def written(puzzle: PipsPuzzle) -> str:
    """The text form; where there is none, the JSON form. :func:`loads` reads both."""
    if len(puzzle.regions) > len(_LETTERS):
        return json.dumps(_plain(puzzle))
    return dumps(puzzle)


def to_json(puzzles: Mapping[str, PipsPuzzle]) -> dict[str, Any]:
    """Puzzles as the published files have them: by level, or one alone; numbered ones as a list."""
    if list(puzzles) == [""]:
        return _plain(puzzles[""])
    if not set(puzzles) <= set(LEVELS):
        return {"puzzles": [_plain(puzzle) for puzzle in puzzles.values()]}
    return {level: _plain(puzzle) for level, puzzle in puzzles.items()}


def _plain(puzzle: PipsPuzzle) -> dict[str, Any]:
    names = {rule: name for name, rule in JSON_RULES.items()}
    regions = []
    for region in puzzle.regions:
        target = {} if region.target is None else {"target": region.target}
        regions.append({"indices": [[y, x] for x, y in region.cells], "type": names[region.rule], **target})
    return {"dominoes": [list(pair) for pair in puzzle.dominoes], "regions": regions}
