"""Step 4: sets of options as the bits of a number.

A set of a few hundred options is a few machine words. "Take away all options that clash with this one" is
one AND, for all of them at once, and nothing needs to be undone: the number of the parent is still there. The
links touch only what is left, the bits everything, but 64 at a time or more; so bits pay where many options
clash with each other, as pieces on a board do. The engines ``dense`` and ``bitmask`` of the core do this,
with AVX2 or AVX-512 where the machine has it.

    D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.3: bitwise tricks and techniques.
"""

from __future__ import annotations

from cover_problems import Options, items_of, pentominoes


class Bits:
    """The problem as numbers: bit k stands for option k."""

    def __init__(self, options: Options) -> None:
        items = items_of(options)
        covered = list(options.values())
        self.of_item = [sum(1 << k for k, one in enumerate(covered) if item in one) for item in items]
        self.items_of_option = [sum(1 << i for i, item in enumerate(items) if item in one) for one in covered]
        # The options that share an item with option k, itself included: known before the search begins.
        self.clashing = [
            sum(1 << k for k, other in enumerate(covered) if not one.isdisjoint(other)) for one in covered
        ]
        self.nodes = 0

    # ``left`` are the options that can still be chosen and ``open_items`` the items that are not covered. An
    # item's options are counted by one AND and the number of ones in the result.
    def count(self, left: int, open_items: int) -> int:
        """The number of exact covers of these items by these options."""
        self.nodes += 1
        if not open_items:
            return 1
        fewest, choices = 1 << 30, 0
        rest = open_items
        while rest:
            item = (rest & -rest).bit_length() - 1  # the lowest one
            rest &= rest - 1
            options = self.of_item[item] & left
            if options.bit_count() < fewest:
                fewest, choices = options.bit_count(), options
        total = 0
        while choices:
            option = (choices & -choices).bit_length() - 1
            choices &= choices - 1
            total += self.count(left & ~self.clashing[option], open_items & ~self.items_of_option[option])
        return total

    def count_all(self) -> int:
        """The number of all exact covers."""
        return self.count((1 << len(self.clashing)) - 1, (1 << len(self.of_item)) - 1)


def main() -> None:
    """The same rectangle as in step 3, in the same number of nodes: only the data structure is another."""
    bits = Bits(pentominoes(20, 3))
    print(f"pentominoes in 3x20: {bits.count_all()} solutions in {bits.nodes} nodes")


if __name__ == "__main__":
    main()
