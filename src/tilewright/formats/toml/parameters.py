"""Parameters of puzzle files: values that say which labelled cells of the board stay free.

Cells carry labels (``Jan``, ``24``), and a parameter names those that are no cells of the puzzle: a label,
all labels above a number, or the labels of a date.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from tilewright.errors import PuzzleError
from tilewright.formats.toml.fields import DATE_PARTS, PARAMETER, PARAMETER_TYPES
from tilewright.formats.toml.positions import KeyPath
from tilewright.formats.toml.values import Values, expected
from tilewright.model.puzzle import Expected
from tilewright.registry import did_you_mean
from tilewright.wording import counted, quoted

LABEL, NUMBER, DATE = PARAMETER_TYPES
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TODAY = "today"
_NAME = re.compile(r"[a-z][a-z_]{0,30}")
_SHOWN = 12  # labels in a message
MAX_ROWS = 100_000  # combinations of values


@dataclass(frozen=True)
class PuzzleParameter:
    """A parameter: its name, type, help, the values that it may have, and its default, "" for none.

    A ``label`` is one of ``labels``, whose cells stay free; a ``number`` lies from ``least`` to ``most``, and
    the cells with larger labels stay free; a ``date`` gives values to the parameters in ``parts``, each of
    which has the month, the day or the weekday.
    """

    name: str
    type: str
    help: str = ""
    default: str = ""
    labels: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    parts: Mapping[str, str] = field(default_factory=dict)

    @property
    def expected(self) -> str:
        """What its values are, in words."""
        if self.type == LABEL:
            more = ", ..." if len(self.labels) > _SHOWN else ""
            return f"one of {', '.join(self.labels[:_SHOWN])}{more}"
        if self.type == NUMBER:
            return f"a number from {self.least} to {self.most}"
        return "a date such as 2026-11-24, or today"

    def checked(self, text: str) -> str:
        """A value as it is kept; PuzzleError, with what is allowed, for others."""
        if self.type == LABEL:
            by_case = {label.casefold(): label for label in self.labels}
            if text.casefold() in by_case:
                return by_case[text.casefold()]
        elif self.type == NUMBER:
            if re.fullmatch(r"[0-9]{1,9}", text) and self.least <= int(text) <= self.most:
                return str(int(text))
        else:
            try:
                return (date.today() if text == TODAY else date.fromisoformat(text)).isoformat()
            except ValueError:
                pass
        near = did_you_mean(text, self.labels)
        raise PuzzleError(f"{self.name} is {quoted(text)}; expected {self.expected}{near}")

    def values_of(self, text: str) -> Iterator[str]:
        """The values that a pattern means: ``*`` all, ``2026`` or ``2026-11`` all days; else itself."""
        span = re.fullmatch(r"([0-9]{4})(?:-([0-9]{2}))?", text) if self.type == DATE else None
        if span is not None:
            try:
                day = date(int(span[1]), int(span[2] or 1), 1)
            except ValueError:
                raise PuzzleError(f"{self.name} is {quoted(text)}; expected {self.expected}") from None
            for month in range(day.month, day.month + 1 if span[2] else len(MONTHS) + 1):
                for number in range(1, monthrange(day.year, month)[1] + 1):
                    yield date(day.year, month, number).isoformat()
        elif text == "*" and self.type == LABEL:
            yield from self.labels
        elif text == "*" and self.type == NUMBER:
            yield from map(str, range(self.least, self.most + 1))
        elif text == "*":
            raise PuzzleError(f"{self.name} has no end; expected a year such as 2026, for all its days")
        else:
            yield self.checked(text)

    def part(self, name: str, value: str) -> str:
        """The value that a date gives to another parameter."""
        day = date.fromisoformat(value)
        return {
            "month": MONTHS[day.month - 1],
            "day": str(day.day),
            "weekday": WEEKDAYS[day.weekday()],
        }[self.parts[name]]


def read_parameters(values: Values) -> tuple[PuzzleParameter, ...]:
    """The parameters that a file declares; FormatError where one is wrong."""
    parameters: list[PuzzleParameter] = []
    entries = values.tables(("parameters",), values.data.get("parameters", []))
    for path, entry in entries:
        one = _parameter(values, path, entry)
        if one.name in {other.name for other in parameters}:
            values.fault((*path, "name"), f"two parameters are named {quoted(one.name)}")
        parameters.append(one)
    labels = {one.name for one in parameters if one.type == LABEL}
    for (path, _), one in zip(entries, parameters, strict=True):
        for part in one.parts:
            if part not in labels:
                values.fault((*path, "parts"), f"there is no label parameter {quoted(part)}")
        if one.default:
            values.guarded((*path, "default"), partial(one.checked, one.default))
    return tuple(parameters)


def known_counts(
    values: Values, parameters: Sequence[PuzzleParameter]
) -> tuple[tuple[dict[str, str], Expected], ...]:
    """The known counts of a file, with the values for which they hold."""
    by_name = {one.name: one for one in parameters if one.type != DATE}
    known = []
    for path, entry in values.tables(("expect",), values.data.get("expect", [])):
        wanted = values.table((*path, "parameters"), entry.get("parameters", {}))
        for name, value in wanted.items():
            here = (*path, "parameters", name)
            if name not in by_name:
                values.fault(here, f"there is no parameter {quoted(name)} for this")
            values.guarded(here, partial(by_name[name].checked, values.string(here, value)))
        known.append((wanted, expected(values, path, entry)))
    return tuple(known)


def _parameter(values: Values, path: KeyPath, entry: Mapping[str, Any]) -> PuzzleParameter:
    values.check_keys(path, entry, PARAMETER)
    name = values.text_of(path, entry, "name")
    if not _NAME.fullmatch(name):
        values.fault(
            path, f"the name of a parameter is {quoted(name)}; expected small letters, such as 'date'"
        )
    kind = values.choice(path, entry, "type", PARAMETER_TYPES)
    default = values.text_of(path, entry, "default")
    help_text = values.text_of(path, entry, "help")
    if kind == LABEL:
        labels = tuple(values.text_of(path, entry, "labels").split())
        if not labels:
            values.fault(path, "a label parameter needs 'labels', in one text")
        return PuzzleParameter(name, kind, help_text, default, labels)
    if kind == NUMBER:
        least, most = entry.get("least", 0), entry.get("most", 0)
        if type(least) is not int or type(most) is not int or not 0 <= least <= most:
            values.fault(path, "a number parameter needs 'least' and 'most', whole numbers from 0")
        return PuzzleParameter(name, kind, help_text, default, least=least, most=most)
    parts = values.table((*path, "parts"), entry.get("parts", {}))
    if not parts or any(part not in DATE_PARTS for part in parts.values()):
        values.fault(path, f"a date parameter needs 'parts': parameters with {', '.join(DATE_PARTS)}")
    return PuzzleParameter(name, kind, help_text, default, parts=dict(parts))


def resolve(parameters: Sequence[PuzzleParameter], given: Mapping[str, str]) -> dict[str, str]:
    """The value of each parameter that has one, dates as what they give to others.

    PuzzleError, with what is allowed, for parameters that do not exist and values that cannot be.
    """
    by_name = {one.name: one for one in parameters}
    for name in given:
        if name not in by_name:
            known = f"expected {', '.join(by_name)}" if by_name else "this puzzle has no parameters"
            raise PuzzleError(f"there is no parameter {quoted(name)}; {known}{did_you_mean(name, by_name)}")
    values = {name: by_name[name].checked(text) for name, text in given.items()}
    for one in parameters:
        if one.type != DATE:
            continue
        own = [name for name in one.parts if name in values]
        if one.name in values and own:
            raise PuzzleError(f"{one.name} says what {' and '.join(own)} is; expected one of the two")
        chosen = values.pop(one.name, "") or ("" if own else one.default and one.checked(one.default))
        if chosen:
            values |= {name: by_name[name].checked(one.part(name, chosen)) for name in one.parts}
    for one in parameters:
        if one.type != DATE and one.name not in values and one.default:
            values[one.name] = one.checked(one.default)
        if one.type != DATE and one.name not in values:
            raise PuzzleError(f"{one.name} is not given; expected {one.expected}")
    return values


def freed(parameters: Sequence[PuzzleParameter], values: Mapping[str, str], labels: set[str]) -> set[str]:
    """The labels of the cells that stay free."""
    free: set[str] = set()
    for one in parameters:
        if one.type == LABEL:
            free.add(values[one.name])
        elif one.type == NUMBER:
            most = int(values[one.name])
            free |= {label for label in labels if label.isdecimal() and int(label) > most}
    missing = free - labels
    if missing:
        raise PuzzleError(f"no cell of the board has the label {', '.join(sorted(missing))}")
    return free


def expanded(parameters: Sequence[PuzzleParameter], given: Mapping[str, str]) -> list[dict[str, str]]:
    """The values that patterns mean, in all combinations: the last parameter changes fastest."""
    by_name = {one.name: one for one in parameters}
    combinations: list[dict[str, str]] = [{}]
    for name, text in given.items():
        own = list(by_name[name].values_of(text)) if name in by_name else [text]
        combinations = [{**one, name: value} for one in combinations for value in own]
        if len(combinations) > MAX_ROWS:
            raise PuzzleError(f"these are more than {counted(MAX_ROWS, 'puzzle')}")
    return combinations
