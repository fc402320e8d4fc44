"""Weights of single dominoes on the Aztec diamond: tables that are repeated, as data and as files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tilewright import _core
from tilewright.errors import FormatError, UnsupportedError
from tilewright.wording import quoted

MAX_WEIGHTED_ORDER = 400  # 170 MB of probabilities
MAX_SIDE = 2 * MAX_WEIGHTED_ORDER  # rows and columns of a table
MAX_DIGITS = 300  # of a weight
Table = tuple[tuple[Fraction, ...], ...]
ONE: Table = ((Fraction(1),),)


@dataclass(frozen=True)
class EdgeWeights:
    """The weights of all dominoes of an Aztec diamond.

    The weight of a domino whose left or upper square is in column x and row y, from 0 at the upper left
    corner of the square round the diamond, is in row y and column x of its table, which is repeated in both
    directions.
    Weights are rational and not negative; 0 excludes a domino.
    """

    horizontal: Table = ONE
    vertical: Table = ONE

    def weight(self, x: int, y: int, *, is_horizontal: bool) -> Fraction:
        """The weight of a domino by its first square."""
        table = self.horizontal if is_horizontal else self.vertical
        row = table[y % len(table)]
        return row[x % len(row)]

    def to_dict(self) -> dict[str, list[list[str]]]:
        """The tables with each weight as text, such as 1/3."""
        return {
            name: [[str(weight) for weight in row] for row in table]
            for name, table in (("horizontal", self.horizontal), ("vertical", self.vertical))
        }


def two_periodic(order: int, a: Fraction) -> EdgeWeights:
    """The two-periodic weights: ``a`` for dominoes in blocks of 2 x 2 squares of one colour, 1 in the others.

    The blocks are those of shuffling, coloured like a chessboard. In large tilings there is a region in the
    middle that is neither frozen nor like a uniform tiling (Chhita and Johansson, Domino statistics of the
    two-periodic Aztec diamond, 2016).
    """
    one = Fraction(1)
    rows: Table = ((a,), (one,)) if order % 2 else ((one,), (a,))
    return EdgeWeights(((a, one),), rows)


def weights_from_dict(data: Mapping[str, Any]) -> EdgeWeights:
    """The weights of tables of numbers or texts; FormatError for anything else."""
    unknown = sorted(set(data) - {"horizontal", "vertical"})
    if unknown:
        raise FormatError(f"unknown key {quoted(unknown[0])}; expected horizontal or vertical")
    return EdgeWeights(
        _table(data.get("horizontal", [[1]]), "horizontal"), _table(data.get("vertical", [[1]]), "vertical")
    )


def weights_from_toml(text: str) -> EdgeWeights:
    """The weights in a TOML text with the keys ``horizontal`` and ``vertical``, exactly as written."""
    try:
        data = tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"this is not TOML: {error}") from None
    if not data:
        raise FormatError("there are no weights; expected the keys horizontal and vertical, or one of them")
    return weights_from_dict(data)


def _exact(text: str) -> Fraction | str:
    """A decimal as a fraction; a text that cannot be one is left for the error of its place."""
    try:
        return _fraction(text)
    except ValueError:
        return text


def _fraction(text: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    if len(text) > MAX_DIGITS or (exponent and abs(int(exponent)) > MAX_DIGITS) or not mantissa:
        raise ValueError
    return Fraction(text.replace(" ", ""))


def _table(value: object, name: str) -> Table:
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        raise FormatError(f"{name}: expected rows of weights, such as [[1, 2], [2, 1]]")
    if len({len(row) for row in value}) != 1:
        raise FormatError(f"{name}: the rows differ in length")
    if max(len(value), len(value[0])) > MAX_SIDE:
        raise FormatError(f"{name}: at most {MAX_SIDE} rows and columns are accepted")
    return tuple(
        tuple(_weight(weight, f"{name}, row {y}, column {x}") for x, weight in enumerate(row, 1))
        for y, row in enumerate(value, 1)
    )


def _weight(value: object, place: str) -> Fraction:
    """A weight that is a whole number, a fraction, or a text such as "1/3" or "0.25"."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
            raise ValueError
        weight = _fraction(str(value))
    except (ValueError, ZeroDivisionError):
        text = quoted(str(value)[:40])
        raise FormatError(
            f'{place}: {text} is no weight; expected a number from 0, or a text such as "1/3"'
        ) from None
    if weight < 0:
        raise FormatError(f"{place}: the weight {weight} is negative")
    return weight


@lru_cache(maxsize=1)
def core_weights(order: int, weights: EdgeWeights) -> _core.AztecWeights:
    """The weights of the diamond of an order for the core, which has yet to compute with them.

    The last ones are kept: the steps of a shuffle may be asked for in several parts.
    """
    if order > MAX_WEIGHTED_ORDER:
        raise UnsupportedError(
            f"with weights of single dominoes the order is at most {MAX_WEIGHTED_ORDER}, and not {order:,}"
        )
    scaled = {
        weight: _scaled(weight) for t in (weights.horizontal, weights.vertical) for row in t for weight in row
    }
    values = []
    for i in range(order):
        for j in range(order):
            # The middle of the block, as a corner of squares, and its halves north, south, east and west.
            x, y = i + j + 1, order - i + j
            for column, row, is_horizontal in (
                (x - 1, y - 1, True), (x - 1, y, True), (x, y - 1, False), (x - 1, y - 1, False)
            ):  # fmt: skip
                values.append(scaled[weights.weight(column, row, is_horizontal=is_horizontal)])
    return _core.AztecWeights(order, values)


def _scaled(weight: Fraction) -> tuple[float, float, int, int]:
    """A weight as high, low, exponent and 1 for 0, see ``ScaledNumber`` in the core."""
    if not weight:
        return 0.5, 0.0, 1, 1
    exponent = weight.numerator.bit_length() - weight.denominator.bit_length()
    share = weight / Fraction(2) ** exponent
    if share >= 1:
        share, exponent = share / 2, exponent + 1
    high = float(share)
    if high == 1.0:
        share, exponent, high = share / 2, exponent + 1, 0.5
    return high, float(share - Fraction(high)), exponent, 0
