"""The cover problem: items, which are covered, and options, which cover them. What engines search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from tilewright.errors import PuzzleError
from tilewright.exact_cover.neighbours import infer_neighbours
from tilewright.model.layout import JoinedRectangle
from tilewright.model.pieces.piece import MAX_OPTION_COST
from tilewright.wording import quoted

Use = tuple[int, int]
"""An item with a colour; colour 0 is no colour: on a secondary item it excludes every other use."""

MAX_TOTAL = MAX_OPTION_COST
"""No solution of a cover problem costs more than this, either way, so engines may add in 64 bits."""


@dataclass(frozen=True)
class CoverProblem:
    """Items and options (Knuth, TAOCP 4B, 7.2.2.1): choose options so that each primary item is
    covered ``bounds[i]`` = (least, most) times, and each secondary item at most once or with one colour.

    Items 0..len(bounds)-1 are primary, the rest secondary. Each option has at least one primary item.
    ``near[i]`` lists items adjacent to item i; engines may use it to cut regions that nothing can
    fill, never for what a solution is. It may be empty. ``costs`` are whole numbers, one an option, or
    empty when all are 0; they add up to at most MAX_TOTAL, either way, in any solution. ``layout`` says where
    the items lie on a board whose sides are joined; it does not change what a solution is either.
    """

    items: tuple[str, ...]
    bounds: tuple[tuple[int, int], ...]
    options: tuple[tuple[Use, ...], ...]
    near: tuple[tuple[int, ...], ...] = ()
    costs: tuple[int, ...] = ()
    layout: JoinedRectangle | None = None

    def __post_init__(self) -> None:
        primary = len(self.bounds)
        if primary > len(self.items):
            raise PuzzleError("a cover problem has more bounds than items")
        for bound in self.bounds:
            if not isinstance(bound, tuple | list) or len(bound) != 2:
                raise PuzzleError(f"the bounds of an item are {quoted(bound)}; expected (least, most)")
            least, most = bound
            if not 0 <= least <= most:
                raise PuzzleError(
                    f"an item is to be covered {least} to {most} times; expected 0 <= least <= most"
                )
        # Options share their uses, so each of these is looked at once. Which option is wrong is said slowly.
        items = {item for item, _ in self.uses}
        right = all(
            0 <= item < len(self.items) and colour >= 0 and not (colour and item < primary)
            for item, colour in self.uses
        )
        if not right or not self._has_sound_options(plain=len(items) == len(self.uses)):
            self._raise_fault()
        if self.costs:
            self._check_costs()

    @cached_property
    def uses(self) -> frozenset[Use]:
        """All uses that options make, each once."""
        return frozenset(chain.from_iterable(self.options))

    @cached_property
    def coloured(self) -> bool:
        """Whether any option gives an item a colour."""
        return any(colour for _, colour in self.uses)

    @cached_property
    def plain(self) -> bool:
        """Whether each primary item is covered exactly once."""
        return all(bound == (1, 1) for bound in self.bounds)

    @cached_property
    def pairs(self) -> bool:
        """Whether each option covers two primary items, and nothing else."""
        primary = self.primary
        return all(len(option) == 2 and max(option)[0] < primary for option in self.options)

    @cached_property
    def depth(self) -> float:
        """An estimate of how many options a solution has: the items over the mean size of an option."""
        return len(self.items) * len(self.options) / max(1, sum(map(len, self.options)))

    @cached_property
    def reach(self) -> int:
        """How far apart, in the order of items, neighbouring items lie at most; 0 without any."""
        return max((abs(item - other) for item, row in enumerate(self.near) for other in row), default=0)

    @cached_property
    def with_neighbours(self) -> CoverProblem:
        """The problem, with inferred neighbours where it has none."""
        if any(self.near):
            return self
        return replace(self, near=infer_neighbours(len(self.items), self.options))

    def has_uncoverable_item(self, chosen: Sequence[int] = ()) -> bool:
        """Whether fewer options than must be left for a primary item, once some options are ``chosen``."""
        options, uses = self.options, self.uses
        if chosen:
            once = len(self.bounds)
            spent = {
                use
                for option in chosen
                for use in options[option]
                if not use[1] and (use[0] >= once or self.bounds[use[0]][1] == 1)
            }
            options = (*filter(spent.isdisjoint, options), *(options[option] for option in set(chosen)))
            uses = frozenset(chain.from_iterable(options))
        least = {(item, 0): least for item, (least, _) in enumerate(self.bounds) if least}
        if not least.keys() <= uses:
            return True
        if all(number == 1 for number in least.values()):
            return False
        value = Counter(chain.from_iterable(options))
        return any(value[use] < number for use, number in least.items())

    def _has_sound_options(self, *, plain: bool) -> bool:
        """Whether each option has a primary item and names none twice; ``plain``: no item has two colours."""
        # No loop of Python's over hundreds of thousands of options: this is what a large board waits for.
        if any(map({use for use in self.uses if use[0] < len(self.bounds)}.isdisjoint, self.options)):
            return False
        if not plain:
            return all(len({item for item, _ in option}) == len(option) for option in self.options)
        return sum(map(len, map(set, self.options))) == sum(map(len, self.options))

    def _raise_fault(self) -> None:
        primary = len(self.bounds)
        for number, option in enumerate(self.options):
            values = [item for item, _ in option]
            if len(set(values)) != len(values):
                raise PuzzleError(f"option {number} names an item twice")
            if not any(item < primary for item in values):
                raise PuzzleError(
                    f"option {number} has no primary item; the first items, as many as there are bounds "
                    f"({primary}), are primary"
                )
            for item, colour in option:
                if not 0 <= item < len(self.items):
                    raise PuzzleError(f"option {number} names item {item}; there are {len(self.items)}")
                if colour < 0:
                    raise PuzzleError(
                        f"option {number} gives item {item} the colour {colour}; expected 0 or more"
                    )
                if colour and item < primary:
                    raise PuzzleError(f"option {number} gives the primary item {item} a colour")

    def _check_costs(self) -> None:
        if len(self.costs) != len(self.options):
            raise PuzzleError(f"there are {len(self.costs)} costs for {len(self.options)} options")
        # Each option charges its cost to its primary items, those covered once where it has any. What an
        # item is charged at most, times how often it is covered at most, bounds what a solution costs.
        charged = [0] * len(self.bounds)
        holders = [0] * len(self.bounds)
        for number, (option, cost) in enumerate(zip(self.options, self.costs, strict=True)):
            if not isinstance(cost, int) or isinstance(cost, bool):
                raise PuzzleError(f"option {number} has the cost {quoted(cost)}; expected a whole number")
            values = [item for item, _ in option if item < len(self.bounds)]
            values = [item for item in values if self.bounds[item][1] == 1] or values
            share = -(-abs(cost) // len(values))
            for item in values:
                charged[item] = max(charged[item], share)
                holders[item] += 1
        often = (min(most, value) for (_, most), value in zip(self.bounds, holders, strict=True))
        if sum(c * n for c, n in zip(charged, often, strict=True)) > MAX_TOTAL:
            raise PuzzleError(f"the costs of a solution could add up to more than {MAX_TOTAL:,}")

    def check_solution(self, chosen: Iterable[int]) -> None:
        """ValueError unless the options are a solution."""
        times = [0] * len(self.bounds)
        colours: dict[int, int] = {}
        for option in chosen:
            if not 0 <= option < len(self.options):
                raise ValueError(f"there is no option {option}")
            for item, colour in self.options[option]:
                if item < len(times):
                    times[item] += 1
                elif item in colours and (not colour or colours[item] != colour):
                    raise ValueError(f"two options use item {item} in different ways")
                else:
                    colours[item] = colour
        if not all(least <= n <= most for n, (least, most) in zip(times, self.bounds, strict=True)):
            raise ValueError("an item is not covered as often as it must be")

    @property
    def primary(self) -> int:
        """How many items are primary; they come first."""
        return len(self.bounds)

    @cached_property
    def digest(self) -> str:
        """A SHA-256 over all but the items' names and layout: problems with one digest are searched alike."""
        import hashlib  # loads OpenSSL

        content: tuple[object, ...] = (len(self.items), self.bounds, self.options, self.near)
        if self.costs:
            content += (self.costs,)
        return hashlib.sha256(repr(content).encode()).hexdigest()
