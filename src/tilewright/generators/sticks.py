"""Sticks of given lengths, to be cut into pieces of lengths 1 to n, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

MAX_PIECES = 200
MAX_OPTIONS = 100_000
"""The most ways to cut single sticks that are written down."""


def sticks(lengths: Sequence[int], into: int | None = None) -> ExactCoverPuzzle:
    """Cut the sticks into pieces of lengths 1 to ``into``, each once; None: as many as use them up.

    A way to cut says which pieces a stick gives, not in which order they lie along it, and sticks of one
    length are interchangeable. With ``into`` given an end of each stick may be left over. PuzzleError when
    the lengths do not add up, or there are too many ways to cut one stick.
    """
    if not lengths or min(lengths) < 1:
        raise PuzzleError("a stick has a length of 1 or more; expected at least one stick")
    total = sum(lengths)
    most = into if into is not None else (isqrt(8 * total + 1) - 1) // 2
    if most > MAX_PIECES or most < 1:
        raise PuzzleError(f"sticks are cut into 1 to {MAX_PIECES} pieces, not into {most:,}")
    needed = most * (most + 1) // 2
    if into is None and needed != total:
        raise PuzzleError(
            f"the sticks are {total:,} long together, which is no 1 + 2 + ... + n: {needed:,} and "
            f"{needed + most + 1:,} are the next ones; name the longest piece (--into) to leave ends over"
        )
    if needed > total:
        raise PuzzleError(
            f"the sticks are {total:,} long together; the pieces from 1 to {most} need {needed:,}"
        )
    tally = Counter(lengths)
    options: list[Option] = []
    for length in sorted(tally):
        least = length if needed == total else 1
        for chosen in _cuts(length, least, most):
            if len(options) == MAX_OPTIONS:
                raise PuzzleError(f"there are more than {MAX_OPTIONS:,} ways to cut single sticks")
            uses = [f"stick-{length}", *(f"piece-{size}" for size in chosen)]
            name = f"{length} = {' + '.join(map(str, chosen))}"
            if sum(chosen) < length:
                name += f", {length - sum(chosen)} over"
            options.append(Option(tuple((item, "") for item in uses), name))
    pieces = [Item(f"piece-{size}") for size in range(1, most + 1)]
    whole = [
        Item(f"stick-{length}", times if needed == total else 0, times)
        for length, times in sorted(tally.items())
    ]
    words = ", ".join(map(str, lengths[:12])) + (", ..." if len(lengths) > 12 else "")
    return ExactCoverPuzzle((*pieces, *whole), tuple(options), title=f"Sticks {words} cut into 1 to {most}")


def _cuts(length: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """The sets of different sizes up to ``most`` that add up to ``least`` to ``length``, none empty.

    Each step leads to at least one set, so that a bound on the sets bounds the work.
    """

    def chosen(left: int, least: int, size: int, held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if held and least <= 0:
            yield held
        for one in range(min(size, left), 0, -1):
            if one * (one + 1) // 2 < least:
                break
            yield from chosen(left - one, least - one, one - 1, (*held, one))

    return chosen(length, least, most, ())
