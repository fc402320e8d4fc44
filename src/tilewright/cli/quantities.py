"""Parsing and formatting of times, counts, sizes and rates."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import click

_SPAN = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s?)?")
_COUNT = re.compile(r"(\d+(?:\.\d+)?)([kKMGT]?)")
_SCALE = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_DIGITS = 12
_SIZE = re.compile(r"(\d+(?:\.\d+)?)(?:([kKMGT])(i?)B?|B)?")
MIN_MEMORY_BYTES = 10**6  # the smallest memory limit in bytes that a search table can work with


class Span(click.ParamType[float]):
    """A time: 90, 2.5, 90s, 1m30s, 2h; the value is in seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        found = _SPAN.fullmatch(str(value).replace(" ", ""))
        if not value or found is None or not any(found.groups()):
            self.fail(f"{value!r} is not a time; expected e.g. 90, 2.5, 1m30s or 2h", param, ctx)
        hours, minutes, seconds = (float(part or 0) for part in found.groups())
        total = 3600 * hours + 60 * minutes + seconds
        if total <= 0:
            self.fail(f"{value!r} is too short; expected more than 0 seconds", param, ctx)
        return total


class Amount(click.ParamType[int]):
    """A positive whole number: 500, 10_000, 1,000,000, 20k, 3M, 1e9."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).replace(",", "").replace("_", "")
        found = _COUNT.fullmatch(text)
        if re.fullmatch(r"\d+[eE]\+?\d{1,2}", text):
            mantissa, exponent = re.split("[eE]", text)
            total = int(mantissa + "0" * min(18, int(exponent)))
        elif found is not None and len(text) <= 2 * _DIGITS:
            scaled = Fraction(found[1]) * _SCALE[found[2]]
            if scaled.denominator != 1:
                self.fail(f"{value!r} is not a whole number", param, ctx)
            total = int(scaled)
        else:
            self.fail(f"{value!r} is not a number; expected e.g. 500, 20k, 3M or 1e9", param, ctx)
        if total < 1:
            self.fail(f"{value!r} is too small; expected 1 or more", param, ctx)
        return total


class Seed(click.ParamType[int]):
    """A seed of random numbers: 0 to 2^63 - 1."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < 2**63):
            self.fail(f"{value!r} is not a seed; expected a whole number from 0 to 2^63 - 1", param, ctx)
        return int(text)


class Size(click.ParamType[int]):
    """A size of memory: 500M, 2G, 1.5GB, 800MiB; the value is in bytes. M is a million, Mi is 2^20."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).replace(" ", "")
        found = _SIZE.fullmatch(text)
        if found is None or len(text) > 2 * _DIGITS:
            self.fail(f"{value!r} is not a size; expected e.g. 500M, 2G or 1.5GB", param, ctx)
        number, letter, binary = found[1], found[2] or "", found[3]
        scale = 1024 ** (1 + "kmgt".index(letter.lower())) if binary else _SCALE[letter]
        total = math.floor(Fraction(number) * scale)
        if total < MIN_MEMORY_BYTES:
            self.fail(f"{value!r} is too small; expected 1M or more", param, ctx)
        return total


SPAN = Span()
AMOUNT = Amount()
SIZE = Size()
SEED = Seed()


def span(seconds: float) -> str:
    """A time to three figures or whole units: 0.12 s, 8.31 s, 1 min 30 s, 2 h 5 min, 3 days."""
    if not math.isfinite(seconds):
        return "forever"
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    days = seconds / 86400
    if days < 1000:
        return f"{days:.0f} days"
    years = days / 365.25
    return f"{years:,.0f} years" if years < 1e6 else "over a million years"


def percent(share: float) -> str:
    """A share from 0 to 1 as a percentage; 0% and 100% only for exactly 0 and 1."""
    if 0 < share < 0.0001:
        return "less than 0.01%"
    if 0.9999 < share < 1:
        return "over 99.99%"
    return f"{100 * share:.2f}".rstrip("0").rstrip(".") + "%"


def short(number: float) -> str:
    """A number to three figures with an SI prefix: 950, 12.3k, 4.56M, 1.2e+15."""
    if number >= 1e15:
        return f"{number:.1e}"
    for letter, scale in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.0f}"


def size(number: float) -> str:
    """A number of bytes with its unit: 640 KB, 2.1 GB, over a million TB."""
    if number >= 1e18:
        return "over a million TB"
    for unit, word in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if number >= unit:
            return f"{number / unit:,.{1 if number < 10 * unit else 0}f} {word}"
    return f"{number / 1e3:.0f} KB"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 solution, 9,356 solutions."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
