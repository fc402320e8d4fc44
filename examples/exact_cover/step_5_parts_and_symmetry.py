"""Step 5: parts of the tree, and symmetry.

A search that takes days has to be divided: a part is a choice of the first options, and the parts together
have each solution once. They can be searched in any order, by threads, processes or machines, and those that
are done are written down, so that the search goes on after the power has failed. And where the board has
symmetries, most parts need not be searched at all.

    R. Finkel and U. Manber, DIB: a distributed implementation of backtracking, TOPLAS 9 (1987).
    D. E. Knuth, The Art of Computer Programming 4B (2022), 7.2.2.1, exercises on symmetry breaking.
"""

from __future__ import annotations

from collections.abc import Iterator

from cover_problems import Options, pentominoes
from step_4_bits import Bits

WIDTH, HEIGHT = 20, 3


# The children of a part are disjoint, and together they are the part, whatever item they branch on. So a part
# that turns out to be large can be divided again while the others run: that is how runs on a cluster keep all
# machines busy to the end.
def children(part: frozenset[str], options: Options, item: object) -> Iterator[frozenset[str]]:
    """The parts that a part is made of: one for each option of an item."""
    for name, covered in options.items():
        clashes = any(covered & options[other] for other in part)
        if item in covered and not clashes:
            yield part | {name}


def count_part(part: frozenset[str], options: Options, bits: Bits) -> int:
    """The number of solutions with these options."""
    left, open_items = (1 << len(bits.clashing)) - 1, (1 << len(bits.of_item)) - 1
    for number, name in enumerate(options):
        if name in part:
            left &= ~bits.clashing[number]
            open_items &= ~bits.items_of_option[number]
    return bits.count(left, open_items)


# A half turn and two reflections carry the rectangle to itself, and so solutions to solutions. X is its own
# image under all of them, so a solution with X in one place has one with X in each image of the place: one of
# these places is searched, and what it has is counted for all. In the middle of the board the place has fewer
# images, in the very centre only itself.
def quarter(options: Options) -> Iterator[tuple[frozenset[str], int]]:
    """The parts with X in a quarter of the board, and how many images of each there are elsewhere."""
    for part in children(frozenset(), options, "X"):
        (name,) = part
        x, y = (int(digits) for digits in name.split("@")[1].split(","))
        opposite = (WIDTH - 3 - x, HEIGHT - 3 - y)
        if (x, y) <= opposite:
            images = {(x, y), opposite, (opposite[0], y), (x, opposite[1])}
            if (x, y) == min(images):
                yield part, len(images)


def main() -> None:
    """The 3 x 20 rectangle again: by all places of X, and by those in a quarter of the board."""
    options = pentominoes(WIDTH, HEIGHT)
    bits = Bits(options)
    whole = sum(count_part(part, options, bits) for part in children(frozenset(), options, "X"))
    print(f"all places of X: {whole} solutions in {bits.nodes} nodes")
    bits.nodes = 0
    folded = sum(images * count_part(part, options, bits) for part, images in quarter(options))
    print(f"X in a quarter: {folded} solutions in {bits.nodes} nodes")


if __name__ == "__main__":
    main()
