"""Step 1: backtracking, in a few lines.

Every solver of exact covers does this: choose an item that is not covered, try each option that covers it,
and go on with what is left. All later steps do the same work with less effort.

    D. E. Knuth, The Art of Computer Programming 4B (2022), 7.2.2: basic backtrack.
"""

from __future__ import annotations

from collections.abc import Iterator

from cover_problems import Options, dominoes, items_of


# The first item that is not covered is as good as any for being right: each solution covers it by exactly one
# option, so the branches share no solution, and together they have all. Which one it is decides only how
# large the tree becomes: that is the next step.
def solutions(options: Options, chosen: tuple[str, ...] = (), depth: int = 0) -> Iterator[tuple[str, ...]]:
    """All exact covers, as the names of their options."""
    items = items_of(options) if options else []
    if depth and not items:
        yield chosen
        return
    for name in [name for name, covered in options.items() if items[0] in covered]:
        # What is left: options that cover none of what this one covers, and items of those. An item that has
        # lost all its options is lost from view here, too, so it is looked for.
        left = {other: covered for other, covered in options.items() if covered.isdisjoint(options[name])}
        if len(items_of(left)) == len(items) - len(options[name]):
            yield from solutions(left, (*chosen, name), depth + 1)


def main() -> None:
    """The 36 tilings of a 4 x 4 board by dominoes."""
    print(f"dominoes on 4x4: {len(list(solutions(dominoes(4, 4))))} solutions")


if __name__ == "__main__":
    main()
