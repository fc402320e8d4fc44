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

from tilewright.model.lattices import Cell, Motion
from tilewright.model.lattices.lattice import subtract
from tilewright.solve.infeasibility.areas import plural
from tilewright.solve.infeasibility.reason import Reason
from tilewright.solve.infeasibility.remainder import PieceSupply, RemainingPuzzle

MAX_ROWS = 60
MAX_COLUMNS = 3_000
MAX_EFFORT = 500_000
"""Pivots times the square of the number of equations: a few seconds."""

MAX_USES = 60_000
"""Cells of all placements; above this many nothing is looked for."""

MOST_SHOWN = 61
"""The greatest weight that one character of a picture can show."""

Weights = dict[Cell, Fraction]

Image = tuple[int, ...]
"""A permutation of the open cells, by their numbers."""


def weight_bound(remainder: RemainingPuzzle, effort: int = MAX_EFFORT) -> Iterator[Reason | None]:
    """Look for such weights; None between slices, last a reason if there is one."""
    if (
        sum(supply.size * len(supply.places) for supply in remainder.supplies) > MAX_USES
        or not remainder.required
    ):
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
    bounds: list[tuple[int, int]] = []  # of each supply: the equations for the most and the least copies
    for supply in remainder.supplies:
        bounds.append(_bound(remainder, supply, right, columns))
    found = {
        (number, tuple(sorted(row[orbit[cell]] for cell in place)))
        for number, supply in enumerate(remainder.supplies)
        for place in supply.places
    }
    if len(found) > MAX_COLUMNS:
        return
    for number, rows in sorted(found):
        column = {k: rows.count(k) for k in rows}
        column.update((k, 1) for k in bounds[number] if k >= 0)
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
) -> tuple[int, int]:
    """The numbers of the equations that bound a piece's copies from above and from below; -1 for none."""
    most = least = -1
    if supply.least == supply.most:
        right.append(supply.least)
        return len(right) - 1, -1
    if supply.most < len(remainder.open) // supply.size:
        right.append(supply.most)
        most = len(right) - 1
        columns.append({most: 1})
    if supply.least:
        right.append(supply.least)
        least = len(right) - 1
        columns.append({least: -1})
    return most, least


def _orbits(remainder: RemainingPuzzle) -> dict[Cell, Cell]:
    """For each open cell the first one that the motions of board and places carry it to."""
    cells = sorted(remainder.open)
    number = {cell: k for k, cell in enumerate(cells)}
    places = [
        [tuple(number[cell] for cell in place) for place in supply.places] for supply in remainder.supplies
    ]
    known = [{sum(1 << k for k in place) for place in held} for held in places]
    group = {tuple(range(len(cells)))}
    for motion in remainder.lattice.motions["all"][1:]:
        image = _image(remainder, motion, cells, number)
        if image is None or image in group:
            continue
        bits = [1 << k for k in image]
        if all(
            sum([bits[k] for k in place]) in held
            for listed, held in zip(places, known, strict=True)
            for place in listed
        ):
            group = _closed(group, image)
    return {cell: cells[min(image[k] for image in group)] for k, cell in enumerate(cells)}


def _closed(group: set[Image], image: Image) -> set[Image]:
    """The group that a group and one more permutation make."""
    makers = [*group, image]
    found, fresh = set(makers), makers
    while fresh:
        fresh = [made for one in fresh for other in makers if (made := _after(one, other)) not in found]
        found.update(fresh)
        fresh = list(dict.fromkeys(fresh))
    return found


def _after(one: Image, other: Image) -> Image:
    return tuple([other[k] for k in one])


def _image(
    remainder: RemainingPuzzle, motion: Motion, cells: list[Cell], number: dict[Cell, int]
) -> Image | None:
    """Where a motion, and a translation after it, carries the open cells; None when not onto themselves."""
    turned = [motion(cell) for cell in cells]
    shift = subtract(remainder.lattice.anchor(cells), remainder.lattice.anchor(turned))
    if not remainder.lattice.is_translation(shift):
        return None
    image = []
    for cell, there in zip(cells, turned, strict=True):
        moved = tuple(a + b for a, b in zip(there, shift, strict=True))
        if moved not in number or (moved in remainder.required) != (cell in remainder.required):
            return None
        image.append(number[moved])
    return tuple(image)


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
    return Reason(
        "weight bound",
        f"Weigh the cells as {_where(whole)}. {_pieces(remainder, heaviest, pieces)}; "
        f"but the board weighs {board:,}{_optional(remainder, whole)}.",
        tuple(cell for cell, _ in shown),
        shown,
    )


def _where(whole: dict[Cell, int]) -> str:
    if min(whole.values()) >= 0 and max(whole.values()) <= MOST_SHOWN:
        return "in the picture"
    return f"--json prints (in the picture + is above {MOST_SHOWN}, - below 0)"


def _pieces(remainder: RemainingPuzzle, heaviest: dict[str, int], pieces: int) -> str:
    supplies = [supply for supply in remainder.supplies if supply.places]
    numbers = sorted(set(heaviest.values()))
    if len(numbers) == 1:
        each = f"Wherever it lies, a piece weighs at most {numbers[0]:,}"
    elif len(supplies) <= 12:
        each = "Wherever it lies, a piece weighs at most so much: " + ", ".join(
            f"{supply.name} {heaviest[supply.name]:,}" for supply in supplies
        )
    else:
        each = f"Wherever it lies, a piece weighs at most {numbers[0]:,} to {numbers[-1]:,}, as in its place"
    copies = sum(remainder.copies(supply) for supply in supplies)
    return f"{each}, and {plural(copies, 'piece')} together at most {pieces:,}"


def _optional(remainder: RemainingPuzzle, whole: dict[Cell, int]) -> str:
    return ", all cells included" if any(whole[cell] for cell in remainder.optional) else ""


Column = Mapping[int, int]
"""The coefficients of an unknown, by the number of the equation."""

SLICE = 10  # pivots between two pauses


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
        held = columns[entering].items()
        change = [sum((row[k] * a for k, a in held), Fraction(0)) for row in inverse]
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
