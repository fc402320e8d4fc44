"""Step 3: dancing links.

Going down, options are taken away; coming back, the same options are put back in the opposite order. In a
doubly linked list an element that was unlinked still knows its neighbours, so putting it back takes two
assignments, and nothing is copied.

    H. Hitotumatu and K. Noshita, A technique for implementing backtrack algorithms, IPL 8 (1979).
    D. E. Knuth, Dancing links (2000); The Art of Computer Programming 4B (2022), 7.2.2.1, algorithm X.
"""

from __future__ import annotations

from collections.abc import Iterator

from cover_problems import Options, items_of, pentominoes


class Links:
    """The matrix of the problem as Knuth has it: a ring of items, and for each item a ring of its options.

    Node 0 is the head of the ring of items, nodes 1 to n are the items, and the others are the ones of the
    matrix, those of an option side by side.
    """

    def __init__(self, options: Options) -> None:
        items = items_of(options)
        count = len(items)
        self.left = [count, *range(count)]
        self.right = [*range(1, count + 1), 0]
        self.up, self.down = list(range(count + 1)), list(range(count + 1))
        self.item = list(range(count + 1))  # of each node
        self.size = [0] * (count + 1)  # options of each item
        self.names = list(options)
        self.option = [-1] * (count + 1)  # of each node
        self.row: list[range] = []  # the nodes of each option
        self.nodes = 0
        number = {item: 1 + k for k, item in enumerate(items)}
        for at, covered in enumerate(options.values()):
            first = len(self.item)
            for item in sorted(number[one] for one in covered):
                node = len(self.item)
                self.item.append(item)
                self.option.append(at)
                self.up.append(self.up[item])
                self.down.append(item)
                self.down[self.up[item]] = self.up[item] = node
                self.size[item] += 1
            self.row.append(range(first, len(self.item)))

    # Covering an item takes it out of the ring, and takes each of its options out of the rings of the other
    # items: none of them can be chosen any more. The nodes that are taken out keep their own links.
    def cover(self, item: int) -> None:
        """Take an item and all its options away."""
        left, right = self.left[item], self.right[item]
        self.right[left], self.left[right] = right, left
        node = self.down[item]
        while node != item:
            for other in self.row[self.option[node]]:
                if other != node:
                    up, down = self.up[other], self.down[other]
                    self.down[up], self.up[down] = down, up
                    self.size[self.item[other]] -= 1
            node = self.down[node]

    # The exact reverse: last out, first in. Any other order would restore links that are not true.
    def uncover(self, item: int) -> None:
        """Put an item and its options back."""
        node = self.up[item]
        while node != item:
            for other in reversed(self.row[self.option[node]]):
                if other != node:
                    self.down[self.up[other]] = self.up[self.down[other]] = other
                    self.size[self.item[other]] += 1
            node = self.up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item

    def items_left(self) -> Iterator[int]:
        """The items that are not covered."""
        item = self.right[0]
        while item:
            yield item
            item = self.right[item]

    # The sizes are kept up to date by cover and uncover, so the smallest item is found without counting.
    def solutions(self) -> Iterator[tuple[str, ...]]:
        """All exact covers of what is left."""
        self.nodes += 1
        if not self.right[0]:
            yield ()
            return
        item = min(self.items_left(), key=self.size.__getitem__)
        self.cover(item)
        node = self.down[item]
        while node != item:
            others = [self.item[other] for other in self.row[self.option[node]] if other != node]
            for other in others:
                self.cover(other)
            for rest in self.solutions():
                yield (self.names[self.option[node]], *rest)
            for other in reversed(others):
                self.uncover(other)
            node = self.down[node]
        self.uncover(item)


def main() -> None:
    """The twelve pentominoes in a 3 x 20 rectangle: 2 solutions up to symmetry, 8 in all."""
    links = Links(pentominoes(20, 3))
    count = sum(1 for _ in links.solutions())
    print(f"pentominoes in 3x20: {count} solutions in {links.nodes} nodes")


if __name__ == "__main__":
    main()
