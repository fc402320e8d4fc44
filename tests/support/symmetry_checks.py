"""What holds of the symmetries of any puzzle."""

from __future__ import annotations

from tilewright.exact_cover.symmetry import Symmetries
from tilewright.exact_cover.translation import Cover


def check_permutations(cover: Cover, group: Symmetries) -> None:
    """The permutations of options and items are a group, and an option's items go where the option goes."""
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    pairs = set(zip(options, items, strict=True))
    for a, b in zip(options, items, strict=True):
        for o, uses in enumerate(cover.problem.options):
            assert sorted(b[item] for item, _ in uses) == [item for item, _ in cover.problem.options[a[o]]]
        for c, d in zip(options, items, strict=True):
            assert (tuple(c[o] for o in a), tuple(d[i] for i in b)) in pairs
