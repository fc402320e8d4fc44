"""The cover problems that are counted without enumeration, each with its known count.

Item y * width + x is the cell (x, y) of a board; each is covered exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from itertools import product as product_of
from math import ceil
from typing import Literal

import problems
from tilewright.exact_cover.problem import CoverProblem

Shape = tuple[tuple[int, int], ...]

MONOMINO: tuple[Shape, ...] = (((0, 0),),)
DOMINOES: tuple[Shape, ...] = (((0, 0), (1, 0)), ((0, 0), (0, 1)))
TROMINOES: tuple[Shape, ...] = (
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (1, 1)),
    ((1, 0), (0, 1), (1, 1)),
)

# A028420, n = 8, 10, 16 and 20; A215826, n = 12 for trominoes in 9 by 12. Those of 16 by 16 and 20 by 20 come
# from a program that shares nothing with ours: a broken profile in numpy, modulo primes below 2^61. That of
# 24 by 24 is ours; the other program agrees modulo 2^31 - 19.
MONOMER_DIMER = {
    8: 179788343101980135,
    10: 2172138783673094193937750015,
    16: 251241193538605957034541106919066040190263684292252416686093709020168272,
    20: int(
        "194786005573531102335224834601515198314992129429232222799494508286271698655525446641892083240461489756"
        "64925677335"
    ),
    24: int(
        "245596755122406214291883659789191006940968024896387101580927766528907480289911434"
        "0927609394736718780909300735147251523432009033673433795678785259037174386010034076"
    ),
}
TROMINOES_9X12 = 20574308184277971

Engine = Literal["frontier", "kasteleyn"]


@dataclass(frozen=True)
class Countable:
    """A problem for counters: its known count, our engine for it, and who else is asked.

    ``family`` names problems of one kind, in order of size, for peers to be tried on; "" is for us alone.
    ``threads`` tells that two threads are measured, too. ``most_seconds`` is a target for one thread.
    """

    name: str
    engine: Engine
    problem: Callable[[], CoverProblem]
    count: int
    family: str = ""
    threads: bool = False
    most_seconds: float | None = None


def board(width: int, height: int, shapes: Iterable[Shape]) -> CoverProblem:
    """All placements of some shapes, as they are drawn, on a rectangle; each as often as one likes."""
    options = [
        tuple(sorted(((y + b) * width + x + a, 0) for a, b in shape))
        for y in range(height)
        for x in range(width)
        for shape in shapes
        if all(x + a < width and y + b < height for a, b in shape)
    ]
    near = tuple(
        tuple(
            sorted(
                b * width + a
                for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                if 0 <= a < width and 0 <= b < height
            )
        )
        for y in range(height)
        for x in range(width)
    )
    names = tuple(f"{x} {y}" for y in range(height) for x in range(width))
    return CoverProblem(names, ((1, 1),) * len(names), tuple(options), near)


def domino_tilings(side: int) -> int:
    """How many domino tilings a square of even side has (A004003), by the product of cosines.

    Kasteleyn (1961), Temperley and Fisher (1961); worked out with thirty digits more than the number has.
    """
    with localcontext() as context:
        context.prec = 30 + ceil(side * side * 0.127)  # a cell is worth a factor e^(G/pi): 0.1266 digits
        pi = 4 * (4 * _arctan(5) - _arctan(239))
        squares = [4 * _cosine(pi * k / (side + 1)) ** 2 for k in range(1, side // 2 + 1)]
        product = Decimal(1)
        for one, other in product_of(squares, repeat=2):
            product *= one + other
        nearest = product.to_integral_value()
        if abs(product - nearest) > Decimal("1e-9"):
            raise ArithmeticError(f"the product for {side} by {side} is no whole number: too few digits")
        return int(nearest)


def _arctan(inverse: int) -> Decimal:
    """The arc tangent of 1 / ``inverse``, in the precision of the context."""
    power = total = Decimal(1) / inverse
    last, n = Decimal(0), 1
    while total != last:
        last, n, power = total, n + 2, -power / inverse**2
        total += power / n
    return total


def _cosine(angle: Decimal) -> Decimal:
    term = total = Decimal(1)
    last, n = Decimal(0), 0
    while total != last:
        last, n = total, n + 2
        term = -term * angle * angle / (n * (n - 1))
        total += term
    return total


def countables() -> tuple[Countable, ...]:
    """Every problem of the counting tables."""
    packings = problems.catalogue()

    def dominoes(n: int, engine: Engine, family: str = "") -> Countable:
        return Countable(
            f"dominoes {n}x{n}",
            engine,
            lambda: board(n, n, DOMINOES),
            domino_tilings(n),
            family=family,
            threads=engine == "frontier" and n == 22,
            most_seconds=0.3 if (engine, n) == ("frontier", 16) else None,
        )

    def monomer_dimer(n: int, family: str = "") -> Countable:
        return Countable(
            f"monomer-dimer {n}x{n}",
            "frontier",
            lambda: board(n, n, MONOMINO + DOMINOES),
            MONOMER_DIMER[n],
            family=family,
            threads=n == 20,
            most_seconds=20.0 if n == 20 else None,
        )

    def packing(name: str, most_seconds: float | None = None) -> Countable:
        known = packings[name]
        return Countable(
            name, "frontier", lambda: known.problem, known.count,
            threads=most_seconds is not None, most_seconds=most_seconds,
        )  # fmt: skip

    return (
        *(dominoes(n, "frontier", "dominoes") for n in (8, 12, 16)),
        *(dominoes(n, "frontier") for n in (20, 22)),
        *(monomer_dimer(n, "monomer-dimer") for n in (8, 10)),
        *(monomer_dimer(n) for n in (16, 20)),
        Countable("trominoes 9x12", "frontier", lambda: board(9, 12, TROMINOES), TROMINOES_9X12),
        packing("6x10"),
        packing("5x12"),
        packing("checkerboard"),
        packing("lucky13", most_seconds=20.0),
        *(dominoes(n, "kasteleyn") for n in (16, 32, 100)),
    )
