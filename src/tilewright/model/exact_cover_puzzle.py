"""A puzzle without cells: named items, and options to choose from, as in exact cover programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, Any

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.file_layout import FileLayout
from tilewright.model.goal import FILL, check_goal
from tilewright.model.layout import JoinedRectangle
from tilewright.model.pieces.piece import MAX_OPTION_COST, as_tuple, check_cost
from tilewright.model.puzzle import Expected, Placement, Puzzle, Solution
from tilewright.registry import load_attribute
from tilewright.wording import quoted

MAX_ITEMS = 200_000  # the most items that are accepted
MAX_TIMES = 1_000_000  # the largest multiplicity of an item
Use = tuple[str, str]  # the name of an item and its colour; "" is no colour, which excludes every other use


@dataclass(frozen=True)
class Item:
    """Something to be covered: a primary item ``least`` to ``most`` times, a secondary one at most once.

    A secondary item may also be covered many times in one and the same colour (Knuth, TAOCP 4B, 7.2.2.1).
    Names have no blank, no ``:`` and no ``|``, so that every format can write them.

        >>> Item("p", least=0, most=2).primary
        True
    """

    name: str
    least: int = 1
    most: int = 1
    primary: bool = True


@dataclass(frozen=True)
class Option:
    """A set of items to cover together, with a name, which may be empty, and a cost.

    A use that is a name alone has no colour.

        >>> Option(["a", ("b", "red")]).words
        ['a', 'b:red']
    """

    uses: tuple[Use, ...]
    name: str = ""
    cost: int = 0

    if TYPE_CHECKING:

        def __init__(self, uses: Iterable[Use | str], name: str = "", cost: int = 0) -> None: ...

    def __post_init__(self) -> None:
        if type(self.uses) is tuple and {*map(type, self.uses)} <= {tuple}:
            return
        uses: list[Any] = [
            (use, "") if isinstance(use, str) else as_tuple(use, "a use")
            for use in as_tuple(self.uses, "the uses of an option")
        ]
        for use in uses:
            if len(use) != 2:
                raise PuzzleError(
                    f"an option has the use {quoted(use)}; expected an item, or an item and its colour"
                )
        object.__setattr__(self, "uses", tuple(uses))

    @property
    def words(self) -> list[str]:
        """Its items, each with its colour: ``item`` or ``item:colour``."""
        return [f"{name}:{colour}" if colour else name for name, colour in self.uses]

    @property
    def label(self) -> str:
        """Its name, or its items where it has none."""
        return self.name or " ".join(self.words)


@dataclass(frozen=True)
class Copies:
    """An item that must be covered several times, as a piece with that many copies."""

    name: str
    min_copies: int
    max_copies: int


@dataclass(frozen=True, repr=False)
class ExactCoverPuzzle:
    """Items, primary ones first, and options; each option is chosen at most once.

    In a solution each placement is an option: its name as the piece, its number, counted from 0, as the one
    cell. So a :class:`Solution` of such a puzzle is handled as any other. :meth:`of` makes a puzzle from
    Python objects, and :meth:`chosen` gives them back; ``option_keys`` has one for each option, if any.
    ``description`` says in a few lines what the items and options mean; it is shown in place of their names.
    ``goal`` and ``file_layout`` are as in :class:`Puzzle`. ``layout`` says where items lie that are
    cells of a board with joined sides.

        >>> from tilewright import ExactCoverPuzzle, count
        >>> count(ExactCoverPuzzle.of([["a", "b"], ["c"], ["a"], ["b", "c"]])).solutions
        2
    """

    items: tuple[Item, ...]
    options: tuple[Option, ...]
    title: str = ""
    source: str = ""
    expect: tuple[Expected, ...] = ()
    option_keys: tuple[Hashable, ...] = field(default=(), compare=False)
    description: str = ""
    goal: str = FILL
    file_layout: FileLayout | None = field(default=None, compare=False)
    layout: JoinedRectangle | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            items: Iterable[Item],
            options: Iterable[Option],
            title: str = "",
            source: str = "",
            expect: Iterable[Expected] = (),
            option_keys: Iterable[Hashable] = (),
            description: str = "",
            goal: str = FILL,
            file_layout: FileLayout | None = None,
            layout: JoinedRectangle | None = None,
        ) -> None: ...

    @classmethod
    def of(
        cls,
        options: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]],
        *,
        items: Iterable[Hashable] | Mapping[Any, int | tuple[int, int]] | None = None,
        secondary: Iterable[Hashable] = (),
        costs: Mapping[Any, int] | None = None,
        title: str = "",
        source: str = "",
    ) -> ExactCoverPuzzle:
        """A puzzle from any hashable objects: each option's items, by the option's key or in a list.

        ``items`` are the primary items, by default all that options have and that are not ``secondary``. A
        mapping says how often each is to be covered: n times, or (least, most). A mapping as an option gives
        secondary items their colours, "" for none. ``costs`` are by the option's key, or its number.
        Items are shown by their ``str``. PuzzleError when it is the same for different items.
        """
        named = isinstance(options, Mapping)
        keys: list[Any] = list(options) if isinstance(options, Mapping) else []
        rows = as_tuple(options.values() if isinstance(options, Mapping) else options, "the options")
        numbers: list[Any] = keys if named else list(range(len(rows)))

        def label(number: int) -> str:
            return f"option {quoted(keys[number])}" if named else f"option {number + 1}"

        uses = [_uses(row, label, number) for number, row in enumerate(rows)]
        loose = dict.fromkeys(secondary)
        if items is None:
            bounds = dict.fromkeys(chain.from_iterable(uses), (1, 1))
            for item in loose:
                bounds.pop(item, None)
        else:
            bounds = _bounds(items)
        names = _item_names([*bounds, *(item for item in loose if item not in bounds)])
        known = [Item(names[item], *bound) for item, bound in bounds.items()]
        known += [Item(names[item], primary=False) for item in loose if item not in bounds]
        prices: Mapping[Any, int] = costs or {}
        if unknown := set(prices) - set(numbers):
            raise PuzzleError(f"a cost is given for {quoted(unknown.pop())}, which is not an option")
        plain = {item: (name, "") for item, name in names.items()}  # options share their uses
        values = []
        for number, (key, row) in enumerate(zip(numbers, uses, strict=True)):
            try:
                if isinstance(row, dict):
                    own = tuple([(names[item], colour) for item, colour in row.items()])
                else:
                    own = tuple(map(plain.__getitem__, row))
            except KeyError as error:
                raise PuzzleError(
                    f"{label(number)} names {quoted(error.args[0])}, which is not an item"
                ) from None
            values.append(Option(own, _option_name(key) if named else "", prices.get(key, 0)))
        return cls(known, values, title, source, option_keys=keys)

    def __post_init__(self) -> None:
        for name in ("items", "options", "expect", "option_keys"):
            object.__setattr__(self, name, as_tuple(getattr(self, name), f"the {name} of a puzzle"))
        if self.option_keys and len(self.option_keys) != len(self.options):
            raise PuzzleError(f"there are {len(self.option_keys)} keys for {len(self.options)} options")
        for what, kind, value in (("item", Item, self.items), ("option", Option, self.options)):
            for one in value:
                if not isinstance(one, kind):
                    raise PuzzleError(
                        f"{quoted(one)} is not an {what}; expected {kind.__name__}(...), "
                        "or plain objects with ExactCoverPuzzle.of"
                    )
        check_goal(self.goal)
        if len(self.items) > MAX_ITEMS:
            raise PuzzleError(f"there are {len(self.items):,} items; at most {MAX_ITEMS:,} are accepted")
        if len(self._primary) != len(self.items):
            name, _ = Counter(item.name for item in self.items).most_common(1)[0]
            raise PuzzleError(f"two items are named {quoted(name)}")
        for item in self.items:
            check_item(item)
        primary = [item.primary for item in self.items]
        if primary != sorted(primary, reverse=True):
            raise PuzzleError("a primary item follows a secondary one; primary items come first")
        if not self._has_sound_options():
            for number, option in enumerate(self.options):
                self._check(number, option)

    def _has_sound_options(self) -> bool:
        """Whether ``_check`` takes every option, found without looking at one after the other."""
        rows = [option.uses for option in self.options]
        costs = [option.cost for option in self.options]
        uses = {*chain.from_iterable(rows)}
        names = {name for name, _ in uses}
        if not names <= self._primary.keys():
            return False
        primary = {use for use in uses if self._primary[use[0]]}
        if len(names) == len(uses):
            distinct = sum(map(len, map(set, rows))) == sum(map(len, rows))
        else:  # an item has several colours
            distinct = all(len({name for name, _ in row}) == len(row) for row in rows)
        return (
            distinct
            and not any(map(primary.isdisjoint, rows))
            and not any(colour for _, colour in primary)
            and all(is_word(colour, also_empty=True) for colour in {colour for _, colour in uses})
            and all(map(_is_option_name, {option.name for option in self.options}))
            and {*map(type, costs)} <= {int}
            and max(map(abs, costs), default=0) <= MAX_OPTION_COST
        )

    def _check(self, number: int, option: Option) -> None:
        what = f"option {number + 1}" + (f" ({option.name})" if option.name else "")
        names = [name for name, _ in option.uses]
        if len(set(names)) != len(names):
            raise PuzzleError(f"{what} names an item twice")
        for name, colour in option.uses:
            if name not in self._primary:
                raise PuzzleError(f"{what} names {quoted(name)}, which is not an item")
            if colour and self._primary[name]:
                raise PuzzleError(f"{what} gives the primary item {quoted(name)} a colour")
            if not is_word(colour, also_empty=True):
                raise PuzzleError(
                    f"{what} has the colour {quoted(colour)}; expected no blank, ':' or '|' in it"
                )
        if not any(self._primary[name] for name in names):
            raise PuzzleError(f"{what} has no primary item")
        if not _is_option_name(option.name):
            raise PuzzleError(f"{what} has a name with '|', a line's end or blanks around it")
        check_cost(option.cost, what, MAX_OPTION_COST)

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
        if not 0 <= number < len(self.options):
            raise PuzzleError(
                f"there is no option {number}; the puzzle has {len(self.options)}, counted from 0"
            )
        return Placement(self.options[number].name, ((number,),))

    def option_of(self, placement: Placement) -> int:
        """The number of the option that a placement represents; PuzzleError when there is none."""
        match placement.cells:
            case ((number,),) if 0 <= number < len(self.options):
                if self.options[number].name == placement.piece:
                    return number
        raise PuzzleError(
            f"{quoted(placement.piece)} on {list(placement.cells)} is not an option of this puzzle"
        )

    def solution(self, numbers: Iterable[int]) -> Solution:
        """The solution that a set of options makes."""
        return Solution.of(map(self.placement, numbers)).with_puzzle(self)

    def chosen(self, solution: Solution) -> list[Any]:
        """The options of a solution in their order: their keys, or their numbers when they have none."""
        numbers = sorted(map(self.option_of, solution.placements))
        return [self.option_keys[number] for number in numbers] if self.option_keys else numbers

    def cost(self, solution: Solution) -> int:
        """What a solution costs: the sum over its options."""
        return sum(self.options[self.option_of(p)].cost for p in solution)

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<ExactCoverPuzzle{title}: {len(self.items):,} items, {len(self.options):,} options>"

    def _repr_html_(self) -> str | None:
        return (
            str(html) if (html := load_attribute("tilewright.render.notebook:notebook_html")(self)) else None
        )


AnyPuzzle = Puzzle | ExactCoverPuzzle  # what can be solved: a board with pieces, or items with options


def check_puzzle(puzzle: object) -> None:
    """PuzzleError, with what to do, for what is no puzzle, such as the path of one."""
    if not isinstance(puzzle, AnyPuzzle):
        hint = "; tilewright.load reads one from a file" if isinstance(puzzle, str | PathLike) else ""
        raise PuzzleError(f"{quoted(puzzle)} is not a puzzle{hint}")


def require_board(puzzle: AnyPuzzle, source: object = "") -> Puzzle:
    """The same puzzle; UnsupportedError, which names the source, when it has no board.

    PuzzleError for what is no puzzle.
    """
    check_puzzle(puzzle)
    if isinstance(puzzle, ExactCoverPuzzle):
        where = f"{source}: " if source else ""
        raise UnsupportedError(f"{where}this puzzle has items and options only; expected a board with pieces")
    return puzzle


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


def to_word(text: str, also_forbidden: str = "") -> str:
    """A text with ``_`` for each character that :func:`is_word` or the caller forbids."""
    return "".join(
        "_" if not c.isprintable() or c.isspace() or c in ":|" or c in also_forbidden else c for c in text
    )


def unused(word: str, used: Collection[str]) -> str:
    """The word, followed by a number if it is already used."""
    count, tried = 1, word
    while tried in used:
        count += 1
        tried = f"{word}.{count}"
    return tried


def _uses(row: Any, label: Callable[[int], str], number: int) -> tuple[Any, ...] | dict[Any, str]:
    """An option's items, with their colours if it gives any; ``label(number)`` names it in an error."""
    try:
        values = tuple(row)
        distinct = len({*values}) == len(values)
    except TypeError:
        raise PuzzleError(
            f"{label(number)} is {quoted(row)}; expected a list of items that are hashable"
        ) from None
    if not distinct:
        raise PuzzleError(f"{label(number)} names an item twice")
    return dict(row) if isinstance(row, Mapping) else values


def _bounds(items: Any) -> dict[Any, tuple[int, int]]:
    """How often each primary item is to be covered, at least and at most."""
    if not isinstance(items, Mapping):
        return dict.fromkeys(items, (1, 1))
    bounds = {}
    for item, times in items.items():
        match times:
            case int():
                bounds[item] = (times, times)
            case [int() as least, int() as most]:
                bounds[item] = (least, most)
            case _:
                raise PuzzleError(
                    f"the item {quoted(item)} is to be covered {quoted(times)} times; expected n or "
                    "(least, most)"
                )
    return bounds


def _item_names(items: Iterable[Any]) -> dict[Any, str]:
    """A name for each item, all different: its text as a word."""
    by_text: dict[str, Any] = {}
    names: dict[Any, str] = {}
    used: set[str] = set()
    for item in items:
        text = str(item)
        if text in by_text:
            raise PuzzleError(
                f"the items {quoted(by_text[text])} and {quoted(item)} are different, "
                f"but both read {quoted(text)}"
            )
        by_text[text] = item
        word = text if is_word(text) else to_word(re.sub(r",\s+", ",", text))
        names[item] = unused(word, used)
        used.add(names[item])
    return names


def _is_option_name(name: str) -> bool:
    return name == name.strip() and name.isprintable() and "|" not in name


def _option_name(key: object) -> str:
    return "".join(c if c.isprintable() and c != "|" else "_" for c in str(key)).strip()


def check_item(item: Item) -> None:
    """PuzzleError when an item's name or multiplicities are not allowed."""
    if not isinstance(item.name, str) or not is_word(item.name):
        raise PuzzleError(f"an item is named {quoted(item.name)}; expected no blank, ':' or '|' in a name")
    for times in (item.least, item.most):
        if not isinstance(times, int):
            raise PuzzleError(
                f"item {quoted(item.name)} is to be covered {quoted(times)} times; expected a whole number"
            )
    if not 0 <= item.least <= item.most <= MAX_TIMES:
        raise PuzzleError(
            f"item {quoted(item.name)} is to be covered {times_text(item.least, item.most)}; "
            f"expected 0 <= least <= most <= {MAX_TIMES:,}"
        )
    if not item.primary and (item.least, item.most) != (1, 1):
        raise PuzzleError(
            f"the secondary item {quoted(item.name)} has a multiplicity; only primary items have one"
        )
