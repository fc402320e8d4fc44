"""Reasons from weightings: the cover equations as a linear system modulo a prime.

Let x be 1 for each placement of a solution. Each required cell gives an equation (its placements add up
to 1), and so does each piece with a fixed number of copies. When the system has no solution modulo a prime,
there are weights for cells and pieces under which every placement weighs nothing in all, but the right side
does not: a proof that can be checked by adding up.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tilewright.model.lattices import Cell
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.infeasibility.remainder import RemainingPuzzle

PRIMES = (2, 3, 5, 7, 11, 13)

MAX_EQUATIONS = 260  # above which only the prime 2 is tried, and above ten times as many none
SLICE = 200  # placements looked at between two pauses
SLICE_WORK = 300_000  # weights of cells looked at between two pauses, a few hundredths of a second

Vector = dict[int, int]


def weighting(remainder: RemainingPuzzle, primes: Sequence[int] = PRIMES) -> Iterator[Reason | None]:
    """Look for a weighting, prime after prime; None between slices, last a reason if there is one."""
    if any(supply.least and not supply.places for supply in remainder.supplies):
        return  # a plainer reason than any weighting
    keys: list[Hashable] = [*sorted(remainder.required)]
    right = [1] * len(keys)
    for supply in remainder.supplies:
        if supply.least == supply.most and supply.most:
            keys.append(supply.name)
            right.append(supply.least)
    index = {key: i for i, key in enumerate(keys)}
    columns = [
        [index[key] for key in (*place, supply.name) if key in index]
        for supply in remainder.supplies
        for place in supply.places
    ]
    for prime in primes:
        if len(keys) > MAX_EQUATIONS * (10 if prime == 2 else 1):
            continue
        kernel: list[Vector] = []
        for entries in _kernel(len(keys), columns, prime):
            if entries is None:
                yield None
            else:
                kernel = entries
        proofs = [v for v in kernel if sum(w * right[i] for i, w in v.items()) % prime]
        if proofs:
            best = min(proofs, key=lambda v: (len(v), sorted(v.items())))
            yield _reason(remainder, {keys[i]: w for i, w in best.items()}, prime)
            return
        yield None


def _kernel(size: int, columns: list[list[int]], prime: int) -> Iterator[list[Vector] | None]:
    """A basis of the weight vectors under which every column weighs 0; None between slices.

    It starts as all unit vectors and loses one at each column that is not yet weightless, so that nearly
    all columns cost one look at a few vectors.
    """
    basis: list[Vector] = [{i: 1} for i in range(size)]
    work = 0
    for number, column in enumerate(columns):
        work += len(basis) * len(column)
        if number % SLICE == 0 or work > SLICE_WORK:
            work = 0
            yield None
        weighed = [(sum(v.get(i, 0) for i in column) % prime, v) for v in basis]
        heavy = [(weight, v) for weight, v in weighed if weight]
        if not heavy:
            continue
        pivot_weight, pivot = min(heavy, key=lambda pair: len(pair[1]))
        inverse = pow(pivot_weight, -1, prime)
        for weight, v in heavy:
            if v is not pivot:
                factor = -weight * inverse % prime
                for i, w in pivot.items():
                    value = (v.get(i, 0) + factor * w) % prime
                    if value:
                        v[i] = value
                    else:
                        v.pop(i, None)
        basis = [v for v in basis if v is not pivot]
        if not basis:
            break
    yield basis


def _reason(remainder: RemainingPuzzle, weights: dict[Hashable, int], prime: int) -> Reason:
    cells: dict[Cell, int] = {cell: weights[cell] for cell in remainder.required if cell in weights}
    board = sum(cells.values()) % prime
    pieces = sum(-weights.get(supply.name, 0) * supply.least for supply in remainder.supplies) % prime
    if prime == 2:
        parity = ("even", "odd")
        sentence = (
            f"Mark {len(cells)} of the cells as in the picture. {_parities(remainder, weights)}, so that all "
            f"pieces together cover an {parity[pieces]} number; but {len(cells)} is {parity[board]}."
        )
    else:
        sentence = (
            f"Weigh the cells as in the picture, and count modulo {prime}. Wherever it lies, a piece "
            f"{_weighing(remainder, weights, prime)}, and all pieces together weigh {pieces}; but the board "
            f"weighs {board}."
        )
    return Reason("weights", sentence, tuple(sorted(cells)), tuple(sorted(cells.items())), prime)


def _parities(remainder: RemainingPuzzle, weights: dict[Hashable, int]) -> str:
    heavy = [supply.name for supply in remainder.supplies if supply.name in weights]
    if heavy and len(heavy) < sum(1 for supply in remainder.supplies if supply.places):
        odd = f"each of {', '.join(heavy)} covers an odd number of marked cells"
        return f"Wherever it lies, {odd}, any other piece an even number"
    parity = "odd" if heavy else "even"
    return f"Wherever a piece lies, it covers an {parity} number of marked cells"


def _weighing(remainder: RemainingPuzzle, weights: dict[Hashable, int], prime: int) -> str:
    names = [supply.name for supply in remainder.supplies if supply.name in weights]
    if not names:
        return "weighs 0"
    heavy = ", ".join(f"{name} {-weights[name] % prime}" for name in names)
    others = "" if len(names) == sum(1 for supply in remainder.supplies if supply.places) else "; others 0"
    return f"always weighs the same ({heavy}{others})"
