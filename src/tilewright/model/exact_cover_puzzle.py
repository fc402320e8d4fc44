"""A puzzle without cells: named items, and options to choose from, as in exact cover programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import PuzzleError
from tilewright.model.pieces.piece import check_cost
from tilewright.model.puzzle import Expected, Placement, Puzzle, Solution

MAX_ITEMS = 200_000  # the most items that are accepted
MAX_TIMES = 1_000_000  # the largest multiplicity of an item
Use = tuple[str, str]  # the name of an item and its colour; "" is no colour, which excludes every other use


@dataclass(frozen=True)
class Item:
    """Something to be covered: a primary item ``least`` to ``most`` times, a secondary one at most once.

    A secondary item may also be covered many times in one and the same colour (Knuth, TAOCP 4B, 7.2.2.1).
    Names have no blank, no ``:`` and no ``|``, so that every format can write them.
    """

    name: str
    least: int = 1
    most: int = 1
    primary: bool = True


@dataclass(frozen=True)
class Option:
    """A set of items to cover together, with a name, which may be empty, and a cost."""

    uses: tuple[Use, ...]
    name: str = ""
    cost: int = 0


@dataclass(frozen=True)
class Copies:
    """An item that must be covered several times, as a piece with that many copies."""

    name: str
    min_copies: int
    max_copies: int


@dataclass(frozen=True)
class ExactCoverPuzzle:
    """Items, primary ones first, and options; each option is chosen at most once.

    In a solution each placement is an option: its name as the piece, its number, counted from 0, as the one
    cell. So a :class:`Solution` of such a puzzle is handled as any other.
    """

    items: tuple[Item, ...]
    options: tuple[Option, ...]
    title: str = ""
    source: str = ""
    expect: tuple[Expected, ...] = ()

    def __post_init__(self) -> None:
        if len(self.items) > MAX_ITEMS:
            raise PuzzleError(f"there are {len(self.items):,} items; at most {MAX_ITEMS:,} are accepted")
        if len(self._primary) != len(self.items):
            name, _ = Counter(item.name for item in self.items).most_common(1)[0]
            raise PuzzleError(f"two items are named {name!r}")
        for item in self.items:
            check_item(item)
        primary = [item.primary for item in self.items]
        if primary != sorted(primary, reverse=True):
            raise PuzzleError("a primary item follows a secondary one; primary items come first")
        for number, option in enumerate(self.options):
            self._check(number, option)

    def _check(self, number: int, option: Option) -> None:
        what = f"option {number + 1}" + (f" ({option.name})" if option.name else "")
        names = [name for name, _ in option.uses]
        if len(set(names)) != len(names):
            raise PuzzleError(f"{what} names an item twice")
        for name, colour in option.uses:
            if name not in self._primary:
                raise PuzzleError(f"{what} names {name!r}, which is not an item")
            if colour and self._primary[name]:
                raise PuzzleError(f"{what} gives the primary item {name!r} a colour")
            if not is_word(colour, also_empty=True):
                raise PuzzleError(f"{what} has the colour {colour!r}; expected no blank, ':' or '|' in it")
        if not any(self._primary[name] for name in names):
            raise PuzzleError(f"{what} has no primary item")
        if option.name != option.name.strip() or not option.name.isprintable() or "|" in option.name:
            raise PuzzleError(f"{what} has a name with '|', a line's end or blanks around it")
        check_cost(option.cost, what)

    @cached_property
    def _primary(self) -> dict[str, bool]:
        return {item.name: item.primary for item in self.items}

    @property
    def pieces(self) -> tuple[Copies, ...]:
        """The items that are covered a fixed number of times greater than 1."""
        return tuple(Copies(i.name, i.least, i.most) for i in self.items if i.most == i.least > 1)

    @property
    def areas_fit(self) -> bool:
        """True: without cells there is no area that could be wrong."""
        return True

    @property
    def by_name(self) -> dict[str, Copies]:
        """The items that are covered several times, by their names."""
        return {copies.name: copies for copies in self.pieces}

    @property
    def has_costs(self) -> bool:
        """Whether any option costs something."""
        return any(option.cost for option in self.options)

    def placement(self, number: int) -> Placement:
        """The placement that represents an option in solutions."""
        return Placement(self.options[number].name, ((number,),))

    def option_of(self, placement: Placement) -> int:
        """The number of the option that a placement represents; PuzzleError when there is none."""
        match placement.cells:
            case ((number,),) if 0 <= number < len(self.options):
                if self.options[number].name == placement.piece:
                    return number
        raise PuzzleError(f"{placement.piece!r} on {list(placement.cells)} is not an option of this puzzle")

    def solution(self, numbers: Iterable[int]) -> Solution:
        """The solution that a set of options makes."""
        return Solution.of(map(self.placement, numbers))

    def cost(self, solution: Solution) -> int:
        """What a solution costs: the sum over its options."""
        return sum(self.options[self.option_of(p)].cost for p in solution.placements)


AnyPuzzle = Puzzle | ExactCoverPuzzle  # what can be solved: a board with pieces, or items with options


def is_word(text: str, *, also_empty: bool = False) -> bool:
    """Whether a text can be an item's name, or a colour: visible, without blanks, ``:`` and ``|``."""
    if not text:
        return also_empty
    return text.isprintable() and not any(c.isspace() or c in ":|" for c in text)


def times_text(least: int, most: int) -> str:
    """How often something is used or covered, in words: "exactly twice", "0 to 3 times"."""
    if least != most:
        return f"{least:,} to {most:,} times"
    return {0: "exactly 0 times", 1: "exactly once", 2: "exactly twice"}.get(
        least, f"exactly {least:,} times"
    )


def check_item(item: Item) -> None:
    """PuzzleError when an item's name or multiplicities are not allowed."""
    if not is_word(item.name):
        raise PuzzleError(f"an item is named {item.name!r}; expected no blank, ':' or '|' in a name")
    if not 0 <= item.least <= item.most <= MAX_TIMES:
        raise PuzzleError(
            f"item {item.name!r} is to be covered {times_text(item.least, item.most)}; "
            f"expected 0 <= least <= most <= {MAX_TIMES:,}"
        )
    if not item.primary and (item.least, item.most) != (1, 1):
        raise PuzzleError(f"the secondary item {item.name!r} has a multiplicity; only primary items have one")
