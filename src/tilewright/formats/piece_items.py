"""Which items of a puzzle can be taken for pieces: a set of items of which each option has exactly one."""

from __future__ import annotations

from collections.abc import Sequence

STEPS_PER_USE = 20
SPARE_STEPS = 100_000
"""The search is given up after so many steps for each use of an item by an option, and these."""


class SearchTooLongError(Exception):
    """The search for the items was given up."""


def piece_items(count: int, options: Sequence[Sequence[int]], held: Sequence[int]) -> set[int] | None:
    """Items, ``held`` among them, of which each option has exactly one; None when there are no such.

    Of several answers it is one with late items, as pieces usually follow cells. Items are numbered below
    ``count``; those without an option are in the answer only when held. SearchTooLongError after a bounded
    number of steps.
    """
    return _Search(count, options).run(held)


class _Search:
    """Depth first, on a trail: an item is in or out, and each option lets what it leaves open follow."""

    def __init__(self, count: int, options: Sequence[Sequence[int]]) -> None:
        self.options = options
        self.holders: list[list[int]] = [[] for _ in range(count)]
        for number, option in enumerate(options):
            for item in option:
                self.holders[item].append(number)
        self.state: list[bool | None] = [None] * count
        self.hit = [0] * len(options)  # items that are in
        self.open = [len(option) for option in options]  # items that are not out
        self.trail: list[int] = []
        self.steps = SPARE_STEPS + STEPS_PER_USE * sum(map(len, options))

    def run(self, held: Sequence[int]) -> set[int] | None:
        if not all(self.settle(item, taken=True) for item in held):
            return None
        choices: list[tuple[int, int, int]] = []  # how long the trail was, the option, the item taken first
        option = 0
        while option < len(self.options):
            if self.hit[option]:
                option += 1
                continue
            item = max(i for i in self.options[option] if self.state[i] is None)
            choices.append((len(self.trail), option, item))
            good = self.settle(item, taken=True)
            while not good:
                if not choices:
                    return None
                length, option, item = choices.pop()
                self.undo(length)
                good = self.settle(item, taken=False)
        return {item for item, state in enumerate(self.state) if state}

    def settle(self, item: int, *, taken: bool) -> bool:
        """Decide an item and all that follows; False when it contradicts."""
        todo = [(item, taken)]
        while todo:
            item, taken = todo.pop()
            if self.state[item] is not None:
                if self.state[item] != taken:
                    return False
                continue
            self.state[item] = taken
            self.trail.append(item)
            good = True
            for option in self.holders[item]:  # to the end even when it contradicts, so that undo is exact
                self.steps -= 1
                if taken:
                    good = good and not self.hit[option]
                    self.hit[option] += 1
                    self.steps -= len(self.options[option])
                    todo += [(other, False) for other in self.options[option] if other != item]
                    continue
                self.open[option] -= 1
                if not self.hit[option] and self.open[option] <= 1:
                    rest = [other for other in self.options[option] if self.state[other] is not False]
                    good = good and bool(rest)
                    todo += [(other, True) for other in rest]
            if self.steps < 0:
                raise SearchTooLongError
            if not good:
                return False
        return True

    def undo(self, length: int) -> None:
        """Take back decisions until the trail is so long."""
        while len(self.trail) > length:
            item = self.trail.pop()
            for option in self.holders[item]:
                if self.state[item]:
                    self.hit[option] -= 1
                else:
                    self.open[option] += 1
            self.state[item] = None
