"""Semirings: what a frontier sweep adds up over all solutions. A new one is an instance here, and its
few lines of arithmetic in native/solving/frontier/semiring.hpp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tilewright.wording import quoted

Value = TypeVar("Value")

WORD = 8  # bytes


@dataclass(frozen=True)
class Semiring(Generic[Value]):
    """What is added up, by the core's name; ``read(words, limbs)`` turns the core's answer into a value.

    ``words`` are little-endian 64-bit words as bytes, empty when there is no solution at all; ``limbs`` tells
    how many of them make a count. ``marks`` has a number for each option where the semiring looks at one.
    """

    name: str
    read: Callable[[bytes, int], Value]
    modulus: int = 0
    degree: int = 0
    marks: tuple[int, ...] = field(default=(), repr=False)
    maximise: bool = False


@dataclass(frozen=True)
class Best:
    """The best cost over all solutions, and how many solutions have it (None: not counted)."""

    cost: int
    optima: int | None


def _number(words: bytes) -> int:
    return int.from_bytes(words, "little")


def _cost(words: bytes, *, maximise: bool) -> int:
    cost = int.from_bytes(words[:WORD], "little", signed=True)
    return -cost if maximise else cost


COUNT = Semiring[int]("count", lambda words, limbs: _number(words))
"""How many solutions there are; exact, of any size."""


COUNT_TRACED = Semiring[int]("count_traced", lambda words, limbs: _number(words))
"""The same, for a sweep that keeps its states to find ways back."""


def modulo(modulus: int) -> Semiring[int]:
    """How many solutions there are, modulo a number of 1 to 63 bits; ValueError for another."""
    if not isinstance(modulus, int) or not 1 <= modulus < 1 << 63:
        raise ValueError(f"a modulus of 1 to 2^63 - 1 expected, not {quoted(modulus)}")
    return Semiring("modulo", lambda words, limbs: _number(words), modulus=modulus)


def best_counted(*, maximise: bool = False) -> Semiring[Best | None]:
    """The least (or greatest) sum of costs and how many solutions have it; None without solutions."""
    return Semiring(
        "least_count",
        lambda words, limbs: Best(_cost(words, maximise=maximise), _number(words[WORD:])) if words else None,
        maximise=maximise,
    )


def by_marks(marks: Sequence[int], degree: int) -> Semiring[tuple[int, ...]]:
    """The generating function of the solutions by the sum of their options' marks, up to ``degree``.

    Solutions with a larger sum are left out. ValueError when a mark is negative, or the degree is not 0 to
    100,000.
    """
    if any(mark < 0 for mark in marks):
        raise ValueError("a mark is 0 or more")
    if not 0 <= degree <= 100_000:
        raise ValueError(f"a degree of 0 to 100,000 is expected, not {degree}")

    def read(words: bytes, limbs: int) -> tuple[int, ...]:
        if not words:
            return (0,) * (degree + 1)
        size = limbs * WORD
        return tuple(_number(words[size * k : size * (k + 1)]) for k in range(degree + 1))

    # What goes beyond the degree is left out, however far; the core takes no numbers of any size.
    return Semiring("by_marks", read, degree=degree, marks=tuple(min(mark, degree + 1) for mark in marks))
