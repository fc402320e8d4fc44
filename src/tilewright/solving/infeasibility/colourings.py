"""Reasons from colourings: how many cells of each class the pieces can cover, by dynamic programming.

A colouring sorts the open cells into classes. From its places, each piece has a short list of what it may
cover: so many cells of each class. The sums that all pieces together can reach are kept as one long row of
bits, one for each vector of counts; a puzzle whose own counts are not among them has no solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod
from operator import mul

from tilewright.cancellation import checked
from tilewright.model.lattices import Cell
from tilewright.solving.infeasibility.reason import Reason
from tilewright.solving.infeasibility.remainder import RemainingPuzzle

MAX_BITS = 20_000_000  # of the longest row
MAX_WORK = 4_000_000_000  # bits that one colouring may shift; about a second
# The most colours of a linear colouring; boards of more than SMALL cells, and lattices of more than two
# dimensions, make do with fewer, for there are many such colourings.
MAX_MODULUS = 6
SMALL = 150


@dataclass(frozen=True)
class Colouring:
    """Classes 0, 1, ... of the open cells; ``text`` says how they are coloured, ``names[i]`` what class i is:
    ``black {}``, where {} stands for the word cells."""

    kind: str
    text: str
    classes: dict[Cell, int]
    names: Sequence[str]
    modulus: int = 0

    def reason(self, sentence: str, cells: Sequence[Cell] = ()) -> Reason:
        shown = tuple(sorted((cell, which) for cell, which in self.classes.items() if which))
        return Reason(self.kind, f"{self.text} {sentence}".lstrip(), tuple(cells), shown, self.modulus)


@dataclass(frozen=True)
class Covers:
    """How often a piece is used, its size, and how many cells of each class it may cover."""

    least: int
    most: int
    size: int
    vectors: set[tuple[int, ...]]


def printed_colours(remainder: RemainingPuzzle, colour: Callable[[Cell], str]) -> Colouring | None:
    """The colouring that is printed on the board; None when it has one colour only."""
    names = sorted({colour(cell) for cell in remainder.open})
    if len(names) < 2:
        return None
    classes = {cell: names.index(colour(cell)) for cell in remainder.open}
    words = [f"{{}} of colour {name}" if name else "{} without a colour" for name in names]
    return Colouring("colours", "", classes, words)


def regions(remainder: RemainingPuzzle) -> Colouring | None:
    """The parts of the board that no place of any piece joins; None when it hangs together."""
    part = {cell: cell for cell in remainder.open}

    def root(cell: Cell) -> Cell:
        while part[cell] != cell:
            part[cell] = part[part[cell]]
            cell = part[cell]
        return cell

    for supply in remainder.supplies:
        for place in supply.places:
            first = root(place[0])
            for cell in place[1:]:
                part[root(cell)] = first
    roots = sorted({root(cell) for cell in remainder.open})
    if len(roots) < 2:
        return None
    index = {cell: i for i, cell in enumerate(roots)}
    classes = {cell: index[root(cell)] for cell in remainder.open}
    first_cells = {which: cell for cell, which in sorted(classes.items(), reverse=True)}
    names = [f"{{}} in the part around {first_cells[which]}" for which in range(len(roots))]
    return Colouring("regions", "", classes, names)


def linear_colourings(remainder: RemainingPuzzle, most: int = MAX_MODULUS) -> Iterator[Colouring]:
    """Colourings by (a x + b y + ...) mod m for m = 2, ..., most, the simplest first, no two alike."""
    if not remainder.open:
        return
    dimension = len(next(iter(remainder.open)))
    highest = 4 if len(remainder.open) > SMALL else MAX_MODULUS
    for modulus in range(2, min(3 if dimension > 2 else highest, most) + 1):
        seen: set[tuple[int, ...]] = set()
        weights = sorted(product(range(modulus), repeat=dimension), key=lambda w: (-sum(map(bool, w)), w))
        for weight in weights:
            if weight in seen or gcd(modulus, *weight) != 1:
                continue
            for unit in range(1, modulus):  # times a unit is the same colouring with its colours renamed
                if gcd(unit, modulus) == 1:
                    seen.add(tuple(unit * w % modulus for w in weight))
            yield _linear(remainder, weight, modulus)


def _linear(remainder: RemainingPuzzle, weight: tuple[int, ...], modulus: int) -> Colouring:
    classes = {cell: sum(map(mul, weight, cell)) % modulus for cell in remainder.open}
    names = [f"{{}} of colour {which}" for which in range(modulus)]
    text = remainder.lattice.colouring_name(weight, modulus)
    if text and modulus == 2:
        names = ["black {}", "white {}"]
    if not text:
        letters = "xyzw"[: len(weight)]
        terms = [("" if w == 1 else f"{w} ") + x for w, x in zip(weight, letters, strict=True) if w]
        formula = f"({' + '.join(terms)}) mod {modulus}"
        text = f"Give the cells {modulus} colours: cell ({', '.join(letters)}) colour {formula}."
    return Colouring("colouring", text, classes, names, modulus)


def check(remainder: RemainingPuzzle, colouring: Colouring, work: int = MAX_WORK) -> Reason | None:
    """Why the pieces cannot match a colouring: one class alone is out of reach, or all classes together.

    ``work`` bounds the bits that are shifted for each; where it does not suffice, nothing is found.
    """
    covers = _covers(remainder, colouring)
    for which, name in enumerate(colouring.names):
        reachable = _class_counts(remainder, covers, which, work)
        if reachable is None:
            continue
        cells = sorted(cell for cell in remainder.open if colouring.classes[cell] == which)
        needed = sum(1 for cell in cells if cell in remainder.required)
        if not any(needed <= count <= len(cells) for count in reachable):
            return colouring.reason(_class_sentence(name, needed, len(cells), reachable), cells)
    if len(colouring.names) > 2 and _all_counts_fail(remainder, colouring, covers, work):
        required = Counter(colouring.classes[cell] for cell in remainder.required)
        counts = ", ".join(
            f"{required[which]} {name.format('cells')}" for which, name in enumerate(colouring.names)
        )
        return colouring.reason(
            f"These cells must be covered: {counts}; no choice of pieces covers exactly these numbers."
        )
    return None


def _class_sentence(name: str, least: int, most: int, reachable: list[int]) -> str:
    cells = name.format("cell" if most == 1 else "cells")
    there = f"{least:,} {cells}" if least == most else f"{least:,} to {most:,} {cells}"
    verb = "is" if least == most == 1 else "are"
    if not reachable:
        return f"There {verb} {there}, and no choice of pieces fits the board."
    can = _numbers(reachable)
    return f"There {verb} {there} to cover, but the pieces always cover {can} of that kind."


def _numbers(values: list[int]) -> str:
    """A sorted list of numbers in words: ``31``, ``an odd number, 25 to 35,``, ``3, 6 or 9``."""
    if len(values) == 1:
        return f"{values[0]:,}"
    if len(values) > 2 and len({value % 2 for value in values}) == 1:
        parity = "an odd number" if values[0] % 2 else "an even number"
        return f"{parity}, {values[0]:,} to {values[-1]:,},"
    if len(values) <= 8:
        return ", ".join(f"{value:,}" for value in values[:-1]) + f" or {values[-1]:,}"
    if values[-1] - values[0] == len(values) - 1:
        return f"{values[0]:,} to {values[-1]:,}"
    return ", ".join(f"{value:,}" for value in values[:4]) + f", ... or {values[-1]:,}"


def _area_is_fixed(remainder: RemainingPuzzle) -> bool:
    """Whether all pieces are used, and fill the board: then no sum need look after the area."""
    return not remainder.optional and all(supply.least == supply.most for supply in remainder.supplies)


def _covers(remainder: RemainingPuzzle, colouring: Colouring) -> list[Covers]:
    """What each supply may cover at its places."""
    covers = []
    for supply in remainder.supplies:
        sorted_classes = {tuple(sorted([colouring.classes[cell] for cell in p])) for p in supply.places}
        solutions = {tuple(map(classes.count, range(len(colouring.names)))) for classes in sorted_classes}
        covers.append(Covers(supply.least, remainder.copies(supply), supply.size, solutions))
    return covers


def _class_counts(
    remainder: RemainingPuzzle, covers: Sequence[Covers], which: int, work: int
) -> list[int] | None:
    """How many cells of a class the pieces can cover while their whole area fits; None if too much work."""
    whole = len(remainder.open)
    options = [(c.least, c.most, {(vector[which], c.size) for vector in c.vectors}) for c in covers]
    if _area_is_fixed(remainder):
        single = [(lo, hi, {a for a, _ in pairs}) for lo, hi, pairs in options]
        counted = _reached(single, (1 << (whole + 1)) - 1, work)
        return None if counted is None else [value for value in range(whole + 1) if counted >> value & 1]
    widest = max((supply.size for supply in remainder.supplies), default=0)
    radix = whole + widest + 1
    window = _box((whole, whole), (radix, radix))
    reached = _reached(
        [(lo, hi, {a + radix * n for a, n in pairs}) for lo, hi, pairs in options], window, work
    )
    if reached is None:
        return None
    values: set[int] = set()
    for total in checked(range(len(remainder.required), whole + 1), 16):
        layer = reached >> (radix * total) & ((1 << radix) - 1)
        values.update(value for value in range(whole + 1) if layer >> value & 1)
    return sorted(values)


def _all_counts_fail(
    remainder: RemainingPuzzle, colouring: Colouring, covers: Sequence[Covers], work: int
) -> bool:
    """Whether no choice of pieces reaches the required counts of all classes together."""
    classes, count = colouring.classes, len(colouring.names)
    least, most = [0] * count, [0] * count
    for cell in remainder.open:
        most[classes[cell]] += 1
        least[classes[cell]] += cell in remainder.required
    vectors = [(c.least, c.most, c.vectors) for c in covers]
    every = [vector for c in covers for vector in c.vectors]
    widest = [max((vector[i] for vector in every), default=0) for i in range(count)]
    if _area_is_fixed(remainder):  # the last class gets what the others leave
        count -= 1
        least, most, widest = least[:count], most[:count], widest[:count]
        vectors = [(lo, hi, {vector[:count] for vector in value}) for lo, hi, value in vectors]
    radices = [m + w + 1 for m, w in zip(most, widest, strict=True)]
    if prod(radices) > MAX_BITS:
        return False
    places = [prod(radices[:i]) for i in range(count)]
    coded = [(lo, hi, {sum(map(mul, vector, places)) for vector in result}) for lo, hi, result in vectors]
    reached = _reached(coded, _box(most, radices), work)
    return reached is not None and not reached & _box(most, radices, least)


def _box(most: Sequence[int], radices: Sequence[int], least: Sequence[int] = ()) -> int:
    """The bits of all vectors whose digits lie between ``least`` (default 0) and ``most``."""
    box, place = 1, 1
    for i, (top, radix) in enumerate(zip(most, radices, strict=True)):
        low = least[i] if least else 0
        row, width, want = box, 1, top - low + 1
        while width < want:  # doubled, so that wide digits cost few shifts
            more = min(width, want - width)
            row |= row << (place * more)
            width += more
        box = row << (place * low)
        place *= radix
    return box


def _reached(supplies: Sequence[tuple[int, int, set[int]]], window: int, bound: int) -> int | None:
    """The sums that least..most choices of each supply's steps reach in the window; None if too much work."""
    work = sum(most * len(steps) for _, most, steps in supplies) * window.bit_length()
    if window.bit_length() > MAX_BITS or work > bound:
        return None
    reached = 1
    for least, most, steps in supplies:
        for copy in range(max(least, most)):
            moved = 0
            for step in steps:
                moved |= reached << step
            moved &= window
            if copy < least:
                reached = moved
            elif moved | reached == reached:
                break
            else:
                reached |= moved
    return reached
