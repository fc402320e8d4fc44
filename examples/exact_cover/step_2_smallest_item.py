"""Step 2: the item with the fewest options first.

The tree is the smaller the fewer branches its upper nodes have. An item with no option ends the branch at
once, one with a single option forces it.

    S. W. Golomb and L. D. Baumert, Backtrack programming, J. ACM 12 (1965): choose the variable with the
    fewest values. D. E. Knuth, Dancing links (2000): heuristic S, with figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from cover_problems import Item, Options, items_of, pentominoes


class Search:
    """A search that counts its nodes."""

    def __init__(self, options: Options, *, smallest_first: bool) -> None:
        self.options, self.smallest_first, self.nodes = options, smallest_first, 0
        # For each item its options: what is asked for in every node is looked up, not searched for.
        self.of_item: dict[Item, list[str]] = {item: [] for item in items_of(options)}
        for name, covered in options.items():
            for item in covered:
                self.of_item[item].append(name)

    # What is left is now a set of names. Each node counts the options of each item: that costs more than step
    # 1 does for a node, and is paid back many times by the nodes that are not there.
    def solutions(self, left: frozenset[str], items: frozenset[Item]) -> Iterator[tuple[str, ...]]:
        """All exact covers of these items by these options."""
        self.nodes += 1
        if not items:
            yield ()
            return
        counts = {item: sum(name in left for name in self.of_item[item]) for item in items}
        if not all(counts.values()):
            return
        order = sorted(items, key=str)
        item = min(order, key=lambda one: counts[one]) if self.smallest_first else order[0]
        for name in [name for name in self.of_item[item] if name in left]:
            covered = self.options[name]
            clashing = {other for one in covered for other in self.of_item[one]}
            for rest in self.solutions(left - clashing, items - covered):
                yield (name, *rest)

    def count(self) -> int:
        """The number of solutions."""
        return sum(1 for _ in self.solutions(frozenset(self.options), frozenset(self.of_item)))


def main() -> None:
    """The pentominoes F, I, L, N, P and T in a 5 x 6 rectangle, with both orders."""
    for words, smallest_first in (("the first item", False), ("the smallest item", True)):
        search = Search(pentominoes(6, 5, "FILNPT"), smallest_first=smallest_first)
        print(f"{words}: {search.count()} solutions in {search.nodes} nodes")


if __name__ == "__main__":
    main()
