"""Parts of a cover problem that share no item."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.exact_cover.problem import CoverProblem, Use

SAMPLED, LOOKS = 16, 3  # first each of so many options, and each set of options so often


def independent_parts(problem: CoverProblem) -> tuple[CoverProblem, ...]:
    """The parts of a problem that share no item, the smallest first; the problem alone if there is one.

    A part keeps the order of items and options, so that equal parts are equal problems.
    """
    used = {item for item, _ in problem.uses}
    if any(least > 0 and item not in used for item, (least, _) in enumerate(problem.bounds)):
        return (problem,)  # it has no solution
    if _is_connected(problem):
        return (problem,)
    parent = list(range(len(problem.items)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    for option in problem.options:
        first = root(option[0][0])
        for item, _ in option[1:]:
            other = root(item)
            if other != first:
                parent[other] = first
    items: dict[int, list[int]] = {}
    for item in sorted(used):
        items.setdefault(root(item), []).append(item)
    options: dict[int, list[int]] = {head: [] for head in items}
    for number, option in enumerate(problem.options):
        options[root(option[0][0])].append(number)
    heads = sorted(items, key=lambda head: (len(options[head]), head))
    return tuple(_part(problem, items[head], options[head]) for head in heads)


def _is_connected(problem: CoverProblem) -> bool:
    """Whether options join all uses, as far as a few looks at them tell: of most problems, a part of the
    options shows it."""
    joined: set[Use] = set()
    for step in (SAMPLED, 1):
        left: Sequence[tuple[Use, ...]] = problem.options[::step]
        for _ in range(LOOKS):
            apart = []
            for option in left:
                if joined and joined.isdisjoint(option):
                    apart.append(option)
                else:
                    joined.update(option)
            if len(joined) == len(problem.uses):
                return True
            left = apart
    return False


def _part(problem: CoverProblem, items: list[int], options: list[int]) -> CoverProblem:
    """The problem of some items, in order, and the options that cover them."""
    number = {item: place for place, item in enumerate(items)}  # primary items come first
    return CoverProblem(
        items=tuple(problem.items[item] for item in items),
        bounds=tuple(problem.bounds[item] for item in items if item < problem.primary),
        options=tuple(tuple((number[item], colour) for item, colour in problem.options[o]) for o in options),
        near=tuple(tuple(number[other] for other in problem.near[item] if other in number) for item in items)
        if problem.near
        else (),
    )
