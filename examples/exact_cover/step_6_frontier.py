"""Step 6: counting without listing.

There are 12,988,816 ways to cover a chessboard with dominoes, and nobody needs to see them to count them. Go
through the items in an order, and decide each by the option that covers it. What matters for the rest is
only which of the later items are covered already: many choices lead to the same state, and are counted
together. The engine ``frontier`` of the core does this for any problem, with the states in a table, and finds
an order that keeps their number small; ``profile-sweep`` and ``kasteleyn`` go further for special boards.

    The transfer-matrix method: R. P. Stanley, Enumerative Combinatorics 1, 4.7. As decision diagrams: D. E.
    Knuth, The Art of Computer Programming 4A (2011), 7.1.4; S. Minato, Zero-suppressed BDDs (1993).
"""

from __future__ import annotations

from collections import Counter

from cover_problems import Item, Options, dominoes, items_of


# An option is decided where its first item is: before that it is of no consequence, and afterwards its other
# items are part of the state. An item that the state has already needs no option.
def count(options: Options, order: list[Item]) -> tuple[int, int]:
    """The number of exact covers, and the largest number of states at a time."""
    position = {item: at for at, item in enumerate(order)}
    of_first: list[list[int]] = [[] for _ in order]
    for covered in options.values():
        numbers = sorted(position[item] for item in covered)
        of_first[numbers[0]].append(sum(1 << number for number in numbers))
    states, most = Counter({0: 1}), 1
    for at, masks in enumerate(of_first):
        after: Counter[int] = Counter()
        for state, ways in states.items():
            if state >> at & 1:
                after[state] += ways
                continue
            for mask in masks:
                if not state & mask:
                    after[state | mask] += ways
        # The items so far are all covered: only the bits of later ones tell states apart.
        states, most = after, max(most, len(after))
    return sum(states.values()), most


def main() -> None:
    """The chessboard, and a board of 10 x 10, whose tilings no list will ever hold."""
    for side in (8, 10):
        options = dominoes(side, side)
        number, states = count(options, items_of(options))
        print(f"dominoes on {side}x{side}: {number:,} solutions by at most {states:,} states")


if __name__ == "__main__":
    main()
