"""Why a puzzle of items and options has no solution: a reason is a proof, and the plain ones are found."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.exact_cover.translation import to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.solving.engines.reference import start_node, walk
from tilewright.solving.infeasibility import KINDS, why


def puzzle(bounds: dict[str, tuple[int, int]], *options: str, secondary: str = "") -> ExactCoverPuzzle:
    items = [Item(name, *bound) for name, bound in bounds.items()]
    items += [Item(name, primary=False) for name in secondary]
    return ExactCoverPuzzle(
        tuple(items), tuple(Option(tuple((name, "") for name in option)) for option in options)
    )


ONCE = (1, 1)


@pytest.mark.parametrize(
    ("whole", "sentence"),
    [
        (puzzle({"a": ONCE, "b": ONCE}, "a"), "No option covers the item b, which must be covered."),
        (
            puzzle({"a": ONCE, "b": ONCE, "c": ONCE}),
            "No option covers the item a, which must be covered. The same holds for 2 other items.",
        ),
        (
            puzzle({"a": ONCE, "b": (2, 2)}, "ab"),
            "The item b must be covered 2 times, each time by a different option, "
            "but only 1 option covers it.",
        ),
        (
            puzzle({"a": ONCE, "b": (3, 5), "c": ONCE}, "ab", "b"),
            "The item b must be covered 3 times, each time by a different option, "
            "but only 2 options cover it. "
            "The same holds for 1 other item.",
        ),
    ],
)
def test_items_that_too_few_options_cover(whole: ExactCoverPuzzle, sentence: str) -> None:
    reason = why(whole)
    assert reason is not None and (reason.kind, reason.sentence) == ("uncoverable item", sentence)
    assert reason.kind in KINDS


def test_items_that_need_no_option() -> None:
    assert why(puzzle({"a": ONCE, "b": (0, 3)}, "a", secondary="x")) is None
    assert why(puzzle({})) is None


@given(
    st.dictionaries(st.sampled_from("abcd"), st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1),
    st.lists(st.sets(st.sampled_from("abcd"), min_size=1), max_size=5),
)
def test_a_reason_is_a_proof(bounds: dict[str, tuple[int, int]], options: list[set[str]]) -> None:
    ordered = {name: (min(pair), max(pair)) for name, pair in bounds.items()}
    whole = puzzle(
        ordered, *("".join(sorted(option & set(ordered))) for option in options if option & set(ordered))
    )
    count = sum(step is not None for step in walk(to_cover(whole).problem, start_node(())))
    often = Counter(name for option in whole.options for name, _ in option.uses)
    lacking = any(often[item.name] < item.least for item in whole.items)
    assert (why(whole) is not None) == lacking
    assert not lacking or count == 0
