"""Reasons from scales: weights of the cells under which the board weighs more than the pieces ever can.

Let x be how often each placement is chosen. A solution meets linear equations: each required cell is covered
once, each piece used as often as it must be. Where even fractions cannot meet them, there are weights of the
cells, and bounds for the pieces, that show it (Farkas' lemma). Averaged over the motions that carry board
and places onto themselves such weights are still a proof, so cells that are carried into each
other weigh the same, and few unknowns are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from tilewright.exact_cover.symmetry import carried
from tilewright.model.lattices import Cell
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.infeasibility.remainder import PieceSupply, RemainingPuzzle
from tilewright.wording import counted

MAX_ROWS = 60
MAX_COLUMNS = 3_000
MAX_EFFORT = 500_000  # pivots times the square of the number of equations: a few seconds
MAX_USES = 60_000  # cells of all placements; above this many nothing is looked for
MOST_SHOWN = 61  # the greatest weight that one character of a picture can show
SLICE = 10  # pivots between two pauses

Weights = dict[Cell, Fraction]

Image = tuple[int, ...]
"""A permutation of the open cells, by their numbers."""


def weight_bound(remainder: RemainingPuzzle, effort: int = MAX_EFFORT) -> Iterator[Reason | None]:
    """Look for such weights; None between slices, last a reason if there is one."""
    uses = sum(supply.size * len(supply.places) for supply in remainder.supplies)
    if uses > MAX_USES or not remainder.required:
        return
    if any(supply.least and not supply.places for supply in remainder.supplies):
        return  # a plainer reason than any weights
    orbit = _orbits(remainder)
    yield None
    classes = sorted(set(orbit.values()))
    if len(classes) + 2 * len(remainder.supplies) > MAX_ROWS:
        return
    row = {first: k for k, first in enumerate(classes)}
    right = [0] * len(classes)
    for first in orbit.values():
        right[row[first]] += 1
    columns: list[Column] = [{row[first]: 1} for first in classes if first in remainder.optional]
    bounds = [_bound(remainder, supply, right, columns) for supply in remainder.supplies]
    pairs = {
        (number, tuple(sorted(row[orbit[cell]] for cell in place)))
        for number, supply in enumerate(remainder.supplies)
        for place in supply.places
    }
    if len(pairs) > MAX_COLUMNS:
        return
    for number, rows in sorted(pairs):
        column = {k: rows.count(k) for k in rows}
        column.update((k, 1) for k in bounds[number])
        columns.append(column)
    for multipliers in refute(columns, right, effort // len(right) ** 2):
        if multipliers is None:
            yield None
        else:
            weights = {cell: multipliers[row[first]] for cell, first in orbit.items()}
            reason = _reason(remainder, weights)
            if reason is not None:
                yield reason


def _bound(
    remainder: RemainingPuzzle, supply: PieceSupply, right: list[int], columns: list[Column]
) -> list[int]:
    """The numbers of the equations that bound a piece's copies; they are added to ``right``, with slack."""
    if supply.least == supply.most:
        right.append(supply.least)
        return [len(right) - 1]
    bounds = []
    most = supply.most < len(remainder.open) // supply.size
    for bound, slack, holds in ((supply.most, 1, most), (supply.least, -1, supply.least > 0)):
        if holds:
            columns.append({len(right): slack})
            bounds.append(len(right))
            right.append(bound)
    return bounds


def _orbits(remainder: RemainingPuzzle) -> dict[Cell, Cell]:
    """For each open cell the first one that the motions of board and places carry it to."""
    cells = sorted(remainder.open)
    number = {cell: k for k, cell in enumerate(cells)}
    places = [
        [tuple(number[cell] for cell in place) for place in supply.places] for supply in remainder.supplies
    ]
    known = [{sum(1 << k for k in place) for place in value} for value in places]
    group = {tuple(range(len(cells)))}
    for motion in remainder.lattice.motions["all"][1:]:
        there = carried(remainder.lattice, motion, cells)
        if there is None or any((c in remainder.required) != (there[c] in remainder.required) for c in cells):
            continue
        image = tuple([number[there[cell]] for cell in cells])
        if image in group:
            continue
        bits = [1 << k for k in image]
        if all(
            sum([bits[k] for k in place]) in numbers
            for listed, numbers in zip(places, known, strict=True)
            for place in listed
        ):
            group = _closed(group, image)
    return {cell: cells[min(image[k] for image in group)] for k, cell in enumerate(cells)}


def _closed(group: set[Image], image: Image) -> set[Image]:
    """The group that a group and one more permutation make."""
    makers = [*group, image]
    rows, fresh = set(makers), set(makers)
    while fresh:
        fresh = {tuple([other[k] for k in one]) for one in fresh for other in makers} - rows
        rows |= fresh
    return rows


def _reason(remainder: RemainingPuzzle, weights: Weights) -> Reason | None:
    """The weights as a reason, in whole numbers, once they are found right cell by cell."""
    if not remainder.optional and all(supply.least == supply.most for supply in remainder.supplies):
        lightest = min(weights.values())  # as much more for each cell changes nothing where all is covered
        weights = {cell: weight - lightest for cell, weight in weights.items()}
    weights = {cell: min(w, Fraction(0)) if cell in remainder.optional else w for cell, w in weights.items()}
    scale = Fraction(lcm(*(w.denominator for w in weights.values())))
    scale /= max(1, gcd(*(int(w * scale) for w in weights.values())))
    whole = {cell: int(weight * scale) for cell, weight in weights.items()}
    board = sum(whole.values())
    heaviest = {
        supply.name: max(sum(whole[cell] for cell in place) for place in supply.places)
        for supply in remainder.supplies
        if supply.places
    }
    pieces = 0
    for supply in remainder.supplies:
        weight = heaviest.get(supply.name, 0)
        pieces += weight * (remainder.copies(supply) if weight > 0 else supply.least)
    if board <= pieces:
        return None
    shown = tuple(sorted((cell, weight) for cell, weight in whole.items() if weight))
    where = "in the picture"
    if min(whole.values()) < 0 or max(whole.values()) > MOST_SHOWN:
        where = f"--json prints (in the picture + is above {MOST_SHOWN}, - below 0)"
    included = ", all cells included" if any(whole[cell] for cell in remainder.optional) else ""
    return Reason(
        "weight bound",
        f"Weigh the cells as {where}. {_pieces(remainder, heaviest, pieces)}; "
        f"but the board weighs {board:,}{included}.",
        tuple(cell for cell, _ in shown),
        shown,
    )


def _pieces(remainder: RemainingPuzzle, heaviest: dict[str, int], pieces: int) -> str:
    supplies = [supply for supply in remainder.supplies if supply.places]
    numbers = sorted(set(heaviest.values()))
    if len(numbers) == 1:
        each = f"{numbers[0]:,}"
    elif len(supplies) <= 12:
        each = "so much: " + ", ".join(f"{supply.name} {heaviest[supply.name]:,}" for supply in supplies)
    else:
        each = f"{numbers[0]:,} to {numbers[-1]:,}, as in its place"
    copies = counted(sum(remainder.copies(supply) for supply in supplies), "piece")
    return f"Wherever it lies, a piece weighs at most {each}, and {copies} together at most {pieces:,}"


Column = Mapping[int, int]
"""The coefficients of an unknown, by the number of the equation."""


def refute(
    columns: Sequence[Column], right: Sequence[int], pivots: int
) -> Iterator[tuple[Fraction, ...] | None]:
    """Multipliers y with y * column <= 0 for all columns and y * right > 0, last; None between slices.

    Nothing comes last when there is a solution, or when ``pivots`` did not suffice to tell. ``right`` is
    nowhere negative.
    """
    rows = len(right)
    inverse = [[Fraction(int(i == k)) for k in range(rows)] for i in range(rows)]
    values = [Fraction(value) for value in right]
    basis = [-1 - i for i in range(rows)]  # -1 - i: equation i is not yet met, by that much
    idle = 0  # pivots that gained nothing, one after another
    for pivot in range(pivots):
        if pivot % SLICE == 0:
            yield None
        open_rows = [inverse[i] for i in range(rows) if basis[i] < 0]
        prices = [sum((row[k] for row in open_rows), Fraction(0)) for k in range(rows)]
        scale = lcm(*(price.denominator for price in prices))
        whole = [int(price * scale) for price in prices]  # in whole numbers many columns are weighed soon
        gains = [sum(whole[k] * a for k, a in column.items()) for column in columns]
        best = max(gains, default=0)
        if best <= 0:
            if sum(price * value for price, value in zip(prices, right, strict=True)) > 0:
                yield tuple(prices)
            return
        entering = gains.index(best) if idle < rows else next(j for j, gain in enumerate(gains) if gain > 0)
        numbers = columns[entering].items()
        change = [sum((row[k] * a for k, a in numbers), Fraction(0)) for row in inverse]
        leaving = min(
            (i for i in range(rows) if change[i] > 0), key=lambda i: (values[i] / change[i], basis[i])
        )
        idle = 0 if values[leaving] else idle + 1
        _exchange(inverse, values, change, leaving)
        basis[leaving] = entering


def _exchange(
    inverse: list[list[Fraction]], values: list[Fraction], change: Sequence[Fraction], leaving: int
) -> None:
    scale = change[leaving]
    inverse[leaving] = [x / scale for x in inverse[leaving]]
    values[leaving] /= scale
    for i, factor in enumerate(change):
        if i != leaving and factor:
            inverse[i] = [
                x - factor * y if y else x for x, y in zip(inverse[i], inverse[leaving], strict=True)
            ]
            values[i] -= factor * values[leaving]
