"""Decisions as texts: they come back as they were, and take little room where there are many."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tilewright import catalogue
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.decisions import PACKED_FROM, decisions_from_text, decisions_to_text
from tilewright.runs.store import Store

LEFT_OUT = st.sets(st.integers(0, 3_000), max_size=400).map(lambda options: [-1 - o for o in sorted(options)])
DECISIONS = st.lists(st.lists(st.integers(-3_000, 3_000), max_size=5) | LEFT_OUT, max_size=4).map(
    lambda parts: tuple(decision for part in parts for decision in part)
)


@given(DECISIONS)
def test_decisions_come_back_in_their_order(decisions: tuple[int, ...]) -> None:
    assert decisions_from_text(decisions_to_text(decisions)) == decisions


def test_few_decisions_are_stored_as_numbers() -> None:
    few = (5, *range(-1, -PACKED_FROM, -1))
    assert json.loads(decisions_to_text(few)) == list(few)
    assert decisions_from_text("[3,-1,-5]") == (3, -1, -5)


def test_many_left_out_options_are_stored_as_bits() -> None:
    many = (7, *range(-9, -20_000, -3), 8, -4)
    entries = json.loads(decisions_to_text(many))
    assert [type(entry) for entry in entries] == [int, str, int, int]
    assert len(decisions_to_text(many)) < 200


def test_tasks_that_leave_out_thousands_of_options_take_little_room(tmp_path: Path) -> None:
    new = new_run(catalogue.load("burr-solid"), RunQuestion(keep=True, filter="disassemblable"))
    with Store(tmp_path / "runs.db") as store:
        run = store.create_run(new, "", "").id
        stored = {task.number: task for task in store.waiting(run, len(new.tasks))}
    assert {number: task.prefix for number, task in stored.items()} == {
        task.number: task.prefix for task in new.tasks
    }
    decisions = sum(len(task.prefix) for task in new.tasks)
    assert decisions > 20_000
    assert sum(len(decisions_to_text(task.prefix)) for task in new.tasks) < decisions
