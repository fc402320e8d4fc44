"""What can be said about a question besides its puzzle: each field once, with its help, unit and range.

From here come the options of the command line, the models of the API and the table of the documentation; the
signatures of the functions in ``api`` stay explicit, and a test compares them with this. Values may be texts,
which mean the same everywhere: ``seconds_of``, ``amount_of`` and ``bytes_of`` read them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache
from inspect import signature
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.solving.steps import Limits
from tilewright.wording import quoted

MAX_SPAN_S = 200 * 365 * 86_400  # the timers of the system end at 292 years
MIN_MEMORY_BYTES = 10**6  # the smallest memory limit in bytes that a search table can work with
MAX_SEED = 2**63 - 1

_SPAN = r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s?)?"
_COUNT = r"(\d+(?:\.\d+)?)([kKMGT]?)"
_SCALE = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_DIGITS = 12
_SIZE = r"(\d+(?:\.\d+)?)(?:([kKMGT])(i?)B?|B)?"


def seconds_of(text: str) -> float:
    """The seconds of a time such as ``90``, ``2.5``, ``1m30s`` or ``2h``; ValueError for others."""
    match = re.fullmatch(_SPAN, text.replace(" ", ""))
    if not text or match is None or not any(match.groups()):
        raise ValueError(f"{quoted(text)} is not a time; expected e.g. 90, 2.5, 1m30s or 2h")
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    total = 3600 * hours + 60 * minutes + seconds
    if total <= 0:
        raise ValueError(f"{quoted(text)} is too short; expected more than 0 seconds")
    if total > MAX_SPAN_S:
        raise ValueError(f"{quoted(text)} is too long; expected 200 years at most")
    return total


def amount_of(text: str) -> int:
    """A whole number from 1 such as ``500``, ``10_000``, ``20k``, ``3M`` or ``1e9``; else ValueError."""
    digits = text.replace(",", "").replace("_", "")
    match = re.fullmatch(_COUNT, digits)
    if re.fullmatch(r"\d+[eE]\+?\d{1,2}", digits):
        mantissa, exponent = re.split("[eE]", digits)
        total = int(mantissa + "0" * min(18, int(exponent)))
    elif match is not None and len(digits) > 2 * _DIGITS:
        raise ValueError(f"{quoted(text)} is too large; expected at most {2 * _DIGITS} digits")
    elif match is not None:
        from fractions import Fraction

        scaled = Fraction(match[1]) * _SCALE[match[2]]
        if scaled.denominator != 1:
            raise ValueError(f"{quoted(text)} is not a whole number")
        total = int(scaled)
    else:
        raise ValueError(f"{quoted(text)} is not a number; expected e.g. 500, 20k, 3M or 1e9")
    if total < 1:
        raise ValueError(f"{quoted(text)} is too small; expected 1 or more")
    return total


def bytes_of(text: str) -> int:
    """The bytes of a size such as ``500M``, ``2G``, ``1.5GB`` or ``800MiB``; ValueError for others.

    M is a million and Mi is 2^20.
    """
    plain = text.replace(" ", "")
    match = re.fullmatch(_SIZE, plain)
    if match is None or len(plain) > 2 * _DIGITS:
        raise ValueError(f"{quoted(text)} is not a size; expected e.g. 500M, 2G or 1.5GB")
    number, letter, binary = match[1], match[2] or "", match[3]
    from fractions import Fraction

    scale = 1024 ** (1 + "kmgt".index(letter.lower())) if binary else _SCALE[letter]
    total = math.floor(Fraction(number) * scale)
    if total < MIN_MEMORY_BYTES:
        raise ValueError(f"{quoted(text)} is too small; expected 1M or more")
    return total


@dataclass(frozen=True)
class Declared:
    """What all surfaces know of a field.

    ``help`` are sentences; the first says what the field does. ``unit`` is that of its number, "" if it is no
    number; ``least`` and ``most`` bound it, None where nothing does. ``needs`` names a field without which it
    has no meaning, and ``excludes`` those that cannot be combined with it.
    """

    help: str
    unit: str = ""
    least: int | None = None
    most: int | None = None
    needs: str = ""
    excludes: tuple[str, ...] = ()


QUESTION: dict[str, Declared] = {
    "unique": Declared("Treat solutions that differ only by a rotation or reflection of the board as one."),
    "mirrors": Declared("Which reflections of the board count.", needs="unique"),
    "labelled": Declared("Also count solutions with identical copies distinct."),
    "maximise": Declared("The greatest cost instead of the least."),
    "count_optima": Declared("Also count the solutions with this cost."),
    "confirm": Declared("Count again by a second method that shares no search code with the first."),
    "only": Declared(
        "Keep only the solutions that have this property; implies up to symmetry.",
        excludes=("reject", "order", "confirm", "checkpoint", "resume"),
    ),
    "min_level": Declared(
        "Keep only solutions that need so many moves or more until a piece is free.",
        unit="moves",
        least=0,
        needs="only",
    ),
    "max_level": Declared(
        "Keep only solutions that need at most so many moves until a piece is free.",
        unit="moves",
        least=0,
        needs="only",
    ),
    "sort": Declared("Order of the solutions.", needs="only"),
    "limit": Declared("Find up to N solutions.", unit="solutions", least=1),
}
"""What is asked, besides the question itself, by the names of the keywords in Python."""

SETTINGS: dict[str, Declared] = {
    "engine": Declared("Search engine. Default: chosen for the puzzle."),
    "threads": Declared(
        "Number of threads. Default: all available cores.", unit="threads", least=1, most=1024
    ),
    "memory": Declared(
        "Memory for tables, such as 500M. Default: half of the free memory.", unit="bytes", least=0
    ),
    "time": Declared("Stop after this time, such as 90, 1m30s or 2h.", unit="seconds"),
    "nodes": Declared("Stop after N search nodes or states, such as 500000 or 20M.", unit="nodes", least=0),
    "solutions": Declared("Stop after N solutions.", unit="solutions", least=0),
    "seed": Declared(
        "Seed of the random numbers.",
        unit="number",
        least=0,
        most=MAX_SEED,
        excludes=("only",),
    ),
    "symmetry": Declared("Let the symmetries of the board save work. Default: yes."),
    "order": Declared("Items that the engine frontier processes first. Default: the best of several orders."),
}
"""How to answer, and when to stop, by the names of the fields of :class:`Settings`."""

DURABLE: dict[str, Declared] = {
    "checkpoint": Declared("Save the search to PATH, and continue it where PATH has it already."),
    "restart": Declared("Begin anew.", needs="checkpoint", excludes=("resume",)),
    "resume": Declared("As a checkpoint that must be there."),
}
"""Where a search is kept."""

RUN: dict[str, Declared] = {
    "all": Declared("Find and store all solutions (default).", excludes=("count", "limit")),
    "count": Declared(
        "Count the solutions (by level with --only) without storing them.", excludes=("print",)
    ),
    "first": Declared(
        "Stop at the first solution.", excludes=("all", "count", "unique", "labelled", "print")
    ),
    "print": Declared("Print each solution when it is stored.", excludes=("background", "json")),
    "background": Declared("Return at once; the run continues in the background."),
    "json": Declared("Print one JSON object on stdout."),
    "tasks": Declared(
        "Approximate number of tasks at the start; large ones are split during the run. Default: 256.",
        unit="tasks",
        least=1,
        most=4_096,
        excludes=("split_depth",),
    ),
    "split_depth": Declared(
        "Start with one task for each way to make the first N choices.", unit="choices", least=1, most=64
    ),
}
"""What is asked of a durable run, besides the fields above."""

FIELDS = QUESTION | SETTINGS | DURABLE | RUN


def unmet_need(given: Collection[str]) -> tuple[str, str] | None:
    """The first field of those given that lacks what it needs, and what that is."""
    needs = ((name, one.needs) for name, one in FIELDS.items() if name in given and one.needs)
    return next(((name, need) for name, need in needs if need not in given), None)


def conflict(given: Collection[str]) -> tuple[str, str] | None:
    """The first two fields of those given that cannot be combined."""
    pairs = ((name, other) for name, one in FIELDS.items() if name in given for other in one.excludes)
    return next(((name, other) for name, other in pairs if other in given), None)


def problem_of(given: Collection[str], shown: Callable[[str], str] = str) -> str:
    """What is wrong with the fields that are given together, as a sentence; "" where nothing is.

    ``shown`` writes the name of a field as its users know it.
    """
    if (pair := unmet_need(given)) is not None:
        return f"{shown(pair[0])} requires {shown(pair[1])}"
    if (pair := conflict(given)) is None:
        return ""
    advice = "; to be able to resume, use 'tilewright run start'" * (pair[1] in ("checkpoint", "resume"))
    return f"{shown(pair[0])} and {shown(pair[1])} cannot be combined{advice}"


def check_combination(given: Collection[str]) -> None:
    """UnsupportedError where fields that are given cannot be combined, or lack what they need."""
    if problem := problem_of(given):
        raise UnsupportedError(problem)


_READERS: dict[str, Callable[[str], float]] = {
    "memory": bytes_of,
    "time": seconds_of,
    "nodes": amount_of,
    "solutions": amount_of,
}
_LIMITS = {"solutions": "solutions", "nodes": "nodes", "time": "seconds"}  # field -> that of Limits


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How to answer a question and when to stop, as one value for the functions that answer.

    ``time`` (seconds), ``memory`` (bytes), ``nodes`` and ``solutions`` may be texts, such as "90s", "500M" or
    "20k". None and the other defaults leave the choice to Tilewright. A keyword of a function goes before the
    setting of that name, and a setting that a function does not have is an error. UnsupportedError for a
    value that is out of range.

        >>> from tilewright import Settings, count, load
        >>> quick = Settings(threads=1, time="90s")
        >>> quick.time, count(load("catalog:dominoes-8x8"), settings=quick).solutions
        (90.0, 12988816)
    """

    engine: str | None = None
    threads: int | None = None
    memory: int | str | None = None
    time: float | str | None = None
    nodes: int | str | None = None
    solutions: int | str | None = None
    seed: int = 0
    symmetry: bool = True
    order: Sequence[str] | None = None

    def __post_init__(self) -> None:
        for name, read in _READERS.items():
            if isinstance(text := getattr(self, name), str):
                try:
                    object.__setattr__(self, name, read(text))
                except ValueError as error:
                    raise UnsupportedError(f"{name}: {error}") from None
        for name, declared in SETTINGS.items():
            _check_number(name, getattr(self, name), declared)

    @property
    def given(self) -> dict[str, Any]:
        """The settings that are not the defaults."""
        values = ((each, getattr(self, each.name)) for each in fields(self))
        return {each.name: value for each, value in values if value != each.default}

    def keywords(self, function: Callable[..., Any]) -> dict[str, Any]:
        """The keyword arguments for a function; UnsupportedError for a setting that it does not have."""
        taken, given = _parameters(function), self.given
        keywords = {name: given.pop(name) for name in [*given] if name in taken and name not in _LIMITS}
        limits = {limit: given.pop(name) for name, limit in _LIMITS.items() if name in given}
        if limits and "limits" in taken:
            keywords["limits"] = Limits(**limits)
        elif limits.keys() == {"seconds"} and "seconds" in taken:
            keywords |= limits
        else:
            given |= {name: limits[limit] for name, limit in _LIMITS.items() if limit in limits}
        if given:
            raise UnsupportedError(f"{function.__name__} has no setting {', '.join(given)}")
        return keywords


@cache
def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(signature(function).parameters)


def _check_number(name: str, value: object, declared: Declared) -> None:
    """UnsupportedError unless the value of a field that has a unit is None or a number in its range."""
    if value is None or not declared.unit:
        return
    kinds = int | float if name == "time" else int
    least, most = declared.least or 0, declared.most
    if isinstance(value, bool) or not isinstance(value, kinds) or not value >= least:
        kind = "a time in seconds or such as '90s'" if name == "time" else f"a whole number from {least}"
        raise UnsupportedError(f"{name} is {quoted(value)}; expected {kind}")
    if most is not None and value > most:
        raise UnsupportedError(f"{name} is {quoted(value)}; expected at most {most:,}")
