"""Parsing and formatting of times, counts, sizes, rates and orders of items."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from tilewright.solving.settings import MAX_SEED, amount_of, bytes_of, seconds_of
from tilewright.wording import percent as percent
from tilewright.wording import quoted
from tilewright.wording import short as short
from tilewright.wording import span as span

Parsed = TypeVar("Parsed")

MAX_MODULUS = 2**63 - 1


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


def _parse_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_SEED):
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


SPAN = ParsedType("time", seconds_of)  # in seconds: 90, 2.5, 90s, 1m30s, 2h
AMOUNT = ParsedType("number", amount_of)  # 1 or more: 500, 10_000, 1,000,000, 20k, 3M, 1e9
SEED = ParsedType("seed", _parse_seed)  # 0 to 2^63 - 1
MODULUS = ParsedType("modulus", _parse_modulus)  # 1 to 2^63 - 1, also 10_000 or 1,000,000
SIZE = ParsedType("size", bytes_of)  # in bytes: 500M, 2G, 1.5GB, 800MiB; M is a million, Mi is 2^20


_CELL = r"-?\d+(?:,-?\d+)*"
_BRACKETED = r"\(\s*(-?\d+(?:\s*,\s*-?\d+)*)\s*\)"


def _parse_order(value: str) -> tuple[str, ...]:
    text, in_file = value, value.startswith("@")
    if in_file:
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except OSError as error:
            raise ValueError(f"cannot read {quoted(value[1:])}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise ValueError(f"{quoted(value[1:])} is not UTF-8 text") from None
    import shlex

    plain = re.sub(_BRACKETED, lambda match: re.sub(r"\s", "", match[1]), text)
    try:
        words = shlex.split(plain, comments=in_file)
    except ValueError:
        raise ValueError("a quotation mark is not closed") from None
    if not words:
        raise ValueError("no items given; expected cells such as 2,0 and names of pieces")
    return tuple(f"({word})".replace(",", ", ") if re.fullmatch(_CELL, word) else word for word in words)


ORDER = ParsedType("order", _parse_order)
"""Names of items separated by spaces: cells as ``2,0`` or ``(2, 0)``, pieces by name.

Names that contain spaces are quoted. ``@PATH`` reads them from a file, where ``#`` starts a comment.
"""
