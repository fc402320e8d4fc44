"""EC, exact cover as text: an option a line, its items as a run of 0 and 1, or as numbers; then its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats.text import numbered_lines
from tilewright.formats.to_exact_cover import (
    ExactCoverForm,
    cached_for_latest_puzzle,
    check_size,
    checked_puzzle,
    exact_cover_form,
    numbering_hint,
    refuse_excess,
    refuse_many_lines,
    refuse_motions,
    to_exact_cover_puzzle,
)
from tilewright.model.exact_cover_puzzle import (
    MAX_ITEMS,
    AnyPuzzle,
    ExactCoverPuzzle,
    Item,
    Option,
    Use,
    is_word,
    times_text,
)
from tilewright.model.puzzle import Solution
from tilewright.wording import counted, quoted

MAX_CHARACTERS = 16 * 2**20
"""The longest text of 0 and 1 that is written: a longer one could not be read again."""

_RUN = re.compile(r"[01]+(?=[ \t]|$)")
_NUMBERS = re.compile(r"[0-9]+(?:,[0-9]+)*(?=[ \t]|$)")
_MAX_DIGITS = 9

Reader = Callable[[str, int], tuple[list[int], int, int]]
"""Reads a line with its number: the option's items, where they end, how many items there are at least."""


def looks_like(text: str) -> bool:
    """Whether each line of a text starts with a run of 0 and 1, all equally long, at least one of them 1.

    A run of a single character is not looked at as one: that is more likely a number. Where each line has a
    name behind it, runs may also differ, so that the reader reports the wrong one.

    FormatError when the names are also such runs: then the text could as well be a drawing.
    """
    names: set[str] = set()
    widths: set[int] = set()
    named = True
    lines = text.replace("\r\n", "\n").rstrip().split("\n")
    items = _header_items(lines[0])
    for line in lines if items is None else lines[1:]:
        run = _RUN.match(line)
        if run is None or run.end() == 1 or "1" not in run[0]:
            return False
        widths.add(run.end())
        name = line[run.end() :].split()
        named = named and bool(name)
        names.update(name)
        if len(widths) > 1 and not named:
            return False
    if names and all(set(name) <= {"0", "1"} for name in names):
        raise FormatError("this text may be ascii or ec; choose a format", parameter="format")
    return items is None or widths == {len(items)}


def looks_numeric(text: str) -> bool:
    """Whether each line of a text starts with ascending numbers joined by commas, some with commas."""
    lines = text.replace("\r\n", "\n").rstrip().split("\n")
    return any("," in line.split(None, 1)[0] for line in lines if line.strip()) and all(map(_ascends, lines))


def _ascends(line: str) -> bool:
    """Whether a line starts with numbers, each greater than the one before; DLX has items such as 0,0."""
    if not _NUMBERS.match(line):
        return False
    numbers = [word.lstrip("0") for word in line.split(None, 1)[0].split(",")]
    return all((len(a), a) < (len(b), b) for a, b in pairwise(numbers))  # however long they are


def loads(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text of either kind: numbers where any are joined by commas, or none is a run of 0, 1.

    A word such as 012 is a run with a wrong character in it, not the number 12. Items are named by their
    numbers, from 0, unless a first line such as ``# F I 0,0 1,0`` names them. FormatError with line and
    column for what is no such line, for a line longer or shorter than the first, and for an option
    without an item.
    """
    runs = False
    for number, line in numbered_lines(text):
        if number == 1 and _header_items(line) is not None:
            continue
        word = line.split(None, 1)[0]
        if "," in word:
            return loads_numeric(text, motions)
        runs = runs or set(word) <= {"0", "1"} or (word[0] == "0" and word.isdecimal())
    return _loads(text, motions, _from_run if runs else _from_numbers)


def loads_numeric(text: str, motions: str = "") -> ExactCoverPuzzle:
    """The puzzle in a text of numbers, ``3,7,12 name``, ascending from 0; the largest is the last item."""
    return _loads(text, motions, _from_numbers)


def _loads(text: str, motions: str, items_of: Reader) -> ExactCoverPuzzle:
    refuse_motions("EC", motions)
    refuse_many_lines(text)
    uses: list[Use] = []
    options: list[Option] = []
    total = width = 0
    named: list[str] | None = None
    for number, line in numbered_lines(text):
        if number == 1 and (named := _header_items(line)) is not None:
            _check_header(line)
            continue
        items, end, here = items_of(line, number)
        if named is not None and (here > len(named) or (items_of is _from_run and here < len(named))):
            message = f"the line has {counted(here, 'item')}; the header names {len(named):,}"
            raise FormatError(message, line=number, column=end)
        if items_of is _from_run and options and here != width:
            wanted = f"expected {width:,}, as in the first line"
            raise FormatError(f"the line has {here:,} items; {wanted}", line=number, column=end)
        width = max(width, here)
        while len(uses) < width:
            uses.append((str(len(uses)), ""))
        total += len(items)
        refuse_excess(number, len(options) + 1, total)
        options.append(Option(tuple([uses[item] for item in items]), _name(line, end, number)))
    if not options:
        raise FormatError("there are no options; expected lines such as 0110 name or 1,2 name")
    if named is not None:
        names = dict(zip((use for use, _ in uses), named, strict=False))
        options = [replace(one, uses=tuple((names[use], "") for use, _ in one.uses)) for one in options]
    return checked_puzzle(map(Item, named or [use for use, _ in uses]), options)


def _header_items(line: str) -> list[str] | None:
    """The names in a first line that starts with ``#`` and a blank; None for other lines."""
    return line[1:].split() if line.startswith(("# ", "#\t")) else None


def _check_header(line: str) -> None:
    """FormatError with the column of a name that no item may have, or that another item has."""
    seen: set[str] = set()
    for match in re.finditer(r"\S+", line[1:]):
        name, wrong = match[0], ""
        if not is_word(name):
            wrong = f"{quoted(name)} is here; expected a name without ':' and '|'"
        elif name in seen:
            wrong = f"the header names {quoted(name)} twice; expected different names"
        if wrong:
            raise FormatError(wrong, line=1, column=match.start() + 2)
        seen.add(name)


def check_strict(text: str) -> None:
    """FormatError for a header, which other programs cannot read."""
    for number, line in numbered_lines(text):
        if number == 1 and _header_items(line) is not None:
            raise FormatError("a header that names the items is an extension of EC", line=1, column=1)
        return


def header(puzzle: AnyPuzzle) -> str:
    """The line that names the items, in their order."""
    return f"# {' '.join(item.name for item in expressible(puzzle).items)}\n"


def _from_run(line: str, number: int) -> tuple[list[int], int, int]:
    """The items of a line of 0 and 1, where the run ends, and how long it is."""
    run = _RUN.match(line)
    if run is None:
        at = len(line) - len(line.lstrip("01"))
        message = f"{quoted(line[at])} is here; expected a run of 0 and 1, then a blank and a name"
        raise FormatError(message, line=number, column=at + 1)
    if run.end() > MAX_ITEMS:
        message = f"the line has {run.end():,} items; at most {MAX_ITEMS:,} are accepted"
        raise FormatError(message, line=number, column=1)
    numbers = [match.start() for match in re.finditer("1", run[0])]
    if not numbers:
        raise FormatError("the option has no item; expected a 1 in the line", line=number, column=1)
    return numbers, run.end(), run.end()


def _from_numbers(line: str, number: int) -> tuple[list[int], int, int]:
    """The items of a line of numbers, where they end, and how many items there must be at least."""
    run = _NUMBERS.match(line)
    if run is None:
        message = f"{quoted(line.split()[0])} is here; expected items' numbers joined by commas, as 3,7,12"
        raise FormatError(message, line=number, column=len(line) - len(line.lstrip()) + 1)
    numbers: list[int] = []
    column = 1
    for word in run[0].split(","):
        item = int(word) if len(word) <= _MAX_DIGITS else MAX_ITEMS
        if item >= MAX_ITEMS:
            message = f"the item {word[:40]} is too large; expected numbers from 0 to {MAX_ITEMS - 1:,}"
            raise FormatError(message, line=number, column=column)
        if numbers and item <= numbers[-1]:
            message = f"the item {item} follows {numbers[-1]}; expected ascending numbers"
            raise FormatError(message, line=number, column=column)
        numbers.append(item)
        column += len(word) + 1
    return numbers, run.end(), numbers[-1] + 1


def _name(line: str, end: int, number: int) -> str:
    """The option's name: what follows its items."""
    name = line[end:].strip()
    for column, character in enumerate(name, start=line.index(name, end) + 1):
        if character == "|" or not character.isprintable():
            expected = "visible characters but '|', which ends a name in solutions"
            message = f"{quoted(character)} is in the option's name; expected {expected}"
            raise FormatError(message, line=number, column=column)
    return name


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as lines of 0 and 1; names of items and the title are left out.

    A puzzle with cells becomes items and options (``to_exact_cover_puzzle``). Options without a name get the
    names of their items. UnsupportedError for secondary items, multiplicities and costs.
    """
    problem = expressible(puzzle)
    if len(problem.items) * len(problem.options) > MAX_CHARACTERS:
        raise UnsupportedError(
            f"{len(problem.options):,} lines of {len(problem.items):,} items are more than "
            f"{MAX_CHARACTERS:,} characters; ec-numeric is shorter"
        )
    place = {item.name: number for number, item in enumerate(problem.items)}
    lines = []
    for option, name in zip(problem.options, _names(problem), strict=True):
        run = ["0"] * len(problem.items)
        for item, _ in option.uses:
            run[place[item]] = "1"
        lines.append(f"{''.join(run)} {name}".rstrip())
    return "\n".join(lines) + "\n"


def dumps_numeric(puzzle: AnyPuzzle) -> str:
    """The puzzle as lines of numbers; as ``dumps`` but for an item behind all that options use: refused."""
    problem = expressible(puzzle)
    place = {item.name: number for number, item in enumerate(problem.items)}
    numbers = [sorted(place[name] for name, _ in option.uses) for option in problem.options]
    if max(own[-1] for own in numbers) + 1 < len(problem.items):
        raise UnsupportedError(
            f"no option has the last item, {quoted(problem.items[-1].name)}, so ec-numeric cannot express it"
        )
    lines = [
        f"{','.join(map(str, own))} {name}".rstrip()
        for own, name in zip(numbers, _names(problem), strict=True)
    ]
    return "\n".join(lines) + "\n"


def expressible(puzzle: AnyPuzzle) -> ExactCoverPuzzle:
    """The puzzle as items and options; UnsupportedError when EC cannot express it."""
    problem = to_exact_cover_puzzle(puzzle)
    check_size(len(problem.options), sum(len(option.uses) for option in problem.options))
    for item in problem.items:
        if not item.primary:
            raise UnsupportedError(
                f"in EC every item is covered once, and {quoted(item.name)} may stay uncovered"
            )
        if (item.least, item.most) != (1, 1):
            raise UnsupportedError(
                f"EC cannot express that {quoted(item.name)} must be covered "
                f"{times_text(item.least, item.most)}"
                + (numbering_hint(puzzle) if item.least == item.most > 1 else "")
            )
    if problem.has_costs:
        raise UnsupportedError("EC cannot express costs")
    if not problem.options:
        raise UnsupportedError("EC is a list of options, and this puzzle has none")
    return problem


def _names(puzzle: ExactCoverPuzzle) -> list[str]:
    """The options' names; a nameless one is named by its items, unless these are numbered as in EC."""
    numbered = all(item.name == str(number) for number, item in enumerate(puzzle.items))
    return [
        option.name or ("" if numbered else " ".join(name for name, _ in option.uses))
        for option in puzzle.options
    ]


def solution_text(puzzle: AnyPuzzle, solution: Solution, number: int) -> str:
    """A solution on a line: its options in file order by name, else by their items, each ended by ``|``."""
    form, names = _prepared(puzzle)
    return "".join(f"{names[option]}|" for option in form.options(solution)) + "\n"


@cached_for_latest_puzzle
def _prepared(puzzle: AnyPuzzle) -> tuple[ExactCoverForm, list[str]]:
    form = exact_cover_form(puzzle)
    names = [option.name or " ".join(name for name, _ in option.uses) for option in form.puzzle.options]
    return form, names


NUMERIC = SimpleNamespace(
    loads=loads_numeric, dumps=dumps_numeric, looks_like=looks_numeric, solution_text=solution_text
)
"""The functions of the format ec-numeric."""
