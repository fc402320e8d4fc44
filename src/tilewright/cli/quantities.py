"""Parsing and formatting of times, counts, sizes and rates."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

from tilewright.wording import percent as percent
from tilewright.wording import quoted
from tilewright.wording import span as span

Parsed = TypeVar("Parsed")

_SPAN = r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s?)?"
_COUNT = r"(\d+(?:\.\d+)?)([kKMGT]?)"
_SCALE = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MAX_SPAN_S = 200 * 365 * 86_400  # the timers of the system end at 292 years
_DIGITS = 12
_SIZE = r"(\d+(?:\.\d+)?)(?:([kKMGT])(i?)B?|B)?"
MAX_MODULUS = 2**63 - 1
MIN_MEMORY_BYTES = 10**6  # the smallest memory limit in bytes that a search table can work with


class ParsedType(click.ParamType[Parsed]):
    """The type of a value that a function reads from text; its ValueErrors are the messages."""

    def __init__(self, name: str, parse: Callable[[str], Parsed]) -> None:
        self.name, self._parse = name, parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Parsed:
        if not isinstance(value, str):
            return cast(Parsed, value)  # a default
        try:
            return self._parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _parse_span(text: str) -> float:
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


def _parse_amount(text: str) -> int:
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


def _parse_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < 2**63):
        raise ValueError(f"{quoted(text)} is not a seed; expected a whole number from 0 to 2^63 - 1")
    return int(text)


def _parse_modulus(text: str) -> int:
    number = text.replace(",", "").replace("_", "")
    digits = number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{quoted(text)} is not a whole number")
    if number != digits or len(digits) > len(str(MAX_MODULUS)) or not 1 <= int(digits) <= MAX_MODULUS:
        raise ValueError(f"{quoted(text)} is out of range; expected 1 to {MAX_MODULUS:,}")
    return int(digits)


def _parse_size(text: str) -> int:
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


SPAN = ParsedType("time", _parse_span)  # in seconds: 90, 2.5, 90s, 1m30s, 2h
AMOUNT = ParsedType("number", _parse_amount)  # 1 or more: 500, 10_000, 1,000,000, 20k, 3M, 1e9
SEED = ParsedType("seed", _parse_seed)  # 0 to 2^63 - 1
MODULUS = ParsedType("modulus", _parse_modulus)  # 1 to 2^63 - 1, also 10_000 or 1,000,000
SIZE = ParsedType("size", _parse_size)  # in bytes: 500M, 2G, 1.5GB, 800MiB; M is a million, Mi is 2^20


def short(number: float) -> str:
    """A number to three figures with an SI prefix: 950, 12.3k, 4.56M, 1.2e+15, over 1e+308."""
    if math.isinf(number):
        return "over 1e+308"
    if number >= 1e15:
        return f"{number:.1e}"
    for letter, scale in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= scale:
            return f"{number / scale:.3g}{letter}"
    return f"{number:.0f}"
