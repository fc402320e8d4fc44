"""Whether a count lists or not: by what was asked for, by a checkpoint, by what pays."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.registry import ENGINES, FRONTIER
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Answer, Count, Options, Query
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Status
from tilewright.solving.strategies.counting import CountWithoutListing

PENTOMINOES = pentominoes(rectangle(20, 3))
DOMINOES = Puzzle(rectangle(8, 8), (piece("d", "##", copies=(0, 32)),))
MONOMER_DIMER = Puzzle(rectangle(8, 8), (piece("d", "##", copies=(0, 32)), piece("m", "#", copies=(0, 64))))


def planned(
    puzzle: Puzzle,
    engine: str | None = None,
    *,
    memory: int | None = None,
    order: tuple[str, ...] = (),
    labelled: bool = False,
    **how: Any,
) -> CountWithoutListing | None:
    """The plan of a count without listing; None where the planner chooses a search, perhaps with a rival."""
    options = Options(engine, labelled=labelled, order=order)
    counter = plan(prepare(Query(puzzle, Count(), options, Control(**how), Resources(2, memory))))
    return counter if isinstance(counter, CountWithoutListing) else None


def rival_of(query: Query[Answer]) -> Engine | None:
    """The engine that takes turns with a search."""
    children = plan(prepare(query)).children
    return children[0].engine if children else None


def name(counter: CountWithoutListing | None) -> str:
    return "" if counter is None else counter.engine.name


def test_what_pays() -> None:
    assert name(planned(DOMINOES)) == "kasteleyn"
    assert name(planned(PENTOMINOES)) == ""


@pytest.mark.parametrize("puzzle", [MONOMER_DIMER, PENTOMINOES])
def test_a_search_has_a_rival_unless_a_limit_is_on_what_it_alone_counts(puzzle: Puzzle) -> None:
    def rival(*, durable: Path | None = None, **limits: Any) -> Any:
        query = Query(puzzle, Count(), control=Control(limits=Limits(**limits), checkpoint=durable))
        return rival_of(query)

    assert rival() == rival(seconds=60) == FRONTIER
    assert rival(solutions=10) is rival(nodes=10) is rival(durable=Path("a")) is None


def test_what_is_asked_for() -> None:
    for engine in ("frontier", "kasteleyn"):
        counter = planned(DOMINOES, engine)
        assert name(counter) == engine and counter is not None and counter.reason == "as requested"
    assert planned(DOMINOES, "dense") is None
    every = ", ".join(sorted(ENGINES))
    with pytest.raises(UnsupportedError, match=f"no engine named 'magic'; there are {every}"):
        count(DOMINOES, engine="magic")


def test_limits_that_only_a_search_can_keep() -> None:
    assert planned(MONOMER_DIMER, limits=Limits(solutions=10)) is None
    assert planned(MONOMER_DIMER, limits=Limits(nodes=10)) is None
    some = count(MONOMER_DIMER, limits=Limits(solutions=10))
    assert (some.status, some.solutions) == (Status.LIMIT, 10)


def test_areas_that_cannot_add_up_need_no_counter() -> None:
    impossible = Puzzle(rectangle(7, 7), (piece("d", "##", copies=(0, 40)),))
    assert planned(impossible) is None
    assert planned(impossible, "frontier") is None
    answer = count(impossible, engine="frontier")
    assert (answer.solutions, answer.nodes, answer.engine) == (0, 0, "frontier")


def test_planning_that_is_stopped_leaves_it_to_the_search() -> None:
    pressed = threading.Event()
    pressed.set()
    assert planned(MONOMER_DIMER, cancel=pressed) is None
    assert planned(MONOMER_DIMER, limits=Limits(seconds=0)) is None
    assert count(MONOMER_DIMER, cancel=pressed).status is Status.CANCELLED
    assert count(MONOMER_DIMER, limits=Limits(seconds=0)).status is Status.LIMIT


def test_memory_counts(tmp_path: Path) -> None:
    """Where a checkpoint is kept, one engine makes it, and estimates decide which."""

    def engine(side: int, memory: int | None = None) -> str:
        copies = (0, side * side)
        pieces = (piece("d", "##", copies=copies), piece("m", "#", copies=copies))
        puzzle = Puzzle(rectangle(side, side), pieces)
        return name(planned(puzzle, memory=memory, checkpoint=tmp_path / "kept"))

    assert engine(20) == "frontier"
    # It may not fit, but a search would take years; where it is far from fitting, a search at least lists.
    assert engine(20, LEAST_MEMORY) == "frontier"
    assert engine(40, LEAST_MEMORY) == ""


def test_labels_of_copies_that_may_be_left_over_take_a_sweep() -> None:
    counter = planned(DOMINOES, labelled=True)
    assert name(counter) == "frontier" and counter is not None and "copies" in counter.reason
    exact = replace(DOMINOES, pieces=(piece("d", "##", copies=32),))
    assert name(planned(exact, labelled=True)) == "kasteleyn"


def test_labels_that_are_too_many_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    query = Query(MONOMER_DIMER, Count(), Options(labelled=True))
    assert rival_of(query) is FRONTIER
    monkeypatch.setattr("tilewright.solving.facts.MOST_LABELS", 33 * 65 - 1)
    assert rival_of(query) is None
    assert rival_of(replace(query, options=Options())) is FRONTIER


def test_an_order_is_for_a_sweep() -> None:
    counter = planned(PENTOMINOES, order=("(0, 0)",))
    assert name(counter) == "frontier" and counter is not None and "order" in counter.reason


def test_a_checkpoint_knows_what_made_it(tmp_path: Path) -> None:
    swept, searched = tmp_path / "swept", tmp_path / "searched"
    count(MONOMER_DIMER, engine="frontier", checkpoint=swept, limits=Limits(nodes=100))
    count(MONOMER_DIMER, engine="dense", checkpoint=searched, limits=Limits(nodes=100))
    counter = planned(MONOMER_DIMER, resume=swept)
    assert name(counter) == "frontier" and counter is not None and "checkpoint" in counter.reason
    assert planned(MONOMER_DIMER, resume=searched) is None
    with pytest.raises(UnsupportedError, match="cannot stop after some"):
        planned(MONOMER_DIMER, resume=swept, limits=Limits(solutions=1))
    with pytest.raises(CheckpointError, match="cannot read"):
        planned(MONOMER_DIMER, resume=tmp_path / "none")
